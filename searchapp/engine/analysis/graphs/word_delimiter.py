"""The filter `word_delimiter_graph`: splits words at punctuation, changes of case, and between letters and digits."""

import unicodedata
from collections.abc import Callable, Iterator
from typing import NamedTuple

from ...errors import illegal
from ..settings import Settings, flag, word_list
from ..tokenizers import Token

LOWER, UPPER, DIGIT, DELIMITER = 1, 2, 4, 8
ALPHA, ALPHANUM = LOWER | UPPER, LOWER | UPPER | DIGIT
NAMES = {
    "LOWER": LOWER, "UPPER": UPPER, "ALPHA": ALPHA, "DIGIT": DIGIT, "ALPHANUM": ALPHANUM, "SUBWORD_DELIM": DELIMITER,
}  # fmt: skip
CATEGORIES = {
    "Lu": UPPER, "Ll": LOWER, **dict.fromkeys(("Lt", "Lm", "Lo", "Mn", "Me", "Mc"), ALPHA),
    **dict.fromkeys(("Nd", "Nl", "No"), DIGIT), "Cs": ALPHANUM,
}  # fmt: skip
FLAGS = {
    "generate_word_parts": True, "generate_number_parts": True, "catenate_words": False, "catenate_numbers": False,
    "catenate_all": False, "split_on_case_change": True, "preserve_original": False, "split_on_numerics": True,
    "stem_english_possessive": True, "adjust_offsets": True, "ignore_keywords": False,
}  # fmt: skip
KNOWN = (*FLAGS, "protected_words", "type_table")


class Part(NamedTuple):
    """A part of a word: the positions that it covers, its first and last letter, and its text."""

    start: int
    end: int
    first: int
    last: int
    text: str


class Subword(NamedTuple):
    first: int
    last: int
    kind: int


Filter = Callable[[list[Token]], list[Token]]


def word_delimiter_graph(settings: Settings) -> Filter:
    """Splits words at signs, changes of case and digits, and joins their parts again, as the settings say."""
    delimiter = Delimiter(settings)
    return lambda tokens: list(delimiter.divided(tokens))


class Delimiter:
    """The options of one filter."""

    def __init__(self, settings: Settings):
        self.has = {name: flag(settings, name, default) for name, default in FLAGS.items()}
        self.protected = frozenset(word_list(settings.get("protected_words")))
        self.kinds: dict[str, int] = _type_table(settings.get("type_table") or [])
        self.makes = ALPHA * self.has["generate_word_parts"] | DIGIT * self.has["generate_number_parts"]
        """The kinds of subwords that are tokens of their own."""
        self.joins = ALPHA * self.has["catenate_words"] | DIGIT * self.has["catenate_numbers"]
        """The kinds of subwords that are joined if they are adjacent."""

    def divided(self, tokens: list[Token]) -> Iterator[Token]:
        """The tokens with their parts, at positions that make a graph."""
        position = before = -1
        pending = last_start = 0
        for token in tokens:
            step, before = token.position - before, token.position
            if self.has["ignore_keywords"] and token.protected:
                position += step
                yield token._replace(position=position)
                continue
            pending += step
            subwords, is_single = self.subwords(token.text)
            is_whole = bool(subwords) and (subwords[0].first, subwords[0].last) == (0, len(token.text))
            if is_whole or token.text in self.protected or (not subwords and self.has["preserve_original"]):
                position += pending if is_whole or token.text in self.protected else step
                pending = 0
                yield token._replace(position=position)
                continue
            if not subwords:
                continue
            position, pending, base = position + pending, 0, position + pending
            for made in self.parts(token, subwords, is_single):
                position = base + made.start
                start, end = self.offsets(token, made)
                start, end = max(start, last_start), max(end, last_start)
                last_start = start
                yield token._replace(
                    text=made.text, position=position, start=start, end=end, span=made.end - made.start
                )

    def offsets(self, token: Token, part: Part) -> tuple[int, int]:
        """Start and end of a part in the text; those of its token if they are not adjusted."""
        if self.has["adjust_offsets"] and token.end - token.start == len(token.text):
            return token.start + part.first, token.start + part.last
        return token.start, token.end

    def parts(self, token: Token, subwords: list[Subword], is_single: bool) -> list[Part]:
        """The parts of a word in the order of the letters, the longer first."""
        made = Parts(self, token.text)
        if is_single:
            made.add(subwords[0])
        else:
            for subword in subwords:
                made.take(subword)
            made.finish()
        found = sorted(made.found, key=lambda part: (part.first, -part.last))
        if not self.has["preserve_original"]:
            return found
        return [Part(0, max(made.position, 1), 0, len(token.text), token.text), *found]

    def kind(self, sign: str) -> int:
        """The bits of a character: letter, digit, lower or upper case, sign."""
        known = self.kinds.get(sign)
        if known is None:
            known = self.kinds[sign] = _kind(sign)
        return known

    def subwords(self, text: str) -> tuple[list[Subword], bool]:
        """The subwords of a text, and whether it is one word, apart from punctuation around it and a possessive."""
        kinds = [self.kind(sign) for sign in text]
        inside = [at for at, kind in enumerate(kinds) if not kind & DELIMITER]
        if not inside:
            return [], False
        start, end = inside[0], inside[-1] + 1
        found, at = [], start
        while at < end:
            if kinds[at] & DELIMITER:
                at += 1
                continue
            last = at + 1
            while last < end and not self.breaks(kinds[last - 1], kinds[last]):
                last += 1
            kind = ALPHA if kinds[at] in (LOWER, UPPER) else kinds[at]
            found.append(Subword(at, last, kind))
            at = last + 2 if last < end - 1 and self.is_possessive(text, kinds, last + 2, end) else last
        stop = end - 2 if self.is_possessive(text, kinds, end, end) else end
        return found, bool(found) and (found[0].first, found[0].last) == (start, stop)

    def breaks(self, before: int, kind: int) -> bool:
        """Whether a part ends between characters of these kinds."""
        if kind & before:
            return False
        if before & ALPHA and kind & ALPHA and (not self.has["split_on_case_change"] or before & UPPER):
            return False
        mixed = (before & ALPHA and kind & DIGIT) or (before & DIGIT and kind & ALPHA)
        return self.has["split_on_numerics"] or not mixed

    def is_possessive(self, text: str, kinds: list[int], at: int, end: int) -> bool:
        """Whether the characters before a position are an `'s` after a letter, before punctuation or the end."""
        return (
            self.has["stem_english_possessive"]
            and at > 2
            and text[at - 2] == "'"
            and text[at - 1] in "sS"
            and bool(kinds[at - 3] & ALPHA)
            and (at == end or bool(kinds[at] & DELIMITER))
        )


