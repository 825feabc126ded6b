"""One option of a request: its name, type, default, limits and where it is accepted."""

from dataclasses import dataclass, replace
from typing import Any

Type = type

MAX_NAME = 1000
"""Characters of the name of a field, or of a path."""


class Term:
    """The type of `q` and `id` in a GET: one text that is never split."""


class TermList:
    """The type of `q` and `id` in a POST: a list whose elements keep their JSON types."""


class ScopeList:
    """The type of `scopes`: a list whose elements may be lists, one for each term of a compound `q`."""


class NestedList:
    """The type of `aggs`: a list that is not split inside parentheses, `a(b,c),d`."""


class FlagOrList:
    """The type of `highlight`: a boolean, or the list of the fields to highlight."""


@dataclass(frozen=True)
class Option:
    """A declaration; `max` bounds a number, the length of a text, or the number of entries of a list.

    `max_length` bounds the length of a term and of each text in a list, `max_parts` the names that a path has.

    `document_choices` are those of the choices that only endpoints which answer documents take.
    """

    name: str
    type: Type
    default: Any = None
    aliases: tuple[str, ...] = ()
    max: int | None = None
    max_length: int = MAX_NAME
    max_parts: int | None = None
    min: int = 0
    choices: tuple[str, ...] = ()
    document_choices: tuple[str, ...] = ()
    pattern: str | None = None
    group: str = "builder"
    endpoints: tuple[str, ...] = ("query",)
    methods: tuple[str, ...] = ("GET", "POST")
    required: tuple[str, ...] = ()
    post_type: Type | None = None
    post_default: Any = None
    public: bool = True
    doc: str = ""

    @property
    def label(self) -> str:
        """The name that callers see: `from` for `from_`."""
        return self.name.rstrip("_")

    @property
    def keywords(self) -> tuple[str, ...]:
        """Every keyword that means this option, the label first."""
        return tuple(dict.fromkeys((self.label, self.name, *self.aliases)))

    @property
    def alias(self) -> str | list[str] | None:
        """What error bodies say about the other names: None, the only one, or all of them."""
        others = [alias for alias in self.aliases if alias != self.label]
        return others[0] if len(others) == 1 else others or None

    def at(self, method: str, documents: bool = True) -> "Option":
        """The option as it is for one HTTP method, at an endpoint that answers documents or another one."""
        if self.document_choices and not documents:
            others = tuple(choice for choice in self.choices if choice not in self.document_choices)
            return replace(self, choices=others, document_choices=()).at(method)
        if method != "POST":
            return self
        default = self.default if self.post_default is None else self.post_default
        return replace(self, type=self.post_type or self.type, default=default)
