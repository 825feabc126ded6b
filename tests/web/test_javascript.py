"""The service as a page's script asks it, with the `fetch` of Node."""

import json
import shutil
import subprocess

import pytest

NODE = shutil.which("node")
SCRIPT = """
const base = process.argv[1];
const answers = {};
const get = async (path, options) => (await fetch(base + path, options)).json();
answers.hits = (await get('/v1/gene/query?q=symbol:cdk2&fields=symbol')).hits.map(hit => hit.symbol);
answers.form = (await get('/v1/gene/query/', {
  method: 'POST', body: new URLSearchParams({q: 'CDK2,BRCA1', scopes: 'symbol', fields: 'symbol'})
})).map(entry => entry.symbol);
answers.json = (await get('/v1/gene/', {
  method: 'POST', headers: {'Content-Type': 'application/json'},
  body: JSON.stringify({ids: ['HGNC:5', 'nothing'], fields: ['symbol']})
})).map(entry => entry.symbol ?? entry.notfound);
const data = new FormData();
data.append('ids', 'HGNC:5'); data.append('ids', 'HGNC:7'); data.append('fields', 'symbol');
answers.parts = (await get('/v1/gene/', {method: 'POST', body: data})).map(entry => entry.symbol);
const stream = await fetch(base + '/v1/gene/query?fetch_all=true&format=ndjson&fields=symbol');
let count = 0, rest = '';
const decoder = new TextDecoder();
for await (const part of stream.body) {
  const lines = (rest + decoder.decode(part, {stream: true})).split('\\n');
  rest = lines.pop();
  count += lines.map(line => JSON.parse(line)).length;
}
answers.streamed = count;
let following = '/v1/gene/query?q=symbol:cdk*&size=10&fields=symbol', seen = [];
while (following) {
  const answer = await fetch(base + following);
  seen.push(...(await answer.json()).hits.map(hit => hit._id));
  const next = /<([^>]*)>; rel="next"/.exec(answer.headers.get('Link') ?? '');
  following = next && '/v1/gene/query' + next[1];
}
answers.followed = new Set(seen).size;
console.log(JSON.stringify(answers));
"""


@pytest.mark.skipif(NODE is None, reason="no node")
def test_fetch_reads_answers_streams_and_links(base_url):
    command = [NODE, "--input-type=module", "-e", SCRIPT, base_url]
    result = subprocess.run(command, capture_output=True, text=True, timeout=60, check=True)
    assert json.loads(result.stdout) == {
        "hits": ["CDK2"],
        "form": ["CDK2", "BRCA1"],
        "json": ["A1BG", True],
        "parts": ["A1BG", "A2M"],
        "streamed": 3000,
        "followed": 26,
    }
