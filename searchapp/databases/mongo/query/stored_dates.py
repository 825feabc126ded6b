"""The forms in which a date may be stored: as a date, as an ISO text, or as milliseconds since 1970."""

import re
from datetime import UTC, datetime
from typing import Any

from ...shared.date_periods import iso

MOMENT = re.compile(r"[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}:[0-9]{2}(\.[0-9]{3})?Z")
"""The format of a moment in answers."""


def as_date(moment: datetime) -> dict[str, Any]:
    return {"$date": iso(moment)}


def shortest_text(moment: datetime) -> str:
    """The shortest text of a moment, which sorts before every longer one."""
    return iso(moment).removesuffix("Z").removesuffix(".000").removesuffix("T00:00:00")


def milliseconds(moment: datetime) -> int:
    return round(moment.replace(tzinfo=UTC).timestamp() * 1000)


FORMS = (as_date, shortest_text, milliseconds)
