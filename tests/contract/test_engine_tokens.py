"""Compares the engine's tokens with those of a real node: words, analyzers and normalizers."""

import bisect
import gzip
import itertools
import json
import random
import unicodedata
import uuid

import pytest
import requests

from searchapp.engine.analysis.analyzers import analyzer, normalizer
from searchapp.engine.analysis.unicode_words import spans
from tests.contract.engine_analysis import ANALYSIS, ANALYZERS, SETTINGS
from tests.effort import tries
from tests.services import unicode_words
from tests.services.engines import EXAMPLES
from tests.services.process import Unavailable

pytestmark = pytest.mark.elasticsearch

EVERYWHERE = [chr(code) for code in range(0xD7FF) if chr(code).isprintable()] + list("𝐀𝟏𐐷👩")
LONG_KNOWN = [character for character in EVERYWHERE if character < "\u0860" or "\u3040" < character < "\u9f00"]
"""Letters that Python and a node's Java both know: each knows the Unicode of its own version."""
NO_WORDS = ("", " ", "a-b-c", "of", "Élan of the ß", "1\u202f000 a\u202fb", "x" * 300, "İ ǅ ﬃ Å")


@pytest.fixture(scope="module")
def analyze(elasticsearch_url):
    """A function from a body to the tokens that a node finds."""
    session = requests.Session()
    address = f"{elasticsearch_url}/searchapp_tokens_{uuid.uuid4().hex[:8]}"
    settings = {"number_of_shards": 1, "number_of_replicas": 0, "analyze.max_token_count": 10**6, **SETTINGS}
    session.put(address, json={"settings": settings}).raise_for_status()
    yield lambda body: session.post(f"{address}/_analyze", json=body).json()["tokens"]
    session.delete(address)
    session.close()


@pytest.fixture(scope="module")
def texts():
    """Texts of the sample collections, long and short ones."""
    found = {}
    for name in ("genes", "diseases"):
        with gzip.open(EXAMPLES / f"{name}.ndjson.gz", "rt") as lines:
            found.update(dict.fromkeys(text for line in lines for text in strings(json.loads(line))))
    return random.Random(7).sample(list(found), tries(600))


def strings(value):
    if isinstance(value, str):
        return [value]
    inner = value.values() if isinstance(value, dict) else value if isinstance(value, list) else ()
    return [text for one in inner for text in strings(one)]


def units(text):
    """The offset in UTF-16 of each character."""
    return [0, *itertools.accumulate(1 + (character > "\uffff") for character in text)]


def odd_texts(count, wild=EVERYWHERE):
    """Texts of characters from everywhere in Unicode, above all those that join or end words."""
    rng = random.Random(7)
    common = "aB1_.:,;'\"’·-#*é\u0301\u200d\u202f\ufe0f\u20e3א日ひカ한ก٣😀👍🏽🇩🇪 "
    return ["".join(rng.choice(rng.choice((common, common, wild))) for _ in range(9)) for _ in range(count)]


ADDRESS_PARTS = (
    "http://", "HTTPS://", "ftp://", "file://", "mailto:", "www.", "a", "b1", "x-y", "example", ".com", ".co", ".org",
    ".museumx", ".arte", ".art", ".ar", ".xn--p1ai", ".co.uk", ".de.", "@x.org", "ann", "\"ann b\"", "\"b\\\" c\"@x.de",
    "a.\"b\"@x.org", "[::1]", "[1::2:3]", "IPv6:", "fe80:", "127.0.0.1", "256.1.1.1", "1.2.3.456", ":80", ":123456",
    "%20", "%2", ";type=a", *"-./?#@:&=!*'(),;$~_^`{|}\"\\[] \n\té日и𝐀👍Ⓐ²Ⅷ\u200d\u0301",
)  # fmt: skip


def address_texts(count):
    """Texts of parts of addresses, whole, halved and in wrong places."""
    rng = random.Random(7)
    return ["".join(rng.choices(ADDRESS_PARTS, k=rng.randint(1, 12))) for _ in range(count)]


