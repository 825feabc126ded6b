"""What the front page shows beside its data."""

from collections.abc import Mapping
from typing import Any

from ...components import Components
from .addresses import base_address


def front_values(components: Components, data: Mapping[str, Any]) -> dict[str, Any]:
    """The address in the commands, and the share of each collection in the largest."""
    counts = {name: entry["documents"] for name, entry in data["item_types"].items()}
    numbers = [count for count in counts.values() if isinstance(count, int)]
    largest = max(numbers, default=0) or 1
    return {
        "base": base_address(components.settings),
        "shares": {
            name: round(100 * count / largest, 1) if isinstance(count, int) else 0 for name, count in counts.items()
        },
    }
