"""The formats of answers and the pages that an application and installed plugins add to the service."""

from collections.abc import Mapping
from typing import Any

from flask import Blueprint, Flask

from ..components import Components
from ..components.classes import check_plugins
from ..config.plugins import plugins
from ..config.settings import SettingsError
from .addresses import is_link, is_own
from .response.excel import excel_file
from .response.formats import Format

EXCEL = Format("xlsx", "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet", lines=excel_file, flat=True)


def extra_formats(settings: Mapping[str, Any]) -> tuple[Format, ...]:
    """Excel, the formats of plugins, then the formats in EXTRA_FORMATS, which override the others."""
    check_plugins(Format, Blueprint)
    own = settings["EXTRA_FORMATS"]
    if not all(isinstance(format, Format) for format in own):
        raise SettingsError("EXTRA_FORMATS must hold Format declarations")
    found = (EXCEL, *plugins(Format).values(), *own)
    for format in found:
        if not format.write and not format.lines:
            raise SettingsError(f"the format {format.name} needs a function in write or in lines")
    return found


def register_extra_pages(app: Flask, components: Components) -> None:
    """Adds the blueprints of plugins and of EXTRA_PAGES; their templates know `settings` and `components`."""
    own = app.config["EXTRA_PAGES"]
    if not all(isinstance(pages, Blueprint) for pages in own):
        raise SettingsError("EXTRA_PAGES must hold blueprints of Flask")
    check_navigation(app.config["NAVIGATION"])
    app.context_processor(lambda: {"settings": components.settings, "components": components})
    for pages in (*plugins(Blueprint).values(), *own):
        try:
            app.register_blueprint(pages)
        except ValueError as error:
            raise SettingsError(f"the pages {pages.name} cannot be added: {error}") from error


def check_navigation(links: Mapping[str, Any]) -> None:
    """Raises a SettingsError for a link that would lead nowhere."""
    for text, address in links.items():
        if not isinstance(address, str) or not (is_own(address) or is_link(address)):
            raise SettingsError(f"NAVIGATION: {text} must lead to a path, /groups, or to an address with https://")
