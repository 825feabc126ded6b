"""Chooses the fields for the title, subtitle, description, picture, link, date and number of a document.

Every candidate gets points for its values, for its name, and for an early position outside of objects. Names help
and decide nothing alone: a collection in any language has short texts that differ from document to document.
"""

import math
import re
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from itertools import chain, combinations
from typing import NamedTuple

from ...querystring.facet_names import can_be_counted
from .. import meanings
from . import traits
from .evidence import Evidence
from .field_evidence import FieldEvidence
from .labels import WRAPPERS
from .number_traits import is_coordinate, is_grade, is_key, is_spread, is_year, time_unit

MAX_TITLE_LENGTH, MAX_NAMED_TITLE = 120, 300
"""The maximum average length of titles, and of fields whose name means title: acts and papers have long titles."""
MAX_UNNAMED_TITLE, LONG = 60, 1.5
"""The average length above which a field whose name does not mean title loses points, and the number of points."""
MIN_COVERAGE = 0.2
MIN_TITLE_COVERAGE = 0.6
MIN_SUBTITLE_UNIQUENESS = MIN_LINK_UNIQUENESS = 0.5
MIN_TITLE_UNIQUENESS = {0.0: MIN_SUBTITLE_UNIQUENESS, 1.0: 0.3, 2.0: 0.15}
"""The share of different values of a title, by the points for its name: bottles of a substance are called alike."""

MIN_SHARED, MIN_CALLED = 10, 3
"""The minimum number of different titles that documents share: fewer are forms of address, such as `Dr.`. The minimum
in a field that is called a title."""

MIN_WITH_WORDS = 0.5
"""The minimum share of a description's values that are words rather than codes."""
FOR_PROGRAMS, API = 2.0, re.compile(r"https?://(api\.|[^/]+/api/)")
"""The points that an address of an API loses as a link, and the beginnings of such addresses."""

MIN_PICTURES = 0.1
"""The minimum share of different pictures: most documents share the picture of their licence or of their author."""

LOSS_OF_PART_NUMBER = 2.0
"""The points that a number of a part of the document loses."""

MAX_LETTER_CODE = 3
"""The maximum average length of ids in letters that are codes."""

LOSS_OF_ADDRESS_PART = 2.0
"""The points that a part of an address loses as a title."""
MAX_DISTANCE_TO_TITLE = 2
"""Fields between a title and another name of the document, at most, plus one."""


MAX_ALIKE = 4
"""The maximum number of fields with a word in common of which two may be opponents. A survey has more answers."""


class Roles(NamedTuple):
    """The path of the field in each role; None if no field fits. The names of a person are title and subtitle."""

    title: str | None = None
    subtitle: str | None = None
    description: str | None = None
    image: str | None = None
    link: str | None = None
    date: str | None = None
    number: str | None = None
    is_person: bool = False


def roles_of(evidence: Evidence, id_field: str | None = None) -> Roles:
    """The field of each role. `id_field` is the field that the ids were taken from."""
    fields = [field for field in evidence.fields.values() if field.path != id_field or is_name(field)]
    person = names_of_person(fields, evidence)
    pair = person or names_of_opponents(fields, evidence)
    title = pair[0] if pair else title_of(fields, evidence)
    is_named = title is not None and named_points(evidence.fields[title], meanings.TITLE) > 0
    ids = evidence.fields.get(id_field or "")
    if ids and (are_names(ids) or named_points(ids, meanings.TITLE) == 2) and not (person or is_named):
        title = ids.path
    elif title and not (person or is_named) and evidence.ids.values and are_names(evidence.ids):
        title = None
    others = [field for field in fields if field.path != title]
    description = best({field: description_points(field, evidence) for field in others})
    names = [field for field in others if title and may_be_other_name(field, evidence.fields[title])]
    subtitle = best({field: subtitle_points(field, evidence) for field in names if field.path != description})
    if pair and title == pair[0]:
        subtitle = pair[1]
    elif title and subtitle and is_kind_beside_name(evidence.fields[title], evidence.fields[subtitle]):
        title, subtitle = subtitle, title
    return Roles(
        title=title,
        subtitle=subtitle,
        description=description,
        image=best({field: image_points(field, evidence) for field in others}),
        link=best({field: link_points(field, evidence) for field in others}),
        date=best({field: date_points(field, evidence) for field in evidence.fields.values()}),
        number=best({field: number_points(field, evidence) for field in others}),
        is_person=bool(person),
    )


