"""The built-in analyzers: the tokenizer and the filters of each, and the settings that it may have."""

from .languages.analyzers import AFTER as LANGUAGES
from .languages.analyzers import language_filters
from .token_filters import Part

BUILT_IN: dict[str, tuple[Part, list[Part]]] = {
    "standard": (("standard", {}), [("lowercase", {})]),
    "default": (("standard", {}), [("lowercase", {})]),
    "simple": (("letter", {}), [("lowercase", {})]),
    "stop": (("letter", {}), [("lowercase", {}), ("stop", {})]),
    "whitespace": (("whitespace", {}), []),
    "keyword": (("keyword", {}), []),
    **{language: (("standard", {}), language_filters(language)) for language in LANGUAGES},
}
CONFIGURED = {
    "standard": ("stopwords", "max_token_length"),
    "stop": ("stopwords",),
    "whitespace": ("max_token_length",),
    **dict.fromkeys(LANGUAGES, ("stopwords", "stem_exclusion")),
}
"""The settings of each built-in analyzer."""
