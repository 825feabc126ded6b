"""Generations of an index on disk: built aside, flushed, renamed, and only then pointed to.

    <folder>/<index>/current              the name of the generation that is served, replaced in one step
    <folder>/<index>/lock                 held by the one loader
    <folder>/<index>/<generation>/        manifest.json, index/ (tantivy), *.part (sources)
    <folder>/<index>/building-<...>/      of a running loader, or of a dead one: the next loader removes it

A generation never changes. The next one shares the unchanged files by hard links. After a kill at any moment `current`
names the old generation or the new one, and either is whole.
"""

import fcntl
import json
import os
import re
import secrets
import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from hashlib import sha256
from pathlib import Path
from typing import Any

from ..errors import EngineError

FORMAT = 1
POINTER, LOCK, MANIFEST, TANTIVY = "current", "lock", "manifest.json", "index"
BUILDING = "building-"
CHUNK = 1 << 20
INDEX_NAME = re.compile(r"(?![-_+.])[^\\/*?\"<>|\s,#:A-Z\x00\ud800-\udfff]{1,255}")

Manifest = dict[str, Any]


def index_folder(folder: Path, index: str) -> Path:
    if not isinstance(index, str) or not INDEX_NAME.fullmatch(index):
        raise EngineError(400, "invalid_index_name_exception", f"Invalid index name [{index}]")
    return folder / index


def index_names(folder: Path) -> list[str]:
    return sorted(pointer.parent.name for pointer in folder.glob(f"*/{POINTER}")) if folder.is_dir() else []


def current(folder: Path) -> str:
    """The generation that the index in this folder points to."""
    try:
        return (folder / POINTER).read_text("utf-8").strip()
    except (FileNotFoundError, NotADirectoryError):
        raise EngineError(404, "index_not_found_exception", f"no such index [{folder.name}]") from None


def pointer_mark(folder: Path) -> tuple[int, int]:
    """Changes when the pointer is replaced; one stat call."""
    try:
        status = (folder / POINTER).stat()
    except OSError:
        return (0, 0)
    return (status.st_ino, status.st_mtime_ns)


def read_manifest(folder: Path, generation: str) -> Manifest:
    """The manifest of a generation, after a check of the format and of the size of each file."""
    place = folder / generation
    try:
        manifest = json.loads((place / MANIFEST).read_bytes())
    except FileNotFoundError:
        reason = f"no generation [{generation}] of [{folder.name}]"
        raise EngineError(404, "index_not_found_exception", reason) from None
    except ValueError:
        raise _corrupt(folder, generation, f"{MANIFEST} cannot be read") from None
    if manifest.get("format") != FORMAT:
        reason = (f"[{folder.name}] has format {manifest.get('format')}, this version reads format {FORMAT}:"
                  f" load it again with `searchapp load {folder.name} FILE`")  # fmt: skip
        raise EngineError(503, "index_format_exception", reason)
    for name, (size, _) in manifest["files"].items():
        found = _size(place / name)
        if found != size:
            raise _corrupt(folder, generation, f"{name} has {found} bytes instead of {size}")
    return manifest


def verify(folder: Path, generation: str) -> Manifest:
    """As `read_manifest`, and the hash of each file is compared too."""
    manifest = read_manifest(folder, generation)
    for name, (_, expected) in manifest["files"].items():
        if file_hash(folder / generation / name) != expected:
            raise _corrupt(folder, generation, f"{name} has changed")
    return manifest


@contextmanager
def locked(folder: Path) -> Iterator[None]:
    """One loader at a time; leftovers of dead loaders are removed."""
    folder.mkdir(parents=True, exist_ok=True)
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
    """A name after all others here, never used before."""
    numbers = [int(match[1]) for path in folder.iterdir() if (match := re.match(r"(?:building-)?(\d+)-", path.name))]
    return f"{max(numbers, default=0) + 1:06d}-{secrets.token_hex(3)}"


def publish(folder: Path, built: Path, generation: str, manifest: Manifest, known: dict[str, list[Any]]) -> None:
    """Flush what stands in `built`, make it the generation and point to it. `known` holds hashes of linked files."""
    names = sorted(path.relative_to(built).as_posix() for path in built.rglob("*") if _counts(path))
    files = {name: known.get(name) or [_size(built / name), file_hash(built / name)] for name in names}
    for name in names:
        if name not in known:
            _flush(built / name)
    _write(built / MANIFEST, json.dumps({**manifest, "format": FORMAT, "generation": generation, "files": files}))
    _flush(built / TANTIVY)
    _flush(built)
    built.rename(folder / generation)
    _flush(folder)
    point_to(folder, generation)


def point_to(folder: Path, generation: str) -> None:
    _write(folder / f"{POINTER}.new", generation + "\n")
    (folder / f"{POINTER}.new").replace(folder / POINTER)
    _flush(folder)


def remove_old(folder: Path, keep: set[str]) -> None:
    """Remove all generations but these; a reader that has one open keeps reading it."""
    for path in folder.iterdir():
        if path.is_dir() and path.name not in keep:
            shutil.rmtree(path, ignore_errors=True)


def file_hash(path: Path) -> str:
    digest = sha256()
    with path.open("rb") as file:
        while block := file.read(CHUNK):
            digest.update(block)
    return digest.hexdigest()


def _counts(path: Path) -> bool:
    return path.is_file() and not path.name.endswith(".lock") and path.name != MANIFEST


def _size(path: Path) -> int:
    try:
        return path.stat().st_size
    except FileNotFoundError:
        return -1


def _write(path: Path, text: str) -> None:
    with path.open("w", encoding="utf-8") as file:
        file.write(text)
        file.flush()
        os.fsync(file.fileno())


def _flush(path: Path) -> None:
    descriptor = os.open(path, os.O_RDONLY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)


def _corrupt(folder: Path, generation: str, what: str) -> EngineError:
    return EngineError(503, "index_corrupt_exception", f"[{folder.name}] generation {generation} is damaged: {what}")
