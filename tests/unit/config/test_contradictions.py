"""Addresses and options that a database's client refuses: one line, before anything is connected to."""

import json

import pytest
from click.testing import CliRunner

from searchapp.cli.main import main

ES = {"BACKEND": "elasticsearch", "ES_URL": "http://127.0.0.1:1"}
MONGO = {"BACKEND": "mongo", "MONGO_URL": "mongodb://127.0.0.1:1"}
MYSQL = "mysql+pymysql://bob:s3cret@127.0.0.1"
WRONG = {
    "two ways to log in": {**ES, "ES_OPTIONS": {"basic_auth": ["bob", "s3cret"], "api_key": "s3cret"}},
    "a cloud and an address": {**ES, "ES_OPTIONS": {"cloud_id": "x:s3cret"}},
    "certificates without TLS": {**ES, "ES_OPTIONS": {"ca_certs": "/x"}},
    "a certificate that is not there": {**ES, "ES_URL": "https://h:1", "ES_OPTIONS": {"client_cert": "/nowhere"}},
    "headers that are a number": {**ES, "ES_OPTIONS": {"basic_auth": 5, "headers": 7}},
    "an address that is a number": {**ES, "ES_URL": ["http://bob:s3cret@h:1", 5]},
    "an address without a port": {**ES, "ES_URL": "http://h/?password=s3cret"},
    "a password that is not quoted": {**MONGO, "MONGO_URL": "mongodb://bob:s3/cret@127.0.0.1:1/"},
    "TLS and no TLS": {**MONGO, "MONGO_URL": "mongodb://bob:s3cret@h:1/?tls=true&ssl=false"},
    "an unknown option": {**MONGO, "MONGO_OPTIONS": {"nope": "s3cret"}},
    "a port that is a word": {"BACKEND": "sql", "SQL_URL": f"{MYSQL}:port/x"},
    "an option that the driver does not know": {"BACKEND": "sql", "SQL_URL": f"{MYSQL}/x?nope=s3cret"},
    "an option that SQLAlchemy does not know": {"BACKEND": "sql", "SQL_OPTIONS": {"nope": "s3cret"}},
    "a prefix that is no path": {"URL_PREFIX": "<x>"},
    "a prefix with a query": {"URL_PREFIX": "a?b"},
    "a prefix above the root": {"URL_PREFIX": "a/../b"},
    "arguments that are a number": {"BACKEND": "sql", "SQL_OPTIONS": {"connect_args": 5}},
}


@pytest.mark.parametrize("name", WRONG)
def test_options_that_a_client_refuses_are_an_error_of_one_line_without_a_password(tmp_path, name):
    settings = {key: value if isinstance(value, str) else json.dumps(value) for key, value in WRONG[name].items()}
    environment = {f"SEARCHAPP_{key}": value for key, value in settings.items()}
    for command in ("config", "indexes"):
        result = CliRunner().invoke(main, [command, "--instance", str(tmp_path)], env=environment)
        assert isinstance(result.exception, SystemExit), result.exception
        assert result.exit_code == 1
        assert result.output.splitlines()[-1].startswith("Error: ")
        assert "s3cret" not in result.output
