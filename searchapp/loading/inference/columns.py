"""The columns of a table of documents: in the order of the file, the title first, without what no cell holds well."""

from .evidence import Evidence, FieldEvidence
from .roles import Roles
from .traits import is_image, is_link, is_prose

MAX_COLUMNS = 7
MIN_COVERAGE = 0.1
MAX_VALUES_PER_DOCUMENT = 4
MAX_DEPTH = 3


def columns_of(evidence: Evidence, roles: Roles, id_field: str | None = None) -> list[str]:
    """The columns: title and subtitle, then fields at the top, then those inside objects."""
    fields = sorted(evidence.fields.values(), key=lambda field: (field.depth, field.position))
    names = [field.path for field in fields if field.path != id_field and is_column(field, evidence)]
    ahead = [name for name in (roles.title, roles.subtitle) if name]
    return list(dict.fromkeys([*ahead, *names]))[:MAX_COLUMNS]


def is_column(field: FieldEvidence, evidence: Evidence) -> bool:
    """Whether the values of a field are worth a column: short, common, and not the same everywhere."""
    if is_prose(field) or is_image(field) or is_link(field) or field.depth > MAX_DEPTH:
        return False
    if field.values > MAX_VALUES_PER_DOCUMENT * field.documents:
        return False
    constant = len(field.distinct) < 2 and evidence.documents > 1 and evidence.coverage(field) > 0.99
    return evidence.coverage(field) >= MIN_COVERAGE and not constant
