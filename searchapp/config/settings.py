"""All settings, declared once: name, type, default and meaning. load.py reads their values."""

from dataclasses import dataclass
from typing import Any

from ..options import catalog

Type = type


@dataclass(frozen=True)
class Setting:
    """The declaration of one setting. With a default of None, None is an allowed value.

    choices  the allowed values, of a text or inside an object
    of       the type of the entries of a list or of the values of an object; None allows every type
    """

    name: str
    type: type | tuple[type, ...]
    default: Any
    doc: str
    choices: tuple[str, ...] = ()
    secret: bool = False
    of: Type | tuple[Type, ...] | None = None


LISTS = (list, tuple)

SETTINGS = (
    Setting("INSTANCE", str, None, "Folder of the configuration and data of this installation"),
    Setting(
        "BACKEND", str, "embedded", "Database with the collections: embedded, elasticsearch, sql, mongo or a plugin"
    ),
    Setting("DATA_FOLDER", str, None, "Folder of the embedded engine; None is `data` in the instance folder"),
    Setting("DOWNLOADS", str, None, "Folder of the files for download; None is `downloads` in the instance folder"),
    Setting(
        "ES_URL", (str, *LISTS), "http://127.0.0.1:9200", "Address of Elasticsearch, or a list of them", (), True, str
    ),
    Setting("ES_OPTIONS", dict, {}, "Further arguments of the Elasticsearch client", (), True),
    Setting(
        "SQL_URL",
        str,
        None,
        "Address of a SQL database for SQLAlchemy; None is an SQLite file in the instance folder",
        (),
        True,
    ),
    Setting("SQL_OPTIONS", dict, {}, "Further arguments of SQLAlchemy's `create_engine`", (), True),
    Setting("MONGO_URL", str, "mongodb://127.0.0.1:27017", "Address of MongoDB", (), True),
    Setting("MONGO_DATABASE", str, "searchapp", "MongoDB database with the collections"),
    Setting("MONGO_OPTIONS", dict, {}, "Further arguments of `pymongo.MongoClient`", (), True),
    Setting("MONGO_COLLATION", dict, None, 'Comparison of texts; `{"locale": "en", "strength": 2}` ignores case'),
    Setting("INDEX_PREFIX", str, "searchapp", "Start of the names of our indices"),
    Setting("ITEM_TYPES", dict, None, "Settings per item type; None serves every type in the database"),
    Setting(
        "DEFAULT_ITEM_TYPE",
        str,
        None,
        "Item type of paths without one, and of the front page; None is the first one, on the front page all",
    ),
    Setting("URL_PREFIX", str, "", "First part of every path, without slashes at its ends"),
    Setting("API_VERSION", str, "v1", "The version in the paths"),
    Setting("BASE_URL", str, None, "Public address of this service, `https://api.example.org`"),
    Setting(
        "TRUSTED_HOSTS",
        LISTS,
        None,
        "Hosts that requests may name, `.example.org` with its subdomains; other hosts are a 400, None allows all. "
        "Without BASE_URL, pages print the host of a request in commands if it is listed here or is localhost",
        of=str,
    ),
    Setting("CACHE_MAX_AGE", int, None, "Seconds in `Cache-Control: max-age`; None writes no such header"),
    Setting(
        "ENDPOINT_CACHE",
        dict,
        {},
        "The same per endpoint: annotation, query, suggest, metadata, fields, spec",
        of=(int, type(None)),
    ),
    Setting("CORS_ORIGINS", (str, *LISTS), "*", "Origins whose pages may read the answers", of=str),
    Setting("DEADLINE", (int, float), 10, "Maximum seconds of a request"),
    Setting(
        "QUEUE", int, 64, "Maximum number of requests that wait for a thread of a worker; further ones are refused"
    ),
    Setting("METADATA_MAX_AGE", (int, float), 60, "Seconds after which fields and sources are read again"),
    Setting("SIZE", int, catalog.SIZE.default, "Default of `size`"),
    Setting("MAX_SIZE", int, catalog.SIZE.max, "Maximum of `size`"),
    Setting("MAX_WINDOW", int, catalog.FROM.max, "Maximum of `from + size`"),
    Setting("MAX_BATCH", int, catalog.Q.max, "Maximum number of terms or ids in one POST"),
    Setting("MAX_LIST", int, 1_000_000, "Maximum number of terms of a list for `/batch`"),
    Setting("MAX_LIST_BODY", int, 64 * 2**20, "Maximum bytes of a list for `/batch`"),
    Setting("MAX_TEXT", int, catalog.MAX_TEXT, "Maximum characters of `q`, of a term or id, and of a filter"),
    Setting("MAX_BATCH_HITS", int, 100_000, "Maximum number of hits for one POST"),
    Setting(
        "MAX_ANSWER",
        int,
        16 * 2**20,
        "Maximum bytes of the documents of one answer in JSON. In other formats, and on SQL and MongoDB, the maximum"
        " is three eighths of it for one search (on MongoDB a quarter), and a quarter of it for several terms",
    ),
    Setting("MAX_MATCHES", int, 1000, "Maximum number of documents for one id of an annotation request"),
    Setting("RELAX", str, "none", "Default of `relax` for callers of the API", ("none", "auto")),
    Setting("FACET_SIZE", int, catalog.FACET_SIZE.default, "Default of `facet_size`"),
    Setting("MAX_FACET_SIZE", int, catalog.FACET_SIZE.max, "Maximum of `facet_size`"),
    Setting("MAX_FACET_PRODUCT", int, 65_536, "Maximum product of the sizes of nested facets"),
    Setting("MAX_BODY", int, 8 * 2**20, "Maximum bytes of a request body"),
    Setting(
        "RATE_LIMIT", str, None, "Request limit of an address without a key, such as `100/minute`: docs/deploying.md"
    ),
    Setting("ANONYMOUS_LIMIT", str, None, "Request limit of all callers without a key together"),
    Setting("KEY_LIMIT", str, None, "Request limit of a key, unless its line in API_KEYS has one"),
    Setting(
        "API_KEYS", str, None, "File with the keys of callers, one per line: `name:SHA-256` or `name:SHA-256:limit`"
    ),
    Setting(
        "LIMIT_STORAGE",
        str,
        "memory://",
        "Storage of the request counts: `memory://` for each worker, `redis://...` for all",
        (),
        True,
    ),
    Setting("TRUSTED_PROXIES", int, 0, "Number of proxies in front of the service whose `X-Forwarded-For` is trusted"),
    Setting("SCROLL_TIME", str, "1m", "Time that a scroll stays open between two requests"),
    Setting("SCROLL_SIZE", int, 1000, "Maximum documents per batch of a scroll; large documents make smaller batches"),
    Setting(
        "MAX_STREAMS",
        int,
        2,
        "Maximum number of complete results that a worker writes at a time; each occupies a thread",
    ),
    Setting("MCP", bool, True, "Answer language models at `/mcp`, by the Model Context Protocol"),
    Setting(
        "MCP_MAX_BYTES", int, 100_000, "Maximum bytes of an answer to a language model; longer answers are shortened"
    ),
    Setting("RECONCILE", bool, True, "Match names at `/{type}/reconcile`, by the Reconciliation API 0.2 of OpenRefine"),
    Setting(
        "MULTISEARCH_CONCURRENCY",
        int,
        5,
        "Maximum number of multi-searches that a request runs at a time; 1 on the embedded engine",
    ),
    Setting(
        "MULTISEARCH_BATCH",
        int,
        200,
        "Maximum number of queries in one multi-search; the embedded engine answers 50 at a time",
    ),
    Setting("TOTAL_HITS_AS_INT", bool, True, "Whether the database returns totals as whole numbers"),
    Setting("ALLOW_PARTIAL", bool, False, "Answer from a part of the index if the rest fails, with `partial: true`"),
    Setting("ALLOW_RAW", bool, None, "Allow `raw`, `rawquery` and `explain`; None allows them on search engines only"),
    Setting("ALLOW_RANDOM_QUERY", bool, True, "Return documents in random order for `q=__any__`"),
    Setting("ALLOW_NESTED_QUERY", bool, False, "Allow nested facets, `a(b)`"),
    Setting("JSON_WRAP_LISTS", bool, False, "Write a list as `{hits: [...]}`"),
    Setting(
        "METADATA_ITEM_TYPE_KEYS", LISTS, ("item_type",), "Keys under which `/metadata` names the item type", of=str
    ),
    Setting(
        "SECRET_KEY",
        str,
        None,
        "Signs scroll ids and cursors, at least 32 characters; None makes one in the instance folder, once",
        (),
        True,
    ),
    Setting(
        "STATUS_CHECK",
        dict,
        {},
        "Ids that `/status` looks up, `{item_type: id}`; a missing document makes it a 503",
        of=(str, int),
    ),
    Setting(
        "SLOW_QUERY",
        (int, float),
        None,
        "Seconds after which a query is logged as slow, in the language of the database",
    ),
    Setting("METRICS_USAGE", bool, False, "Count requested options and fields in `/metrics`, by item type"),
    Setting("LOG_FORMAT", str, "text", "`json` writes one JSON line per request", ("text", "json")),
    Setting("BUILDER", str, None, "Dotted name of the class that builds queries"),
    Setting("FORMATTER", str, None, "Dotted name of the class that formats answers"),
    Setting("EXTRA_OPTIONS", LISTS, (), "Additional `Option`s of requests"),
    Setting("EXTRA_FORMATS", LISTS, (), "Additional `Format`s of answers"),
    Setting("EXTRA_PAGES", LISTS, (), "Additional pages, as Flask blueprints"),
    Setting("NAVIGATION", dict, {}, "Additional links at the top of every page, `{text: address}`"),
    Setting("CHANGED_OPTIONS", dict, {}, "Other defaults and limits, `{option: {attribute: value}}`", of=dict),
    Setting(
        "IMAGE_HOSTS",
        LISTS,
        None,
        "Hosts from which pages show pictures, `images.example.org`; None allows the hosts of the image field, () none",
        of=str,
    ),
    Setting("TITLE", str, "searchapp", "Name of the service on its pages"),
    Setting(
        "SPEC_INFO",
        dict,
        {},
        "Additions to the API specification: `contact`, `license`, `termsOfService`, `summary`, `servers`, `tags`, "
        "`externalDocs`, in the form of OpenAPI 3.1",
    ),
    Setting("DESCRIPTION", str, "Search, browse and download these documents", "Content of the service, in one line"),
)

