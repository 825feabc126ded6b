"""The first pass over all documents: collects statistics of fields, candidates for ids, and forms of texts."""

import re
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, NamedTuple

from ..identity import IdCandidates
from ..meanings import DATE
from ..sentences import first_names
from ..values.cells import list_sign
from ..values.dates import AMBIGUOUS, PARTIAL, YEAR_FIRST
from ..values.distinct import Distinct
from ..values.forms import NA, NO_VALUE, NUMBERS, PLAIN, THOUSANDS, WITHOUT_NA, Candidates, Form, form_of, list_form
from ..values.kinds import is_date, text_kind
from ..values.numbers import unit_of
from .evidence import MAX_PATHS, Evidence
from .field_evidence import MAX_EXAMPLE, FieldEvidence
from .keyed import leave_rare_keys, notes_on_keys
from .mapping import mixed_paths
from .traits import MIN_SHARE_OF_NUMBERS, is_called_code, name_words

MIN_MAIN_SHARE = 0.5
MIN_NA = 2
"""The minimum number of cells with NA that mean no value in a column of texts."""
COUNTRY, DIGITS = re.compile(r"[A-Z]{2}"), re.compile(r"\d+")

MAX_TEXTS_PER_UNIT = 2
"""The maximum number of different texts, such as countries, for each unit."""

MIN_DATES_OF_DIGITS = 10
"""The minimum number of different values of eight digits that all are dates: by chance in one of 10**20 columns."""

MAX_NOTES = 5
"""The maximum number of fields with a note of their own about values that mean no value."""


class Survey(NamedTuple):
    """The results of the first pass: the evidence, candidates for ids, forms and units of columns, and notes.

    `nothing` has, by field, a value that means no value, and the number of such values.
    """

    evidence: Evidence
    ids: IdCandidates
    forms: dict[str, Form]
    units: dict[str, str]
    notes: list[str]
    nothing: dict[str, tuple[str, int]]


def survey(documents: Iterable[dict[str, Any]], evidence: Evidence, lists: bool = True) -> Survey:
    """Reads every document. `evidence` is empty before, and knows the forms to look for.

    `lists` says whether cells of a table may be lists.
    """
    ids = IdCandidates()
    for document in documents:
        ids.observe(document)
        evidence.observe(document)
    leave_rare_keys(evidence)
    found = Survey(evidence, ids, {}, {}, [], {})
    agree_on_days([field.candidates for field in evidence.fields.values() if field.candidates])
    for field in evidence.fields.values():
        decide_form(field, found)
        if lists and evidence.as_table and field.path not in found.forms:
            decide_lists(field, found)
    read_na_as_missing(found)
    found.notes.extend(nothing_notes(found.nothing))
    found.notes.extend(numbers_note(found))
    found.notes.extend(large_notes(evidence))
    found.notes.extend(notes_on_keys(evidence))
    if evidence.is_full:
        found.notes.append(f"only the first {MAX_PATHS:,} fields are searched, the others are stored")
    found.notes.extend(mixed_notes(sorted(mixed_paths(evidence))))
    return found


def agree_on_days(columns: Sequence[Candidates]) -> None:
    """Reads ambiguous dates such as 01/02/2020 like the dates of a column that fit only one order of day and month."""
    fitting = [{form.name for form in column.forms} for column in columns]
    alone = {
        name for name, other in AMBIGUOUS.items() if any(name in names and other not in names for names in fitting)
    }
    wrong = {AMBIGUOUS[name] for name in alone} - alone
    for column in columns:
        column.forms = [form for form in column.forms if form.name not in wrong]


def read_na_as_missing(found: Survey) -> None:
    """Reads NA among texts as no value if the table has NA among numbers, except among codes of countries."""
    if NA not in {word for word, _ in found.nothing.values()}:
        return
    for path, field in found.evidence.fields.items():
        texts = [text for text in field.texts() if text != NA]
        count = len(field.sample) - len(texts)
        are_countries = 2 * sum(COUNTRY.fullmatch(text) is not None for text in texts) > len(texts)
        if path in found.forms or set(field.kinds) != {"text"} or count < MIN_NA or are_countries:
            continue
        found.forms[path], found.nothing[path] = WITHOUT_NA, (NA, count)
        field.sample = [*texts]
        field.values -= count
        field.documents = max(field.documents - count, 1)


