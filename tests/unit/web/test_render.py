import datetime

import msgpack
import orjson
import pytest
import yaml

from searchapp.web.render import to_json, writers
from searchapp.web.safe_yaml import load_yaml

DATA = {"took": 1, "hits": [{"_id": "日本", "n": 0.5, "flag": False, "none": None, "text": "no", "many": [1, 2]}]}


@pytest.mark.rule("G6")
def test_every_format_says_the_same():
    found = writers()
    assert orjson.loads(found["json"].write(DATA)) == DATA
    assert yaml.safe_load(found["yaml"].write(DATA)) == DATA
    assert msgpack.unpackb(found["msgpack"].write(DATA)) == DATA


@pytest.mark.rule("G6")
def test_every_format_has_its_content_type():
    assert {name: writer.content_type for name, writer in writers().items()} == {
        "json": "application/json",
        "yaml": "application/yaml; charset=utf-8",
        "msgpack": "application/msgpack",
    }


def test_yaml_has_no_aliases_so_that_we_read_what_we_write():
    shared = {"a": 1}
    assert load_yaml(writers()["yaml"].write({"x": shared, "y": shared})) == {"x": shared, "y": shared}


@pytest.mark.rule("R9")
def test_lists_are_lists_unless_they_are_wrapped():
    assert writers()["json"].write([1]) == b"[1]"
    assert writers(wrap_lists=True)["json"].write([1]) == b'{"hits":[1]}'
    assert writers(wrap_lists=True)["json"].write({"a": 1}) == b'{"a":1}'


def test_what_json_does_not_know_is_written_as_text():
    assert to_json({"a": datetime.timedelta(seconds=1)}) == b'{"a":"0:00:01"}'
