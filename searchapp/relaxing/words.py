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
"""A word as an analyzer finds it where no blanks divide words: each Han or Hiragana sign, each run of Katakana."""
INNER = re.compile(r"\w(?:[\w.,'’&-]*\w)?")
END = re.compile(r"[\s?!.,;:]+\Z")
ASKED = re.compile(r"(?<=\w)\?(?=\s)")
"""The end of a question, after which words follow. Lucene reads it as any letter."""
DIMENSIONS = re.compile(r"(?<=\d)\s*[xX×]\s*(?=\d)")
"""The sign between the numbers of a size, which people also write between blanks: `M8 x 20`."""
QUOTES = str.maketrans("“”„«»", "     ")
COMPARISON = re.compile(r"(?<!\S)[<>]\S*")
SIGN_INSIDE = re.compile(r"(?<=\))[-+!](?=\w)|(?<=\w)!(?=\S)|(?<=\w)/(?=\w)|(?<!\S)-(?=\w+-(?!\w))")
"""A sign of a word, which Lucene reads as an operator or as the end of a pattern: `n(4)-palmitoyl`, `a/b`, `-old-`."""
ADDRESS = re.compile(r"\w+://\S+")
OPERATORS = frozenset(("AND", "OR", "NOT"))


class Phrase:
    """Words as they were typed: with the hyphens and apostrophes inside them, without other punctuation.

    `units` are divided by blanks, `words` by hyphens too, as an analyzer divides them; `word` finds them.
    """

    def __init__(self, units: Sequence[str], word: re.Pattern[str] = WORD):
        self.word = word
        self.units = [unit.lower() if unit in OPERATORS else unit for unit in units]
        self.text = " ".join(self.units)
        self.spans = [match.span() for match in word.finditer(self.text)]
        self.words = [self.text[start:end] for start, end in self.spans]

    def replaced(self, others: Mapping[int, str]) -> str:
        """The text with other words at some positions, an empty one for none; other separators are unchanged."""
        parts, at = [], 0
        for place, other in sorted(others.items()):
            start, end = self.spans[place]
            parts += [self.text[at:start], other]
            at = end
        text = " ".join("".join([*parts, self.text[at:]]).split())
        return text if all(others.values()) else phrase_of(text).text

    def fewer(self) -> list[str]:
        """The texts with one word less, where words are parts of units without a sign between them."""
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


def escaped(text: str) -> str:
    """The query string for a typed text, without quotes and without punctuation at its end, unless it is all there is.

    Words that begin as a comparison are phrases, since its sign cannot be escaped.
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
    """Whether a text consists of words only, without a field, operator, wildcard or phrase that a person would mean.

    `names` stand before a colon in it; those that are no `fields` are words. What cannot be parsed is words, unless it
    names a field.
    """
    if any(name in fields or name.startswith("_") for name in names):
        return False
    if ADDRESS.fullmatch(text.strip()):
        return True
    text = SIGN_INSIDE.sub(" ", ASKED.sub("", text.translate(QUOTES)))
    try:
        return has_only_words(parser.parse(END.sub("", text) or text))
    except LuceneError:
        return True


def has_only_words(node: Node) -> bool:
    """Whether a tree consists of texts, without operators and signs."""
    match node:
        case Text():
            return True
        case Group(clauses):
            return all(not (each.conjunction or each.modifier) and has_only_words(each.node) for each in clauses)
    return False
