"""Random query strings: every operator, escapes, ranges, wildcards, patterns, phrases, edits, weights, and nonsense."""

from collections.abc import Callable
from typing import Any

from tests.contract.engine_values import field, misspelt, part, regex, string_field, value
from tests.contract.engine_vocabulary import Random

OPERATORS = (
    " ",
    " ",
    " ",
    " AND ",
    " OR ",
    " && ",
    " || ",
    " AND NOT ",
    " OR NOT ",
    "\t",
    "\u3000",
    " and ",
    "&&",
    "!",
)
BROKEN = (")", "(", '"', "^", " AND", "/", ":", " a~5", "\\", "[a b]", "{", " TO ", "~", " OR OR b", "^-1")
SIGNS = (
    "a", "b", "AND", "OR", "NOT", "&&", "||", "!", "+", "-", " ", " ", " ", "(", ")", '"', "*", "?", "~", "~1", "^2",
    ":", "[a TO b}", "[", "TO", "/", "\\", ">5", "<=a", "é", "\u3000", "|", "(a b)", "c* ", "\\u0041", "=", "&", "漢",
)  # fmt: skip
SPECIAL = '+-=&|><!(){}[]^"~*?:\\/ \t\u3000\n\r'


def expression(random: Random, depth: int) -> str:
    """A query string, mostly a good one."""
    if random.random() < 0.02:
        return "".join(random.choice(SIGNS) for _ in range(random.randint(1, 7)))
    parts = [clause(random, depth) for _ in range(random.randint(1, 4))]
    joined = parts[0]
    for item in parts[1:]:
        joined += random.choice(OPERATORS) + item
    return joined + (random.choice(BROKEN) if random.random() < 0.03 else "")


def clause(random: Random, depth: int) -> str:
    sign = random.choice(("", "", "", "", "", "+", "-", "!", "NOT "))
    if depth and random.random() < 0.15:
        named = f"{escaped(field(random))}:" if random.random() < 0.2 else ""
        return f"{sign}{named}({expression(random, depth - 1)}){weight(random)}"
    return f"{sign}{random.choice(SIMPLE)(random)}{weight(random)}"


def weight(random: Random) -> str:
    return random.choice(("^2", "^0.5", "^.5", "^0")) if random.random() < 0.06 else ""


def escaped(text: Any) -> str:
    return "".join("\\" + sign if sign in SPECIAL else sign for sign in str(text))


def encoded(random: Random, text: Any) -> str:
    """Escaped, now and then with a sign as its number."""
    plain = str(text)
    if not plain or random.random() > 0.03 or ord(plain[0]) > 0xFFFF:
        return escaped(plain)
    return f"\\u{ord(plain[0]):04x}" + escaped(plain[1:])


def bare(random: Random) -> str:
    words = random.vocabulary
    return encoded(random, random.choice(words.words + words.symbols)) or "x"


def named(random: Random) -> str:
    name = field(random)
    return f"{escaped(name)}:{encoded(random, value(random, name)) or 'x'}"


def grouped(random: Random) -> str:
    """Several words or ends of ranges of one field."""
    name = field(random)
    found = [escaped(value(random, name)) or "x" for _ in range(2)]
    inside = random.choice(("{} {}", ">={} AND <{}", "{} OR {}", "+{} -{}", ">{} <={}", "-{} NOT {}"))
    return f"{escaped(name)}:({inside.format(*found)})"


def quoted(random: Random) -> str:
    words = random.vocabulary
    text = random.choice(words.phrases + words.symbols)
    plain = text.replace("\\", "").replace('"', "")
    slop = random.choice(("", "", "", "~1", "~2", "~5", "~100"))
    return random.choice(("", f"{escaped(string_field(random))}:")) + f'"{plain}"{slop}'


def starred(random: Random) -> str:
    name = string_field(random)
    pattern = random.choice(("{}*", "*{}", "{}?", "?{}*", "*", "{}*a", "{}**", "{}\\*"))
    return random.choice(("", f"{escaped(name)}:")) + pattern.format(escaped(part(random, name)))


def ranged(random: Random) -> str:
    name = field(random)
    low, high = (escaped(value(random, name)) or "*" for _ in range(2))
    if random.random() < 0.3:
        return f"{escaped(name)}:{random.choice(('>', '>=', '<', '<='))}{low}"
    if random.random() < 0.1:
        return f"{random.choice(('>', '>=', '<'))}{low}"
    low, high = (_end(random, end) for end in (low, high))
    return f"{escaped(name)}:{random.choice('[{')}{low} TO {high}{random.choice(']}')}"


def _end(random: Random, end: str) -> str:
    return random.choice(("*", '"*"', f'"{end}"', end, end, end, end, end, end, end))


def unsure(random: Random) -> str:
    name = string_field(random)
    edits = random.choice(("~", "~", "~1", "~2", "~0.5", "~1.0", "~AUTO"))
    return random.choice(("", f"{escaped(name)}:")) + (escaped(misspelt(random, name)) or "x") + edits


def slashed(random: Random) -> str:
    pattern = regex(random).replace("/", "")
    return random.choice(("", f"{escaped(string_field(random))}:")) + f"/{pattern}/"


def present(random: Random) -> str:
    name = escaped(field(random))
    pattern = escaped(random.choice(random.vocabulary.patterns))
    return random.choice((f"_exists_:{name}", f"{name}:*", "*:*", "*", f"_exists_:{pattern}"))


def several(random: Random) -> str:
    """Fields by a pattern of their names."""
    pattern = random.choice(random.vocabulary.patterns)
    return f"{escaped(pattern)}:{bare(random)}"


SIMPLE: tuple[Callable[[Random], str], ...] = (
    bare, bare, bare, bare, bare, bare, bare, named, named, named, quoted, quoted, starred, starred, ranged, ranged,
    present, unsure, unsure, slashed, grouped, several,
)  # fmt: skip
