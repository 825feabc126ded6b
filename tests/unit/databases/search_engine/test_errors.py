import re
from pathlib import Path

import pytest

from searchapp.databases.embedded.backend import as_elasticsearch
from searchapp.databases.search_engine.errors import pipeline_error
from searchapp.engine import costs, errors
from searchapp.errors import ErrorKind


def search_error(reason, cause=None):
    """The error of a search as a node writes it."""
    shown = {"type": "query_shard_exception", "reason": reason, "index": "searchapp_gene-1"}
    inner = {**shown, "caused_by": cause} if cause else shown
    return {
        "root_cause": [shown],
        "type": "search_phase_execution_exception",
        "reason": "all shards failed",
        "failed_shards": [{"shard": 0, "index": "searchapp_gene-1", "reason": inner}],
    }


def told(status, error, position=None):
    found = pipeline_error(status, error, position)
    return found.code, found.summary


BUSY = (503, "search backend is overloaded")
AWAY = (503, "search backend is not available")
NOT_LOADED = (503, "the data is not loaded")


@pytest.mark.rule("T8", "I7", "FC19", "FC22")
@pytest.mark.parametrize(
    ("status", "type", "expected"),
    [
        (429, "es_rejected_execution_exception", BUSY),
        (429, "circuit_breaking_exception", BUSY),
        (500, "circuit_breaking_exception", BUSY),
        (503, "cluster_block_exception", BUSY),
        (502, "whatever", BUSY),
        (400, "task_cancelled_exception", AWAY),
        (500, "node_closed_exception", AWAY),
        (404, "index_not_found_exception", NOT_LOADED),
        (400, "index_closed_exception", NOT_LOADED),
        (503, "index_corrupt_exception", NOT_LOADED),
        (401, "security_exception", (503, "search backend refused the service")),
        (403, "security_exception", (503, "search backend refused the service")),
        (429, "too_many_scroll_contexts_exception", (429, "too many open scrolls")),
        (404, "search_context_missing_exception", (400, "Invalid or stale scroll_id.")),
        (500, "null_pointer_exception", (500, "Internal Server Error")),
    ],
)
def test_an_error_has_its_code_and_text(status, type, expected):
    assert told(status, {"type": type, "reason": "told so"}) == expected


def test_patterns_that_are_too_complex_for_a_node_are_refused():
    reason = "Determinizing automaton with 494 states and 993 transitions would require more than 50000 effort."
    refused = (400, "the patterns are too complex, use fewer or simpler ones")
    assert told(500, {"type": "too_complex_to_determinize_exception", "reason": reason}) == refused
    assert told(400, search_error(f"failed to create query: {reason}")) == refused


def test_an_error_deep_inside_counts():
    assert told(500, search_error("no", {"type": "es_rejected_execution_exception", "reason": "full"})) == BUSY


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("a )", ") closes nothing at column 3"),
        ('a "x', '" is not closed at column 3'),
        ("a AND", "nothing follows AND at column 3"),
        ("a", "not a query string"),
    ],
)
def test_the_error_of_a_query_string_names_cause_and_column(text, expected):
    error = search_error(f"Failed to parse query [{text}]", {"type": "parse_exception", "reason": "Encountered"})
    assert told(400, error) == (400, f"q cannot be parsed: {expected}")


@pytest.mark.parametrize(
    ("reason", "expected"),
    [
        ('failed to create query: For input string: "abc"', "q cannot be parsed: abc is not a number"),
        ("No mapping found for [nope] in order to sort on", "nope cannot be sorted: no such field"),
        (
            "failed to create query: input automaton is too large: 1001",
            "q cannot be parsed: the pattern is too complex",
        ),
        ("unknown query [span_near]", "unsupported query: span_near"),
        ("[match] analyzer [nope] not found", "unknown analyzer: nope"),
        (
            "Result window is too large, from + size must be less than or equal to: [10000] but was [10005]. See the",
            "from + size must be at most 10000, not 10005; use fetch_all to read everything",
        ),
        (
            "Fielddata is disabled on [name] in [searchapp_gene-1]. Text fields",
            "name cannot be sorted or counted, use a keyword, number, date or boolean field",
        ),
        ("something new in searchapp_gene-1", "the query was refused: something new in index"),
    ],
)
def test_a_refusal_has_our_words(reason, expected):
    assert told(400, search_error(reason)) == (400, expected)


def test_the_line_that_clients_show_is_there_without_the_index():
    found = pipeline_error(400, search_error("Fielddata is disabled on [name] in [searchapp_gene-1]"))
    assert found.details == {"root_cause_line_00": "Fielddata is disabled on [name] in [index]"}


def test_a_class_is_named_without_its_package():
    assert "org." not in told(400, {"type": "x", "reason": "cannot cast org.elasticsearch.index.Thing"})[1]


def test_in_a_batch_the_position_of_the_term_is_named():
    found = pipeline_error(400, search_error('failed to create query: For input string: "abc"'), position=2)
    assert found.summary == "q cannot be parsed: abc is not a number"
    assert found.details["position"] == 2


def test_whatever_the_engine_does_not_support_is_an_error_of_its_own_type():
    """Definitions of indices are left out: only their loads fail, not requests."""
    engine = Path(errors.__file__).parent
    inner = [path for path in engine.rglob("*.py") if path.relative_to(engine).parts[0] not in ("analysis", "mapping")]
    raised = re.compile(r'raise (?:\w+\.)?(\w+)\(\s*f?"unsupported ')
    names = [name for path in inner for name in raised.findall(path.read_text())]
    assert len(names) > 40
    assert set(names) == {"unsupported_error", "UnsupportedField"}


@pytest.mark.parametrize(
    ("error", "kind"),
    [
        (errors.unsupported_error("unsupported query: x"), ErrorKind.BAD_REQUEST),
        (errors.UnsupportedField("unsupported field: _x"), ErrorKind.BAD_REQUEST),
        (errors.TooCostly(costs.TOO_COSTLY), ErrorKind.BAD_REQUEST),
        (errors.TooCostly(costs.TOO_MUCH[costs.WORDS], errors.HIGHLIGHT_COSTLY), ErrorKind.TOO_LONG_TO_HIGHLIGHT),
        (errors.TooCostly(costs.TOO_MANY_TOGETHER, errors.TOGETHER_COSTLY), ErrorKind.BATCH_TOO_LARGE),
    ],
)
def test_the_type_of_an_error_of_the_engine_decides_its_kind_and_its_text_stays(error, kind):
    found = pipeline_error(error.status, as_elasticsearch(error))
    assert (found.code, found.summary, found.kind) == (400, error.reason, kind)
