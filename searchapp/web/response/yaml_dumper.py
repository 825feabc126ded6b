"""Writes any values as YAML by PyYAML."""

from collections.abc import Callable
from typing import Any

import yaml

Dumper = getattr(yaml, "CSafeDumper", yaml.SafeDumper)


class PlainDumper(Dumper):  # type: ignore[misc, valid-type]
    """Writes a repeated value twice rather than by an alias, which our own reader would refuse."""

    look: Callable[[], None] | None = None

    def ignore_aliases(self, data: Any) -> bool:
        if self.look is not None:
            self.look()  # PyYAML calls only this method for each value
        return True


def written_by_pyyaml(data: Any, look: Callable[[], None] | None = None) -> bytes:
    """YAML of any values that PyYAML knows; it takes five times as long."""

    def dumper(*stream: Any, **options: Any) -> PlainDumper:
        made = PlainDumper(*stream, **options)
        made.look = look
        return made

    return bytes(yaml.dump(data, Dumper=dumper, encoding="utf-8", allow_unicode=True, sort_keys=False, width=1000))
