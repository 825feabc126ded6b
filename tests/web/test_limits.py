"""Keys, and limits per key and per address."""

import logging
import time
from concurrent.futures import ThreadPoolExecutor

import pytest
from click.testing import CliRunner
from limits.storage import MemoryStorage

from searchapp import create_app
from searchapp.cli import main
from searchapp.config.settings import SettingsError
from searchapp.engine import Engine
from searchapp.web.observability.metrics import metrics
from searchapp.web.rate_limits.limits import Limit, Limiter
from tests.services.process import free_port

PATH = "/v1/part/a"


@pytest.fixture(scope="module")
def instance(tmp_path_factory):
    folder = tmp_path_factory.mktemp("limits")
    with Engine(folder / "data").builder("part", {"properties": {}}) as builder:
        builder.add({"_id": "a"})
    return folder


@pytest.fixture
def client(instance, tmp_path):
    """A function that gives a client of a service with these settings."""
    return lambda **settings: create_app({"INSTANCE": str(instance), "SECRET_KEY": "k" * 32, **settings}).test_client()


@pytest.fixture
def key(tmp_path):
    """A key of the caller `lab`, and the file that has it."""
    result = CliRunner().invoke(main, ["key", "lab"])
    (tmp_path / "keys").write_text(f"# callers\n{result.stderr}")
    return result.stdout.strip(), tmp_path / "keys"


def statuses(client, times, **headers):
    return [client.get(PATH, headers=headers).status_code for _ in range(times)]


def test_a_limit_that_was_reached_before_the_clock_was_set_back_ends(client, monkeypatch):
    limited, now = client(RATE_LIMIT="1/hour"), time.time()
    monkeypatch.setattr(time, "time", lambda: now + 10_000)
    assert statuses(limited, 2) == [200, 429]
    monkeypatch.setattr(time, "time", lambda: now)
    assert statuses(limited, 2) == [200, 429]


def test_an_address_has_a_limit_and_gets_the_number_of_requests_left(client):
    limited = client(RATE_LIMIT="2/hour")
    first = limited.get(PATH)
    assert first.headers["RateLimit-Policy"] == '"address";q=2;w=3600'
    assert first.headers["RateLimit"].startswith('"address";r=1;t=')
    assert statuses(limited, 2) == [200, 429]
    refused = limited.get(PATH)
    assert refused.json["error"] == "the limit of 2/hour is reached"
    assert 0 < int(refused.headers["Retry-After"]) <= 3600
    assert refused.headers.getlist("Retry-After") == [refused.headers["Retry-After"]]
    assert refused.headers["RateLimit"].startswith('"address";r=0;t=')


def test_without_settings_nothing_is_counted(client):
    assert "RateLimit" not in client().get(PATH).headers


def test_a_key_has_a_limit_of_its_own(client, key):
    text, path = key
    limited = client(RATE_LIMIT="1/hour", KEY_LIMIT="3/hour", API_KEYS=str(path))
    assert statuses(limited, 2) == [200, 429]
    assert statuses(limited, 2, **{"X-API-Key": text}) == [200, 200]
    assert statuses(limited, 2, Authorization=f"Bearer {text}") == [200, 429]


def test_a_line_of_the_file_may_have_a_limit_and_the_file_may_change(client, key):
    text, path = key
    limited = client(API_KEYS=str(path))
    assert statuses(limited, 3, **{"X-API-Key": text}) == [200] * 3
    path.write_text(f"{path.read_text().splitlines()[1]}:1/hour\n")
    assert statuses(limited, 2, **{"X-API-Key": text}) == [200, 429]


@pytest.mark.parametrize("content", [b"half a li", b"ann:" + b"0" * 64 + b":many\n", b"\xff\n", None])
def test_the_keys_stay_while_the_changed_file_cannot_be_read(client, key, caplog, content):
    text, path = key
    limited = client(API_KEYS=str(path))
    path.unlink() if content is None else path.write_bytes(content)
    assert statuses(limited, 2, **{"X-API-Key": text}) == [200, 200]
    assert "API_KEYS" in caplog.messages[0]


