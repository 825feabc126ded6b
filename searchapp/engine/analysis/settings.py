"""Reads the settings of an analyzer's parts: lists of words, flags, patterns of Java. Unknown settings are errors."""

import re
import warnings
from collections.abc import Callable, Collection
from typing import Any

from ..errors import illegal

Settings = dict[str, Any]

BLANKS = (
    "\t\n\x0b\x0c\r\x1c\x1d\x1e\x1f \u1680\u2000\u2001\u2002\u2003\u2004\u2005\u2006\u2008\u2009"
    "\u200a\u2028\u2029\u205f\u3000"
)
"""White space by Java's definition, which excludes no-break spaces."""


def check_settings(kind: str, settings: Settings, known: Collection[str]) -> None:
    """Raise EngineError for a setting that the engine does not have."""
    for key in settings:
        if key not in known and key not in ("type", "version"):
            raise illegal(f"unsupported setting: {key} of {kind}")


def is_true(value: Any) -> bool:
    """Whether a setting is true, as a boolean or a text."""
    return str(value).lower() == "true"


def flag(settings: Settings, name: str, default: bool = False) -> bool:
    """The setting of this name as a boolean."""
    return is_true(settings.get(name, default))


def word_list(value: Any) -> list[str]:
    """The words of a list, or of a text with commas; no words for None."""
    given = value.split(",") if isinstance(value, str) else value or ()
    return [str(word).strip() for word in given]


def java_pattern(text: str, flags: str = "") -> re.Pattern[str]:
    """The Python pattern of a Java pattern, in which `\\w`, `\\d` and `\\s` are ASCII."""
    value = re.ASCII
    for name in filter(None, flags.split("|")):
        if name not in FLAGS:
            raise illegal(f"Unknown regex flag [{name}]")
        value |= FLAGS[name]
    if construct := MEANT_OTHERWISE.search(text):
        raise illegal(f"unsupported pattern [{text}]: {construct[0]}")
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("error", FutureWarning)  # of sets in sets
            return re.compile(text, value)
    except (re.error, FutureWarning, ValueError, OverflowError, RecursionError) as error:
        raise illegal(f"unsupported pattern [{text}]: {error}") from error


def java_replacing(settings: Settings) -> tuple[re.Pattern[str], Callable[[re.Match[str]], str]]:
    """The pattern and the replacement of a filter `pattern_replace`."""
    if "pattern" not in settings:
        raise illegal("pattern is missing for pattern_replace")
    pattern = java_pattern(settings["pattern"], settings.get("flags", ""))
    return pattern, java_replacement(settings.get("replacement", ""), pattern)


def java_replacement(text: str, pattern: re.Pattern[str]) -> Callable[[re.Match[str]], str]:
    """The function of a Java replacement, from a match to its new text. `$1` is a group; a backslash escapes."""
    parts: list[str | int] = []
    at = 0
    while at < len(text):
        sign = text[at]
        if sign == "$":
            group = _group(text, at + 1, pattern.groups)
            parts.append(int(group))
            at += 1 + len(group)
        else:
            at += sign == "\\"
            if at == len(text):
                raise illegal("character to be escaped is missing")
            parts.append(text[at])
            at += 1
    return lambda match: "".join(part if isinstance(part, str) else match[part] or "" for part in parts)


def _group(text: str, start: int, most: int) -> str:
    """The longest digits that are the number of a group."""
    digits = re.match("[0-9]*", text[start:])[0]  # type: ignore[index]
    for size in range(len(digits), 0, -1):
        if int(digits[:size]) <= most:
            return digits[:size]
    raise illegal(f"No group {digits[:1]}" if digits else f"unsupported replacement: {text}")


def unescaped(text: str) -> str:
    """The text with escapes such as `\\n`, `\\t` and `\\u0020` replaced by their characters."""
    return ESCAPE.sub(lambda match: chr(int(match[1], 16)) if match[1] else ESCAPED.get(match[2], match[2]), text)


ESCAPE = re.compile(r"\\(?:u([0-9a-fA-F]{4})|(.))", re.DOTALL)
ESCAPED = {"n": "\n", "t": "\t", "r": "\r", "b": "\b", "f": "\f"}
MEANT_OTHERWISE = re.compile(r"(?<!\\)(?:\(\?P|(?<!\\p)\{(?!\d)|\[(?:\\.|[^\]\\])*\[)")
"""Named groups, braces and nested sets, whose meaning in Python differs from Java."""
FLAGS = {"CASE_INSENSITIVE": re.I, "MULTILINE": re.M, "DOTALL": re.S, "COMMENTS": re.X}
