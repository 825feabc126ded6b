"""What setup.cfg cannot say: pages, styles, server settings and samples beside the package go into the wheel."""

import shutil
from pathlib import Path

from setuptools import setup
from setuptools.command.build_py import build_py

FOLDERS = ("templates", "static", "deploy", "examples")
LEFT_OUT = ("__pycache__", "sources", "SOURCE.md", "make_collections.py", "mongo.py", "postgresql.py", "sqlite.py")
"""What is no part of the package: how the samples were made, and examples for other databases."""


class BuildWithFolders(build_py):
    """Copies the folders into the package; in an editable installation they are found beside it."""

    def run(self):
        super().run()
        if self.editable_mode:
            return
        for name in FOLDERS:
            target = Path(self.build_lib, "searchapp", name)
            shutil.rmtree(target, ignore_errors=True)
            shutil.copytree(name, target, ignore=shutil.ignore_patterns(*LEFT_OUT))


setup(cmdclass={"build_py": BuildWithFolders})
