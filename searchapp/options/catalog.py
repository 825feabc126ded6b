"""All options of a request, declared once. The parser, the checks, the API specification and the docs read them."""

from functools import partial

from .endpoints import (
    ALL_TYPES,
    ANNOTATION,
    DATA,
    EVERYWHERE,
    FORMED,
    GET,
    LISTS,
    LOOKUP,
    METADATA,
    POST,
    QUERY,
    SUGGEST,
)
from .option import FlagOrList, NestedList, Option, ScopeList, SortList, Term, TermList
from .python_options import OF_PYTHON

TABLES = ("csv", "tsv", "ndjson")
FORMATS = ("json", "yaml", "html", "msgpack", *TABLES)
MAX_BATCH = 1000
MAX_WINDOW = 10000
MAX_TEXT = 10_000
"""The maximum number of characters of a query text, a term or an id."""

formatter_option = partial(Option, group="formatter", endpoints=FORMED)
list_option = partial(Option, group="list", endpoints=LISTS)
fields_option = partial(Option, group="metadata", endpoints=("fields",))

Q = Option(
    "q",
    Term,
    post_type=TermList,
    max=MAX_BATCH,
    max_length=MAX_TEXT,
    required=POST,
    endpoints=(*QUERY, *ALL_TYPES, *SUGGEST),
    doc="The query in query-string syntax, or a term to look up in `scopes`. A POST takes a list. Without `q`, or with "
    "`__all__` or `*`, all documents match. `__any__` returns random documents, an empty text none. `/suggest` "
    "completes it.",
)
ID = Option(
    "id",
    Term,
    post_type=TermList,
    aliases=("ids",),
    max=MAX_BATCH,
    max_length=MAX_TEXT,
    required=("GET", "POST"),
    endpoints=(*ANNOTATION, *LOOKUP),
    doc="The id to look up. A GET has it in the path, a POST takes a list. `field:value` looks in that field.",
)
SCOPES = Option(
    "scopes",
    ScopeList,
    aliases=("scope",),
    post_default=["_id"],
    max=100,
    endpoints=(*QUERY, *LISTS),
    doc="Fields in which the term is looked up, each with an optional weight: `symbol^10,alias`.",
)
SOURCE = Option(
    "_source",
    list,
    aliases=("fields", "field"),
    documented_as="fields",
    endpoints=(*FORMED, *ALL_TYPES, *LISTS),
    max=1000,
    doc="Fields to return. `a.*` is a pattern, `-name` excludes a field, `all` returns every field (the default).",
)
MATCHED = Option(
    "matched",
    list,
    max=16,
    doc="Fields with lists of objects, of which only the objects that the query matches are returned: "
    "`matched=clinvar.rcv`. Parts of the query about other fields do not count.",
)
SIZE = Option(
    "size",
    int,
    10,
    aliases=("limit",),
    max=1000,
    endpoints=(*QUERY, *ALL_TYPES, *SUGGEST, *LISTS),
    doc="The maximum number of hits or suggestions.",
)
ITEM_TYPES = Option(
    "item_types",
    list,
    aliases=("types",),
    endpoints=(*ALL_TYPES, *LOOKUP),
    max=100,
    doc="The collections to search or to look up ids in. The default is all of them.",
)
FROM = Option(
    "from_",
    int,
    0,
    aliases=("from", "skip", "offset"),
    max=MAX_WINDOW,
    doc="The position of the first hit, counted from 0. `from + size` has a limit too.",
)
SORT = Option(
    "sort",
    SortList,
    max=16,
    doc="Fields to sort by; `-name` or `name:desc` sorts descending. Documents without the field are last.",
)
AGGS = Option(
    "aggs",
    NestedList,
    aliases=("facets", "facet"),
    documented_as="facets",
    max=100,
    max_length=MAX_TEXT,
    doc="Fields to count: `a` counts the values of a field, `a:5` steps of 5, `a:min..0..10` ranges, `a:month` months, "
    "`a:missing` documents without the field. `a(b)` counts b inside each value of a, if nested facets are allowed. "
    "Quote a name that has blanks.",
)
FACET_SIZE = Option("facet_size", int, 10, min=1, max=1000, doc="The maximum number of values per facet.")
FACET_QUERY = Option(
    "facet_query", str, max=100, doc="Text facets count only the values that contain this text, in upper or lower case."
)
DISJUNCTIVE = Option(
    "disjunctive",
    bool,
    doc="Count the values of each field as if `filter` did not restrict that field. So a page can offer other values "
    "of a field that is already filtered.",
)
FILTER = Option(
    "filter",
    str,
    max=MAX_TEXT,
    endpoints=(*QUERY, *ALL_TYPES, *SUGGEST),
    doc="A query string that restricts hits and facets.",
)
POST_FILTER = Option(
    "post_filter", str, max=MAX_TEXT, doc="A query string that restricts the hits only, after the facets are counted."
)
EXPLAIN = Option("explain", bool, doc="Explain the score of each hit.")
VERSION = Option(
    "version", bool, endpoints=FORMED, doc="Return `_version`. The default is true for an id, false for a query."
)
USERQUERY = Option(
    "userquery", str, aliases=("userfilter",), max=200, doc="The name of the named query to run with `q`."
)
ANALYZER = Option("analyzer", str, max=100, doc="The name of the analyzer for the text of `q`.")
RELAX = Option(
    "relax",
    str,
    choices=("none", "auto"),
    endpoints=(*QUERY, *ALL_TYPES),
    doc="`auto`: if words find nothing, search again less strictly: without question words, with corrected spelling, "
    "with the last word as a beginning, without one word. `relaxed` in the answer names the step. `none`: search "
    "exactly what is typed. Pages use `auto`; the setting `RELAX` is the default of the API.",
)
HIGHLIGHT = Option(
    "highlight",
    FlagOrList,
    endpoints=(*QUERY, *ALL_TYPES),
    max=100,
    doc="Return the matches of `q`, marked with `<em>`, as `_highlight: {field: [text]}`. The value is true, or the "
    "fields to highlight.",
)

