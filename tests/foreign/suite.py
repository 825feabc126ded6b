"""The cases of a suite: YAML files of steps, in a folder or a jar, as Elasticsearch's and OpenSearch's REST tests are.

A file holds several documents; `setup` and `teardown` are steps of every case of the file, each other key is a case.
"""

import subprocess
import zipfile
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import yaml

ARTIFACT = "org.opensearch:rest-api-spec:2.19.0"
FOLDERS = (
    "bulk", "count", "get", "get_source", "index", "indices.analyze", "mget", "msearch", "range", "scroll", "search",
    "search.aggregation", "search.highlight", "search.inner_hits",
)  # fmt: skip
"""What the suite has about the APIs that the engine has."""

Step = dict[str, Any]


@dataclass(frozen=True)
class Case:
    family: str
    name: str
    steps: tuple[Step, ...]


class _Loader(yaml.CSafeLoader):
    """Dates stay text, as in JSON."""


_LOADER_DATES = "tag:yaml.org,2002:timestamp"
_Loader.yaml_implicit_resolvers = {
    sign: [(tag, pattern) for tag, pattern in found if tag != _LOADER_DATES]
    for sign, found in yaml.CSafeLoader.yaml_implicit_resolvers.items()
}


def downloaded() -> Path:
    """The jar of the suite in the local Maven repository, downloaded when it is not there."""
    group, name, version = ARTIFACT.split(":")
    jar = Path.home() / ".m2/repository" / group.replace(".", "/") / name / version / f"{name}-{version}.jar"
    if not jar.exists():
        subprocess.run(
            ["mvn", "-q", "-B", "dependency:get", f"-Dartifact={ARTIFACT}", "-Dtransitive=false"], check=True
        )
    return jar


def cases(source: Path, families: tuple[str, ...] | None = None) -> Iterator[Case]:
    """The cases of a jar or a folder; the name of a file's folder is its family."""
    for path, text in _files(source):
        family = path.parent.name
        if families is None or family in families:
            yield from file_cases(family, path.stem, text)


def file_cases(family: str, stem: str, text: str) -> Iterator[Case]:
    found: dict[str, list[Step]] = {}
    for document in yaml.load_all(text, _Loader):
        found.update(document or {})
    before, after = found.pop("setup", None) or [], found.pop("teardown", None) or []
    for name, steps in found.items():
        yield Case(family, f"{family}/{stem}: {name}", (*before, *(steps or ()), *after))


def _files(source: Path) -> Iterator[tuple[Path, str]]:
    if source.is_dir():
        for path in sorted(source.rglob("*.yml")):
            yield path, path.read_text("utf-8")
        return
    with zipfile.ZipFile(source) as jar:
        for name in sorted(jar.namelist()):
            if name.startswith("rest-api-spec/test/") and name.endswith(".yml"):
                yield Path(name), jar.read(name).decode()
