"""Gene documents from the table of the HUGO Gene Nomenclature Committee."""

import csv
import io
import re

from sources.documents import Doc, bare, number, put

LISTS = {
    "alias.symbol": "Alias symbols",
    "prev.symbol": "Previous symbols",
    "enzyme": "Enzyme IDs",
    "xref.entrez": "NCBI Gene ID(supplied by NCBI)",
    "xref.ensembl": "Ensembl gene ID",
    "xref.uniprot": "UniProt ID(supplied by UniProt)",
    "xref.mgi": "Mouse genome database ID(supplied by MGI)",
    "xref.rgd": "Rat genome database ID(supplied by RGD)",
}

LOCUS_GROUPS = (  # as HGNC groups its locus types; the first that matches counts
    ("gene with protein product", "protein-coding gene"),
    ("RNA, ", "non-coding RNA"),
    ("(.* )?pseudogene", "pseudogene"),
    ("phenotype only", "phenotype"),
    ("", "other"),
)


def genes(table: str) -> list[Doc]:
    rows = csv.DictReader(io.StringIO(table), delimiter="\t", quoting=csv.QUOTE_NONE)
    return sorted(map(gene, rows), key=number)


def gene(row: dict[str, str]) -> Doc:
    """The document of one row; a withdrawn symbol names the genes that replace it in `replaced_by`."""
    name = re.sub(r"\[(HGNC:\d+)\]\(?[^)\s]*\)", r"\1", row["Approved name"])
    doc: Doc = {"_id": row["HGNC ID"], "symbol": row["Approved symbol"], "name": name, "status": row["Status"]}
    doc |= {"locus_group": locus_group(row["Locus type"]), "locus_type": row["Locus type"], "taxid": 9606}
    if row["Status"] == "Symbol Withdrawn":
        put(doc, "replaced_by", bare(re.findall(r"HGNC:\d+", name)))
    for path, column in LISTS.items():
        put(doc, path, bare(row[column].split(", ")))
    return doc


def locus_group(locus_type: str) -> str:
    return next(group for pattern, group in LOCUS_GROUPS if re.match(pattern, locus_type))
