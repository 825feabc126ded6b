"""The documents that are asked for, and how they are loaded.

`sample` is the sample genes as they are, 0.3 kB each: they are loaded against the clock, and exported. `gene` is the
same genes with their neighbours in the list inside them, until each has 2.8 kB: this is the size that the design speaks
of, and what the requests are timed with.
"""

import contextlib
import gzip
import json
import subprocess
import sys
import time
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import orjson

from bench.measure import anonymous

PROJECT = Path(__file__).parents[1]
EXAMPLES = PROJECT / "examples"
SIZE = 2800
LOOK = 0.05

Gene = dict[str, Any]


@dataclass
class Loading:
    """What a load needed; `peak` is the most megabytes that it held, `peak_of_twice` those for twice as many."""

    documents: int
    seconds: float
    peak: float
    peak_of_twice: float

    @property
    def rate(self) -> float:
        return self.documents / self.seconds


def sample_genes() -> list[Gene]:
    """The sample genes."""
    with gzip.open(EXAMPLES / "genes.ndjson.gz", "rb") as lines:
        return [orjson.loads(line) for line in lines]


def copied(genes: list[Gene], copies: int) -> Iterator[Gene]:
    """The genes so many times, each copy with ids and symbols of its own."""
    for copy in range(copies):
        for gene in genes:
            yield gene | {name: f"{gene[name]}-{copy}" for name in ("_id", "symbol")} if copy else gene


def with_neighbours(genes: list[Gene]) -> Iterator[Gene]:
    """Each gene with those that follow it inside, as many as make it large enough."""
    sizes = [len(orjson.dumps(gene)) for gene in genes]
    for position, gene in enumerate(genes):
        size, following = sizes[position], position
        while size < SIZE:
            following = (following + 1) % len(genes)
            size += sizes[following]
        count = (following - position) % len(genes)
        yield gene | {"neighbour": [genes[(position + step) % len(genes)] for step in range(1, count + 1)]}


def write(path: Path, genes: Iterator[Gene]) -> int:
    """Writes the genes one a line; how many they are."""
    count = 0
    with path.open("wb") as output:
        for gene in genes:
            output.write(orjson.dumps(gene, option=orjson.OPT_APPEND_NEWLINE))
            count += 1
    return count


def write_mapping(path: Path) -> None:
    """The mapping of the sample genes; what is inside the neighbours is kept and not searched."""
    mapping = json.loads((EXAMPLES / "genes-mapping.json").read_text())
    mapping["properties"]["neighbour"] = {"type": "object", "enabled": False}
    path.write_text(json.dumps(mapping))


def load(environment: dict[str, str], item_type: str, source: Path, mapping: Path) -> tuple[float, float]:
    """Loads a file, as an operator does; the seconds of the whole command, and the most megabytes that it held."""
    command = [sys.executable, "-m", "searchapp.cli", "load", item_type, str(source), f"--mapping={mapping}"]
    command.append(f"--metadata={EXAMPLES}/genes-metadata.json")
    start, most = time.perf_counter(), 0.0
    process = subprocess.Popen(
        command, env=environment, cwd=PROJECT, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE
    )  # fmt: skip
    while process.poll() is None:
        with contextlib.suppress(OSError):  # it ends while it is looked at
            most = max(most, anonymous(process.pid))
        time.sleep(LOOK)
    seconds = time.perf_counter() - start
    if process.returncode:
        assert process.stderr
        raise RuntimeError(f"load {item_type} failed: {process.stderr.read().decode()[-600:]}")
    return seconds, most


def loaded(environment: dict[str, str], folder: Path, genes: list[Gene], copies: int) -> Loading:
    """Loads both collections; the figures are those of the sample, which is loaded twice as large before."""
    documents = write(folder / "sample.ndjson", copied(genes, copies))
    write(folder / "twice.ndjson", copied(genes, 2 * copies))
    write(folder / "gene.ndjson", copied(list(with_neighbours(genes)), copies))
    write_mapping(folder / "mapping.json")
    mapping = EXAMPLES / "genes-mapping.json"
    _, twice = load(environment, "sample", folder / "twice.ndjson", mapping)
    seconds, peak = load(environment, "sample", folder / "sample.ndjson", mapping)
    load(environment, "gene", folder / "gene.ndjson", folder / "mapping.json")
    return Loading(documents, seconds, peak, twice)
