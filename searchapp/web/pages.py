"""HTML: the pages that a browser shows, each made from the same data as its JSON twin."""

from collections.abc import Mapping
from typing import Any
from urllib.parse import quote

from flask import Flask, render_template, request, url_for

from ..components import Components, ItemType
from ..errors import PipelineError
from . import results
from .endpoint import Options, Page
from .request import query_pairs
from .service import quietly, root_path

TWINS = ("json", "yaml", "msgpack")
FACETED = ("keyword", "boolean")
FACET_CHOICES = 40


class Pages:
    """Makes every page of one application."""

    def __init__(self, components: Components):
        self.components = components
        self.settings = components.settings

    def results(self, item_type: ItemType) -> Page:
        """The page of a query: a table of hits, facets, pager; or the flat list of several queries."""

        def page(data: Any, options: Options) -> str:
            if isinstance(data, Mapping) and "total" in data:
                return self.hits(item_type, data, options)
            return self.list_or_object(item_type, data)

        return page

    def document(self, item_type: ItemType) -> Page:
        """The page of a document, or the list of several."""

        def page(data: Any, options: Options) -> str:
            if not isinstance(data, Mapping) or "_id" not in data:
                return self.list_or_object(item_type, data)
            titles = [results.cell(data, name) for name in item_type.settings["title_fields"]]
            title = " – ".join(filter(None, titles)) or str(data["_id"])
            return self.render("document.html", item_type=item_type, document=data, title=title)

        return page

    def hits(self, item_type: ItemType, data: Mapping[str, Any], options: Options) -> str:
        """The table of results with everything around it."""
        pairs = current_pairs()
        fields = quietly(lambda: self.components.metadata.fields(item_type.name)) or {}
        hits = data.get("hits", [])
        names = results.columns(hits, options.get("_source") or (), table_fields(item_type))
        start, size = options.get("from_") or 0, given(options.get("size"), self.settings["SIZE"])
        text = options.get("filter")
        facets = data.get("facets", {})
        return self.render(
            "results.html",
            item_type=item_type,
            data=data,
            options=options,
            headings=headings(pairs, names, fields, options.get("sort") or []),
            rows=[{"id": hit["_id"], "cells": [results.cell(hit, name) for name in names]} for hit in hits],
            facets={
                name: {**facet, "rows": results.facet_rows(pairs, name, facet, text)} for name, facet in facets.items()
            },
            facet_choices=facet_choices(fields, facets, pairs),
            chips=results.chips(pairs, text),
            pager=results.pager(pairs, data["total"], start, size, self.settings["MAX_WINDOW"]),
            twins=twins([pair for pair in pairs if pair[0] != "type"], type_url(item_type, "query")),
        )

    def list_or_object(self, item_type: ItemType, data: Any) -> str:
        """The flat list of a batch as a table; anything else, such as a raw answer, as it is."""
        entries = data.get("hits") if isinstance(data, Mapping) else data
        if not isinstance(entries, list) or not all(isinstance(entry, Mapping) for entry in entries):
            return self.object("Answer")(data, {})
        names = results.columns([entry for entry in entries if "_id" in entry], (), table_fields(item_type))
        rows = [{"hit": entry, "cells": [results.cell(entry, name) for name in names]} for entry in entries]
        return self.render("batch.html", item_type=item_type, names=names, rows=rows, data=data)

    def fields(self, item_type: ItemType) -> Page:
        """The page of the fields."""

        def page(data: Any, options: Options) -> str:
            if options.get("raw"):
                return self.object("Fields")(data, options)
            return self.render("fields.html", fields=data, item_type=item_type, options=options)

        return page

    def sources(self, item_type: ItemType) -> Page:
        """The page of the sources."""
        return lambda data, options: self.render("sources.html", data=data, item_type=item_type)

    def spec(self, data: Any, options: Options) -> str:
        """The page of the API."""
        return self.render("spec.html", data=data)

    def front(self, data: Any, options: Options) -> str:
        """The front page."""
        base = self.settings["BASE_URL"] or request.host_url
        return self.render("front.html", data=data, base=base.rstrip("/"))

    def object(self, title: str) -> Page:
        """A page that shows any data as a nested list."""
        return lambda data, options: self.render("object.html", title=title, data=data)

    def error(self, data: Any, options: Options) -> str:
        """The page of an error, in the same look."""
        return self.render("error.html", error=data)

    def render(self, template: str, **values: Any) -> str:
        others = {} if request.method == "POST" else twins(current_pairs(), "")
        return render_template(
            template, components=self.components, settings=self.settings, **{"twins": others, **values}
        )


def given(value: Any, default: Any) -> Any:
    """The value, or the default when it was not given."""
    return default if value is None else value


def current_pairs() -> results.Pairs:
    """The parameters of the current request but the format, none where they cannot be read."""
    try:
        return [(key, value) for key, value in query_pairs(request.environ) if key not in ("format", "out_format")]
    except PipelineError:
        return []


def twins(pairs: results.Pairs, path: str) -> dict[str, str]:
    """The addresses of the same answer in other formats."""
    return {name: path + results.link(pairs, format=name) for name in TWINS}


def table_fields(item_type: ItemType) -> list[str]:
    return list(item_type.settings["table_fields"] or item_type.settings["title_fields"])


def headings(
    pairs: results.Pairs, names: list[str], fields: Mapping[str, Any], sort: list[str]
) -> list[dict[str, Any]]:
    """The columns of the table, each with the address that sorts by it."""
    kinds = {name: fields.get(name, {}).get("type") for name in names}
    return [{"name": name, **results.sort_link(pairs, name, kinds[name], sort)} for name in names]


def facet_choices(fields: Mapping[str, Any], shown: Mapping[str, Any], pairs: results.Pairs) -> list[dict[str, str]]:
    """Fields that can be counted beside those that are, each with the address that counts it too."""
    names = [name for name, field in fields.items() if field.get("type") in FACETED and name not in shown]
    return [
        {"name": name, "href": results.link(pairs, aggs=",".join([*shown, name]))} for name in names[:FACET_CHOICES]
    ]


def type_url(item_type: ItemType, endpoint: str, **values: Any) -> str:
    """The address of something of an item type."""
    return url_for(f"type-{item_type.name}.{endpoint}", **values)


def document_url(item_type: ItemType, id: str) -> str | None:
    """The address of a document, None for an id that no path can hold."""
    return None if "/" in id or not id else type_url(item_type, "document", id=id)


def is_link(value: Any) -> bool:
    """True for a text that can stand as a link."""
    return isinstance(value, str) and value.startswith(("http://", "https://")) and not set(value) & set(" <>\"'\n\t")


def linkout(templates: Mapping[str, str], path: str, value: Any) -> str | None:
    """The address outside that a field's value has by configuration, None for none."""
    template = templates.get(path)
    if template is None or not isinstance(value, str | int) or isinstance(value, bool):
        return None
    found = template.replace("{value}", quote(str(value), safe=":"))
    return found if is_link(found) else None


def register_pages(app: Flask, static_folder: str) -> None:
    """What the templates use beside their values, and the files that they link."""
    app.jinja_env.trim_blocks = app.jinja_env.lstrip_blocks = True
    app.jinja_env.globals.update(is_link=is_link, linkout=linkout, type_url=type_url, document_url=document_url)
    app.static_folder = static_folder
    app.add_url_rule(f"{root_path(app.config)}/static/<path:filename>", "static", app.send_static_file)
