"""Publishes the files of a writer as the next generation of an index. After an error, the index is unchanged."""

import errno
import shutil
import time
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, TypeVar

from ..docstore.store import Store, merge_last_parts
from ..docstore.store_writer import DELETIONS_REMEMBERED, part_files
from ..errors import EngineError
from ..index import generations
from ..index.manifest import verify
from ..mapping.index_settings import check_differences, check_names
from ..mapping.mapping import Mapping
from .writer import Builder, Updater, Writer

FULL = (errno.ENOSPC, errno.EDQUOT, errno.EFBIG)
MIN_FREE_BYTES = 1 << 20


@contextmanager
def building(folder: Path, mapping: dict[str, Any] | None, settings: dict[str, Any] | None) -> Iterator[Builder]:
    """A builder whose documents become the next generation, if the `with` block ends without an error."""
    checked = Mapping(mapping, settings)
    check_names(settings)
    check_differences(checked.settings, checked.index_settings)
    with generations.locked(folder), _build_folder(folder) as (built, generation), _disk(folder):
        with _abandoned(Builder(built, checked)) as builder:
            yield builder
            statistics, _ = builder.finish()
        _publish(folder, built, generation, builder.mapping, statistics, {})


@contextmanager
def updating(folder: Path) -> Iterator[Updater]:
    """An updater whose changes become the next generation, if the `with` block ends without an error.

    Without changes there is no new generation.
    """
    generations.current(folder)
    with generations.locked(folder), _build_folder(folder) as (built, generation), _disk(folder):
        current = generations.current(folder)
        manifest = verify(folder, current)  # else damaged segments would be merged, and get a new sum
        _link(folder / current, built, manifest["files"])
        mapping = Mapping(manifest["mapping"], manifest["settings"])
        with _abandoned(Updater(built, mapping, manifest["statistics"])) as updater:
            yield updater
            if not updater.store.changed and updater.mapping.definition == manifest["mapping"]:
                return
            if updater.is_small:
                _publish_anew(folder, built, updater)
                return
            statistics, changed = updater.finish()
        merge_last_parts(part_files(built))
        known = _still_linked(folder / current, built, manifest["files"], changed)
        _publish(folder, built, generation, updater.mapping, statistics, known)


def _publish_anew(folder: Path, built: Path, updater: Updater) -> None:
    updater.store.close()
    with _build_folder(folder) as (new, generation), _abandoned(Builder(new, updater.mapping)) as builder:
        store = Store(part_files(built))
        for stored in store.all():
            builder.keep(stored)
        for stored in store.deletions(time.time() - DELETIONS_REMEMBERED):
            builder.store.keep(stored)
        statistics, _ = builder.finish()
        _publish(folder, new, generation, builder.mapping, statistics, {})


def _still_linked(old: Path, new: Path, files: dict[str, Any], changed: set[str]) -> dict[str, Any]:
    """The entries of the old manifest for the files that both generations share."""
    return {
        name: entry
        for name, entry in files.items()
        if Path(name).name not in changed and (new / name).exists() and (new / name).samefile(old / name)
    }


def _publish(
    folder: Path, built: Path, generation: str, mapping: Mapping, statistics: dict[str, Any], known: dict[str, Any]
) -> None:
    try:
        previous = generations.current(folder)
    except EngineError:
        previous = None
    manifest = {
        "created": datetime.now(UTC).isoformat(timespec="seconds"),
        "previous": previous,
        "mapping": mapping.definition,
        "settings": mapping.settings,
        "statistics": statistics,
    }
    generations.publish(folder, built, generation, manifest, known)
    generations.remove_old(folder, {generation, previous or generation})


AnyWriter = TypeVar("AnyWriter", bound=Writer)


@contextmanager
def _abandoned(writer: AnyWriter) -> Iterator[AnyWriter]:
    try:
        yield writer
    finally:
        writer.abandon()


@contextmanager
def _build_folder(folder: Path) -> Iterator[tuple[Path, str]]:
    """A folder to build in, and the name of the new generation. The folder is removed if it was not published."""
    generation = generations.new_name(folder)
    built = folder / (generations.BUILDING + generation)
    built.mkdir()
    try:
        yield built, generation
    finally:
        shutil.rmtree(built, ignore_errors=True)


@contextmanager
def _disk(folder: Path) -> Iterator[None]:
    """Raise EngineError 507 for any error of a full disk. The current generation stays as it is."""
    try:
        yield
    except EngineError:
        raise
    except (OSError, ValueError, RuntimeError) as error:
        full = isinstance(error, OSError) and error.errno in FULL
        if full or "No space left" in str(error) or shutil.disk_usage(folder).free < MIN_FREE_BYTES:
            reason = f"no space left on the disk of [{folder.name}]: the index stays as it was"
            raise EngineError(507, "disk_full_exception", reason) from error
        raise


def _link(old: Path, new: Path, names: Iterable[str]) -> None:
    (new / generations.TANTIVY).mkdir()
    for name in names:
        (new / name).hardlink_to(old / name)
