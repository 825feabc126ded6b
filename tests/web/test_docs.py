"""What README.md and docs/ tell a reader to ask gets an answer, the one that is printed below it."""

import json
import re
import shlex
import shutil
import subprocess
import sys
from itertools import pairwise
from pathlib import Path
from urllib.parse import parse_qsl

import pytest
import requests

from searchapp import create_app
from tests.contract.compare import differences

PROJECT = Path(__file__).parents[2]
PAGES = [PROJECT / "README.md", *sorted((PROJECT / "docs").glob("*.md"))]
SERVER = re.compile(r"(?:http://)?(?:localhost|127\.0\.0\.1):8000")
FENCE = re.compile(r"^( *)```(\w*)\n(.*?)^ *```$", re.M | re.S)
NODE = shutil.which("node")
ARGUMENTS = {"-o": 1, "--retry": 1, "-O": 0, "-J": 0, "-OJ": 0, "-s": 0, "--fail-with-body": 0}
"""Options of curl that do not change the request, each with its number of arguments."""

WALKS = {"spreadsheet": "csv", "papers": "json", "sqlite": "python"}
"""The pages that load a collection of their own, each with the language of the block that is or makes the file."""

OWN_DATA = {*WALKS, "operating"}
"""The pages whose commands are not about the sample collections; tests/test_package.py runs those of operating.md."""


def blocks(path):
    """The code blocks of a page: language, text, and (language, text) of what is printed right below, or None."""
    page = path.read_text()
    for one, below in pairwise([*FENCE.finditer(page), None]):
        beside = below and not page[one.end() : below.start()].strip()
        yield one[2], one[3], (below[2], below[3]) if beside and below[2] in ("json", "text") else None


def commands():
    """Every curl command about the sample collections, the last one of a block with the answer printed below it."""
    for page in (page for page in PAGES if page.stem not in OWN_DATA):
        for language, text, below in blocks(page):
            lines = [line.strip() for line in text.splitlines() if line.strip().startswith("curl ")]
            for line in lines if not language else ():
                if "/v1/part/" not in line and "/downloads/" not in line and "..." not in line:
                    yield pytest.param(line, below if line == lines[-1] else None, id=f"{page.name}: {line}")


def links():
    for page in PAGES:
        for target in re.findall(r"\]\(([^)#\s]+)\)", page.read_text()):
            if "://" not in target:
                yield page.parent / target


def request_of(command, base_url):
    """The request that a curl command sends."""
    words = iter(shlex.split(command.partition(" | jq ")[0])[1:])
    data, headers, url, as_query = [], {}, None, False
    for word in words:
        if word == "-G":
            as_query = True
        elif word == "-d":
            data.append(next(words))
        elif word == "--data-urlencode":
            name, value = next(words).split("=", 1)
            data.append(f"{name}={requests.utils.quote(value)}")
        elif word == "-H":
            name, value = next(words).split(": ", 1)
            headers[name] = value
        elif word.startswith("-"):
            for _ in range(ARGUMENTS[word]):
                next(words)
        else:
            url = SERVER.sub(base_url, word)
    if as_query:
        return requests.Request("GET", f"{url}?{'&'.join(data)}", headers=headers)
    if data:
        headers.setdefault("Content-Type", "application/x-www-form-urlencoded")
        return requests.Request("POST", url, data="&".join(data), headers=headers)
    return requests.Request("GET", url, headers=headers)


def send(request):
    with requests.Session() as session:
        return session.send(request.prepare(), timeout=30)


@pytest.mark.parametrize("engine", ["embedded"], indirect=True)  # the cases show that engines answer alike
@pytest.mark.parametrize(("command", "expected"), list(commands()))
def test_a_command_of_the_documentation_is_answered(base_url, command, expected):
    answer = send(request_of(command, base_url))
    kind, text = expected or ("", "")
    wanted = json.loads(text) if kind == "json" else {}
    assert answer.status_code == (wanted.get("code", 200) if isinstance(wanted, dict) else 200), answer.text[:500]
    assert answer.text.strip() not in ("", "[]", "{}")
    if kind == "json":
        assert differences(wanted, answer.json()) == []
    if kind == "text":
        assert answer.text.startswith(text.strip())


def sections(page, language):
    """The program of a page, block by block, each with the text that is printed below it."""
    return [(text, below and below[1]) for kind, text, below in blocks(PROJECT / "docs" / page) if kind == language]


def outputs_of(command, program, mark):
    """What each block of the program prints."""
    whole = "".join(f"{text}\n{mark}\n" for text in program)
    result = subprocess.run([*command, whole], capture_output=True, text=True, timeout=120)
    assert (result.returncode, result.stderr) == (0, "")
    return result.stdout.split("<end of block>\n")


