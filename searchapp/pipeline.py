"""The path of a query: the builder makes it, the backend runs it, the formatter makes the answer."""

from collections.abc import Iterator
from typing import Any

from .disjunctive import check_filters, disjunctive_facets, is_requested
from .errors import ErrorKind, PipelineError, QueryTextError, RawQueryInterrupt, RawResultInterrupt, none_on_error
from .options.lists import without_texts
from .protocols import Backend, Bodies, Builder, Context, Formatter, Query, Response
from .relaxing.completing import texts_to_complete
from .relaxing.lists import relaxed_list
from .relaxing.relaxer import Relaxer
from .relaxing.search import relaxed_search, with_other_forms
from .suggestions import Suggester

MISS = {"found": False, "notfound": True}
MAX_MATCHES = 1000
FILTERS = ("filter", "post_filter")


class Pipeline:
    """Three independent stages, which get the same options."""

    def __init__(
        self,
        builder: Builder,
        backend: Backend,
        formatter: Formatter,
        max_matches: int = MAX_MATCHES,
        relaxer: Relaxer | None = None,
    ):
        self.builder = builder
        self.backend = backend
        self.formatter = formatter
        self.max_matches = max_matches
        self.relaxer = relaxer

    def search(self, q: Any = None, **options: Any) -> Any:
        """The hits container for `q`; for a list one flat list of hits and misses, in the order of the terms.

        Warnings about the query are in `warnings` of the container, and in the option `warnings` if it is a list.
        """
        options = without_texts(options)
        warnings = options.pop("warnings", None)
        warnings = [] if warnings is None else warnings
        relaxer = self.relaxer
        if relaxer and (options.get("relax") or relaxer.default) == "auto" and relaxer.can_relax(q, options):
            return self._relaxed(relaxer, q, options, warnings)
        if options.get("fetch_all"):
            check_single(q)
        query = self.builder.build(q, **options, warnings=warnings)
        if options.get("disjunctive") and is_requested(options):
            check_filters(options)
        response = self._run(query, options, q)
        result = self._answer(q, options, response, warnings)
        if relaxer and isinstance(result, dict) and result.get("total") == 0:
            # the database gives no suggestions: the answer is complete without them
            result |= none_on_error(lambda: relaxer.did_you_mean(q, options)) or {}
        return result

    def _asked(self, q: Any, options: dict[str, Any], warnings: list[str]) -> Response:
        """The response to `q`, or the list of responses to a list."""
        return self._run(self.builder.build(q, **options, warnings=warnings), options, q)

    def _answer(self, q: Any, options: dict[str, Any], response: Response, warnings: list[str]) -> Any:
        """The answer for a response."""
        if options.get("matched"):
            response = self._narrowed(response, q, options)
        if isinstance(q, list):
            options = for_list(q, options, self.builder.default_size)
        result = self.formatter.transform(response, **options)
        if options.get("disjunctive") and is_requested(options) and isinstance(result, dict) and "facets" in result:
            result["facets"] = disjunctive_facets(self.search, q, options, result["facets"])
        if warnings and isinstance(result, dict):
            result["warnings"] = warnings
        return result

    def _narrowed(self, response: Response, q: Any, options: dict[str, Any]) -> Response:
        """The response with only the matching objects of lists."""
        from .matched import narrowed  # imports the engine, which most requests do not need

        return narrowed(response, q, options, self.builder, self.formatter)

    def _relaxed(self, relaxer: Relaxer, q: Any, options: dict[str, Any], warnings: list[str]) -> Any:
        """Like `search`. A query without hits is replaced by another query, which the answer names."""
        if not isinstance(q, list):
            return relaxed_search(relaxer, self._asked, self._answer, q, options, warnings)
        responses, replaced = relaxed_list(relaxer, self._asked, q, options, warnings)
        notes = {position: {"relaxed": note} for position, note in replaced.items()}
        templates = [{**base, **notes.get(position, {})} for position, base in enumerate(templates_for(q, options))]
        return self._answer(q, {**options, "templates": templates}, responses, warnings)

    def stream(self, q: Any = None, **options: Any) -> Iterator[list[Any]]:
        """The documents of all hits of one query, in batches, in the order of `sort`. The first batch may be empty."""
        if options.get("from_"):
            summary = "fetch_all returns all hits from the first one: leave out from"
            raise PipelineError(400, summary, {"keyword": "from", "num": options["from_"]})
        check_single(q)
        options = {
            **without_texts(options),
            "search_after": "*",
            "fetch_all": False,
            "size": None,
            "from_": 0,
            "one": False,
        }
        options = with_defaults(options, score=False)
        relaxer = self.relaxer
        if relaxer and (options.get("relax") or relaxer.default) == "auto" and relaxer.can_relax(q, options):
            instead = relaxer.replacement_for(q, options)
            if instead:
                q, options = instead.query(options), instead.options(options)
        query = self.builder.build(q, **options)
        try:
            for response in self.backend.stream(query, self._context(options)):
                if options.get("matched"):
                    response = self._narrowed(response, q, options)
                hits = self.formatter.transform(response, **options)["hits"]
                del response  # before the next one is read, which takes as much memory
                yield hits
                del hits
        except PipelineError as error:
            raise with_keyword_or_term(error, q, options) from error.__cause__

    def fetch(self, id: Any, **options: Any) -> Any:
        """The document for an id, None without a match, a list of several matches. A list of ids gives one flat list.

        The list is empty if `jmespath_exclude_empty` leaves out every document that matches.
        """
        options = {**with_defaults(without_texts(options), version=True, score=False), "one": False, "from_": 0}
        response = self._run(self.builder.build_fetch(id, **options), options, id)
        self._check_matches(id, response)
        if self.relaxer and (isinstance(id, list) or not response["hits"]["hits"]):
            response = with_other_forms(self.relaxer, self._run, id, response, options)
        if isinstance(id, list):
            return self.formatter.transform(response, **for_list(id, options, self.max_matches))
        result = self.formatter.transform(response, **options)
        return result if "facets" in result else documents_of(result)

    def suggest(self, q: Any = "", **options: Any) -> Any:
        """The suggestions for a typed text. Raises a 404 if the item type has no fields for them."""
        suggester = Suggester(self.builder, self.formatter, self._run, self._typed_otherwise, self._id_meant)
        return suggester.suggest(q, without_texts(options))

    def _typed_otherwise(self, text: str, options: dict[str, Any]) -> list[str]:
        """Texts to complete instead of one without suggestions; empty if the database fails."""
        relaxer = self.relaxer
        return none_on_error(lambda: [*texts_to_complete(relaxer, text, options)]) or [] if relaxer else []

    def _id_meant(self, text: str, options: dict[str, Any]) -> str | None:
        """The id that a text means in another form; None for no id or several ids."""
        relaxer = self.relaxer
        return none_on_error(lambda: relaxer.ids.of([text], options)[0]) if relaxer else None

    def _run(self, query: Query, options: dict[str, Any], terms: Any) -> Response:
        """The response to a query, or the list of responses to a list. Raises the interrupts of INTERRUPTED."""
        context = self._context(options)
        if isinstance(query, Bodies) and (options.get("rawquery") or not self.backend.takes_bodies):
            query = [*query]
        if options.get("rawquery"):
            raise RawQueryInterrupt(self.backend.shown_query(query, context))
        try:
            response = self._response(query, options, context)
        except PipelineError as error:
            raise with_keyword_or_term(error, terms, options) from error.__cause__
        if options.get("raw"):
            raise RawResultInterrupt(response)
        return response

    def _response(self, query: Query, options: dict[str, Any], context: Context) -> Response:
        """The response of the backend; the options choose its method."""
        given, backend = options.get, self.backend
        if given("generation") and (given("search_after") or given("fetch_all") or given("scroll_id")):
            summary = "generation cannot be used with these pages: use from, or fetch_all with a format of lines"
            raise PipelineError(400, summary, {"keyword": "generation"})
        if given("scroll_id") is not None:
            return backend.next_batch(options["scroll_id"], context)
        is_list = isinstance(query, list | Bodies)
        if is_list:
            return backend.multi_search(query, context)
        if given("search_after") is not None:
            return backend.page_after(query, options["search_after"], context)
        if given("fetch_all"):
            return backend.scroll(query, context)
        if (given("linked") or given("generation")) and not given("raw"):
            return backend.linked_page(query, given("generation"), given("linked") or 0, context)
        return backend.search(query, context)

    def _context(self, options: dict[str, Any]) -> Context:
        """The context of the request for the backend. Documents stay JSON unless a later step reads them."""
        looked_into = options.get("raw") or options.get("matched")
        json_parts = bool(options.get("json_parts")) and self.formatter.reads_json and not looked_into
        return Context(options.get("item_type"), options.get("deadline"), json_parts, options)

    def _check_matches(self, id: Any, response: Response) -> None:
        """Refuses an id that matches more documents than one answer may hold."""
        terms, responses = (id, response) if isinstance(id, list) else ([id], [response])
        for term, each in zip(terms, responses, strict=True):
            if len(each["hits"]["hits"]) > self.max_matches:
                raise PipelineError.of(ErrorKind.TOO_MANY_MATCHES, {"id": term, "max": self.max_matches})


