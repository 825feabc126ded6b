"""Finds the encoding of a text that is not UTF-8 by its letters: a code page of Windows, Mac OS or East Asia."""

import re
from collections.abc import Callable

WESTERN, CENTRAL, MAC = "cp1252", "cp1250", "mac_roman"

NAMES = {
    WESTERN: "Windows-1252",
    CENTRAL: "Windows-1250",
    MAC: "Mac OS Roman",
    "cp1251": "Windows-1251",
    "koi8-r": "KOI8-R",
    "cp1253": "Windows-1253",
    "cp1255": "Windows-1255",
    "cp1256": "Windows-1256",
    "cp932": "Shift JIS",
    "cp949": "EUC-KR",
    "gb18030": "GB 18030",
    "big5": "Big5",
}
"""The names of the code pages for people."""

RUSSIAN, GREEK = "оеаинтсрвлкмдпу", "αοιετσνηυρςάέίό"
HEBREW, ARABIC = "יוהלאתמרשבנחדפק", "اليمنوترهبدسعقة"
FREQUENT = {
    "cp1251": RUSSIAN,
    "koi8-r": RUSSIAN,
    "cp1253": GREEK,
    "cp1255": HEBREW,
    "cp1256": ARABIC,
}
"""The most frequent letters of a language for each code page of a script. They are two thirds of a text."""

PAIRS: dict[str, Callable[[int, int], bool]] = {
    "cp932": lambda lead, _: lead in (0x81, 0x82, 0x83) or 0x88 <= lead <= 0x97,
    "cp949": lambda lead, trail: 0xB0 <= lead <= 0xC8 and trail >= 0xA1,
    "gb18030": lambda lead, trail: (0xB0 <= lead <= 0xD7 or lead in (0xA1, 0xA3)) and trail >= 0xA1,
    "big5": lambda lead, _: 0xA4 <= lead <= 0xC6 or lead == 0xA1,
}
"""The ranges of the frequent characters in encodings with two bytes per character, the narrowest first."""

SAMPLE_BYTES = 1 << 13
MIN_FOREIGN = 8
"""Another script is tried if a text has at least this many adjacent bytes beyond ASCII."""
LIKELY, LIKELY_PAIRS = 0.5, 0.6
MIN_ADJACENT_SHARE = 0.6
"""The share of adjacent bytes among the bytes beyond ASCII: high in other scripts, low in Latin letters."""

RUNS = re.compile(rb"[\x80-\xff]+")
SIGNS_IN_WORDS = {
    CENTRAL: re.compile(rb"[a-z][\xb3\xb9\xbf\x9c\x9f\xa5\xaf][a-z]|[a-z\s][\xb3\x9c\xbf][a-z]"),
    MAC: re.compile(rb"[a-z][\x87\x88\x8a\x8d-\x90\x99\x9f\xd5][a-z]|[a-z]\xca[A-Za-z]"),
}
"""Polish letters, and letters and signs of Mac OS, whose bytes are signs or capitals in Windows-1252."""


def code_page_of(text: bytes) -> str:
    """The most likely encoding of a text, whose end may be missing. Windows-1252 is the default."""
    first = RUNS.search(text)
    start = max(first.start() - 1, 0) if first else 0
    text = text[start : start + SAMPLE_BYTES]
    runs = [run for run in RUNS.findall(text) if len(run) > 1]
    beyond = sum(byte >= 0x80 for byte in text)
    together = b" ".join(runs)
    if sum(map(len, runs)) < max(MIN_ADJACENT_SHARE * beyond, MIN_FOREIGN):
        found = {name: len(signs.findall(text)) for name, signs in SIGNS_IN_WORDS.items()}
        likely = max(found, key=lambda name: found[name])
        return likely if 10 * found[likely] > beyond else WESTERN
    single = {name: share_of(together, name, letters) for name, letters in FREQUENT.items()}
    double = {name: share_of_pairs(text, name, fits) for name, fits in PAIRS.items()}
    shares = single if max(single.values()) >= LIKELY else double
    best = max(shares, key=lambda name: shares[name])
    return best if shares[best] >= (LIKELY if shares is single else LIKELY_PAIRS) else WESTERN


def share_of(text: bytes, encoding: str, letters: str) -> float:
    """The share of the frequent letters in a text without blanks."""
    decoded = text.decode(encoding, "replace").replace(" ", "")
    return sum(character in letters for character in decoded) / max(len(decoded), 1)


def share_of_pairs(text: bytes, encoding: str, fits: Callable[[int, int], bool]) -> float:
    """The share of characters of two bytes that are frequent ones; 0 for a text that is not in this encoding."""
    decoded = text.decode(encoding, "replace")
    pairs = [found for character in decoded if len(found := character.encode(encoding, "replace")) > 1]
    wrong = decoded[:-1].count("\ufffd")
    return sum(fits(pair[0], pair[1]) for pair in pairs) / max(len(pairs) + wrong, 1)