def is_kind_beside_name(title: FieldEvidence, other: FieldEvidence) -> bool:
    """Whether a title is one of few kinds, such as the type of an object, and another field names a part of them."""
    is_kind = not named_points(title, meanings.TITLE) and title.uniqueness < MIN_TITLE_UNIQUENESS[2.0]
    return is_kind and named_points(other, meanings.TITLE) == 2


def title_of(fields: Sequence[FieldEvidence], evidence: Evidence) -> str | None:
    """The field with the title; else one that documents share, such as the species of observations.

    A shared title is better than a code, and in documents with a description better than the name of a part.
    """
    title = best({field: title_points(field, evidence) for field in fields})
    if title is None:
        return best({field: shared_title_points(field, evidence) for field in fields})
    is_part = names_part(evidence.fields[title], evidence)
    is_code = traits.is_code(evidence.fields[title]) and not named_points(evidence.fields[title], meanings.TITLE)
    if is_code or (is_part and any(description_points(field, evidence) for field in fields)):
        named = [field for field in fields if len(field.distinct) >= MIN_SHARED and is_called_title(field)]
        title = best({field: shared_title_points(field, evidence) for field in named}) or title
    own = names_part(evidence.fields[title], evidence) and name_beside(evidence.fields[title], fields, evidence)
    return own or title


def name_beside(field: FieldEvidence, fields: Iterable[FieldEvidence], evidence: Evidence) -> str | None:
    """The field called a name in the same object of the documents, which names it better than another text in it."""
    around = field.path.rpartition(".")[0]
    beside = (one for one in fields if one.path.rpartition(".")[0] == around and named_points(one, meanings.TITLE) == 2)
    least, others = MIN_SUBTITLE_UNIQUENESS, (one for one in beside if is_name_like(one))
    found = (one for one in others if one.uniqueness >= least and evidence.coverage(one) >= MIN_TITLE_COVERAGE)
    return next((one.path for one in found), None)


def is_called_title(field: FieldEvidence) -> bool:
    return named_points(field, meanings.TITLE) > 0 and not traits.is_code(field)


def names_part(field: FieldEvidence, evidence: Evidence) -> bool:
    """Whether a field is in an object that is a part of the document, such as the company of a job."""
    return field.depth > 0 and not holds_most(field, evidence) and not points_of_parent(field, meanings.TITLE)


def names_of_person(fields: Iterable[FieldEvidence], evidence: Evidence) -> tuple[str, str] | None:
    """The fields with given and family name where documents are persons, None for others.

    They are outside of objects or in one that is called a name, such as `name.first` and `resource.name.family`.
    """
    own = (field for field in fields if field.depth == 0 or points_of_parent(field, meanings.TITLE))
    top = [field for field in own if evidence.coverage(field) >= MIN_TITLE_COVERAGE]
    given, family = (next(filter(fits, top), None) for fits in (traits.is_given_name, traits.is_family_name))
    has_name = any(named_points(field, meanings.TITLE) == 2 and title_points(field, evidence) for field in top)
    return (given.path, family.path) if given and family and not has_name else None


