"""Sentence and word boundaries of a text, as Java's BreakIterator finds them in the root locale.

Rules are written for classes of characters, with a letter for each class. Characters without a class of their own
(marks and format characters in sentences, format characters in words) belong to the previous character.
"""

import re
import unicodedata
from collections.abc import Callable, Iterator

IGNORED = "i"

_SENTENCE_SIGNS = {
    **dict.fromkeys("!?\u3002\uff01\uff1f", "!"),
    **dict.fromkeys(".\uff0e", "."),
    **dict.fromkeys("\"'", "q"),
    **dict.fromkeys("\t\n\f\r\u2028", " "),
    **dict.fromkeys("\u0964\u0965", "d"),
    ",": ",",
    "\u2029": "P",
}
_SENTENCE_KINDS = {
    **dict.fromkeys(("Mn", "Me", "Cf"), IGNORED),
    **dict.fromkeys(("Lu", "Lt", "Lm", "Lo"), "L"),
    **dict.fromkeys(("Nd", "Nl", "No"), "n"),
    **dict.fromkeys(("Ps", "Pi"), "("),
    **dict.fromkeys(("Pe", "Pf"), ")"),
    "Ll": "l",
    "Zs": " ",
}
_AFTER = {
    "text": {".": "period", "!": "end", "d": "danda", "P": "last"},
    "period": {".": "period", ")": "period", "q": "quoted", "!": "end", "d": "opening", "o": "opening", "(": "opening",
               " ": "blank", "P": "last"},
    "quoted": {".": "period", ")": "period", "q": "quoted", "!": "end", "d": "begun", "o": "begun", "(": "begun",
               " ": "blank", "L": "before", "l": "before", "P": "last"},
    "blank": {".": "period", "q": "opening", "!": "end", "d": "opening", "o": "opening", "(": "opening", " ": "blanks",
              "L": "before", "P": "last"},
    "blanks": {".": "period", "q": "begun", "!": "end", "d": "begun", "o": "begun", "(": "begun", " ": "blanks",
               "L": "before", "l": "before", "P": "last"},
    "opening": {".": "period", "q": "opening", "!": "end", "d": "opening", "o": "opening", "(": "opening",
                "L": "before", "l": "before", "P": "last"},
    "begun": dict.fromkeys("qdo(", "opening") | dict.fromkeys("Ll", "before"),
    "end": {".": "end", "!": "end", "q": "end", ")": "end", " ": "ended", "P": "last"},
    "ended": {" ": "ended", "P": "last"},
    "danda": {" ": "danda"},
    "last": {},
}  # fmt: skip
"""The next state, by state and character class. Without an entry, the sentence goes on, or ends as in `_ENDING`."""
_ENDING = frozenset(("begun", "end", "ended", "danda", "last"))
_MAY_END = frozenset(("period", "quoted", "blank", "blanks"))
"""The sentence ends after the last character of these, if the next characters begin another sentence."""
_STOP = re.compile("[.\uff0e!?\u3002\uff01\uff1f\u0964\u0965\u2029]")

