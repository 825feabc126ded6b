"""The option catalog, the API specification and what the service accepts agree."""

import json
import subprocess
import sys

import pytest
from openapi_spec_validator import validate

from searchapp.config.settings import SettingsError
from searchapp.options.catalog import MAX_TEXT
from searchapp.options.optionset import OptionSet
from searchapp.web.openapi.sharing import resolved
from searchapp.web.response.headers import EXPOSED

SAMPLES = {"boolean": "true", "integer": "1", "number": "1.5", "string": "x", "array": "symbol"}
OWN = {"matched": "alias", 
    "sort": "symbol", "facets": "status", "filter": "symbol:cdk2", "post_filter": "symbol:cdk2", "analyzer": "standard",
    "userquery": "any_symbol", "jmespath": ".|@", "search_type": "query_then_fetch", "fields": "symbol",
    "format": "json", "q": "symbol:cdk2", "fetch_all": "false", "rawquery": "false", "raw": "false",
    "scroll_id": None, "search_after": None, "generation": None, "id": None, "relax": "auto",
}  # fmt: skip


@pytest.fixture(scope="module")
def written(app):
    """The specification as it is served."""
    return app.test_client().get("/spec").json


@pytest.fixture(scope="module")
def spec(written):
    """The specification with shared parts in their places."""
    return resolved(written)


def operations(spec):
    for path, methods in spec["paths"].items():
        for method, operation in methods.items():
            yield path, method.upper(), operation


def described(operation):
    """The keywords of an operation: the name of each option with its other names."""
    found = {parameter["name"]: parameter for parameter in operation.get("parameters", ())}
    if "application/json" in operation.get("requestBody", {}).get("content", {}):
        found = operation["requestBody"]["content"]["application/json"]["schema"]["properties"]
    return {name: option.get("x-aliases", []) for name, option in found.items()}


def endpoint_of(path):
    last = path.rpartition("/")[2]
    return (
        last
        if last in ("query", "search", "lookup", "batch", "suggest", "metadata", "fields", "changes", "status", "spec")
        else "annotation"
    )


@pytest.mark.rule("E12")
def test_the_specification_is_valid(written):
    validate(written)


def test_two_types_are_described_in_80_kilobytes(configured):
    client = configured(ITEM_TYPES={"gene": {}, "disease": {}})
    assert len(client.get("/spec").data) < 80_000


def test_spec_info_says_who_offers_the_service(configured):
    info = {
        "contact": {"name": "Help", "email": "help@example.org"},
        "license": {"name": "CC0", "url": "https://creativecommons.org/publicdomain/zero/1.0/"},
        "termsOfService": "https://example.org/terms",
        "servers": [{"url": "https://api.example.org"}],
        "tags": [{"name": "gene", "description": "All about genes"}],
        "externalDocs": {"url": "https://docs.example.org"},
        "x-audience": "public",
    }
    found = configured(SPEC_INFO=info).get("/spec").json
    validate(found)
    assert {name: found["info"][name] for name in ("contact", "license", "termsOfService", "x-audience")} == {
        name: info[name] for name in ("contact", "license", "termsOfService", "x-audience")
    }
    assert (found["servers"], found["externalDocs"]) == (info["servers"], info["externalDocs"])
    described = {tag["name"]: tag["description"] for tag in found["tags"]}
    assert described["gene"] == "All about genes"
    assert set(described) >= {tag for _, _, operation in operations(found) for tag in operation["tags"]}


@pytest.mark.parametrize(
    "info", [{"contacts": {}}, {"license": {"url": "x"}}, {"servers": ["x"]}, {"termsOfService": 5}, {"contact": "me"}]
)
def test_spec_info_that_has_no_place_is_refused(configured, info):
    with pytest.raises(SettingsError, match="SPEC_INFO"):
        configured(SPEC_INFO=info)


USE = """
import sys
from made import Client
from made.api.gene import gene_get, gene_query

client = Client(sys.argv[1])
hits = gene_query.sync(client=client, q="symbol:CDK2")
document = gene_get.sync("HGNC:1771", client=client)
print(hits.total, document["symbol"])
"""


def test_a_generator_makes_a_client_of_it_that_is_answered(written, engine, servers, tmp_path):
    """Of all operations except those whose body is a list as text, which openapi-python-client does not know."""
    (tmp_path / "spec.json").write_text(json.dumps(written))
    generate = [
        "-m",
        "openapi_python_client",
        "generate",
        "--path",
        "spec.json",
        "--output-path",
        "made",
        "--meta",
        "none",
    ]

    def run(*arguments):
        return subprocess.run([sys.executable, *arguments], cwd=tmp_path, capture_output=True, text=True, timeout=120)

    made = run(*generate)
    assert made.returncode == 0, made.stderr
    names = {path.stem for path in (tmp_path / "made" / "api").glob("*/*.py")} - {"__init__"}
    expected = {operation["operationId"] for _, _, operation in operations(written)}
    assert expected - names == {name for name in expected if name.endswith("_list_post")}
    assert run("-c", USE, servers(engine)).stdout.split() == ["1", "CDK2"]


