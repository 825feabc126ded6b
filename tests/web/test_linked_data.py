"""JSON-LD of documents and collections, and Croissant."""

import json
import re

import mlcroissant
import pytest

pytestmark = pytest.mark.filterwarnings("ignore:ConjunctiveGraph:DeprecationWarning")  # of rdflib

PAGE = {"Accept": "text/html"}
SCRIPT = re.compile(r'<script type="application/ld\+json">(.*?)</script>', re.DOTALL)
RULES = {
    "@type": "Gene",
    "@context": ["https://schema.org/", {"dct": "http://purl.org/dc/terms/"}],
    "dct:conformsTo": {"@id": "https://bioschemas.org/profiles/Gene/1.0-RELEASE"},
    "name": "symbol",
    "alternateName": ["alias.symbol", "prev.symbol"],
    "sameAs": ["https://www.ncbi.nlm.nih.gov/gene/{xref.entrez}", "https://example.org/{nothing}"],
    "taxonomicRange": {"@type": "Taxon", "name": "nothing"},
    "isPartOf": {"@type": "DefinedTerm", "name": "locus_type"},
}


def embedded(client, path):
    """The JSON-LD of a page."""
    return json.loads(SCRIPT.search(client.get(path, headers=PAGE).text)[1])


@pytest.fixture(scope="module")
def described(embedded_engine):
    from searchapp import create_app

    types = {"gene": {"jsonld": RULES}, "disease": {}}
    return create_app(embedded_engine.config | {"ITEM_TYPES": types, "BASE_URL": "https://example.org"}).test_client()


def test_a_document_is_described_by_the_mapping_of_its_type(described):
    answer = described.get("/v1/gene/HGNC:1771?format=jsonld")
    assert answer.mimetype == "application/ld+json"
    assert answer.json == {
        "@context": RULES["@context"],
        "@id": "https://example.org/v1/gene/HGNC:1771",
        "@type": "Gene",
        "identifier": "HGNC:1771",
        "url": "https://example.org/v1/gene/HGNC:1771",
        "dct:conformsTo": RULES["dct:conformsTo"],
        "name": "CDK2",
        "sameAs": "https://www.ncbi.nlm.nih.gov/gene/1017",
        "isPartOf": {"@type": "DefinedTerm", "name": "gene with protein product"},
    }
    assert embedded(described, "/v1/gene/HGNC:1771") == answer.json


def test_without_a_mapping_a_document_has_its_title(described):
    found = described.get("/v1/disease/DOID:4", headers={"Accept": "application/ld+json"}).json
    assert (found["@type"], found["name"], found["identifier"]) == ("Thing", "disease", "DOID:4")


def test_documents_of_a_list_are_a_graph(described):
    found = described.post("/v1/gene", json={"ids": ["HGNC:5", "nothing", "HGNC:7"], "format": "jsonld"}).json
    assert [one["name"] for one in found["@graph"]] == ["A1BG", "A2M"]


def test_jsonld_is_a_format_of_documents_only(described):
    answer = described.get("/v1/gene/query?format=jsonld")
    assert (answer.status_code, answer.json["keyword"]) == (400, "out_format")
    assert described.get("/v1/gene/nothing?format=jsonld").json["code"] == 404


def test_the_front_page_is_a_catalogue_of_data_sets(described):
    found = embedded(described, "/")
    assert found["@type"] == "DataCatalog"
    assert [(one["@type"], one["url"]) for one in found["dataset"]] == [
        ("Dataset", "https://example.org/v1/gene/metadata"),
        ("Dataset", "https://example.org/v1/disease/metadata"),
    ]


def test_the_page_of_sources_is_a_data_set_with_its_files(described):
    found = embedded(described, "/v1/gene/metadata")
    assert found["license"] == ["https://creativecommons.org/publicdomain/zero/1.0/"]
    assert found["creator"][0]["name"] == "HUGO Gene Nomenclature Committee"
    assert [one["encodingFormat"] for one in found["distribution"]] == ["application/x-ndjson", "text/csv"]
    for one in found["distribution"]:
        path = one["contentUrl"].removeprefix("https://example.org")
        assert described.get(path).mimetype == one["encodingFormat"]


def test_text_cannot_end_the_script(configured):
    title = "</script><script>alert(1)"
    client = configured(TITLE=title)
    assert embedded(client, "/")["name"] == title
    assert "<script>alert" not in client.get("/", headers=PAGE).text


@pytest.mark.parametrize(("path", "names"), [("/v1/gene/metadata", ["gene"]), ("/metadata", ["gene", "disease"])])
def test_croissant_is_valid_for_its_own_library(described, path, names):
    found = described.get(f"{path}?format=croissant").json
    checked = mlcroissant.Dataset(jsonld=found)
    assert not checked.metadata.ctx.issues.errors
    assert [one["name"] for one in found["recordSet"]] == names


def test_croissant_loads_the_documents(base_url):
    checked = mlcroissant.Dataset(jsonld=f"{base_url}/v1/edge/metadata?format=croissant")
    record = next(iter(checked.records("edge")))
    assert record["edge/_id"]


def test_a_mapping_that_cannot_be_read_stops_the_start(configured):
    from searchapp.config.settings import SettingsError

    with pytest.raises(SettingsError, match="jsonld"):
        configured(ITEM_TYPES={"gene": {"jsonld": {"name": 5}}})