_WORD_SIGNS = {
    **dict.fromkeys("\u0964\u0965", "d"),
    **dict.fromkeys("\"'", "q"),
    **dict.fromkeys("%&\u00a2\u066a\u2030\u2031", "%"),
    **dict.fromkeys("\n\f\u2028\u2029", "n"),
    **dict.fromkeys(",\u066b", ","),
    **dict.fromkeys("\u3099\u309a", "y"),
    **dict.fromkeys("\u309b\u309c\u30fb\u30fc", "x"),
    ".": ".",
    "\u2027": "-",
    "\u00ad": "s",
    "#": "#",
    "\t": " ",
    "\r": "r",
    "\u3005": "k",
}
_WORD_KINDS = {
    **dict.fromkeys(("Mn", "Me"), "M"),
    **dict.fromkeys(("Lu", "Ll", "Lt", "Lm", "Lo", "Mc"), "L"),
    **dict.fromkeys(("Nd", "Nl", "No"), "N"),
    **dict.fromkeys(("Pd", "Pc"), "-"),
    **dict.fromkeys(("Cc", "Zl", "Zp"), "c"),
    "Cf": IGNORED,
    "Sc": "#",
    "Zs": " ",
}
_KANA = {"k": "\u4e00-\u9fa5\uf900-\ufa2d", "K": "\u30a1-\u30fa\u30fd\u30fe", "H": "\u3041-\u3094\u309d\u309e"}
_KANA_CLASSES = {name: re.compile(f"[{signs}]") for name, signs in _KANA.items()}
_LETTERS = "L[LyM]*(?:[.qs-]L[LyM]*)*d?"
_DIGITS = "N[NyM]*(?:[.q,]N[NyM]*)*"
_MIXED = f"(?:{_DIGITS}{_LETTERS})*(?:{_DIGITS}%?)?"
_WORD = re.compile(
    f"{_LETTERS}{_MIXED}|(?=N){_MIXED}|[.#](?:[yM]+|{_MIXED})"
    "|[ ][ yM]*r?n?|rn?|k(?:k+|[yM]+)?"
    "|Ky*(?:M[yM]*|(?:[xK][xyK]*)?)|Hy*(?:M[yM]*|(?:[xH][xyH]*)?)"
    "|xy*(?:M[yM]*|(?:x[xy]*)?(?:K[xyK]*|H[xyH]*)?)|y[xy]*(?:K[xyK]*|H[xyH]*)?"
    "|[dq%,o-][yM]*|."
)


class _Classes(dict[int, str]):
    """The class of each character by its code point, computed at the first use."""

    def __init__(self, find: Callable[[str], str]):
        super().__init__()
        self.find = find

    def __missing__(self, point: int) -> str:
        found = self[point] = self.find(chr(point))
        return found


def _sentence_class(sign: str) -> str:
    return _SENTENCE_SIGNS.get(sign) or _SENTENCE_KINDS.get(unicodedata.category(sign), "o")


def _word_class(sign: str) -> str:
    for name, signs in _KANA_CLASSES.items():
        if signs.match(sign):
            return name
    return _WORD_SIGNS.get(sign) or _WORD_KINDS.get(unicodedata.category(sign), "o")


_SENTENCE_CLASSES, _WORD_CLASSES = _Classes(_sentence_class), _Classes(_word_class)


def sentence_ends(text: str) -> list[int]:
    """The ends of the sentences, with 0 and the end of the text."""
    ends = [0]
    while ends[-1] < len(text):
        ends.append(_sentence_end(text, ends[-1]))
    return ends


def _sentence_end(text: str, start: int) -> int:
    """The end of the sentence that begins at an offset."""
    state, end, may_end, at = "text", start + 1, len(text), start
    while at < len(text):
        if state == "text":
            found = _STOP.search(text, at)
            at = end = found.start() if found else len(text)
            if found is None:
                return end
            end = max(end, start + 1)
        kind = _SENTENCE_CLASSES[ord(text[at])]
        if kind != IGNORED:
            state = _AFTER[state].get(kind, "stop" if state in _ENDING else "text")
        at += 1
        if state in ("stop", "before"):
            return end if state == "stop" else may_end
        if state in _MAY_END:
            may_end = at
        elif state not in ("opening", "begun"):
            end = at
    return at if state in _MAY_END else end


def word_ends(text: str) -> list[int]:
    """The ends of the words and of the characters between them, with 0 and the end of the text."""
    classes = text.translate(_WORD_CLASSES)
    if IGNORED not in classes:
        return [0, *(match.end() for match in _WORD.finditer(classes))]
    kept = [at for at, kind in enumerate(classes) if kind != IGNORED]
    return [0, *_in_original(classes.replace(IGNORED, ""), [*kept, len(text)])] if kept else [0, len(text)]


def _in_original(classes: str, places: list[int]) -> Iterator[int]:
    """The ends of words in the original text, computed from a text without some of its characters."""
    yield from (places[match.end()] for match in _WORD.finditer(classes))
