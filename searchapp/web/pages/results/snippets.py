"""A request as code of curl, Python, R and JavaScript, to be copied into a program."""

import shlex
from urllib.parse import urlencode

from ...response.links import Pairs

PYTHON = """\
import requests

answer = requests.get({arguments})
answer.raise_for_status()
print(answer.json())"""

R = """\
library(httr2)

request("{address}") |>
  req_perform() |>
  resp_body_json()"""

JAVASCRIPT = """\
const answer = await fetch("{address}");
console.log(await answer.json());"""


PYTHON_LINES = """\
import json
import requests

answer = requests.get({arguments}, stream=True)
answer.raise_for_status()
for line in answer.iter_lines():
    print(json.loads(line))"""

R_LINES = """\
library(httr2)

request("{address}") |>
  req_perform() |>
  resp_body_string() |>
  textConnection() |>
  jsonlite::stream_in()"""

JAVASCRIPT_LINES = """\
const answer = await fetch("{address}");
for (const line of (await answer.text()).trim().split("\\n")) console.log(JSON.parse(line));"""


def snippets(address: str, pairs: Pairs, lines: bool = False) -> dict[str, str]:
    """The request in each language; `pairs` are the query string of the address.

    The answer is one JSON text, or with `lines` one per line.
    """
    whole = full(address, pairs)
    python, r, javascript = (PYTHON_LINES, R_LINES, JAVASCRIPT_LINES) if lines else (PYTHON, R, JAVASCRIPT)
    return {
        "curl": f"curl {shlex.quote(whole)}",
        "Python": python.format(arguments=arguments(address, pairs)),
        "R": r.format(address=whole),
        "JavaScript": javascript.format(address=whole),
    }


def full(address: str, pairs: Pairs) -> str:
    """The address with its query string, without characters that a string of one of the languages must escape."""
    return f"{address}?{urlencode(pairs)}" if pairs else address


def arguments(address: str, pairs: Pairs) -> str:
    """The arguments of `requests.get`: a dict, or a list of pairs if a parameter is repeated."""
    if not pairs:
        return repr(address)
    given = dict(pairs) if len(dict(pairs)) == len(pairs) else pairs
    return f"{address!r}, params={given!r}"