class Parts:
    """The parts of one word as they are found."""

    def __init__(self, delimiter: Delimiter, text: str):
        self.delimiter, self.text = delimiter, text
        self.found: list[Part] = []
        self.position = self.last_count = 0
        self.run: list[Subword] = []
        self.all: list[Subword] = []
        self.run_start = 0
        """The position of the first subword of `run`; the one of `all` is 0."""

    def add(self, subword: Subword) -> None:
        """Add a part at the next position."""
        text = self.text[subword.first : subword.last]
        self.found.append(Part(self.position, self.position + 1, subword.first, subword.last, text))
        self.position += 1

    def take(self, subword: Subword) -> None:
        """Take the next part of the word, alone or for a run of parts that are joined."""
        if self.run and not self.run[0].kind & subword.kind:
            self.end_run()
        if subword.kind & self.delimiter.joins:
            self.run_start = self.run_start if self.run else self.position
            self.run.append(subword)
        if self.delimiter.has["catenate_all"]:
            self.all.append(subword)
        if subword.kind & self.delimiter.makes:
            self.add(subword)

    def end_run(self) -> None:
        """Add the joined parts of the run."""
        run, self.run = self.run, []
        if self.position == self.run_start:
            self.position += 1
        self.last_count = len(run)
        if len(run) != 1 or not run[0].kind & self.delimiter.makes:
            self.write(run, self.run_start)

    def finish(self) -> None:
        """End the last run, and add all parts joined if the settings want them."""
        if self.run:
            self.end_run()
        if len(self.all) > self.last_count:
            if self.position == 0:
                self.position = 1
            self.write(self.all, 0)

    def write(self, joined: list[Subword], start: int) -> None:
        """Add adjacent subwords that are joined to one token."""
        text = "".join(self.text[subword.first : subword.last] for subword in joined)
        self.found.append(Part(start, self.position, joined[0].first, joined[-1].last, text))


def _kind(sign: str) -> int:
    if sign > "\uffff":
        return ALPHANUM  # Java sees two halves, which are never parted
    if sign < "\u0100":
        return LOWER if sign.islower() else UPPER if sign.isupper() else DIGIT if sign.isdecimal() else DELIMITER
    return CATEGORIES.get(unicodedata.category(sign), DELIMITER)


def _type_table(rules: list[str]) -> dict[str, int]:
    found = {}
    for rule in [rules] if isinstance(rules, str) else rules:
        sign, arrow, name = (part.strip() for part in rule.partition("=>"))
        sign = sign.encode("latin-1", "backslashreplace").decode("unicode-escape") if "\\" in sign else sign
        if not arrow or len(sign) != 1 or name not in NAMES:
            raise illegal(f"Invalid Mapping Rule : [{rule}]")
        found[sign] = NAMES[name]
    return found