FETCH_ALL = Option(
    "fetch_all",
    bool,
    False,
    group="backend",
    methods=GET,
    doc="Return a `_scroll_id`, with which all hits can be read in batches. With csv, tsv and ndjson one answer holds "
    "all hits.",
)
SCROLL_ID = Option(
    "scroll_id",
    str,
    group="backend",
    methods=GET,
    max=100_000,
    doc="The `_scroll_id` of the previous answer; returns the next batch.",
)
SEARCH_AFTER = Option(
    "search_after",
    str,
    group="backend",
    methods=GET,
    max=8000,
    doc="`*` returns the first page of `size` hits; the `_search_after` of each answer returns the next page, with the "
    "same `q`, filters and `sort`. Every hit is returned once, also when the collection changes meanwhile.",
)

GENERATION = Option(
    "generation",
    str,
    group="backend",
    methods=GET,
    endpoints=DATA,
    max=200,
    doc="The load of the collection to answer from, as `/metadata/changes` names it. The `Link` headers of pages with "
    "`from` name one too, so a client that follows them sees every hit once.",
)

DOTFIELD = formatter_option("dotfield", bool, doc="Flatten nested objects into dotted field names.")
SORTED = formatter_option(
    "_sorted",
    bool,
    True,
    aliases=("sorted",),
    documented_as="sorted",
    doc="Sort the keys of each document. Documents that `searchapp load` wrote are stored with sorted keys.",
)
ALWAYS_LIST = formatter_option(
    "always_list", list, max=200, max_parts=20, doc="Fields that are always lists, also with a single value."
)
ALLOW_NULL = formatter_option(
    "allow_null", list, max=200, max_parts=20, doc="Fields that are always present; null without a value."
)
JMESPATH = formatter_option(
    "jmespath",
    str,
    max=1000,
    doc="`<field>|<expression>`: replace the value of the field by the result of the JMESPath expression; `.` is the "
    "document. Write `&&` as `%26%26`.",
)
JMESPATH_EXCLUDE_EMPTY = formatter_option(
    "jmespath_exclude_empty", bool, False, doc="Exclude hits for which the result of `jmespath` is empty."
)
SCORE = formatter_option(
    "score", bool, doc="Return `_score`. The default is true for a query, false for an annotation."
)
WITH_TOTAL = Option("with_total", bool, False, group="formatter", methods=POST, doc="Return `{max_total, msg, hits}`.")

RAW = Option(
    "raw",
    bool,
    False,
    group="interrupt",
    endpoints=(*DATA, *METADATA),
    doc="Return the response of the database unchanged.",
)
RAWQUERY = Option(
    "rawquery",
    bool,
    False,
    group="interrupt",
    endpoints=DATA,
    doc="Return the query that was built for the database, without running it.",
)

OUT_FORMAT = Option(
    "out_format",
    str,
    aliases=("format",),
    documented_as="format",
    choices=FORMATS,
    document_choices=TABLES,
    own_choices=(("annotation", "jsonld"), ("metadata", "croissant")),
    group="render",
    endpoints=EVERYWHERE,
    doc="The format of the answer; it overrides the Accept header. csv, tsv and ndjson hold documents only; with "
    "`fetch_all` they hold all hits, in the order of `sort`. An id has `jsonld` too, metadata have `croissant`.",
)
DOWNLOAD = Option(
    "download", bool, False, group="render", endpoints=(*FORMED, *LISTS), doc="Return a file for a browser to save."
)
ESCAPE_FORMULAE = Option(
    "escape_formulae",
    bool,
    False,
    group="render",
    endpoints=(*FORMED, *LISTS),
    doc="Put an apostrophe before texts in csv and tsv that a spreadsheet would run as formulas: texts that begin with "
    "`=`, `+`, `-`, `@`, a tab or a line end.",
)
STRICT = Option("strict", bool, False, group="render", endpoints=EVERYWHERE, doc="Refuse unknown parameters.")

LIST = list_option(
    "list",
    str,
    max=8 * 2**20,
    doc="The terms: one per line, or on one line with commas. Several lists are joined. A POST body may be a list.",
)
COLUMN = list_option(
    "column",
    str,
    max=1000,
    doc="Where the terms are: the name or number of a column of a CSV or TSV list, or a key of an NDJSON list.",
)
SUMMARY = list_option(
    "summary",
    bool,
    True,
    doc="Whether csv, tsv and ndjson end with a line that counts the terms that were found, missing and failed.",
)

DEV = Option(
    "dev", bool, False, group="metadata", endpoints=("metadata",), doc="Return the keys that start with `_` too."
)
PREFIX = fields_option("prefix", str, max=1000, doc="Return only fields whose name starts with this text.")
SEARCH = fields_option("search", str, max=1000, doc="Return only fields whose name contains this text.")

OF_HTTP: tuple[Option, ...] = tuple(value for value in list(globals().values()) if isinstance(value, Option))
ALL: tuple[Option, ...] = (*OF_HTTP, *OF_PYTHON)
"""The options of the service. A builder passes every other keyword on to the database."""

NAMES: frozenset[str] = frozenset(option.name for option in ALL)