@pytest.mark.rule("E12", "N5", "CW13")
def test_it_names_every_option_that_is_accepted_and_no_other(spec, app):
    options = app.extensions["searchapp"].options
    for path, method, operation in operations(spec):
        accepted = OptionSet(options, endpoint_of(path), method).options
        assert described(operation) == {option.documented_name: option.other_names for option in accepted}, path


def test_the_specification_uses_the_names_of_the_documentation(spec):
    names = {parameter["name"] for parameter in spec["paths"]["/v1/gene/query"]["get"]["parameters"]}
    assert {"fields", "facets", "format", "sorted", "from"} <= names
    assert not {"_source", "aggs", "out_format", "_sorted"} & names


def test_a_text_may_be_as_long_as_it_says_and_no_longer(spec, client):
    parameters = spec["paths"]["/v1/gene/query"]["get"]["parameters"]
    limits = {
        one["name"]: one["schema"].get("maxLength") for one in parameters if one["schema"].get("type") == "string"
    }
    assert limits["q"] == MAX_TEXT
    assert client.get("/v1/gene/query", query_string={"q": "x" * MAX_TEXT}).status_code == 200
    assert client.get("/v1/gene/" + "x" * MAX_TEXT).status_code == 404
    for name, limit in limits.items():
        if limit:
            answer = client.get("/v1/gene/query", query_string={name: "x" * (limit + 1)})
            assert (answer.status_code, answer.json["keyword"]) == (400, name)


def test_the_specification_has_a_summary_for_each_path(spec):
    said = {(path, method): operation["summary"] for path, method, operation in operations(spec)}
    assert said["/v1/gene/{id}", "GET"] == "One document of Genes, by its id"
    assert said["/v1/gene/query", "POST"] == "Search Genes for several terms"
    assert said["/v1/disease/metadata/fields", "GET"] == "Fields of Diseases"
    assert said["/v1/query", "GET"] == "Search Genes"


def test_the_facts_about_an_item_type_are_among_its_paths(spec):
    tags = {path: operation["tags"] for path, _, operation in operations(spec)}
    assert tags["/v1/disease/metadata"] == tags["/v1/disease/query"] == ["disease"]
    assert tags["/metadata"] == ["service"]


def test_it_names_the_limits(spec):
    parameters = spec["paths"]["/v1/gene/query"]["get"]["parameters"]
    size = next(parameter for parameter in parameters if parameter["name"] == "size")
    assert size["schema"] == {"type": "integer", "minimum": 0, "maximum": 1000, "default": 10}
    body = spec["paths"]["/v1/gene"]["post"]["requestBody"]["content"]["application/json"]["schema"]
    assert (body["properties"]["id"]["maxItems"], body["required"]) == (1000, ["id"])


def test_it_names_the_limits_that_no_single_option_has(spec, configured):
    assert spec["info"]["x-limits"] == {
        "from + size": 10_000,
        "terms or ids of a POST": 1000,
        "hits that a POST may ask for": 100_000,
        "bytes of the documents of an answer": 16 * 2**20,
        "documents that one id may match": 1000,
        "product of the sizes of nested facets": 65_536,
        "bytes of a body": 8 * 2**20,
        "documents in a batch of a scroll": 1000,
        "seconds until an answer": 10,
    }
    assert configured(MAX_MATCHES=3).get("/spec").json["info"]["x-limits"]["documents that one id may match"] == 3


@pytest.mark.parametrize(
    "path", ["/v1/gene/HGNC:5?feilds=x", "/v1/gene/query?q=kinase&feilds=x&fields=nothing", "/metadata?devv=1"]
)
def test_it_names_the_headers_of_answers(spec, client, path):
    given = set(client.get(path).headers.keys()) & {"Link", *EXPOSED}
    operation = spec["paths"][path.partition("?")[0].replace("HGNC:5", "{id}")]["get"]
    assert given - set(operation["responses"]["200"]["headers"]) == set()
    assert {"X-Data-Version", "ETag"} <= given
    assert operation["responses"]["304"]["description"]


def test_a_list_and_an_id_that_no_path_can_hold_are_asked_for_at_one_path(spec):
    assert set(spec["paths"]["/v1/gene"]) == {"get", "post"}
    parameters = spec["paths"]["/v1/gene"]["get"]["parameters"]
    assert [(one["in"], one["required"]) for one in parameters if one["name"] == "id"] == [("query", True)]


def test_it_has_examples(spec):
    parameters = spec["paths"]["/v1/gene/query"]["get"]["parameters"]
    assert next(parameter for parameter in parameters if parameter["name"] == "q")["examples"]


