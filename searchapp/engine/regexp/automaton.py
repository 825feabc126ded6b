"""Regular languages as trees, matched in linear time by Brzozowski's derivatives, or written as regular expressions.

("set", ((first, last), ...))   one character of these ranges of code points; no range: nothing matches
("cat", (node, ...))            one after the other; none: the empty text
("or", frozenset)               any of them
("and", (node, node)), ("not", node)
("rep", node, least, most)      repeated; most None is unlimited
"""

from collections.abc import Callable, Iterable
from typing import Any

from ..errors import CreationError

Node = tuple[Any, ...]
Ranges = tuple[tuple[int, int], ...]

LAST_CODE = 0x10FFFF
MAX_WORK = 200_000
COPIES_PER_NODE = 8

NOTHING: Node = ("set", ())
EMPTY: Node = ("cat", ())
ANY: Node = ("set", ((0, LAST_CODE),))


def characters(ranges: list[tuple[int, int]], negated: bool = False) -> Node:
    """One character in the ranges, or with `negated` outside of them."""
    merged: list[tuple[int, int]] = []
    for first, last in sorted(ranges):
        if merged and first <= merged[-1][1] + 1:
            merged[-1] = (merged[-1][0], max(last, merged[-1][1]))
        else:
            merged.append((first, last))
    if negated:
        edges = [-1, *(edge for pair in merged for edge in pair), LAST_CODE + 1]
        merged = [(low + 1, high - 1) for low, high in zip(edges[::2], edges[1::2], strict=True) if low + 1 < high]
    return ("set", tuple(merged))


def literal(text: str, insensitive: bool = False) -> Node:
    """This text; with `insensitive`, ASCII letters match in both cases."""
    return concat([_character(character, insensitive) for character in text])


def concat(nodes: list[Node]) -> Node:
    """The language of these languages one after the other."""
    parts: list[Node] = []
    for node in nodes:
        if node == NOTHING:
            return NOTHING
        if node[0] == "cat":
            parts += node[1]
        elif not (node[0] == "rep" and node[2:] == (0, None) and parts and node == parts[-1]):  # `.*.*` is `.*`
            parts.append(node)
    return parts[0] if len(parts) == 1 else ("cat", tuple(parts))


def union(nodes: list[Node]) -> Node:
    """The texts of any of the languages."""
    branches: set[Node] = set()
    for node in nodes:
        branches |= node[1] if node[0] == "or" else {node}
    branches.discard(NOTHING)
    if len(branches) > 1:
        return ("or", frozenset(branches))
    return branches.pop() if branches else NOTHING


def intersection(left: Node, right: Node) -> Node:
    """The texts that both languages have."""
    if NOTHING in (left, right):
        return NOTHING
    return left if left == right else ("and", (left, right))


def complement(node: Node) -> Node:
    """The texts that the language does not have."""
    return node[1] if node[0] == "not" else ("not", node)


def repeated(node: Node, least: int = 0, most: int | None = None) -> Node:
    """The language `least` to `most` times in a row, without end if `most` is None."""
    if most == 0 or node == EMPTY:
        return EMPTY
    if most is not None and least > most:
        return NOTHING
    return node if least == most == 1 else ("rep", node, least, most)


ANY_TEXT = repeated(ANY)


def matcher(node: Node) -> Callable[[str], bool]:
    """A function that returns whether a complete text belongs to the language.

    Linear in the length of the text. EngineError if the language is too complex.
    """
    states: dict[Node, State] = {}
    budget = Budget()

    def state_of(node: Node) -> State:
        if node not in states:
            states[node] = State(node)
        return states[node]

    def matches(text: str) -> bool:
        state = start
        for character in text:
            following = state.following.get(character)
            if following is None:
                following = state.following[character] = state_of(derivative(state.node, ord(character), budget))
            state = following
            if state is dead:
                return False
        return state.is_final

    start, dead = state_of(node), state_of(NOTHING)
    return matches


class State:
    """A state of a matcher: the language of the rest of the text, and the known states after each character."""

    __slots__ = ("following", "is_final", "node")

    def __init__(self, node: Node):
        self.node = node
        self.is_final = has_empty(node)
        self.following: dict[str, State] = {}


class Budget:
    """The number of nodes that a match may still visit; eight copied nodes count as one."""

    def __init__(self) -> None:
        self.left = MAX_WORK

    def spend(self, nodes: int = 1) -> None:
        """Count nodes of automata. Raises CreationError if the pattern needs too many."""
        self.left -= nodes
        if self.left < 0:
            raise CreationError("the pattern is too complex")


