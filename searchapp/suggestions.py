"""The suggestions for a typed text: values of the typed field, or else values of documents and names of fields."""

from collections.abc import Callable, Iterable, Iterator
from typing import Any

from .options.option import default
from .protocols import Builder, Formatter, Query, Response
from .querystring.folding import other_umlauts

Options = dict[str, Any]


class Suggester:
    """Completes typed texts. `run` returns the response to a query, or the list of responses to a list of queries.

    `typed_otherwise` returns texts to complete instead of one without suggestions, `id_meant` the id that a text means
    in another form.
    """

    def __init__(
        self,
        builder: Builder,
        formatter: Formatter,
        run: Callable[[Query, Options, Any], Response],
        typed_otherwise: Callable[[str, Options], Iterable[str]],
        id_meant: Callable[[str, Options], str | None],
    ):
        self.builder = builder
        self.formatter = formatter
        self.run = run
        self.typed_otherwise = typed_otherwise
        self.id_meant = id_meant

    def suggest(self, q: Any, options: Options) -> Any:
        """The suggestions for a typed text. Raises a 404 if the item type has no fields for them."""
        size = default(options.get("size"), self.builder.default_size)
        counting = self.builder.build_values(q, **options)
        if counting:
            typed = self.builder.with_known_name(q, options.get("item_type"))
            return self.formatter.transform_values(self.run(counting, options, q), typed, size)
        found = self.with_id(self.of_documents(q, options, size), str(q), options, size)
        texts = () if found["suggestions"] else (*other_forms(str(q).lower()), *self.typed_otherwise(str(q), options))
        return next(
            (other for text in texts if (other := self.of_documents(text, options, size))["suggestions"]), found
        )

    def of_documents(self, q: Any, options: Options, size: int) -> Any:
        """The suggestions from documents, and the fields whose names match."""
        item_type = options.get("item_type")
        responses = self.run(self.builder.build_suggest(q, **options), options, q)
        found = self.formatter.transform_suggestions(responses, str(q), self.builder.completed(item_type), size)
        found = self.with_names(found, q, item_type, size)
        room = size - len(found["suggestions"])
        more = self.word_values(q, options, room) if room else []
        return {**found, "suggestions": [*found["suggestions"], *more]}

    def with_id(self, found: Any, text: str, options: Options, size: int) -> Any:
        """The suggestions after the id that the text means in another form, such as `1100` for HGNC:1100."""
        id = self.id_meant(text, options) if any(map(str.isdigit, text)) else None
        if id is None or any(one.get("_id") == id and one["field"] == "_id" for one in found["suggestions"]):
            return found
        first = [one for one in self.of_documents(id, options, size)["suggestions"] if one["field"] == "_id"]
        return {**found, "suggestions": [*first, *found["suggestions"]][:size]}

    def word_values(self, q: Any, options: Options, size: int) -> list[Any]:
        """The values with the typed words in further fields."""
        bodies = self.builder.build_word_values(q, **options)
        if not bodies:
            return []
        responses = dict(zip(bodies, self.run([*bodies.values()], options, q), strict=True))
        return self.formatter.transform_word_values(responses, str(q), size)

    def with_names(self, found: Any, q: Any, item_type: str | None, size: int) -> Any:
        """The suggestions with their kinds, then fields whose names match, at most a third of all."""
        kinds = self.builder.kinds_of_fields(item_type)
        known = [{**one, "kind": kinds.get(one["field"], "value")} for one in found["suggestions"]]
        fields = self.builder.field_suggestions(q, item_type)[: size // 3]
        return {**found, "suggestions": [*known[: size - len(fields)], *fields]}


def other_forms(text: str) -> Iterator[str]:
    """Other forms of a typed text: with umlauts for two letters, and with blanks after dots."""
    yield from other_umlauts(text)
    if "." in text:
        yield text.replace(".", ". ")
