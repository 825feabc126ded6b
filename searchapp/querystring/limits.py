"""Checks a query text before it is parsed. A text that is too deep, too long or too costly is a 400.

A text that cannot be parsed is one too.
"""

import re
from itertools import islice
from sys import getsizeof

from ..errors import ErrorKind, PipelineError, QueryTextError
from .byte_cache import byte_cached
from .errors import LuceneError, SyntaxFault

MAX_DEPTH = 100
MAX_CLAUSES = 1024
MAX_WILDCARDS = 100
MAX_REGEX = 1000
MAX_REPEATED = 500  # (.{0,50}a){10} takes either engine half a second
MAX_FUZZY = 10  # each compares a word with all words of the field: 0.1 s with 44 thousand documents
MAX_FUZZY_LETTERS = 255

PART = re.compile(
    r"""\\.                                  # an escaped character
      | "[^"\\]*+(?:\\.[^"\\]*+)*"(?:~[\d.]*+)?  # a phrase
      | (?P<regex>/[^/\\]*+(?:\\.[^/\\]*+)*/)
      | (?P<open>[(\[{])
      | (?P<close>[)\]}])
      | (?P<fuzzy>~)
      | (?P<wildcard>[*?]+)""",
    re.VERBOSE | re.DOTALL,
)
REGEX_PART = re.compile(
    r"""\\. | "[^"]*+" | \[\^?\]?[^\]\\]*+(?:\\.[^\]\\]*+)*\]
      | (?P<open>\()
      | (?P<close>\))
      | \{(?P<least>\d{1,9})(?P<comma>,(?P<most>\d{0,9}))?\}
      | .""",
    re.VERBOSE | re.DOTALL,
)
WORD = re.compile(r"\w++(?:[.:'’]\w++)*")
PIECE = re.compile(
    rf"""{WORD.pattern}
      | "[^\w"\\]*+"                         # a phrase without words
      | /[^\w/\\]*+/                         # a regular expression without words
      | (?<!\S)[^\w\s"]++(?!\S)              # signs that stand alone""",
    re.VERBOSE,
)
OPERATORS = ("AND", "OR", "NOT", "TO")


def check_query(text: str, keyword: str = "q") -> None:
    """Raise a 400 for deep brackets, too many clauses, wildcards or fuzzy words, or a long regular expression."""
    if len(text) > MAX_CLAUSES:
        check_words(text, keyword)
    depth = wildcards = fuzzy = 0
    for part in PART.finditer(text):
        kind = part.lastgroup
        if kind == "open":
            depth += 1
            if depth > MAX_DEPTH:
                hint = "use fewer brackets inside brackets"
                raise beyond(keyword, "brackets nested {num} deep", text_depth(text), MAX_DEPTH, hint)
        elif kind == "close":
            depth = max(depth - 1, 0)
        elif kind == "wildcard":
            wildcards += 1
        elif kind == "fuzzy":
            fuzzy += 1
            if fuzzy <= MAX_FUZZY:
                check_fuzzy_word(text[: part.start()].split()[-1:], keyword)
        elif kind == "regex":
            check_regex(part[0][1:-1], keyword)
    if fuzzy > MAX_FUZZY:
        raise beyond(keyword, "{num} fuzzy words", fuzzy, MAX_FUZZY, "write the others without ~")
    if wildcards > MAX_WILDCARDS:
        raise beyond(keyword, "{num} wildcards", wildcards, MAX_WILDCARDS, "split the query")


def check_fuzzy_word(word: list[str], keyword: str) -> None:
    """Raise a 400 for a fuzzy word that is too long: a node needs 2 s for 1,000 letters."""
    letters = len(word[0]) if word else 0
    if letters > MAX_FUZZY_LETTERS:
        what = "a fuzzy word of {num} characters"
        raise beyond(keyword, what, letters, MAX_FUZZY_LETTERS, "write it without ~")


def check_regex(regex: str, keyword: str) -> None:
    """Raise a 400 for a regular expression that is too long, as it is or with its repeats expanded, or too deep.

    The stack of a node overflows from 700 open groups on, which ends the node.
    """
    if len(regex) > MAX_REGEX:
        hint = "write a shorter one"
        raise beyond(keyword, "a regular expression of {num} characters", len(regex), MAX_REGEX, hint)
    repeats = repeated(regex) if "{" in regex else 0
    if repeats > MAX_REPEATED:
        what = "a regular expression with {num} repeats"
        raise beyond(keyword, what, repeats, MAX_REPEATED, "use smaller numbers in {}, or + and *")
    depth = text_depth(regex, REGEX_PART) if regex.count("(") > MAX_DEPTH else 0
    if depth > MAX_DEPTH:
        what = "a regular expression with groups nested {num} deep"
        raise beyond(keyword, what, depth, MAX_DEPTH, "use fewer groups inside groups")


def repeated(regex: str) -> int:
    """The number of characters by which the expression grows if its counted repeats are expanded."""
    sizes, last, more = [0], 0, 0
    for part in REGEX_PART.finditer(regex):
        if part["open"]:
            sizes.append(0)
        elif part["close"]:
            last = sizes.pop() if len(sizes) > 1 else 0
            sizes[-1] += last
        elif part["least"]:
            times = max(int(part["least"]) + (part["comma"] is not None), int(part["most"] or 0))
            added = last * max(times - 1, 0)
            more, sizes[-1], last = more + added, sizes[-1] + added, last + added
        else:
            last = 1
            sizes[-1] += 1
    return more


def check_words(text: str, keyword: str = "q") -> None:
    """Raise a 400 for a text with more clauses than a query may have: words, and clauses without words such as `""`."""
    if has_too_many_clauses(text):
        num = sum(piece not in OPERATORS for piece in PIECE.findall(text))
        raise beyond(keyword, "{num} clauses", num, MAX_CLAUSES, "send several queries by POST")


@byte_cached(16 * 2**20, getsizeof)  # a list of terms is checked once for each collection that it is looked up in
def has_too_many_clauses(text: str) -> bool:
    """Whether a text has more than MAX_CLAUSES words, counted without parsing it."""
    pieces = (piece[0] for piece in PIECE.finditer(text))
    clauses = sum(1 for _ in islice((piece for piece in pieces if piece not in OPERATORS), MAX_CLAUSES + 1))
    return clauses > MAX_CLAUSES


def text_depth(text: str, parts: re.Pattern[str] = PART) -> int:
    """The maximum depth of the brackets in a text, or of the groups in a regular expression by its `parts`."""
    depth = deepest = 0
    for part in parts.finditer(text):
        depth = max(depth + (part.lastgroup == "open") - (part.lastgroup == "close"), 0)
        deepest = max(deepest, depth)
    return deepest


def beyond(keyword: str, what: str, num: int, most: int, hint: str) -> PipelineError:
    summary = f"{keyword} has {what.format(num=num)}, at most {most} are allowed: {hint}"
    return PipelineError(400, summary, {"keyword": keyword, "max": most, "num": num})


def query_text_error(error: LuceneError, text: str, keyword: str = "q") -> QueryTextError:
    """The 400 for a text, the value of the option `keyword`; columns count from 1."""
    if not isinstance(error, SyntaxFault):
        return QueryTextError(error.cause, keyword, text)
    kind = ErrorKind.UNCLOSED if error.unclosed else ErrorKind.SYNTAX
    return QueryTextError(error.cause, keyword, text, error.column + 1, kind)
