"""Half a character (a lone surrogate), which JSON can write and UTF-8 cannot: its document is refused, and no other."""

import pytest

from searchapp.engine import Engine, EngineError

HALF = "\ud800"


@pytest.mark.parametrize("document", [{HALF: 1}, {"a": {HALF: "x"}}, {"k": HALF}, {"l": [{"n": f"a{HALF}"}]}])
def test_a_document_with_half_a_character_is_refused_and_adds_no_field(tmp_path, document):
    engine = Engine(tmp_path)
    with engine.builder("i") as builder:
        with pytest.raises(EngineError, match="the document is not JSON"):
            builder.add({"_id": "1", **document})
        builder.add({"_id": "2", "z": 1})
    assert engine.count("i") == 1
    assert engine.mapping("i") == {"properties": {"z": {"type": "long"}}}


@pytest.mark.parametrize("mapping", [{HALF: {"type": "long"}}, {"o": {"properties": {f"a{HALF}": {"type": "text"}}}}])
def test_a_field_with_half_a_character_in_its_name_is_refused(tmp_path, mapping):
    with (
        pytest.raises(EngineError, match="half of a surrogate pair"),
        Engine(tmp_path).builder("i", {"properties": mapping}),
    ):
        pass


@pytest.mark.parametrize("given", [({}, "true"), ("x", {}), ([1], None)])
def test_a_mapping_or_settings_that_are_no_object_are_refused(tmp_path, given):
    with pytest.raises(EngineError, match="must be an object"), Engine(tmp_path).builder("i", *given):
        pass