def as_regexp(node: Node, one: Callable[[Ranges], str], unsupported: Callable[[str], Exception]) -> str:
    """A regular expression for the language.

    `one` writes a character class of some ranges; `unsupported` returns the error for `~` and `&`, which have no
    translation.
    """
    kind = node[0]
    if kind == "set":
        return one(node[1])
    if kind == "cat":
        return "".join(as_regexp(part, one, unsupported) for part in node[1]) or "(?:)"
    if kind == "or":
        return "(?:" + "|".join(sorted(as_regexp(part, one, unsupported) for part in node[1])) + ")"
    if kind != "rep":
        raise unsupported("~" if kind == "not" else "&")
    _, inner, least, most = node
    text = as_regexp(inner, one, unsupported)
    once = text if inner[0] == "set" else f"(?:{text})"
    if (least, most) == (0, None):
        return f"{once}*"
    return f"{once}{{{least},{'' if most is None else most}}}"


def up_to_code(node: Node, last: int) -> Node:
    """The part of the language whose texts have no character after `last`, simplified if that is easily seen."""
    kind = node[0]
    if kind == "set":
        return ("set", tuple((first, min(end, last)) for first, end in node[1] if first <= last))
    if kind == "cat":
        return concat([up_to_code(part, last) for part in node[1]])
    if kind == "or":
        return union([up_to_code(part, last) for part in node[1]])
    if kind != "rep":
        return node
    _, inner, least, most = node
    inner = up_to_code(inner, last)
    if inner == NOTHING:
        return NOTHING if least else EMPTY
    return repeated(inner, least, most)


def size(node: Node) -> int:
    """The approximate size of the automaton of a language. Counted repeats make it grow by their square."""
    if node[0] == "set":
        return 1
    if node[0] == "rep":
        times = node[2] if node[3] is None else node[3]
        return size(node[1]) * int(max(times, times * times // 4, 1))
    return 1 + sum(map(size, _parts(node)))


def stars(node: Node) -> int:
    """The number of unlimited repeats in a language, after counted repeats are expanded."""
    if node[0] == "set":
        return 0
    if node[0] == "rep":
        return stars(node[1]) * int(max(node[2], node[3] or 1)) + (node[3] is None)
    return sum(map(stars, _parts(node)))


def _parts(node: Node) -> Iterable[Node]:
    return (node[1],) if node[0] == "not" else node[1]


def has_empty(node: Node) -> bool:
    """Whether the empty text belongs to the language."""
    kind = node[0]
    if kind == "cat":
        return all(map(has_empty, node[1]))
    if kind == "or":
        return any(map(has_empty, node[1]))
    if kind == "and":
        return all(map(has_empty, node[1]))
    if kind == "not":
        return not has_empty(node[1])
    return kind == "rep" and (node[2] == 0 or has_empty(node[1]))


def derivative(node: Node, code: int, budget: Budget) -> Node:
    """The derivative: the language of all texts that begin with this code point, without it."""
    budget.spend()
    kind = node[0]
    if kind == "set":
        return EMPTY if any(first <= code <= last for first, last in node[1]) else NOTHING
    if kind == "cat":
        return _derivative_of_concat(node[1], code, budget)
    if kind == "or":
        return union([derivative(inner, code, budget) for inner in node[1]])
    if kind == "and":
        return intersection(derivative(node[1][0], code, budget), derivative(node[1][1], code, budget))
    if kind == "not":
        return complement(derivative(node[1], code, budget))
    _, inner, least, most = node
    rest = repeated(inner, max(least - 1, 0), None if most is None else most - 1)
    return concat([derivative(inner, code, budget), rest])


def _derivative_of_concat(nodes: tuple[Node, ...], code: int, budget: Budget) -> Node:
    branches = []
    for index, node in enumerate(nodes):
        budget.spend((len(nodes) - index) // COPIES_PER_NODE)
        branches.append(concat([derivative(node, code, budget), *nodes[index + 1 :]]))
        if not has_empty(node):
            break
    return union(branches)


def _character(character: str, insensitive: bool) -> Node:
    both_cases = (
        {character, character.lower(), character.upper()} if insensitive and character.isascii() else {character}
    )
    return characters([(ord(one), ord(one)) for one in both_cases])
