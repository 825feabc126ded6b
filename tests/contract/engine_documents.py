"""The documents on which the engine is compared with a real node: genes in all types of fields, and edges."""

import gzip
import json
from collections.abc import Iterator
from itertools import islice
from pathlib import Path
from typing import Any

from tests.contract.engine_vocabulary import Vocabulary

GENES = Path(__file__).parents[2] / "examples" / "genes.ndjson.gz"

MAPPING: dict[str, Any] = {
    "dynamic": False,
    "properties": {
        "sym": {"type": "keyword", "normalizer": "lowercase", "copy_to": ["all"]},
        "kw": {"type": "keyword", "copy_to": ["all"]},
        "t": {"type": "text", "copy_to": ["all"]},
        "n": {"type": "long"},
        "i": {"type": "integer"},
        "f": {"type": "float"},
        "g": {"type": "double"},
        "d": {"type": "date"},
        "b": {"type": "boolean"},
        "o": {
            "properties": {
                "a": {"type": "keyword"},
                "n": {"type": "long"},
                "p": {"properties": {"x": {"type": "keyword"}}},
            }
        },
        "nest": {"type": "nested", "properties": {"a": {"type": "keyword"}, "n": {"type": "long"}}},
        "tf": {"type": "text", "fields": {"raw": {"type": "keyword", "ignore_above": 20}}},
        "al": {"type": "text", "copy_to": ["all"]},
        "off": {"type": "keyword", "index": False},
        "nodoc": {"type": "keyword", "doc_values": False},
        "dis": {"type": "object", "enabled": False},
        "nv": {"type": "keyword", "null_value": "none"},
        "all": {"type": "text"},
        "un": {"type": "text", "index": False},
        "si": {"type": "text", "analyzer": "simple"},
        "st": {"type": "text", "analyzer": "stop"},
        "nn": {"type": "text", "norms": False},
        "bl": {"type": "boolean"},
        "ln": {"type": "keyword"},
        "other": {"type": "nested", "properties": {"b": {"type": "keyword"}, "ip": {"type": "ip"}}},
        "ip": {"type": "ip"},
        "oi": {"type": "ip", "index": False, "null_value": "::1"},
    },
}

EDGES: list[dict[str, Any]] = [
    {"_id": "e1", "sym": ["B", "a", "A"], "kw": ["z", "a", "z"], "n": [5, 3, 5], "t": ["kinase one", "kinase two"]},
    {"_id": "e2", "sym": "", "kw": "", "t": "", "tf": "a value that is longer than twenty", "n": None, "kw2": 1},
    {"_id": "e3"},
    {"_id": "e4", "g": 1e300, "f": 1e-30, "n": 9223372036854775807, "d": 1577836800000, "o": {"p": {"x": "deep"}}},
    {"_id": "e5", "o": {"a": ["x", "y"], "zz": 3}, "d": ["2020-01-01", "2019-05-06T10:00:00Z"], "b": [True, False]},
    {"_id": "e6", "off": "hid", "nodoc": "nd", "dis": {"x": 1}, "nv": None, "n": "7", "i": 5.7, "b": "true"},
    {"_id": "e7", "nest": [{"a": "p", "n": 1}, {"a": "q", "n": 2}], "nv": ["x", None], "n": -9223372036854775808},
    {"_id": "e8", "nest": {"a": "p", "n": 2}, "o": {}, "kw": [], "t": None, "al": [None], "sym": ["ß", "İ", "é"]},
    {"_id": "e9", "t": ["one", "one two", "two one one"], "kw": ["a b", "a*b", "a\\b"], "i": [1, 1, 2], "f": [0.1, 7]},
    {"_id": "e 10/x", "t": "naïve Ωmega 5'UTR foo:bar a.5 ½ 漢字 can't", "n": 0, "i": -1, "g": -0.5, "d": "1969-12-31"},
    {
        "_id": "u1",
        "t": "wide\u202fblank no\u00a0break soft\u00adhyphen 👍🏽 ไทย ＦＵＬＬ",
        "kw": "a\u202fb",
        "sym": "ΣΊΣ",
    },
    {
        "_id": "u2",
        "t": ["İstanbul ıx ﬁn Ǆ e\u0301 é", "x" * 300],
        "tf": ["", "漢字 かな カナ 한글"],
        "sym": "𝐀𐐷",
        "kw": "😀",
    },
    {"_id": "d1", "d": ["2021-02-03T04:05:06.789+02:00", 1612137600000, "1612137600001", "2021-02", "2021-02-03T04"]},
    {"_id": "l1", "ln": ["One\nTwo", "\n", "one"], "bl": [True, True], "un": "love you", "other": {"b": "p"}},
    {"_id": "l2", "ln": "One\r\nTwo\n", "bl": [False, True, True], "nn": ["one", "one two one"]},
    {
        "_id": "n1",
        "n": ["12", 12.9, "-3.7"],
        "i": "1e2",
        "f": ["0.1", 3],
        "g": ["1f", " 2.5 ", "1e3"],
        "o": {"n": "29"},
    },
    {"_id": "ip1", "ip": ["::FFFF:10.0.0.9", "10.0.0.9", "2001:db8::a"], "oi": None, "other": {"ip": "10.0.0.1"}},
    {"_id": "ip2", "ip": ["255.255.255.255", "fe80::1%eth0"], "oi": ["::", "0.0.0.0"], "other": [{"ip": "::1"}]},
]

