"""The fields whose values are ids: of documents in the same collection, or of entries in well-known public databases.

Ids of the same collection are recognised by a comparison with its ids. Ids of public databases are recognised by the
name of the field and the form of its values, or by the form alone if it is unique.
"""

import re
from collections.abc import Collection
from typing import NamedTuple

from ..identity import NUMBER
from ..meanings import CODE, words
from ..values.distinct import Distinct
from .evidence import Evidence
from .field_evidence import FieldEvidence
from .number_traits import MIN_UNIQUE_SHARE
from .traits import is_only, name_words, share

MIN_FITTING = 0.95
"""The share of the values of a field that have the form of ids."""

MIN_KNOWN, MIN_COMPARED = 0.9, 5
"""The share of the values of a field that are ids of the collection, and how many must be compared."""

OF_RELATIVES = words("""
parent parents child children mother father manager supervisor boss predecessor successor replacedby duplicateof
""")
"""Names of fields with other documents of the collection; other fields with numbers may hold amounts."""

WHOLE = re.compile(r"[-+]?\d+")
"""A text that is a number: it may be an amount that is equal to an id by accident."""

OF_IDS = (CODE - words("isbn issn")) | words(
    "accession accessions acc ac identifier identifiers ref reference references xref xrefs"
)
"""Words in a name whose only meaning is that the values are ids."""


class Database(NamedTuple):
    """A public database: the names of fields with its ids (any name if empty), the form of an id, its address."""

    names: Collection[str]
    form: re.Pattern[str]
    address: str


def database(names: str, form: str, address: str) -> Database:
    return Database(words(names), re.compile(form), address)


RESOLVER = "https://identifiers.org/"
DATABASES = (
    database(
        "", r"(GO|CHEBI|DOID|HP|MONDO|UBERON|CL|EFO|SO|PR|MP|HGNC|MGI|RGD|PMID|NCBITaxon):\d+", RESOLVER + "{value}"
    ),
    database("", r"ENS[A-Z]{0,4}[GTPER]\d{11}(\.\d+)?", "https://www.ensembl.org/id/{value}"),
    database("", r"[NX][MRPCGTW]_\d{6,9}(\.\d+)?", RESOLVER + "refseq:{value}"),
    database("", r"CCDS\d+(\.\d+)?", RESOLVER + "ccds:{value}"),
    database("", r"CHEMBL\d+", RESOLVER + "chembl:{value}"),
    database("", r"IPR\d{6}", "https://www.ebi.ac.uk/interpro/entry/InterPro/{value}/"),
    database("", r"PF\d{5}", "https://www.ebi.ac.uk/interpro/entry/pfam/{value}/"),
    database("", r"PMC\d{5,}", "https://pmc.ncbi.nlm.nih.gov/articles/{value}/"),
    database("", r"NCT\d{8}", "https://clinicaltrials.gov/study/{value}"),
    database("", r"CVE-\d{4}-\d{4,}", "https://www.cve.org/CVERecord?id={value}"),
    database("", r"rs\d{3,}", "https://www.ncbi.nlm.nih.gov/snp/{value}"),
    database("", r"GS[EM]\d{3,}", "https://www.ncbi.nlm.nih.gov/geo/query/acc.cgi?acc={value}"),
    database("", r"PRJ[NED][AB]\d+|[SED]R[RXPS]\d{5,}", "https://www.ebi.ac.uk/ena/browser/view/{value}"),
    database("", r"ZDB-[A-Z]+-\d{6}-\d+", "https://zfin.org/{value}"),
    database("", r"FBgn\d{7}", "https://flybase.org/reports/{value}"),
    database("", r"WBGene\d{8}", "https://wormbase.org/species/c_elegans/gene/{value}"),
    database("", r"[A-Z]{14}-[A-Z]{10}-[A-Z]", "https://pubchem.ncbi.nlm.nih.gov/#query={value}"),
    database("", r"tt\d{7,8}", "https://www.imdb.com/title/{value}/"),
    database("", r"nm\d{7,8}", "https://www.imdb.com/name/{value}/"),
    database("pubmed pmid pmids pubmedid", r"\d{1,8}", "https://pubmed.ncbi.nlm.nih.gov/{value}/"),
    database("arxiv arxivid", r"(\d{4}\.\d{4,5}|[a-z.-]+/\d{7})(v\d+)?", "https://arxiv.org/abs/{value}"),
    database(
        "uniprot uniprotkb uniprotid swissprot trembl",
        r"([OPQ]\d[A-Z\d]{3}\d|[A-NR-Z]\d([A-Z][A-Z\d]{2}\d){1,2})(-\d+)?",
        "https://www.uniprot.org/uniprotkb/{value}",
    ),
    database("entrez entrezgene entrezid ncbigene", r"\d{1,9}", "https://www.ncbi.nlm.nih.gov/gene/{value}"),
    database("omim mim omimid", r"\d{6}", "https://omim.org/entry/{value}"),
    database("taxid ncbitaxon ncbitaxid ncbitaxonomy", r"\d{1,7}", RESOLVER + "taxonomy:{value}"),
    database("pubchem pubchemcid", r"\d{1,9}", "https://pubchem.ncbi.nlm.nih.gov/compound/{value}"),
    database("drugbank drugbankid", r"DB\d{5}", "https://go.drugbank.com/drugs/{value}"),
    database("pdb pdbid", r"\d[A-Za-z\d]{3}", "https://www.rcsb.org/structure/{value}"),
    database("mesh meshid", r"[CD]\d{6,9}", "https://meshb.nlm.nih.gov/record/ui?ui={value}"),
    database("ena genbank embl insdc", r"[A-Z]{1,2}\d{5,8}(\.\d+)?", "https://www.ebi.ac.uk/ena/browser/view/{value}"),
    database("ec enzyme", r"\d+\.\d+\.\d+\.(n?\d+|-)", "https://enzyme.expasy.org/EC/{value}"),
    database("cas casrn", r"\d{2,7}-\d\d-\d", "https://commonchemistry.cas.org/detail?cas_rn={value}"),
    database("isbn", r"(97[89][ -]?)?(\d[ -]?){9}[\dXx]", "https://openlibrary.org/isbn/{value}"),
    database("issn eissn", r"\d{4}-\d{3}[\dXx]", "https://portal.issn.org/resource/ISSN/{value}"),
    database("orcid", r"(\d{4}-){3}\d{3}[\dX]", "https://orcid.org/{value}"),
    database("ror", r"0[a-z\d]{6}\d\d", "https://ror.org/{value}"),
    database("lei", r"[A-Z\d]{18}\d\d", "https://search.gleif.org/#/record/{value}"),
    database("wikidata qid", r"Q\d+", "https://www.wikidata.org/wiki/{value}"),
    database("geonames geoname geonameid", r"\d{1,9}", "https://www.geonames.org/{value}"),
    database("viaf", r"\d{5,22}", "https://viaf.org/viaf/{value}"),
    database("gnd", r"\d{7,10}-?[\dX]?", "https://d-nb.info/gnd/{value}"),
    database("oclc", r"\d{5,12}", "https://search.worldcat.org/oclc/{value}"),
)


