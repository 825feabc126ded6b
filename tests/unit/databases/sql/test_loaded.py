"""Collections that our loader wrote into a SQL database."""

from searchapp.databases.sql.backend import SqlBackend

MAPPING = {"properties": {"n": {"type": "long"}}}


def test_the_collection_before_is_no_item_type(tmp_path):
    backend = SqlBackend(f"sqlite:///{tmp_path}/loaded.db", secret_key="k")
    for documents in ([{"_id": "a", "n": 1}], [{"_id": "a", "n": 2}, {"_id": "b", "n": 3}]):
        backend.store().replace("gene", "gene", MAPPING, {"n": "long"}, documents)
    assert backend.item_types() == ["gene"]
    assert backend.health()["documents"] == {"gene": 2}
    backend.close()
