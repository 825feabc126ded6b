"""Divides a query string into the tokens of Lucene's classic syntax; the longest match wins.

A token is (kind, image, column). Three states: ordinary, inside `[ ]` or `{ }`, and right after `^`.
"""

import re
from collections.abc import Sequence

from .errors import SyntaxFault

Token = tuple[str, str, int]

BLANKS = " \t\n\r\u3000"
OPERATORS = {"AND": "AND", "&&": "AND", "OR": "OR", "||": "OR", "NOT": "NOT"}
BAD_ESCAPE = "an escape needs a character after it, \\u four hexadecimal digits"
SIGNS = {"+": "PLUS", "-": "MINUS", "!": "NOT"}

_START = r'(?:[^ \t\n\r\u3000+\-!():^\[\]"{}~*?\\/]|\\.)'
_CHARS = r'[^ \t\n\r\u3000!():^\[\]"{}~*?\\/]*+(?:\\.[^ \t\n\r\u3000!():^\[\]"{}~*?\\/]*+)*'
_WILD_CHARS = r'[^ \t\n\r\u3000!():^\[\]"{}~\\/]*+(?:\\.[^ \t\n\r\u3000!():^\[\]"{}~\\/]*+)*'
_ORDINARY = re.compile(
    rf"""[{BLANKS}]*(?:
    (?P<TERM>{_START}{_CHARS})(?![*?]|\\.)
  | (?P<WILDTERM>(?:{_START}|[*?]){_WILD_CHARS})
  | (?P<BAREOPER>[-+!])[{BLANKS}]
  | (?P<SIGN>[-+!])
  | (?P<LPAREN>\() | (?P<RPAREN>\)) | (?P<COLON>:)
  | (?P<QUOTED>"[^"\\]*+(?:\\.[^"\\]*+)*")
  | (?P<FUZZY_SLOP>~{_CHARS})
  | \^(?P<BOOST>[0-9]+(?:\.[0-9]+)?)
  | (?P<REGEXPTERM>/(?:\\/|[^/])*/)
  | (?P<RANGE_START>[\[{{])
  | (?P<EOF>\Z)
    )""",
    re.DOTALL | re.VERBOSE,
)
_GOOP = re.compile(r"[^ \]}]+")
_RANGE_QUOTED = re.compile(r'"(?:\\"|[^"])+"')


def tokens(text: str) -> list[Token]:
    """All tokens of `text`, EOF last."""
    found: list[Token] = []
    position = 0
    while True:
        match = _ORDINARY.match(text, position)
        if match is None:
            raise _lexical_error(text, position)
        kind = match.lastgroup or ""
        image = match[kind]
        column = match.start(kind)
        position = match.end()
        if kind == "TERM":
            kind = OPERATORS.get(image, kind)
        elif kind == "SIGN":
            kind = SIGNS[image]
        elif kind == "WILDTERM":
            kind = _wild_kind(image)
        elif kind == "RANGE_START":
            found.append((kind, image, column))
            position = _range_tokens(text, position, found)
            continue
        found.append((kind, image, column))
        if kind == "EOF":
            return found


def _wild_kind(image: str) -> str:
    if image == "*":
        return "STAR"
    return "PREFIXTERM" if _PREFIX.fullmatch(image) else "WILDTERM"


_PREFIX = re.compile(rf"{_START}{_CHARS}\*", re.DOTALL)


def _range_tokens(text: str, position: int, found: list[Token]) -> int:
    """Appends the tokens up to the closing bracket to `found`. Returns the position after it."""
    while position < len(text):
        char = text[position]
        if char in "]}":
            found.append(("RANGE_END", char, position))
            return position + 1
        goop = _GOOP.match(text, position)
        end = goop.end() if goop else position + 1
        quoted = _RANGE_QUOTED.match(text, position)
        if quoted and quoted.end() >= end:
            found.append(("RANGE_QUOTED", quoted[0], position))
            end = quoted.end()
        elif end > position + 1 or char not in BLANKS:
            image = text[position:end]
            found.append(("RANGE_TO" if image == "TO" else "RANGE_GOOP", image, position))
        position = end
    found.append(("EOF", "", position))
    return position


def _lexical_error(text: str, position: int) -> SyntaxFault:
    while position < len(text) and text[position] in BLANKS:
        position += 1
    rest = text[position : position + 1]
    if rest == "^":
        return SyntaxFault("a boost needs a number", position)
    if rest in ('"', "/"):
        return SyntaxFault(f"{rest} is not closed", position, unclosed=True)
    if rest == "\\":
        return SyntaxFault("nothing follows the escape character \\", position)
    return SyntaxFault(f"unexpected {rest}", position)


_ESCAPE = re.compile(r"\\(?:u([0-9a-fA-F]{4})|(u)|(.)|\Z)", re.DOTALL)


def unescape(image: str, column: int) -> str:
    """The characters of `image` without escapes; `column` is for the error."""
    if "\\" not in image:
        return image

    def character(match: re.Match[str]) -> str:
        code, truncated, literal = match.groups()
        if code:
            return chr(int(code, 16))
        if truncated or literal is None:
            raise SyntaxFault(BAD_ESCAPE, column + match.start())
        return literal

    plain = _ESCAPE.sub(character, image)
    return plain.encode("utf-16-le", "surrogatepass").decode("utf-16-le", "replace")


def unexpected(tokens: Sequence[Token], at: int) -> SyntaxFault:
    """The fault at a token that cannot follow the previous ones. It names the missing sign if clear, else the token."""
    kind, image, column = tokens[at]
    before = tokens[at - 1] if at else ("EOF", "", 0)
    opened = last_open(tokens[:at])
    match before[0], kind:
        case (("AND" | "OR" | "NOT" | "PLUS" | "MINUS" | "COLON"), ("EOF" | "RPAREN")):
            return SyntaxFault(f"nothing follows {before[1]}", before[2])
        case (("EOF" | "LPAREN"), ("AND" | "OR")):
            return SyntaxFault(f"nothing is before {image}", column)
        case "COLON", "MINUS":
            return SyntaxFault('a negative value is written in quotes, as "-5"', column)
        case "LPAREN", "RPAREN":
            return SyntaxFault("nothing is inside ( )", before[2])
        case _, "EOF" if opened:
            return SyntaxFault(f"{opened[1]} is not closed", opened[2], unclosed=True)
        case _, "RPAREN":
            return SyntaxFault(") closes nothing", column)
        case _, ("RANGE_GOOP" | "RANGE_QUOTED" | "RANGE_END") if opened:
            return SyntaxFault("a range is written as [1 TO 5]", opened[2])
    return SyntaxFault("unexpected end" if kind == "EOF" else f"unexpected {image}", column, unclosed=kind == "EOF")


def last_open(tokens: Sequence[Token]) -> Token | None:
    """The last bracket that these tokens open and do not close."""
    opened: list[Token] = []
    for token in tokens:
        if token[0] in ("LPAREN", "RANGE_START"):
            opened.append(token)
        elif token[0] in ("RPAREN", "RANGE_END") and opened:
            opened.pop()
    return opened[-1] if opened else None
