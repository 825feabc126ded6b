"""The names and titles of item types, and the spelling of words such as API and PubChem in titles and labels."""

import re
import unicodedata
from collections.abc import Iterable
from zlib import crc32

RESERVED = ("query", "search", "lookup", "metadata", "status", "spec", "docs", "static", "suggest")
"""The names of paths that are not item types."""

NAME = re.compile(r"[A-Za-z][A-Za-z0-9_-]*")
UNFIT = re.compile(r"-*[^A-Za-z0-9_-][^A-Za-z0-9_]*")
MADE = re.compile(r"\Adata-(?=\d)")
MAX_MADE = 80
MIN_SHOUTED = 5
"""The minimum length of a name in capitals that is not an acronym."""

CAMEL = re.compile(r"(?<=[a-z])(?=[A-Z])")

ACRONYMS = """
id url uri doi isbn issn api dna rna iata icao gdp usd eur gbp html json xml pdf sku ean gtin vat zip gps ip http uuid
usa uk eu un iso fao oecd nato nasa tv dvd cd imdb mpaa ascii utc pmid orcid ror faa tld osi spdx cpu gpu ram os ssl
tls dns tcp udp co2 no2 so2 nox pm10 sql ftp rss rgb ok nyc crm erp hr faq ceo bmi ncbi hgnc obo csv sms cve iban bic
smiles cas casrn atc pdb omim ccds ucsc ena mgi rgd icd umls loinc snomed kegg snp hla fda oclc viaf gnd nct cusip
isin ldl hdl ndc npi celex wmo vcf cadd hgvs pmcid cwe cvss guid dba
"""
MIXED = """
InChI InChIKey ChEMBL ChEBI PubChem PubMed DrugBank XLogP logP pKa pH mRNA tRNA rRNA lncRNA UniProt UniProtKB
InterPro RefSeq GenBank rsID dbSNP dbNSFP ClinVar gnomAD MedGen HbA1c EuroVoc arXiv GitHub GitLab
YouTube LinkedIn WhatsApp OpenStreetMap OpenAlex GeoNames GeoJSON SQLite PostgreSQL MySQL MongoDB JavaScript eBay
"""
SPELLED = {word: word.upper() for word in ACRONYMS.split()} | {word.lower(): word for word in MIXED.split()}
"""The spelling of acronyms, and of names with capitals inside, by their lower-case form."""

FIRST = {"us": "US"}
"""Acronyms at the start of several words; elsewhere they are common words."""


def name_problem(name: str) -> str | None:
    """The reason why an item type cannot have this name; None if it can."""
    if name in RESERVED:
        return f"an item type cannot be named {name}: this is the name of a path"
    if not NAME.fullmatch(name):
        return (
            f"an item type cannot be named {name!r}: letters from A to Z, digits, - and _ are allowed, a letter first"
        )
    return None


def fitting(name: str, sign: str = "_") -> str:
    """The allowed name that is most similar to this one: `Order_Details` for `Order Details`.

    `2024` is `data-2024`. A name without letters from A to Z and digits becomes a number, so that such names differ.
    """
    letters = unicodedata.normalize("NFKD", name).replace("ß", "ss").encode("ascii", "ignore").decode()
    made = UNFIT.sub(sign, letters).strip("-_")[:MAX_MADE] or f"data-{crc32(name.encode()):08x}"
    return f"data-{made}" if name_problem(made) else made


def item_types_for(names: Iterable[str]) -> dict[str, str]:
    """An item type for each of these names, in order. Allowed names do not change; no two item types are equal."""
    listed = list(names)
    taken = {name for name in listed if not name_problem(name)}
    found: dict[str, str] = {}
    for name in listed:
        made = name
        if name not in taken:
            made = fitting(name)
            while made in taken:
                made += "_"
        taken.add(made)
        found[made] = name
    return found


def title_of(name: str) -> str:
    """The title of an item type: `order_line` and `ORDER_LINE` are "Order line", `data-2024` is "2024"."""
    text = name.lower() if len(name) >= MIN_SHOUTED and name.isupper() else name
    text = MADE.sub("", text, count=1)
    words = [spelled(part) or CAMEL.sub(" ", part) for part in text.replace("_", " ").replace("-", " ").split()]
    return capitalized(words) or name


def spelled(word: str) -> str | None:
    """The spelling of a known acronym, its plural, or a known name; None for other words."""
    lower = word.lower()
    if lower in SPELLED:
        return SPELLED[lower]
    one = SPELLED.get(lower[:-1], "") if lower.endswith("s") else ""
    return f"{one}s" if one.isupper() else None


def capitalized(words: list[str]) -> str:
    """The words with a capital first; words such as pH and mRNA do not change."""
    if len(words) > 1 and words[0].lower() in FIRST:
        words = [FIRST[words[0].lower()], *words[1:]]
    return capital(" ".join(words))


def capital(text: str) -> str:
    """The text with a capital first, unless it begins with a name such as pH and rsID."""
    is_name = text[1:2].isupper() or SPELLED.get(text.partition(" ")[0].lower()) == text.partition(" ")[0]
    return text if is_name else text[:1].upper() + text[1:]
