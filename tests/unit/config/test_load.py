import os
import stat

import pytest

from searchapp.config.load import instance_folder, load_settings, secret_key, without_secrets
from searchapp.config.settings import ITEM_TYPE_SETTINGS, SETTINGS, SettingsError


@pytest.fixture(autouse=True)
def clean_environment(monkeypatch):
    for name in os.environ:
        if name.startswith("SEARCHAPP_"):
            monkeypatch.delenv(name)


def refused(instance, **config):
    with pytest.raises(SettingsError) as raised:
        load_settings(instance, config)
    return str(raised.value)


def test_every_setting_has_a_name_and_words():
    names = [setting.name for setting in (*SETTINGS, *ITEM_TYPE_SETTINGS)]
    assert len(names) == len(set(names))
    assert all(setting.doc for setting in (*SETTINGS, *ITEM_TYPE_SETTINGS))


@pytest.mark.rule("T2", "T3", "T4", "T5", "Z1", "Z2", "Z3", "C5", "C6")
def test_the_defaults(tmp_path):
    settings = load_settings(tmp_path)
    assert (settings["SCROLL_TIME"], settings["SCROLL_SIZE"]) == ("1m", 1000)
    assert (settings["MULTISEARCH_CONCURRENCY"], settings["TOTAL_HITS_AS_INT"]) == (5, True)
    assert (settings["ALLOW_RANDOM_QUERY"], settings["ALLOW_NESTED_QUERY"]) == (True, False)
    assert settings["DATA_FOLDER"] == str(tmp_path / "data")
    assert settings["CACHE_MAX_AGE"] is None


def test_the_file_wins_over_defaults_the_environment_over_the_file_and_the_call_over_all(tmp_path, monkeypatch):
    (tmp_path / "config.py").write_text("SIZE = 1\nMAX_SIZE = 1\nMAX_BATCH = 1\nlower = 'ignored'\n")
    monkeypatch.setenv("SEARCHAPP_MAX_SIZE", "2")
    monkeypatch.setenv("SEARCHAPP_MAX_BATCH", "2")
    settings = load_settings(tmp_path, {"MAX_BATCH": 3})
    assert (settings["SIZE"], settings["MAX_SIZE"], settings["MAX_BATCH"]) == (1, 2, 3)


def test_another_file_can_be_named(tmp_path, monkeypatch):
    (tmp_path / "other.py").write_text("TITLE = 'Other'")
    monkeypatch.setenv("SEARCHAPP_CONFIG", str(tmp_path / "other.py"))
    assert load_settings(tmp_path / "instance")["TITLE"] == "Other"


def test_a_folder_or_a_broken_link_in_place_of_the_file_stops_the_start(tmp_path):
    path = tmp_path / "config.py"
    path.mkdir()
    with pytest.raises(SettingsError, match=r"config\.py: IsADirectoryError"):
        load_settings(tmp_path)
    path.rmdir()
    path.symlink_to("nothing.py")
    with pytest.raises(SettingsError, match=r"config\.py: FileNotFoundError"):
        load_settings(tmp_path)


def test_a_named_file_has_to_be_there(tmp_path, monkeypatch):
    monkeypatch.setenv("SEARCHAPP_CONFIG", "nowhere.py")
    assert refused(tmp_path) == "SEARCHAPP_CONFIG names a file that does not exist: nowhere.py"


@pytest.mark.parametrize(
    ("name", "text", "value"),
    [
        ("ALLOW_RAW", "no", False),
        ("ALLOW_RAW", "true", True),
        ("CACHE_MAX_AGE", "60", 60),
        ("DEADLINE", "2.5", 2.5),
        ("ES_OPTIONS", '{"api_key": "x"}', {"api_key": "x"}),
        ("ES_URL", "http://es:9200", "http://es:9200"),
        ("ES_URL", '["http://a:9200", "http://b:9200"]', ["http://a:9200", "http://b:9200"]),
        ("TITLE", "42", "42"),
    ],
)
def test_text_of_the_environment_becomes_a_value(tmp_path, monkeypatch, name, text, value):
    monkeypatch.setenv(f"SEARCHAPP_{name}", text)
    assert load_settings(tmp_path)[name] == value


