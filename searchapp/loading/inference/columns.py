"""The columns of a table of documents: the order of the file with the title first, without long values."""

from collections.abc import Collection, Iterable

from ..identity import IDENTIFIERS, KEY, last_word
from ..meanings import AUTHORS, TITLE, VALUE
from . import traits
from .evidence import Evidence
from .field_evidence import FieldEvidence
from .labels import labels
from .number_traits import MIN_UNIQUE_SHARE, is_coordinate, is_geometry, is_key, is_row_number, time_unit
from .roles import Roles, holds_most

MIN_COLUMNS, MAX_COLUMNS = 3, 8
POSITIONS_PER_LEVEL = 3
"""The number of positions by which a field moves back for each object around it."""

MIN_COVERAGE = 0.1
MAX_VALUES_PER_DOCUMENT = 4
MAX_DEPTH = 3
MAX_LETTERS = 108
"""The number of letters in a row of the table in a wide window, next to the facets."""

HEADING_OF_NUMBERS, HEADING = 11, 16
"""Letters of a heading in one line, above numbers and above others."""

NARROW, MOMENT, LINKED, WIDE, TITLED, GAP = 8, 14, 20, 24, 30, 2
"""Letters of the narrowest column, of one with moments, with titles of other documents, of the widest column, of the
widest one with the own title, and between two of them."""


def columns_of(evidence: Evidence, roles: Roles, id_field: str | None = None, links: Collection[str] = ()) -> list[str]:
    """The columns: title and subtitle, then fields at the top, then fields inside objects, except copies of a title.

    The date and the number of the collection are among them.
    """
    ids = evidence.fields.get(id_field or "")
    ahead = [evidence.fields[name] for name in (roles.title, roles.subtitle) if name]
    others = (field for field in evidence.fields.values() if field.path not in (id_field, KEY))
    found = [field for field in others if is_column(field, evidence) and not repeats(field, ids)]
    found = [field for field in found if field in ahead or all(field.texts() != title.texts() for title in ahead)]
    if roles.is_person and (names := ahead[0].path.rpartition(".")[0]):
        found = [field for field in found if field in ahead or not field.path.startswith(f"{names}.")]
    fields = sorted(one_of_each_list(found), key=rank)
    wanted = [field for field in fields if field.path in (roles.date, roles.number)]
    of_ids = 0 if ahead else width_of_ids(ids) + GAP
    found = columns_that_fit(dict.fromkeys([*ahead, *wanted, *fields]), links, MAX_LETTERS - of_ids, roles.title)
    return [field.path for field in dict.fromkeys([*ahead, *fields]) if field in found]


def rank(field: FieldEvidence) -> int:
    """The sort key of a column: its position in the file, later inside objects. Persons of a list come first."""
    return 0 if is_persons(field) else field.position + POSITIONS_PER_LEVEL * field.depth


def is_persons(field: FieldEvidence) -> bool:
    """Whether a field names the persons in a list, such as the authors of a paper."""
    is_named = traits.is_family_name(field) if field.depth else bool(AUTHORS & {*traits.name_words(field.path)})
    return field.depth <= 1 and field.is_list and is_named


def one_of_each_list(fields: Iterable[FieldEvidence]) -> list[FieldEvidence]:
    """The fields; of the fields of a list of objects, only the one that names its elements best."""
    found: dict[str, FieldEvidence] = {}
    for field in fields:
        group = field.path.partition(".")[0] if field.depth and field.is_list else field.path
        if group not in found or naming_points(field) > naming_points(found[group]):
            found[group] = field
    return list(found.values())


def naming_points(field: FieldEvidence) -> int:
    """A score, at most 4: how well a field names the list element that has it. It is lower inside inner objects."""
    if traits.is_family_name(field):
        return 4 - field.depth
    last = set(traits.name_words(field.path)[-1:])
    return 3 - field.depth if last & TITLE else 2 - field.depth if last & VALUE and not traits.is_number(field) else 0


def columns_that_fit(
    fields: Iterable[FieldEvidence], links: Collection[str], left: float, title: str | None
) -> list[FieldEvidence]:
    """The first fields that fit side by side into the letters that are left. The `links` show titles."""
    found: list[FieldEvidence] = []
    for field in fields:
        left -= (LINKED if field.path in links else width(field, TITLED if field.path == title else WIDE)) + GAP
        if len(found) < MIN_COLUMNS or (left >= 0 and len(found) < MAX_COLUMNS):
            found.append(field)
    return found


def width_of_ids(field: FieldEvidence | None) -> float:
    """The width in letters of the column of ids, whose values come from this field."""
    return width(field, TITLED) if field else NARROW


def width(field: FieldEvidence, most: int) -> float:
    """The width of a column in letters: for its values, and for a heading of up to two lines."""
    each = field.values / max(field.documents, 1)
    label = labels([field.path], lists=[field.path] if field.is_list else [])[field.path]
    name = f"{label.text} ({label.unit})" if label.unit else label.text
    longest = HEADING_OF_NUMBERS if traits.is_number(field) else HEADING
    heading = max(0, *map(len, name.split()), min(len(name), longest)) + 2
    if traits.is_only(field, "date") or time_unit(field):
        return min(max(MOMENT, heading), most)
    mean = traits.mean_length(field)
    letters = min(mean, most) if traits.is_number(field) else mean * 1.2 * each
    return min(max(letters, heading, NARROW), most)


def is_other_id(field: FieldEvidence) -> bool:
    """Whether the values are the ids that the documents have in another collection, such as GeoNames."""
    is_inside = last_word(field.path.rpartition(".")[0]) in IDENTIFIERS
    is_called = traits.name_words(field.path)[-1:] == ["slug"] or (is_key(field) and traits.is_called_id(field))
    return field.uniqueness > MIN_UNIQUE_SHARE and (is_inside or is_called)


def repeats(field: FieldEvidence, ids: FieldEvidence | None) -> bool:
    """Whether each value is a word with the id of its document, such as the end of an address."""
    if ids is None or field.values != ids.values or field.one_word < field.values or traits.is_number(field):
        return False
    return field.stride == ids.stride and all(id in text for id, text in zip(ids.texts(), field.texts(), strict=False))


def is_inner_code(field: FieldEvidence, evidence: Evidence) -> bool:
    """Whether the values are codes in an object that is only a part of its document."""
    return field.depth > 0 and traits.is_code(field) and not (field.depth == 1 and holds_most(field, evidence))


def is_column(field: FieldEvidence, evidence: Evidence) -> bool:
    """Whether the values of a field are worth a column: short, common, and not the same everywhere."""
    if traits.is_internal(field) or traits.is_entry(field) or field.depth > MAX_DEPTH:
        return False
    if traits.is_prose(field) or traits.is_image(field) or traits.is_link(field):
        return False
    if field.values > MAX_VALUES_PER_DOCUMENT * field.documents and not (naming_points(field) or is_persons(field)):
        return False
    if is_geometry(field) or is_coordinate(field) or (field.depth and field.is_list and traits.is_number(field)):
        return False
    if (
        traits.is_opaque(field)
        or traits.is_unbroken(field)
        or is_other_id(field)
        or is_row_number(field)
        or (is_inner_code(field, evidence) and not naming_points(field))
    ):
        return False
    constant = len(field.distinct) < 2 and evidence.documents > 1 and evidence.coverage(field) > 0.99
    return evidence.coverage(field) >= MIN_COVERAGE and not constant
