"""Requests chosen by hand, each dear in its own way."""

import json
from urllib.parse import urlencode

import msgpack

from tests.robustness.attack.bodies import MAX_BODY

BODY = MAX_BODY - 1000
FORM = "application/x-www-form-urlencoded"
QUERY = "/v1/gene/query"
FIELDS = "symbol,name,status,locus_type,locus_group,xref.entrez,xref.ensembl,xref.uniprot,alias.symbol,prev.symbol"


def url(path=QUERY, **options):
    return "GET", f"{path}?{urlencode(options)}", None, {}


def post(path, **options):
    return "POST", path, json.dumps(options).encode(), {"Content-Type": "application/json"}


def sent(data, kind, path="/v1/gene"):
    return "POST", path, data if isinstance(data, bytes) else data.encode(), {"Content-Type": kind}


REQUESTS = {
    "brackets 100 deep": url(q="(" * 100 + "a" + ")" * 100),
    "5,000 brackets": post(QUERY, q=["(" * 5000 + "a" + ")" * 5000], scopes=[]),
    "1024 clauses": post(QUERY, q=[" OR ".join(f"a{n}" for n in range(1024))], scopes=[]),
    "1024 clauses of one letter in every field": url(q=" ".join("abcdefghij" * 100), scopes=FIELDS),
    "100 open wildcards": url(q=" OR ".join(f"*{letter}*" for letter in "abcdefghij" * 10)),
    "a wildcard in the middle of everything": url(q="*a*e*i*o*u*"),
    "question marks": url(q="?" * 500),
    "a regular expression that backtracks": url(q="symbol:/(a|a?)+(a|a?)+(a|a?)+b/"),
    "a large regular expression": url(q="symbol:/(.{0,40}a){10}/"),
    "every regular expression": url(q="/.*/ OR name:/.*.*.*.*/"),
    "repeats inside repeats": url(q="symbol:/((a{1,20}){1,20}){1,20}/"),
    "ten fuzzy words": url(q=" OR ".join(f"kinase{n}~2" for n in range(10))),
    "300 fuzzy words": url(q=" OR ".join(f"kinase{n}~2" for n in range(300))),
    "a phrase with slop": url(q='name:"a of the protein and kinase receptor"~10000'),
    "ranges": url(q=" OR ".join("symbol:[a TO z]" for _ in range(300))),
    "a long word": url(q="a" * 7000),
    "a text of 90,000 letters": post(QUERY, q=["a" * 90_000], scopes=[]),
    "every field": url(q="a", scopes="*"),
    "100 facets": url(facets=",".join(["symbol"] + [f"taxid:{n}" for n in range(1, 99)]), facet_size=1000, size=0),
    "facets of all values": url(facets="symbol,xref.entrez,xref.ensembl,xref.mgi", facet_size=1000, size=0),
    "16 sort keys": url(sort=FIELDS.replace("name,", ""), size=1000),
    "the end of the window": url(**{"from": 9000, "size": 1000, "sort": "symbol"}),
    "1000 documents with marks": url(q="a OR protein OR gene", highlight="true", size=1000),
    "1000 documents explained": url(q="protein gene", explain="true", size=1000),
    "1000 documents as a page": url(q="protein", size=1000, format="html"),
    "1000 documents as YAML": url(q="protein", size=1000, format="yaml"),
    "jmespath that doubles": url("/v1/gene/HGNC:5", jmespath=".|" + "[@,@]|" * 100 + "@"),
    "jmespath that joins": url(q="*", size=1000, jmespath=".|{a: join(`" + json.dumps("a" * 300) + "`, keys(@))}"),
    "jmespath that sorts and maps": url(q="*", size=1000, jmespath=".|{a: map(&[keys(@[0]),@], [[@],[@],[@]])}"),
    "brackets of jmespath": url("/v1/gene/HGNC:5", jmespath=".|" + "[" * 500),
    "8 MB of JSON brackets": sent("[" * BODY, "application/json"),
    "8 MB of JSON objects": sent('{"a":' * (BODY // 5), "application/json"),
    "8 MB of small JSON values": sent('{"ids":[' + "1," * (BODY // 2 - 10) + "1]}", "application/json"),
    "8 MB of one id": sent('{"ids":["' + "a" * (BODY - 20) + '"]}', "application/json"),
    "8 MB of digits": sent('{"ids":[' + "1" * (BODY - 20) + "]}", "application/json"),
    "8 MB of YAML brackets": sent("[" * BODY, "application/yaml"),
    "8 MB of YAML lines": sent("a: b\n" * (BODY // 5), "application/yaml"),
    "YAML that multiplies": sent("a: &a [x,x]\nb: &b [*a,*a]\nids: [*b,*b]", "application/yaml"),
    "8 MB of YAML words": sent("ids: " + "a " * (BODY // 2 - 5), "application/yaml"),
    "8 MB of msgpack": sent(b"\x91" * BODY, "application/msgpack"),
    "8 MB of msgpack lists": sent(msgpack.packb({"ids": [[]] * (BODY // 2)}), "application/msgpack"),
    "a length of msgpack that is not there": sent(b"\x81\xa3ids\xdd\xff\xff\xff\xff", "application/msgpack"),
    "8 MB of commas": sent("ids=" + "," * (BODY - 10), FORM),
    "8 MB of quotes": sent("ids=" + "'\"" * (BODY // 2 - 5), FORM),
    "8 MB of escapes": sent("ids=" + "%2C" * (BODY // 3 - 5), FORM),
    "8 MB of percent signs": sent("ids=" + "%" * (BODY - 10), FORM),
    "8 MB of escapes apart": sent("ids=" + "%41a" * (BODY // 4 - 5), FORM),
    "1000 words with a filter of nearly all": post(
        QUERY, q=[f"protein {n}" for n in range(1000)], scopes=[], size=1, filter="symbol:/.*/"
    ),
    "1000 symbols with a filter of half": post(
        QUERY, q=[f"RPL{n}" for n in range(1000)], scopes=["symbol"], filter="symbol:*a*"
    ),
    "8 MB of parameters": sent("a&" * (BODY // 2), FORM),
    "8 MB of a multipart form": sent(b"--b\r\n" * (BODY // 5), "multipart/form-data; boundary=b"),
    "parameters of a URL": ("GET", QUERY + "?" + "a&" * 3500, None, {}),
    "1000 ids": post("/v1/gene", ids=[f"HGNC:{n}" for n in range(1000)]),
    "1000 ids with patterns": post("/v1/gene", ids=[f"symbol:a{n}*" for n in range(1000)]),
    "1000 words, 100 hits each": post(QUERY, q=[f"protein {n}" for n in range(1000)], scopes=[], size=100),
    "a cursor of 8,000 letters": url(search_after="a" * 7000),
}  # fmt: skip
