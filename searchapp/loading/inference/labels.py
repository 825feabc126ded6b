"""Labels for people, made from names of fields: `locus_group` is "Locus group", `firstName` is "First name".

The label of a field inside objects is its own name, if the name is unique and specific: `place.city` is "City". Else
the object precedes it, also if the object has no other field: `journal.name` is "Journal: name". The names of a list's
elements have the label of the list: `authors.family` is "Authors".
"""

import re
from collections import Counter
from collections.abc import Collection, Iterable, Mapping
from typing import NamedTuple

from ...item_type_names import SPELLED, capital, capitalized, spelled
from ...querystring.names import UNIT_NAMES
from ..meanings import ABBREVIATED, FAMILY, GENERAL, LATITUDE, TITLE
from ..values.units import SIGNS_OF_UNITS, is_unit, unit_at_end

IN_PARENTHESES = re.compile(r"(.*\S)\s*[(\[]\s*([^()\[\]]{1,12})\s*[)\]]\Z")
CAMEL = re.compile(r"(?<=[^\W\d_A-ZÀ-Þ])(?=[A-ZÀ-Þ])|(?<=[A-ZÀ-Þ])(?=[A-ZÀ-Þ](?!s(?![^\W\d_A-ZÀ-Þ]))[^\W\d_A-ZÀ-Þ])")
"""The starts of words inside a name; the `s` of a plural such as `URLs` starts none."""

ATTACHED = re.compile(r"(?<![A-ZÀ-Þ])[A-ZÀ-Þ]{2,}(?=[^\W\d_A-ZÀ-Þ]{3})")
"""Capitals before a lower-case letter: `teamIDretro` is "Team ID retro", since ID is known, `HTMLBody` "HTML body"."""

SEPARATORS = re.compile(r"[\s_]+|(?<=[a-zà-ÿ0-9])-(?=[a-zà-ÿ0-9])")
WORDS = re.compile(r"[^\W\d_]+")
BLANK = re.compile(r"\s")
SMALL_FIRST = re.compile("[A-ZÀ-Þ]?[a-z][A-ZÀ-Þ]+")
"""A word such as mRNA, kJ, PhD and RoHS."""

PARTICLES = re.compile(r"(^|[\s_])pm_?2[._]?5(?![0-9])", re.IGNORECASE)
LANGUAGE = re.compile(r"[a-z]{2,3}(-[A-Z][a-z]{3})?-([A-Z]{2}|\d{3})")
"""The language and region of a translation, such as `pt-BR`, which is written in this way only."""

VALUES = ("val", "value", "values", "@value", "date-parts", "date_parts")
"""Fields that get the label of their object: `synonym.value` is "Synonym"."""

OF_ELEMENTS = FAMILY | {"name"}
"""Names in a list that say what its elements are: `authors.family` and `genres.name` have the label of the list."""

NO_HEADINGS: Mapping[str, str] = {}

WRAPPER, KNOWN_WRAPPER = 0.8, 0.5
"""Labels leave out the name of an object with at least this share of the fields; less for usual names of wrappers."""
WRAPPERS = frozenset(("properties", "attributes", "fields", "record", "data", "item"))

CAPITALS, MIN_CAPITALS = 0.6, 4
"""If at least this share of the names is in capitals, capitals mark no acronyms. Shorter names are not counted."""

NAMESPACE = re.compile(r"(?<=[A-Za-z]):(?=[A-Za-z])")
"""The sign after the namespace of a name, which counts as an object around it: `schema:name`, `addr:street`."""

DOT = "\N{ONE DOT LEADER}"
"""The replacement of a dot that is part of a key."""

PLURALS = ("s", "es")
"""The ends of words in parentheses, as in `artist(s)`."""

MAX_JOINED = 3
"""Words in camel case that may be one name."""

NAMES = frozenset(word for word, written in SPELLED.items() if not written.isupper())
"""Names with capitals inside, such as PubChem, in small letters."""

VOWELS = frozenset("AEIOUY")


class Label(NamedTuple):
    """The label of a field with its unit; the unit is empty if it is unknown."""

    text: str
    unit: str = ""


