"""The blueprints of the application: one for each kind of path, with the paths of every item type."""

import pytest

from searchapp import create_app

NAMES = ["annotation", "query", "batch", "metadata", "service", "downloads", "mcp", "reconcile", "pages"]
PATHS = {
    "/v1/gene": "annotation",
    "/v1/gene/HGNC:5": "annotation",
    "/v1/disease/query": "query",
    "/v1/disease/suggest": "query",
    "/v1/query": "query",
    "/search": "query",
    "/v1/gene/metadata": "metadata",
    "/v1/metadata/fields": "metadata",
    "/metadata": "metadata",
    "/v1/gene/metadata/changes": "metadata",
    "/v1/gene/reconcile": "reconcile",
    "/v1/gene/spec": "service",
    "/spec": "service",
    "/status/live": "service",
    "/metrics": "service",
    "/": "pages",
    "/docs": "pages",
    "/docs/files/swagger-ui.css": "pages",
    "/static/style.css": "pages",
}


@pytest.fixture(scope="module")
def app(embedded_engine):
    return create_app(embedded_engine.config)


def test_the_blueprints_match_the_design(app):
    assert list(app.blueprints) == NAMES


@pytest.mark.parametrize(("path", "name"), PATHS.items())
def test_a_path_belongs_to_one_of_them(app, path, name):
    with app.test_request_context(path) as context:
        assert context.request.blueprint == name


def test_no_path_is_outside_of_them(app):
    assert {rule.endpoint.partition(".")[0] for rule in app.url_map.iter_rules()} == set(NAMES)


@pytest.mark.parametrize("name", ["default", "root", "version", "service", "pages", "annotation", "options"])
def test_an_item_type_may_be_called_like_one_of_ours(tmp_path, name):
    app = create_app({"INSTANCE": str(tmp_path), "ITEM_TYPES": {name: {}, "gene": {}}, "URL_PREFIX": "pre"})
    with app.test_request_context(f"/pre/v1/{name}/query") as context:
        assert context.request.endpoint == f"query.query:{name}"
