"""The manifest of a generation lists its files, with sizes and sums, so that damaged files are detected.

    {..., "format": 2, "files": {name: [size, SHA-256, time of the last change]}, "sum": SHA-256 of all bytes before it}

Opening a generation compares every size, the sums of small files, and the sums of files whose time of change differs.
Copies with new times (`cp -r`) are therefore read once at opening. `verify` compares all sums, `verify_large` the sums
of large files, which opening knows by their size and time.
"""

import json
import os
import time
from hashlib import sha256
from pathlib import Path
from typing import Any

from ..errors import EngineError

FORMAT = 2
MANIFEST = "manifest.json"
MAX_SMALL_FILE = 1 << 20
"""The maximum size of a file whose sum is always compared at opening, which takes less than a millisecond."""
CHUNK = 1 << 20
SECOND = 10**9
ENDING = len(f',"sum":"{sha256().hexdigest()}"}}')

Manifest = dict[str, Any]


def write_manifest(folder: Path, manifest: Manifest) -> None:
    """Write the manifest into the folder of its generation, with format and sum, and flush it."""
    body = json.dumps({**manifest, "format": FORMAT}, separators=(",", ":")).encode().removesuffix(b"}")
    write_flushed(folder / MANIFEST, body + _ending(body))


def write_flushed(path: Path, content: bytes) -> None:
    """Write a file, and flush it to the disk."""
    with path.open("wb") as file:
        file.write(content)
        file.flush()
        os.fsync(file.fileno())


def file_entry(path: Path) -> list[Any]:
    """The manifest's entry for a file: its size, its SHA-256 sum, and the time of its last change in nanoseconds."""
    status = path.stat()
    return [status.st_size, file_hash(path), status.st_mtime_ns]


def read_manifest(folder: Path, generation: str) -> Manifest:
    """The manifest of a generation of the index in `folder`. The other files are not checked.

    EngineError 404 if there is no such generation, 503 if the manifest is damaged or of another format.
    """
    data = _manifest_bytes(folder, generation)
    try:
        manifest: Manifest = json.loads(data)
        format, sum = manifest["format"], manifest.get("sum")
    except (ValueError, TypeError, KeyError, AttributeError):
        raise damaged(folder, generation, f"{MANIFEST} cannot be read") from None
    summed = data.endswith(_ending(data[:-ENDING]))
    if not summed and sum is not None:
        raise damaged(folder, generation, f"{MANIFEST} has changed")
    if format != FORMAT:
        reason = (f"[{folder.name}] has format {format}, this version reads format {FORMAT}:"
                  f" load it again with `searchapp load {folder.name} FILE`")  # fmt: skip
        raise EngineError(503, "index_format_exception", reason)
    if not summed:
        raise damaged(folder, generation, f"{MANIFEST} has changed")
    return manifest


def checked_manifest(folder: Path, generation: str, thorough: bool = False) -> Manifest:
    """Like `read_manifest`, with a quick check of all files. EngineError 503 names a missing or changed file."""
    manifest = read_manifest(folder, generation)
    for name, entry in manifest["files"].items():
        _check_file(folder, generation, name, entry, thorough)
    return manifest


def verify(folder: Path, generation: str) -> Manifest:
    """Like `checked_manifest`, but compares the sum of every file."""
    return checked_manifest(folder, generation, thorough=True)


def large_files(manifest: Manifest) -> list[str]:
    """The names of the files whose sums are compared at opening only if their times differ."""
    return [name for name, (size, _, _) in manifest["files"].items() if size > MAX_SMALL_FILE]


def verify_large(folder: Path, generation: str, manifest: Manifest, pause: float) -> None:
    """Compare the sums of the large files, `pause` seconds after each megabyte. EngineError 503 names a changed file.

    OSError if a file cannot be read, for example because the generation was removed.
    """
    for name in large_files(manifest):
        if file_hash(folder / generation / name, pause) != manifest["files"][name][1]:
            raise damaged(folder, generation, f"{name} has changed")


def file_hash(path: Path, pause: float = 0.0) -> str:
    """The SHA-256 sum of a file, read with `pause` seconds after each megabyte."""
    digest = sha256()
    with path.open("rb") as file:
        while block := file.read(CHUNK):
            digest.update(block)
            if pause:
                time.sleep(pause)
    return digest.hexdigest()


def damaged(folder: Path, generation: str, what: str) -> EngineError:
    """The error for a damaged generation; `what` names the file and the difference."""
    return EngineError(503, "index_corrupt_exception", f"[{folder.name}] generation {generation} is damaged: {what}")


def _manifest_bytes(folder: Path, generation: str) -> bytes:
    try:
        return (folder / generation / MANIFEST).read_bytes()
    except OSError as error:
        if (folder / generation).is_dir():
            raise damaged(folder, generation, f"{MANIFEST}: {error.strerror}") from None
        reason = f"no generation [{generation}] of [{folder.name}]"
        raise EngineError(404, "index_not_found_exception", reason) from None


def _ending(body: bytes) -> bytes:
    return f',"sum":"{sha256(body).hexdigest()}"}}'.encode()


def _check_file(folder: Path, generation: str, name: str, entry: list[Any], thorough: bool) -> None:
    path, (size, expected, changed) = folder / generation / name, entry
    try:
        status = path.stat()
        if status.st_size != size:
            raise damaged(folder, generation, f"{name} has {status.st_size} bytes instead of {size}")
        known = size > MAX_SMALL_FILE and _same_time(status.st_mtime_ns, changed) and not thorough
        if not known and file_hash(path) != expected:
            raise damaged(folder, generation, f"{name} has changed")
    except OSError as error:
        raise damaged(folder, generation, f"{name}: {error.strerror}") from None


def _same_time(actual: int, expected: int) -> bool:
    """Whether two times in nanoseconds are equal, or equal in seconds, because archives may store only seconds."""
    return actual == expected or (actual % SECOND == 0 and actual // SECOND == expected // SECOND)
