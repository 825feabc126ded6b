"""A collection as a Parquet file: a column for each field, with a type that a first pass over all documents finds.

Needs pyarrow, the extra `parquet`.
"""

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any, NamedTuple

from ...errors import PipelineError
from ..response.csv import Batches, cell

KINDS = (bool, int, float, str)
"""The kinds of values. Each can hold the values of the previous ones, except that numbers cannot hold booleans."""


class Column(NamedTuple):
    """The kind of the values of a field, and whether a document may have several."""

    kind: type = type(None)
    is_list: bool = False

    def with_value(self, value: Any) -> "Column":
        """The column that holds this value too."""
        values = value if isinstance(value, list) else [value]
        kinds = {kind_of(one) for one in values if one is not None} | {self.kind} - {type(None)}
        is_list = self.is_list or isinstance(value, list)
        return Column(common(kinds), is_list)

    def held(self, value: Any) -> Any:
        """The value in the type of the column."""
        if value is None:
            return None
        if not self.is_list:
            return self.converted(value)
        return [self.converted(one) for one in (value if isinstance(value, list) else [value]) if one is not None]

    def converted(self, value: Any) -> Any:
        return cell(value) if self.kind is str and not isinstance(value, str) else value


def kind_of(value: Any) -> type:
    """The kind of one value; objects and numbers of more than 64 bits are written as texts."""
    if type(value) is int and not -(2**63) <= value < 2**63:
        return str
    return type(value) if type(value) in KINDS else str


def common(kinds: set[type]) -> type:
    """The kind that holds values of all these kinds."""
    if not kinds:
        return type(None)
    if len(kinds) == 1:
        return next(iter(kinds))
    return float if kinds <= {int, float} else str


def write_parquet(path: Path, documents: Callable[[], Batches], names: Sequence[str]) -> None:
    """Write flat documents, which are read twice. PipelineError where pyarrow is not installed."""
    try:
        import pyarrow
        from pyarrow import parquet
    except ImportError as error:
        raise PipelineError(500, "parquet needs pyarrow: pip install searchapp[parquet]") from error
    columns = surveyed(documents(), names)
    types = {bool: pyarrow.bool_(), int: pyarrow.int64(), float: pyarrow.float64(), str: pyarrow.string()}
    plain = {name: types.get(column.kind, pyarrow.string()) for name, column in columns.items()}
    listed = {name: pyarrow.list_(plain[name]) if column.is_list else plain[name] for name, column in columns.items()}
    schema = pyarrow.schema(listed)
    with parquet.ParquetWriter(path, schema, compression="zstd") as writer:
        for batch in documents():
            values = {name: [column.held(one.get(name)) for one in batch] for name, column in columns.items()}
            writer.write_table(pyarrow.table(values, schema=schema))


def surveyed(batches: Batches, names: Sequence[str]) -> dict[str, Column]:
    """The column of each field."""
    columns = {name: Column() for name in names}
    for batch in batches:
        for document in batch:
            for name, value in document.items():
                if name in columns and value is not None:
                    columns[name] = columns[name].with_value(value)
    return columns
