"""Parses a query text as Elasticsearch's `query_string` does.

    parse(text) -> node              raises SyntaxFault (a LuceneError) with `cause` and `column`
    anywhere(text) -> str            the query string whose words may be in different fields
    comparison(field, text) -> Range | None     `>5` as a Text without field: the compiler decides

Groups are nested at most MAX_GROUPS deep, so that recursion can walk the tree.
"""

from collections.abc import Sequence

from . import tree
from .byte_cache import byte_cached
from .errors import LuceneError, SyntaxFault
from .tokens import Token, tokens, unescape, unexpected

MAX_GROUPS = 300
MAX_PARENTHESES = 1000
MAX_FLOAT = 3.4028235e38


def comparison(field: str | None, text: str) -> tree.Range | None:
    """The range of `>5`, `>=5`, `<5` or `<=5`; None for other texts."""
    if len(text) < 2 or text[0] not in "<>":
        return None
    include = len(text) > 2 and text[1] == "="
    value = text[2:] if include else text[1:]
    if text[0] == ">":
        return tree.Range(field, value, None, include, True)
    return tree.Range(field, None, value, True, include)


def automatic_edits(text: str) -> int:
    """The number of edits of a fuzzy search without a number (`AUTO`)."""
    return 0 if len(text) < 3 else 1 if len(text) < 6 else 2


def anywhere(text: str) -> str:
    """The query string in which each word of a run may be in another field: `a b` becomes `((a b) OR (a AND b))`.

    Elasticsearch searches all words of a run in one field. The run is kept in addition to its words, because an
    analyzer may drop a word of it or have a synonym for two. A text that cannot be parsed is returned as it is.
    """
    try:
        reader = _Reader(text)
        reader.read()
    except LuceneError:
        return text
    parts, at = [], 0
    for words in reader.runs:
        (_, _, start), (_, last, column) = words[0], words[-1]
        end = column + len(last)
        parts += [text[at:start], f"(({text[start:end]}) OR ({' AND '.join(image for _, image, _ in words)}))"]
        at = end
    return "".join(parts) + text[at:]


TREE_BYTES_PER_CHARACTER = 60
"""The maximum number of bytes of a tree per character of its text."""


@byte_cached(8 * 2**20, lambda text: TREE_BYTES_PER_CHARACTER * len(text))
def parse(text: str) -> tree.Node:
    """The tree of a query string; Nothing for a blank one."""
    if not text.strip(BLANK):
        return tree.Nothing()
    return _Reader(text).read()


def syntax_fault(text: str) -> SyntaxFault | None:
    """The fault of a text that cannot be parsed; None if it can be."""
    try:
        parse(text)
    except SyntaxFault as fault:
        return fault
    except LuceneError:
        return None
    return None


BLANK = "".join(map(chr, range(33)))
ENDS_A_RUN = frozenset(("COLON", "STAR", "FUZZY_SLOP", "BOOST", "AND", "OR"))
MODIFIERS = {"PLUS": "+", "MINUS": "-", "NOT": "-"}
EXISTS_FIELD = "_exists_"


