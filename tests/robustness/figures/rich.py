"""Goal: no hostile request takes more than 1 s of a processor or 64 MB, in a collection with 340 fields too.

python -m tests.robustness.figures.rich [DOCUMENTS] [DATABASE]     20,000, embedded by default; loads for two minutes
"""

import json
import sys
import tempfile
from contextlib import ExitStack
from pathlib import Path
from urllib.parse import urlencode

from tests.robustness import rich_collection
from tests.robustness.attack.__main__ import engine_on
from tests.robustness.attack.chosen import FORM, post, sent, url
from tests.robustness.attack.measure import measured, summary
from tests.robustness.rich_collection import SYLLABLES
from tests.services import engines
from tests.services.server import Server

QUERY = "/v1/thing/query"
WORDS = [f"{one}{two}{three}" for one in SYLLABLES for two in SYLLABLES for three in ("", *SYLLABLES[:3])][:1000]
LETTERS = "abcdefghijklmnopqrstuvwxyz"
KEYWORDS = [path for path, kind in rich_collection.kinds().items() if kind == "keyword"]
PAIRS = [f"{one} {other}" for one in WORDS[:32] for other in WORDS[32:64]][:1000]
LONGER = [f"{one}{two}{three}" for one in SYLLABLES for two in SYLLABLES for three in SYLLABLES]
TEXTS = [path for path, kind in rich_collection.kinds().items() if kind == "text"]
NUMBERS = [path for path, kind in rich_collection.kinds().items() if kind == "long"]


def asked(**options):
    """A query as a body, which may be longer than an address."""
    return post(QUERY, **{"scopes": [], **options, "q": [options["q"]]})


def reconciled(names):
    """A request for the candidates of names."""
    queries = {f"q{number}": {"query": name, "limit": 50} for number, name in enumerate(names)}
    return sent(urlencode({"queries": json.dumps(queries)}), FORM, "/v1/thing/reconcile")


def everywhere(q):
    """A query string in every field."""
    return asked(q=f"\\*:({q})")