def test_an_unknown_key_is_refused_and_no_file_holds_the_key(client, key):
    text, path = key
    assert statuses(client(API_KEYS=str(path)), 1, **{"X-API-Key": "wrong"}) == [401]
    assert text not in path.read_text()


def test_all_callers_without_a_key_share_a_limit(client, key):
    text, path = key
    limited = client(ANONYMOUS_LIMIT="2/hour", TRUSTED_PROXIES=1, API_KEYS=str(path))
    callers = [{"X-Forwarded-For": f"9.9.9.9, 10.0.0.{number}"} for number in range(3)]
    assert [limited.get(PATH, headers=caller).status_code for caller in callers] == [200, 200, 429]
    assert statuses(limited, 1, **{"X-API-Key": text}) == [200]


def test_callers_behind_a_proxy_are_distinguished_by_its_header(client):
    limited = client(RATE_LIMIT="1/hour", TRUSTED_PROXIES=1)
    assert statuses(limited, 2, **{"X-Forwarded-For": "1.1.1.1, 2.2.2.2"}) == [200, 429]
    assert statuses(limited, 1, **{"X-Forwarded-For": "1.1.1.1, 3.3.3.3"}) == [200]


def test_lists_and_whole_results_cost_more_and_the_state_nothing(client):
    limited = client(RATE_LIMIT="26/hour")
    assert limited.get("/v1/part/query?fetch_all=true&format=ndjson").status_code == 200
    assert limited.post("/v1/part", json={"ids": ["a"]}).status_code == 200
    assert [limited.get("/status").status_code for _ in range(5)] == [200] * 5
    assert statuses(limited, 2) == [200, 429]


def test_requests_are_let_through_and_counted_while_the_storage_does_not_answer(client, caplog):
    limited = client(RATE_LIMIT="1/hour", LIMIT_STORAGE=f"redis://127.0.0.1:{free_port()}")
    before = unlimited()
    with caplog.at_level(logging.WARNING, "searchapp"):
        assert statuses(limited, 2) == [200, 200]
    assert unlimited() == before + 2
    assert "requests are not limited" in caplog.text


def unlimited():
    return metrics().registry.get_sample_value("searchapp_unlimited_requests_total")


def test_an_error_of_the_storage_shows_no_password(client):
    with pytest.raises(SettingsError, match=r"x://\*\*\*@host/0") as raised:
        client(RATE_LIMIT="1/hour", LIMIT_STORAGE="x://:hidden@host/0")
    assert raised.value.__suppress_context__  # which would be in the log


@pytest.mark.parametrize(
    ("settings", "words"),
    [
        ({"KEY_LIMIT": "100 per"}, "^KEY_LIMIT must be written as 100/minute, not '100 per'$"),
        ({"RATE_LIMIT": "1/hour", "LIMIT_STORAGE": "x://"}, "^LIMIT_STORAGE: "),
        ({"API_KEYS": "/nothing"}, "^API_KEYS cannot be read: "),
    ],
)
def test_limits_that_cannot_be_read_stop_the_start(client, settings, words):
    with pytest.raises(SettingsError, match=words):
        client(**settings)


def test_threads_that_count_at_once_do_not_fail(client, monkeypatch):
    def set_slowly(storage, timer):
        storage.__dict__["timer"] = timer
        time.sleep(0.05)

    slow = property(lambda storage: storage.__dict__["timer"], set_slowly)
    monkeypatch.setattr(MemoryStorage, "timer", slow, raising=False)
    limiter = Limiter(client().application.config)
    limiter.windows.storage.timer.cancel()
    limiter.windows.storage.timer.join()
    limit = Limit("address", "10.0.0.1", "1000000/hour")
    with ThreadPoolExecutor(4) as threads:
        found = [*threads.map(lambda _: limiter.hit(limit, 1), range(4))]
    assert min(left.remaining for left in found) == 999_996