class _Reader:
    """Reads the tokens once. Open parentheses are kept in a list, so that they need no recursion.

    `runs` has the words of each run that names no field.
    """

    def __init__(self, text: str):
        self.tokens = tokens(text)
        self.at = 0
        self.runs: list[list[Token]] = []

    def read(self) -> tree.Node:
        """The tree of all tokens. Raises SyntaxFault for the first wrong one, and for groups that are too deep."""
        field: str | None = None
        clauses: list[tree.Clause] = []
        outer: list[tuple[str | None, list[tree.Clause], str, str]] = []
        while True:
            kind = self.tokens[self.at][0]
            if clauses and kind in ("EOF", "RPAREN"):
                node = _group(clauses)
                if not outer:
                    self.take("EOF")
                    return self.checked(node)
                self.take("RPAREN")
                field, clauses, conjunction, modifier = outer.pop()
                clauses.append(tree.Clause(conjunction, modifier, self.boosted(node)))
                continue
            run = self.run()
            if run:
                if field is None:
                    self.runs.append(run)
                words = " ".join(map(self.plain, run))
                clauses.append(tree.Clause("", "", self.text_node(field, words), is_run=True))
                continue
            conjunction = self.next_in(("AND", "OR")) if clauses else ""
            modifier = MODIFIERS.get(self.next_in(MODIFIERS), "")
            named = self.field(field)
            if self.tokens[self.at][0] != "LPAREN":
                clauses.append(tree.Clause(conjunction, modifier, self.leaf(named)))
                continue
            outer.append((field, clauses, conjunction, modifier))
            if len(outer) > MAX_PARENTHESES:
                raise SyntaxFault(f"more than {MAX_PARENTHESES} open parentheses", self.tokens[self.at][2])
            self.at += 1
            field, clauses = named, []

    def next_in(self, kinds: Sequence[str] | dict[str, str]) -> str:
        """The kind of the next token, taken when it is one of `kinds`, else ""."""
        kind = self.tokens[self.at][0]
        if kind not in kinds:
            return ""
        self.at += 1
        return kind

    def image_of(self, kind: str) -> str:
        """The text of the next token, taken when it is of this kind, else ""."""
        return self.tokens[self.at - 1][1] if self.next_in((kind,)) else ""

    def take(self, *kinds: str) -> Token:
        token = self.tokens[self.at]
        if token[0] not in kinds:
            raise unexpected(self.tokens, self.at)
        self.at += 1
        return token

    def run(self) -> list[Token]:
        """Consumes and returns two or more bare words; empty if the next tokens are not such a run."""
        at = self.at
        if self.tokens[at][0] == "TERM":
            at += 1
            while self.tokens[at][0] == "TERM" and self.tokens[at + 1][0] not in ENDS_A_RUN:
                at += 1
        if at - self.at < 2:
            return []
        words, self.at = self.tokens[self.at : at], at
        return words

    def field(self, outer: str | None) -> str | None:
        """The field that a clause names, else the field of its group."""
        token = self.tokens[self.at]
        if token[0] not in ("TERM", "STAR") or self.tokens[self.at + 1][0] != "COLON":
            return outer
        self.at += 2
        return self.plain(token)

    def plain(self, token: Token) -> str:
        return unescape(token[1], token[2])

    def leaf(self, field: str | None) -> tree.Node:
        token = self.take(*LEAVES)
        if token[0] == "RANGE_START":
            return self.boosted(self.range(field, token[1] == "["))
        boost = self.image_of("BOOST")
        edits = self.image_of("FUZZY_SLOP")
        if edits and not boost:
            boost = self.image_of("BOOST")
        return _boosted(self.leaf_node(field, token, edits), boost)

    def leaf_node(self, field: str | None, token: Token, tilde: str) -> tree.Node:
        kind, image, column = token
        if kind == "QUOTED":
            text = unescape(image[1:-1], column + 1)
            return tree.Exists(text) if field == EXISTS_FIELD else tree.Phrase(field, text, _slop(tilde))
        text = self.plain(token)
        if kind == "STAR":
            return tree.MatchAll() if field == "*" else tree.Exists(field)
        if kind == "WILDTERM":
            return tree.Wildcard(field, image)
        if kind == "PREFIXTERM":
            return tree.Prefix(field, text[:-1])
        if kind == "REGEXPTERM":
            return tree.Regex(field, image[1:-1])
        if tilde:
            return tree.Fuzzy(field, text, _edits(tilde[1:], text))
        return self.text_node(field, text)

    def text_node(self, field: str | None, text: str) -> tree.Node:
        if field is None:
            return tree.Text(None, text)
        if field == EXISTS_FIELD:
            return tree.Exists(text)
        return comparison(field, text) or tree.Text(field, text)

    def range(self, field: str | None, include_low: bool) -> tree.Node:
        low = self.end_of_range()
        self.take("RANGE_TO")
        high = self.end_of_range()
        include_high = self.take("RANGE_END")[1] == "]"
        return tree.Range(field, low, high, include_low, include_high)

    def end_of_range(self) -> str | None:
        kind, image, column = self.take("RANGE_GOOP", "RANGE_QUOTED", "RANGE_TO")
        text = unescape(image[1:-1] if kind == "RANGE_QUOTED" else image, column)
        return None if text == "*" else text

    def boosted(self, node: tree.Node) -> tree.Node:
        return _boosted(node, self.image_of("BOOST"))

    def checked(self, node: tree.Node) -> tree.Node:
        """The node. Raises SyntaxFault if its groups are nested too deep for recursion."""
        level, depth = [node], 0
        while level:
            depth += 1
            level = [child for parent in level for child in tree.children(parent)]
            if depth > MAX_GROUPS:
                raise SyntaxFault(f"more than {MAX_GROUPS} groups nested in each other", 0)
        return node


LEAVES = ("TERM", "STAR", "WILDTERM", "PREFIXTERM", "REGEXPTERM", "BAREOPER", "QUOTED", "RANGE_START")


def _group(clauses: list[tree.Clause]) -> tree.Node:
    """One unsigned clause is the clause itself."""
    if len(clauses) == 1 and not clauses[0].modifier:
        return clauses[0].node
    return tree.Group(tuple(clauses))


def _boosted(node: tree.Node, boost: str) -> tree.Node:
    if not boost:
        return node
    factor = float(boost)
    if factor > MAX_FLOAT:
        raise LuceneError("boost must be a positive float, got Infinity")
    return tree.Boost(node, factor)


def _slop(tilde: str) -> int | None:
    """The number that follows `~`, also a negative one, which is an error on text only."""
    try:
        return int(float(tilde[1:]))
    except (ValueError, OverflowError):
        return None


def _edits(given: str, text: str) -> int | None:
    """The distance that follows `~`: 0, 1, 2 or AUTO; None when nothing follows."""
    if not given:
        return None
    if given.upper() == "AUTO":
        return automatic_edits(text)
    try:
        edits = float(given)
    except ValueError:
        edits = -1
    if edits not in (0, 1, 2):
        raise LuceneError(f"Valid edit distances are [0, 1, 2] but was [{given}]")
    return int(edits)
