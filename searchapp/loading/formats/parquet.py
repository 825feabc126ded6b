"""Documents from a Parquet file, one per row. Needs pyarrow."""

import math
from collections.abc import Iterator
from datetime import date, datetime, time, timedelta
from decimal import Decimal
from typing import Any

from ..bad import LoadError, OnBad
from .source import Source

BATCH_SIZE = 1000
MISSING = "Parquet files need pyarrow: pip install 'searchapp[parquet]'"


def read_parquet(source: Source, on_bad: OnBad) -> Iterator[tuple[int, dict[str, Any]]]:
    """The number of each row, from 1, and its document without nulls. Raises LoadError for a file that is damaged."""
    try:
        from pyarrow import ArrowException
        from pyarrow.parquet import ParquetFile
    except ImportError as error:
        raise LoadError(MISSING) from error
    number = 0
    try:
        for batch in ParquetFile(source.stream).iter_batches(BATCH_SIZE):
            for row in batch.to_pylist():
                number += 1
                yield number, {name: json_value(value) for name, value in row.items() if has_value(value)}
    except ArrowException as error:
        raise LoadError(f"{source.name} row {number + 1}: cannot be read: {error}") from error


def has_value(value: Any) -> bool:
    return value is not None and not (isinstance(value, float) and not math.isfinite(value))


def json_value(value: Any) -> Any:
    """The value in JSON: dates and times as ISO texts, decimals as numbers, durations as seconds, bytes as hexadecimal
    digits, maps (pairs of keys and values) as objects."""
    if isinstance(value, list) and value and isinstance(value[0], tuple):
        value = {str(key): inner for key, inner in value}
    if isinstance(value, dict):
        return {name: json_value(inner) for name, inner in value.items() if has_value(inner)}
    if isinstance(value, list):
        return [json_value(inner) for inner in value if has_value(inner)]
    if isinstance(value, datetime):
        return value.replace(microsecond=value.microsecond // 1000 * 1000).isoformat()
    if isinstance(value, date | time):
        return value.isoformat()
    if isinstance(value, timedelta):
        return value.total_seconds()
    if isinstance(value, Decimal):
        return int(value) if value == value.to_integral_value() and abs(value) < 2**63 else float(value)
    return value.hex() if isinstance(value, bytes) else value