def mixed_notes(paths: list[str]) -> Iterable[str]:
    """Notes on the fields that hold values and objects, one for each field or one for many."""
    if len(paths) > MAX_NOTES:
        fields = first_names(paths, "fields")
        yield f"values in some documents and objects in others: {fields}: stored, but not searched"
        return
    for path in paths:
        yield f"{path} is a value in some documents and an object in others: it is stored, but not searched"


def decide_form(field: FieldEvidence, found: Survey) -> None:
    """Decides the form of a field's texts. Adds a note for the user if other forms were possible."""
    form = form_of_field(field, found.evidence.as_table)
    if form is None:
        if note := mixed_note(field):
            found.notes.append(note)
        return
    assert field.candidates
    units = {unit_of(text) for text in field.texts() if text not in NO_VALUE | field.candidates.marks.keys()}
    if form.kind in NUMBERS and len(units - {""}) > 1 and not has_column_of_units(field, found.evidence):
        examples = " and ".join(sorted(units - {""})[:2])
        found.notes.append(f"{field.path} is text: its numbers have different units, such as {examples}")
        return
    found.forms[field.path] = form
    if form.kind != "date" and len(units) == 1 and (unit := units.pop()):
        found.units[field.path] = unit
    found.notes.extend(form_notes(field, form, found.evidence.as_table))
    if field.candidates.nothing:
        word = next((text for text in field.texts() if text in NO_VALUE), "NA")
        found.nothing[field.path] = word, field.candidates.nothing
    read_again(field, form)


def has_column_of_units(field: FieldEvidence, evidence: Evidence) -> bool:
    """Whether another field has the unit of each number, such as a column with the currency."""
    units = [unit_of(text) for text in field.texts()]
    beside = (other for other in evidence.fields.values() if other is not field and other.values == field.values)
    return any(says_units(other.texts(), units) for other in beside if other.stride == field.stride)


def says_units(texts: Sequence[str], units: Sequence[str]) -> bool:
    """Whether a few repeated texts each belong to one unit only."""
    if len(texts) != len(units) or len(set(texts)) == len(texts):
        return False
    pairs = set(zip(texts, units, strict=True))
    return len(pairs) == len(set(texts)) <= MAX_TEXTS_PER_UNIT * len(set(units))


def decide_lists(field: FieldEvidence, found: Survey) -> None:
    """Splits the cells of a column if they are lists, and adds a note for the user."""
    texts = field.texts()
    sign = list_sign(texts) if set(field.kinds) == {"text"} and not field.is_list else None
    if sign is None:
        return
    form = list_form(sign)
    found.forms[field.path] = form
    example = next(text for text in texts if len(form.read(text)) > 1)
    found.notes.append(f"{field.path}: cells are read as lists, such as {example} (--list-separator none: as texts)")
    field.values = max(round(field.values * sum(len(form.read(text)) for text in texts) / len(texts)), field.documents)
    replace_texts(field, [part for text in texts for part in form.read(text)])
    field.kinds["text"] = field.values


def replace_texts(field: FieldEvidence, texts: list[str]) -> None:
    """Replaces the texts of the sample, and the statistics that follow from them."""
    field.sample = [*texts]
    field.longest = max(map(len, texts))
    field.one_word = round(field.values * sum(" " not in text for text in texts) / len(texts))
    field.distinct = Distinct()
    field.distinct.update(texts)


