"""Turns Elasticsearch responses into answers.

one response     -> its hits, each through the same steps -> container of hits, or the document itself
a list of them   -> the same for each                     -> one flat list of entries
"""

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from itertools import chain
from typing import Any

from ..protocols import Completed, Formatter, SearchHits, SearchResponse
from .batch import check_templates, flat_list, with_templates, with_total
from .document import Document, Maker, Options, Step, maker, ordered, sorted_json, steps_for
from .facets import facets_of
from .fields import Definition, chosen, field_definitions
from .license import Licensing, licensed_paths
from .stored import in_order, stored_maker
from .suggest import suggestions, value_suggestions, word_values

LEFT_OUT = frozenset(
    ("hits", "facets", "aggregations", "_shards", "timed_out", "num_reduce_phases", "pit_id", "status")
)
"""Keys of a response that answers do not have; `status` is the status of one search of a multi-search."""

TEMPLATES = frozenset(("template", "templates", "template_hit", "template_miss"))

PerType = Mapping[str, Any] | Callable[[str | None], Mapping[str, Any]]
"""A mapping, a mapping per item type, or a function that returns the mapping of an item type."""


class Hits(dict[str, Any]):
    """A container of hits that is not a plain dict."""


class ElasticFormatter(Formatter):
    """Formats responses. Their `aggregations` become facets; `facets` are facets already.

    `licenses` has the licence URL of each source, `license_transform` the source of each field.
    Subclasses override `steps`. `own_options` names the options that a subclass reads, which no database gets.
    """

    own_options: frozenset[str] = frozenset()

    def __init__(
        self,
        licenses: PerType | None = None,
        license_transform: PerType | None = None,
        field_notes: Mapping[str, str] | None = None,
        excluded_keys: Collection[str] = (),
        *,
        default_fields: Iterable[str] | None = None,
        sorted_sources: Callable[[str | None], bool | frozenset[str]] | None = None,
    ):
        self.reads_json = type(self) is ElasticFormatter
        """Whether the backend may return documents as JSON text; not if a subclass changes documents."""
        self.sorted_sources = sorted_sources or (lambda item_type: False)
        """Whether the stored documents of an item type have sorted keys, so that they need no parsing.

        It may be the set of the top-level names of all documents.
        """
        self.licenses = licenses or {}
        self.license_transform = license_transform or {}
        self.field_notes = field_notes or {}
        self.excluded_keys = excluded_keys
        self.default_fields = list(default_fields or ())
        self._licensing: dict[str | None, tuple[dict[str, Any], dict[str, Any], Sequence[Step]]] = {}

    def transform(self, response: Any, **options: Any) -> Any:
        """The hits container for a response, or the flat list of entries for a list of responses.

        With the option `one` it is the document of a single hit, None without a hit, and the container for several.
        """
        if not self.reads_json:
            options["json_parts"] = False
        if not isinstance(response, list):
            result = self.container(response, self.maker(options), options)
            as_it_is = not options.get("one") and TEMPLATES.isdisjoint(options)
            return result if as_it_is else self.single(result, options)
        check_templates(options.get("templates"), len(response))
        make = self.maker(options)
        entries = flat_list((self.brief(each, make, options) for each in response), options, make)
        totals = [total_of(each["hits"].get("total")) for each in response] if options.get("with_total") else []
        return with_total(totals, entries, options) if options.get("with_total") else entries

    def single(self, result: Document, options: Options) -> Any:
        """The result of one query: its container, or with `one` the only document, None without a hit."""
        if options.get("one") and "facets" not in result and len(result["hits"]) < 2:
            return result["hits"][0] if result["hits"] else None
        if not TEMPLATES.isdisjoint(options):
            result = type(result)(with_templates(result, options))
        return result

    def steps(self, options: Options) -> tuple[Step, ...]:
        """The steps that change each document; subclasses override it."""
        return steps_for(options, self.licensing(options.get("item_type")) if self.license_transform else ())

    def licensing(self, item_type: str | None) -> Sequence[Step]:
        """The step that adds the licences of fields, if some have one. It is cached until the licences change."""
        transform = of_type(self.license_transform, item_type) or {}
        licenses = of_type(self.licenses, item_type) if transform else {}
        known = self._licensing.get(item_type)
        if known is None or known[:2] != (transform, licenses):
            paths = licensed_paths(transform, licenses)
            known = dict(transform), dict(licenses), (Licensing(paths),) if paths else ()
            self._licensing[item_type] = known
        return known[2]

    def maker(self, options: Options) -> Maker:
        """A function that makes the documents of hits."""
        steps = self.steps(options)
        unmarked = self.excluded_keys if options.get("highlight") is True else ()
        licences, last = steps[:-1], steps[-1:]
        only_licences = all(type(step) is Licensing for step in licences)
        sources = only_licences and self.sorted_sources(options.get("item_type"))
        if sources and last == (ordered,) and not (options.get("_source") or options.get("matched")):
            steps = (*licences, in_order(licences))
        make = maker(steps, options, unmarked)
        return stored_maker(make, steps, options, sources) if sources and last == (sorted_json,) else make

    def brief(self, response: SearchResponse, make: Maker, options: Options) -> Mapping[str, Any]:
        """Like `container`, for a term of a list: only the hits and their number, unless there are facets."""
        if "aggregations" in response or "facets" in response:
            return self.container(response, make, options)
        found = response["hits"]
        total = found.get("total")
        if type(total) is int and total >= 0:
            return found
        return {"total": known_total(found, options), "hits": found["hits"]}

    def container(self, response: SearchResponse, make: Maker, options: Options) -> Document:
        """The answer to one query: `facets`, then keys about the search such as `took`, then the hits."""
        found = response["hits"]
        result: Document = {"facets": facets_of(response["aggregations"])} if "aggregations" in response else {}
        if "facets" in response:
            result["facets"] = response["facets"]
        for key, value in response.items():
            if key not in LEFT_OUT and value is not False:
                result[key] = value
        total = found.get("total")
        result["total"] = total if type(total) is int and total >= 0 else known_total(found, options)
        result["max_score"] = found.get("max_score")
        if not ("facets" in result and without_hits(result["total"], found["hits"], options)):
            result["hits"] = make(found["hits"], {})
        return result if options.get("native") is not False else Hits(result)

    def with_documents(self, response: Any, change: Callable[[Document], Document]) -> Any:
        """The response with changed documents."""
        hits = [{**hit, "_source": change(hit.get("_source") or {})} for hit in response["hits"]["hits"]]
        return {**response, "hits": {**response["hits"], "hits": hits}}

    def transform_suggestions(
        self, responses: list[Mapping[str, Any]], typed: str, completed: Completed, size: int
    ) -> dict[str, Any]:
        """The suggestions for a typed text: the first response is for complete values, the others for beginnings."""
        whole, *begun = (response["hits"]["hits"] for response in responses)
        took = sum(response.get("took", 0) for response in responses)
        return {"took": took, "suggestions": suggestions(whole, chain(*begun), typed, completed, size)}

    def transform_values(self, response: Mapping[str, Any], typed: str, size: int) -> dict[str, Any]:
        """The values of the typed field as queries, from the response that counts them."""
        return {"took": response.get("took", 0), "suggestions": value_suggestions(response, typed)[:size]}

    def transform_word_values(self, responses: Mapping[str, Any], typed: str, size: int) -> list[dict[str, Any]]:
        """The values with the typed words as queries, the most frequent first."""
        return word_values(responses, typed)[:size]

    def transform_mapping(
        self,
        mapping: Mapping[str, Any],
        prefix: str | None = None,
        search: str | None = None,
        item_type: str | None = None,
    ) -> dict[str, Definition]:
        """The definitions of the fields that callers may see, filtered by `prefix` and `search`."""
        sources = of_type(self.license_transform, item_type)
        definitions = field_definitions(mapping, self.field_notes, self.default_fields, sources)
        return chosen(definitions, prefix, search, self.excluded_keys)


def without_hits(total: int | None, hits: list[Any], options: Options) -> bool:
    """Whether only facets are requested: `size` is 0, or missing in a request for facets of all documents."""
    size = options.get("size")
    return size == 0 or (size is None and not hits and bool(total) and not options.get("from_"))


def known_total(found: SearchHits, options: Options) -> int | None:
    """The number of matches, None if it is not known; it is 0 if the first page has no hit."""
    total = total_of(found.get("total"))
    is_first = options.get("size") != 0 and not options.get("from_") and not options.get("search_after")
    return 0 if total is None and is_first and not found["hits"] else total


def total_of(total: Any) -> int | None:
    """The number of matches from a number or an object `{value}`; None if the database did not count (-1)."""
    count = total.get("value") if isinstance(total, Mapping) else total
    return None if count is None or count < 0 else int(count)


def of_type(settings: PerType, item_type: str | None) -> Mapping[str, Any]:
    """The part of a setting for one item type."""
    if callable(settings):
        return settings(item_type)
    own = settings.get(item_type or "")
    if isinstance(own, dict):
        return own
    per_type = any(isinstance(value, Mapping) for value in settings.values())
    return settings.get(item_type or "", {}) if per_type else settings