def labels(
    paths: Iterable[str],
    headings: Mapping[str, str] = NO_HEADINGS,
    lists: Collection[str] = (),
    keys: Mapping[str, str] = NO_HEADINGS,
    texts: Collection[str] = (),
) -> dict[str, Label]:
    """The label of each path. `headings` has the names of renamed columns, as they are in the file.

    `lists` has the paths with several values in a document, `keys` has the last name of a path if this name has dots.
    `texts` has the paths of words: the last word of their names is never a unit.
    """
    listed = list(paths)
    around = common_object(listed)
    prefix = f"{around}." if around else ""
    whole = {path for path in listed if path.removeprefix(prefix) in listed and path.startswith(prefix)}
    inside = [path.removeprefix(prefix) for path in listed if path.startswith(prefix)]
    names = [name for name in {path.split(".")[0] for path in inside} if sum(map(str.isalpha, name)) >= MIN_CAPITALS]
    shouting = sum(name.isupper() for name in names) >= CAPITALS * len(names) if names else False
    known = {path.lower() for path in listed}
    amounts = {path: as_extreme(as_value(with_longitude(path, known), known), known) for path in listed}
    written = {path: text.removeprefix("" if path in whole else prefix) for path, text in amounts.items()}
    for path in keys.keys() & written.keys():
        written[path] = written[path].removesuffix(keys[path]) + keys[path].replace(".", DOT)
    written = {path: text if BLANK.search(text) else NAMESPACE.sub(".", text) for path, text in written.items()}
    return shortest_labels(written, shouting, lists, texts) | {
        path: label_of_heading(headings[path]) for path in listed if path in headings
    }


def label_of_heading(heading: str) -> Label:
    """A heading without its unit, otherwise unchanged: `Inv.-No.`"""
    name, unit = without_unit(heading)
    return Label(capital(name), unit)


def with_longitude(path: str, known: Collection[str]) -> str:
    """The path, with `longitude` for `long` if there is a latitude next to it."""
    parents, dot, last = path.rpartition(".")
    is_longitude = last.lower() == "long" and any(f"{parents}{dot}{name}".lower() in known for name in LATITUDE)
    return f"{parents}{dot}longitude" if is_longitude else path


def as_value(path: str, known: Collection[str]) -> str:
    """The path, with `value` for `amount` if its unit or currency is next to it."""
    parent, dot, last = path.rpartition(".")
    is_amount = last.lower() == "amount" and any(f"{parent}{dot}{unit}".lower() in known for unit in UNIT_NAMES)
    return f"{parent}{dot}value" if is_amount and dot else path


def as_extreme(path: str, known: Collection[str]) -> str:
    """The path, with `minimum` and `maximum` for `temp_min` next to `temp_max`; otherwise `min` may be a minute."""
    before, last = path[:-3], path[-3:]
    other = EXTREMES.get(last.lower())
    is_word = len(parts_of(path.rpartition(".")[2])) > 1 and parts_of(path)[-1] == last
    return f"{path}imum" if is_word and other and f"{before}{other}".lower() in known else path


EXTREMES = {"min": "max", "max": "min"}


def common_object(paths: list[str]) -> str | None:
    """The object around nearly all fields, whose name is left out of labels; None without one."""
    objects = {path.rpartition(".")[0] for path in paths}
    paths = [path for path in paths if path not in objects]
    inner = [path.split(".")[0] for path in paths if "." in path]
    name, count = Counter(inner).most_common(1)[0] if inner else ("", 0)
    return name if count >= (KNOWN_WRAPPER if name.lower() in WRAPPERS else WRAPPER) * len(paths) else None


def shortest_labels(
    written: Mapping[str, str], shouting: bool, lists: Collection[str], texts: Collection[str]
) -> dict[str, Label]:
    """The shortest unique label of each path; `written` has the paths as they are in the file."""
    choices = {path: choices_of(text, shouting, path in lists, path in texts) for path, text in written.items()}
    objects = {path.rpartition(".")[0] for path in written}
    used = [Counter(choices[path][0][length] for path in written if path not in objects) for length in range(3)]
    around = {path: text.rpartition(".")[0] for path, text in written.items()}
    beside = Counter(around.values())
    found = {}
    for path, (forms, unit) in choices.items():
        names = [name for name in written[path].lower().split(".") if name not in VALUES] or [""]
        is_general = names[-1].lstrip("@") in GENERAL
        least = 1 if is_general or beside[around[path]] == 1 else 0
        alone = (text for text, times in zip(forms[least:], used[least:], strict=True) if times[text] <= 1)
        found[path] = Label(next(alone, forms[2]), unit)
    return found


