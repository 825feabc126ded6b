"""Every option, declared once: the parser, the validation, the API specification and the docs read these lines."""

from .option import FlagOrList, NestedList, Option, ScopeList, Term, TermList

ANNOTATION = ("annotation",)
QUERY = ("query",)
SUGGEST = ("suggest",)
DATA = ("annotation", "query")
LISTS = ("batch",)
DOCUMENTS = (*DATA, *LISTS)
"""The endpoints whose answers hold documents, so that they have formats of lines."""

METADATA = ("metadata", "fields")
EVERYWHERE = ("annotation", "query", "batch", "suggest", "metadata", "fields", "status", "spec")
GET = ("GET",)
POST = ("POST",)
PYTHON: tuple[str, ...] = ()

TABLES = ("csv", "tsv", "ndjson")
FORMATS = ("json", "yaml", "html", "msgpack", *TABLES)
BATCH = 1000
WINDOW = 10000
TEXT = 10_000
"""Characters of a query text, a term or an id."""

Q = Option(
    "q",
    Term,
    post_type=TermList,
    max=BATCH,
    max_length=TEXT,
    required=POST,
    endpoints=(*QUERY, *SUGGEST),
    doc="What to look for, in query-string syntax when no scopes are given; a POST takes a list. "
    "Left out, `__all__` or `*`: every document; `__any__`: random ones; empty: none. `/suggest` completes it.",
)
ID = Option(
    "id",
    Term,
    post_type=TermList,
    aliases=("ids",),
    max=BATCH,
    max_length=TEXT,
    required=("GET", "POST"),
    endpoints=ANNOTATION,
    doc="The identifier to look up, in the path; a POST takes a list. `field:value` looks in that field.",
)
SCOPES = Option(
    "scopes",
    ScopeList,
    aliases=("scope",),
    post_default=["_id"],
    max=100,
    endpoints=(*QUERY, *LISTS),
    doc="Fields searched for the term, each with a weight if wanted: `symbol^10,alias`.",
)
SOURCE = Option(
    "_source",
    list,
    aliases=("fields", "field"),
    endpoints=(*DATA, *LISTS),
    max=1000,
    doc="Fields returned. `a.*` is a pattern, `-name` leaves one out, `all` or nothing is everything.",
)
SIZE = Option(
    "size",
    int,
    10,
    aliases=("limit",),
    max=1000,
    endpoints=(*QUERY, *SUGGEST, *LISTS),
    doc="The most hits or suggestions returned.",
)
FROM = Option(
    "from_",
    int,
    0,
    aliases=("from", "skip", "offset"),
    max=WINDOW,
    doc="Position of the first hit returned; `from + size` is limited too.",
)
SORT = Option("sort", list, max=16, doc="Fields to sort by, `-name` descending; documents without the field come last.")
AGGS = Option(
    "aggs",
    NestedList,
    aliases=("facets", "facet"),
    max=100,
    max_length=TEXT,
    doc="What to count: `a` the values of a field, `a:5` steps of 5, `a:min..0..10` ranges, `a:month` months of dates, "
    "`a:missing` documents without it; `a(b)` counts b inside each a where nested facets are allowed. A name with "
    "blanks is quoted.",
)
FACET_SIZE = Option("facet_size", int, 10, min=1, max=1000, doc="The most values per facet.")
FACET_QUERY = Option(
    "facet_query",
    str,
    max=100,
    doc="Only values that contain this text, in upper or lower case, are counted in facets of texts.",
)
DISJUNCTIVE = Option(
    "disjunctive",
    bool,
    doc="Count the values of a field without the parts of `filter` that are about this field alone: what is found with "
    "another value, or with one more.",
)
FILTER = Option(
    "filter",
    str,
    max=TEXT,
    endpoints=(*QUERY, *SUGGEST),
    doc="Query-string text that narrows hits and facets.",
)
POST_FILTER = Option(
    "post_filter", str, max=TEXT, doc="Query-string text that narrows hits after the facets are counted."
)
EXPLAIN = Option("explain", bool, doc="Show how the score of each hit came about.")
VERSION = Option(
    "version", bool, endpoints=DATA, doc="Keep `_version` in the hits; an annotation has it unless this is false."
)
USERQUERY = Option("userquery", str, aliases=("userfilter",), max=200, doc="Name of the named query that reads `q`.")
ANALYZER = Option("analyzer", str, max=100, doc="Name of the analyzer for the text of `q`.")
RELAX = Option(
    "relax",
    str,
    choices=("none", "auto"),
    endpoints=QUERY,
    doc="`auto` asks words that find nothing again in steps: without question words, corrected, begun, all but one; "
    "`relaxed` in the answer says which. `none` finds what is typed. Pages relax, the API as RELAX says.",
)
HIGHLIGHT = Option(
    "highlight",
    FlagOrList,
    max=100,
    doc="Show the matches of `q`, marked with `<em>`, as `_highlight: {field: [text]}`: true, or the fields in which "
    "to mark them.",
)

