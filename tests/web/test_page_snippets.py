"""The snippets of a page are programs: run as they stand, they give what the page shows."""

import html
import json
import re
import shutil
import subprocess
import sys

import pytest
import requests

RUNNERS = {
    "curl": ["sh", "-c"],
    "Python": [sys.executable, "-c"],
    "JavaScript": ["node", "--input-type=module", "-e"],
}
PROGRAMS = {"curl": "curl", "Python": sys.executable, "JavaScript": "node"}
PATHS = [
    "/search?type=gene&q=name:kinase+AND+status:Approved&filter=locus_group:%22protein-coding+gene%22&sort=-symbol",
    "/search?type=disease&q=%22breast+cancer%22&size=3",
    "/v1/gene/query?q=%22it%27s+%24HOME%22+OR+%22%60x%60+%5C%5C%22+OR+kinase&fields=symbol&fields=name&facets=status",
    "/v1/gene/query?facets=status&fields=symbol",
    "/v1/gene/HGNC:1100?fields=symbol",
]
ALL = re.compile(r'aria-label="All as (\w+)"><code>(.*?)</code>', re.DOTALL)
BLOCK = re.compile(r'aria-label="As (\w+)"><code>(.*?)</code>', re.DOTALL)


def snippets(base_url, path):
    text = requests.get(base_url + path, headers={"Accept": "text/html"}, timeout=20).text
    return {language: html.unescape(code) for language, code in BLOCK.findall(text)}, text


def run(language, code):
    if not shutil.which(PROGRAMS[language]):
        pytest.skip(f"{language} is not at hand")
    code = code.replace("console.log(await answer.json())", "console.log(JSON.stringify(await answer.json()))")
    code = code.replace("print(answer.json())", "import json; print(json.dumps(answer.json()))")
    result = subprocess.run([*RUNNERS[language], code], capture_output=True, text=True, timeout=60)
    assert result.returncode == 0, result.stderr
    return {key: value for key, value in json.loads(result.stdout).items() if key != "took"}


@pytest.mark.parametrize("language", RUNNERS)
@pytest.mark.parametrize("path", PATHS)
def test_a_snippet_prints_the_answer_of_its_page(base_url, path, language):
    codes, page = snippets(base_url, path)
    answer = run(language, codes[language])
    twin = html.unescape(re.search(r'<a href="([^"]*format=json)">json</a>', page)[1])
    address = base_url + (twin if twin.startswith("/") else path.partition("?")[0] + twin)
    expected = requests.get(address, timeout=20).json()
    expected.pop("took", None)
    assert answer == expected
    assert answer.get("hits") or "_id" in answer
    for hit in answer.get("hits", []):
        assert hit["_id"] in page


@pytest.mark.parametrize("language", RUNNERS)
def test_a_snippet_of_all_of_a_result_gives_every_document(base_url, language):
    page = requests.get(base_url + PATHS[0], headers={"Accept": "text/html"}, timeout=20).text
    codes = {name: html.unescape(code) for name, code in ALL.findall(page)}
    if not shutil.which(PROGRAMS[language]):
        pytest.skip(f"{language} is not at hand")
    code = codes[language].replace("console.log(JSON.parse(line))", "console.log(JSON.stringify(JSON.parse(line)))")
    code = code.replace("print(json.loads(line))", "print(json.dumps(json.loads(line)))")
    result = subprocess.run([*RUNNERS[language], code], capture_output=True, text=True, timeout=60)
    assert result.returncode == 0, result.stderr
    ids = [json.loads(line)["_id"] for line in result.stdout.splitlines()]
    assert re.search(r'class="summary">\s*(\d+) results', page)[1] == str(len(ids))
    assert len(set(ids)) == len(ids) > 10


@pytest.mark.skipif(not shutil.which("curl"), reason="curl is not at hand")
def test_the_commands_of_the_front_page_are_answered(base_url):
    page = requests.get(base_url, headers={"Accept": "text/html"}, timeout=20).text
    commands = [html.unescape(code) for code in re.findall(r"<code>(curl .*?)</code>", page)]
    assert len(commands) == 8
    for command in commands:
        result = subprocess.run(["sh", "-c", f"{command} -sf"], capture_output=True, timeout=60)
        assert (command, result.returncode, b"notfound" in result.stdout) == (command, 0, False)


def test_the_r_snippet_holds_the_same_address(base_url):
    codes, _ = snippets(base_url, PATHS[0])
    assert re.search(r'request\("([^"]+)"\)', codes["R"])[1] in codes["JavaScript"]