def choices_of(path: str, shouting: bool, is_list: bool, is_text: bool) -> tuple[tuple[str, str, str], str]:
    """The labels of a path from the shortest to the longest: without, with one and with all objects; and the unit.

    `shouting`: the collection writes its names in capitals. `is_list`: a document may have several values.
    `is_text`: the values are words.
    """
    *parents, last = path.split(".")
    if parents and last.lower() in VALUES:
        return choices_of(".".join(parents), shouting, is_list, is_text)
    named = set(WORDS.findall(last.lower()))
    if is_list and len(parents) == 1 and named & OF_ELEMENTS and named <= FAMILY | TITLE:
        text = capitalized(words(parents[0], shouting))
        return (text, text, text if named & FAMILY else f"{text}: {' '.join(words(last, shouting))}"), ""
    name = ABBREVIATED.get(last.lower(), last)
    name, unit = (name, "") if is_text else without_unit(name)
    own = words(name, shouting)
    text = capitalized(own)
    if not parents:
        return (text,) * 3, unit
    around = [words(parent, shouting) for parent in parents]
    inner = " ".join(own)
    return (
        text,
        f"{capitalized(around[-1])}: {inner}",
        f"{capitalized([word for parent in around for word in parent])}: {inner}",
    ), unit


def without_unit(name: str) -> tuple[str, str]:
    """The name and the unit at its end: in parentheses, or a known one as the last of several words."""
    if (match := IN_PARENTHESES.match(name)) and match[2] not in PLURALS and is_unit(match[2]):
        return match[1], match[2]
    parts = parts_of(name)
    count, unit = unit_at_end([part.lower() for part in parts])
    if not count:
        return name, ""
    start = len(name)
    for part in reversed(parts[-count:]):
        start = name.rindex(part, 0, start)
    return name[:start].rstrip(" _-,;"), unit


def parts_of(name: str) -> list[str]:
    """The words of a name: at blanks and underscores, and at capitals inside words of a name without blanks."""
    parts = [part for part in SEPARATORS.split(name.lstrip("@")) if part] or [name]
    if BLANK.search(name.strip()):
        return name.replace("_", " ").split()
    return [
        piece
        for part in parts
        for piece in ([part] if is_written(part) else with_known_names(CAMEL.sub(" ", part).split()))
    ]


def with_known_names(pieces: list[str]) -> list[str]:
    """The words of a name in camel case, where `uni`, `Prot` and `Kb` are one known name."""
    found: list[str] = []
    while pieces:
        ends = (end for end in range(min(len(pieces), MAX_JOINED), 1, -1) if "".join(pieces[:end]).lower() in NAMES)
        end = next(ends, 1)
        found.append("".join(pieces[:end]))
        pieces = pieces[end:]
    return found


def is_written(part: str) -> bool:
    """Whether capitals inside a word start no new words, as in InChI, mRNA and hPa."""
    is_known = part.lower() in SPELLED or part in SIGNS_OF_UNITS
    return is_known or any(SMALL_FIRST.fullmatch(piece) for piece in part.split("-"))


def words(name: str, shouting: bool) -> list[str]:
    """The words of a name. A header with blanks or capitals keeps its words as they were written."""
    if DOT in name:
        return [name.replace(DOT, ".")]
    name = ATTACHED.sub(lambda found: f"{found[0]}_" if found[0].lower() in SPELLED else found[0], name)
    if LANGUAGE.fullmatch(name):
        return [name]
    parts = parts_of(PARTICLES.sub(r"\1PM2.5", name))
    written = re.search(r"[^\w.-]|\w-[A-ZÀ-Þ]", name.strip()) is not None or (
        len(parts) > 1 and all(part[0].isupper() for part in parts) and "_" in name
    )
    return [word(part, shouting, written) for part in parts]


def word(part: str, shouting: bool, written: bool) -> str:
    """One word of a label: acronyms and words without vowels in capitals, others small unless written for people."""
    if known := spelled(part):
        return known
    if part.isupper() and len(part) > 1:
        return part.lower() if shouting and not (part.isascii() and VOWELS.isdisjoint(part)) else part
    is_plural = len(part) > 2 and part[-1] == "s" and part[:-1].isupper()
    return part if written or is_plural or is_written(part) else part.lower()
