import re
import runpy
from importlib.metadata import EntryPoint
from pathlib import Path

import pytest
from flask import Blueprint, abort

from searchapp.config import plugins
from searchapp.config.settings import SettingsError
from searchapp.errors import PipelineError
from searchapp.web.response.formats import Format
from tests.mock_app.obo import OBO

CONFIG = runpy.run_path(str(Path(__file__).with_name("config.py")))


@pytest.fixture
def installed(monkeypatch):
    """A function that says which entry points installed packages bring, by name; tests/test_package.py installs one."""

    def install(**values):
        found = [EntryPoint(name, value, plugins.GROUP) for name, value in values.items()]
        monkeypatch.setattr(plugins, "installed", lambda: sorted(found, key=lambda plugin: plugin.name))

    return install


@pytest.fixture
def client(configured, installed):
    installed(obo="tests.mock_app.obo:OBO")
    return configured(**{name: value for name, value in CONFIG.items() if name.isupper()})


def hits(client, path):
    return client.get(path).get_json()["hits"]


def test_the_builder_of_the_application_reads_the_terms(client):
    assert hits(client, "/v1/gene/query?q=cdk2")[0]["symbol"] == "CDK2"
    query = client.get("/v1/gene/query?q=cdk2&rawquery").get_json()["query"]
    assert query["dis_max"]["queries"][0] == {"term": {"symbol": {"value": "cdk2", "boost": 100}}}


def test_an_option_of_the_application_filters(client):
    path = "/v1/gene/query?q=symbol:cdk*&size=20"
    everything = client.get(path).get_json()["total"]
    some = client.get(f"{path}&locus_group=protein-coding gene").get_json()
    assert 0 < some["total"] < everything
    assert {hit["locus_group"] for hit in some["hits"]} == {"protein-coding gene"}


def test_the_formatter_of_the_application_changes_the_documents(client):
    label = "CDK2: cyclin dependent kinase 2"
    assert hits(client, "/v1/gene/query?q=symbol:cdk2&labels")[0]["label"] == label
    assert client.get("/v1/gene/HGNC:1771?labels").get_json()["label"] == label
    assert "label" not in client.get("/v1/gene/HGNC:1771").get_json()


def test_changed_defaults_limits_and_aliases_hold(client):
    assert len(hits(client, "/v1/gene/query?q=symbol:cdk*")) == 3
    assert len(hits(client, "/v1/gene/query?q=symbol:cdk*&rows=5")) == 5
    assert client.get("/v1/gene/query?rows=21").get_json()["max"] == 20
    assert client.get("/v1/gene/HGNC:1771").get_json()["xref.uniprot"] == "P24941"


def test_changed_defaults_decide_the_columns_of_a_table(configured):
    client = configured(CHANGED_OPTIONS={"fields": {"default": ["symbol"]}, "version": {"default": True}})
    found = client.get("/v1/gene/query?q=symbol:cdk2&format=csv&score=false").get_data(as_text=True)
    assert found.splitlines() == ["_id,_version,symbol", "HGNC:1771,1,CDK2"]


def parameters(client, path):
    """The parameters of a GET in the specification of genes, by their names."""
    specification = client.get("/v1/gene/spec").get_json()
    shared = specification["components"]["parameters"]
    listed = specification["paths"][path]["get"]["parameters"]
    resolved = [shared[one["$ref"].rpartition("/")[2]] if "$ref" in one else one for one in listed]
    return {parameter["name"]: parameter for parameter in resolved}


def test_the_specification_knows_the_options_of_the_application(client):
    assert {"group", "labels"} <= {*parameters(client, "/v1/gene/query"), *parameters(client, "/v1/gene/{id}")}


def test_the_other_applications_are_not_changed(configured):
    assert len(hits(configured(), "/v1/gene/query?q=symbol:cdk*")) == 10


STANZA = "[Term]\nid: HGNC:1771\nname: cyclin dependent kinase 2\n"


@pytest.mark.parametrize(
    ("path", "options"),
    [
        ("/v1/gene/query", {"q": "symbol:cdk2"}),
        ("/v1/gene/HGNC:1771", {}),
        ("/v1/query", {"q": "symbol:cdk2", "fetch_all": "true"}),
    ],
)
def test_a_plugin_brings_a_format(client, path, options):
    named = client.get(path, query_string={**options, "format": "obo"})
    accepted = client.get(path, query_string=options, headers={"Accept": "text/obo"})
    for answer in (named, accepted):
        assert (answer.status_code, answer.mimetype) == (200, "text/obo")
        assert answer.text.partition("\n\n")[2] == STANZA