def form_of_field(field: FieldEvidence, as_table: bool) -> Form | None:
    """The form of a field; None if its values are not texts, fit no form, or need no form.

    In JSON, digits may be codes; everywhere, four digits with a leading zero may be codes.
    """
    if field.candidates and (form := form_of_digits(field)):
        return form
    has_texts = field.kinds["text"] > 0 or field.kinds["date"] * field.kinds["long"] > 0
    if not field.candidates or not has_texts:
        return None
    if form := form_among_numbers(field):
        return form
    if field.candidates.seen + field.candidates.nothing < field.values:
        return None
    form = field.candidates.best()
    if form is not None and field.candidates.has_limits:
        return form if as_table and is_needed(form, field) else None
    if form is not None and form.kind == "date" and are_years_first(field.texts()):
        form = next((one for one in field.candidates.forms if one.name == YEAR_FIRST), form)
    if form is not None and form.kind == "double" and field.is_version:
        return None
    if form is not None and form.name == PARTIAL and all(len(text) == len("2020") for text in field.texts()):
        return None
    is_code = form is not None and form.kind in NUMBERS and not as_table and not are_numbers(field.texts(), form)
    return None if is_code else form


def are_years_first(texts: Sequence[str]) -> bool:
    """Whether dates such as 16/05/31 begin with the year: the last part has more values and reaches the 31st."""
    parts = [DIGITS.findall(text) for text in texts]
    first, last = ({one[place] for one in parts if len(one) > 2} for place in (0, 2))
    return "31" in last and 1 < len(first) < len(last)


def is_needed(form: Form, field: FieldEvidence) -> bool:
    """Whether a form of numbers with limits is needed: many texts are numbers, and some are written in another way."""
    read = {text: form.read(text) for text in field.texts() if text not in NO_VALUE}
    numbers = sum(text_kind(text, True) in NUMBERS for text in read.values())
    return numbers >= MIN_SHARE_OF_NUMBERS * len(read) and any(text != written for written, text in read.items())


def form_of_digits(field: FieldEvidence) -> Form | None:
    """The form of dates such as 20201231, if all values fit, and the name says date or the values are many."""
    assert field.candidates
    is_dated = not DATE.isdisjoint(name_words(field.path)) or len(field.distinct) >= MIN_DATES_OF_DIGITS
    is_complete = field.candidates.seen + field.candidates.nothing == field.values
    return field.candidates.dates_of_digits() if is_dated and is_complete and not is_called_code(field) else None


def form_among_numbers(field: FieldEvidence) -> Form | None:
    """The form of texts in a JSON field of numbers, if all of them are plain numbers or mean no value; else None."""
    assert field.candidates
    others = set(field.kinds) - {"text"}
    plain = next((form for form in field.candidates.forms if form.is_plain), None)
    are_all = field.kinds["text"] == field.candidates.nothing + field.candidates.seen
    if plain is None or field.candidates.is_special or not are_all or not others or not others <= NUMBERS:
        return None
    return form_of(PLAIN, "double" if "double" in {*others, plain.kind} else "long")


def are_numbers(texts: list[str], form: Form) -> bool:
    """Whether texts of JSON are numbers and not codes: they have units, thousands separators, or decimals."""
    written = [text for text in texts if text not in NO_VALUE]
    if form.name == THOUSANDS or all(map(unit_of, written)):
        return True
    decimals = [text.partition(".")[2] for text in written]
    are_kept = len(set(map(len, decimals))) == 1 or all(one == "0" or not one.endswith("0") for one in decimals)
    return form.name == PLAIN and form.kind == "double" and are_kept


