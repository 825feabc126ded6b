"""Query: hits and facets for a term, a flat list of hits for a list of terms, completions of a text."""

from collections.abc import Mapping
from typing import Any

from flask import Blueprint, Response, request

from ..components import ItemType
from ..did_you_mean import did_you_mean
from ..errors import PipelineError, quoted
from ..federated import named_types, search_all
from .addresses import current_pairs
from .endpoint import Answer, Endpoint
from .response.headers import no_version
from .response.links import Links, link
from .routes import Routes, refuse_writing


def query_blueprint(routes: Routes) -> Blueprint:
    """`query` and `suggest` of every item type and of the default one, and `/search`, whose type is a parameter."""
    blueprint = Blueprint("query", __name__)
    endpoints = {item_type.name: query(routes, item_type) for item_type in routes.components.item_types.values()}
    for mount in (*routes.of_types, routes.of_default):
        mount.add(blueprint, "/query", "query", endpoints[mount.item_type.name].view, post=True)
        mount.add(blueprint, "/suggest", "suggest", suggest(routes, mount.item_type).view)
    for mount in routes.of_types:
        refuse_writing(blueprint, mount, "suggest")
    everywhere = search_everywhere(routes)
    routes.of_default.add(blueprint, "/search", "everywhere", everywhere.view)

    def search() -> Response:
        """The results of the search form. The type `*`, or none of several, is all collections.

        No text finds everything.
        """
        asked = request.args.get("type", "")
        if is_empty_form():
            return Response(status=302, headers={"Location": link(current_pairs(), q=None)})
        if asked == "*" or (not asked and len(endpoints) > 1):
            return everywhere.view()
        return endpoints[requested_type(routes).name].view()

    def build() -> Response:
        """The search builder, or the results that its form asks for."""
        return routes.pages.build(requested_type(routes))

    for mount in routes.of_service:
        blueprint.add_url_rule(f"{mount.path}/build", mount.endpoint("build"), build)
        blueprint.add_url_rule(f"{mount.path}/search", mount.endpoint("search"), search)
    return blueprint


def requested_type(routes: Routes) -> ItemType:
    """The item type that the parameter `type` names, the default one without it. PipelineError for an unknown name."""
    item_types, name = routes.components.item_types, request.args.get("type", "")
    if name and name not in item_types:
        raise PipelineError(
            400, f"type: there is no item type {quoted(name)}{did_you_mean(name, item_types)}", {"keyword": "type"}
        )
    return item_types[name] if name else routes.components.default


def is_empty_form() -> bool:
    """Whether a browser sends the search form without a text; for programs an empty text finds nothing."""
    asked = request.args.get("q")
    is_page = "format" not in request.args and "text/html" in request.headers.get("Accept", "")
    return is_page and asked is not None and not asked.strip()


def query(routes: Routes, item_type: ItemType) -> Endpoint:
    """Searches; without `q` every document is a hit."""
    pipeline = item_type.pipeline
    return routes.endpoint(
        "query",
        item_type,
        pipeline.search,
        routes.pages.results(item_type),
        page_answer=routes.pages.browsed(item_type, pipeline.search),
        stream=pipeline.stream,
        streams=routes.streams,
        links=Links.of(routes.components.settings),
        columns=routes.columns(item_type),
    )


def search_everywhere(routes: Routes) -> Endpoint:
    """Searches all collections at once."""
    return routes.endpoint(
        "search",
        routes.components.default,
        all_types_answer(routes.components.item_types),
        routes.pages.everywhere,
        page_answer=all_types_answer(routes.components.item_types, routes.pages.everywhere_options()),
        version=no_version,
    )


def all_types_answer(item_types: Mapping[str, ItemType], own: Mapping[str, Any] | None = None) -> Answer:
    """The answer function for all collections, or the named ones; `own` has the additional options of a page."""

    def answer(**options: Any) -> Any:
        chosen = named_types(item_types, options.pop("item_types", None))
        return search_all(chosen, options.pop("q", None), {**(own or {}), **options})

    return answer


def suggest(routes: Routes, item_type: ItemType) -> Endpoint:
    """Completes a text; an empty text has no suggestions."""
    return routes.endpoint("suggest", item_type, item_type.pipeline.suggest, routes.pages.object("Suggestions"))