def names_of_opponents(fields: Sequence[FieldEvidence], evidence: Evidence) -> tuple[str, str] | None:
    """Two fields of the same names whose pairs tell documents without a title apart: `team1` and `team2`, or
    `home_team` and `away_team` of matches. None for others."""
    if any(title_points(field, evidence) for field in fields):
        return None
    alike = defaultdict[str, list[FieldEvidence]](list)
    for field in fields:
        if field.depth == 0 and len(field.distinct) >= MIN_SHARED and is_name_like(field) and not is_place(field):
            for word in dict.fromkeys(traits.name_words(field.path)):
                alike[word].append(field)
    few = (group for group in alike.values() if len(group) <= MAX_ALIKE)
    for first, second in chain.from_iterable(combinations(group, 2) for group in few):
        names, others = first.texts(), second.texts()
        if first.values != second.values or first.documents < MIN_TITLE_COVERAGE * evidence.documents:
            continue
        shared, pairs = len({*names} & {*others}), len({*zip(names, others, strict=False)})
        if 2 * shared > len({*names, *others}) and 2 * pairs > len(names):
            return first.path, second.path
    return None


def is_name(field: FieldEvidence) -> bool:
    """Whether ids are the names of the documents: words in a field with the name of a title."""
    return named_points(field, meanings.TITLE) == 2 and not traits.is_code(field)


def are_names(ids: FieldEvidence) -> bool:
    """Whether ids are words, such as the names of countries, which name a document better than other words do.

    Words of two or three letters are codes, such as those of languages.
    """
    are_words = is_name_like(ids) and not traits.is_code(ids) and traits.mean_length(ids) > MAX_LETTER_CODE
    return ids.depth == 0 and are_words and traits.share(ids, str.isupper) < MIN_WITH_WORDS


def best(points: Mapping[FieldEvidence, float]) -> str | None:
    """The field with the most points, the first one of equal fields; None if no field has points."""
    found = max(points, key=lambda field: (points[field], -field.position), default=None)
    return found.path if found is not None and points[found] > 0 else None


def position_points(field: FieldEvidence, evidence: Evidence) -> float:
    """Up to 1 point for an early position, minus 1 for every object around the field."""
    return 1 - field.position / max(len(evidence.fields), 1) - field.depth


def named_points(field: FieldEvidence, names: Iterable[str]) -> float:
    """2 for a field with one of the names, 1 if only the last word of its name is one of them."""
    words = traits.name_words(field.path)
    if not words or words[-1] not in names:
        return 0.0
    return 2.0 if len(words) == 1 else 1.0


def points_of_parent(field: FieldEvidence, names: Iterable[str]) -> float:
    """2 for a field of an object with one of the names, such as `name.common` or `title.en`."""
    words = traits.name_words(field.path.rpartition(".")[0])
    return 2.0 if len(words) == 1 and words[0] in names else 0.0


def holds_most(field: FieldEvidence, evidence: Evidence) -> bool:
    """Whether the object around a field holds most fields of the documents, or has a name such as `properties`."""
    around = field.path.rpartition(".")[0] + "."
    if around[:-1].lower() in WRAPPERS:
        return True
    return 2 * sum(path.startswith(around) for path in evidence.fields) > len(evidence.fields)


def is_name_like(field: FieldEvidence) -> bool:
    """Whether the values are short texts with letters, one per document, and neither links, pictures nor addresses."""
    if not traits.is_textual(field) or field.is_list or traits.is_link(field) or traits.is_image(field):
        return False
    words = traits.name_words(field.path)
    if traits.is_email(field) or meanings.CONTACT & {*words} or meanings.RELATIONS & {*words[-1:]}:
        return False
    if meanings.NOTATION & {*words[-1:]} and field.one_word >= MIN_WITH_WORDS * field.values:
        return False
    is_named = named_points(field, meanings.TITLE) == 2
    most = MAX_NAMED_TITLE if is_named else MAX_TITLE_LENGTH
    is_short = traits.mean_length(field) <= most and not traits.has_long_texts(field)
    return is_short and traits.share(field, has_letters if is_named else has_words) >= traits.MIN_SHARE


def has_letters(text: str) -> bool:
    """Whether a name has a letter, as those of stars and galaxies have: `IC 0001`."""
    return any(map(str.isalpha, text))


