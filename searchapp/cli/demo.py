"""`searchapp demo`: the sample collections."""

import os
import shutil
from pathlib import Path

import click
from flask import Flask

from .. import folder
from ..config.load import instance_folder
from ..loading import load as loading
from ..loading.bad import BadLines, LoadError
from .installation import loader_of, of_installation, say
from .load import contents_of_files, load_with

EXAMPLES = {"gene": "genes", "disease": "diseases"}


@click.command()
@click.option("--examples", metavar="FOLDER", help="Folder with the sample collections.")
@of_installation
def demo(examples: str | None, instance: str | None, backend: str | None) -> None:
    """Load the sample collections, unless they are loaded.

    They are human genes (item type gene) and human diseases (disease). An empty instance folder also gets the
    configuration of the samples.
    """
    on_bad = BadLines(tell=say)
    loader = loader_of(instance, backend, on_bad)
    if not loader.collections():
        copy_config(examples_folder(examples), instance)
    current = {one["item_type"] for one in loader.collections() if one["state"] == "current"}
    for item_type, name in EXAMPLES.items():
        if item_type in current:
            continue
        stem = examples_folder(examples) / name
        given = loading.Input([f"{stem}.ndjson.gz"], None, on_bad)
        files = {kind: f"{stem}-{kind}.json" for kind in ("mapping", "metadata", "fields")}
        say(load_with(loader, item_type, given, "replace", *contents_of_files(files)))
    say("the samples are loaded: `searchapp serve` shows them")


def examples_folder(given: str | None) -> Path:
    """The folder of the sample collections: the given one, else the folder of the package or of its source tree."""
    found = Path(given) if given else folder("examples")
    if not (found / "genes.ndjson.gz").is_file():
        raise LoadError(f"there are no sample collections in {found}, give their folder with --examples")
    return found


def copy_config(examples: Path, instance: str | None) -> None:
    """Copy the configuration of the sample collections to an instance folder without one, and print this."""
    config = Path(instance_folder({"INSTANCE": instance} if instance else {}) or Flask("searchapp").instance_path)
    config /= "config.py"
    samples = examples / "config.py"
    if os.environ.get("SEARCHAPP_CONFIG") or config.exists() or not samples.is_file():
        return
    config.parent.mkdir(parents=True, exist_ok=True)
    shutil.copyfile(samples, config)
    say(f"the configuration is {config}")