WORDS = (
    "kinase", "protein", "receptor", "gene", "family", "member", "alpha", "1", "2", "antisense", "rna", "one", "two",
    "withdrawn", "symbol", "see", "HGNC", "chromosome", "like", "pseudogene", "binding", "domain", "containing",
    "locus", "type", "Kinase", "ΩMEGA", "naïve", "can't", "5'UTR", "non-coding", "long", "a", "zzz", "subunit", "group",
    "wide\u202fblank", "wide", "İstanbul", "ﬁn", "e\u0301", "👍🏽", "漢字", "かな", "한글",
    "soft\u00adhyphen", "ＦＵＬＬ",
)  # fmt: skip
SYMBOLS = ("A1BG", "a2m", "ABCA1", "ABL1", "AATK", "A", "b", "ß", "", "ACE2", "ADAM10", "abcb4", "nope", "AKR1B1",
           "Σίς", "𝐀𐐷")  # fmt: skip
LABELS = ("gene with protein product", "pseudogene", "unknown", "RNA, long non-coding", "other", "z", "a", "", "none",
          "protein-coding gene", "a b", "a*b", "phenotype only", "Pseudogene", "a\u202fb", "😀")  # fmt: skip
PHRASES = ("protein product", "pseudogene 1", "family member", "kinase one", "one two", "one one", "zzz zzz", "...",
           "antisense RNA 1", "with protein", "receptor", "symbol withdrawn, see", "like 1", "two one one", "no break",
           *LABELS)  # fmt: skip
ADDRESSES = (
    "10.0.0.1", "10.1.2.3", "10.0.0.0/8", "10.1.0.0/16", "2001:db8::/32", "2001:DB8::5", "::1", "::", "0.0.0.0/0",
    "::/0", "255.255.255.255", "::ffff:10.0.0.9", "10.0.0.9/31", "::1/128", "::ffff:10.0.0.0/24", "10.0.0.0/33",
    "1.2.3", "10.0.0.1/", "/8", "ffff:ffff:ffff:ffff:ffff:ffff:ffff:ffff",
)  # fmt: skip
TEXT = ("t", "al", "all", "tf", "si", "st", "nn")
KEYWORDS = ("sym", "kw", "o.a", "tf.raw", "nv", "ln")
VOCABULARY = Vocabulary(
    text=TEXT,
    keywords=KEYWORDS,
    whole=("n", "i", "o.n"),
    floats=("f", "g"),
    dates=("d",),
    booleans=("b", "bl"),
    addresses=("ip", "oi"),
    odd=("nope", "o", "nest", "nest.a", "dis", "dis.x", "off", "nodoc", "o.p.x", "_id", "kw2", "o.zz", "un"),
    few=("kw", "i", "b", "bl", "d", "o.n", "nv", "t", "ip", "oi"),
    steps=("i", "f", "o.n", "b"),
    nested={"nest": ("nest.a", "nest.n"), "other": ("other.b", "other.ip")},
    patterns=("*", "t*", "o.*", "nope*", "*.a"),
    sources=("sym", "o", "o.*", "o.a", "*.a", "nest.a", "*", "nope", "t*", "", "kw,n", "nest", "o.p.*"),
    marked=(*TEXT, *KEYWORDS, "un", "off"),
    words=WORDS,
    symbols=SYMBOLS,
    phrases=PHRASES,
    values={
        **dict.fromkeys(TEXT, WORDS), **dict.fromkeys(KEYWORDS, LABELS), "sym": SYMBOLS, "tf.raw": SYMBOLS,
        "ln": ("a b", "One\nTwo", "\n", "one", "gene\n1", "gene\r\n2"), "other.b": ("p", "q", "r"),
        **dict.fromkeys(("ip", "oi", "other.ip"), ADDRESSES), "nest.a": ("p", "q", "r"), "nest.n": (0, 1, 2, 3, "1", 9),
    },
    ids=("HGNC:1", "HGNC:5", "e1", "e 10/x", "nope", "5"),
    apart=("nn",),
)  # fmt: skip