REQUESTS = {
    "a word everywhere": everywhere("kari"),
    "a wildcard everywhere": everywhere("*kari*"),
    "two wildcards everywhere": everywhere("*kari* OR ka*no"),
    "a prefix everywhere": everywhere("kari*"),
    "a fuzzy word everywhere": everywhere("karinote~2"),
    "two fuzzy words everywhere": everywhere("karinote~1 OR solberan~1"),
    "100 wildcards everywhere": everywhere(" OR ".join(f"*{a}{b}*" for a in LETTERS[:10] for b in LETTERS[:10])),
    "10 stars everywhere": everywhere("*".join(LETTERS[:10]) + "*"),
    "96 stars everywhere": everywhere("*".join((LETTERS * 4)[:96]) + "*"),
    "96 stars in one field": asked(q="all:" + "*".join((LETTERS * 4)[:96]) + "*"),
    "100 prefixes everywhere": everywhere(" OR ".join(f"{a}{b}*" for a in LETTERS[:10] for b in LETTERS[:10])),
    "a regular expression everywhere": everywhere("/.*a.*e.*i.*/"),
    "counted repeats everywhere": everywhere("/(.{0,40}a){10}/"),
    "few counted repeats everywhere": everywhere("/(.{0,20}d){3}/"),
    "counted repeats in one field": asked(q="all:/(.{0,40}a){10}/"),
    "what is not a regular expression, everywhere": everywhere("/~(ka.*)/"),
    "10 fuzzy words everywhere": everywhere(" OR ".join(f"karinote{a}~2" for a in LETTERS[:10])),
    "10 fuzzy words in one field": asked(q=" OR ".join(f"all:karinote{a}~2" for a in LETTERS[:10])),
    "ranges everywhere": everywhere("[a TO z] OR [b-x TO z-y]"),
    "400 words everywhere": everywhere(" OR ".join(f"kari{n}" for n in range(400))),
    "1000 words everywhere": everywhere(" OR ".join(f"kari{n}" for n in range(1000))),
    "a phrase with slop": asked(q='all:"ka ri no te"~1000'),
    "a phrase with slop everywhere": everywhere('"ka ri no"~1000'),
    "100 phrases everywhere": everywhere(" OR ".join(f'"{a} {b} ka"' for a in LETTERS[:10] for b in LETTERS[:10])),
    "1000 terms in every field": post(QUERY, q=[f"kari-{n}" for n in range(1000)], scopes=["*"]),
    "1000 terms in every field, many hits": post(QUERY, q=WORDS, scopes=["*"], size=1),
    "a phrase of 400 words everywhere": everywhere('"' + " ".join(WORDS[:400]) + '"'),
    "1000 explained hits everywhere": asked(q="\\*:ka", explain=True, size=1000),
    "two wildcards in every field of all collections": url("/v1/search", q="\\*:(*kari* OR ka*no)"),
    "40 facets of 1000 values as a page": url(
        QUERY, q="*", facets=",".join(KEYWORDS[:40]), facet_size=1000, size=0, format="html"
    ),
    "100 explained hits of *a* everywhere": asked(q="\\*:*a*", explain=True, size=100),
    "*a* everywhere by 16 sort keys": asked(q="\\*:*a*", sort=KEYWORDS[:16], size=1000),
    "*a* everywhere as a page": url(QUERY, q="\\*:*a*", size=100, format="html"),
    "marks of a fuzzy word everywhere": asked(q="\\*:kari~2", highlight="*", size=100),
    "10 facets inside numbers of *a*": asked(
        q="\\*:*a*", facets=[f"{name}({KEYWORDS[1]})" for name in NUMBERS[:10]], facet_size=250, size=0
    ),
    "marks of *a* everywhere": asked(q="\\*:*a*", highlight="*", size=100),
    "long terms in every field": post(QUERY, q=["a" * 10_000] * 100, scopes=["*"]),
    "a term of a megabyte": post(QUERY, q=["a" * 1_000_000], scopes=["*"]),
    "100 facets": asked(q="*", facets=KEYWORDS[:100], facet_size=1000, size=0),
    "facets with tiny steps": asked(q="*", facets=[f"{path}:1" for path in NUMBERS[:20]], size=0),
    "16 sort keys": asked(q="*", sort=KEYWORDS[:16], size=1000),
    "100 documents with marks everywhere": asked(q="ka OR ri OR no", highlight=True, size=100),
    "1000 documents with marks everywhere": asked(q="ka OR ri OR no", highlight=True, size=1000),
    "1000 patterns of fields": asked(q="*", fields=[f"*a{n}*" for n in range(1000)], size=1000),
    "100 patterns to leave out": asked(q="*", fields=[f"-*a{n}*" for n in range(100)], size=1000),
    "fields always lists": asked(q="*", always_list=[f"part{n % 10}.{'a.' * 400}" for n in range(1000)], size=1000),
    "fields never missing": asked(q="*", allow_null=[f"part{n % 10}.{'a.' * 400}{n}" for n in range(1000)], size=1000),
    "jmespath over everything": asked(q="*", jmespath=".|{a: map(&[keys(@[0]),@], [[@],[@],[@]])}", size=1000),
    "1000 whole documents": asked(q="*", size=1000),
    "1000 flat documents": asked(q="*", size=1000, dotfield=True),
    "1000 terms, 100 hits each": post(QUERY, q=["ka"] * 1000, scopes=["all"], size=100),
    "1000 different terms, 100 hits each": post(QUERY, q=WORDS, scopes=["all"], size=100, fields="_id"),
    "10 hits of 1000 terms as CSV": post(QUERY, q=["ka"] * 1000, scopes=["all"], format="csv"),
    "a list of names with 1000 hits": sent(b"ka\nri\n", "text/plain", "/v1/thing/batch?scopes=all&size=1000"),
    "90 facets of values with a letter": asked(q="*", facets=KEYWORDS[:90], facet_query="a", facet_size=1000, size=0),
    "60 disjunctive facets": asked(
        q="*", facets=KEYWORDS[:60], filter=" AND ".join(f"-{name}:x" for name in KEYWORDS[:60]), disjunctive=True
    ),
    "26 unknown words": url(QUERY, q=" ".join(f"kariq{letter}" for letter in LETTERS), relax="auto"),
    "26 unknown words as a page": url(QUERY, q=" ".join(f"kariq{letter}" for letter in LETTERS), format="html"),
    "as a page": url(QUERY, q="ka", size=1000, format="html"),
    "as CSV": url(QUERY, q="ka", size=1000, format="csv"),
    "facets inside facets": asked(
        q="*", facets=[f"{KEYWORDS[0]}({KEYWORDS[1]}({KEYWORDS[2]}))"], facet_size=40, size=0
    ),
    "10 facets inside values of *a*": asked(
        q="\\*:*a*", facets=[f"{name}({KEYWORDS[9]})" for name in KEYWORDS[10:20]], facet_size=250, size=0
    ),
    "wildcard filters with marks": asked(q="*", filter="\\*:*a* AND \\*:*e*", highlight="*", size=100),
    "900 names never missing": asked(q="*", allow_null=[f"part{n % 10}.none{n}" for n in range(900)], size=1000),
    "1000 terms with a filter of nearly all": post(
        QUERY, q=WORDS, scopes=["all"], size=1, fields="_id", filter="all:*a*"
    ),
    "1000 pairs of words": post(QUERY, q=PAIRS, scopes=[], size=1, fields="_id"),
    "1000 pairs of words with a costly filter": post(
        QUERY, q=PAIRS, scopes=[], size=1, fields="_id", filter="all:*a*"
    ),
    "1000 terms with min_score": post(QUERY, q=WORDS, scopes=["all"], size=1, fields="_id", min_score=1),
    "1000 terms by 16 sort keys with facets": post(
        QUERY, q=WORDS, scopes=["all"], size=1, fields="_id", sort=KEYWORDS[:16], facets=KEYWORDS[:10]
    ),
    "1000 long unknown words": post(QUERY, q=[f"karqtemuso{n}" for n in range(1000)], scopes=[]),
    "names with a filter of patterns": url("/v1/thing/suggest", q="k", size=1000, filter="\\*:*a* OR \\*:*e*"),
    "1000 unknown words": post(QUERY, q=[f"karq{n}" for n in range(1000)], scopes=[]),
    "1000 unknown words, relaxed": post(QUERY, q=[f"karq{n}" for n in range(1000)], scopes=[], relax="auto"),
    "1000 texts of 80 letters": post(
        QUERY, q=[" ".join(LONGER[n * 3 : n * 3 + 9])[:79] for n in range(1000)], scopes=[], size=1, fields="_id"
    ),
    "1000 queries of five words joined by OR": post(
        QUERY, q=[" OR ".join(LONGER[n : n + 5]) for n in range(1000)], scopes=[], size=1, fields="_id"
    ),
    "a fuzzy word of 50 letters everywhere": everywhere("karinotemu" * 5 + "~2"),
    "1000 fuzzy words": post(QUERY, q=[f"{word}x~2" for word in LONGER[:1000]], scopes=[], size=1, fields="_id"),
    "1000 regular expressions": post(
        QUERY, q=[f"all:/{word}.*{word[-1]}/" for word in LONGER[:1000]], scopes=[], size=1, fields="_id"
    ),
    "1000 explained words": post(QUERY, q=WORDS, scopes=[], size=1, explain=True),
    "1000 words in 80 texts": post(QUERY, q=WORDS, scopes=TEXTS[:80], size=1, fields="_id"),
    "1000 times the same five words": post(QUERY, q=["ka ri no te mu"] * 1000, scopes=[], size=10, fields="_id"),
    "50 texts of three misspelt words, relaxed": post(
        QUERY, q=[f"{LONGER[n]}x {LONGER[n + 9]}x {LONGER[n + 99]}x" for n in range(50)], scopes=[], relax="auto"
    ),
    "1000 pairs of misspelt words, relaxed": post(
        QUERY, q=[f"{LONGER[n]}x {LONGER[n + 50]}x" for n in range(1000)], scopes=[], relax="auto", size=1, fields="_id"
    ),
    "50 misspelt names to reconcile": reconciled(f"{LONGER[n]}x {LONGER[n + 50]}x" for n in range(50)),
    "100 random documents 1000 times": post(QUERY, q=["__any__"] * 1000, scopes=[], size=100, fields="_id"),
    "the end of the window of 1000 terms": post(QUERY, q=["ka"] * 1000, scopes=[], size=10, **{"from": 9990}),
    "100 facets of 1000 values as a page": url(
        QUERY, q="*", facets=",".join(KEYWORDS[:100]), facet_size=1000, size=0, format="html"
    ),
    "as trees": url(QUERY, q="*", size=1000, format="html", view="tree"),
    "as Excel": url(QUERY, q="ka", size=1000, format="xlsx"),
    "all fields as Excel": url(QUERY, q="*", size=1000, format="xlsx", fields="all", dotfield="true"),
    "explained as YAML": asked(q="ka ri no te", explain=True, size=100, format="yaml"),
    "as YAML": url(QUERY, q="ka", size=1000, format="yaml"),
    "as msgpack": url(QUERY, q="ka", size=1000, format="msgpack"),
}  # fmt: skip


def main(count="20000", name="embedded"):
    with ExitStack() as cleanup:
        folder = Path(cleanup.enter_context(tempfile.TemporaryDirectory()))
        engine, database = engine_on(cleanup, name, folder)
        rich_collection.write(folder, int(count))
        engines.load(engine, "thing", folder / "docs.ndjson", f"--mapping={folder / 'mapping.json'}")
        types = json.dumps({"thing": {"default_fields": ["all"]}})
        environment = {key: value for key, value in engine.environment.items() if key != "SEARCHAPP_CONFIG"}
        environment |= {"SEARCHAPP_ITEM_TYPES": types, "SEARCHAPP_ALLOW_NESTED_QUERY": "true"}
        server = Server(environment, engine.instance / "server.log", 1)
        cleanup.callback(server.stop)
        summary(measured(server, ((name, *request) for name, request in REQUESTS.items()), database), all_printed=True)


if __name__ == "__main__":
    main(*sys.argv[1:])
