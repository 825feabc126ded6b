"""Ids as people write them: in another case, in an address, between other signs, without the common prefix."""

import re
import unicodedata
from collections import Counter
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from urllib.parse import unquote

PREFIX = re.compile(r"[A-Za-z][A-Za-z0-9]*[:_\-./+](?=\w)")
LETTERS = re.compile(r"[A-Za-z]+(?=\d+\Z)")
RUNS = re.compile(r"[^\W\d_]+|\d+")
SIGNS = re.compile(r"(?<=\w)[:_\-./](?=\w)")
SCHEME = re.compile(r"([A-Za-z]+):\s*(?=\S)")
ADDRESS = re.compile(r"\w+://[^/\s]+/(\S+)")
PARTS = re.compile(r"[/?#&=!]+")
EXTENSION = re.compile(r"\.[a-z]{2,5}\Z")
BLANKS = re.compile(r"[\s_]+")
BETWEEN = re.compile(r"[\s,;|]+")
BETWEEN_NAMES = re.compile(r"\s*[,;|\n\r\t]\s*")
SEPARATORS = ":_-./+ "
AROUND = " \t\"'`()[]{}<>,;.:"
"""Signs around an id that do not belong to it."""

COMMON, KNOWN = 0.5, 0.02
"""A prefix may be left out if this share of the ids begins with it. With the smaller share, it may be in another case
and before another sign."""

MIN_NUMBER = 3
"""Digits of the shortest number among words that may be an id."""
MAX_LENGTH, MAX_ADDRESS, MAX_PARTS = 100, 300, 6


Signs = tuple[tuple[int, str], ...]
"""The signs of an id, each with the number of letters and digits before it."""


@dataclass(frozen=True)
class IdForms:
    """The forms of the ids in a sample: prefixes that callers may omit, other prefixes, shapes and words."""

    prefixes: tuple[str, ...] = ()
    shapes: frozenset[str] = frozenset()
    others: tuple[str, ...] = ()
    sign: str = ""
    """The most frequent sign between the parts of ids."""

    digits: Mapping[str, int] = field(default_factory=dict)
    """The number of digits after a prefix, for numbers that are filled with zeros."""

    places: Mapping[tuple[str, int], Signs] = field(default_factory=dict)
    """The signs in ids by shape and length without signs, if all such ids have them at the same places. Empty if there
    is a common prefix."""

    words: Mapping[str, str] = field(default_factory=dict)
    """The words of the ids, by the word in lower case."""

    case: Callable[[str], str] = str.upper
    """Writes a word in the case that most words of ids have."""

    def of(self, typed: str, fields: Collection[str] = ()) -> list[str]:
        """The ids that a text may mean, the text itself first; empty if it does not look like an id.

        A text with digits and signs may be an id even if the sample has no such form. A name in `fields` before a colon
        is not part of an id.
        """
        return self.of_readings(readings(typed, fields))

    def of_readings(self, texts: Iterable[str]) -> list[str]:
        """The ids that these readings of one text may mean."""
        found = (form for text in dict.fromkeys(texts) for form in self.written(text))
        return [*dict.fromkeys(found)]

    def written(self, text: str) -> list[str]:
        """The text in the forms of the ids."""
        if not text or len(text) > MAX_LENGTH:
            return []
        texts = (text, *self.prefixed(text), *self.joined(text), *self.with_signs(text))
        forms = [form for rest in texts for form in (*cases(rest, self.prefixes), self.in_case_of_ids(rest))]
        return [form for form in forms if is_code(text) or shape(form) in self.shapes]

    def in_case_of_ids(self, text: str) -> str:
        """The text with its words in the case that they have in ids: `gpl-2.0-OR-LATER` is `GPL-2.0-or-later`.

        Words that no sampled id has are written as most words of ids.
        """
        return RUNS.sub(lambda word: self.words.get(word[0].lower()) or self.case(word[0]), text)

    def joined(self, text: str) -> list[str]:
        """The text with the usual sign of the ids between its parts: `cc-by-4.0` for `cc by_4.0`."""
        words = BLANKS.split(text)
        return [self.sign.join(words)] if self.sign and 1 < len(words) <= MAX_PARTS else []

    def with_signs(self, text: str) -> Iterator[str]:
        """The letters and digits of a code with the signs of the ids: `E11.9` for `e119`, `00:00:0C` for `00-00-0c`."""
        plain = "".join(filter(str.isalnum, text))
        if any(map(str.isdigit, plain)) and all(sign in SEPARATORS for sign in text if not sign.isalnum()):
            for place, sign in reversed(self.places.get((shape(plain), len(plain)), ())):
                plain = plain[:place] + sign + plain[place:]
            yield plain

    def prefixed(self, text: str) -> Iterator[str]:
        """The text with each prefix, which replaces a prefix in another case or with another separator."""
        for prefix in (*self.prefixes, *self.others):
            name = prefix.rstrip(SEPARATORS)
            rest = text[len(name) :] if text.lower().startswith(name.lower()) else ""
            if rest[:1] and rest[0] in SEPARATORS:
                rest = rest.lstrip(SEPARATORS)
                yield prefix + (rest.zfill(self.digits.get(prefix, 0)) if rest.isdecimal() else rest)
            elif rest.isdecimal():
                yield prefix + rest.zfill(self.digits.get(prefix, 0))
            elif prefix in self.prefixes or (text.isdecimal() and MIN_NUMBER <= len(text) == self.digits[prefix]):
                yield prefix + text


