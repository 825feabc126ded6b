"""Web configurations of BioThings, as their projects write them, become configurations of ours."""

import runpy

import pytest
from click.testing import CliRunner

from searchapp.cli import main
from searchapp.config.load import load_settings
from searchapp.config.module_values import module_values

CONFIG = """
import copy
import re
from biothings.web.settings.default import ANNOTATION_KWARGS, QUERY_KWARGS
from config_common import *

open("ran", "w")  # what no setting needs is not run
ES_HOST = "es.example.org"
ES_INDICES = {None: "chem_current", "chem": "chem_current", "drug": "drug_current"}
API_PREFIX = "chem"

MAPPING = {"CHEBI": {"field": ["chebi.id"]}, "INCHIKEY": {"field": "_id", "regex_term_pattern": "(?P<term>[A-Z-]+)"}}
curies = []
for prefix, rule in MAPPING.items():
    pattern = rule.get("regex_term_pattern", None)
    if pattern is None:
        pattern = "(?P<term>[^:]+)"
    curies.append((re.compile(rf"({prefix}):{pattern}", re.I), rule["field"]))

ANNOTATION_ID_REGEX_LIST = [*curies, (re.compile(r"[0-9]+"), ()), ("x.*", ("a", "b"))]
ANNOTATION_DEFAULT_SCOPES = ["_id", "drugbank.id"]
STATUS_CHECK = {"id": "USNINK", "index": "drug_current"}
LICENSE_TRANSFORM = {"aeolus.outcomes": "aeolus"}
USERQUERY_DIR = "userquery"
ANNOTATION_KWARGS = copy.deepcopy(ANNOTATION_KWARGS)
ANNOTATION_KWARGS["*"].update({"list_filter": {"type": str}})
ES_RESULT_TRANSFORM = "web.pipeline.Formatter"
"""


@pytest.fixture
def module(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "config_common.py").write_text("ES_SIZE_CAP = 500\nAVAILABLE_FIELDS_NOTES_PATH = 'notes.json'\n")
    (tmp_path / "notes.json").write_text('{"chebi.id": "Of ChEBI"}')
    for name, text in {"good": '{"match": {"name": "{{q}}"}}', "bad": "{{q}} AND x"}.items():
        (tmp_path / "userquery" / name).mkdir(parents=True)
        (tmp_path / "userquery" / name / "query.txt").write_text(text)
    path = tmp_path / "config_web.py"
    path.write_text(CONFIG)
    return path


def test_a_configuration_is_carried_over_and_starts(module, tmp_path):
    result = CliRunner().invoke(main, ["import-biothings", str(module), "--output", "ours.py"])
    assert result.exit_code == 0, result.output
    found = {name: value for name, value in runpy.run_path("ours.py").items() if name.isupper()}
    own = {
        "default_scopes": ["_id", "drugbank.id"],
        "id_patterns": [
            ("(?i)(CHEBI):(?P<term>[^:]+)", ["chebi.id"]),
            ("(?i)(INCHIKEY):(?P<term>[A-Z-]+)", ["_id"]),
            ("[0-9]+", None),
            ("x.*", ["a", "b"]),
        ],
        "license_transform": {"*": "*", "aeolus.outcomes": "aeolus"},
        "field_notes": {"chebi.id": "Of ChEBI"},
        "user_queries": {"good": {"query": {"match": {"name": "{q}"}}}},
    }
    assert found == {
        "BACKEND": "elasticsearch",
        "ES_URL": "http://es.example.org:9200",
        "URL_PREFIX": "chem",
        "MAX_SIZE": 500,
        "METADATA_ITEM_TYPE_KEYS": ("item_type", "biothing_type"),
        "ITEM_TYPES": {"chem": {"index": "chem_current", **own}, "drug": {"index": "drug_current", **own}},
        "STATUS_CHECK": {"drug": "USNINK"},
    }
    assert load_settings(tmp_path, found)["MAX_SIZE"] == 500
    assert not (tmp_path / "ran").exists()


def test_settings_that_are_not_translated_are_named(module):
    said = CliRunner().invoke(main, ["import-biothings", str(module)]).stderr
    assert "ES_RESULT_TRANSFORM is not translated: write a class and name it in FORMATTER" in said
    assert "ANNOTATION_KWARGS is not translated" in said
    assert "the user query bad is not JSON" in said


def test_a_file_is_not_overwritten(module, tmp_path):
    (tmp_path / "ours.py").write_text("mine")
    result = CliRunner().invoke(main, ["import-biothings", str(module), "--output", "ours.py"])
    assert (result.exit_code, (tmp_path / "ours.py").read_text()) == (1, "mine")


def test_a_statement_that_fails_is_named_and_the_others_are_read(tmp_path):
    path = tmp_path / "config.py"
    path.write_text("ES_HOST = open('/etc/hosts').read()\nES_INDEX = 'a'\n")
    values, problems = module_values(path, ["ES_HOST", "ES_INDEX"])
    assert values == {"ES_INDEX": "a"}
    assert problems == ["config.py, line 1 cannot be read: name 'open' is not defined"]
