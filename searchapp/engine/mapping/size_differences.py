"""The limits of an index for the sizes of grams and shingles in its analyzers."""

from collections.abc import Mapping
from typing import Any

from ..analysis.analyzers import MALFORMED
from ..analysis.definitions import analysis_settings
from ..analysis.settings import flag
from ..errors import illegal
from .index_settings import IndexSettings


def check_differences(settings: Mapping[str, Any], limits: IndexSettings) -> None:
    """Raise EngineError 400 for a tokenizer or filter whose sizes differ more than the index allows, used or not."""
    for part in ("tokenizer", "filter"):
        try:
            for definition in analysis_settings(settings).get(part, {}).values():
                _check(definition, limits)
        except MALFORMED as error:
            raise illegal(f"the settings of a {part} cannot be read: {error}") from error


def _check(definition: dict[str, Any], limits: IndexSettings) -> None:
    if definition.get("type") == "ngram":
        difference = int(definition.get("max_gram", 2)) - int(definition.get("min_gram", 1))
        most, setting = limits.max_ngram_diff, "max_ngram_diff"
    elif definition.get("type") == "shingle":
        difference = int(definition.get("max_shingle_size", 2)) - int(definition.get("min_shingle_size", 2))
        difference += flag(definition, "output_unigrams", True)
        most, setting = limits.max_shingle_diff, "max_shingle_diff"
    else:
        return
    if difference > most:
        what = f"the difference between the sizes of {definition['type']}"
        raise illegal(f"{what} must be at most [{most}], not [{difference}]: index.{setting} can be set")
