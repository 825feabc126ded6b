"""All pages of one application: a method for each, which passes data to a template."""

from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any

from flask import Flask, Response, current_app, g, request, stream_template

from ...components import Components, ItemType
from ...errors import ErrorKind
from ...querystring.writing import exists_text, is_word, phrase_text
from .. import addresses
from ..addresses import alternates, canonical, current_pairs, other_formats, type_url
from ..discovery.datasets import catalog, dataset
from ..discovery.jsonld import CONTEXT, document_jsonld
from ..discovery.signposting import link_header, of_dataset, of_service
from ..endpoint import Answer, Options, Page
from ..field_values import date_of_parts
from ..guessed_settings import known_fields, page_settings, title_fields
from ..openapi.sharing import resolved, tagged
from ..response.headers import LINKS
from ..sources import notes_of
from .defaults import value_texts
from .document import near
from .document import values as documents
from .document.page import page_values
from .errors import advice, heading, pointer
from .field_names import in_list
from .fields import field_rows
from .front import front_values
from .labels import headings, table_labels
from .results import everywhere, hits, page_options
from .results.filters import field_filter
from .results.page_options import for_readers
from .results.table import columns, wanted_fields
from .search_builder.page import builder_values, target
from .values import highlighting, readable
from .values.brief import halves
from .values.durations import readable_duration
from .values.markup import without_markup
from .values.pictures import is_image

OF_ENTRIES = frozenset(("query", "found", "notfound"))
"""Keys of the entry for a term that are not fields."""


MAX_ID = 100
"""Characters of the longest id for which similar ones are looked for."""

OF_DOCUMENTS = ("document.html", "results.html", "batch.html")
"""Pages of documents, which are also available in formats of lines."""

NOT_INDEXED = ("results.html", "batch.html", "build.html", "error.html", "object.html", "everywhere.html")
"""Pages that web search engines should not list."""


class Pages:
    """Makes every page of one application."""

    def __init__(self, components: Components):
        self.components = components
        self.settings = settings = components.settings
        self.root = f"/{settings['URL_PREFIX']}" if settings["URL_PREFIX"] else ""

    def browsed(self, item_type: ItemType, answer: Answer) -> Answer:
        """The answer to a query with the additional data of its page."""
        return page_options.browsed(self.components, item_type, answer)

    def results(self, item_type: ItemType) -> Page:
        """The page of a query: a table of hits, facets, pager; or the flat list of several queries."""

        def page(data: Any, options: Options) -> str:
            if isinstance(data, Mapping) and "total" in data and ("hits" in data or "facets" in data):
                return self.render("results.html", **hits.values(self.components, item_type, data, options))
            return self.list_or_object(item_type, data, options)

        return page

    def document(self, item_type: ItemType) -> Page:
        """The page of a document, or the list of several."""

        def page(data: Any, options: Options) -> str:
            if not isinstance(data, Mapping) or "_id" not in data:
                return self.list_or_object(item_type, data, options)
            linked = document_jsonld(self.components, item_type, data)
            return self.render("document.html", **page_values(self.components, item_type, data), linked_data=linked)

        return page

    def list_or_object(self, item_type: ItemType, data: Any, options: Options) -> str:
        """The flat list of a batch as a table; other data, such as a raw answer, unchanged."""
        entries = data.get("hits") if isinstance(data, Mapping) else data
        if not isinstance(entries, list) or not all(isinstance(entry, Mapping) for entry in entries):
            return self.object("Answer")(data, {})
        documents = [
            {key: value for key, value in entry.items() if key not in OF_ENTRIES} for entry in entries if "_id" in entry
        ]
        fields = known_fields(self.components, item_type)
        wanted = wanted_fields(page_settings(self.components, item_type), options)
        names = columns(documents, wanted, self.titles(item_type))
        written = value_texts(self.components, item_type)
        rows = [
            {"hit": entry, "cells": [highlighting.cell(entry, name, written=written) for name in names]}
            for entry in entries
        ]
        return self.render("batch.html", item_type=item_type, headings=headings(names, fields), rows=rows, data=data)

    def everywhere_options(self) -> Options:
        """The additional options of the page of all collections."""
        return {**for_readers(self.settings), "size": everywhere.MAX_HITS}

    def everywhere(self, data: Any, options: Options) -> str:
        """The page of a search over all collections."""
        return self.render("everywhere.html", data=data, **everywhere.values(self.components, data, options))

    def build(self, item_type: ItemType) -> Response:
        """The search builder; for a sent form, a redirect to the results."""
        address = target(item_type)
        if address:
            return Response(status=302, headers={"Location": address})
        values = builder_values(self.components, item_type)
        return Response(self.render("build.html", **{**values, "other_formats": {}}), mimetype="text/html")

    def titles(self, item_type: ItemType) -> list[str]:
        """The fields that make the title of a document."""
        return title_fields(page_settings(self.components, item_type), known_fields(self.components, item_type))

    def fields(self, item_type: ItemType) -> Page:
        """The page of the fields."""

        def page(data: Any, options: Options) -> str:
            if options.get("raw"):
                return self.object("Fields")(data, options)
            return self.render("fields.html", rows=field_rows(data), item_type=item_type, options=options)

        return page

    def sources(self, item_type: ItemType) -> Page:
        """The page of the sources."""

        def page(data: Any, options: Options) -> str:
            fields = known_fields(self.components, item_type)
            linked = {"@context": CONTEXT, **dataset(self.components, item_type)}
            shown = {"signposts": of_dataset(linked), "linked_data": linked}
            return self.render("sources.html", data=data, item_type=item_type, fields=fields, **shown)

        return page

    def spec(self, item_type: ItemType) -> Page:
        """The page of the API: the paths of one collection and of the service."""

        def page(data: Any, options: Options) -> str:
            groups = {tag: resolved(tagged(data, tag))["paths"] for tag in (item_type.name, "service")}
            return self.render("spec.html", groups=groups, item_type=item_type)

        return page

    def front(self, data: Any, options: Options) -> str:
        """The front page."""
        linked = catalog(self.components, f"{self.root}/") if data["available"] else None
        return self.render("front.html", data=data, linked_data=linked, **front_values(self.components, data))

    def status(self, data: Any, options: Options) -> str:
        """The page of the state."""
        names = [name for name in data.get("documents") or () if name in self.components.item_types]
        notes = {name: notes_of(self.components, name) for name in names}
        has_metrics = "service.metrics" in current_app.view_functions
        return self.render("status.html", data=data, notes=notes, has_metrics=has_metrics)

    def object(self, title: str) -> Page:
        """The page function that shows any data as a nested list."""
        return lambda data, options: self.render("object.html", title=title, data=data)

    def error(self, data: Any, options: Options) -> str:
        """The page of an error, which is also written after the deadline of the request."""
        g.look = None
        named = ((request.endpoint or "").partition(":")[2], request.args.get("type", ""))
        selected = next((name for name in named if name in self.components.item_types), self.components.default.name)
        is_missing, q = data.get("code") == 404, requested_text()[:1000]
        kind = options.get("kind") or ErrorKind.of_status(int(data.get("code", 500)))
        missing = q if is_missing and request.url_rule else ""
        return self.render(
            "error.html",
            error=data,
            advice=advice(data, kind),
            pointer=pointer(data, options.get("column")),
            selected=selected,
            q=q,
            missing=missing,
            heading=heading(data),
            id=requested_id()[:1000] or missing,
            near=self.near_ids(self.components.item_types[selected]) if missing else [],
            no_page=is_missing and not request.url_rule,
        )

    def near_ids(self, item_type: ItemType) -> list[dict[str, str]]:
        """The documents with ids similar to the id of the request, which no document has."""
        id = requested_id()
        settings = page_settings(self.components, item_type)
        fields = known_fields(self.components, item_type)
        return near.like_id(item_type, id, settings, self.titles(item_type), fields) if len(id) <= MAX_ID else []

    def render(self, template: str, **values: Any) -> str:
        others = {} if request.method == "POST" else other_formats(current_pairs(), "")
        machine = {"canonical": canonical(self.settings), "noindex": template in NOT_INDEXED}
        g.image_hosts = values.get("image_hosts", ())
        shown = {"other_formats": others, **machine, **values}
        formats = alternates(shown["other_formats"], template in OF_DOCUMENTS)
        signposts = [*of_service(self.root), *shown.pop("signposts", ())]
        request.environ[LINKS] = link_header(signposts)
        parts = stream_template(
            template, components=self.components, settings=self.settings, alternates=formats, **shown
        )
        return "".join(with_time_checks(parts, g.get("look")))


