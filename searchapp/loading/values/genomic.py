"""Splits columns with several values: INFO and the samples of VCF, the attributes of GFF and GTF.

DP=14;AF=0.5,0.1;DB        {"DP": 14, "AF": [0.5, 0.1], "DB": true}
0/1:48 below GT:GQ         {"GT": "0/1", "GQ": 48}
ID=g1;Note=a%20b           {"ID": "g1", "Note": "a b"}
"""

import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import IO, Any, NamedTuple
from urllib.parse import unquote

VCF = "##fileformat=VCF"
FIXED = ("CHROM", "POS", "ID", "REF", "ALT", "QUAL", "FILTER", "INFO", "FORMAT")
NOTHING = (".", "")
MAX_SAMPLES = 12
"""The maximum number of samples whose values become fields; with more samples, the values stay texts."""

DECLARED = re.compile(r"##(INFO|FORMAT)=<(.*)>")
PART = re.compile(r'(\w+)=("(?:[^"\\]|\\.)*"|[^,]*)')
QUOTED = re.compile(r'\s*([^\s;]+)\s+"?((?:[^";]|;(?=[^"]*";))*)"?\s*(?:;|\Z)')
"""A name and a value of GTF: `gene_id "g1";`."""

READERS: Mapping[str, Callable[[str], Any]] = {"Integer": int, "Float": float}
Document = dict[str, Any]


class Declared(NamedTuple):
    """The declaration of a value in the header of a VCF: its type, whether it is a list, and its description."""

    type: str = "String"
    several: bool = True
    description: str = ""


class Vcf(NamedTuple):
    """The header of a VCF: its columns, and the declarations by `INFO` or `FORMAT` and the name of a value."""

    columns: tuple[str, ...]
    declared: Mapping[tuple[str, str], Declared]

    def fields(self) -> dict[str, tuple[str, str]]:
        """The name and the description of each declared value by the path of its field."""
        samples = self.columns[len(FIXED) :]
        paths = {"INFO": {"INFO": ""}, "FORMAT": {sample: f"{sample}: " for sample in samples[:MAX_SAMPLES]}}
        return {
            f"{path}.{field_name(name)}": (start + name, one.description)
            for (kind, name), one in self.declared.items()
            for path, start in paths[kind].items()
        }


def vcf_header(text: IO[str]) -> Vcf:
    """Reads the header of a VCF, up to the line with the names of the columns."""
    declared = {}
    while line := text.readline():
        if found := DECLARED.match(line):
            about = {name: value.strip('"') for name, value in PART.findall(found[2])}
            name, number = about.get("ID", ""), about.get("Number", ".")
            declared[found[1], name] = Declared(about.get("Type", ""), number != "1", about.get("Description", ""))
        if not line.startswith("##"):
            break
    return Vcf(tuple(map(field_name, line.lstrip("#").strip().split("\t"))), declared)


def variants(rows: Iterable[tuple[int, Document]], header: Vcf) -> Iterator[tuple[int, Document]]:
    """The rows of a VCF with fields for the values in their columns, and a name for each variant."""
    samples = header.columns[len(FIXED) :]
    for number, row in rows:
        named = "-".join(row[name] for name in ("CHROM", "POS", "REF", "ALT") if name in row)
        found = {"variant": named, **row}
        for name, sign in (("ID", ";"), ("ALT", ","), ("FILTER", ";")):
            if sign in found.get(name, ""):
                found[name] = found[name].split(sign)
        if "INFO" in found:
            found["INFO"] = values_of_info(found["INFO"], header.declared)
        if len(samples) <= MAX_SAMPLES and "FORMAT" in found:
            names = found.pop("FORMAT").split(":")
            found |= {name: values_of_sample(found[name], names, header.declared) for name in samples if name in found}
        yield number, {name: value for name, value in found.items() if value not in ({}, [])}


def values_of_info(text: str, declared: Mapping[tuple[str, str], Declared]) -> Document:
    """The values of `DP=14;AF=0.5,0.1;DB`. A name alone is a flag."""
    pairs = (part.partition("=") for part in text.split(";") if part)
    found = {
        field_name(name): read(value, declared.get(("INFO", name), Declared())) if sign else True
        for name, sign, value in pairs
    }
    return {name: value for name, value in found.items() if value is not None}


def values_of_sample(text: str, names: Iterable[str], declared: Mapping[tuple[str, str], Declared]) -> Document:
    """The values of `0/1:48`, in which the last ones may be missing."""
    found = {
        field_name(name): read(value, declared.get(("FORMAT", name), Declared()))
        for name, value in zip(names, text.split(":"), strict=False)
    }
    return {name: value for name, value in found.items() if value is not None}


def read(text: str, declared: Declared) -> Any:
    """The value, or the list of several values; None without a value."""
    parts = text.split(",") if declared.several else [text]
    values = [typed(part, declared.type) for part in parts if part not in NOTHING]
    return values if len(values) > 1 else values[0] if values else None


def typed(text: str, type: str) -> Any:
    """The number of a declared type, or the text."""
    try:
        return READERS[type](text) if type in READERS else unquote(text)
    except ValueError:
        return text


def features(rows: Iterable[tuple[int, Document]]) -> Iterator[tuple[int, Document]]:
    """The rows of GFF or GTF with fields for their attributes."""
    for number, row in rows:
        found = attributes_of(row.get("attributes", ""))
        yield number, {**row, "attributes": found} if found else row


def attributes_of(text: str) -> Document:
    """The values of `ID=g1;Alias=a,b` or `gene_id "g1"; tag "x"`; none for a text of another form."""
    found: dict[str, list[str]] = {}
    parts = [part.strip() for part in text.split(";") if part.strip()]
    if parts and all("=" in part for part in parts):
        for name, _, value in (part.partition("=") for part in parts):
            found.setdefault(field_name(unquote(name)), []).extend(map(unquote, value.split(",")))
    else:
        for name, value in QUOTED.findall(text):
            found.setdefault(field_name(name), []).append(value)
    return {name: values if len(values) > 1 else values[0] for name, values in found.items() if any(values)}


def field_name(name: str) -> str:
    """The name in a form for fields, in which dots separate objects."""
    return name.replace(".", "_").strip().lstrip("_") or "value"
