"""A request as a line or two of curl, Python, R and JavaScript, to be copied into a program."""

import shlex
from urllib.parse import urlencode

from ..links import Pairs

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


def snippets(address: str, pairs: Pairs) -> dict[str, str]:
    """The request for JSON in each language; the address has no query string, the pairs are that."""
    whole = full(address, pairs)
    return {
        "curl": f"curl {shlex.quote(whole)}",
        "Python": PYTHON.format(arguments=arguments(address, pairs)),
        "R": R.format(address=whole),
        "JavaScript": JAVASCRIPT.format(address=whole),
    }


def full(address: str, pairs: Pairs) -> str:
    """The address with its query string; nothing in it needs to be escaped in a text of any language."""
    return f"{address}?{urlencode(pairs)}" if pairs else address


def arguments(address: str, pairs: Pairs) -> str:
    """The arguments of `requests.get`: a dict reads better, where no parameter comes twice."""
    if not pairs:
        return repr(address)
    given = dict(pairs) if len(dict(pairs)) == len(pairs) else pairs
    return f"{address!r}, params={given!r}"
