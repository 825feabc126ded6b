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


def test_hundreds_of_texts_make_one_text(tmp_path):
    names = [f"f{number}" for number in range(200)]
    properties = {name: {"type": "text", "copy_to": ["all"]} for name in names}
    backend = SqlBackend(f"sqlite:///{tmp_path}/loaded.db", secret_key="k")
    document = {"_id": "a", **{name: f"word {name}" for name in names}}
    mapping = {"properties": {**properties, "all": {"type": "text"}}}
    backend.store().replace("wide", "wide", mapping, dict.fromkeys(names, "text"), [document])
    assert backend.health()["documents"] == {"wide": 1}
    backend.close()
