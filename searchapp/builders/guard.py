"""One pass over a query text before any database sees it: what would be too deep, too long or too costly is a 400."""

import re
from itertools import islice

from ..errors import PipelineError

MAX_DEPTH = 100
MAX_CLAUSES = 1024
MAX_WILDCARDS = 100
MAX_REGEX = 1000

PART = re.compile(
    r"""\\.                                  # an escaped character
      | "(?:[^"\\]|\\.)*+"                   # a phrase
      | (?P<regex>/(?:[^/\\]|\\.)*+/)
      | (?P<open>[(\[{])
      | (?P<close>[)\]}])
      | (?P<wildcard>[*?]+)""",
    re.VERBOSE | re.DOTALL,
)
WORD = re.compile(r"\w+(?:[.:'’]\w+)*+")
OPERATORS = ("AND", "OR", "NOT", "TO")


def check_query(text: str, keyword: str = "q") -> None:
    """Refuses a query-string text with deep brackets, many clauses or wildcards, or a long regular expression."""
    check_words(text, keyword)
    depth = wildcards = 0
    for part in PART.finditer(text):
        kind = part.lastgroup
        if kind == "open":
            depth += 1
            if depth > MAX_DEPTH:
                raise beyond(keyword, "brackets nested {num} deep", text_depth(text), MAX_DEPTH, "write it flatter")
        elif kind == "close":
            depth = max(depth - 1, 0)
        elif kind == "wildcard":
            wildcards += 1
        elif kind == "regex" and len(part[0]) - 2 > MAX_REGEX:
            hint = "write a shorter one"
            raise beyond(keyword, "a regular expression of {num} characters", len(part[0]) - 2, MAX_REGEX, hint)
    if wildcards > MAX_WILDCARDS:
        raise beyond(keyword, "{num} wildcards", wildcards, MAX_WILDCARDS, "split the query")


def check_words(text: str, keyword: str = "q") -> None:
    """Refuses a text of more words than a database takes clauses."""
    if len(text) <= MAX_CLAUSES:
        return
    words = (word[0] for word in WORD.finditer(text))
    clauses = sum(1 for _ in islice((word for word in words if word not in OPERATORS), MAX_CLAUSES + 1))
    if clauses > MAX_CLAUSES:
        num = sum(word not in OPERATORS for word in WORD.findall(text))
        raise beyond(keyword, "{num} clauses", num, MAX_CLAUSES, "send several queries by POST")


def text_depth(text: str) -> int:
    """How deep the brackets of the text go at most."""
    depth = deepest = 0
    for part in PART.finditer(text):
        depth = max(depth + (part.lastgroup == "open") - (part.lastgroup == "close"), 0)
        deepest = max(deepest, depth)
    return deepest


def beyond(keyword: str, what: str, num: int, most: int, hint: str) -> PipelineError:
    summary = f"{keyword} has {what.format(num=num)}, at most {most} are allowed: {hint}"
    return PipelineError(400, summary, {"keyword": keyword, "max": most, "num": num})
