"""Synonym rules in Solr's format.

laptop, notebook           each stands for the other (`expand: false`: the first for both)
i-pod, i pod => ipod       the left side is replaced by the right side
# a comment
"""

import re
from collections.abc import Callable, Iterator, Sequence

from ...errors import illegal

Words = tuple[str, ...]
Rules = dict[Words, tuple[list[Words], bool]]
"""For each sequence of terms: its synonyms, and whether the sequence itself is kept too."""

PARTS = re.compile(r"(?:\\.|[^\\,])+", re.DOTALL)


def read_rules(lines: Sequence[str], analyze: Callable[[str], Words], expand: bool, lenient: bool) -> Rules:
    """The rules with their words analysed. `analyze` raises ValueError for words that cannot be in a rule.

    EngineError names a line that cannot be read. With `lenient`, words that cannot be analysed are left out instead.
    """
    rules: Rules = {}
    for line in (line for text in lines for line in text.splitlines()):
        if line and not line.startswith("#"):
            try:
                found = list(_pairs(line, lambda word: _analysed(word, analyze, lenient), expand))
            except ValueError as error:
                raise illegal(f"failed to build synonyms: Invalid synonym rule [{line}]: {error}") from error
            for before, after, keep in found:
                _add(rules, before, after, keep)
    return rules


def _pairs(line: str, words: Callable[[str], Words], expand: bool) -> Iterator[tuple[Words, Words, bool]]:
    sides = [side for side in re.split(r"(?<!\\)=>", line) if side]
    if len(sides) > 2:
        raise ValueError("more than one explicit mapping specified on the same line")
    if "=>" in line and len(sides) == 2:
        after = [words(part) for part in PARTS.findall(sides[1])]
        yield from ((before, one, False) for before in map(words, PARTS.findall(sides[0])) for one in after)
        return
    equal = [words(part) for part in PARTS.findall(sides[0])] if sides else []
    if expand:
        yield from ((one, other, True) for i, one in enumerate(equal) for j, other in enumerate(equal) if i != j)
    else:
        yield from ((one, equal[0], False) for one in equal)


def _analysed(text: str, analyze: Callable[[str], Words], lenient: bool) -> Words:
    try:
        return analyze(re.sub(r"\\(.)", r"\1", text, flags=re.DOTALL).strip())
    except ValueError:
        if lenient:
            return ()
        raise


def _add(rules: Rules, before: Words, after: Words, keep: bool) -> None:
    if not before or not after:
        return
    outputs, kept = rules.get(before, ([], False))
    rules[before] = (outputs if after in outputs else [*outputs, after], kept or keep)
