"""The filters `synonym_graph` and `synonym`: they replace sequences of terms by synonyms, or add the synonyms."""

from collections.abc import Callable, Iterator, Sequence

from ...errors import illegal
from ..settings import Settings, flag
from ..tokenizers import Token
from .rules import Rules, Words, read_rules

Analyze = Callable[[str], list[Token]]
Filter = Callable[[list[Token]], list[Token]]
Longest = Callable[[Sequence[Token], int], int]


def synonym_graph(settings: Settings, analyze: Analyze) -> Filter:
    """Synonyms of several terms get positions of their own, so that a phrase matches each path through the graph."""
    return _filter(settings, analyze, _graph)


def synonym(settings: Settings, analyze: Analyze) -> Filter:
    """The older filter: the terms of a longer synonym are put at the positions of the following words."""
    return _filter(settings, analyze, _flat)


def _filter(
    settings: Settings, analyze: Analyze, apply: Callable[[list[Token], Rules, Longest], Iterator[Token]]
) -> Filter:
    rules = _rules(settings, analyze)
    longest = _matcher(rules)
    return lambda tokens: list(apply(tokens, rules, longest))


def _rules(settings: Settings, analyze: Analyze) -> Rules:
    if str(settings.get("format", "solr")).lower() != "solr":
        raise illegal(f"unsupported format of synonyms: {settings['format']}")
    if "synonyms" not in settings:
        raise illegal("synonym requires either `synonyms` or `synonyms_path` to be configured")
    given = settings["synonyms"]
    lenient = flag(settings, "lenient", flag(settings, "updateable"))
    lines = given.split(",") if isinstance(given, str) else given
    return read_rules(lines, lambda text: _terms(analyze(text), text), flag(settings, "expand", True), lenient)


def _terms(tokens: list[Token], text: str) -> Words:
    if not tokens:
        raise ValueError(f"term: {text} was completely eliminated by analyzer")
    if any(not token.text or token.position != at for at, token in enumerate(tokens)):
        raise ValueError(f"term: {text} analyzed to a token with position increment != 1")
    return tuple(token.text for token in tokens)


def _matcher(rules: Rules) -> Longest:
    """A function that returns the length of the longest sequence with a rule at a position; 0 without one."""
    lengths: dict[str, list[int]] = {}
    for words in sorted(rules, key=len, reverse=True):
        if len(words) not in lengths.setdefault(words[0], []):
            lengths[words[0]].append(len(words))

    def longest(tokens: Sequence[Token], at: int) -> int:
        for length in lengths.get(tokens[at].text, ()):
            words = tuple(token.text for token in tokens[at : at + length])
            if len(words) == length and words in rules:
                return length
        return 0

    return longest


def _graph(tokens: list[Token], rules: Rules, longest: Longest) -> Iterator[Token]:
    at, before = 0, -1  # the index in the tokens, and the position of the last one
    last, following = -1, 0  # the position of the last token given, and the one after it
    while at < len(tokens):
        length = longest(tokens, at)
        if not length:
            token = tokens[at]
            last += token.position - before
            following = last + token.span
            yield token._replace(position=last)
            at, before = at + 1, token.position
            continue
        run = tokens[at : at + length]
        found, following = _paths(run, *rules[tuple(token.text for token in run)], following)
        yield from found
        last = following - 1
        at, before = at + length, run[-1].position


def _paths(run: list[Token], outputs: list[Words], keep: bool, start: int) -> tuple[list[Token], int]:
    """The tokens of all paths through a match that begins at a position, and the position after it."""
    new = Token("", 0, run[0].start, run[-1].end)
    paths = [[new._replace(text=word) for word in words] for words in outputs] + ([run] if keep else [])
    end = start + 1 + sum(len(path) - 1 for path in paths)
    first, rest, node = [], [], start
    for path in paths:
        nodes = [start, *range(node + 1, node + len(path)), end]
        node += len(path) - 1
        placed = [
            token._replace(position=nodes[i], span=nodes[i + 1] - nodes[i]) for i, token in enumerate(path)
        ]  # fmt: skip
        first.append(placed[0])
        rest += placed[1:]
    return first + rest, end


def _flat(tokens: list[Token], rules: Rules, longest: Longest) -> Iterator[Token]:
    matched = dict.fromkeys(range(len(tokens)), True)  # whether the token itself is given
    added: dict[int, list[Token]] = {}
    at = 0
    while at < len(tokens):
        length = longest(tokens, at)
        if length:
            run = tokens[at : at + length]
            outputs, keep = rules[tuple(token.text for token in run)]
            matched.update(dict.fromkeys(range(at, at + length), keep))
            for words in outputs:
                _spread(tokens, run, words, keep, at, added)
        at += length or 1
    yield from _in_order(tokens, matched, added)


def _spread(
    tokens: list[Token], run: list[Token], words: Words, keep: bool, at: int, added: dict[int, list[Token]]
) -> None:
    """Put the words of an output at the positions of the sequence and of the tokens after it."""
    for step, word in enumerate(words):
        token = tokens[min(at + step, len(tokens) - 1)]
        end = run[-1].end if len(words) == 1 else token.end
        span = len(run) if keep and len(words) == 1 else 1
        added.setdefault(at + step, []).append(Token(word, 0, token.start, end, span))


def _in_order(tokens: list[Token], given: dict[int, bool], added: dict[int, list[Token]]) -> Iterator[Token]:
    position = -1
    for at in range(max([len(tokens), *(place + 1 for place in added)])):
        step = 1
        if given.get(at):
            position += tokens[at].position - (tokens[at - 1].position if at else -1)
            yield tokens[at]._replace(position=position)
            step = 0
        for token in added.get(at, ()):
            position += step
            step = 0
            yield token._replace(position=position)
