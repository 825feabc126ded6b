"""Requests made from our own API specification: no 5xx, and no answer that the specification does not describe.

More of them, and others each time: `make fuzz-api N=50000`.
"""

import collections
import gc
import os
from urllib.parse import unquote, urlsplit

import pytest
import schemathesis
from hypothesis import HealthCheck, Phase, given, seed, settings, strategies
from jsonschema import Draft202012Validator, ValidationError
from schemathesis.checks import not_a_server_error
from schemathesis.core.failures import FailureGroup
from schemathesis.generation.modes import GenerationMode
from schemathesis.specs.openapi.checks import (
    content_type_conformance,
    response_headers_conformance,
    response_schema_conformance,
    status_code_conformance,
)

from searchapp.web.ids import fits_path

REQUESTS = int(os.environ.get("FUZZ_REQUESTS", "600"))
SEED = int(os.environ.get("FUZZ_SEED", "1"))
WRITERS = {"application/yaml": "yaml", "application/msgpack": "msgpack"}
CHECKS = [
    not_a_server_error,
    status_code_conformance,
    content_type_conformance,
    response_headers_conformance,
    response_schema_conformance,
]
# the specification of one type, of the paths without a type, and of the service; the other types differ by name only
PATHS = ("/v1/gene", "/v1/query", "/metadata", "/status", "/spec")


ALL = list(HealthCheck)
OTHER = {"$ref": "#/components/schemas/Other"}
FORMED = ("raw", "jmespath", "always_list")


@pytest.fixture(scope="module")
def fuzzed_app(embedded_engine):
    from searchapp import create_app

    return create_app(embedded_engine.config)


# a form with a file that cannot be read to its end leaves the file of werkzeug to the garbage collector
@pytest.mark.filterwarnings("ignore::pytest.PytestUnraisableExceptionWarning", "ignore::ResourceWarning")
def test_requests_made_from_the_specification_are_answered_as_it_says(fuzzed_app):
    schema = schemathesis.openapi.from_wsgi("/spec", fuzzed_app)
    operations = [found.ok() for found in schema.get_all_operations()]
    chosen = [one for one in operations if one.path.startswith(PATHS)]
    statuses, failures = collections.Counter(), []
    for number, operation in enumerate(chosen):
        found = fuzz(operation, -(-REQUESTS // len(chosen)), SEED + number, statuses)
        failures += [f"{operation.method.upper()} {operation.path}: {one}" for one in found]
    gc.collect()
    print(f"{statuses.total()} requests, seed {SEED}: {dict(sorted(statuses.items()))}")
    assert not failures, "\n\n".join(failures[:10])
    assert statuses.total() > 0.9 * REQUESTS


def fuzz(operation, count, number, statuses):
    """Sends so many requests to one operation; what was wrong with the first answers that were."""
    wrong = []
    strict = strict_schema(operation)
    cases = strategies.one_of(
        operation.as_strategy(generation_mode=GenerationMode.POSITIVE),
        operation.as_strategy(generation_mode=GenerationMode.NEGATIVE),
    )

    @seed(number)
    @settings(max_examples=count, phases=[Phase.generate], deadline=None, database=None, suppress_health_check=ALL)
    @given(cases)
    def send(case):
        response = case.call()
        statuses[response.status_code] += 1
        try:
            case.validate_response(response, checks=CHECKS)
            if is_plain(response, operation.path):
                strict.validate(response.json())
        except (FailureGroup, ValidationError) as error:
            if len(wrong) < 3:
                wrong.append(f"{response.request.url} {response.request.body}: {error}")

    send()
    return wrong


def strict_schema(operation):
    """What an answer in JSON looks like that no option has given another form."""
    spec = operation.schema.raw_schema
    response = operation.definition.raw["responses"]["200"]
    shared = spec["components"]["responses"].get(response.get("$ref", "").rpartition("/")[2], response)
    answers = shared["content"]["application/json"]["schema"]
    known = [answer for answer in answers.get("anyOf", [answers]) if answer != OTHER]
    return Draft202012Validator({"anyOf": known, "components": spec["components"]})


def is_plain(response, path):
    """Whether an answer has the form of its operation; an id such as `query` asks another path."""
    id = unquote(urlsplit(response.request.url).path).removeprefix(path.removesuffix("{id}"))
    if path.endswith("{id}") and not fits_path(id):
        return False
    asked = f"{response.request.url} {response.request.body}"
    is_json = response.headers.get("content-type") == ["application/json"]
    return response.status_code == 200 and is_json and not any(name in asked for name in FORMED)