def has_words(text: str) -> bool:
    """Whether a text has letters, not many more other signs, and blanks: sequences of proteins have none."""
    letters, signs = sum(map(str.isalpha, text)), len("".join(text.split()))
    return (
        letters >= 2
        and letters >= 0.35 * signs
        and (signs <= traits.MAX_WORD * len(text.split()) or not text.isascii() or bool(traits.PATH.fullmatch(text)))
    )


def title_points(field: FieldEvidence, evidence: Evidence) -> float:
    """The points of a field as title; 0 for a field that cannot be one."""
    depth = field.depth - (not meanings.VALUE.isdisjoint(traits.name_words(field.path)))
    if not is_name_like(field) or evidence.coverage(field) < MIN_TITLE_COVERAGE or depth > 1:
        return 0.0
    is_own = field.depth == 0 or holds_most(field, evidence)
    named = max(is_own and named_points(field, meanings.TITLE), points_of_parent(field, meanings.TITLE))
    is_code = traits.is_code(field) and not named
    if (not is_own and (is_place(field) or is_code)) or (is_code and traits.is_called_code(field)):
        return 0.0
    if evidence.documents >= 10 and field.uniqueness < MIN_TITLE_UNIQUENESS[named]:
        return 0.0
    exact = 1.0 if named == 2 else 0.0
    several = 1.0 if named else 1 - field.one_word / field.values
    less = 1.0 if is_code else 0.0
    less += LOSS_OF_ADDRESS_PART if is_place(field) and not named else 0.0
    less += LONG if is_sentence(field) else 0.0
    less += 1.0 if named_points(field, meanings.DESCRIPTION) else 0.0
    points = (
        3 * field.uniqueness + named + exact + several + evidence.coverage(field) + position_points(field, evidence)
    )
    return max(points - less, 0.01)


def is_sentence(field: FieldEvidence) -> bool:
    """Whether the values are longer than names usually are, in a field that is not called a title."""
    return traits.mean_length(field) > MAX_UNNAMED_TITLE and not named_points(field, meanings.TITLE)


def shared_title_points(field: FieldEvidence, evidence: Evidence, unnamed: int = MIN_SHARED) -> float:
    """The points of a field as title that many documents share: the title of a job, the payee of a transaction.

    Without the name of a title, or with codes, it has `unnamed` values at least; a survey's question is no title.
    """
    named = named_points(field, meanings.TITLE)
    values, words = len(field.distinct), traits.name_words(field.path)
    least = min(MIN_CALLED, unnamed) if named > traits.is_code(field) else unnamed
    is_note = bool((meanings.NOTES | meanings.ORIGIN) & {*words})
    is_own = field.depth == 0 or holds_most(field, evidence)
    if not is_own or values < least or len(words) > traits.MAX_NAME_WORDS or traits.is_opaque(field):
        return 0.0
    if is_note or not is_name_like(field) or evidence.coverage(field) < MIN_TITLE_COVERAGE:
        return 0.0
    several = 1 - field.one_word / field.values
    telling = 2 * math.log(values) / math.log(field.values)
    less = 1.0 * traits.is_code(field) + 1.0 * is_place(field)
    return max(2 * named + several + telling + position_points(field, evidence) - less, 0.01)


def is_place(field: FieldEvidence) -> bool:
    """Whether the name of a field says that it holds a part of an address."""
    return bool(meanings.PLACE & set(traits.name_words(field.path)))


def may_be_other_name(field: FieldEvidence, title: FieldEvidence) -> bool:
    """Whether a field is next to the title, or has the name of a title, and differs: only such fields are subtitles."""
    if field.texts() == title.texts():
        return False
    return named_points(field, meanings.TITLE) > 0 or abs(field.position - title.position) <= MAX_DISTANCE_TO_TITLE


def subtitle_points(field: FieldEvidence, evidence: Evidence) -> float:
    """Another name of the document, for people."""
    if not is_name_like(field) or field.depth > 1 or evidence.coverage(field) < MIN_COVERAGE or is_place(field):
        return 0.0
    named = named_points(field, meanings.TITLE)
    if field.uniqueness < MIN_SUBTITLE_UNIQUENESS or (traits.is_code(field) and not named):
        return 0.0
    return max(2 * named + field.uniqueness + evidence.coverage(field) + position_points(field, evidence), 0.01)


