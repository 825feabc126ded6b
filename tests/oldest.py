"""Prints the lowest versions that setup.cfg allows, as constraints for pip: `python -m tests.oldest`."""

import configparser
import re
from collections.abc import Iterator
from pathlib import Path

from tests.services.engines import PROJECT

NOT_TESTED = ("fast", "docs", "site", "test", "audit", "es9", "check", "mutate")
"""The extras of developers, and those that no test of the oldest versions needs."""

BOUND = re.compile(r"(?P<name>[A-Za-z0-9_.-]+)(\[[^]]*\])?>=(?P<version>[0-9.]+)")


def oldest(file: Path) -> Iterator[str]:
    """A line for each bound in a setup.cfg."""
    config = configparser.ConfigParser()
    config.read(file)
    extras = [text for name, text in config["options.extras_require"].items() if name not in NOT_TESTED]
    lines = "\n".join([config["options"]["install_requires"], *extras]).splitlines()
    bounds = dict.fromkeys(f"{found['name']}=={found['version']}" for line in lines if (found := BOUND.match(line)))
    yield from sorted(bounds, key=str.lower)


if __name__ == "__main__":
    print("\n".join(oldest(PROJECT / "setup.cfg")))
