"""The word files that the analysis of an index names: `synonyms_path`, `stopwords_path` and similar settings.

Loading copies their lines into the settings of the collection, so that the collection does not need the files.
"""

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from ...loading.bad import LoadError

NAMES = frozenset(
    f"{name}_path"
    for name in (
        "synonyms", "stopwords", "stem_exclusion", "keywords", "rules", "articles", "mappings", "protected_words",
        "type_table",
    )
)  # fmt: skip


def with_words(settings: Mapping[str, Any], folder: str | Path | None) -> dict[str, Any]:
    """The settings with the lines of files instead of the names of the files, which are in the folder.

    Blank lines and lines that start with `#` are left out. Raises LoadError for a file that does not exist.
    """
    found: dict[str, Any] = {}
    for name, value in settings.items():
        if isinstance(value, Mapping):
            found[name] = with_words(value, folder)
        elif name.rpartition(".")[2] in NAMES:
            found[name.removesuffix("_path")] = _lines(name, str(value), folder)
        else:
            found[name] = value
    return found


def _lines(name: str, value: str, folder: str | Path | None) -> list[str]:
    if folder is None:
        raise LoadError(f"{name} cannot be read: there is no instance folder")
    path = (Path(folder) / value).resolve()
    if not path.is_relative_to(Path(folder).resolve()):
        raise LoadError(f"{name} must be a file in the instance folder, not {value}")
    try:
        lines = path.read_text(encoding="utf-8").splitlines()
    except (OSError, ValueError) as error:
        raise LoadError(f"{name}: {value} cannot be read: {getattr(error, 'strerror', None) or error}") from error
    return [line.strip() for line in lines if line.strip() and not line.startswith("#")]
