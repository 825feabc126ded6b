"""Goal: 10,000 requests with long texts that are all different grow a worker by less than 64 MB, whatever the option.

python -m tests.robustness.figures.caches [REQUESTS] [OPTION...]     10,000 of every option without arguments

The collection is small, because what a cache holds comes from the texts, and a request costs less. Each kind has a
worker of its own, so that what one leaves behind is not used by the next.
"""

import http.client
import json
import sys
from itertools import permutations
from tempfile import NamedTemporaryFile
from urllib.parse import quote, urlencode

from tests.robustness.figures.service import MB, memory, processes, processor, serving

LONG = 9000
DOCUMENTS = 2000
QUERY, BATCH, LISTS, SUGGEST = "/v1/gene/query", "/v1/gene", "/v1/gene/batch", "/v1/gene/suggest"
WORDS = " OR ".join(f"symbol:a{n}" for n in range(500))
FEWER = " OR ".join(f"symbol:a{n}" for n in range(300))
FIELDS = ("symbol", "status", "locus_type", "locus_group", "taxid", "xref.entrez", "xref.ensembl", "alias.symbol")
ORDERS = list(permutations(FIELDS, 6))[:15_000]
WIDE = "\U0001d400"
"""A letter with which Python keeps each character of a text in 4 bytes."""

FORM, TEXT = {"Content-Type": "application/x-www-form-urlencoded"}, {"Content-Type": "text/plain"}
QUERY_STRING = {"query": "{q}", "fields": ["symbol", "name"]}
NAMED = json.dumps({"gene": {"user_queries": {"named": {"query": {"query_string": QUERY_STRING}}}}})
SETTINGS = {
    "ITEM_TYPES": NAMED,
    "RATE_LIMIT": "1000000/minute",
    "ANONYMOUS_LIMIT": "1000000/minute",
    "TRUSTED_PROXIES": 1,
    "TRUSTED_HOSTS": json.dumps(["*.org", "127.0.0.1"]),
}


def batch(**options):
    return QUERY, {"q": ["cdk2"], "scopes": ["symbol"], "size": 1, **options}


def single(path=QUERY, **options):
    return f"{path}?{urlencode({'q': 'cdk2', 'size': 1, **options})}", None


def tool(name, **arguments):
    call = {"name": name, "arguments": arguments}
    return "/mcp", {"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": call}


def reconciled(name, asked):
    return "/v1/gene/reconcile", urlencode({name: json.dumps(asked)}), FORM


def order(n):
    return [("-" if n >> place & 1 else "") + name for place, name in enumerate(ORDERS[n % len(ORDERS)])]


