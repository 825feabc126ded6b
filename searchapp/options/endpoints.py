"""The endpoints and methods of options."""

ANNOTATION = ("annotation",)
QUERY = ("query",)
SUGGEST = ("suggest",)
ALL_TYPES = ("search",)
"""The search over all collections."""
DATA = ("annotation", "query")
LISTS = ("batch",)
LOOKUP = ("lookup",)
"""The lookup of ids in all collections."""
FORMED = (*DATA, *LOOKUP)
"""The endpoints whose documents a caller can give another form."""

PATHS = {"annotation": "/<type>", "query": "/<type>/query"}
"""The ends of paths that are confused: lists of ids are for the first, lists of terms for the second."""

DOCUMENTS = (*FORMED, *LISTS)
"""The endpoints whose answers hold documents, so that they have formats of lines."""

METADATA = ("metadata", "fields")
EVERYWHERE = (
    "annotation", "query", "search", "lookup", "batch", "suggest", "metadata", "fields", "changes", "status", "spec"
)  # fmt: skip
GET = ("GET",)
POST = ("POST",)
PYTHON: tuple[str, ...] = ()
