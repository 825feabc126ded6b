"""What README.md and docs/ tell a reader to ask gets an answer."""

import re
import shlex
from pathlib import Path

import pytest
import requests

PROJECT = Path(__file__).parents[2]
PAGES = [PROJECT / "README.md", *sorted((PROJECT / "docs").glob("*.md"))]
SERVER = re.compile(r"(?:http://)?(?:localhost|127\.0\.0\.1):8000")


def commands():
    """Every curl command of the documentation that is about the sample collections."""
    for page in PAGES:
        for line in page.read_text().splitlines():
            if line.startswith("curl ") and "/v1/part/" not in line and "..." not in line:
                yield pytest.param(line, id=f"{page.name}: {line}")


def links():
    for page in PAGES:
        for target in re.findall(r"\]\(([^)#\s]+)\)", page.read_text()):
            if "://" not in target:
                yield pytest.param(page.parent / target, id=f"{page.name}: {target}")


def request_of(command, base_url):
    """The request that a curl command sends; only the options that the documentation uses are known."""
    words = iter(shlex.split(command)[1:])
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
        else:
            url = SERVER.sub(base_url, word)
    if as_query:
        return requests.Request("GET", f"{url}?{'&'.join(data)}", headers=headers)
    if data:
        headers.setdefault("Content-Type", "application/x-www-form-urlencoded")
        return requests.Request("POST", url, data="&".join(data), headers=headers)
    return requests.Request("GET", url, headers=headers)


@pytest.mark.parametrize("command", list(commands()))
def test_a_command_of_the_documentation_is_answered(base_url, command):
    with requests.Session() as session:
        answer = session.send(request_of(command, base_url).prepare(), timeout=30)
    assert (answer.status_code, answer.json() not in ([], {})) == (200, True), answer.text[:500]


@pytest.mark.parametrize("path", list(links()))
def test_a_link_of_the_documentation_leads_somewhere(path):
    assert path.exists()
