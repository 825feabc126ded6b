import subprocess
import sys

import pytest

from searchapp.builders.elastic import ElasticBuilder
from searchapp.components.build import build_components, check_types, found_types
from searchapp.components.classes import class_of
from searchapp.components.options import make_options
from searchapp.config.load import load_settings
from searchapp.config.settings import SettingsError
from searchapp.databases.shared import cursors
from searchapp.errors import PipelineError


@pytest.fixture
def settings(tmp_path):
    """A function that gives complete settings."""
    return lambda **config: load_settings(tmp_path, {"ITEM_TYPES": {"gene": {}, "disease": {}}, **config})


def test_a_scroll_id_of_another_database_is_stale(settings, tmp_path):
    same = {"SECRET_KEY": "k" * 32}
    embedded = build_components(settings(BACKEND="embedded", **same)).backend
    sql = build_components(settings(BACKEND="sql", SQL_URL=f"sqlite:///{tmp_path}/c.db", **same)).backend
    text = cursors.signed(embedded.secret_key, "gene", "abc")
    with pytest.raises(PipelineError, match="stale scroll_id"):
        sql.every.next_batch(text, "gene", 0)


class Database:
    def __init__(self, names):
        self.names = names

    def item_types(self):
        if self.names is None:
            raise PipelineError(503, "search backend is not available")
        return self.names


def limits(options):
    return {option.name: (option.default, option.max) for option in options}


@pytest.mark.rule("X2")
def test_the_first_type_is_the_default_unless_another_is_named(settings):
    assert build_components(settings()).default.name == "gene"
    assert build_components(settings(DEFAULT_ITEM_TYPE="disease")).default.name == "disease"


@pytest.mark.rule("T2", "T3", "T4", "T5", "T1")
def test_the_backend_gets_its_settings(settings):
    own = {
        "ITEM_TYPES": {"gene": {"index": "genes"}},
        "SCROLL_SIZE": 7,
        "SCROLL_TIME": "2m",
        "TOTAL_HITS_AS_INT": False,
    }
    backend = build_components(settings(**own)).backend
    assert (backend.scroll_size, backend.scroll_time, backend.total_hits_as_int) == (7, "2m", False)
    assert backend.index_of("gene") == "genes"


@pytest.mark.rule("C1", "C2", "C3", "C5", "C6", "C7", "C8")
def test_the_builder_gets_its_settings(settings):
    own = {"id_patterns": [(r"\d+", ["n"])], "default_scopes": ["code"], "user_queries": {"u": {"query": {}}}}
    item_type = build_components(
        settings(ITEM_TYPES={"gene": own}, ALLOW_NESTED_QUERY=True, ALLOW_RANDOM_QUERY=False)
    ).item_types["gene"]
    builder = item_type.pipeline.builder
    assert builder.parser.parse("12") == ("12", ("n",))
    assert builder.parser.parse("x") == ("x", ("code",))
    assert builder.user_query.queries == own["user_queries"]
    assert (builder.allow_nested_query, builder.allow_random_query) == (True, False)
    assert builder.formatter is item_type.formatter
    assert builder.fields.metadata


@pytest.mark.rule("K1", "K2", "K3", "K4")
def test_the_formatter_gets_its_settings(settings):
    own = {"license_transform": {"a": "s"}, "field_notes": {"a": "note"}, "excluded_keys": ["b"]}
    formatter = build_components(settings(ITEM_TYPES={"gene": own})).item_types["gene"].formatter
    assert formatter.license_transform == {"gene": {"a": "s"}}
    assert formatter.field_notes == {"a": "note"}
    assert list(formatter.excluded_keys) == ["b"]


def test_settings_are_the_limits_of_options(settings):
    own = settings(SIZE=3, MAX_SIZE=30, MAX_WINDOW=40, MAX_BATCH=50, FACET_SIZE=6, MAX_FACET_SIZE=60)
    found = limits(make_options(own))
    assert (found["size"], found["from_"], found["facet_size"]) == ((3, 30), (0, 40), (6, 60))
    assert found["q"][1] == found["id"][1] == 50