ITEM_TYPE_SETTINGS = (
    Setting("index", str, None, "Name of the index or alias; None makes it from the type"),
    Setting("tables", LISTS, None, "Tables of the type in a SQL database, see docs/backends.md; None is `index`"),
    Setting("metadata", dict, {}, "Content of `/metadata` if the database has none: `src`, `build_version`"),
    Setting("title", str, None, "Name of the type on the pages; None is the type itself"),
    Setting(
        "default_fields",
        LISTS,
        None,
        "Fields searched for words without a field name, with weights; None is `all`, or up to 400 fields with words",
    ),
    Setting("default_operator", str, "AND", "Operator between the words of a query string", ("AND", "OR")),
    Setting(
        "default_scopes", LISTS, None, "Fields in which an id without a pattern is looked up; None is the key", of=str
    ),
    Setting("id_patterns", LISTS, (), "Pairs (pattern, scopes or None), tried in order on an id"),
    Setting(
        "id_prefixes", LISTS, (), "Prefixes of ids that callers may omit, such as `HGNC:`; others are guessed", of=str
    ),
    Setting("user_queries", dict, {}, "Named queries for `userquery`"),
    Setting("licenses", dict, None, "Licence URL of each source; None takes them from the metadata"),
    Setting(
        "license_transform",
        dict,
        {},
        'The source of each field, for `_license`; `{"*": "*"}` adds the fields that are named like their source',
    ),
    Setting("suggest_fields", LISTS, (), "Fields that `/suggest` completes, with weights: keyword, text or `_id`"),
    Setting("suggest_weight", str, None, "Number field whose larger values are suggested first"),
    Setting("field_notes", dict, {}, "A note per field, shown in `/metadata/fields`", of=(str, dict)),
    Setting(
        "labels",
        dict,
        {},
        'Label per field, `{field: "Text"}` or `{field: {"label", "unit", "description"}}`; others are guessed',
        of=(str, dict),
    ),
    Setting("excluded_keys", LISTS, (), "Fields that `/metadata/fields` does not list", of=str),
    Setting("title_fields", LISTS, (), "Fields in the title of a document; empty: as guessed", of=str),
    Setting(
        "title_separator",
        str,
        "",
        "Text between the title fields; a blank joins them to one name, such as given and family name; "
        "empty: as guessed",
    ),
    Setting("table_fields", LISTS, (), "Columns of the table of results; empty: as guessed", of=str),
    Setting("page_facets", LISTS, (), "Default facets of the page of results; empty: as guessed", of=str),
    Setting("description_field", str, None, "Field with the text below the title of a document; None: as guessed"),
    Setting("image_field", str, None, "Field with the address of a picture of the document; None: as guessed"),
    Setting("link_field", str, None, "Field with the address of a page about the document; None: as guessed"),
    Setting(
        "plain_numbers",
        LISTS,
        None,
        "Fields whose numbers pages write without commas, such as ids, codes and years; None: as guessed",
        of=str,
    ),
    Setting("flags", LISTS, None, "Number fields whose 1 and 0 pages write as yes and no; None: as guessed", of=str),
    Setting("decimals", dict, None, "Digits after the point per field, on pages; None: as guessed", of=int),
    Setting(
        "timestamps",
        dict,
        None,
        "Number fields that count the time since 1970, which pages write as dates: `s` or `ms` per field; None: as "
        "guessed",
        of=str,
        choices=("s", "ms"),
    ),
    Setting(
        "date_precision",
        dict,
        None,
        "Date fields whose dates pages write as years or months: `year` or `month` per field, or `part` where some "
        "dates of a field are a year or a month; None: as guessed",
        of=str,
        choices=("year", "month", "part"),
    ),
    Setting(
        "location_fields",
        LISTS,
        None,
        "Fields with the latitude and the longitude of a document, or one with GeoJSON coordinates, for a link to a "
        "map; None: as guessed",
        of=str,
    ),
    Setting("ranking", dict, None, "Weights of `names`, `aliases` and `descriptions` by field; None: as guessed"),
    Setting(
        "linkouts",
        dict,
        {},
        'Link per field, `{field: "https://.../{value}"}`, or `"/..."` here; `{_id}` is the document',
        of=str,
    ),
    Setting(
        "links",
        dict,
        {},
        "Fields with `_id`s of documents of an item type, `{field: item_type}`; SQL adds its foreign keys",
        of=str,
    ),
    Setting(
        "jsonld",
        dict,
        {},
        'Types and properties of documents as JSON-LD, `{"@type": "Gene", "name": "symbol"}`: docs/linked-data.md',
    ),
    Setting("examples", LISTS, (), "Queries and ids that the front page shows"),
)

BY_NAME = {setting.name: setting for setting in SETTINGS}


class SettingsError(ValueError):
    """A setting that is unknown or has a wrong value."""