RUNS = [
    pytest.param("python.md", "python", [sys.executable, "-W", "error", "-c"], "print('<end of block>')", id="python"),
    pytest.param("javascript.md", "js", [NODE, "--input-type=module", "-e"], "console.log('<end of block>')", id="js"),
]


@pytest.mark.parametrize(("page", "language", "command", "mark"), RUNS)
def test_the_program_of_a_page_prints_the_outputs_on_it(base_url, page, language, command, mark):
    if command[0] is None:
        pytest.skip("no node")
    found = sections(page, language)
    printed = outputs_of(command, [SERVER.sub(base_url, text) for text, _ in found], mark)
    assert len(found) > 5
    for (text, wanted), output in zip(found, printed, strict=False):
        if wanted is not None:
            assert lines(output) == lines(wanted), text


def lines(text):
    """The lines without the blanks at their ends, which an editor may take away."""
    return [line.rstrip() for line in text.strip().splitlines()]


PROGRAMS = [
    pytest.param(text, id=f"{page}-{number}")
    for page in ("linked-data", "mcp", "openrefine")
    for number, (text, _) in enumerate(sections(f"{page}.md", "python"))
    if SERVER.search(text)
]


@pytest.mark.parametrize("program", PROGRAMS)
def test_a_program_of_a_page_runs(base_url, program):
    """A program that serves at its standard input ends with it."""
    command = [sys.executable, "-c", SERVER.sub(base_url, program)]
    result = subprocess.run(command, stdin=subprocess.DEVNULL, capture_output=True, text=True, timeout=120)
    assert result.returncode == 0, result.stderr
    assert ("print(" in program) == bool(result.stdout.strip())


def settings_of_pages():
    """The blocks of settings: names in capitals, or entries of an item type."""
    for page in ("query-syntax", "linked-data"):
        for text, _ in sections(f"{page}.md", "python"):
            if not SERVER.search(text):
                yield pytest.param(text, id=f"{page}: {text.split()[0]}")


@pytest.mark.parametrize("text", [*settings_of_pages()])
def test_settings_of_a_page_are_valid(tmp_path, text):
    values = {}
    exec(text if text[0].isupper() else f"ITEM_TYPES = {{'gene': {{{text}}}}}", values)
    assert create_app({"INSTANCE": str(tmp_path), "ITEM_TYPES": values["ITEM_TYPES"]})


R_ADDRESSES = [text for block, _ in sections("r.md", "r") for text in re.findall(r'"(http://[^"]*)"', block)]


@pytest.mark.parametrize("address", R_ADDRESSES)
def test_an_address_of_the_page_for_r_is_answered(base_url, address):
    """There is no R here to run the page with; its bodies are sent as R writes them by the next test."""
    answer = requests.get(SERVER.sub(base_url, address), timeout=30)
    if address.endswith("/v1/gene"):
        assert (answer.status_code, answer.json()["missing"]) == (400, "id")
    else:
        assert answer.status_code == 200 and answer.text.strip()


def test_a_form_of_the_page_for_r_is_answered(base_url):
    ids = "ids=HGNC%3A1771%2CHGNC%3A1773%2CHGNC%3A0&fields=symbol%2Cname"
    headers = {"Content-Type": "application/x-www-form-urlencoded", "User-Agent": "httr2/1.0.0 r-curl/5.2.0"}
    found = requests.post(f"{base_url}/v1/gene", data=ids, headers=headers, timeout=30).json()
    assert [entry.get("symbol") for entry in found] == ["CDK2", "CDK4", None]


def test_a_link_of_the_documentation_leads_somewhere():
    assert [path for path in links() if not path.exists()] == []


def test_the_documentation_has_the_paths_of_the_service(app):
    page = (PROJECT / "docs" / "paths.md").read_text()
    rows = [row.split("|")[1] for row in page.splitlines() if row.startswith("| `/")]
    named = {path.replace("<type>", "gene") for row in rows for path in re.findall(r"`([^`]*)`", row)}
    item_types = app.extensions["searchapp"].item_types
    others = tuple(f"/v1/{name}" for name in item_types if name != "gene")
    rules = [str(rule).replace("<id:id>", "<id>") for rule in app.url_map.iter_rules()]
    found = {rule.replace("/downloads/<item_type>", "/downloads/gene") for rule in rules}
    assert named == {path for path in found if not path.startswith((*others, "/static", "/docs/"))}


@pytest.mark.parametrize("page", WALKS)
def test_the_commands_of_a_walk_through_run(tmp_path, page):
    found = [*blocks(PROJECT / "docs" / f"{page}.md")]
    lines = [line for language, text, _ in found if not language for line in text.splitlines()]
    load = shlex.split(next(line for line in lines if line.startswith("searchapp load")))
    make_file(WALKS[page], next(text for language, text, _ in found if language == WALKS[page]), tmp_path / load[3])
    command = [sys.executable, "-m", "searchapp.cli", *load[1:], "--instance", str(tmp_path)]
    subprocess.run(command, cwd=tmp_path, check=True, capture_output=True, timeout=60)
    client = create_app({"INSTANCE": str(tmp_path)}).test_client()
    requests_of_page = [
        request_of(line, "") for line in lines if line.startswith("curl ") and f"/v1/{load[2]}/" in line
    ]
    answers = [client.get(request.url) for request in requests_of_page]
    assert len(answers) >= 3
    for answer in answers:
        assert answer.status_code == 200
        assert not answer.is_json or answer.json.get("total", 1) > 0


