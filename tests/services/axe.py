"""axe-core, which finds obstacles on a page: one file of an npm package.

By hand: `python -m tests.services.axe` fetches it.
"""

import shutil
import subprocess
import tarfile
import tempfile
from pathlib import Path

from tests.services.elasticsearch_jars import services_folder
from tests.services.process import Unavailable, locked

VERSION = "4.14.1"
SCRIPT = "axe.min.js"


def script() -> str:
    """The text of the script, fetched at first use."""
    file = services_folder() / f"axe-core-{VERSION}" / SCRIPT
    with locked(services_folder() / "axe-core.lock"):
        if not file.exists():
            fetch(file)
    return file.read_text()


def fetch(file: Path) -> None:
    """Unpacks the one file out of the package."""
    if not shutil.which("npm"):
        raise Unavailable("npm is missing (make services installs it)")
    with tempfile.TemporaryDirectory() as folder:
        command = ["npm", "pack", f"axe-core@{VERSION}", "--silent", "--pack-destination", folder]
        result = subprocess.run(command, capture_output=True, text=True, timeout=300)
        if result.returncode:
            raise Unavailable(f"npm cannot get axe-core: {result.stderr.strip()[-300:]}")
        with tarfile.open(next(Path(folder).glob("*.tgz"))) as package:
            content = package.extractfile(f"package/{SCRIPT}")
            assert content
            text = content.read()
    file.parent.mkdir(parents=True, exist_ok=True)
    partial = file.with_suffix(".part")
    partial.write_bytes(text)
    partial.rename(file)


if __name__ == "__main__":
    script()
