"""What `searchapp serve PLACE` makes of a place."""

import json
import sys
import urllib.request
import uuid

import pytest

from searchapp.cli.served import MAX_COLLECTIONS, item_types, secret_fields, settings_for, title_of


def put(url, document):
    request = urllib.request.Request(url, json.dumps(document).encode(), {"content-type": "application/json"})
    request.method = "PUT"
    urllib.request.urlopen(request).close()


def test_a_file_is_a_database_of_sqlite(tmp_path):
    (tmp_path / "shop.db").touch()
    url = f"sqlite:///{tmp_path / 'shop.db'}"
    assert settings_for(str(tmp_path / "shop.db")) == {"BACKEND": "sql", "SQL_URL": url}
    with pytest.raises(ValueError, match=r"nothing\.db is neither a file nor the address of a database"):
        settings_for("nothing.db")
    (tmp_path / "a.csv").write_text("id,name\n1,x\n")
    for place in (tmp_path / "a.csv", tmp_path):
        with pytest.raises(ValueError, match=f"run `searchapp load {place}`, then `searchapp serve`"):
            settings_for(str(place))


def test_fields_that_are_called_as_secrets_are_named():
    fields = {"auth_user": ["id", "password", "password_hint"], "app": ["api_key", "owner.token", "tokens", "Secret"]}
    assert secret_fields(fields) == ["auth_user.password", "app.api_key", "app.owner.token", "app.Secret"]


@pytest.mark.parametrize(
    ("place", "title"),
    [
        ("data/north wind.db", "north wind"),
        ("postgresql+psycopg://reader:secret@host/shop?sslmode=require", "shop"),
        ("sqlite:////srv/parts.sqlite", "parts"),
        ("http://host:9200/art-2024,chat.log", "art-2024, chat.log"),
        ("http://localhost:9200/movies-*", "movies"),
        ("http://localhost:9200", ""),
    ],
)
def test_the_place_gives_the_title(place, title):
    assert title_of(place) == title


def test_other_addresses_belong_to_sql_databases():
    url = "postgresql+psycopg://reader@host/shop"
    assert settings_for(url) == {"BACKEND": "sql", "SQL_URL": url}


def test_collections_become_item_types_of_their_names():
    found = item_types(["Order Details", "b", "b", ".hidden", "system.views", "logs-*", "query", "2024"])
    assert found == {name: {"index": index} for name, index in NAMED.items()}
    assert len(item_types([f"c{number}" for number in range(200)])) == MAX_COLLECTIONS
    with pytest.raises(ValueError, match="the database has no collections to serve"):
        item_types([".hidden"])


NAMED = {"Order_Details": "Order Details", "b": "b", "logs": "logs-*", "data-query": "query", "data-2024": "2024"}


@pytest.mark.elasticsearch
def test_indices_are_served_by_their_address(elasticsearch_url):
    index = f"searchapp_test_{uuid.uuid4().hex[:8]}"
    put(f"{elasticsearch_url}/{index}/_doc/1?refresh=true", {"title": "Dune"})
    try:
        served = {"BACKEND": "elasticsearch", "ES_URL": elasticsearch_url, "ITEM_TYPES": {index: {"index": index}}}
        assert settings_for(f"{elasticsearch_url}/{index}") == served
        assert settings_for(elasticsearch_url)["ITEM_TYPES"]
        with pytest.raises(ValueError, match="nothing_here: the data is not loaded"):
            settings_for(f"{elasticsearch_url}/nothing_here")
    finally:
        urllib.request.urlopen(urllib.request.Request(f"{elasticsearch_url}/{index}", method="DELETE")).close()


@pytest.mark.mongo
def test_collections_of_mongodb_are_served_by_the_address_of_their_database(mongo_url):
    from pymongo import MongoClient

    name = f"searchapp_test_{uuid.uuid4().hex[:8]}"
    with MongoClient(mongo_url) as client:
        client[name].parts.insert_one({"_id": "a"})
        try:
            found = settings_for(f"{mongo_url}/{name}")
            assert (found["MONGO_DATABASE"], found["ITEM_TYPES"]) == (name, {"parts": {"index": "parts"}})
        finally:
            client.drop_database(name)
    with pytest.raises(ValueError, match="name the database"):
        settings_for(mongo_url)


@pytest.mark.slow
def test_a_mongodb_that_does_not_answer_is_reported_in_one_sentence():
    with pytest.raises(ValueError, match=r"MongoDB does not answer: .*Connection refused") as raised:
        settings_for("mongodb://127.0.0.1:1/shop")
    assert "Topology" not in str(raised.value)


def test_a_driver_that_is_not_installed_is_named_with_the_command_that_installs_it(monkeypatch):
    for name in [name for name in sys.modules if name.startswith(("pymongo", "searchapp.databases.mongo"))]:
        monkeypatch.delitem(sys.modules, name)
    monkeypatch.setitem(sys.modules, "pymongo", None)
    with pytest.raises(ValueError, match=r"needs pymongo, which is not installed: pip install 'searchapp\[mongo\]'"):
        settings_for("mongodb://127.0.0.1:1/shop")
