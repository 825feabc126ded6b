"""Writes deploy/constraints.txt: the version of each package that an installation gets today (`make lock`).

An image or a server that is installed with `pip install -c deploy/constraints.txt` is the same tomorrow.
"""

import json
import subprocess
import sys
from pathlib import Path

PROJECT = Path(__file__).parents[1]
CONSTRAINTS = PROJECT / "deploy" / "constraints.txt"
EXTRAS = ("metrics", "tracing", "redis", "mongo", "sql", "mysql", "excel", "parquet")
HEAD = "# The versions of a deployment, for pip install -c; written by `make lock`.\n"


def resolved() -> list[str]:
    """Each package as `name==version`, as pip would install the project with the extras for servers."""
    command = [sys.executable, "-m", "pip", "install", "--dry-run", "--ignore-installed", "--quiet", "--report", "-"]
    report = subprocess.run(
        [*command, f"{PROJECT}[{','.join(EXTRAS)}]"], check=True, capture_output=True, text=True
    ).stdout
    packages = [each["metadata"] for each in json.loads(report)["install"]]
    return sorted(f"{one['name'].lower()}=={one['version']}" for one in packages if one["name"] != "searchapp")


if __name__ == "__main__":
    CONSTRAINTS.write_text(HEAD + "\n".join(resolved()) + "\n")