def with_time_checks(parts: Iterable[str], look: Callable[[], None] | None) -> Iterator[str]:
    """The parts of a page. `look` is called from time to time; an error that it raises ends the page."""
    for number, part in enumerate(parts):
        if look is not None and not number & 255:
            look()
        yield part


def requested_id() -> str:
    """The id in the path or the parameters of the request; empty without one."""
    return str((request.view_args or {}).get("id") or request.args.get("id", ""))


def requested_text() -> str:
    """The text that the request searched: `q`, or the id of its path, quoted if necessary."""
    id = requested_id()
    return request.args.get("q") or (id if is_word(id) or not id else phrase_text(id))


def register_templates(app: Flask) -> None:
    """Gives the templates of the app the functions that they need."""
    app.jinja_env.trim_blocks = app.jinja_env.lstrip_blocks = True
    app.jinja_env.globals.update(
        is_link=addresses.is_link,
        known_address=addresses.known_address,
        colour_of=highlighting.colour_of,
        linkout=addresses.linkout,
        own_linkouts=addresses.own_linkouts,
        type_url=type_url,
        search_url=addresses.search_url,
        document_url=addresses.document_url,
        slices=documents.slices,
        parts_last=readable.parts_last,
        halves=halves,
        is_part=readable.is_part,
        quantity=readable.quantity,
        are_parts=readable.are_parts,
        is_long_list=readable.is_long_list,
        small_table=readable.small_table,
        table_labels=table_labels,
        keyed_table=readable.keyed_table,
        bytes_in=readable.bytes_in,
        date_of_parts=date_of_parts,
        readable_date=readable.readable_date,
        readable_duration=readable_duration,
        moment_text=readable.moment_text,
        is_small=readable.is_small,
        readable_number=readable.readable_number,
        is_image=is_image,
        result_text=near.result_text,
        document_address=near.document_address,
        current_pairs=current_pairs,
        same_value=field_filter,
        exists_text=exists_text,
        in_list=in_list,
    )
    app.jinja_env.tests["part"] = readable.is_part
    app.jinja_env.filters["number"] = number
    app.jinja_env.filters["flat"] = readable.flat
    app.jinja_env.filters["plain"] = without_markup


def number(value: Any) -> str:
    """A number with commas between thousands; a dash for None; other values as texts."""
    if isinstance(value, int | float) and not isinstance(value, bool):
        return f"{value:,}"
    return "–" if value is None else str(value)