def test_changed_options_win_over_settings(settings):
    assert limits(make_options(settings(MAX_SIZE=30, CHANGED_OPTIONS={"size": {"max": 31}})))["size"] == (10, 31)


@pytest.mark.parametrize(("name", "setting"), [("size", "SIZE"), ("limit", "SIZE"), ("facet_size", "FACET_SIZE")])
def test_a_default_that_is_a_setting_is_changed_by_the_setting_only(settings, name, setting):
    with pytest.raises(SettingsError, match=f"use the setting {setting}$"):
        make_options(settings(CHANGED_OPTIONS={name: {"default": 3}}))


@pytest.mark.rule("N6")
def test_raw_answers_can_be_switched_off(settings):
    off = {option.name for option in make_options(settings(ALLOW_RAW=False)) if not option.methods}
    assert off == {"raw", "rawquery", "explain"}


@pytest.mark.parametrize("setting", ["BUILDER", "FORMATTER"])
def test_a_class_that_is_no_builder_or_formatter_stops_the_start(settings, setting):
    with pytest.raises(SettingsError, match=r"json\.dumps cannot be used: "):
        build_components(settings(ITEM_TYPES={"gene": {}}, **{setting: "json.dumps"}))


@pytest.mark.parametrize("config", [{"EXTRA_OPTIONS": ["x"]}, {"CHANGED_OPTIONS": {"nosuch": {}}}])
def test_wrong_options_stop_the_start(settings, config):
    with pytest.raises(SettingsError, match="OPTIONS"):
        make_options(settings(**config))


@pytest.mark.parametrize("name", ["query", "metadata", "a/b", "", "1x", "a.b"])
def test_a_name_that_no_path_can_hold_stops_the_start(name):
    with pytest.raises(SettingsError, match="cannot be named"):
        check_types({name: {}}, name)


def test_the_default_has_to_be_a_type():
    with pytest.raises(SettingsError, match="DEFAULT_ITEM_TYPE is x, which is not an item type; known: gene"):
        check_types({"gene": {}}, "x")


def test_without_item_types_the_types_of_the_database_are_served():
    assert list(found_types(Database(["a", "b"]))) == ["a", "b"]
    assert found_types(Database(["a"]))["a"]["default_scopes"] is None


@pytest.mark.parametrize(("names", "words"), [([], "has no collections"), (None, "cannot be listed")])
def test_without_any_the_start_stops(names, words):
    with pytest.raises(SettingsError, match=words):
        found_types(Database(names))


def test_a_class_has_a_dotted_name():
    assert class_of("searchapp.builders.elastic.ElasticBuilder") is ElasticBuilder


@pytest.mark.parametrize("name", ["nosuch.Builder", "searchapp.builders.elastic.Nosuch", "Builder"])
def test_a_class_that_is_not_there_stops_the_start(name):
    with pytest.raises(SettingsError, match="there is no class"):
        class_of(name)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("backend", "unused"),
    [
        ("embedded", ["elasticsearch", "elastic_transport", "searchapp.loading"]),
        ("elasticsearch", ["pyarrow", "httpx", "tantivy", "searchapp.loading"]),
        # old versions of pymongo load zstandard
        ("mongo", ["elasticsearch", "tantivy", "searchapp.engine.docstore", "searchapp.loading"]),
        ("sql", ["elasticsearch", "tantivy", "zstandard", "searchapp.loading"]),
    ],
)
def test_a_worker_loads_no_packages_that_it_does_not_need(backend, unused, tmp_path):
    code = f"""
import importlib, sys
from searchapp import create_app
create_app({{"INSTANCE": {str(tmp_path)!r}, "BACKEND": {backend!r}, "ITEM_TYPES": {{"gene": {{}}}}}})
assert {set(unused)!r} & set(sys.modules) == set()
for name in {unused!r}:
    importlib.import_module(name)
"""
    subprocess.run([sys.executable, "-c", code], check=True, cwd=tmp_path, timeout=60)
