"""YAML files."""

import pytest

from searchapp.loading.bad import BadLines, LoadError
from searchapp.loading.formats import yaml_text
from searchapp.loading.formats.readers import documents
from searchapp.loading.formats.source import Source


@pytest.fixture
def read(tmp_path):
    """A function that gives the documents of a YAML file."""

    def found(text, name="a.yaml"):
        (tmp_path / name).write_bytes(text if isinstance(text, bytes) else text.encode())
        with Source(str(tmp_path / name)) as source:
            return [document for _, document in documents(source, BadLines())]

    return found


def test_only_numbers_true_false_and_null_are_no_texts(read):
    text = "- {a: 1, b: 2.5, c: true, d: ~, e: no, f: 012, g: 12:30:00, h: 2020-01-31, i: '1', 1: .nan}\n"
    assert read(text) == [
        {"a": 1, "b": 2.5, "c": True, "d": None, "e": "no", "f": "012", "g": "12:30:00", "h": "2020-01-31", "i": "1"}
        | {"1": None}
    ]


def test_objects_with_keys_and_several_documents_are_read_as_in_json(read):
    found = read("Ada: {type: a}\nC: {type: b}\nHy: {type: c}\nIo: {type: d}\n", "a.yml")
    assert found[:2] == [{"_id": "Ada", "type": "a"}, {"_id": "C", "type": "b"}]
    assert read("---\n---\na: 1\n---\na: 2\n---\n") == [{"a": 1}, {"a": 2}]


def test_aliases_are_replaced_up_to_a_size(read, monkeypatch):
    text = "- &one {a: [1, 2]}\n- *one\n- <<: *one\n  b: 3\n"
    assert read(text) == [{"a": [1, 2]}, {"a": [1, 2]}, {"a": [1, 2], "b": 3}]
    monkeypatch.setattr(yaml_text, "MAX_SIZE", 200)
    assert len(read(text)) == 3
    for longer in (text + "- *one\n", f"- &one {'x' * 50}\n- *one\n- *one\n- *one\n"):
        with pytest.raises(LoadError, match="too large after its aliases are replaced"):
            read(longer)


def test_own_keys_win_over_merged_ones_and_earlier_merged_ones_over_later_ones(read):
    text = "- &one {name: 1, b: 2}\n- &two {<<: [*one, *one], name: 3}\n- {<<: [*two, *one]}\n- {<<: [*one, *two]}\n"
    assert read(text)[1:] == [{"name": 3, "b": 2}, {"name": 3, "b": 2}, {"name": 1, "b": 2}]


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("a: 1\nb: c: d\n", "a.yaml line 2: not YAML: mapping values are not allowed in this context"),
        *(
            (text, "a.yaml: cannot be read as JSON")
            for text in ("- &a [*a]\n", "!!bool x", "!!int ''", "!!timestamp x")
        ),
        ("a: !!python/object:x.Y {}\n", "a.yaml line 1: not YAML: could not determine a constructor"),
        (b"a: \xff\n", "a.yaml: not YAML: "),
        ("b: {}\na: 1\na: 2\n", "a.yaml line 3: not YAML: the key a occurs twice"),
        ("? [1]\n: 2\n", "a.yaml line 1: not YAML: found unhashable key"),
    ],
)
def test_other_texts_are_errors(read, text, said):
    with pytest.raises(LoadError) as error:
        read(text)
    assert str(error.value).removeprefix(str(error.value).split("a.yaml")[0]).startswith(said)


def test_large_files_are_refused(read, monkeypatch):
    monkeypatch.setattr(yaml_text, "MAX_BYTES", 5)
    with pytest.raises(LoadError, match="convert it to JSON"):
        read("- {a: 1}\n")
