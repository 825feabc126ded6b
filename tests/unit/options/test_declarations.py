"""Options that an application declares or changes wrongly."""

import pytest

from searchapp.options.option import Option
from searchapp.options.optionset import catalog


@pytest.mark.parametrize(
    ("option", "words"),
    [
        (Option("own", dict), "the option own has the type dict, known: str, bool, int, float, list"),
        (Option("own", int, default="a"), "the option own must have a default of the type int, not 'a'"),
        (Option("own", str, aliases=("size",)), "the options size and own are both called size"),
        (Option("own", str, endpoints="query"), "the option own: endpoints must be a tuple of texts, not a text"),
        (Option("own", int, default=6, max=5), "the option own has the default 6, which is more than 5"),
        (
            Option("own", str, endpoints=("querys",)),
            "the option own names an unknown endpoint: querys, known: annotation",
        ),
    ],
)
def test_an_option_that_no_request_could_give_is_refused(option, words):
    with pytest.raises(ValueError, match=f"^{words}"):
        catalog([option])


@pytest.mark.parametrize("attribute", ["name", "defualt"])
def test_fixed_attributes_of_an_option_are_refused(attribute):
    with pytest.raises(ValueError, match="CHANGED_OPTIONS cannot change"):
        catalog(changes={"size": {attribute: "x"}})
