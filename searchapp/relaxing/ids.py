"""Ids as people write them: in another case, with blanks around them, without the common prefix."""

import re
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass

PREFIX = re.compile(r"([A-Za-z][A-Za-z0-9]*)([:_\-./])(?=\w)")
RUNS = re.compile(r"[^\W\d_]+|\d+")
SEPARATORS = ":_-./ "
COMMON = 0.5
"""A prefix may be left out if this share of the ids begins with it."""

MAX_LENGTH = 100


@dataclass(frozen=True)
class IdForms:
    """The form of the ids of a collection: prefixes that callers may omit, and the patterns of sampled ids."""

    prefixes: tuple[str, ...] = ()
    shapes: frozenset[str] = frozenset()

    def of(self, typed: str) -> list[str]:
        """The ids that a text may mean, the text itself first; empty if it does not look like an id.

        A text with digits and signs may be an id of a form that the sample does not have.
        """
        text = typed.strip().strip('"').strip()
        if not text or len(text) > MAX_LENGTH:
            return []
        forms = [form for rest in (text, *self.prefixed(text)) for form in cases(rest, self.prefixes)]
        return [form for form in dict.fromkeys(forms) if is_code(text) or shape(form) in self.shapes]

    def prefixed(self, text: str) -> Iterable[str]:
        """The text with each prefix; it replaces a prefix in another case or with another separator."""
        for prefix in self.prefixes:
            name = prefix.rstrip(SEPARATORS)
            rest = text[len(name) :] if text.lower().startswith(name.lower()) else ""
            yield prefix + (rest.lstrip(SEPARATORS) if rest[:1] and rest[0] in SEPARATORS else text)


def forms_of(ids: Iterable[str], prefixes: Iterable[str] = ()) -> IdForms:
    """The forms of the ids in a sample; `prefixes` are configured ones."""
    sample = [*ids]
    found = Counter(match[0] for id in sample if (match := PREFIX.match(id)))
    guessed = [prefix for prefix, count in found.most_common(3) if count >= COMMON * len(sample)]
    known = tuple(dict.fromkeys([*prefixes, *guessed]))
    shapes = frozenset(shape(id) for id in sample)
    return IdForms(known, shapes)


def cases(text: str, prefixes: Iterable[str]) -> list[str]:
    """The text unchanged, in upper case and in lower case; a prefix is unchanged."""
    prefix = next((each for each in prefixes if text.startswith(each)), "")
    rest = text[len(prefix) :]
    return [text, prefix + rest.upper(), prefix + rest.lower()]


def is_code(text: str) -> bool:
    """Whether a text has digits and signs, and no blanks."""
    return not text.isalnum() and any(map(str.isdigit, text)) and not any(map(str.isspace, text))


def shape(id: str) -> str:
    """An id with `a` for each run of letters and `0` for each run of digits."""
    return RUNS.sub(lambda run: "0" if run[0][0].isdigit() else "a", id)
