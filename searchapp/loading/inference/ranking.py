"""Guesses the ranking profile of a collection: fields with names, with other names and with descriptions.

{"names": {"symbol": 8, "name": 10}, "aliases": {"alias_symbol": 5}, "descriptions": {"summary": 1, "locus_group": 2}}
"""

from ..meanings import ALIAS as ALIAS_NAMES
from ..meanings import DESCRIPTION as DESCRIPTION_NAMES
from ..meanings import RELATIONS
from ..meanings import TITLE as TITLE_NAMES
from .evidence import Evidence
from .field_evidence import FieldEvidence
from .roles import Roles, is_name_like, is_sentence
from .traits import MIN_SHARE, is_image, is_link, is_prose, is_textual, mean_length, name_words, share

TITLE, NAME, ALIAS, PART, CODE, CATEGORY, PROSE = 10, 8, 5, 4, 3, 2, 1
MIN_UNIQUENESS = 0.8
MAX_ALIAS_LENGTH = 100

MIN_CODE_UNIQUENESS = 0.5
"""The minimum share of different values of codes. Several documents may have the same code."""
MAX_CODE_LENGTH, MAX_CODE_LETTERS = 12, 4

Profile = dict[str, dict[str, float]]


def ranking_of(evidence: Evidence, roles: Roles) -> Profile:
    """Every field with texts in one of the three groups, with its weight."""
    profile: Profile = {"names": {}, "aliases": {}, "descriptions": {}}
    for field in evidence.fields.values():
        group, weight = group_of(field, evidence, roles)
        if group:
            profile[group][field.path] = weight
    return profile


def group_of(field: FieldEvidence, evidence: Evidence, roles: Roles) -> tuple[str | None, float]:
    """The group of a field and its weight in it; no group for numbers, dates, links and pictures."""
    if field.path == roles.title and not describes(field, evidence):
        return "names", TITLE
    if not is_textual(field) or is_link(field) or is_image(field):
        return None, 0
    if is_list_of_names(field, evidence, roles):
        return "names", NAME
    if is_alias(field):
        return "aliases", ALIAS
    if is_name(field, evidence):
        return "names", NAME
    if is_part_of_name(field):
        return "names", PART
    if is_code_of_some(field):
        return "aliases", CODE
    return "descriptions", PROSE if is_prose(field) else CATEGORY


def is_name(field: FieldEvidence, evidence: Evidence) -> bool:
    """Whether the field is at the top level, and has one value in every document, which no other document has."""
    unique = field.uniqueness >= MIN_UNIQUENESS and evidence.coverage(field) >= MIN_UNIQUENESS
    return (
        unique
        and not DESCRIPTION_NAMES & set(name_words(field.path))
        and field.depth == 0
        and not field.is_list
        and not (is_prose(field) or is_sentence(field))
        and (is_name_like(field) or mean_length(field) <= MAX_ALIAS_LENGTH)
    )


def describes(field: FieldEvidence, evidence: Evidence) -> bool:
    """Whether a title is called a description, and the documents have a name, from which their ids were taken."""
    named = any(is_name(other, evidence) for other in evidence.fields.values())
    return named and bool(DESCRIPTION_NAMES & set(name_words(field.path)))


def is_list_of_names(field: FieldEvidence, evidence: Evidence, roles: Roles) -> bool:
    """Whether a list such as `names` has the names of every document, because the title has another name."""
    if not field.is_list or field.depth or is_prose(field) or set(name_words(roles.title or "")) & TITLE_NAMES:
        return False
    complete = field.uniqueness >= MIN_UNIQUENESS and evidence.coverage(field) >= MIN_UNIQUENESS
    return complete and {word.removesuffix("s") for word in name_words(field.path)} <= TITLE_NAMES


def is_part_of_name(field: FieldEvidence) -> bool:
    """Whether the field is part of an object of names, such as `name.common`."""
    first, _, rest = field.path.partition(".")
    unique = field.uniqueness >= MIN_UNIQUENESS and not field.is_list and not is_prose(field)
    return bool(rest) and field.depth == 1 and unique and bool(TITLE_NAMES & set(name_words(first)))


def is_code_of_some(field: FieldEvidence) -> bool:
    """Whether the values are short codes that some of the documents have: `BA`, `M 45`."""
    is_rare = field.uniqueness >= MIN_CODE_UNIQUENESS and mean_length(field) <= MAX_CODE_LENGTH
    if field.depth or field.is_list or not is_rare:
        return False
    return share(field, is_short_code) >= MIN_SHARE


def is_short_code(text: str) -> bool:
    """Whether a text has a few letters only, which are capitals, and any digits and signs."""
    return sum(map(str.isalpha, text)) <= MAX_CODE_LETTERS and text == text.upper()


def is_alias(field: FieldEvidence) -> bool:
    """Whether the values are other names: by the name of the field, or as lists of short, nearly unique texts."""
    if is_prose(field) or mean_length(field) > MAX_ALIAS_LENGTH:
        return False
    words = name_words(field.path)
    if ALIAS_NAMES & {word for part in field.path.split(".") for word in name_words(part)}:
        return True
    if len(words) > 1 and words[-1] in RELATIONS:
        return False
    return field.is_list and field.depth == 0 and field.uniqueness >= MIN_UNIQUENESS