FETCH_ALL = Option(
    "fetch_all",
    bool,
    False,
    group="backend",
    methods=GET,
    doc="Give a `_scroll_id` with which every hit can be read, batch by batch; csv, tsv and ndjson give them all.",
)
SCROLL_ID = Option(
    "scroll_id",
    str,
    group="backend",
    methods=GET,
    max=100_000,
    doc="The `_scroll_id` of the last answer, for the next batch.",
)
SEARCH_AFTER = Option(
    "search_after",
    str,
    group="backend",
    methods=GET,
    max=8000,
    doc="`*` for the first page of `size` hits, then the `_search_after` of the last answer with the same `q`, filters "
    "and `sort`: every hit once, whatever happens to the collection meanwhile.",
)

GENERATION = Option(
    "generation",
    str,
    group="backend",
    methods=GET,
    max=200,
    doc="The state of the collection to read: the `Link` headers of pages by `from` name it, so that who follows them "
    "sees every hit once.",
)

DOTFIELD = Option(
    "dotfield", bool, group="formatter", endpoints=DATA, doc="Flatten nested objects into dotted field names."
)
SORTED = Option(
    "_sorted", bool, True, aliases=("sorted",), group="formatter", endpoints=DATA, doc="Sort the keys of each document."
)
ALWAYS_LIST = Option(
    "always_list",
    list,
    group="formatter",
    endpoints=DATA,
    max=200,
    max_parts=20,
    doc="Fields that are lists even with a single value.",
)
ALLOW_NULL = Option(
    "allow_null",
    list,
    group="formatter",
    endpoints=DATA,
    max=200,
    max_parts=20,
    doc="Fields that are there even without a value, as null.",
)
JMESPATH = Option(
    "jmespath",
    str,
    group="formatter",
    endpoints=DATA,
    max=1000,
    doc="`<field>|<expression>`: replace the value of the field by what the JMESPath expression makes of it; "
    "`.` is the document. Write `&&` as `%26%26`.",
)
JMESPATH_EXCLUDE_EMPTY = Option(
    "jmespath_exclude_empty",
    bool,
    False,
    group="formatter",
    endpoints=DATA,
    doc="Leave out the hits whose new value is empty.",
)
SCORE = Option(
    "score",
    bool,
    group="formatter",
    endpoints=DATA,
    doc="Keep `_score` in the hits; a query has it unless this is false.",
)
WITH_TOTAL = Option("with_total", bool, False, group="formatter", methods=POST, doc="Answer `{max_total, msg, hits}`.")

RAW = Option("raw", bool, False, group="interrupt", endpoints=(*DATA, *METADATA), doc="The database's own response.")
RAWQUERY = Option("rawquery", bool, False, group="interrupt", endpoints=DATA, doc="The built query.")

OUT_FORMAT = Option(
    "out_format",
    str,
    aliases=("format",),
    choices=FORMATS,
    document_choices=TABLES,
    group="render",
    endpoints=EVERYWHERE,
    doc="The format of the answer; it wins over the Accept header. csv, tsv and ndjson hold documents only, and with "
    "`fetch_all` every hit, in the order of `sort`.",
)
DOWNLOAD = Option("download", bool, False, group="render", endpoints=(*DATA, *LISTS), doc="Answer with a file to save.")
STRICT = Option("strict", bool, False, group="render", endpoints=EVERYWHERE, doc="Refuse unknown parameters.")

