"""The formats of files, and how they are detected: by the name of a file, or by its first bytes."""

import re
from pathlib import Path

from ..bad import LoadError
from ..values.genomic import VCF
from .encoding import encoding_of
from .tables.comments import without_comments
from .tables.dialect import delimiter_of_text, is_ragged
from .tables.header import KNOWN_COLUMNS
from .unpack import without_packing

FORMATS = ("ndjson", "json", "yaml", "csv", "tsv", "excel", "parquet", "sqlite", "ids")
BY_NAME = {
    ".ndjson": "ndjson",
    ".jsonl": "ndjson",
    ".csv": "csv",
    ".tsv": "tsv",
    ".tab": "tsv",
    ".xlsx": "excel",
    ".xlsm": "excel",
    ".parquet": "parquet",
    ".yaml": "yaml",
    ".yml": "yaml",
}
INSTEAD = {
    **dict.fromkeys((".bib", ".ris", ".enw", ".nbib"), "export the references as CSL JSON"),
    **dict.fromkeys((".xls", ".ods", ".numbers"), "save the spreadsheet as .xlsx or .csv"),
    **dict.fromkeys((".pdf", ".docx", ".doc", ".odt", ".html", ".htm"), "save the table as .xlsx or .csv"),
    **dict.fromkeys((".ics", ".vcard"), "export the events or contacts as .csv"),
    **dict.fromkeys(
        (".sql", ".dump"), "import the dump into a database, such as a SQLite file, and load or serve that"
    ),
    **dict.fromkeys((".xml", ".rss", ".toml"), "convert the file to JSON"),
    **dict.fromkeys((".fasta", ".fa", ".fna", ".faa", ".fastq", ".fq"), "write the sequences as a table or as NDJSON"),
    **dict.fromkeys((".sam", ".bam", ".cram", ".bcf"), "write the records as a table or as NDJSON"),
    **dict.fromkeys((".sdf", ".mol", ".pdb", ".cif"), "write the records as a table or as NDJSON"),
    **dict.fromkeys((".gb", ".gbk", ".embl"), "export the features as GFF"),
    **dict.fromkeys((".obo", ".owl", ".ttl"), "convert the ontology to JSON, such as that of OBO Graphs"),
    **dict.fromkeys((".shp", ".kml", ".gpx"), "export the places as GeoJSON"),
    **dict.fromkeys((".h5", ".hdf5", ".h5ad", ".nc", ".mat", ".npy", ".npz"), "export the table as .csv or .parquet"),
    **dict.fromkeys((".rds", ".rdata", ".sav", ".dta", ".feather", ".arrow"), "export the table as .csv or .parquet"),
}
"""Advice for formats that cannot be read, by the endings of file names."""

BY_CONTENT = {b"PAR1": "parquet", b"SQLite format 3\0": "sqlite", VCF.encode(): "tsv"}
TAR, TAR_AT = b"ustar", 257
"""The bytes that all tar archives have, and their position."""

TEXTS = ("ndjson", "json", "yaml", "csv", "tsv")
TABLES = ("csv", "tsv", "excel")
"""The formats whose numbers and dates may be texts."""


CONTROL = re.compile("[\0-\x06\x0e-\x19\x1c-\x1f]")
MAX_CONTROLS, MAX_CONTROL_SHARE = 3, 0.02
"""The maximum number, and the maximum share, of control characters at the beginning of a text."""

QUOTED, TIME = re.compile(r'"[^"\n]*"'), re.compile(r":\d\d,\d{3}(?=[] ])")
"""A text in quotes, and a time with milliseconds before other words: their commas divide no cells in lines of logs."""
SIGNS = "\t,;|"
WITHOUT_SIGNS = str.maketrans("", "", SIGNS)

PAGES = ("<!doctype", "<html", "<?xml")


def without_signs(found: re.Match[str]) -> str:
    """The matched text without the signs that divide cells."""
    return found[0].translate(WITHOUT_SIGNS)


def files_in(folder: Path) -> list[str]:
    """The paths of the files with documents in a folder and below it, sorted. Raises LoadError without such files.

    YAML next to other files is about them.
    """
    suffixes = {".json", ".vcf", *BY_NAME, *KNOWN_COLUMNS}
    named = (path for path in folder.rglob("[!.]*") if ending(path.name) in suffixes)
    try:
        every = [str(path) for path in sorted(path for path in named if path.is_file())]
    except OSError as error:
        raise LoadError(f"{error.filename}: {error.strerror}") from error
    files = [file for file in every if BY_NAME.get(ending(file)) != "yaml"] or every
    if not files:
        raise LoadError(f"{folder}: no file in this folder has an ending such as .json, .csv or .xlsx")
    return files


def ending(name: str) -> str:
    """The ending of the name of a file in small letters, without that of its compression."""
    return Path(without_packing(name)).suffix.lower()


def check_text(name: str, format: str, head: bytes) -> None:
    """Raise LoadError for a binary file with the name of a text, and for an HTML page that a server sent instead."""
    start = head.decode(encoding_of(head), "replace")
    if len(CONTROL.findall(start)) > max(MAX_CONTROLS, MAX_CONTROL_SHARE * len(start)):
        raise LoadError(f"{name} is a binary file, not {format}: give --encoding if it is a text")
    if start.lstrip("\ufeff \t\r\n").lower().startswith(PAGES):
        raise LoadError(f"{name} is HTML or XML, not {format}")


def detected(name: str, head: bytes, delimiter: str | None = None) -> str | None:
    """The format by the file's name, else by its first bytes: a list, objects, or a first line with separators.

    Raises LoadError for a name of another format.
    """
    if head[TAR_AT:].startswith(TAR):
        raise LoadError(f"{name} is an archive of files: unpack it, and load the folder")
    for start_bytes, format in BY_CONTENT.items():
        if head.startswith(start_bytes):
            return format
    suffix = Path(name).suffix.lower()
    if suffix in INSTEAD:
        raise LoadError(f"{name} cannot be loaded: {INSTEAD[suffix]} (or give --format)")
    if suffix in BY_NAME:
        return BY_NAME[suffix]
    encoding = encoding_of(head)
    start = head.decode(encoding, "replace").lstrip("\ufeff \t\r\n")
    lines = TIME.sub(without_signs, without_comments(start))
    text = QUOTED.sub(without_signs, lines)
    line = text.partition("\n")[0].rstrip()
    if start.startswith("["):
        return "json"
    if start.startswith("{"):
        return "ndjson" if line.endswith("}") else "json"
    if "\0" in start:
        return None
    if delimiter or (any(sign in line for sign in SIGNS) and not is_ragged(lines)):
        return "tsv" if "\t" in line else "csv"
    found = delimiter_of_text(text)
    return found and ("tsv" if found == "\t" else "csv")