def read_again(field: FieldEvidence, form: Form) -> None:
    """Replaces the evidence of texts by the evidence of their values as numbers or dates."""
    assert field.candidates
    nothing = field.candidates.nothing
    field.kinds.clear()
    field.kinds[form.kind] = field.values - nothing
    meaning = [value for value in field.sample if str(value) not in NO_VALUE]
    field.written = [value for value in meaning if isinstance(value, str)]
    field.sample = [form.read(value) if isinstance(value, str) else value for value in meaning]
    field.values -= nothing
    field.documents = max(field.documents - nothing, 1)
    if form.kind == "text":
        replace_texts(field, field.sample)
        kinds = Counter(text_kind(text, True) for text in field.texts())
        field.kinds = Counter({kind: -(-times * field.values // kinds.total()) for kind, times in kinds.items()})


def numbers_note(found: Survey) -> Iterable[str]:
    """The note on the fields of JSON whose texts are read as numbers."""
    candidates = {path: field.candidates for path, field in found.evidence.fields.items()}
    read = (path for path, form in found.forms.items() if form.kind in NUMBERS)
    paths = [path for path in read if (known := candidates[path]) and known.seen]
    if paths and not found.evidence.as_table:
        yield f"texts are read as numbers in {first_names(paths, 'fields')} (--mapping FILE can keep texts)"


def large_notes(evidence: Evidence) -> Iterable[str]:
    """The note on the fields of numbers with more than 64 bits."""
    fields = [field for field in evidence.fields.values() if field.large]
    if fields:
        count, example = sum(field.large for field in fields), fields[0].example_of_large
        numbers = f"1 number such as {example} has" if count == 1 else f"{count:,} numbers such as {example} have"
        paths = first_names([field.path for field in fields], "fields")
        yield f"{paths}: {numbers} more than 64 bits; searches compare 15 digits (as texts: all digits)"


def form_notes(field: FieldEvidence, form: Form, as_table: bool) -> Iterable[str]:
    """Notes on a form: how the column is read, which other forms fit, and which values are left out."""
    assert field.candidates
    example = next((text for text in field.texts() if text not in NO_VALUE), "")
    if form.kind == "date":
        yield f"{field.path}: dates are read as {form.name}, such as {example} (--date-format)"
        other = AMBIGUOUS.get(form.name)
        if other and other in [one.name for one in field.candidates.forms]:
            yield f"{field.path}: every date also fits {other} (--date-format '{field.path}={other}')"
    elif as_table and form.kind != "boolean" and form.name != PLAIN:
        yield f"{field.path}: numbers are read as {form.name}, such as {example} (--decimal)"


def noted(word: str) -> str:
    """A word that means no value, for a note."""
    return word or "an empty text"


def nothing_notes(nothing: Mapping[str, tuple[str, int]]) -> Iterable[str]:
    """Notes on values that mean no value, one for each field or one for many."""
    if len(nothing) > MAX_NOTES:
        word = next(iter(nothing.values()))[0]
        yield f"values such as {noted(word)} mean no value in {first_names([*nothing], 'fields')}"
        return
    for path, (word, count) in nothing.items():
        meant = f"1 value such as {noted(word)} means" if count == 1 else f"{count:,} values such as {noted(word)} mean"
        yield f"{path}: {meant} no value"


def mixed_note(field: FieldEvidence) -> str | None:
    """The note on a field that is text although most of its values are numbers or dates."""
    others = {kind: count for kind, count in field.kinds.items() if kind != "text"}
    if len(field.kinds) < 2 or set(field.kinds) == {"long", "double"}:
        return None
    kind = max(others, key=lambda name: others[name])
    if others[kind] < MIN_MAIN_SHARE * field.values:
        return None
    names = {"long": "a number", "double": "a number", "date": "an ISO date", "boolean": "true or false"}
    alike = NUMBERS if kind in NUMBERS else {kind}
    odd = next((example for name, example in field.examples.items() if name not in alike), "")
    misfit = field.candidates.misfit if kind == "date" and field.candidates else ""
    odd = misfit[:MAX_EXAMPLE] if misfit and not is_date(misfit) else odd
    misfits = field.values - sum(count for name, count in others.items() if name in alike)
    verb = "is" if misfits == 1 else "are"
    return f"{field.path} is text: {misfits:,} of {field.values:,} values {verb} not {names[kind]}, such as {odd!r}"


def evidence_for(as_table: bool, forms: Iterable[Form], given: dict[str, Form]) -> Evidence:
    """Empty evidence that looks for these forms; a field with a given form only looks for that."""
    listed = tuple(forms)
    return Evidence(as_table, lambda path: Candidates((given[path],) if path in given else listed))