LIST = Option(
    "list",
    str,
    max=8 * 2**20,
    group="list",
    endpoints=LISTS,
    doc="The terms, one a line, or on one line with commas between them; a POST may have the list alone as its body.",
)
COLUMN = Option(
    "column",
    str,
    max=1000,
    group="list",
    endpoints=LISTS,
    doc="Name or number of the column of a CSV or TSV list, or key of the objects of an NDJSON list, with the terms.",
)
SUMMARY = Option(
    "summary",
    bool,
    True,
    group="list",
    endpoints=LISTS,
    doc="End csv, tsv and ndjson with a line that counts the terms that were found, missing and failed.",
)

DEV = Option(
    "dev", bool, False, group="metadata", endpoints=("metadata",), doc="Show the keys that start with `_` too."
)
PREFIX = Option(
    "prefix", str, max=1000, group="metadata", endpoints=("fields",), doc="Fields whose name starts with this."
)
SEARCH = Option(
    "search", str, max=1000, group="metadata", endpoints=("fields",), doc="Fields whose name contains this."
)

WARNINGS = Option(
    "warnings",
    list,
    endpoints=PYTHON,
    public=False,
    doc="A list that takes what should be said about the query; without one the answer carries it.",
)
LINKED = Option(
    "linked",
    int,
    group="backend",
    endpoints=PYTHON,
    public=False,
    doc="The window of pages by `from`; the answer then says under `_generation` what the next one is read from.",
)
ITEM_TYPE = Option("item_type", str, group="backend", endpoints=PYTHON, public=False, doc="The collection to query.")
DEADLINE = Option(
    "deadline",
    float,
    group="backend",
    endpoints=PYTHON,
    public=False,
    doc="The `time.monotonic()` at which to give up.",
)
ONE = Option(
    "one",
    bool,
    group="formatter",
    endpoints=PYTHON,
    public=False,
    doc="The document itself where there is one hit, None where there is none.",
)
NATIVE = Option("native", bool, group="formatter", endpoints=PYTHON, public=False, doc="Plain Python values only.")
JSON_PARTS = Option(
    "json_parts",
    bool,
    group="formatter",
    endpoints=PYTHON,
    public=False,
    doc="Documents may be JSON text already, for a caller who writes JSON with orjson.",
)
TEMPLATE = Option("template", dict, group="formatter", endpoints=PYTHON, public=False, doc="Merged into every result.")
TEMPLATES = Option("templates", list, group="formatter", endpoints=PYTHON, public=False, doc="One template per result.")
TEMPLATE_HIT = Option(
    "template_hit", dict, group="formatter", endpoints=PYTHON, public=False, doc="Merged into every result with hits."
)
TEMPLATE_MISS = Option(
    "template_miss",
    dict,
    group="formatter",
    endpoints=PYTHON,
    public=False,
    doc="Merged into every result without hits.",
)

ALL: tuple[Option, ...] = tuple(value for value in list(globals().values()) if isinstance(value, Option))
"""The options of the service; a builder passes every other keyword on to the database."""

MIN_SCORE = Option("min_score", float, group="database", doc="Leave out hits that score less.")
TRACK_TOTAL_HITS = Option("track_total_hits", bool, group="database", doc="Count every match.")
TERMINATE_AFTER = Option(
    "terminate_after", int, group="database", max=2**31 - 1, doc="Stop after so many documents per shard."
)
PREFERENCE = Option(
    "preference", str, group="database", pattern=r"_local|[A-Za-z0-9][\w-]{0,63}", doc="Which copies answer."
)
SEARCH_TYPE = Option(
    "search_type",
    str,
    group="database",
    choices=("query_then_fetch", "dfs_query_then_fetch"),
    doc="How scores are counted over shards.",
)

PASSED: tuple[Option, ...] = (MIN_SCORE, TRACK_TOTAL_HITS, TERMINATE_AFTER, PREFERENCE, SEARCH_TYPE)
"""What HTTP lets through to the database as it is."""

NAMES: frozenset[str] = frozenset(option.name for option in ALL)
