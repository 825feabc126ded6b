import pytest

from searchapp.did_you_mean import did_you_mean, nearest

NAMES = ["symbol", "name", "alias", "alias.symbol", "Label", "xref.omim", "other.omim", "xref.ensembl"]
NEAR: dict[str, dict[str, str]] = {name: {} for name in NAMES}


@pytest.mark.parametrize(
    ("name", "field"),
    [
        ("symbl", "symbol"),
        ("SYMBOL", "symbol"),
        ("label", "Label"),
        ("omim", "xref.omim"),
        ("OMIM", "xref.omim"),
        ("omin", "xref.omim"),
        ("ensemble", "xref.ensembl"),
        ("alias.symbl", "alias.symbol"),
        ("aliassymbol", "alias.symbol"),
        ("name.raw", "name"),
        ("zzz", None),
        ("", None),
    ],
)
def test_a_name_is_found_by_its_last_part_or_by_likeness(name, field):
    assert nearest(name, NEAR) == field
    assert did_you_mean(name, NEAR) == (f", did you mean {field}" if field else "")


def test_an_equal_name_is_nearer_than_an_equal_last_part():
    assert nearest("Symbol", {"alias.symbol": {}, "symbol": {}}) == "symbol"
    assert nearest("SYMBOL", {"alias.symbol": {}}) == "alias.symbol"