def make_file(language, text, path):
    if language == "python":
        subprocess.run([sys.executable, "-c", text], cwd=path.parent, check=True, timeout=60)
    else:
        path.write_text(text)


@pytest.fixture(scope="module")
def parts(tmp_path_factory):
    """The folder of the collection that the quick start loads."""
    folder = tmp_path_factory.mktemp("parts")
    texts = [text for _, text, _ in blocks(PROJECT / "docs" / "quickstart.md")]
    (folder / "parts.ndjson").write_text(next(text for text in texts if text.startswith("{")))
    (command,) = [line for text in texts for line in text.splitlines() if line.startswith("searchapp load")]
    load = [sys.executable, "-m", "searchapp.cli", *shlex.split(command)[1:], "--instance", str(folder)]
    subprocess.run(load, cwd=folder, check=True, capture_output=True, timeout=60)
    return folder


def test_the_quick_start_serves_its_own_collection(parts):
    client = create_app({"INSTANCE": str(parts)}).test_client()
    texts = [text for _, text, _ in blocks(PROJECT / "docs" / "quickstart.md")]
    found = [line for text in texts for line in text.splitlines() if line.startswith("curl ")]
    answers = [client.get(request_of(line, "").url).get_json() for line in found]
    assert [answers[0]["name"], answers[1]["total"]] == ["Deep groove ball bearing", 2]
    assert [hit["_id"] for hit in answers[1]["hits"]] == ["p1", "p2"]
    assert answers[1]["facets"]["maker.country"]["total"] == 2


def test_the_program_of_the_quick_start_runs(parts):
    (program,) = [text for kind, text, _ in blocks(PROJECT / "docs" / "quickstart.md") if kind == "python"]
    values = {}
    exec(program.replace("/some/folder", str(parts)), values)
    assert values["answer"]["name"] == "Deep groove ball bearing"


def cells(head):
    """The examples in the first column of the table of query-syntax.md that begins with this heading."""
    page = (PROJECT / "docs" / "query-syntax.md").read_text()
    rows = page.partition(f"| {head} |")[2].partition("\n\n")[0].splitlines()[2:]
    return [text for row in rows for text in re.findall(r"`([^`]+)`", re.split(r"(?<!\\)\|", row)[1])]


EXAMPLES = [
    *(("/v1/gene/query", {"q": text.removeprefix("q=")}) for text in cells("`q` | finds") if not text.startswith("d")),
    *(("/v1/disease/query", {"q": text}) for text in cells("`q` | finds") if text.startswith("d")),
    *((f"/v1/gene/{id}", {}) for id in cells("id | looked up in")),
    *(("/v1/gene/query", dict(parse_qsl(f"q=cdk2&{text}"))) for text in cells("parameter | effect")),
    *(("/v1/disease/query", {"facets": text}) for text in cells("facet | counts") if re.match("d[^:]*:|xref", text)),
]


@pytest.mark.parametrize(("path", "query"), EXAMPLES)
def test_an_example_in_a_table_of_the_query_syntax_is_answered(base_url, path, query):
    answer = requests.get(base_url + path, params=query, timeout=30)
    assert answer.status_code == 200, answer.text
    assert "X-Warnings" not in answer.headers and '"warnings"' not in answer.text


def option_examples():
    """The requests in the last column of the tables of options.md, without those that need another answer first."""
    rows = [row for row in (PROJECT / "docs" / "options.md").read_text().splitlines() if row.startswith("| `")]
    found = (re.split(r"(?<!\\)\|", row)[-2].strip(" `").replace("\\|", "|") for row in rows)
    return [example for example in found if example.startswith("/") and not example.endswith("...")]


@pytest.mark.parametrize("example", option_examples())
def test_an_example_of_an_option_is_answered(base_url, example):
    path, _, form = example.partition(" -d ")
    headers = {"Content-Type": "application/x-www-form-urlencoded"}
    answer = requests.request("POST" if form else "GET", base_url + path, data=form, headers=headers, timeout=30)
    assert answer.status_code == 200, answer.text
    assert "X-Warnings" not in answer.headers and '"warnings"' not in answer.text


def test_most_options_have_an_example():
    assert len(option_examples()) >= 40


def test_the_tables_of_the_query_syntax_are_read():
    assert len(EXAMPLES) >= 40
