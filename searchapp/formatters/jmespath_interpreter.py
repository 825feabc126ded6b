"""A JMESPath interpreter with functions of our own, which stops before an expression costs too much.

Every node that it visits and every value that it creates costs a part of one budget. The size of a value is its size
as JSON: `[@,@]` nested thirty times takes little memory, but is a billion values when it is compared or sent.
"""

from math import isfinite
from typing import Any

import orjson
from jmespath.functions import Functions, signature
from jmespath.visitor import TreeInterpreter

MAX_WORK = 1_000_000
CHARACTERS_PER_UNIT = 8
CREATING = frozenset((
    "multi_select_list", "multi_select_dict", "flatten", "projection",
    "filter_projection", "value_projection", "slice", "function_expression",
))  # fmt: skip


class TooCostly(ValueError):
    """The expression used more than its budget."""

    def __init__(self) -> None:
        super().__init__("the expression costs too much: select less, or ask for fewer hits")


class BoundedInterpreter(TreeInterpreter):
    """Searches in several documents with one budget."""

    def __init__(self, budget: int = MAX_WORK):
        super().__init__()
        self.functions = DocumentFunctions()
        self.left = budget
        self.sizes: dict[int, int] = {}
        self.kept: list[Any] = []

    def search(self, tree: dict[str, Any], value: Any) -> Any:
        """The result of the expression; it can be written as JSON. Raises TooCostly or ValueError."""
        try:
            result = self.visit(tree, value)
            self.pay(self.size(result))
            return result
        finally:
            self.sizes.clear()
            self.kept.clear()

    def visit(self, node: Any, *args: Any, **kwargs: Any) -> Any:
        self.pay(1)
        result = super().visit(node, *args, **kwargs)
        if node["type"] in CREATING and isinstance(result, list | dict | str):
            self.kept.append(result)
            self.pay(len(result) // CHARACTERS_PER_UNIT if isinstance(result, str) else len(result))
            self.size(result)
        return result

    def visit_function_expression(self, node: Any, value: Any) -> Any:
        arguments = [self.visit(child, value) for child in node["children"]]
        sizes = [self.size(argument) for argument in arguments if not is_expression(argument)]
        self.pay(sum(sizes))
        if node["value"] == "join" and len(sizes) == 2 and isinstance(arguments[1], list):
            self.pay(sizes[0] * len(arguments[1]))
        return self.functions.call_function(node["value"], arguments)

    def visit_comparator(self, node: Any, value: Any) -> Any:
        left, right = (self.visit(child, value) for child in node["children"])
        if isinstance(left, list | dict) and isinstance(right, list | dict):
            self.pay(min(self.size(left), self.size(right)))
        literals = [{"type": "literal", "value": side, "children": []} for side in (left, right)]
        plain: Any = {"type": "comparator", "value": node["value"], "children": literals}
        return super().visit_comparator(plain, value)

    def pay(self, cost: int) -> None:
        """Count a cost. Raises TooCostly beyond the budget."""
        self.left -= cost
        if self.left < 0:
            raise TooCostly

    def size(self, value: Any) -> int:
        """The size of the value as JSON. Raises an error if it is not JSON or exceeds the budget."""
        if isinstance(value, str):
            return text_size(value)
        if not isinstance(value, list | dict):
            return plain_size(value)
        if id(value) not in self.sizes:
            inner = sum(map(self.size, value if isinstance(value, list) else value.values()))
            keys = sum(map(text_size, value)) if isinstance(value, dict) else 0
            self.sizes[id(value)] = 1 + inner + keys
        if self.sizes[id(value)] > self.left:
            raise TooCostly
        return self.sizes[id(value)]


def is_expression(value: Any) -> bool:
    """Whether the value is an expression such as `&name`: an argument of functions, not JSON."""
    return not isinstance(value, list | dict | str | int | float | None)


def text_size(text: str) -> int:
    """The size of a text. Raises UnicodeEncodeError for half of a surrogate pair, which is not valid Unicode."""
    if not text.isascii():
        text.encode()
    return 1 + len(text) // CHARACTERS_PER_UNIT


def plain_size(value: Any) -> int:
    """1 for null, a boolean or a number. Raises ValueError for a value that JSON does not have."""
    if is_expression(value):
        raise ValueError("an expression is not a value")
    if isinstance(value, float) and not isfinite(value):
        raise ValueError("a number is not finite")
    if isinstance(value, int) and not -(2**63) <= value < 2**64:
        raise ValueError("a number has more than 64 bits")
    return 1


class DocumentFunctions(Functions):
    """`unique(list)` is the list with each value once, `unique_count(list)` the number of them."""

    @signature({"types": ["array"]})
    def _func_unique(self, values: list[Any]) -> list[Any]:
        return in_order(distinct(values))

    @signature({"types": ["array"]})
    def _func_unique_count(self, values: list[Any]) -> int:
        return len(distinct(values))


def distinct(values: list[Any]) -> list[Any]:
    """The different values, in order of first occurrence; values with the same JSON are equal."""
    found: dict[bytes, Any] = {}
    for value in values:
        found.setdefault(orjson.dumps(value, option=orjson.OPT_SORT_KEYS), value)
    return list(found.values())


def in_order(values: list[Any]) -> list[Any]:
    """Texts or numbers in sorted order; other values unchanged."""
    is_sortable = any(all(isinstance(value, kind) for value in values) for kind in (str, int | float))
    return sorted(values) if is_sortable else values