def description_points(field: FieldEvidence, evidence: Evidence) -> float:
    """Prose, or texts of several words that are called a description."""
    if (
        not traits.is_textual(field)
        or traits.is_link(field)
        or field.depth > 1
        or evidence.coverage(field) < MIN_COVERAGE
    ):
        return 0.0
    is_origin = bool(meanings.ORIGIN & set(traits.name_words(field.path)))
    if is_origin or (field.depth and field.is_list):
        return 0.0
    if traits.share(field, has_words) < MIN_WITH_WORDS or field.one_word > MIN_WITH_WORDS * field.values:
        return 0.0
    named = named_points(field, meanings.DESCRIPTION)
    if not traits.is_prose(field) and (not named or traits.mean_length(field) < 20):
        return 0.0
    return 2 * named + evidence.coverage(field) + max(position_points(field, evidence), 0) + 0.5


def image_points(field: FieldEvidence, evidence: Evidence) -> float:
    """Addresses of pictures."""
    named = named_points(field, meanings.IMAGE)
    if not (traits.is_image(field) or (named and traits.is_link(field))):
        return 0.0
    if traits.share(field, lambda text: text.startswith(("http://", "https://"))) < 0.8:
        return 0.0
    if len(field.distinct) < MIN_PICTURES * field.values:
        return 0.0
    return named + evidence.coverage(field) + max(position_points(field, evidence), 0) + 0.1


def link_points(field: FieldEvidence, evidence: Evidence) -> float:
    """Addresses of pages about the document. Addresses that many documents share are about something else."""
    if not traits.is_link(field) or traits.is_image(field) or field.is_list or field.uniqueness < MIN_LINK_UNIQUENESS:
        return 0.0
    for_programs = FOR_PROGRAMS if traits.share(field, API.match) >= traits.MIN_SHARE else 0.0
    named = named_points(field, meanings.LINK) - for_programs
    return named + field.uniqueness + evidence.coverage(field) + max(position_points(field, evidence), 0)


def date_points(field: FieldEvidence, evidence: Evidence) -> float:
    """Dates, moments, or years; the time at which a record was written counts less."""
    is_day = traits.is_only(field, "date") or time_unit(field) is not None
    if not (is_day or is_year(field) or traits.is_date_parts(field)) or evidence.coverage(field) < MIN_COVERAGE:
        return 0.0
    if len(field.distinct) < 2:
        return 0.0
    words = set(traits.name_words(field.path))
    technical = 0.5 * bool(meanings.TECHNICAL_DATE & words) + 0.5 * bool(meanings.CHANGED & words)
    real = 1.0 if is_day else 0.0
    return max(real + 2 * evidence.coverage(field) + position_points(field, evidence) - technical, 0.01)


def number_points(field: FieldEvidence, evidence: Evidence) -> float:
    """Numbers that measure something: no keys, codes, years or coordinates."""
    if (
        not traits.is_number(field)
        or is_key(field)
        or is_year(field)
        or is_coordinate(field)
        or traits.is_code(field)
        or is_grade(field)
        or traits.is_date_parts(field)
        or time_unit(field)
    ):
        return 0.0
    if evidence.coverage(field) < MIN_COVERAGE or len(field.distinct) < 5 or not is_spread(field):
        return 0.0
    around = field.path.rpartition(".")[0]
    is_price = 1.5 if meanings.MONEY & {*traits.name_words(around), *traits.name_words(field.path)} else 0.0
    awkward = 0.0 if can_be_counted(field.path) else 1.0
    less = awkward + (LOSS_OF_PART_NUMBER if field.is_list else 0.0)
    return max(2 * evidence.coverage(field) + position_points(field, evidence) + is_price - less, 0.01)
