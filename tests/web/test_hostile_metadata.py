"""Notes about a collection that nobody should have written: refused by the loader, and left out by a running server."""

import json
import sqlite3

import pytest
from click.testing import CliRunner

from searchapp import create_app
from searchapp.cli.main import main
from searchapp.loading.bad import LoadError
from searchapp.loading.definition import check_notes
from tests.services import engines

PATHS = ("", "/1", "/metadata", "/metadata/fields", "/query?q=kinase&facets=name", "/suggest?q=k", "/reconcile")
FORMATS = ("json", "html", "croissant")
DEEP = "[" * 900 + "]" * 900
UNUSABLE = {
    "src is a list": {"src": ["a"]},
    "src is a text": {"src": "a"},
    "a source is a text": {"src": {"a": "b"}},
    "a source is null": {"src": {"a": None}},
    "notes of fields are a text": {"_field_notes": "a"},
    "a note of a field is a number": {"_field_notes": {"name": 5}},
    "stats are a number": {"stats": 5},
    "a total is a text": {"stats": {"total": "many"}},
    "a whole number of 71 bits": {"n": 2**70},
    "half a surrogate": {"n": "\ud800"},
    "half a surrogate in a name": {"\ud800": 1},
    "900 levels": {"n": json.loads(DEEP)},
    "links are a text": {"links": "a"},
    "a link is a list": {"links": {"name": ["x"]}},
    "guesses are a number": {"_guessed": 5},
    "guessed columns are a number": {"_guessed": {"table_fields": 5}},
    "guessed labels are a list": {"_guessed": {"labels": [1]}},
    "coverage is a text": {"_coverage": {"documents": "a", "fields": {"name": 5}}},
    "a ranking of texts": {"ranking": {"names": {"name": "a"}}},
    "a version is a list": {"build_version": ["a"]},
}
VERSIONS = ("версия", "1\r\nSet-Cookie: a=b", "1\0", "9" * 100_000, " 1", 7.5, "2024-07")


@pytest.mark.parametrize("name", UNUSABLE)
def test_the_loader_refuses_notes_that_cannot_be_used(name):
    with pytest.raises(LoadError, match="nothing was changed"):
        check_notes(UNUSABLE[name])


@pytest.fixture(scope="module")
def collection(tmp_path_factory):
    """The folder of an SQLite database with a small collection."""
    folder = tmp_path_factory.mktemp("hostile")
    source = folder / "thing.ndjson"
    source.write_text('{"_id": "1", "name": "kinase one"}\n{"_id": "2", "name": "two kinase"}\n')
    engine = engines.sql("sqlite", folder, f"sqlite:///{folder}/thing.db")
    engines.load(engine, "thing", source)
    return folder


def write_notes(folder, notes):
    """Writes notes into the database without the loader, as a new state of the collection; returns the old mapping."""
    with sqlite3.connect(folder / "thing.db") as connection:
        (text,) = connection.execute("SELECT mapping FROM searchapp_collections").fetchone()
        mapping = json.loads(text)
        mapping["_meta"] = {**mapping["_meta"], "src": {}, **notes}
        changed = "UPDATE searchapp_collections SET mapping = ?, generation = generation || 'a'"
        connection.execute(changed, [json.dumps(mapping)])
    connection.close()
    return text


@pytest.fixture
def served(collection):
    """A function that changes the notes of a collection under a running server, and gives its client."""
    settings = {"INSTANCE": str(collection), "BACKEND": "sql", "SQL_URL": f"sqlite:///{collection}/thing.db"}
    client = create_app({**settings, "SECRET_KEY": "k" * 32 * 32, "METADATA_MAX_AGE": 0}).test_client()
    assert client.get("/v1/thing/1").status_code == 200
    before = write_notes(collection, {})
    yield lambda notes: write_notes(collection, notes) and client
    with sqlite3.connect(collection / "thing.db") as connection:
        connection.execute("UPDATE searchapp_collections SET mapping = ?", [before])
    connection.close()


