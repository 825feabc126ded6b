"""Texts as patterns of LIKE, with the same escape character in all databases."""

WILD = {"*": "%", "?": "_"}
ESCAPE = "!"


def like(text: str) -> str:
    """The LIKE pattern for values that contain a text."""
    return f"%{escaped(text)}%"


def escaped(text: str) -> str:
    return "".join(ESCAPE + char if char in "%_" + ESCAPE else char for char in text)


def like_pattern(pattern: str) -> str:
    """The LIKE pattern for a pattern with `*`, `?` and characters escaped by a backslash."""
    found, chars = [], iter(pattern)
    for char in chars:
        found.append(WILD[char] if char in WILD else escaped(next(chars, "") if char == "\\" else char))
    return "".join(found)
