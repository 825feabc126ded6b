"""Reads the settings of a part of an analyzer: words, flags, patterns of Java. What is not known is refused."""

import re
import warnings
from collections.abc import Collection
from typing import Any

from ..errors import EngineError

Settings = dict[str, Any]

BLANKS = (
    "\t\n\x0b\x0c\r\x1c\x1d\x1e\x1f \u1680\u2000\u2001\u2002\u2003\u2004\u2005\u2006\u2008\u2009"
    "\u200a\u2028\u2029\u205f\u3000"
)
"""White space as Java has it, without the blanks that join words."""


def refused(reason: str) -> EngineError:
    return EngineError(400, "illegal_argument_exception", reason)


def check_settings(kind: str, settings: Settings, known: Collection[str]) -> None:
    """Refuses settings that would be ignored."""
    for key in settings:
        if key not in known and key not in ("type", "version"):
            raise refused(f"unsupported setting: {key} of {kind}")


def is_true(value: Any) -> bool:
    return str(value).lower() == "true"


def flag(settings: Settings, name: str, default: bool = False) -> bool:
    return is_true(settings.get(name, default))


def listed(value: Any) -> list[str]:
    """The words of a list, or of a text with commas; none of None."""
    given = value.split(",") if isinstance(value, str) else value or ()
    return [str(word).strip() for word in given]


def java_pattern(text: str, flags: str = "") -> re.Pattern[str]:
    """A pattern of Java, whose `\\w`, `\\d` and `\\s` are ASCII."""
    value = re.ASCII
    for name in filter(None, flags.split("|")):
        if name not in FLAGS:
            raise refused(f"Unknown regex flag [{name}]")
        value |= FLAGS[name]
    if construct := MEANT_OTHERWISE.search(text):
        raise refused(f"unsupported pattern [{text}]: {construct[0]}")
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("error", FutureWarning)  # of sets in sets
            return re.compile(text, value)
    except (re.error, FutureWarning, ValueError, OverflowError, RecursionError) as error:
        raise refused(f"unsupported pattern [{text}]: {error}") from error


MEANT_OTHERWISE = re.compile(r"(?<!\\)(?:\(\?P|(?<!\\p)\{(?!\d)|\[(?:\\.|[^\]\\])*\[)")
"""Named groups, braces and sets in sets, which Python reads and Java in another way or not at all."""
FLAGS = {"CASE_INSENSITIVE": re.I, "MULTILINE": re.M, "DOTALL": re.S, "COMMENTS": re.X}