def check_words(analyze, texts):
    for start in range(0, len(texts), 2000):
        text = "\n".join(texts[start : start + 2000])
        found = analyze({"tokenizer": "standard", "text": text})
        at = units(text)
        expected = [(token["start_offset"], token["end_offset"]) for token in found]
        assert [(at[start], at[end]) for start, end in spans(text)] == expected


def test_texts_are_cut_into_the_same_words(analyze, texts):
    check_words(analyze, texts)
    check_words(analyze, odd_texts(tries(4_000)))


def test_the_texts_of_unicodes_tests_are_cut_into_the_same_words(analyze):
    try:
        texts = unicode_words.texts()
    except Unavailable as reason:
        pytest.skip(str(reason))
    assert len(texts) > 9000
    check_words(analyze, texts)


PROBES = {"a{}a": 1, "{}": 4, "1{}1": 4, "ア{}a": 4, "א{}א": 4, "{}\u200d{}": 4}
"""Texts around a character; 4 takes a quarter of the characters, of each run of one general category the first."""


@pytest.mark.parametrize("probe", PROBES)
def test_every_character_has_the_same_word_class(probe, analyze):
    step = max(1, PROBES[probe] // tries(1))
    codes = itertools.chain(range(0xD800), range(0xE000, 0x1FFFF), range(0xE0000, 0xE0200))
    alike = (list(some) for _, some in itertools.groupby(map(chr, codes), unicodedata.category))
    check_words(analyze, [probe.format(one, one) for some in alike for one in some[::step] if one != "\n"])


def per_text(tokens, texts):
    """A node's tokens of several texts: of each text its tokens as (term, position, start, end).

    The node goes on counting from text to text: offsets are made those in the text alone, and positions those behind
    the first token of the text.
    """
    starts = [0, *itertools.accumulate(units(text)[-1] + 1 for text in texts)]
    found = [[] for _ in texts]
    for token in tokens:
        number = bisect.bisect_right(starts, token["start_offset"]) - 1
        here = (token["start_offset"] - starts[number], token["end_offset"] - starts[number])
        found[number].append((token["token"], token["position"], *here, token.get("positionLength", 1)))
    return [[(term, position - all[0][1], *here) for term, position, *here in all] for all in found]


def ours(analyze, text):
    at, tokens = units(text), analyze(text)
    return [
        (token.text, token.position - tokens[0].position, at[token.start], at[token.end], token.span)
        for token in tokens
    ]  # fmt: skip


@pytest.mark.parametrize("name", ANALYZERS)
def test_an_analyzer_gives_the_same_tokens_of_many_texts(name, analyze, texts):
    own = analyzer(name, SETTINGS)
    if name.startswith("addressed"):
        texts = [*texts, *address_texts(tries(2_000))]
    if name != "pairs":  # the end of a pair differs where the last word of a text was removed: docs/engines.md
        texts = [*texts, *odd_texts(500, LONG_KNOWN)]
    for start in range(0, len(texts), 500):
        some = texts[start : start + 500]
        expected = per_text(analyze({"analyzer": name, "text": some}), some)
        for text, tokens in zip(some, expected, strict=True):
            assert ours(own, text) == tokens, text


@pytest.mark.parametrize("name", ANALYZERS)
def test_an_analyzer_gives_the_same_first_position(name, analyze, texts):
    own = analyzer(name, SETTINGS)
    for text in [*texts[:20], *odd_texts(20, LONG_KNOWN), *NO_WORDS]:
        found = [(token["token"], token["position"]) for token in analyze({"analyzer": name, "text": text})]
        assert [(token.text, token.position) for token in own(text)] == found, text


@pytest.mark.parametrize("name", ["lowercase", *ANALYSIS["normalizer"]])
def test_a_normalizer_gives_the_same_keyword(name, analyze, texts):
    normalize = normalizer(name, SETTINGS)
    texts = [*texts, *odd_texts(500, LONG_KNOWN)]
    expected = [token["token"] for token in analyze({"normalizer": name, "text": texts})]
    assert [normalize(text) for text in texts] == expected
