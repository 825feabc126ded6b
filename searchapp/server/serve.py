"""Starts the server of `searchapp serve`: takes a port, prints addresses to try, and starts gunicorn on the port."""

import os
import socket
import sys
from collections.abc import Mapping
from pathlib import Path
from urllib.parse import quote

from ..components import Components, ItemType
from ..config.settings import SettingsError

APPLICATION = "searchapp:create_app()"
MAX_TRIED = 2


def listen(host: str, port: int) -> socket.socket:
    """A listening socket. Raises SettingsError for a port that cannot be used."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    try:
        return socket.create_server((host, port), family=family)
    except OSError as error:
        number = error.errno or 0
        reason = os.strerror(number) if number > 0 else error.strerror
        raise SettingsError(f"cannot listen on {address(host, port)}: {reason} (--port, --host)") from error


def address(host: str, port: int) -> str:
    return f"http://[{host}]:{port}" if ":" in host else f"http://{host}:{port}"


def to_try(components: Components, base: str) -> list[str]:
    """Addresses to try: a search of some item types, and the front page."""
    root = f"{base}/{components.settings['URL_PREFIX']}".rstrip("/")
    others = [one for one in components.item_types.values() if one is not components.default]
    item_types = [components.default, *others][:MAX_TRIED]
    return [f"{root}/{components.settings['API_VERSION']}/{search(one)}" for one in item_types] + [f"{root}/"]


def search(item_type: ItemType) -> str:
    """A search of an item type, by the first of its examples and with the first of its facets."""
    own: Mapping[str, list[str]] = item_type.settings
    term = next(iter(own["examples"] or ()), "*")
    facet = next(iter(own["page_facets"] or ()), "").partition(":")[0]
    return f"{item_type.name}/query?q={quote(term, safe=':*')}" + (f"&facets={facet}" if facet else "")


def become_server(listener: socket.socket, workers: int, config: Path) -> None:
    """Replaces this process by gunicorn with these settings, which takes the socket over."""
    listener.set_inheritable(True)
    ways = ["-c", str(config), "--bind", f"fd://{listener.fileno()}", "--workers", str(workers)]
    os.execv(sys.executable, [sys.executable, "-m", "gunicorn", *ways, APPLICATION])
