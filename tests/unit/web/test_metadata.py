from types import SimpleNamespace

from searchapp.web.metadata import software, with_license_keys
from searchapp.web.sources import sources_of


def test_both_spellings_of_licence_keys_are_read():
    found = with_license_keys(
        {"a": {"licence": "CC0", "licence_url": "https://a"}, "b": {"license": "X", "licence": "Y"}}
    )
    assert found["a"] == {
        "licence": "CC0",
        "licence_url": "https://a",
        "license": "CC0",
        "license_url": "https://a",
    }
    assert found["b"] == {"license": "X", "licence": "Y"}


def test_pages_read_both_spellings_too():
    notes = SimpleNamespace(sources=lambda item_type: {"src": {"a": {"licence": "CC0"}}})
    assert sources_of(SimpleNamespace(metadata=notes), "gene")["a"]["license"] == "CC0"


def test_a_source_that_is_no_object_stays_as_it_is():
    assert with_license_keys({"a": "a text"}) == {"a": "a text"}


def test_software_that_is_not_installed_is_not_named(monkeypatch):
    monkeypatch.setattr("searchapp.web.metadata.PACKAGES", ("flask", "no-such-package"))
    assert list(software()) == ["searchapp", "python", "flask"]
