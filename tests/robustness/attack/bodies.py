"""Bodies of each content type that parsers are weak against: lists of functions from a number of bytes to a body."""

import json

import msgpack

MAX_BODY = 8 * 2**20


def encoded(value):
    """JSON in which halves of characters stand as they are."""
    return json.dumps(value, ensure_ascii=False).encode("utf-8", "surrogatepass")


def numbered(pattern, most, separator=b","):
    """The pattern with each number below this one."""
    return separator.join(pattern % n for n in range(most))


JSON = (
    lambda n: b'{"q":' + b"[" * n,
    lambda n: b"{" * n,
    lambda n: b'{"q":["a"],"x":' + b'{"a":' * (n // 8) + b"1" + b"}" * (n // 8) + b"}",
    lambda n: b"{" + b",".join([b'"q":["a"]'] * (n // 10)) + b"}",
    lambda n: b"{" + numbered(b'"k%d":1', n // 9) + b',"q":["a"]}',
    lambda n: b'{"q":[' + b"9" * n + b"]}",
    lambda n: b'{"q":[1' + b"0" * n + b".5e-" + b"9" * min(n, 1000) + b"]}",
    lambda n: b'{"q":[NaN,Infinity,-Infinity]}',
    lambda n: b'{"q":["\\ud800' + b"\\udfff\\ud800" * (n // 12) + b'"]}',
    lambda n: b'{"q":["' + b"\\u0000" * (n // 6) + b'"]}',
    lambda n: b'{"q":["\xff\xfe' + b"\x80" * n + b'"]}',
    lambda n: b"\xef\xbb\xbf" + b'{"q":["a"]}',
    lambda n: json.dumps({"q": ["a"]}).encode("utf-16"),
    lambda n: b" " * n + b'{"q":["a"]}' + b"\r\n" * 99,
    lambda n: b'[{"q":["a"]}]',
    lambda n: b'"' + b"a" * n + b'"',
    lambda n: b'{"q":[' + b'"a",' * (n // 4) + b'"a"]}',
    lambda n: b'{"q":[' + b"1," * (n // 2) + b"1]}",
    lambda n: b'{"q":[' + b"[]," * (n // 3) + b"[]]}",
    lambda n: b'{"q":[' + b"{}," * (n // 3) + b"{}]}",
    lambda n: b'{"q":["a"],"scopes":[' + b'"symbol",' * (n // 9) + b'"name"]}',
    lambda n: b'{"q":["a"],"scopes":[' + b'["symbol"],' * (n // 11) + b'["name"]]}',
    lambda n: b'{"q":[' + b'["a","b"],' * (n // 10) + b'["a","b"]],"scopes":[["symbol"],["name"]]}',
    lambda n: b'{"q":["a"],"fields":[' + numbered(b'"f%d.*"', n // 9) + b"]}",
    lambda n: b'{"ids":[' + numbered(b"%d", n // 6) + b"]}",
    lambda n: b'{"ids":[' + numbered(b'"HGNC:%d"', min(999, n // 9)) + b"]}",
    lambda n: b'{"q":[' + numbered(b'"a%d b"', min(999, n // 9)) + b'],"scopes":["*"]}',
    lambda n: b'{"q":[' + numbered(b'"a%d OR b"', min(999, n // 9)) + b'],"scopes":[]}',
    lambda n: b'{"q":["a"],"size":' + b"1" * n + b"}",
    lambda n: b'{"q":["a"],"size":1e' + b"1" * n + b"}",
    lambda n: b'{"q":["a"],"size":-0.0,"from":1.5,"facet_size":1e2}',
    lambda n: b'{"q":["a"],"\\u0061' + b"a" * n + b'":1}',
    lambda n: b'{"q":["a"] /* c */}',
    lambda n: b"true",
    lambda n: b"",
    lambda n: b'{"q":"\x00"}',
)

YAML = (
    lambda n: b"q: |\n a\n" + b" a\n" * (n // 3),
    lambda n: b"q: [" + numbered(b"a%d", n // 6) + b"]",
    lambda n: numbered(b"k%d: v", n // 9, b"\n"),
    lambda n: b"? " * (n // 2),
    lambda n: b"- " * (n // 2),
    lambda n: b"-\n " * (n // 3),
    lambda n: b"".join(b" " * depth + b"a:\n" for depth in range(min(n, 3000))),
    lambda n: b"q: " + b"'" * n,
    lambda n: b'q: "' + b"\\x41" * (n // 4) + b'"',
    lambda n: b"{a: " * (n // 4),
    lambda n: b"[" * n,
    lambda n: b"q: " + b"9" * n,
    lambda n: b"%TAG ! tag:a,2000:\n---\n" + b"q: !<a> b\n" * (n // 10),
    lambda n: b"a: &a [x,x]\nb: &b [*a,*a]\nids: [" + b"*b," * (n // 3) + b"*b]",
    lambda n: b"#" * n + b"\nq: a",
    lambda n: b"\xff\xfe" + ("q: a" * (n // 8)).encode("utf-16-le"),
    lambda n: b"q: a\n...\n---\n" * (n // 12),
    lambda n: b"q: >\n" + b"\r\n" * (n // 2),
    lambda n: b"q: 1_" + b"0_" * (n // 2),
    lambda n: b"q: " + b"1:" * (n // 2) + b"1",
    lambda n: b"\tq: a\n" * (n // 6),
    lambda n: b"q: a\n" * (n // 5),
)

MSGPACK = (
    lambda n: b"\x91" * n,
    lambda n: b"\x81\xa1a" * (n // 3),
    lambda n: b"\xdd\xff\xff\xff\xff" + b"\xc0" * n,
    lambda n: b"\xdf\x7f\xff\xff\xff" + b"\xa1a\xc0" * (n // 3),
    lambda n: b"\xdb\xff\xff\xff\xff" + b"a" * n,
    lambda n: b"\xc9\x00\x00\xff\xff\x05" + b"a" * 70_000,
    lambda n: msgpack.packb({"q": [b"\xff" * n]}),
    lambda n: msgpack.packb({"q": [float("nan"), float("inf"), 2**64 - 1, -(2**63)]}),
    lambda n: msgpack.packb({"ids": [[]] * (n // 2)}),
    lambda n: b"\xde\xff\xff" + b"\xa1q\x91\xa1a" * 65_535,
    lambda n: b"\x82\xa1q\x91\xa1a\x91\x01\x02",
    lambda n: b"\x81\xa1q\x91\xd8\xff" + b"0" * 16,
    lambda n: b"\x81\xa1q\x91\xd6\xff\x00\x00\x00\x00",
    lambda n: b"\xc1" * n,
    lambda n: b"\x81\xc4\x01q\x91\xa1a",
    lambda n: b"\x81\xa1q" + b"\x91" * 63 + b"\xa1a",
    lambda n: msgpack.packb({"q": ["a"], "size": 5}) * (n // 10),
    lambda n: b"\x81\xa1q\xdd\x00\x03\x0d\x3f" + b"\xa1a" * 199_999,
    lambda n: b"\x81\xa1q\xa4\xed\xa0\x80a",
)

FORM = (
    lambda n: numbered(b"q=a%d", n // 8, b"&"),
    lambda n: b"&" * n,
    lambda n: b"=" * n,
    lambda n: b"q=" + b"%" * n,
    lambda n: b"q=" + b"%41" * (n // 3),
    lambda n: b"q=" + b"+" * n,
    lambda n: b"q=" + b"%25" * (n // 3),
    lambda n: b"q=" + b"%E2%98" * (n // 6),
    lambda n: b"q=a;" * (n // 4),
    lambda n: b"a" * n + b"=1",
    lambda n: b"q=" + b'"a",' * (n // 4),
    lambda n: b"q=" + b'"' * n,
    lambda n: b"q=" + b"a," * (n // 2),
    lambda n: b"q=[" + b'"a",' * (n // 4) + b'"a"]',
    lambda n: b"q=a&fields=[" + b"1," * (n // 2) + b"1]",
    lambda n: b"ids=" + numbered(b"%d", n // 6),
    lambda n: b"q=a&scopes=" + b"symbol," * (n // 7),
    lambda n: b"q=a&fields=" + numbered(b"a%d", n // 6, b"|"),
    lambda n: b"q=\x00\xff" + b"\x80" * n,
    lambda n: b"q=a&size=" + b"9" * n,
    lambda n: b"q=a&x[]=1" * (n // 9),
    lambda n: b"q=a%0D%0A" * (n // 9),
    lambda n: b"q=a&" + numbered(b"f%d=1", min(999, n // 6), b"&"),
)


def part(disposition, content, more=b""):
    return b"--xx\r\nContent-Disposition: form-data; " + disposition + b"\r\n" + more + b"\r\n" + content + b"\r\n"


END = b"--xx--\r\n"
MULTIPART = (
    lambda n: part(b'name="q"', b"a") * (n // 55) + END,
    lambda n: part(b'name="' + b"q" * n + b'"', b"a") + END,
    lambda n: part(b'name="q"', b"a", b"X-A: b\r\n" * (n // 8)) + END,
    lambda n: part(b'name="q"', b"\r\n--x" * (n // 5)) + END,
    lambda n: part(b'name="q"', b"\r" * n),
    lambda n: b"--xx" * (n // 4),
    lambda n: b"\r\n" * (n // 2),
    lambda n: END,
    lambda n: part(b'name="file"; filename="a.csv"', b'"a,' * (n // 3)) + END,
    lambda n: part(b'name="file"; filename="a.ndjson"', b'{"a":1}\n' * (n // 8)) + END,
    lambda n: part(b'name="file"; filename="' + b"../" * 100 + b'a.tsv"', b"a\tb\n" * (n // 4)) + END,
    lambda n: part(b'name="q"', b"+AGE-" * (n // 5), b"Content-Type: text/plain; charset=utf-7\r\n") + END,
)

TYPES = {
    "application/json": JSON,
    "application/yaml": YAML,
    "application/msgpack": MSGPACK,
    "application/x-www-form-urlencoded": FORM,
    "multipart/form-data; boundary=xx": MULTIPART,
}
TEXTS = ("text/plain", "text/csv", "text/tab-separated-values", "application/x-ndjson")
