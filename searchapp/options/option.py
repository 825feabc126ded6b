"""One option of a request: its name, type, default, limits and where it is accepted."""

from dataclasses import dataclass, replace
from typing import Any

Type = type

MAX_NAME = 1000
"""The maximum number of characters of a field name or a path."""


class Term:
    """The type of `q` and `id` in a GET: one text that is never split."""


class TermList:
    """The type of `q` and `id` in a POST: a list whose elements keep their JSON types."""


class ScopeList:
    """The type of `scopes`: a list whose elements may be lists, one for each term of a compound `q`."""


class NestedList:
    """The type of `aggs`: a list that is not split inside parentheses, `a(b,c),d`."""


class SortList:
    """The type of `sort`: a list of names, descending with `-name` or `name:desc`."""


class FlagOrList:
    """The type of `highlight`: a boolean, or the list of the fields to highlight."""


LISTS = (list, ScopeList, NestedList, SortList, TermList)
"""The types of lists."""


@dataclass(frozen=True)
class Option:
    """The declaration of one option.

    name              the keyword of Python callers
    documented_as     the keyword that docs and the API specification use; empty means `label`
    max               the limit of a number, of the length of a text, or of the number of entries of a list
    max_length        the limit of the length of a term and of each text in a list
    max_parts         the limit of the number of names in a path
    document_choices  the choices that only endpoints with documents accept
    own_choices       further choices of single endpoints, as pairs of endpoint and choice
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
    own_choices: tuple[tuple[str, str], ...] = ()
    pattern: str | None = None
    group: str = "builder"
    endpoints: tuple[str, ...] = ("query",)
    methods: tuple[str, ...] = ("GET", "POST")
    required: tuple[str, ...] = ()
    post_type: Type | None = None
    post_default: Any = None
    documented_as: str = ""
    doc: str = ""

    @property
    def public(self) -> bool:
        """Whether requests can give it; other options are for Python callers."""
        return bool(self.endpoints)

    @property
    def label(self) -> str:
        """The name in error bodies: `from` for `from_`."""
        return self.name.rstrip("_")

    @property
    def documented_name(self) -> str:
        """The name in the docs and in the API specification: `fields` for `_source`."""
        return self.documented_as or self.label

    @property
    def other_names(self) -> list[str]:
        """The keywords that mean the same as `documented_name`."""
        return [keyword for keyword in self.keywords if keyword != self.documented_name]

    @property
    def keywords(self) -> tuple[str, ...]:
        """All keywords that mean this option; the label is the first."""
        return tuple(dict.fromkeys((self.label, self.name, *self.aliases)))

    @property
    def alias(self) -> str | list[str] | None:
        """The other names as error bodies have them: None, one name, or a list."""
        others = [alias for alias in self.aliases if alias != self.label]
        return others[0] if len(others) == 1 else others or None

    def of_endpoint(self, endpoint: str) -> "Option":
        """The option for one endpoint, with the choices that only this one accepts."""
        own = tuple(choice for name, choice in self.own_choices if name == endpoint)
        return replace(self, choices=(*self.choices, *own), own_choices=()) if own else self

    def at(self, method: str, documents: bool = True) -> "Option":
        """The option for one HTTP method; `documents` says whether the endpoint returns documents."""
        if self.document_choices and not documents:
            others = tuple(choice for choice in self.choices if choice not in self.document_choices)
            return replace(self, choices=others, document_choices=()).at(method)
        if method != "POST":
            return self
        default = self.default if self.post_default is None else self.post_default
        return replace(self, type=self.post_type or self.type, default=default)


def default(value: Any, otherwise: Any) -> Any:
    """The value of an option, or `otherwise` if the value is None. 0, false and "" are values."""
    return otherwise if value is None else value
