"""Finds the ids that texts mean: an id in another form, an id among words, a pasted list of ids or names."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from ..collection_reader import CollectionReader
from ..one_text import can_be_relaxed, topic_text
from ..query_runner import QueryRunner
from ..result import NAME_BEGINS, Relaxed
from ..word_numbers import nouns_of
from ..words import END, YEARS, is_readable, phrase_of
from .forms import AROUND, is_code, is_short_number, pasted_names, pieces, readings

FIRST_NUMBERS = ("1", "2")
"""The first ids of a collection that counts from 1."""

MAX_LOOKUP = 1000
MAX_LISTED, MAX_LISTED_NAMES = 100, 40
"""The maximum number of ids, and of names, in a pasted list."""

Options = Mapping[str, Any]


class MeantIds:
    """Finds the ids of one collection that texts mean; `runner` makes the QueryRunner for some options."""

    def __init__(self, collection: CollectionReader, runner: Callable[[Options], QueryRunner]):
        self.builder = collection.builder
        self.collection = collection
        self.runner = runner

    def of(self, typed: Sequence[str], options: Options) -> list[str | None]:
        """The id that each text means; None for no id or several ids.

        None for all if scopes name other fields, or if ids are row numbers, except with the scope `_id`.
        """
        if has_fields(options) or (not options.get("scopes") and self.are_row_numbers(options)):
            return [None] * len(typed)
        fields = self.builder.fields.of(options.get("item_type"))
        return self.of_readings(typed, [[*readings(text, fields)] for text in typed], options)

    def by_patterns(self, typed: Sequence[str], options: Options) -> list[str | None]:
        """The id to look up instead of each text; None for no id, several ids or the text itself.

        A text that a pattern looks up in another field, such as a number in `xref.entrez`, does not get the prefix of
        ids. It is returned without the blanks and signs around it.
        """
        fields = self.builder.fields.of(options.get("item_type"))
        read = [[*readings(text, fields)] for text in typed]
        elsewhere = [[text for text in each if self.is_elsewhere(text, options)] for each in read]
        others = [[text for text in each if text not in out] for each, out in zip(read, elsewhere, strict=True)]
        ids = self.of_readings(typed, others, options)
        found = [id or next(iter(out), None) for id, out in zip(ids, elsewhere, strict=True)]
        return [None if id == text else id for id, text in zip(found, typed, strict=True)]

    def is_elsewhere(self, text: str, options: Options) -> bool:
        """Whether a pattern of ids looks up a text in fields other than the id."""
        parser = self.builder.parser
        scopes = parser.parse(text, self.builder.fields.metadata, options.get("item_type")).scopes
        return scopes != parser.default_scopes and parser.always_known.isdisjoint(scopes)

    def of_readings(self, typed: Sequence[str], read: Sequence[list[str]], options: Options) -> list[str | None]:
        """The id that each text means; `read` has the possible ids of each."""
        forms = self.collection.forms(options)
        tried = [forms.of_readings(each) for each in read]
        every = [*dict.fromkeys(form for each in tried for form in each)]
        known: set[str] = set()
        for start in range(0, len(every), MAX_LOOKUP):
            known |= self.collection.existing(every[start : start + MAX_LOOKUP], options)
        pairs = zip(typed, tried, strict=True)
        return [only_id(text.strip(), [form for form in each if form in known]) for text, each in pairs]

    def of_text(self, q: str, options: Options) -> Relaxed | None:
        """The document with the typed id; None if no document has it.

        None too if a name begins with a typed number, or if another document has exactly the typed name and the id
        differs from it in case or signs: `Igo`.
        """
        id, typed = self.of([q], options)[0], q.strip()
        if id and self.builder.finds_near_words:
            runner = self.runner(options)
            if id.isdigit() and runner.results([typed])[0].level >= NAME_BEGINS:
                return None
            is_written = typed not in (id, typed.lower(), typed.upper()) or typed.lower() != id.lower()
            name = END.sub("", typed)
            if is_written and is_readable(name) and runner.is_name_of_another(name, id):
                return None
        return Relaxed("id", id, 1, is_id=True) if id else None

    def are_row_numbers(self, options: Options) -> bool:
        """Whether the loader numbered the documents, because no field looked like an id: people do not type these."""
        return bool(self.builder.fields.guessed(options.get("item_type")).get("numbered_ids"))

    def of_question(self, q: str, options: Options, runner: QueryRunner) -> Relaxed | None:
        """The document whose id is in a question or after a noun: `what is HGNC:1100?`, `element 26`. No years."""
        if not any(map(str.isdigit, q)) or not can_be_relaxed(runner, q):
            return None
        text = topic_text(runner, q)
        return None if YEARS.fullmatch(text) or text == q.strip() else self.of_text(text, options)

    def among_words(self, q: str, options: Options) -> Relaxed | None:
        """The document whose id is the only code or number in a text: `error 404`. No number if ids count from 1."""
        codes = [code for unit in q.split() if is_code(code := unit.strip(AROUND + "?!"))]
        id = self.of(codes, options)[0] if len(codes) == 1 else None
        if id:
            return Relaxed("id", id, 1, is_id=True)
        units = phrase_of(q).units
        every = [unit for unit in units if unit.isdigit()]
        numbers = [unit for unit in every if not is_short_number(unit) and not YEARS.fullmatch(unit)]
        if len(units) == 1 or len(numbers) != 1 or has_fields(options):
            return None
        known = self.collection.existing([*numbers, *FIRST_NUMBERS], options)
        return Relaxed("id", numbers[0], 1, is_id=True) if known == {*numbers} else None

    def of_list(self, q: Any, options: Options, runner: QueryRunner) -> list[str]:
        """The ids of the documents in a pasted list of ids, or of names between commas.

        Empty if one entry is unknown; some names of a list may be unknown. Empty too for words with the name of the
        item type, which may also be an id: `GitHub icon`.
        """
        typed = pieces(q) if isinstance(q, str) else []
        if not 1 < len(typed) <= MAX_LISTED or has_fields(options):
            return []
        nouns = nouns_of(options.get("item_type"), runner.language())
        if len(pasted_names(q)) == 1 and not nouns.isdisjoint(map(str.lower, typed)):
            return []
        found = self.of(typed, options)
        if not all(found):
            typed = pasted_names(q)
            found = self.of_names(typed, options, runner) if 1 < len(typed) <= MAX_LISTED_NAMES else []
        known = [*dict.fromkeys(id for id in found if id)]
        return known if all(found) or are_enough(len(known), len(typed)) else []

    def of_names(self, typed: Sequence[str], options: Options, runner: QueryRunner) -> list[str | None]:
        """The id of the document with exactly this name or id, for each text, or None. Empty if too few have one."""
        ids = self.of(typed, options)
        if not are_enough(len([*filter(any, zip(ids, runner.have_hits(typed), strict=True))]), len(typed)):
            return []
        named = runner.ids_of_names(typed)
        return [name or id for name, id in zip(named, ids, strict=True)] if any(named) else []


def has_fields(options: Options) -> bool:
    """Whether `scopes` names a field other than the id."""
    return options.get("scopes") not in (None, [], ["_id"])


def only_id(typed: str, found: Sequence[str]) -> str | None:
    """The id as it was typed, else the only id; None for several."""
    if typed in found:
        return typed
    return found[0] if len(found) == 1 else None


def are_enough(known: int, typed: int) -> bool:
    """Whether enough names of a list are known to search them: all of two names, half of more."""
    return known == typed or (known > 2 and 2 * known >= typed)