KINDS = {
    "q": lambda n: (QUERY, {"q": [f"{WORDS} OR name:w{n}"], "scopes": []}),
    "q, single": lambda n: single(q=f"{FEWER} OR name:w{n}"),
    "words": lambda n: single(q=" ".join(f"a{n}b{m}" for m in range(90))),
    "a phrase": lambda n: single(q='"' + " ".join(f"a{n}b{m}" for m in range(90)) + '"~3'),
    "a term": lambda n: (QUERY, {"q": [f"{n}" + "a" * LONG], "scopes": ["symbol", "name"]}),
    "terms": lambda n: (QUERY, {"q": [f"{n}{m}" + "a" * 900 for m in range(9)], "scopes": ["symbol", "name"]}),
    "a term in every field": lambda n: (QUERY, {"q": [f"{n}" + "a" * LONG], "scopes": ["*"]}),
    "id": lambda n: (BATCH, {"ids": [f"{n}" + "a" * LONG]}),
    "id, single": lambda n: (f"{BATCH}/{n}{'a' * 3000}", None),
    "id with a scope": lambda n: (f"{BATCH}/symbol:{n}{'a' * 3000}?fields=symbol", None),
    "a list": lambda n: (LISTS, f"{n}{'a' * 900}\n" * 9, TEXT),
    "filter": lambda n: batch(filter=f"{WORDS} OR name:w{n}"),
    "filter, single": lambda n: single(filter=f"{FEWER} OR name:w{n}"),
    "post_filter": lambda n: batch(post_filter=f"{WORDS} OR name:w{n}"),
    "post_filter, single": lambda n: single(post_filter=f"{FEWER} OR name:w{n}", facets="status"),
    "a regular expression": lambda n: batch(filter=f"symbol:/(a{n}|{'b?' * 300}c)+/"),
    "a regular expression that is not tantivy's": lambda n: batch(filter=f"symbol:/a{n}~(b+)c/"),
    "a wildcard": lambda n: batch(filter=f"symbol:a{n}*{'b' * 90}*"),
    "a wildcard in every field": lambda n: single(q=f"\\*:a{n}*{'b' * 90}"),
    "a pattern of field names": lambda n: single(q=f"*{'a' * 900}{n}\\*:a"),
    "_exists_": lambda n: single(q=f"_exists_:{'a' * 900}{n}"),
    "a date": lambda n: batch(filter=f"taxid:{n}{'0' * LONG}"),
    "a range of texts": lambda n: batch(filter=f"symbol:[a{n}{'a' * 4000} TO b{n}{'a' * 4000}]"),
    "a fuzzy word": lambda n: batch(filter=f"name:kinase{n}~2"),
    "scopes": lambda n: batch(scopes=[f"symbol^{n}", "name^1." + "0" * 900]),
    "scopes, single": lambda n: single(scopes=",".join(f"{name}^{n}.{m}" for m, name in enumerate(FIELDS))),
    "a pattern of scopes": lambda n: batch(scopes=[f"*{'*' * 900}{n}*", "symbol"]),
    "sort": lambda n: batch(sort=[f"a{n}" + "a" * 900]),
    "sort by fields": lambda n: single(q="*", sort=",".join(order(n))),
    "facets": lambda n: batch(facets=[f"taxid:{n + 1}"], size=0),
    "facets of fields": lambda n: single(q="*", facets=",".join(ORDERS[n % len(ORDERS)]), filter=f"taxid:<{n}"),
    "facet_size": lambda n: (QUERY, {"q": ["*"], "facets": ["symbol"], "facet_size": n % 1000 + 1, "size": 0}),
    "facet_query": lambda n: single(facets="symbol", facet_query=f"{n}{'a' * 90}", size=0),
    "disjunctive": lambda n: single(
        q="*", facets="status,locus_type", filter=f'status:"{n}{"a" * 900}"', disjunctive=True
    ),
    "fields": lambda n: batch(fields=[f"{'a' * 90}{n}.{m}" for m in range(90)]),
    "fields, single": lambda n: single(fields=",".join(f"{'a' * 90}{n}.{m}" for m in range(50))),
    "patterns of fields": lambda n: batch(fields=[f"*{'a' * 90}{n}.{m}*" for m in range(90)]),
    "columns of a table": lambda n: batch(fields=[f"*{'a' * 90}{n}.{m}*" for m in range(90)], format="csv"),
    "fields left out": lambda n: batch(fields=[f"-*{'a' * 90}{n}*"]),
    "jmespath": lambda n: batch(jmespath=f"name|[{','.join(['@'] * 400)},'{n}']"),
    "jmespath, single": lambda n: single(jmespath=f".|{{a: [{','.join(['@'] * 300)},'{n}']}}"),
    "highlight": lambda n: batch(highlight=[f"a{n}" + "a" * 900]),
    "highlight of fields": lambda n: single(q=f"kinase OR w{n}", highlight=",".join(["name", *ORDERS[n % 9000]])),
    "patterns of highlight": lambda n: single(q="kinase", highlight=f"*{'a' * 900}{n}*,na*"),
    "always_list": lambda n: batch(always_list=[f"{'a.' * 400}{n}"]),
    "many of always_list": lambda n: single(always_list=",".join(f"{'a' * 30}{n}.{m}" for m in range(100))),
    "allow_null": lambda n: batch(allow_null=[f"{'a.' * 400}{n}"]),
    "many of allow_null": lambda n: single(allow_null=",".join(f"{'a' * 30}{n}.{m}" for m in range(100))),
    "dotfield": lambda n: single(dotfield=True, fields=",".join(ORDERS[n % 9000]), always_list=f"a{n}"),
    "a name of userquery": lambda n: batch(userquery=f"{n}" + "a" * 190),
    "userquery": lambda n: (QUERY, {"q": [f"{FEWER} OR name:w{n}"], "userquery": "named"}),
    "userquery, single": lambda n: single(q=f"{FEWER} OR name:w{n}", userquery="named"),
    "analyzer": lambda n: batch(analyzer=f"{n}" + "a" * 90),
    "relax": lambda n: (QUERY, {"q": [f"kinase{n} {'b' * 900}"], "scopes": [], "relax": "auto"}),
    "search_after": lambda n: single(q=f"*:* OR w{n}{'a' * 900}", search_after="*"),
    "search_after with a sort": lambda n: single(q="*", sort=",".join(order(n)), search_after="*"),
    "a cursor": lambda n: single(search_after=f"{n}" + "a" * 5000),
    "a scroll": lambda n: single(q=f"*:* OR w{n}{'a' * 900}", fetch_all=True),
    "scroll_id": lambda n: single(scroll_id=f"{n}" + "a" * 5000),
    "generation": lambda n: single(generation=f"{n}" + "a" * 190),
    "all hits of a query": lambda n: single(q=f"cdk2 OR w{n}{'a' * 900}", fetch_all=True, format="csv"),
    "min_score": lambda n: single(min_score=f"0.{n}"),
    "preference": lambda n: single(preference=f"a{n}"),
    "from": lambda n: single(q=f"*:* OR w{n}", **{"from": n % 9999}),
    "a search over all collections": lambda n: single("/v1/query", q=f"{FEWER} OR name:w{n}"),
    "suggest": lambda n: single(SUGGEST, q=f"a{n}{'b' * 90}", filter=f"{FEWER} OR name:w{n}"),
    "suggest a value": lambda n: single(SUGGEST, q=f"symbol:a{n % 999}"),
    "suggest a value of an unknown field": lambda n: single(SUGGEST, q=f"{n}{WIDE}{'a' * 7000}:x"),
    "a page": lambda n: single(q=f"kinase {n}{'a' * 900}", format="html"),
    "a page of a document": lambda n: (f"{BATCH}/HGNC:{n}?format=html", None),
    "names of fields": lambda n: (f"/v1/gene/metadata/fields?search={n}{'a' * 900}&prefix={n}", None),
    "a path": lambda n: (f"/{n}{'a' * 3000}", None),
    "Accept": lambda n: (*single(), {"Accept": f"text/{n}{'a' * 3000}, application/json"}),
    "Host": lambda n: (*single(format="html"), {"Host": f"{n}{'a' * 200}"}),
    "If-None-Match": lambda n: (*single(), {"If-None-Match": f'"{n}{"a" * 3000}"'}),
    "a tool": lambda n: tool(f"a{n}" + "a" * 900),
    "a tool: search": lambda n: tool("search", text=" ".join(f"a{n}b{m}" for m in range(90))),
    "a tool: query": lambda n: tool("query", collection="gene", q=f"{FEWER} OR name:w{n}", fields=[f"a{n}"]),
    "a tool: lookup": lambda n: tool("lookup", ids=[f"{n}{'a' * LONG}"], fields=[f"{n}{'a' * 90}"]),
    "a tool: fetch": lambda n: tool("fetch", collection="gene", id=f"{n}{'a' * LONG}"),
    "a tool: fields": lambda n: tool("fields", collection="gene", contains=f"{n}{'a' * LONG}"),
    "a name of a method": lambda n: ("/mcp", {"jsonrpc": "2.0", "id": f"{n}{'a' * 900}", "method": f"a{n}{'a' * 900}"}),
    "a lookup in all collections": lambda n: ("/v1/lookup", {"ids": [f"{n}{'a' * LONG}", f"symbol:{n}"]}),
    "a lookup, single": lambda n: single("/v1/lookup", ids=f"{n}{'a' * 3000}"),
    "a search of all collections": lambda n: single("/v1/search", q=f"{FEWER} OR name:w{n}"),
    "a page of all collections": lambda n: single("/v1/search", q=f"kinase {n}{'a' * 900}", format="html"),
    "relax, single": lambda n: single(q=f"kinase{n} of the a{n}b{'c' * (n % 30)}", relax="auto"),
    "a word with a typing error": lambda n: single(q=f"kinas{n} receptr", relax="auto"),
    "a list as a page": lambda n: ("/v1/gene/batch", f"list={n}{'a' * 900}&format=html", FORM),
    "a list in a scope": lambda n: (f"{LISTS}?scopes=symbol,name^{n}", f"{n}{'a' * 900}\n" * 9, TEXT),
    "a column of a list": lambda n: (f"{LISTS}?column=a{n}", f"{n},a{n}\n1,2\n", {"Content-Type": "text/csv"}),
    "a search form": lambda n: single("/v1/gene/build", field=f"symbol{n}", value=f"{n}{'a' * 900}"),
    "a file": lambda n: (f"/downloads/gene/gene-{n}.csv.gz", None),
    "a part of a file": lambda n: ("/metadata?format=croissant", None, {"Range": f"bytes={n}-", "If-Range": f'"{n}"'}),
    "a document as JSON-LD": lambda n: (f"{BATCH}/HGNC:{n}?format=jsonld", None),
    "linked data": lambda n: ("/", None, {"Accept": f"application/ld+json;profile={n}{'a' * 3000}"}),
    "robots": lambda n: (f"/sitemap-gene-{n}.xml", None),
    "a language": lambda n: (*single(format="html"), {"Accept-Language": f"a{n}{'a' * 3000}"}),
    "an address of a caller": lambda n: (*single(), {"X-Forwarded-For": f"{n}{'a' * 3000}"}),
    "a key": lambda n: (*single(), {"X-API-Key": f"{n}{'a' * 3000}"}),
    "a name of a host": lambda n: (*single(format="html"), {"Host": f"a{n}.{'a' * 60}.org"}),
    "a request id": lambda n: (*single(), {"X-Request-ID": f"{n}{'a' * 3000}"}),
    "Origin": lambda n: (*single(), {"Origin": f"http://a{n}{'a' * 900}.org"}),
    "a form": lambda n: (QUERY, urlencode({"q": f"{n}{'a' * LONG}", "scopes": "symbol"}), FORM),
    "YAML": lambda n: (QUERY, f"q: [{n}{'a' * LONG}]\nscopes: [symbol]\n", {"Content-Type": "application/yaml"}),
    "a type of content": lambda n: (QUERY, "q=a", {"Content-Type": f"text/a{n}; charset=a{n}{'a' * 900}"}),
    "a method": lambda n: (QUERY, None, {"X-HTTP-Method-Override": f"A{n}"}),
    "explain": lambda n: single(q=f"kinase OR w{n}", explain=True),
    "rawquery": lambda n: single(q=f"{FEWER} OR name:w{n}", rawquery=True),
    "facets of values": lambda n: single(q="*", facets=f"status:missing,taxid:{n}..{n + 9}", size=0),
    "a suggestion of a field": lambda n: single(SUGGEST, q=f"a{n}", fields=f"a{n}{'a' * 90}", scopes=f"symbol^{n}"),
    "another format": lambda n: single(format=f"a{n}{'a' * 900}"),
    "metadata": lambda n: (f"/v1/gene/metadata?dev=1&a{n}={'a' * 900}", None),
    "the specification": lambda n: (f"/v1/gene/spec?a{n}={'a' * 900}", None, {"Accept": f"text/a{n}"}),
    "matched": lambda n: single(q=f"kinase OR w{n}", matched=f"a{n}.{'a' * 900}"),
    "terms in several scopes": lambda n: (
        QUERY, {"q": [["CDK2", f"{n}{'a' * 900}"]], "scopes": [["symbol"], "status"]}
    ),
    "item_types": lambda n: single("/v1/search", item_types=f"gene,a{n}{'a' * 900}"),
    "with_total": lambda n: batch(with_total=True, q=[f"{n}{'a' * 900}"], jmespath=f".|'{n}'"),
    "names to reconcile": lambda n: reconciled("queries", {"q": {"query": f"kinase {n}{'a' * 90}"}}),
    "values for a table": lambda n: reconciled("extend", {"ids": [f"HGNC:{n}"], "properties": [{"id": f"a{n}"}]}),
    "a preview": lambda n: (f"/v1/gene/reconcile/preview?id={n}{'a' * 3000}", None),
    "an entity": lambda n: (f"/v1/gene/reconcile/suggest/entity?prefix=a{n}{'a' * 90}", None),
    "changes": lambda n: (f"/v1/gene/metadata/changes?size={n % 900}&a{n}={'a' * 900}", None),
    "an unknown option": lambda n: batch(**{f"fielts{n}" + "a" * 900: "1"}),
    "an unknown option, single": lambda n: single(**{f"fielts{n}{quote('a' * 3000)}": "1"}),
}  # fmt: skip


