"""Finds the query to search instead of one without hits, and the ids that texts mean."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from ..builders.elastic import ElasticBuilder
from ..builders.field_checks import Fields
from ..builders.special_terms import SPECIAL
from ..errors import PipelineError
from ..protocols import Backend
from ..querystring.writing import phrase_text
from .asker import Asker
from .choice import FEWER
from .collection_reader import CollectionReader
from .found import BEGUN, NOTHING, Found, Relaxed, found_in, found_nothing
from .ids import pasted_names, pieces
from .one_text import asked_for, can_be_relaxed, corrections, instead_of, itself_of
from .tries.names import with_known_names, with_known_value
from .tries.values import with_known_values
from .tries.years import YEARS
from .words import escaped, is_readable, phrase_of

MAX_LENGTH = 300
MAX_MEANT = 3
MAX_ASKED = 100
"""The most terms of a list that are searched one by one, if the database refuses the list."""

MIN_NUMBER, FIRST_NUMBERS = 3, ("1", "2")
"""Digits of the shortest number among words that may be an id, and the ids of collections that count from 1."""

NO_TEXT = ""
"""The query that finds nothing."""

MAX_IN_VAIN, FOR_EACH_FOUND = 15, 5
"""The most terms of a list that are relaxed without result, and how many more for each that finds something."""

MAX_LOOKUP = 1000
MAX_LISTED, MAX_LISTED_NAMES = 100, 40
"""The most ids and the most names in a text that is searched."""

NOT_RELAXED = ("scroll_id", "userquery", "analyzer")
"""Options with which a query is never relaxed."""

NARROWED = ("filter", "post_filter", "sort", "fetch_all", "min_score")
"""Options that hide hits of the query itself."""

Options = Mapping[str, Any]


class Relaxer:
    """Relaxes the queries of one item type. `default` is the value of the option `relax`: `none` or `auto`."""

    def __init__(
        self, builder: ElasticBuilder, backend: Backend, default: str = "none", id_prefixes: Iterable[str] = ()
    ):
        self.builder = builder
        self.backend = backend
        self.default = default
        self.collection = CollectionReader(builder, backend, id_prefixes)

    def asker(self, options: Options, texts: int = 1) -> Asker:
        """The Asker for one query with these options, or for several."""
        vocabulary = None if self.builder.finds_near_words else lambda: self.collection.vocabulary(options)
        return Asker(self.builder, self.backend, options, vocabulary, texts)

    def can_relax(self, q: Any, options: Options) -> bool:
        """Whether a query with these options can be relaxed."""
        return not any(map(options.get, NOT_RELAXED)) and (isinstance(q, list) or is_possible(q))

    def tells_all(self, options: Options) -> bool:
        """Whether the response with these options shows all hits of the query."""
        return options.get("size") != 0 and not any(map(options.get, NARROWED))

    def is_readable(self, q: str, options: Options) -> bool:
        return bool(options.get("scopes")) or is_readable(q)

    def can_be_asked(self, q: str, options: Options) -> bool:
        """Whether the database can ask the query alone, without filters, facets and highlights."""
        try:
            itself_of(self.asker(options), q)
        except PipelineError as error:
            if error.code != 400:
                raise
            return False
        return True

    def instead_of(self, q: str, options: Options) -> Relaxed | None:
        """The query to search instead of `q`; None to keep the answer to `q`."""
        instead = self.by_id(q, options) or self.by_words(q, options)
        return instead or (None if self.is_readable(q, options) else self.as_words(q, options))

    def by_words(self, q: str, options: Options, itself: Found | None = None) -> Relaxed | None:
        """The query to search instead of words; `itself` is the result of the query, None if it is not known."""
        asker = self.asker(options)
        itself = itself or itself_of(asker, q)
        if not itself.total and not options.get("scopes"):
            for found in self.otherwise_named(q, options, asker):
                return Relaxed("names", found.q, found.total, found.level)
            by_id = self.id_asked_for(q, options, asker)
            if by_id:
                return by_id
            ids = self.listed_ids(q, options, asker)
            if ids:
                return Relaxed("ids", f"_id:({' OR '.join(map(phrase_text, ids))})", len(ids))
        instead = instead_of(asker, q, itself)
        if not itself.total and (instead is None or instead.step == FEWER) and can_be_relaxed(asker, q):
            return self.id_among_words(q, options) or instead
        return instead

    def id_among_words(self, q: str, options: Options) -> Relaxed | None:
        """The document whose id is the only number among other words: `error 404`. Ids from 1 on are no codes."""
        units = phrase_of(q).units
        numbers = [unit for unit in units if unit.isdigit() and len(unit) >= MIN_NUMBER and not YEARS.fullmatch(unit)]
        if len(units) == 1 or len(numbers) != 1 or has_fields(options):
            return None
        known = self.collection.existing([*numbers, *FIRST_NUMBERS], options)
        return Relaxed("id", numbers[0], 1, is_id=True) if known == {*numbers} else None

    def id_asked_for(self, q: str, options: Options, asker: Asker) -> Relaxed | None:
        """The document whose id is in `what is HGNC:1100?` or `element 26`. A year is not taken for an id."""
        if not any(map(str.isdigit, q)) or not can_be_relaxed(asker, q):
            return None
        text = asked_for(asker, q)
        return None if YEARS.fullmatch(text) or text == q.strip() else self.by_id(text, options)

    def as_words(self, q: str, options: Options) -> Relaxed | None:
        """The query with its syntax as text, for words that cannot be searched unchanged: `:)`, `4'33"`."""
        text = escaped(q)
        is_other = text != q.strip() and can_be_relaxed(self.asker(options), q)
        return Relaxed("words", text, 0, NOTHING) if is_other else None

    def readable(self, terms: Sequence[Any], options: Options) -> list[Any]:
        """The terms of a list. Words that cannot be parsed are replaced by NO_TEXT, and so find nothing."""
        return [NO_TEXT if self.is_unreadable(term, options) else term for term in terms]

    def is_unreadable(self, term: Any, options: Options) -> bool:
        """Whether a term is words that cannot be parsed. A term that names a field is a wrong query instead."""
        return is_possible(term) and not self.is_readable(term, options) and can_be_relaxed(self.asker(options), term)

    def askable(self, terms: Sequence[Any], options: Options) -> list[Any]:
        """The terms, with NO_TEXT for words that the database refuses. They are found by asking for each term.

        The terms of a list that is too long for this are unchanged.
        """
        if len(terms) > MAX_ASKED:
            return [*terms]
        return [NO_TEXT if is_possible(term) and not self.can_be_asked(term, options) else term for term in terms]

    def of_list(
        self, terms: Sequence[Any], responses: Sequence[Any], options: Options, warnings: list[str]
    ) -> dict[int, Relaxed]:
        """The replacing queries by the positions of terms without hits. A warning names terms that had no time."""
        missed = [place for place, each in enumerate(responses) if not found_in("", each).total]
        missed = [place for place in missed if is_possible(terms[place])]
        ids = self.ids([terms[place] for place in missed], options) if not has_fields(options) else []
        found = {place: Relaxed("id", id, 1, is_id=True) for place, id in zip(missed, ids, strict=False) if id}
        places = [place for place in missed if place not in found]
        asker = self.asker(options, len(places))
        in_vain = 0
        for number, place in enumerate(places):
            if in_vain >= MAX_IN_VAIN or not asker.is_time_for_more():
                warnings.append(f"relax: only {number} of {len(places)} terms without hits were searched otherwise")
                break
            instead = instead_of(asker, terms[place], found_nothing(terms[place]))
            if not instead and not self.is_readable(terms[place], options):
                instead = self.as_words(terms[place], options)
            in_vain = max(0, in_vain - FOR_EACH_FOUND) if instead else in_vain + 1
            if instead:
                found[place] = instead
        return found

    def did_you_mean(self, q: Any, options: Options) -> dict[str, Any]:
        """The suggestions for a query without hits, each with its number of documents."""
        if not is_possible(q) or any(map(options.get, (*NOT_RELAXED, *NARROWED, "scopes", "search_after"))):
            return {}
        by_id, asker = self.by_id(q, options), self.asker(options)
        found = [by_id] if by_id else self.otherwise_named(q, options, asker) or corrections(asker, q)
        return suggested(found) or self.other_values(q, options)

    def other_values(self, q: Any, options: Options) -> dict[str, Any]:
        """The suggestions for a query with a value that its field does not have: `type:Programing`."""
        names, fields = self.builder.fields.names_in(q, options.get("item_type")) if is_possible(q) else ((), {})
        if not names or any(map(options.get, (*NOT_RELAXED, *NARROWED, "search_after"))) or not is_readable(q):
            return {}
        return suggested(self.spelled_values(q, fields, options))

    def spelled_values(self, q: str, fields: Fields, options: Options) -> list[Found]:
        """The results of the query with similar values of its fields, those with hits."""
        asker = self.asker({**options, "scopes": None})
        tried = with_known_values(q, asker, fields)
        return [found for found in asker.found_in_time(tried) if found.total] if tried else []

    def similar_words(self, words: Sequence[str], options: Options) -> list[str]:
        """The words of the collection that are similar to these."""
        known = self.asker(options).known(words)
        return [*dict.fromkeys(term for word in known for term, *_ in word.near)]

    def otherwise_named(self, q: str, options: Options, asker: Asker) -> list[Found]:
        """The query with the field names or the value in the spelling of the collection, if it has hits."""
        names, fields = self.builder.fields.names_in(q, options.get("item_type"))
        if not names or not is_readable(q):
            return []
        named = with_known_names(q, fields)
        found = self.other(named, q, asker)
        if found:
            return found
        value = with_known_value(named, fields, lambda name, value: self.collection.sources(name, value, options))
        return self.other(value, q, asker) or (self.spelled_values(named, fields, options) if named != q else [])

    def other(self, text: str | None, q: str, asker: Asker) -> list[Found]:
        """The result of a text that differs from `q`; empty if it does not differ or has no hits."""
        return [found for found in asker.results([text]) if found.total] if text and text != q else []

    def by_id(self, q: str, options: Options) -> Relaxed | None:
        """The document whose id was typed.

        None where a number is also how the name of a document begins, and where the id has other capitals or signs than
        the text, and another document has the text as its name: `Igo`.
        """
        if has_fields(options):
            return None
        id, typed = self.ids([q], options)[0], q.strip()
        if id and self.builder.finds_near_words:
            asker = self.asker(options)
            if id.isdigit() and asker.results([typed])[0].level >= BEGUN:
                return None
            is_written = typed not in (id, typed.lower(), typed.upper()) or typed.lower() != id.lower()
            if is_written and is_readable(typed) and asker.is_name_of_another(typed, id):
                return None
        return Relaxed("id", id, 1, is_id=True) if id else None

    def ids(self, typed: Sequence[str], options: Options) -> list[str | None]:
        """The id that each text means; None for no id or several ids."""
        forms = self.collection.forms(options)
        fields = self.builder.fields.of(options.get("item_type"))
        tried = [forms.of(text, fields) for text in typed]
        every = [*dict.fromkeys(form for each in tried for form in each)]
        known: set[str] = set()
        for start in range(0, len(every), MAX_LOOKUP):
            known |= self.collection.existing(every[start : start + MAX_LOOKUP], options)
        pairs = zip(typed, tried, strict=True)
        return [only(text.strip(), [form for form in each if form in known]) for text, each in pairs]

    def listed_ids(self, q: Any, options: Options, asker: Asker) -> list[str]:
        """The ids of the documents that the texts of a pasted list mean: ids, or names between commas.

        Empty if one of them means none; in a list of names some may be unknown.
        """
        typed = pieces(q) if isinstance(q, str) else []
        if not 1 < len(typed) <= MAX_LISTED or has_fields(options):
            return []
        found = self.ids(typed, options)
        if not all(found):
            typed = pasted_names(q)
            found = self.named_or_ids(typed, options, asker) if 1 < len(typed) <= MAX_LISTED_NAMES else []
        known = [*dict.fromkeys(id for id in found if id)]
        return known if all(found) or are_enough(len(known), len(typed)) else []

    def named_or_ids(self, typed: Sequence[str], options: Options, asker: Asker) -> list[str | None]:
        """For each text the document with exactly this name or with this id; None without one. Empty for too few."""
        ids = self.ids(typed, options)
        if not are_enough(len([*filter(any, zip(ids, asker.have_hits(typed), strict=True))]), len(typed)):
            return []
        named = asker.called(typed)
        return [name or id for name, id in zip(named, ids, strict=True)] if any(named) else []


def suggested(found: Sequence[Found | Relaxed]) -> dict[str, Any]:
    """The first queries of some as suggestions with their numbers of documents."""
    meant = [{"q": each.q, "total": each.total} for each in found[:MAX_MEANT]]
    return {"did_you_mean": meant} if meant else {}


def are_enough(known: int, typed: int) -> bool:
    """Whether a list of names is searched although some are unknown: two of two names, half of more."""
    return known == typed or (known > 2 and 2 * known >= typed)


def is_possible(q: Any) -> bool:
    """Whether a value is a search text of at most the length of a title."""
    return isinstance(q, str) and len(q) <= MAX_LENGTH and bool(q.strip()) and q not in SPECIAL


def has_fields(options: Options) -> bool:
    """Whether `scopes` names a field other than the id."""
    return options.get("scopes") not in (None, [], ["_id"])


def only(typed: str, found: Sequence[str]) -> str | None:
    """The id as it was typed, else the only id; None for several."""
    if typed in found:
        return typed
    return found[0] if len(found) == 1 else None