def test_its_examples_are_answered(spec, client):
    for path, method, operation in operations(spec):
        for parameter in operation.get("parameters", ()):
            for example in parameter.get("examples", {}).values():
                name, value = parameter["name"], example["value"]
                query = {} if "{id}" in path else {name: value}
                answer = client.get(path.replace("{id}", value), query_string=query)
                assert answer.status_code == 200, (path, value)
        if method == "POST" and "example" in operation["requestBody"]["content"].get("application/json", {}):
            found = client.post(path, json=operation["requestBody"]["content"]["application/json"]["example"])
            assert found.status_code == 200, path


def test_ids_of_the_collection_are_examples(spec):
    parameters = spec["paths"]["/v1/gene/{id}"]["get"]["parameters"]
    examples = next(parameter for parameter in parameters if parameter["name"] == "id")["examples"]
    assert all(example["value"].startswith("HGNC:") for example in examples.values())


def test_every_path_of_it_answers(spec, client):
    for path in spec["paths"]:
        assert client.get(path.replace("{id}", "HGNC:5")).status_code in (200, 400, 404), path


def test_every_option_of_a_query_is_accepted(spec, client):
    for parameter in spec["paths"]["/v1/gene/query"]["get"]["parameters"]:
        name, schema = parameter["name"], parameter["schema"]
        value = OWN.get(name, SAMPLES.get(schema.get("type"), "true"))
        if value is None:
            continue
        answer = client.get("/v1/gene/query", query_string={"q": "symbol:cdk2", "strict": "true", name: value})
        assert answer.status_code == 200, (name, answer.get_data(as_text=True))


def test_a_value_beyond_a_limit_of_it_is_refused(spec, client):
    limited = [
        (parameter["name"], parameter["schema"]["maximum"])
        for parameter in spec["paths"]["/v1/gene/query"]["get"]["parameters"]
        if "maximum" in parameter["schema"]
    ]
    assert {name for name, _ in limited} >= {"size", "from", "facet_size"}
    for name, maximum in limited:
        answer = client.get("/v1/gene/query", query_string={name: maximum + 1})
        assert (answer.status_code, answer.json["keyword"], answer.json["max"]) == (400, name, maximum)


@pytest.mark.rule("N2")
def test_under_a_type_it_describes_this_type(client):
    paths = client.get("/v1/disease/spec").json["paths"]
    assert "/v1/disease/query" in paths
    assert "/v1/gene/query" not in paths


def test_every_route_of_a_type_is_described(spec, app):
    """Those of the reconciliation API are described by its manifest."""
    rules = {
        str(rule).replace("<id:id>", "{id}") for rule in app.url_map.iter_rules() if str(rule).startswith("/v1/gene")
    }
    described_paths = set(spec["paths"])
    assert {rule for rule in rules if "/reconcile" not in rule} - described_paths == set()


@pytest.mark.rule("CW13", "N2")
def test_the_paths_without_an_item_type_are_described(spec):
    assert {"/v1/metadata", "/v1/metadata/fields", "/v1/spec", "/v1/query", "/metadata", "/status"} <= set(
        spec["paths"]
    )


@pytest.mark.rule("R9")
def test_lists_are_described_as_they_are_written(configured):
    def answer(client, method, path, kind="application/json"):
        found = resolved(client.get("/spec").json)["paths"][path][method]["responses"]["200"]["content"][kind]["schema"]
        return found.get("anyOf", [found])

    wrapped, plain = configured(JSON_WRAP_LISTS=True), configured()
    results = {"$ref": "#/components/schemas/Results"}
    hits = {"type": "object", "required": ["hits"], "properties": {"hits": results}}
    assert answer(wrapped, "post", "/v1/gene/query")[0] == hits
    assert answer(wrapped, "post", "/v1/gene/query", "application/yaml")[0] == results
    assert answer(plain, "post", "/v1/gene/query")[0] == results
    assert answer(wrapped, "get", "/v1/gene/{id}")[1]["properties"]["hits"]["type"] == "array"


def test_no_values_of_a_facet_cannot_be_asked_for(spec, client):
    parameters = spec["paths"]["/v1/gene/query"]["get"]["parameters"]
    assert next(one for one in parameters if one["name"] == "facet_size")["schema"]["minimum"] == 1
    refused = client.get("/v1/gene/query?facets=status&facet_size=0")
    assert (refused.status_code, refused.json["error"]) == (400, "facet_size must be a whole number from 1 to 1000")


@pytest.mark.parametrize("base", ["https://x.example/", "https://x.example"])
def test_its_paths_follow_the_address_of_the_service(configured, base):
    assert configured(BASE_URL=base).get("/spec").json["servers"] == [{"url": "https://x.example"}]
    assert configured().get("/spec").json["servers"] == [{"url": "/"}]


def test_the_names_of_operations_are_unique(spec):
    names = [operation["operationId"] for _, _, operation in operations(spec)]
    assert len(names) == len(set(names))