def test_an_unknown_name_stops_the_start_wherever_it_stands(tmp_path, monkeypatch):
    assert refused(tmp_path, SIZZE=1) == "unknown setting SIZZE in create_app, did you mean SIZE"
    monkeypatch.setenv("SEARCHAPP_BACKEMD", "embedded")
    assert refused(tmp_path) == "unknown setting BACKEMD in the environment, did you mean BACKEND"
    monkeypatch.delenv("SEARCHAPP_BACKEMD")
    (tmp_path / "config.py").write_text("TITEL = 'x'")
    assert refused(tmp_path) == "unknown setting TITEL in config.py, did you mean TITLE; names of helpers begin with _"
    (tmp_path / "config.py").write_text("PORT = 8080")
    advice = "set the environment variable BIND, such as 127.0.0.1:8000"
    assert refused(tmp_path) == f"unknown setting PORT in config.py; {advice}"
    (tmp_path / "config.py").write_text("ES_HOST = 'http://localhost:9200'")
    advice = "`searchapp import-biothings` translates the settings of BioThings"
    assert refused(tmp_path) == f"unknown setting ES_HOST in config.py; {advice}"


def test_a_list_in_the_environment_is_written_as_json(tmp_path, monkeypatch):
    monkeypatch.setenv("SEARCHAPP_TRUSTED_HOSTS", "example.org")
    words = "TRUSTED_HOSTS in the environment must be list or tuple, written as JSON, not str"
    assert refused(tmp_path) == words


def test_names_of_helpers_begin_with_an_underscore(tmp_path):
    (tmp_path / "config.py").write_text("_HOST = 'es'\n_PORT: int = 9200\nES_URL = f'http://{_HOST}:{_PORT}'")
    assert load_settings(tmp_path)["ES_URL"] == "http://es:9200"


def test_variables_of_the_tests_are_no_settings(tmp_path, monkeypatch):
    monkeypatch.setenv("SEARCHAPP_TEST_ES_URL", "http://x")
    assert load_settings(tmp_path)["ES_URL"] == "http://127.0.0.1:9200"


def test_the_names_of_the_framework_may_be_given(tmp_path):
    assert load_settings(tmp_path, {"TESTING": True}, ["TESTING"])["TESTING"] is True