def check_single(q: Any) -> None:
    """Raise a 400 for a list of queries with `fetch_all`, which is for one query."""
    if isinstance(q, list):
        raise PipelineError(400, "fetch_all is for one query: leave it out with a list", {"keyword": "fetch_all"})


def for_list(terms: list[Any], options: dict[str, Any], size: int) -> dict[str, Any]:
    """The options for the formatter of a list: a template with the term, `notfound` for misses, the size for totals."""
    sizes = {"size": size} if options.get("with_total") else {}
    return with_defaults({**options, "templates": templates_for(terms, options)}, template_miss=MISS, **sizes)


def templates_for(terms: list[Any], options: dict[str, Any]) -> list[dict[str, Any]]:
    """The objects that are merged into the entries of each term: `templates`, else the term with `template`."""
    given: list[dict[str, Any]] | None = options.get("templates")
    return [{"query": term, **(options.get("template") or {})} for term in terms] if given is None else given


def with_keyword_or_term(error: PipelineError, terms: Any, options: dict[str, Any]) -> PipelineError:
    """The error with the option that is wrong, or with the term of a list."""
    if isinstance(error, QueryTextError) and error.text is not None:
        for keyword in FILTERS:
            if (options.get(keyword) or "").strip() == error.text:
                return error.about(keyword)
    position = error.extra.get("position")
    if not isinstance(terms, list) or not isinstance(position, int) or "term" in error.extra:
        return error
    return error.at(position, terms[position])


def with_defaults(options: dict[str, Any], **defaults: Any) -> dict[str, Any]:
    """The options, with defaults for missing ones and None."""
    return {**options, **{name: value for name, value in defaults.items() if options.get(name) is None}}


def documents_of(result: Any) -> Any:
    """The document of a container with one hit, the list of several, or None without hits."""
    hits = result["hits"]
    if len(hits) == 1:
        return hits[0]
    return hits if result["total"] else None
