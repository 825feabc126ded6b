"""The tantivy query for documents with a value in a field."""

from tantivy import Query

from ...errors import shard_error, unsupported_error
from ...index.reader import Reader
from ...mapping.mapping import METADATA, Field
from ...mapping.tantivy_schema import PATHS
from ..combinators import constant, everything, nothing, without
from ..context import Context
from ..sorted_terms import any_term

EXISTING = {"_id": True, "_index": True, "_seq_no": True, "_version": True, "_routing": False, "_tier": False}
"""The metadata fields, and whether every document has them."""


def exists_query(context: Context, pattern: str) -> Query:
    """A query for the documents with a value in a field or object that the pattern matches."""
    mapping = context.reader.mapping
    if set(pattern) == {"*"} or pattern == "_source":
        raise shard_error("The _source field is not searchable")
    if pattern in METADATA:
        return _metadata_exists(pattern)
    fields = context.fields(pattern)
    if pattern in mapping.objects:
        fields = [field for field in mapping.below(pattern) if field.nested is None]
    if not fields:
        return nothing()
    return constant(any_term(context.reader, PATHS, [field.path for field in fields]))


def present(reader: Reader, field: Field) -> Query:
    """A query for the documents with a value in a field."""
    return Query.term_query(reader.schema, PATHS, field.path, index_option="basic")


def absent(reader: Reader, field: Field) -> Query:
    """A query for the documents without a value in a field."""
    return without(everything(), [present(reader, field)])


def _metadata_exists(path: str) -> Query:
    if path not in EXISTING:
        raise unsupported_error(f"unsupported field: {path}")
    return everything() if EXISTING[path] else nothing()
