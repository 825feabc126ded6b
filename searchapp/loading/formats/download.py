"""Downloads a file into a temporary file, once, with a limit of size and with progress."""

import tempfile
from collections.abc import Callable
from http.client import HTTPException
from typing import IO, Any
from urllib.error import HTTPError, URLError
from urllib.request import Request, urlopen

from ..bad import LoadError

MAX_BYTES = 20 << 30
TIMEOUT_SECONDS = 60.0
"""Seconds without a byte after which a download fails."""

CHUNK = 1 << 20
BYTES_PER_MESSAGE = 16 << 20


def is_address(path: str) -> bool:
    """Whether this is the address of a file on another machine."""
    return path.lower().startswith(("http://", "https://"))


def downloaded(address: str, say: Callable[[str], None]) -> IO[bytes]:
    """The file at the address, open at its start and removed when it is closed. Raises LoadError with the reason."""
    file: IO[bytes] = tempfile.NamedTemporaryFile(prefix="searchapp-")  # noqa: SIM115
    try:
        with urlopen(Request(address, headers={"User-Agent": "searchapp"}), timeout=TIMEOUT_SECONDS) as answer:
            copy(answer, file, address, say)
    except HTTPError as error:
        file.close()
        raise LoadError(f"{address}: the server answered {error.code} {error.reason}") from error
    except (URLError, HTTPException, OSError, ValueError) as error:
        file.close()
        reason = getattr(error, "reason", error)
        raise LoadError(f"{address}: {getattr(reason, 'strerror', None) or reason}") from error
    file.seek(0)
    return file


def copy(answer: Any, file: IO[bytes], address: str, say: Callable[[str], None]) -> None:
    """Writes the complete response to the file. Raises LoadError if it is too long or ends too early."""
    expected = int(answer.headers.get("Content-Length") or 0)
    read = 0
    while chunk := answer.read(CHUNK):
        file.write(chunk)
        read += len(chunk)
        if read > MAX_BYTES:
            raise LoadError(f"{address} has more than {MAX_BYTES >> 30} GB, download it first")
        if read % BYTES_PER_MESSAGE < CHUNK and read >= BYTES_PER_MESSAGE:
            say(f"downloading {address}: {read / 1e6:,.0f} MB" + (f" of {expected / 1e6:,.0f}" if expected else ""))
    if expected and read != expected:
        raise LoadError(f"{address}: received {read:,} bytes instead of {expected:,}")
    file.flush()
