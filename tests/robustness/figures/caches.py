"""Goal: 10,000 requests with long texts that are all different grow a worker by less than 64 MB, whatever the option.

python -m tests.robustness.figures.caches [REQUESTS] [OPTION...]     10,000 of every option without arguments
"""

import http.client
import json
import sys

from tests.robustness.figures.service import MB, memory, processes, serving

LONG = 9000
QUERY, BATCH = "/v1/gene/query", "/v1/gene"
WORDS = " OR ".join(f"symbol:a{n}" for n in range(500))


def batch(**options):
    return QUERY, {"q": ["cdk2"], "scopes": ["symbol"], "size": 1, **options}


KINDS = {
    "q": lambda n: (QUERY, {"q": [f"{WORDS} OR name:w{n}"], "scopes": []}),
    "a term": lambda n: (QUERY, {"q": [f"{n}" + "a" * LONG], "scopes": ["symbol", "name"]}),
    "id": lambda n: (BATCH, {"ids": [f"{n}" + "a" * LONG]}),
    "filter": lambda n: batch(filter=f"{WORDS} OR name:w{n}"),
    "post_filter": lambda n: batch(post_filter=f"{WORDS} OR name:w{n}"),
    "a regular expression": lambda n: batch(filter=f"symbol:/(a{n}|{'b?' * 300}c)+/"),
    "a wildcard": lambda n: batch(filter=f"symbol:a{n}*{'b' * 900}*"),
    "a date": lambda n: batch(filter=f"taxid:{n}{'0' * LONG}"),
    "scopes": lambda n: batch(scopes=[f"symbol^{n}", "name^1." + "0" * 900]),
    "a pattern of scopes": lambda n: batch(scopes=[f"*{'*' * 900}{n}*", "symbol"]),
    "sort": lambda n: batch(sort=[f"a{n}" + "a" * 900]),
    "facets": lambda n: batch(facets=[f"taxid:{n + 1}"], size=0),
    "facet_size": lambda n: (QUERY, {"q": ["*"], "facets": ["symbol"], "facet_size": n % 1000 + 1, "size": 0}),
    "fields": lambda n: batch(fields=[f"{'a' * 90}{n}.{m}" for m in range(90)]),
    "patterns of fields": lambda n: batch(fields=[f"*{'a' * 90}{n}.{m}*" for m in range(90)]),
    "fields left out": lambda n: batch(fields=[f"-*{'a' * 90}{n}*"]),
    "jmespath": lambda n: batch(jmespath=f"name|[{','.join(['@'] * 400)},'{n}']"),
    "highlight": lambda n: batch(highlight=[f"a{n}" + "a" * 900]),
    "always_list": lambda n: batch(always_list=[f"{'a.' * 400}{n}"]),
    "allow_null": lambda n: batch(allow_null=[f"{'a.' * 400}{n}"]),
    "userquery": lambda n: batch(userquery=f"{n}" + "a" * 190),
    "analyzer": lambda n: batch(analyzer=f"{n}" + "a" * 90),
    "relax": lambda n: (QUERY, {"q": [f"kinase{n} {'b' * 900}"], "scopes": [], "relax": "auto"}),
    "a fuzzy word": lambda n: batch(filter=f"name:kinase{n}~2"),
    "a tool": lambda n: (
        "/mcp",
        {"jsonrpc": "2.0", "id": n, "method": "tools/call", "params": {"name": f"a{n}" + "a" * 900, "arguments": {}}},
    ),
    "an unknown option": lambda n: batch(**{f"fielts{n}" + "a" * 900: "1"}),
}


def main(count=10_000, *wanted):
    over = []
    with serving(workers=1) as server:
        worker = processes(server)[1]
        for name in wanted or KINDS:
            ask(server.port, KINDS[name], range(-50, 0))
            before = memory(worker, "VmRSS")
            statuses = ask(server.port, KINDS[name], range(count))
            grown = (memory(worker, "VmRSS") - before) / MB
            assert processes(server)[1] == worker, f"{name} ended the worker"
            over += [name] if grown >= 64 else []
            print(f"{grown:7.1f} MB more after {count} requests, answered {statuses}: {name}", flush=True)
    print(f"64 MB or more: {', '.join(over) or 'none'}")


def ask(port, make, numbers):
    """Sends a request for each number over one connection; how often each status came."""
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=60)
    counts = {}
    for number in numbers:
        path, body = make(abs(number) if number >= 0 else 10**6 - number)
        connection.request("POST", path, json.dumps(body), {"Content-Type": "application/json"})
        answer = connection.getresponse()
        answer.read()
        counts[answer.status] = counts.get(answer.status, 0) + 1
    connection.close()
    return counts


if __name__ == "__main__":
    main(*map(int, sys.argv[1:2]), *sys.argv[2:])