def main(count=10_000, *wanted):
    over = []
    with NamedTemporaryFile() as keys, serving(1, DOCUMENTS, API_KEYS=keys.name, **SETTINGS) as server:
        for name in wanted or KINDS:
            server.restart()
            worker = processes(server)[1]
            ask(server.port, KINDS[name], range(-50, 0))
            before, started = memory(worker, "VmRSS"), processor(worker)
            statuses = ask(server.port, KINDS[name], range(count))
            grown, seconds = (memory(worker, "VmRSS") - before) / MB, processor(worker) - started
            assert processes(server)[1] == worker, f"{name} ended the worker"
            over += [name] if grown >= 64 else []
            print(f"{grown:6.1f} MB more, {seconds:6.1f} s, {count} requests answered {statuses}: {name}", flush=True)
    print(f"64 MB or more: {', '.join(over) or 'none'}")


def ask(port, make, numbers):
    """Sends a request for each number over one connection; how often each status came."""
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=60)
    counts = {}
    for number in numbers:
        connection.request(*sent(make(abs(number) if number >= 0 else 10**6 - number)))
        answer = connection.getresponse()
        answer.read()
        counts[answer.status] = counts.get(answer.status, 0) + 1
    connection.close()
    return counts


def sent(made):
    """The method, path, body and headers of what a kind makes."""
    path, body, *headers = made
    text = json.dumps(body) if isinstance(body, dict) else body
    return "GET" if body is None else "POST", path, text, {"Content-Type": "application/json"} | dict(*headers)


if __name__ == "__main__":
    main(*map(int, sys.argv[1:2]), *sys.argv[2:])