def assert_everything_answers(client):
    for path in PATHS:
        for format in FORMATS:
            answer = client.get(f"/v1/thing{path}{'&' if '?' in path else '?'}format={format}")
            assert answer.status_code < 500, (path, format, answer.text[:300])
            headers = str(answer.headers)
            assert headers.isascii()
            assert len(headers) < 4000
    assert client.get("/?format=html").status_code == 200


@pytest.mark.parametrize("name", UNUSABLE)
def test_a_running_server_leaves_out_notes_that_cannot_be_used(served, name):
    client = served(UNUSABLE[name])
    assert_everything_answers(client)
    status = client.get("/status").get_json()
    assert status["success"]
    assert list(status["metadata_problems"]) == ["thing"]


@pytest.mark.parametrize("version", VERSIONS)
def test_a_version_that_no_header_can_hold_is_sent_as_a_hash(served, version):
    client = served({"build_version": version})
    assert_everything_answers(client)
    sent = client.get("/v1/thing/1").headers["X-Data-Version"]
    assert sent == str(version) if version in (7.5, "2024-07") else len(sent) == 16


def test_the_version_shows_no_schema(served):
    assert len(served({}).get("/v1/thing/1").headers["X-Data-Version"]) == 16


ODD = {
    "guesses without a value": {"_guessed": dict.fromkeys(("title_fields", "page_facets", "plain_numbers", "labels"))},
    "guesses of settings that nobody guesses": {
        "_guessed": dict.fromkeys(("linkouts", "suggest_fields", "id_patterns", "examples", "jsonld", "title"), 5)
    },
    "10,000 hosts of pictures": {"_guessed": {"image_hosts": [f"pictures-{n}.example" for n in range(10_000)]}},
    "a host beyond ASCII": {"_guessed": {"image_hosts": ["b\u00fccher.example", "x.example"]}},
    "a note in the place of our files": {"files": 5},
    "900 sources whose values are of any type": {
        "src": {f"s{n}": {"version": [n], "url": {}, "license_url": 5, "stats": "many"} for n in range(900)}
    },
}


@pytest.mark.parametrize("name", ODD)
def test_a_running_server_answers_with_notes_that_are_odd(served, name):
    assert_everything_answers(served(ODD[name]))


def test_pages_show_a_part_of_many_sources(served):
    client = served({"src": {f"source {n}": {"version": "1"} for n in range(3000)}})
    page = client.get("/v1/thing/metadata?format=html").text
    assert page.count("<section") == 1000
    assert "2,000 more are in the JSON" in page
    assert "2,960 more are on the page of its sources" in client.get("/?format=html").text


DAMAGED = {
    "no text": None,
    "no JSON": "{",
    "bytes": b"\xff\xfe",
    "a list": "[]",
    "no fields": '{"_meta": {}}',
    "a field without a definition": '{"properties": {"name": null}}',
    "a type that is no text": '{"properties": {"name": {"type": ["text"]}}}',
    "a copy to a number": '{"properties": {"name": {"type": "text", "copy_to": 5}}}',
    "half a surrogate as a name": '{"properties": {"\\ud800": {"type": "keyword"}}}',
    "notes that are no object": '{"properties": {}, "_meta": 5}',
    "900 levels": '{"properties": {"a":' * 900 + "{}" + "}}" * 900,
    "100,000 brackets": "[" * 100_000,
}


@pytest.mark.parametrize("name", DAMAGED)
def test_a_running_server_keeps_its_metadata_when_the_registry_is_damaged(served, collection, name):
    client = served({})
    before = client.get("/v1/thing/metadata/fields").get_json()
    with sqlite3.connect(collection / "thing.db") as connection:
        changed = "UPDATE searchapp_collections SET mapping = ?, generation = generation || 'a'"
        connection.execute(changed, [DAMAGED[name]])
    connection.close()
    assert client.get("/v1/thing/metadata/fields").get_json() == before
    assert_everything_answers(client)
    assert client.get("/status").get_json()["metadata_problems"] == {"thing": ["not refreshed: the data is not loaded"]}


