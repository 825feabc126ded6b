"""Texts without case and accents, for comparing typed texts with values of documents."""

import unicodedata


def folded(text: str) -> str:
    """The text without case, accents and invisible characters such as soft hyphens."""
    if text.isascii():
        return text.lower()
    letters = unicodedata.normalize("NFKD", text.casefold())
    return "".join(sign for sign in letters if not unicodedata.combining(sign) and unicodedata.category(sign) != "Cf")
