"""Texts without case and accents, for comparing what was typed with what documents have."""

import unicodedata


def folded(text: str) -> str:
    """The text without case and accents."""
    if text.isascii():
        return text.lower()
    return "".join(sign for sign in unicodedata.normalize("NFKD", text.casefold()) if not unicodedata.combining(sign))
