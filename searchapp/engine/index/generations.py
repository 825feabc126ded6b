"""Generations of an index on disk. A new one is written to its own folder, flushed, renamed, and then made current.

    <folder>/<index>/current              the name of the generation that is served, replaced in one step
    <folder>/<index>/lock                 locked by the one loader
    <folder>/<index>/<generation>/        manifest.json, index/ (tantivy), *.part (sources)
    <folder>/<index>/building-<...>/      of a running loader, or of a dead one: the next loader removes it

A generation never changes. The next one shares the unchanged files by hard links. If a loader is killed, `current`
names the old generation or the new one, and both are complete.
"""

import fcntl
import os
import re
import secrets
import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from ..errors import EngineError
from .manifest import MANIFEST, Manifest, damaged, file_entry, write_flushed, write_manifest

POINTER, LOCK, TANTIVY = "current", "lock", "index"
BUILDING = "building-"
LOST_FOUND = "lost+found"
"""A folder of the file system, which only root can read."""
GENERATION = re.compile(rb"([\w-]{1,64})\n?", re.ASCII)
INDEX_NAME = re.compile(r"(?![-_+.])[^\\/*?\"<>|\s,#:A-Z\x00\ud800-\udfff]{1,255}")


def index_folder(folder: Path, index: str) -> Path:
    """The folder of an index, which need not exist. EngineError for a name that Elasticsearch refuses."""
    if not isinstance(index, str) or not INDEX_NAME.fullmatch(index):
        raise EngineError(400, "invalid_index_name_exception", f"Invalid index name [{index}]")
    return folder / index


def index_names(folder: Path) -> list[str]:
    """The names of the indices with a generation, and of those that cannot be read, sorted.

    EngineError 503 for a folder that cannot be read.
    """
    try:
        found = [each for each in os.scandir(folder) if each.name != LOST_FOUND and each.is_dir()]
    except (FileNotFoundError, NotADirectoryError):
        return []
    except OSError as error:
        reason = f"{folder} cannot be read, {(error.strerror or str(error)).lower()}"
        raise EngineError(503, "index_corrupt_exception", reason) from error
    return sorted(each.name for each in map(Path, found) if not os.access(each, os.X_OK) or is_index(each))


def is_index(folder: Path) -> bool:
    """Whether a folder has a pointer, or generations without one: it is damaged then."""
    return (folder / POINTER).exists() or bool(generation_names(folder))


def current(folder: Path) -> str:
    """The name of the current generation. EngineError 404 if there is no index, 503 if the generation is missing."""
    name = _pointed_to(folder)
    while not (folder / name).is_dir():
        before, name = name, _pointed_to(folder)
        if before == name:  # else it was removed because a newer one is served now
            raise damaged(folder, name, f"{POINTER} names it, but it is not there")
    return name


def _pointed_to(folder: Path) -> str:
    try:
        named = GENERATION.fullmatch((folder / POINTER).read_bytes())
    except (FileNotFoundError, NotADirectoryError):
        if generation_names(folder):
            reason = f"[{folder.name}] is damaged: {POINTER} is missing"
            raise EngineError(503, "index_corrupt_exception", reason) from None
        raise EngineError(404, "index_not_found_exception", f"no such index [{folder.name}]") from None
    except OSError as error:
        reason = f"[{folder.name}] is damaged: {POINTER} cannot be read, {(error.strerror or str(error)).lower()}"
        raise EngineError(503, "index_corrupt_exception", reason) from error
    if named is None:
        raise EngineError(503, "index_corrupt_exception", f"[{folder.name}] is damaged: {POINTER} names no generation")
    return named[1].decode()


def pointer_fingerprint(folder: Path) -> tuple[int, int]:
    """Inode and time of change of the pointer file, which differ after it is replaced."""
    try:
        status = (folder / POINTER).stat()
    except OSError:
        return (0, 0)
    return (status.st_ino, status.st_mtime_ns)


@contextmanager
def locked(folder: Path) -> Iterator[None]:
    """Hold the lock of the only loader, and remove leftovers of dead ones. EngineError 409 if another one holds it."""
    _make(folder)
    with (folder / LOCK).open("a+") as file:
        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            reason = f"another load of [{folder.name}] is running: wait for its end or stop it"
            raise EngineError(409, "index_locked_exception", reason) from None
        for leftover in folder.glob(BUILDING + "*"):
            shutil.rmtree(leftover, ignore_errors=True)
        yield


def new_name(folder: Path) -> str:
    """A new name that sorts after all existing ones."""
    numbers = [int(match[1]) for path in folder.iterdir() if (match := re.match(r"(?:building-)?(\d+)-", path.name))]
    return f"{max(numbers, default=0) + 1:06d}-{secrets.token_hex(3)}"


def publish(folder: Path, built: Path, generation: str, manifest: Manifest, known: dict[str, list[Any]]) -> None:
    """Flush the files in `built`, rename the folder to the generation's name and make it current.

    `known` holds the manifest entries of files that are linked from the previous generation.
    """
    names = sorted(path.relative_to(built).as_posix() for path in built.rglob("*") if _counts(path))
    for name in names:
        if name not in known:
            _flush(built / name)
    files = {name: known.get(name) or file_entry(built / name) for name in names}
    write_manifest(built, {**manifest, "generation": generation, "files": files})
    _flush(built / TANTIVY)
    _flush(built)
    built.rename(folder / generation)
    _flush(folder)
    point_to(folder, generation)


def point_to(folder: Path, generation: str) -> None:
    """Serve this generation from now on. The switch is atomic, and survives a crash."""
    write_flushed(folder / f"{POINTER}.new", f"{generation}\n".encode())
    (folder / f"{POINTER}.new").replace(folder / POINTER)
    _flush(folder)


def generation_names(folder: Path) -> list[str]:
    """The names of the existing generations, the newest first."""
    names = [path.parent.name for path in folder.glob(f"*/{MANIFEST}") if not path.parent.name.startswith(BUILDING)]
    return sorted(names, reverse=True)


def remove_old(folder: Path, keep: set[str]) -> None:
    """Remove all generations except these. A reader that has one open can still read it."""
    for path in folder.iterdir():
        if path.is_dir() and path.name not in keep:
            shutil.rmtree(path, ignore_errors=True)


def _make(folder: Path) -> None:
    """Make a folder and its parents, so that their names outlast a power failure."""
    missing = [each for each in (folder, *folder.parents) if not each.exists()]
    folder.mkdir(parents=True, exist_ok=True)
    for each in missing:
        _flush(each.parent)


def _counts(path: Path) -> bool:
    return path.is_file() and not path.name.endswith(".lock") and path.name != MANIFEST


def _flush(path: Path) -> None:
    descriptor = os.open(path, os.O_RDONLY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)