def test_an_update_drops_stored_notes_that_cannot_be_used(served, collection):
    client = served({"stats": 5, "_loaded": 5, "_coverage": [], "x": 1})
    url = f"sqlite:///{collection}/thing.db"
    command = ["load", "thing", str(collection / "thing.ndjson"), "--update", "--instance", str(collection)]
    result = CliRunner().invoke(main, command, env={"SEARCHAPP_BACKEND": "sql", "SEARCHAPP_SQL_URL": url})
    assert result.exit_code == 0, result.output
    assert "metadata_problems" not in client.get("/status").get_json()
    found = client.get("/v1/thing/metadata").get_json()
    assert (found["stats"], found["x"]) == ({"total": 2}, 1)


WRONG_MAPPINGS = (
    {"mappings": 5},
    {"mappings": {"properties": []}},
    {"_meta": 5},
    {"properties": {"name": 5}},
    {"properties": {"name": {"type": ["text"]}}},
    {"properties": {"name": {"properties": {"a": None}}}},
)


@pytest.mark.parametrize("mapping", WRONG_MAPPINGS)
@pytest.mark.parametrize("backend", ["embedded", "sql"])
def test_a_mapping_file_of_another_form_is_refused_in_one_line(tmp_path, backend, mapping):
    result = loaded_with(mapping, tmp_path, backend)
    assert result.exit_code == 1
    assert result.output.endswith("a mapping must have properties, an object with an object for each field\n")


def test_a_file_with_notes_on_fields_is_no_mapping(tmp_path):
    result = loaded_with({"symbol": {"notes": "The name"}}, tmp_path, "embedded")
    assert (result.exit_code, result.output.count("\n")) == (1, 1)
    assert result.output.endswith("not a mapping, it has no properties; notes on fields are for --fields\n")


def loaded_with(mapping, folder, backend):
    """The result of a load with this mapping file."""
    (folder / "thing.ndjson").write_text('{"_id": "1", "name": "a"}')
    (folder / "mapping.json").write_text(json.dumps(mapping))
    command = ["load", "thing", str(folder / "thing.ndjson"), "--mapping", str(folder / "mapping.json")]
    return CliRunner().invoke(main, [*command, "--instance", str(folder), "--backend", backend])


@pytest.mark.parametrize(("levels", "code"), [(64, 0), (66, 1), (200, 1)])
def test_a_mapping_file_has_fields_about_as_deep_as_documents(tmp_path, levels, code):
    mapping = {"type": "keyword"}
    for _ in range(levels):
        mapping = {"properties": {"a": mapping}}
    result = loaded_with({"mappings": mapping}, tmp_path, "embedded")
    assert result.exit_code == code
    assert code == 0 or result.output.endswith("fields are nested deeper than 64 levels\n")


@pytest.mark.parametrize(
    ("backend", "code", "said"),
    [("embedded", 1, " line 1: Limit of mapping depth [64] has been exceeded"), ("sql", 0, "\nthing: 1 document\n")],
)
def test_a_name_with_3000_dots_is_no_field(tmp_path, backend, code, said):
    (tmp_path / "thing.ndjson").write_text(json.dumps({"_id": "1", ".".join("a" * 3000): 1}))
    command = ["load", str(tmp_path / "thing.ndjson"), "--instance", str(tmp_path), "--backend", backend]
    result = CliRunner().invoke(main, command)
    assert (result.exit_code, said in result.output) == (code, True)


def test_a_mapping_file_with_more_fields_than_an_index_has_is_refused_in_one_line(tmp_path):
    result = loaded_with({"properties": {f"f{n}": {"type": "keyword"} for n in range(32_001)}}, tmp_path, "embedded")
    assert result.exit_code == 1
    assert result.output == "Error: Limit of total fields [32000] has been exceeded\n"


@pytest.mark.parametrize("backend", ["embedded", "sql"])
def test_notes_of_null_are_loaded(tmp_path, backend):
    (tmp_path / "thing.ndjson").write_text('{"_id": "1"}')
    (tmp_path / "notes.json").write_text('{"stats": null, "src": null, "_field_notes": null}')
    command = ["load", "thing", str(tmp_path / "thing.ndjson"), "--metadata", str(tmp_path / "notes.json")]
    result = CliRunner().invoke(main, [*command, "--instance", str(tmp_path), "--backend", backend])
    assert result.exit_code == 0, result.output
