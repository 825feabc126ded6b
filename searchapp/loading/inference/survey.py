"""The first look at all documents: what their fields hold, where their ids may be, in which forms texts are written."""

from collections.abc import Iterable
from typing import Any, NamedTuple

from ..identity import IdCandidates
from ..values.dates import AMBIGUOUS
from ..values.forms import NOTHING, PLAIN, Candidates, Form
from ..values.numbers import unit_of
from .evidence import Evidence, FieldEvidence
from .mapping import mixed_paths

MANY = 0.5


class Survey(NamedTuple):
    """The evidence, the candidates for ids, the forms of columns, their units, and what to tell in a line each."""

    evidence: Evidence
    ids: IdCandidates
    forms: dict[str, Form]
    units: dict[str, str]
    notes: list[str]


def survey(documents: Iterable[dict[str, Any]], evidence: Evidence) -> Survey:
    """Looks at every document; `evidence` is empty before, and knows the forms that may be."""
    ids = IdCandidates()
    for document in documents:
        ids.see(document)
        evidence.see(document)
    found = Survey(evidence, ids, {}, {}, [])
    for field in evidence.fields.values():
        settle(field, found)
    for path in sorted(mixed_paths(evidence.fields)):
        found.notes.append(f"{path} is a value in some documents and an object in others: it is kept, not searched")
    return found


def settle(field: FieldEvidence, found: Survey) -> None:
    """Decides in which form the texts of a field are written, and says so where it is not plain."""
    form = form_of_field(field)
    if form is None:
        if note := mixed_note(field):
            found.notes.append(note)
        return
    assert field.candidates
    found.forms[field.path] = form
    units = {unit_of(text) for text in field.texts() if text not in NOTHING}
    if form.kind != "date" and len(units) == 1 and (unit := units.pop()):
        found.units[field.path] = unit
    found.notes.extend(form_notes(field, form))
    read_again(field, form)


def form_of_field(field: FieldEvidence) -> Form | None:
    """The form of a field, None where values are no texts, fit no form, or are plain without one."""
    if not field.candidates or not field.kinds["text"]:
        return None
    if field.candidates.seen + field.candidates.nothing < field.values:
        return None
    return field.candidates.best()


def read_again(field: FieldEvidence, form: Form) -> None:
    """Makes the evidence that of the values which the texts mean."""
    assert field.candidates
    nothing = field.candidates.nothing
    field.kinds.clear()
    field.kinds[form.kind] = field.candidates.seen
    field.sample = [form.read(text) for text in field.texts() if text not in NOTHING]
    field.values -= nothing
    field.documents = max(field.documents - nothing, 1)


def form_notes(field: FieldEvidence, form: Form) -> Iterable[str]:
    """What to tell of a form: how the column is read, what else it could be, what is left out."""
    assert field.candidates
    example = next((text for text in field.texts() if text not in NOTHING), "")
    if form.kind == "date":
        yield f"{field.path}: dates are read as {form.name}, such as {example} (--date-format)"
        other = AMBIGUOUS.get(form.name)
        if other and other in [one.name for one in field.candidates.forms]:
            yield f"{field.path}: every date fits {other} too, to read them so say --date-format '{field.path}={other}'"
    elif form.name != PLAIN:
        yield f"{field.path}: numbers are read as {form.name}, such as {example} (--decimal)"
    if field.candidates.nothing:
        word = next((text for text in field.texts() if text in NOTHING), "NA")
        yield f"{field.path}: {field.candidates.nothing:,} values such as {word} are taken for none"


def mixed_note(field: FieldEvidence) -> str | None:
    """What to tell of a field that is text although most of its values are something else."""
    others = {kind: count for kind, count in field.kinds.items() if kind != "text"}
    if len(field.kinds) < 2 or set(field.kinds) == {"long", "double"}:
        return None
    kind = max(others, key=lambda name: others[name])
    if others[kind] < MANY * field.values:
        return None
    names = {"long": "numbers", "double": "numbers", "date": "dates", "boolean": "true or false"}
    odd = next((example for name, example in field.examples.items() if name != kind), "")
    misfits = field.values - others[kind]
    return f"{field.path} is text: {misfits:,} of {field.values:,} values are no {names[kind]}, such as {odd!r}"


def evidence_for(as_table: bool, forms: Iterable[Form], given: dict[str, Form]) -> Evidence:
    """Empty evidence that looks for these forms; those given for a field are the only ones there."""
    listed = tuple(forms)
    return Evidence(as_table, lambda path: Candidates((given[path],) if path in given else listed))