def documents(genes: int = 3000) -> Iterator[dict[str, Any]]:
    """Genes of the sample collection, then the edges."""
    yield from _genes(0, genes)
    yield from EDGES


def changes(genes: int = 3000) -> list[tuple[list[dict[str, Any]], list[str]]]:
    """What happens to the documents later, in steps: those that are added or replaced, and ids of those deleted."""
    replaced = [document | {"t": "a replaced kinase", "n": 7} for document in _genes(100, 130)]
    return [
        (list(_genes(genes, genes + 60)), []),
        (replaced, [document["_id"] for document in _genes(200, 220)]),
        ([*_genes(genes + 60, genes + 70), {**EDGES[0], "kw": "z"}], ["e3", "nope"]),
    ]


def _genes(start: int, end: int) -> Iterator[dict[str, Any]]:
    with gzip.open(GENES, "rt", encoding="utf-8") as file:
        for place, line in islice(enumerate(file), start, end):
            yield _document(place, json.loads(line))


def _document(place: int, gene: dict[str, Any]) -> dict[str, Any]:
    """The gene with its values under the short names of the mapping; many fields are missing in some documents."""
    alias, xref = gene.get("alias", {}), gene.get("xref", {})
    entrez = int(xref["entrez"]) if isinstance(xref.get("entrez"), str) else None
    document = {
        "_id": gene["_id"],
        "sym": [gene["symbol"], *_listed(gene.get("prev", {}).get("symbol"))],
        "kw": gene["locus_type"],
        "t": gene["name"],
        "n": entrez,
        "i": place % 97,
        "f": place / 8 if place % 3 else None,
        "g": [place * 1.1, place / 7] if place % 5 == 0 else place * 1.1,
        "d": f"{1990 + place % 30}-{1 + place % 12:02}-{1 + place % 28:02}" if place % 4 else None,
        "b": gene["status"] == "Approved",
        "o": {"a": gene["locus_group"], "n": [place % 5, place % 11]},
        "tf": alias.get("symbol"),
        "al": alias.get("name"),
        "un": gene["name"] if place % 4 else None,
        "si": gene["name"],
        "st": gene["name"],
        "nn": gene["name"],
        "bl": [place % 2 == 0, place % 3 == 0, place % 5 == 0][: place % 4],
        "ln": f"gene\n{place % 7}" if place % 2 else f"gene\r\n{place % 5}",
        "other": None if place % 9 else {"b": "p" if place % 4 else "q", "ip": f"10.{place % 3}.0.{place % 4}"},
        "ip": _address(place) if place % 7 else None,
        "oi": [_address(place), _address(place + 3)] if place % 3 else None,
        "nest": None if place % 6 else [{"a": "p" if place % 4 else "q", "n": place % 5}, {"a": "r", "n": place % 4}],
    }
    return {key: value for key, value in document.items() if value is not None}


def _address(place: int) -> str:
    return f"2001:db8::{place % 9:x}" if place % 5 == 0 else f"10.{place % 3}.{place % 4}.{place % 13}"


def _listed(value: Any) -> list[Any]:
    return value if isinstance(value, list) else [] if value is None else [value]