def test_a_format_of_documents_is_not_offered_elsewhere(client):
    assert client.get("/v1/gene/metadata?format=obo").status_code == 400
    assert client.get("/v1/gene/metadata", headers={"Accept": "text/obo"}).mimetype == "application/json"
    assert client.get("/v1/gene/query?size=x&format=obo").get_json()["keyword"] == "size"


def test_the_specification_knows_the_format(client):
    responses = client.get("/v1/gene/spec").get_json()["components"]["responses"]
    assert "obo" in parameters(client, "/v1/gene/query")["format"]["schema"]["enum"]
    assert "text/obo" in responses["query"]["content"]


def test_an_application_brings_a_page(client):
    page = client.get("/groups")
    assert page.status_code == 200
    assert "<title>Genes by symbol</title>" in page.text
    assert ">protein-coding gene</a>" in page.text
    (address, *_) = [part.partition('"')[0] for part in page.text.split('<li><a href="')[1:]]
    assert client.get(address.replace("&amp;", "&")).status_code == 200


def test_a_plugin_brings_a_page(configured, installed):
    installed(groups="tests.mock_app.pages:pages")
    assert configured().get("/groups").status_code == 200


def test_the_page_of_the_application_is_linked_in_the_head_of_every_page(client):
    here, elsewhere = (client.get(path).get_data(as_text=True) for path in ("/groups", "/"))
    assert '<a href="/groups" aria-current="page">Groups</a>' in here
    assert '<a href="/groups">Groups</a>' in elsewhere


def test_a_plugin_that_cannot_be_loaded_stops_the_start_by_name(configured, installed):
    installed(broken="tests.mock_app.nothing:PAGES")
    with pytest.raises(SettingsError, match=r"the plugin broken \(tests.mock_app.nothing:PAGES\) cannot be loaded"):
        configured()


def test_a_plugin_of_another_kind_stops_the_start_by_name(configured, installed):
    installed(other="tests.mock_app.obo:obo_lines")
    with pytest.raises(SettingsError, match=r"the plugin other must be a Format, Blueprint or Database, not function"):
        configured()


@pytest.mark.parametrize(
    ("setting", "value", "message"),
    [
        ("EXTRA_FORMATS", ["obo"], "EXTRA_FORMATS must hold Format declarations"),
        ("EXTRA_FORMATS", [Format("obo", "text/obo")], "the format obo needs a function in write or in lines"),
        ("EXTRA_PAGES", ["groups"], "EXTRA_PAGES must hold blueprints of Flask"),
        ("EXTRA_PAGES", [Blueprint("service", __name__)], "the pages service cannot be added"),
        ("NAVIGATION", {"Groups": "javascript:alert(1)"}, "NAVIGATION: Groups must lead to a path"),
    ],
)
def test_objects_that_are_no_format_or_page_stop_the_start(configured, setting, value, message):
    with pytest.raises(SettingsError, match=message):
        configured(**{setting: value})


def test_the_setting_wins_over_a_plugin(configured, installed):
    installed(obo="tests.mock_app.obo:OBO")
    other = Format("obo", "text/other", lines=OBO.lines)
    assert configured(EXTRA_FORMATS=[other]).get("/v1/gene/HGNC:5?format=obo").mimetype == "text/other"


def blocks_of_the_page():
    page = (Path(__file__).parents[2] / "docs" / "customizing.md").read_text()
    return re.findall(r"^```(?:python|html)\n(.*?)^```$", page, re.M | re.S)


@pytest.mark.parametrize("block", blocks_of_the_page())
def test_the_code_of_the_documentation_is_that_of_the_application(block):
    folder = Path(__file__).parent
    files = {path.name: path.read_text() for path in (*folder.glob("*.py"), *folder.glob("templates/*.html"))}
    assert [name for name, text in files.items() if block in text]


def test_the_documentation_shows_every_part():
    assert len(blocks_of_the_page()) == 6


def test_the_reason_of_a_page_is_the_error_in_every_format(configured):
    pages = Blueprint("refusing", __name__)

    @pages.get("/refuse/<int:code>")
    def refuse(code):
        abort(code, "no such group")

    @pages.get("/broken")
    def broken():
        raise PipelineError(409, "no such group", {"groups": {1, 2}, "owner": None, "tree": {"a": [object]}})

    client = configured(EXTRA_PAGES=(pages,))
    for code in (400, 404, 409, 422):
        body = {"code": code, "success": False, "error": "no such group"}
        assert client.get(f"/refuse/{code}").get_json() == body
        assert ">no such group<" in client.get(f"/refuse/{code}?format=html").text
    for name in ("json", "yaml", "msgpack", "html"):
        answer = client.get("/broken", headers={"Accept": {"html": "text/html"}.get(name, f"application/{name}")})
        assert (answer.status_code, b"no such group" in answer.data.lower()) == (409, True)
