"""The sort modes `sum`, `avg` and `median`: one number of several."""

from math import floor

from ...values.java_numbers import as_float32, java_integer
from .sort import Column


def reduced(column: Column, numbers: list[float]) -> float:
    """The sum, mean or median, in the type of the field: integers give an integer, 32-bit floats a 32-bit float."""
    numbers = sorted(numbers)
    if column.mode == "sum":
        result = _total(numbers)
    elif column.mode == "avg":
        result = _total(numbers) / len(numbers)
    else:
        middle = len(numbers) // 2
        result = numbers[middle] if len(numbers) % 2 else (numbers[middle - 1] + numbers[middle]) / 2
    if column.kind == "float":
        return as_float32(result)
    if isinstance(column.absent, float) or isinstance(result, int):
        return result
    return floor(result + 0.5)  # as Java rounds


def _total(numbers: list[float]) -> float:
    """The sum; a sum of integers keeps its lowest 64 bits, as in Java."""
    total = sum(numbers)
    return java_integer(total, 64) if isinstance(total, int) else total
