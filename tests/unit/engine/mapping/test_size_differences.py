"""The sizes of grams in an index. engine_index_cases.yaml has those of shingles, which the node of the tests checks."""

import pytest

from searchapp.engine import EngineError
from searchapp.engine.mapping.index_settings import check_differences
from searchapp.engine.mapping.mapping import Mapping


def check(**settings):
    mapping = Mapping({}, settings)
    check_differences(mapping.settings, mapping.index_settings)


@pytest.mark.parametrize("part", ["tokenizer", "filter"])
def test_grams_of_more_sizes_than_the_index_allows_are_refused(part):
    grams = {part: {"g": {"type": "ngram", "max_gram": 3}}}
    with pytest.raises(EngineError, match=r"sizes of ngram must be at most \[1\], not \[2\]: index.max_ngram_diff"):
        check(analysis=grams)
    check(analysis=grams, max_ngram_diff=2)


def test_a_size_that_is_no_number_is_refused():
    with pytest.raises(EngineError, match="the settings of a filter cannot be read"):
        check(analysis={"filter": {"g": {"type": "ngram", "max_gram": "x"}}})
    with pytest.raises(EngineError, match="the settings of a tokenizer cannot be read"):
        check(analysis={"tokenizer": 5})
