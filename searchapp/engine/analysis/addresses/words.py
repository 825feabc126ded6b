"""Splits a text into words, addresses and mail addresses as Lucene's tokenizer `uax_url_email` does.

    address   with `http://`, `https://`, `ftp://` or `file://`, or a host with something after it: `x.org/a?b=c`
    host      a domain name with a known top-level domain, or numbers: `x.org`, `127.0.0.1`; no letter, digit or hyphen
              follows it
    mail      `ann@x.org`, `"ann b"@x.org`, `ann@[127.0.0.1]`
    word      anything else, as in `unicode_words`

At each position the longest of these is a token. For this comparison, the text after a host belongs to the host.
"""

import re
import unicodedata
from bisect import bisect_right
from collections.abc import Iterator
from enum import IntEnum
from itertools import accumulate
from typing import NamedTuple

from .. import unicode_words
from ..unicode_word_patterns import EMOJI, WORD
from ..unicode_words import MAX_WORD_LENGTH, Span
from .top_level_domains import MAX_LENGTH, NAMES

HINT = re.compile(r"[@/\[]|[A-Za-z0-9]\.[A-Za-z0-9]")
"""A sign that every address, host and mail address contains."""

OVER_BLANKS = re.compile(r'"[@.]|\[')
"""Only texts with one of these signs can have an address with blanks inside."""

NOT_BLANK = re.compile(r"[^\x00-\x20]+")

_LABEL = r"[A-Za-z0-9](?:[-A-Za-z0-9]*[A-Za-z0-9])?"
_OCTET = r"(?:25[0-5]|2[0-4][0-9]|1[0-9][0-9]|0?[1-9][0-9]|0{0,2}[0-9])"
_IPV4 = rf"{_OCTET}(?:\.{_OCTET}){{3}}"
_HEX = r"[0-9A-Fa-f]{1,4}"
_LAST = rf"(?:{_IPV4}|{_HEX}:{_HEX})"
_IPV6 = "|".join((
    rf"(?:{_HEX}:){{6}}{_LAST}",
    rf"::(?:{_HEX}:){{5}}{_LAST}",
    *(rf"(?:(?:{_HEX}:){{0,{before}}}{_HEX})?::(?:{_HEX}:){{{4 - before}}}{_LAST}" for before in range(5)),
    rf"(?:(?:{_HEX}:){{0,5}}{_HEX})?::{_HEX}",
    rf"(?:(?:{_HEX}:){{0,6}}{_HEX})?::",
))  # fmt: skip
_BRACKETED = rf"\[(?:{_IPV6})\]"
_LOOSE = rf"(?:{_BRACKETED}|{_LABEL}(?:\.{_LABEL})*)"

_PERCENT = "%[0-9A-Fa-f]{2}"
_LOGIN = rf"(?:[-._~A-Za-z0-9!$&'()*+,;=]|{_PERCENT})*"
_AUTHORITY = rf"(?:{_LOGIN}(?::{_LOGIN})?@)?{_LOOSE}"
_QUERY = rf"(?:[-._~A-Za-z0-9!$&'()*+,;=:@/?]|{_PERCENT})*"
_FRAGMENT = rf"(?:\#{_QUERY})?"
_PORT = "(?::[0-9]{1,5})?"
_AFTER_HOST = rf"{_PORT}(?:/(?:[-._~A-Za-z0-9;:@&=/]|{_PERCENT})*)?(?:\?{_QUERY})?{_FRAGMENT}"
_FILE_PATH = rf"/(?:[-._~A-Za-z0-9?:@&=/]|{_PERCENT})*"
URL = re.compile(
    rf"(?i:https?)://{_AUTHORITY}{_AFTER_HOST}"
    rf"|(?i:ftp)://{_AUTHORITY}{_PORT}{_FILE_PATH}(?:;(?i:type)=[aAiIdD])?{_FRAGMENT}"
    rf"|(?i:file)://{_LOOSE}?{_FILE_PATH}{_FRAGMENT}"
)
REST = re.compile(_AFTER_HOST)
"""The part of an address that may follow a host, also without a scheme."""

LABEL = re.compile(_LABEL)
DOMAIN_START = re.compile(rf"(?:{_LABEL}\.)+[A-Za-z][-A-Za-z0-9]")
DOMAIN_END = re.compile(rf"[-A-Za-z0-9]{{1,{MAX_LENGTH}}}")
NUMBERS = re.compile(rf"{_OCTET}\.{_OCTET}\.{_OCTET}\.([0-9]{{1,3}})")
OCTET = re.compile(_OCTET)
BRACKETED = re.compile(_BRACKETED)

_QUOTED = r'"(?:[\x01-\x08\x0b\x0c\x0e-\x21\x23-\x5b\x5d-\x7e]|\\[\x00-\x7f])*"'
_ATOM = r"[A-Za-z0-9!#$%&'*+,\-./=?^_`{|}~]"
_QUOTED = rf"(?:{_ATOM}{{2,}}+(?<=\.))?{_QUOTED}"
MAIL_NAME = re.compile(rf"(?:{_QUOTED}\.)*(?:{_ATOM}++|{_QUOTED})@")
"""Parts in quotes, with a point next to unquoted parts; commas and points may be anywhere else."""

MAIL_HOST = re.compile(r"\[(?:[\x01-\x08\x0b\x0c\x0e-\x5a\x5e-\x7f]|\\[\x00-\x7f])*\]")
MAILTO = re.compile("(?i:mailto)(?=:)")