@pytest.mark.parametrize(
    ("config", "words"),
    [
        ({"SIZE": "10"}, "SIZE in create_app must be int, not str"),
        ({"SIZE": True}, "SIZE in create_app must be int, not bool"),
        ({"SIZE": None}, "SIZE in create_app must be int, not NoneType"),
        ({"SIZE": -1}, "SIZE in create_app must not be negative"),
        ({"ITEM_TYPES": {"gene": []}}, "ITEM_TYPES['gene'] must be a dict, not list"),
        (
            {"ITEM_TYPES": {"gene": {"titel_fields": []}}},
            "unknown setting titel_fields in ITEM_TYPES['gene'], did you mean title_fields",
        ),
        (
            {"ITEM_TYPES": {"gene": {"default_operator": "XOR"}}},
            "default_operator in ITEM_TYPES['gene'] must be one of AND, OR, not 'XOR'",
        ),
        ({"SIZE": 20, "MAX_SIZE": 10}, "SIZE is 20, but must be at most MAX_SIZE, which is 10"),
        ({"DEADLINE": 0}, "DEADLINE must be more than 0"),
        ({"SCROLL_TIME": "abc"}, "SCROLL_TIME must be written as 30s, 1m or 1h, not 'abc'"),
        (
            {"ITEM_TYPES": {"gene": {"user_queries": {"human": "taxid:9606"}}}},
            "user_queries in ITEM_TYPES['gene']: 'human' must hold a query, a filter or both",
        ),
        ({"MAX_FACET_SIZE": 5}, "FACET_SIZE is 10, but must be at most MAX_FACET_SIZE, which is 5"),
        (
            {
                "ITEM_TYPES": {
                    "gene": {"user_queries": {"u": {"query": {"bool": {"must": [{"term": {"a": "{{q}}"}}]}}}}}
                }
            },
            "user_queries in ITEM_TYPES['gene']: 'u' has {{q}}, write {q} where the term goes",
        ),
        *(
            (
                {"ITEM_TYPES": {"gene": {"user_queries": {"u": {"query": query}}}}},
                f"user_queries in ITEM_TYPES['gene']: 'u' has {wrong}, write {{q}} where the term goes",
            )
            for wrong in ("{ q }", "{q }", "${q}", "{{ q }}", "{Q}")
            for query in ({"match": {"name": f"x {wrong}"}}, {"terms": {"name": ["{q}", wrong]}}, {"term": {wrong: 1}})
        ),
        (
            {"ITEM_TYPES": {"gene": {"licenses": {"hgnc": {"license_url": "https://x.org"}}}}},
            "licenses in ITEM_TYPES['gene']: 'hgnc' must have the URL of a licence, not {'license_url': 'https://x.org'}",
        ),
        (
            {"ITEM_TYPES": {"gene": {"licenses": {"hgnc": "CC0"}}}},
            "licenses in ITEM_TYPES['gene']: 'hgnc' must have the URL of a licence, not 'CC0'",
        ),
        (
            {"ITEM_TYPES": {"gene": {"license_transform": {"xref": ["hgnc"]}}}},
            "license_transform in ITEM_TYPES['gene']: 'xref' must name a source, not ['hgnc']",
        ),
        (
            {"ITEM_TYPES": {"gene": {"default_fields": ["name", "symbol^x"]}}},
            "default_fields in ITEM_TYPES['gene'] holds 'symbol^x'; a field with a weight is written symbol^8",
        ),
        (
            {"ITEM_TYPES": {"gene": {"id_patterns": [("(", None)]}}},
            "id_patterns in ITEM_TYPES['gene'] holds '(', which is not a valid regular expression: "
            "missing ), unterminated subpattern at position 0",
        ),
        (
            {"ITEM_TYPES": {"gene": {"id_patterns": ["x"]}}},
            "id_patterns in ITEM_TYPES['gene'] must hold pairs (pattern, scopes or None), not 'x'",
        ),
        ({"DEADLINE": float("nan")}, "DEADLINE in create_app must be a number up to 9007199254740992, not nan"),
        ({"SIZE": 20, "MAX_WINDOW": 10}, "SIZE is 20, but must be at most MAX_WINDOW, which is 10"),
        ({"ITEM_TYPES": {5: {}}}, "ITEM_TYPES in create_app must have texts as keys, not 5"),
        ({"TRUSTED_HOSTS": [5]}, "TRUSTED_HOSTS in create_app must hold str, not 5"),
        (
            {"TRUSTED_HOSTS": ["https://example.org"]},
            "TRUSTED_HOSTS must be names of hosts such as api.example.org, not 'https://example.org'",
        ),
        (
            {"CORS_ORIGINS": ["https://example.org/"]},
            "CORS_ORIGINS must be origins such as https://example.org, without a path, not 'https://example.org/'",
        ),
        (
            {"BASE_URL": "api.example.org"},
            "BASE_URL must be an address such as https://api.example.org, not 'api.example.org'",
        ),
        ({"API_VERSION": ""}, "API_VERSION must be a part of a path such as v1, not ''"),
        ({"ENDPOINT_CACHE": {"query": "60"}}, "ENDPOINT_CACHE in create_app must hold int or None, not '60'"),
        ({"CHANGED_OPTIONS": {"size": 5}}, "CHANGED_OPTIONS in create_app must hold dict, not 5"),
        (
            {"ITEM_TYPES": {"gene": {"decimals": {"x": -1}}}},
            "decimals in ITEM_TYPES['gene'] must not be negative",
        ),
        (
            {"ITEM_TYPES": {"gene": {"timestamps": {"x": "minutes"}}}},
            "timestamps in ITEM_TYPES['gene'] must be one of s, ms, not 'minutes'",
        ),
        (
            {"ITEM_TYPES": {"gene": {"labels": {"x": {"lable": "X"}}}}},
            "labels in ITEM_TYPES['gene']: 'x' has 'lable', known: label, unit, description, did you mean label",
        ),
        (
            {"ITEM_TYPES": {"gene": {"linkouts": {"x": "https://x.org/{valeu}"}}}},
            "linkouts in ITEM_TYPES['gene']: 'x' has {valeu}, known: {value}, {_id}",
        ),
        (
            {"ITEM_TYPES": {"gene": {"linkouts": {"x": "javascript:f('{value}')"}}}},
            "linkouts in ITEM_TYPES['gene']: 'x' must lead to an address with https://, or to a path such as /search, "
            "not \"javascript:f('{value}')\"",
        ),
        (
            {"ITEM_TYPES": {"gene": {"user_queries": {"u": {"query": "taxid:9606"}}}}},
            "user_queries in ITEM_TYPES['gene']: 'u' must hold queries as objects",
        ),
        ({"ES_URL": ["http://a:1", 5]}, "ES_URL in create_app must hold str, not 5"),
        (
            {"ITEM_TYPES": {"gene": {"id_patterns": [("a", 5)]}}},
            "id_patterns in ITEM_TYPES['gene']: the scopes of 'a' must be fields or None, not 5",
        ),
    ],
)
def test_a_wrong_value_stops_the_start_and_is_named(tmp_path, config, words):
    assert refused(tmp_path, **config) == words


@pytest.mark.parametrize("folder", [5, b"x", ["x"]])
def test_the_folder_of_the_instance_is_a_text_or_a_path(folder):
    with pytest.raises(SettingsError, match="INSTANCE must be str or Path, not"):
        instance_folder({"INSTANCE": folder})


