"""Runs the steps of a case on a side, and says what both sides make of it.

equal        both sides give what the suite says
refused      the engine names something that it does not have
skipped      the case needs what the engine's interface has not, or what this runner does not know
other        the node does not give what the suite says either: the suite is for another product or version
different    the node gives what the suite says, and the engine something else
"""

import hashlib
import json
import re
from collections.abc import Callable, Mapping
from typing import Any, NamedTuple

import yaml

from tests.foreign.checks import CHECKS, MISSING, Failed, at, check, stashed
from tests.foreign.sides import NOTHING_TO_DO, PATHS, UNTOLD, EngineSide, NodeSide, OutOfScope
from tests.foreign.suite import Case

VERDICTS = ("equal", "refused", "skipped", "other", "different")
FEATURES = frozenset(("allowed_warnings", "warnings", "contains", "close_to"))
"""What a case may need of a runner, beside the steps; headers, selected nodes and the like are out of scope."""
BESIDE = frozenset(("catch", "warnings", "allowed_warnings"))
REFUSED = re.compile(
    r"unsupported [\w ]*(?:: [\w.]+)?|unrecognized parameter: \[\w+\]|Unknown key for a \w+ in \[\w+\]"
)
CAUGHT = {
    "bad_request": (400,),
    "missing": (404,),
    "conflict": (409,),
    "unavailable": (503,),
    "request": range(400, 600),
}


class Outcome(NamedTuple):
    verdict: str
    why: str = ""


class _Refused(Exception):
    """The engine names what it does not have."""


def outcome(case: Case, node: NodeSide, engine: EngineSide) -> Outcome:
    """What both sides make of a case."""
    try:
        found = _tried(lambda: run(case, engine))
        expected = _tried(lambda: run(case, node))
    except OutOfScope as error:
        return Outcome("skipped", str(error))
    finally:
        node.reset()
        engine.reset()
    if isinstance(found, _Refused):
        return Outcome("refused", str(found))
    if expected:
        return Outcome("other", str(expected))
    return Outcome("different", str(found)) if found else Outcome("equal")


def _tried(call: Callable[[], None]) -> Exception | None:
    try:
        call()
    except (Failed, _Refused) as error:
        return error
    return None


def run(case: Case, side: NodeSide | EngineSide) -> None:
    """Raises Failed at the first step that is not as the suite says."""
    answer, stash = None, {}
    for step in case.steps:
        ((kind, given),) = step.items()
        if kind == "do":
            answer = _do(given, side, stash)
        elif kind == "set":
            stash.update({name: at(answer, path, stash) for path, name in given.items()})
        elif kind == "skip":
            _skip(given)
        elif kind in CHECKS or kind in ("is_true", "is_false"):
            _checked(kind, given, answer, stash)
        else:
            raise OutOfScope(kind)


def _checked(kind: str, given: Any, answer: Any, stash: Mapping[str, Any]) -> None:
    if answer is UNTOLD:
        raise OutOfScope("the answer to a write")
    try:
        check(kind, given, answer, stash)
    except TypeError as error:
        raise Failed(f"{kind} {given}: {error}") from error


def _skip(given: Mapping[str, Any]) -> None:
    features = given.get("features") or []
    unknown = set([features] if isinstance(features, str) else features) - FEATURES
    if unknown or str(given.get("version", "")).strip() == "all":
        raise OutOfScope(f"needs {', '.join(sorted(unknown))}" if unknown else "the suite leaves it out")


def _do(given: Mapping[str, Any], side: NodeSide | EngineSide, stash: Mapping[str, Any]) -> Any:
    """The answer of one call, which must be an error where the step says so."""
    calls = [(name, call) for name, call in given.items() if name not in BESIDE]
    if len(calls) != 1 or not (
        calls[0][0] in PATHS or calls[0][0] in NOTHING_TO_DO or calls[0][0] in ("index", "create")
    ):
        raise OutOfScope(", ".join(name for name, _ in calls))
    api, call = calls[0]
    status, answer = side.call(
        api, _named(api, {key: _plain(api, one) for key, one in stashed(call or {}, stash).items()})
    )
    wanted = given.get("catch")
    if isinstance(side, EngineSide) and status >= 400 and (named := REFUSED.search(json.dumps(answer))):
        raise _Refused(named[0].strip())
    if wanted is None and status >= 400 and api not in ("get", "delete"):
        raise Failed(f"{api}: {status} {_reason(answer)}")
    if wanted is not None and not _caught(wanted, status, answer):
        raise Failed(f"{api}: {status} {_reason(answer)}, not {wanted}")
    return answer


def _named(api: str, given: dict[str, Any]) -> dict[str, Any]:
    """What is indexed without an id gets one that follows from it."""
    if api == "index" and "id" not in given:
        return {**given, "id": _made_id(given.get("body"))}
    if api == "bulk":
        body = given["body"].strip().split("\n") if isinstance(given["body"], str) else given["body"]
        lines = [json.loads(line) if isinstance(line, str) else line for line in body]
        heads = [number for number, line in enumerate(lines) if line.keys() <= {"index", "create"} and number % 2 == 0]
        for number in heads:
            ((kind, head),) = lines[number].items()
            lines[number] = {kind: {"_id": _made_id([number, lines[number + 1 :][:1]]), **(head or {})}}
        return {**given, "body": lines}
    return given


def _made_id(value: Any) -> str:
    return hashlib.sha256(json.dumps(value, sort_keys=True).encode()).hexdigest()[:12]


def _plain(api: str, value: Any) -> Any:
    """A body that is written as text is read."""
    is_body = isinstance(value, str) and value.lstrip().startswith("{") and api not in ("bulk", "msearch")
    return yaml.safe_load(value) if is_body else value


def _caught(wanted: str, status: int, answer: Any) -> bool:
    if wanted.startswith("/"):
        return status >= 400 and re.search(wanted.strip("/").strip(), _unquoted(answer), re.DOTALL) is not None
    if wanted not in CAUGHT:
        raise OutOfScope(f"catch {wanted}")
    return status in CAUGHT[wanted]


def _unquoted(answer: Any) -> str:
    return json.dumps(answer, ensure_ascii=False).replace('\\"', '"')


def _reason(answer: Any) -> str:
    found = at(answer, "error.reason", {})
    return str(answer if found is MISSING else found)[:200]