WORD_KINDS = {"Lu", "Ll", "Lt", "Lm", "Lo", "Mn", "Mc", "Me", "Nd", "Nl", "Pc"}
WORD_SIGNS = re.compile("[-\u24b6-\u24e9\U0001f130-\U0001f149\U0001f150-\U0001f169\U0001f170-\U0001f189]")
"""The hyphen, and letters in circles or squares. Like letters, they are not the end of a host."""


class Kind(IntEnum):
    """The kind of a match. Of two matches that depend on the same text, the one of the first kind wins."""

    ADDRESS, HOST, HOST_AT_END, NO_HOST, MAILTO, MAIL, WORD = range(7, 0, -1)


class Match(NamedTuple):
    """A possible token: the end of the text that it depends on, which is compared first, its kind, and its own end."""

    seen: int
    kind: Kind
    end: int


def spans(text: str, longest: int = MAX_WORD_LENGTH) -> list[Span]:
    """Start and end of each token of `text`."""
    if not HINT.search(text):
        return unicode_words.spans(text, longest)
    if OVER_BLANKS.search(text):
        return list(_scan(text, longest, 0, len(text)))
    return list(_spans_with_hints(text, longest))


def _spans_with_hints(text: str, longest: int) -> Iterator[Span]:
    """Like `spans`, but faster: only parts between blanks that have a hint of an address are scanned."""
    done = 0
    for part in NOT_BLANK.finditer(text):
        if HINT.search(text, *part.span()):
            yield from _words_between(text, longest, done, part.start())
            yield from _scan(text, longest, *part.span())
            done = part.end()
    yield from _words_between(text, longest, done, len(text))


def _words_between(text: str, longest: int, start: int, end: int) -> Iterator[Span]:
    return ((start + first, start + last) for first, last in unicode_words.spans(text[start:end], longest))


def _scan(text: str, longest: int, start: int, end: int) -> Iterator[Span]:
    """The tokens of a part, each the longest at its position within `longest` UTF-16 units.

    If a letter follows a host, the text is read again from there without the kinds in AVOIDED.
    """
    units = [0, *accumulate(1 + (character > "\uffff") for character in text[start : end + longest])]
    position, avoided = start, False
    while position < end:
        limit = start + bisect_right(units, units[position - start] + longest) - 1
        matches = (*_words(text, position, limit), *_mails(text, position, limit), *_addresses(text, position, limit))
        best = max((match for match in matches if not (avoided and match.kind in AVOIDED)), default=None)
        avoided = best.kind == Kind.NO_HOST if best else avoided
        if best and not avoided:
            yield position, best.end
        position = position + 1 if not best else position if avoided else best.end


AVOIDED = (Kind.NO_HOST, Kind.HOST_AT_END)


def _words(text: str, start: int, limit: int) -> Iterator[Match]:
    for pattern in (WORD, EMOJI):
        if match := pattern.match(text, start, limit):
            yield Match(match.end(), Kind.WORD, match.end())


def _mails(text: str, start: int, limit: int) -> Iterator[Match]:
    """The mail address that begins here, and the word of `mailto:` before one."""
    if end := _mail_end(text, start, limit):
        yield Match(end, Kind.MAIL, end)
    if (mailto := MAILTO.match(text, start, limit)) and (end := _mail_end(text, mailto.end() + 1, limit)):
        yield Match(end, Kind.MAILTO, mailto.end())


def _mail_end(text: str, start: int, limit: int) -> int | None:
    name = MAIL_NAME.match(text, start, limit)
    if not name:
        return None
    bracketed = MAIL_HOST.match(text, name.end(), limit)
    return bracketed.end() if bracketed else max(_domain_ends(text, name.end(), limit), default=None)


def _addresses(text: str, start: int, limit: int) -> Iterator[Match]:
    """The addresses and hosts that begin here."""
    if url := URL.match(text, start, limit):
        yield Match(url.end(), Kind.ADDRESS, url.end())
    for end in _host_ends(text, start, limit):
        rest = REST.match(text, end, limit)
        if rest and rest.end() > end:
            yield Match(rest.end(), Kind.ADDRESS, rest.end())
        if end == limit:
            yield Match(end, Kind.HOST_AT_END, end)
        else:
            yield Match(end + 1, Kind.NO_HOST if _continues_words(text[end]) else Kind.HOST, end)


def _host_ends(text: str, start: int, limit: int) -> Iterator[int]:
    """The possible ends of a host that begins here: each top-level domain may be the beginning of a longer one."""
    if bracketed := BRACKETED.match(text, start, limit):
        yield bracketed.end()
    elif numbers := NUMBERS.match(text, start, limit):
        last = numbers.start(1)
        yield from (end for end in range(last + 1, numbers.end() + 1) if OCTET.fullmatch(text, last, end))
    yield from _domain_ends(text, start, limit)


def _domain_ends(text: str, start: int, limit: int) -> Iterator[int]:
    """Where a domain name may end; a point may follow its top-level domain."""
    if not DOMAIN_START.match(text, start, limit):
        return
    while (label := LABEL.match(text, start, limit)) and text[label.end() : label.end() + 1] == ".":
        start = label.end() + 1
        if longest := DOMAIN_END.match(text, start, limit):
            known = longest[0].lower()
            for end in (start + size for size in range(2, len(known) + 1) if known[:size] in NAMES):
                yield end
                if end < limit and text[end] == ".":
                    yield end + 1


def _continues_words(sign: str) -> bool:
    """Whether a sign after a host is a letter, a digit, or another part of words."""
    return unicodedata.category(sign) in WORD_KINDS or WORD_SIGNS.match(sign) is not None
