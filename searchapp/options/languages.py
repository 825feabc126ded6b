"""The languages with known stop words and stemmers: their English names and their ISO 639 codes."""

import re

CODES = {
    "danish": "da dan",
    "dutch": "nl nld dut",
    "english": "en eng",
    "finnish": "fi fin",
    "french": "fr fra fre",
    "german": "de deu ger",
    "hungarian": "hu hun",
    "italian": "it ita",
    "norwegian": "no nor nb nob nn nno",
    "portuguese": "pt por",
    "romanian": "ro ron rum",
    "russian": "ru rus",
    "spanish": "es spa",
    "swedish": "sv swe",
    "turkish": "tr tur",
}
NAMES = {code: name for name, codes in CODES.items() for code in (name, *codes.split())}
REGION = re.compile(r"[-_]")


def language_named(text: str) -> str | None:
    """The English name of a language for its name or code in any case, with or without a region: `pt-BR`."""
    return NAMES.get(REGION.split(text.strip().lower())[0])


def known_languages() -> str:
    """The known languages with their two-letter codes, for an error."""
    return ", ".join(f"{name} ({codes.split()[0]})" for name, codes in CODES.items())
