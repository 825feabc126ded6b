"""The option `jmespath`, `<target field>|<expression>`: the result of the expression becomes the value of the field."""

import re
from collections.abc import Callable
from itertools import pairwise
from typing import Any, NamedTuple

import jmespath
from jmespath.exceptions import IncompleteExpressionError, JMESPathError, LexerError, ParseError
from jmespath.lexer import Lexer
from jmespath.parser import Parser

from ..errors import PipelineError
from ..querystring.byte_cache import byte_cached
from .jmespath_interpreter import BoundedInterpreter, DocumentFunctions
from .paths import changed_at, split

MAX_LENGTH = 1000
MAX_DEPTH = 60
MAX_CHAIN = 100
TREE_BYTES_PER_CHARACTER = 500
"""The maximum number of bytes of a parsed expression per character of its text."""
CHAINS = ("subexpression", "index_expression", "pipe")
PART = re.compile(
    r"""'[^'\\]*+(?:\\.[^'\\]*+)*'|"[^"\\]*+(?:\\.[^"\\]*+)*"|`[^`\\]*+(?:\\.[^`\\]*+)*`
      |(?P<open>[(\[{])|(?P<close>[)\]}])""",
    re.DOTALL | re.VERBOSE,
)

Document = dict[str, Any]


class Transformation(NamedTuple):
    """The path of the target, empty for the document itself, and the parsed expression."""

    path: list[str]
    expression: dict[str, Any]


def transforming(text: str, exclude_empty: bool) -> Callable[[Document], Document | None]:
    """A function that returns the transformed document, or None to exclude it. All calls share one budget."""
    path, expression = parsed(text.replace("%26%26", "&&"))
    interpreter = BoundedInterpreter()

    def search(value: Any) -> Any:
        try:
            return None if value is None else interpreter.search(expression, value)
        except (ValueError, TypeError, ArithmeticError, RecursionError) as error:
            raise invalid(str(error).split("\n")[0]) from error

    def transform(document: Document) -> Document | None:
        changed, values = replaced(document, path, search)
        if exclude_empty and all(value is None or value == [] for value in values):
            return None
        return changed

    return transform


def replaced(document: Document, path: list[str], search: Callable[[Any], Any]) -> tuple[Document, list[Any]]:
    """The document with new values at the path, and the list of these values."""
    values: list[Any] = []

    def change(parent: Document, name: str) -> Document:
        if name not in parent:
            return parent
        values.append(search(parent[name]))
        return {**parent, name: values[-1]}

    if path:
        return changed_at(document, path, change), values
    value = search(document)
    return as_document(value), [value]


def as_document(value: Any) -> Document:
    """The value as a document; null and an empty list become an empty document. Raises a 400 for other values."""
    if isinstance(value, dict):
        return value
    if value is None or value == []:
        return {}
    raise invalid("the expression for the whole document must return an object")


@byte_cached(4 * 2**20, lambda text: TREE_BYTES_PER_CHARACTER * len(text))
def parsed(text: str) -> Transformation:
    """The target and the expression. Raises a 400 if the expression is invalid, too long or too deep."""
    target, bar, expression = text.partition("|")
    start = len(target) + len(bar)
    if not bar:
        raise invalid("no | after the target field, write field|expression", len(text))
    check_size(text, start)
    try:
        tree: Any = jmespath.compile(expression).parsed
        Parser.purge()  # its own cache counts entries
    except JMESPathError as error:
        position, reason = position_and_reason(error)
        raise invalid(reason, start + position) from None
    except RecursionError:
        raise invalid(f"more than {MAX_CHAIN} steps, at most {MAX_CHAIN} are allowed", start) from None
    steps = chain(tree)
    if steps > MAX_CHAIN:
        raise invalid(f"{steps} steps, at most {MAX_CHAIN} are allowed", start)
    check_functions(expression, start)
    return Transformation(split(target.strip(". "), "jmespath") if target.strip(". ") else [], tree)


def check_size(text: str, start: int) -> None:
    """Raise a 400 if the text is too long or its brackets are nested too deep."""
    if len(text) > MAX_LENGTH:
        raise invalid(f"{len(text)} characters, at most {MAX_LENGTH} are allowed", MAX_LENGTH)
    depth = 0
    for part in PART.finditer(text, start):
        depth += (part.lastgroup == "open") - (part.lastgroup == "close")
        if depth > MAX_DEPTH:
            raise invalid(f"brackets nested more than {MAX_DEPTH} deep", part.start())


def check_functions(expression: str, start: int) -> None:
    """Raises a 400 for an unknown function. Its position is found by a search in the text."""
    for name, after in pairwise(Lexer().tokenize(expression)):
        called = (name["type"], after["type"]) == ("unquoted_identifier", "lparen")
        if called and name["value"] not in DocumentFunctions.FUNCTION_TABLE:
            raise invalid(f"no function is named {name['value']}", start + name["start"])


def chain(tree: dict[str, Any]) -> int:
    """The number of steps from the document to the last value.

    Without recursion: hundreds of `[]`, which the library reads in a loop, are a tree that is too deep for it.
    """
    longest, waiting = 0, [(tree, 0)]
    while waiting:
        step, before = waiting.pop()
        steps = before + (len(step["children"]) if step["type"] in CHAINS else 1)
        longest = max(longest, steps)
        inside = step.get("children", ())  # of a slice they are numbers
        waiting += [(child, steps) for child in inside if isinstance(child, dict)]
    return longest


def position_and_reason(error: JMESPathError) -> tuple[int, str]:
    """The position of a syntax error in the expression, and the reason."""
    if isinstance(error, IncompleteExpressionError):
        return error.lex_position, "the expression ends too early"
    if isinstance(error, LexerError):
        return error.lex_position, error.message
    if isinstance(error, ParseError):
        return error.lex_position, f"{error.token_value!r} is not expected here"
    return 0, str(error)


def invalid(reason: str, position: int | None = None) -> PipelineError:
    """A 400 for a value of `jmespath` that cannot be used."""
    details = {"keyword": "jmespath", "reason": reason[:300]} | ({} if position is None else {"position": position})
    return PipelineError(400, "Invalid value for jmespath parameter", details)
