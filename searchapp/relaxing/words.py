"""The words of a typed text, and whether the text has words only."""

import re
from collections.abc import Collection, Mapping, Sequence

from ..querystring import parser, writing
from ..querystring.errors import LuceneError
from ..querystring.tree import Group, Node, Text

WORD = re.compile(r"\w+(?:['’.]\w+)*")
KANA = "\u30a1-\u30fa\u30fc-\u30ff\u31f0-\u31ff\uff66-\uff9f"
SIGN = "\u3041-\u3096\u309d-\u309f\u3005\u3007\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff\U00020000-\U0003ffff"
TOKEN = re.compile(rf"[{SIGN}]|[{KANA}]+|[^\W{SIGN}{KANA}]+(?:['’.][^\W{SIGN}{KANA}]+)*")
"""A token as an analyzer makes it: in scripts without blanks, each Han or Hiragana character, each Katakana word."""
INNER = re.compile(r"\w(?:[\w.,'’&-]*\w)?")
END = re.compile(r"[\s?!.,;:]+\Z")
QUESTION_END = re.compile(r"(?<=\w)\?(?=\s)")
"""A question mark between words. Lucene reads it as a wildcard."""
DIMENSIONS = re.compile(r"(?<=\d)(?:\s+[xX]\s+|\s*×\s*)(?=\d)")
"""The `x` with blanks around it between two numbers of a size: `M8 x 20`; not that of `Windows 10 x64`."""
QUOTES = str.maketrans("“”„«»", "     ")
COMPARISON = re.compile(r"(?<!\S)[<>]\S*")
SIGN_INSIDE = re.compile(r"(?<=\))[-+!](?=\w)|(?<=\w)!(?=\S)|(?<=\w)/(?=\w)|(?<!\S)-(?=\w+-(?!\w))")
"""A sign in a word that Lucene reads as an operator or as the end of a pattern: `n(4)-palmitoyl`, `a/b`, `-old-`."""
PROHIBITED = re.compile(r"\s-\w")
ADDRESS = re.compile(r"\w+://\S+")
CAPITALS = "[A-ZÀ-ÖØ-Þ]{2,}"
AND_OF_SEVERAL = re.compile(rf"\b{CAPITALS}\s+(?:{CAPITALS}\s+AND|AND\s+{CAPITALS})\s+{CAPITALS}\b")
OPERATORS = frozenset(("AND", "OR", "NOT"))
YEAR = r"1\d{3}|20\d{2}"
YEARS = re.compile(rf"(?:{YEAR})(?:[-–](?:{YEAR}))?|(?:(?:1\d|20)\d0|[2-9]0)['’]?s")
"""A year, a range of years or a decade."""
MIN_CODE = 4
"""The minimum number of digits of a code."""


class Phrase:
    """The typed words, with the hyphens and apostrophes inside them, without other punctuation.

    `units` are divided at blanks, `words` also at hyphens, like tokens of an analyzer; the pattern `word` matches one.
    """

    def __init__(self, units: Sequence[str], word: re.Pattern[str] = WORD):
        self.word = word
        self.units = [unit.lower() if unit in OPERATORS else unit for unit in units]
        self.text = " ".join(self.units)
        self.spans = [match.span() for match in word.finditer(self.text)]
        self.words = [self.text[start:end] for start, end in self.spans]

    def replaced(self, others: Mapping[int, str]) -> str:
        """The text with other words at these positions; an empty text removes the word. Other separators stay."""
        parts, at = [], 0
        for place, other in sorted(others.items()):
            start, end = self.spans[place]
            parts += [self.text[at:start], other]
            at = end
        text = " ".join("".join([*parts, self.text[at:]]).split())
        return text if all(others.values()) else phrase_of(text).text

    def fewer(self) -> list[str]:
        """The texts without one word, for words that follow each other in a unit without a sign between them."""
        ends = [end for _, end in self.spans]
        if not any(start in ends for start, _ in self.spans):
            return []
        return [self.replaced({place: ""}) for place in range(len(self.spans))]

    def joined(self, place: int, sign: str = "") -> str:
        """The text with a word and the next one joined, by a sign if one is given."""
        return self.text[: self.spans[place][1]] + sign + self.text[self.spans[place + 1][0] :]


def phrase_of(text: str, word: re.Pattern[str] = WORD) -> Phrase:
    """The words of a text."""
    return Phrase(INNER.findall(text), word)


def is_code(word: str) -> bool:
    """Whether a word is a number that may be a code, not a year."""
    return word.isdigit() and len(word) >= MIN_CODE and not YEARS.fullmatch(word)


def escaped(text: str) -> str:
    """The query string for a typed text, without quotes, and without final punctuation unless there is nothing else.

    A word that begins with `<` or `>` is quoted, because these signs cannot be escaped.
    """
    text = text.translate(QUOTES).replace('"', " ")
    escaped = writing.escaped(" ".join((END.sub("", text) or text).split()))
    return COMPARISON.sub(r'"\g<0>"', escaped)


def is_readable(text: str) -> bool:
    """Whether the text can be parsed as a query string."""
    try:
        parser.parse(text)
    except LuceneError:
        return False
    return True


def is_words(text: str, names: Collection[str], fields: Collection[str]) -> bool:
    """Whether a text has words only: no field, operator, wildcard or phrase that a person would mean.

    `names` are the texts before a colon; if a name is not in `fields`, it is a word. A text that cannot be parsed has
    words only, unless it names a field. AND is a word among several in capitals: `MAN AND WOMAN HOLDING HANDS`.
    """
    if any(name in fields or name.startswith("_") for name in names):
        return False
    if ADDRESS.fullmatch(text.strip()):
        return True
    text = SIGN_INSIDE.sub(" ", QUESTION_END.sub("", text.translate(QUOTES)))
    text = AND_OF_SEVERAL.sub(lambda found: found[0].lower(), text)
    try:
        return has_only_words(parser.parse(END.sub("", text) or text))
    except LuceneError:
        return True


def has_only_words(node: Node) -> bool:
    """Whether a tree has texts only, without operators and signs."""
    match node:
        case Text():
            return True
        case Group(clauses):
            return all(not (each.conjunction or each.modifier) and has_only_words(each.node) for each in clauses)
    return False