@pytest.mark.parametrize("url", ["localhost:9200", "http://localhost", "", "http://localhost:x", ["http://a:1", "b:2"]])
def test_an_address_of_elasticsearch_must_be_whole(tmp_path, url):
    words = "ES_URL must be written as http://127.0.0.1:9200, with a port, not "
    assert refused(tmp_path, BACKEND="elasticsearch", ES_URL=url).startswith(words)


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("SIZE = 5\nMAX_SIZE = \n", "config.py line 2: invalid syntax"),
        ("SIZE = 5\nMAX_SIZE = 1 / 0\n", "config.py line 2: ZeroDivisionError: division by zero"),
        ("import nowhere\n", "config.py line 1: ModuleNotFoundError: No module named 'nowhere'"),
        ("MAX_SIZE: 5\n", "config.py: MAX_SIZE has no value, write MAX_SIZE = ..."),
        ("size = 5\n", "config.py: write size in capitals, SIZE; names of helpers begin with _"),
        ("ITEM_TYPES = {\n  'a': {},\n  'a': {}}\n", "config.py line 3: the key 'a' is already in this object"),
        ("import sys\nsys.exit('no')\n", "config.py line 2: SystemExit: no"),
        ("INSTANCE = '/x'\n", "config.py: INSTANCE cannot be set in this file, use SEARCHAPP_INSTANCE or --instance"),
    ],
)
def test_mistakes_in_the_file_are_named_with_their_line(tmp_path, text, words):
    (tmp_path / "config.py").write_text(text)
    assert refused(tmp_path) == words


@pytest.mark.rule("C1", "C2", "C3", "K4")
def test_an_item_type_has_defaults(tmp_path):
    own = load_settings(tmp_path, {"ITEM_TYPES": {"gene": {"index": "genes"}}})["ITEM_TYPES"]["gene"]
    assert (own["index"], own["default_scopes"], own["id_patterns"]) == ("genes", None, ())
    assert (own["user_queries"], own["excluded_keys"]) == ({}, ())


def test_the_key_is_made_once_and_for_the_owner_only(tmp_path):
    first = load_settings(tmp_path / "new")["SECRET_KEY"]
    assert first == load_settings(tmp_path / "new")["SECRET_KEY"] == secret_key(tmp_path / "new")
    assert len(first) == 64
    assert stat.S_IMODE((tmp_path / "new" / "secret_key").stat().st_mode) == 0o600
    assert [path.name for path in (tmp_path / "new").iterdir()] == ["secret_key"]


def test_a_key_that_cannot_be_kept_stops_the_start(tmp_path):
    (tmp_path / "file").write_text("")
    assert refused(tmp_path / "file").startswith("SECRET_KEY is not set, and a new key cannot be written to")


def test_a_key_that_cannot_be_read_stops_the_start(tmp_path):
    (tmp_path / "secret_key").mkdir()
    assert refused(tmp_path) == f"{tmp_path / 'secret_key'} cannot be read: Is a directory"


def test_a_key_that_was_not_written_completely_stops_the_start(tmp_path):
    for key in ("", "a" * 31):
        (tmp_path / "secret_key").write_text(key)
        assert "secret_key is damaged: it has" in refused(tmp_path)


@pytest.mark.parametrize("key", ["", "a", "a" * 31])
def test_a_short_key_stops_the_start(tmp_path, key):
    assert refused(tmp_path, SECRET_KEY=key) == "SECRET_KEY must have at least 32 characters"


def test_a_given_key_makes_no_file(tmp_path):
    assert load_settings(tmp_path, {"SECRET_KEY": "mine" * 8})["SECRET_KEY"] == "mine" * 8
    assert list(tmp_path.iterdir()) == []


def test_printed_settings_hide_secrets(tmp_path):
    config = {"SECRET_KEY": "hidden" * 8, "ES_URL": "http://me:pass@es:9200/x", "ES_OPTIONS": {"api_key": "hidden"}}
    printed = without_secrets(load_settings(tmp_path, config))
    assert printed["SECRET_KEY"] == "***"
    assert printed["ES_URL"] == "http://***@es:9200/x"
    assert printed["ES_OPTIONS"] == {"api_key": "***"}
    assert printed["SIZE"] == 10


def test_links_lead_to_item_types_that_are_served(tmp_path):
    types = {"order": {"links": {"customer_id": "custmer"}}, "customer": {}}
    with pytest.raises(
        SettingsError,
        match="links to 'custmer', which is not an item type; known: order, customer, did you mean customer",
    ):
        load_settings(tmp_path, {"ITEM_TYPES": types})
