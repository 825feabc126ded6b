"""One case of tests/cases: what is sent, and what is checked.

name: a sentence
rules: [P3]                      numbers of docs/rules.md
engines: [embedded]              all of them when left out
request: {method: GET, path: /v1/gene/HGNC:1100, query: {fields: symbol}, headers: {}, form|json|yaml|msgpack|body: ...}
status: 200
headers: {Content-Type: application/json}
expected: compared as compare.py says
                                 `{$repeat: [a, 1000]}` in a request or an expectation is a thousand times a
save: {scroll: _scroll_id}       values of the answer for later steps, written `{{scroll}}` there
steps: [...]                     several requests instead of one
"""

import json
import re
from typing import Any

import msgpack
import requests
import yaml

from tests.contract.compare import MISSING, differences

ENCODERS = {
    "json": (json.dumps, "application/json"),
    "yaml": (yaml.safe_dump, "application/yaml"),
    "msgpack": (msgpack.packb, "application/msgpack"),
}
DECODERS = {
    "application/json": json.loads,
    "application/yaml": yaml.safe_load,
    "application/msgpack": msgpack.unpackb,
}


def run(case: dict[str, Any], base_url: str) -> list[str]:
    """The differences between what a case expects and what the server answers, over all its steps."""
    values: dict[str, Any] = {}
    lines = []
    for step in case.get("steps") or [case]:
        step = filled(step, values)
        answer = send(step["request"], base_url)
        body = decode(answer)
        found = check(step, answer, body)
        if found:
            lines += [described(step["request"], answer), *found]
        values |= {name: at(body, path) for name, path in step.get("save", {}).items()}
    return lines


def send(request: dict[str, Any], base_url: str) -> requests.Response:
    headers = {"Accept": "*/*", **request.get("headers", {})}
    data = request.get("form", request.get("body"))
    for name, (encode, content_type) in ENCODERS.items():
        if name in request:
            data = encode(request[name])
            headers.setdefault("Content-Type", content_type)
    if isinstance(data, str):
        data = data.encode()
    return requests.request(
        request.get("method", "GET"),
        base_url + request["path"],
        params=request.get("query"),
        data=data,
        headers=headers,
        timeout=60,
        allow_redirects=False,
    )


def decode(answer: requests.Response) -> Any:
    """The body by its content type; text where there is no decoder."""
    kind = answer.headers.get("Content-Type", "").split(";")[0]
    if kind not in DECODERS or not answer.content:
        return answer.text
    return DECODERS[kind](answer.content)


def check(step: dict[str, Any], answer: requests.Response, body: Any) -> list[str]:
    lines = differences(step.get("status", 200), answer.status_code, "status")
    for name, wanted in step.get("headers", {}).items():
        wanted = {"$match": f"^{re.escape(wanted)}"} if isinstance(wanted, str) else wanted
        lines += differences(wanted, answer.headers.get(name, MISSING), name)
    if "expected" in step:
        lines += differences(step["expected"], body)
    return lines


def described(request: dict[str, Any], answer: requests.Response) -> str:
    rest = {key: value for key, value in request.items() if key not in ("method", "path", "query")}
    sent = f"{answer.request.method} {answer.request.url} {json.dumps(rest, default=str) if rest else ''}"
    return f"{sent}\n  answered {answer.status_code} {answer.text[:800]}"


def at(body: Any, path: str) -> Any:
    """The value at a dotted path of an answer; numbers index lists."""
    for name in path.split("."):
        body = body[int(name)] if isinstance(body, list) else body[name]
    return body


def filled(value: Any, values: dict[str, Any]) -> Any:
    """`value` with `{{name}}` replaced by what an earlier step saved, and `{$repeat: [text, times]}` written out."""
    if isinstance(value, dict) and "$repeat" in value:
        text, times = value["$repeat"]
        return text * times
    if isinstance(value, dict):
        return {key: filled(item, values) for key, item in value.items()}
    if isinstance(value, list):
        return [filled(item, values) for item in value]
    if isinstance(value, str):
        for name, saved in values.items():
            value = value.replace("{{" + name + "}}", str(saved))
    return value