def forms_of(ids: Iterable[str], prefixes: Iterable[str] = ()) -> IdForms:
    """The forms of the ids in a sample; `prefixes` are configured ones."""
    sample = [*ids]
    found = Counter(match[0] for id in sample if (match := PREFIX.match(id))).most_common()
    guessed = [prefix for prefix, count in found[:3] if count >= COMMON * len(sample)]
    known = tuple(dict.fromkeys([*prefixes, *guessed]))
    found += Counter(match[0] for id in sample if (match := LETTERS.match(id))).items()
    others = [prefix for prefix, count in found if count > max(1, KNOWN * len(sample)) and prefix not in known]
    signs = Counter(sign for id in sample for sign in SIGNS.findall(id)).most_common(1)
    sign = signs[0][0] if signs else ""
    counts = Counter(word for id in sample for word in RUNS.findall(id) if not word.isdigit())
    words = {word.lower(): word for word, _ in reversed(counts.most_common())}
    digits = {prefix: filled_digits(prefix, sample) for prefix in (*known, *others)}
    shapes, places = frozenset(map(shape, sample)), {} if known else places_of(sample)
    return IdForms(known, shapes, tuple(others), sign, digits, places, words, case_of(words.values()))


def case_of(words: Iterable[str]) -> Callable[[str], str]:
    """The function that writes a word in the case of most words."""
    every = [*words]
    return max((str.upper, str.lower, str.capitalize), key=lambda write: sum(write(word) == word for word in every))


def filled_digits(prefix: str, ids: Iterable[str]) -> int:
    """The number of digits after a prefix, if it is the same in all ids and one begins with zero; else 0."""
    rests = (id[len(prefix) :] for id in ids if id.startswith(prefix))
    numbers = [rest for rest in rests if rest.isdecimal()]
    lengths = {*map(len, numbers)}
    return lengths.pop() if len(lengths) == 1 and any(number.startswith("0") for number in numbers) else 0


def places_of(ids: Iterable[str]) -> dict[tuple[str, int], Signs]:
    """The signs in ids by shape and length without signs, if all such ids have them at the same places."""
    found: dict[tuple[str, int], set[Signs]] = {}
    for id in ids:
        signs = [(place, sign) for place, sign in enumerate(id) if not sign.isalnum()]
        places = tuple((place - before, sign) for before, (place, sign) in enumerate(signs))
        plain = "".join(filter(str.isalnum, id))
        found.setdefault((shape(plain), len(plain)), set()).add(places)
    return {key: only for key, (only, *others) in found.items() if only and not others}


def readings(typed: str, fields: Collection[str] = ()) -> Iterator[str]:
    """The parts of a typed text that may be an id: all of it, without outer signs, in an address, after `doi:`."""
    if len(typed) > MAX_ADDRESS:
        return
    yield typed.strip().strip('"').strip()
    text = "".join(sign for sign in typed if unicodedata.category(sign) != "Cf").strip(AROUND)
    yield text
    address = ADDRESS.fullmatch(text)
    if address:
        yield from in_address(unquote(address[1]))
    scheme = SCHEME.match(text)
    if scheme and not address and scheme[1] not in fields and is_code(text[scheme.end() :]):
        yield text[scheme.end() :]


def in_address(path: str) -> Iterator[str]:
    """The parts of an address that may be an id: all after the host, the last part, the last two."""
    parts = [part for part in PARTS.split(path) if part]
    yield path.strip("/")
    yield from (parts[-1], EXTENSION.sub("", parts[-1])) if parts else ()
    if len(parts) > 1:
        yield ":".join(parts[-2:])


def pieces(typed: str) -> list[str]:
    """The parts of a pasted list between blanks, commas and semicolons."""
    return [part for part in BETWEEN.split(typed) if part]


def pasted_names(typed: str) -> list[str]:
    """The parts of a pasted list of names between commas, semicolons and line breaks.

    If most words have digits, they are codes, divided by blanks: `SOX2 OCT4 NANOG`. A short number is not a code:
    `zinc finger protein 1 variant 2`.
    """
    parts = [part for part in BETWEEN_NAMES.split(typed.strip()) if part]
    words = parts[0].split() if len(parts) == 1 else []
    codes = [word for word in words if any(map(str.isdigit, word)) and not is_short_number(word)]
    return words if 2 * len(codes) > len(words) else parts


def is_short_number(text: str) -> bool:
    """Whether a word is a number too short to be an id."""
    return text.isdigit() and len(text) < MIN_NUMBER


def cases(text: str, prefixes: Iterable[str]) -> list[str]:
    """The text unchanged, in upper case and in lower case; a prefix is unchanged."""
    prefix = next((each for each in prefixes if text.startswith(each)), "")
    rest = text[len(prefix) :]
    return [text, prefix + rest.upper(), prefix + rest.lower()]


def is_code(text: str) -> bool:
    """Whether a text has digits and signs, and no blanks."""
    return not text.isalnum() and any(map(str.isdigit, text)) and not any(map(str.isspace, text))


def shape(id: str) -> str:
    """An id with `a` for each run of letters and `0` for each run of digits."""
    return RUNS.sub(lambda run: "0" if run[0][0].isdigit() else "a", id)