def own_links(evidence: Evidence, ids: Distinct, id_field: str | None) -> list[str]:
    """The fields with ids of other documents; `ids` are the ids of the collection, taken from `id_field`."""
    if id_field == NUMBER:
        return []
    fields = (field for field in evidence.fields.values() if field.path != id_field and may_name(field))
    return [field.path for field in fields if known_share(field.distinct, ids) >= MIN_KNOWN]


def may_name(field: FieldEvidence) -> bool:
    """Whether a field may refer to other documents: its values are neither amounts nor the documents' own ids."""
    if name_without_id_words(field.path) in OF_RELATIVES:
        return is_only(field, "text") or is_only(field, "long")
    return (
        is_only(field, "text") and field.uniqueness < MIN_UNIQUE_SHARE and share(field, WHOLE.fullmatch) < MIN_FITTING
    )


def known_share(values: Distinct, ids: Distinct) -> float:
    """The share of the different values that are ids; 0 if too few are left to compare."""
    mask = values.mask | ids.mask
    compared = {hashed for hashed in values.hashes if not hashed & mask}
    return len(compared & ids.hashes) / len(compared) if len(compared) >= MIN_COMPARED else 0


def linkouts_of(evidence: Evidence, links: Collection[str] = ()) -> dict[str, str]:
    """The address for the values of each field with ids of one database, `{value}` in it; `links` link to documents."""
    found = {path: address_of(field) for path, field in evidence.fields.items() if path not in links}
    return {path: address for path, address in found.items() if address}


def address_of(field: FieldEvidence) -> str | None:
    """The address of the first database that fits; None without one."""
    if not (field.kinds["text"] or field.kinds["long"]):
        return None
    texts, name = field.texts(), name_without_id_words(field.path)
    fitting = (each for each in DATABASES if not each.names or name in each.names)
    return next((each.address for each in fitting if are_ids(texts, each.form)), None)


def name_without_id_words(path: str) -> str:
    """The name of a field without words for ids, or the name of its object: `entrezgene` for `entrezGene.id`."""
    while path:
        name = "".join(word for word in name_words(path) if word not in OF_IDS)
        if name:
            return name
        path = path.rpartition(".")[0]
    return ""


def are_ids(texts: Collection[str], form: re.Pattern[str]) -> bool:
    """Whether nearly all texts have the form of an id."""
    left = len(texts)
    for text in texts:
        left -= form.fullmatch(text) is None
        if left < MIN_FITTING * len(texts):
            return False
    return bool(texts)
