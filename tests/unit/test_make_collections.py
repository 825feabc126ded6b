import sys
from datetime import date
from pathlib import Path

import pytest

EXAMPLES = Path(__file__).parents[2] / "examples"
sys.path.insert(0, str(EXAMPLES))

from make_collections import describe, ndjson  # noqa: E402
from sources import disease_ontology, documents, hgnc  # noqa: E402

EMPTY_ROW = dict.fromkeys([*hgnc.LISTS.values()], "")
ROW = {
    **EMPTY_ROW,
    "HGNC ID": "HGNC:1",
    "Approved symbol": "ABC1",
    "Approved name": "abc one",
    "Status": "Approved",
    "Locus type": "gene with protein product",
}
TERMS = [
    {"id": "DOID:4", "name": "disease"},
    {"id": "DOID:7", "name": "branch", "relations": {"is_a": ["DOID:4"]}},
    {"id": "DOID:8", "name": "group", "relations": {"is_a": ["DOID:7"]}},
    {"id": "DOID:9", "name": "leaf", "relations": {"is_a": ["DOID:8", "DOID:7"]}},
]


@pytest.fixture
def tree():
    return disease_ontology.Tree(TERMS)


def test_one_value_is_bare_and_several_are_a_list():
    assert documents.bare(["a", "a", ""]) == "a"
    assert documents.bare(["b", "a"]) == ["b", "a"]
    assert documents.bare([""]) is None


def test_a_value_is_put_at_a_dotted_path():
    doc = {"xref": {"a": 1}}
    documents.put(doc, "xref.b", 2)
    documents.put(doc, "xref.c", None)
    assert doc == {"xref": {"a": 1, "b": 2}}


def test_documents_with_a_path_are_counted():
    assert documents.counts([{"a": {"b": 1}}, {"a": {}}], ["a", "a.b", "c"]) == {"a": 2, "a.b": 1, "c": 0}


def test_a_gene_has_no_empty_fields():
    assert hgnc.gene(ROW) == {
        "_id": "HGNC:1",
        "symbol": "ABC1",
        "name": "abc one",
        "status": "Approved",
        "locus_group": "protein-coding gene",
        "locus_type": "gene with protein product",
        "taxid": 9606,
    }


def test_a_gene_nests_its_symbols_and_cross_references():
    gene = hgnc.gene({**ROW, "Alias symbols": "A, B", "Ensembl gene ID": "ENSG1"})
    assert gene["alias"] == {"symbol": ["A", "B"]}
    assert gene["xref"] == {"ensembl": "ENSG1"}


def test_a_withdrawn_symbol_names_its_replacement():
    name = "symbol withdrawn, see [HGNC:2](/data/#!/hgnc_id/HGNC:2) and [HGNC:3]/data/#!/hgnc_id/HGNC:3)"
    gene = hgnc.gene({**ROW, "Status": "Symbol Withdrawn", "Approved name": name})
    assert gene["name"] == "symbol withdrawn, see HGNC:2 and HGNC:3"
    assert gene["replaced_by"] == ["HGNC:2", "HGNC:3"]


@pytest.mark.parametrize(
    ("locus_type", "group"),
    [
        ("RNA, micro", "non-coding RNA"),
        ("pseudogene", "pseudogene"),
        ("T cell receptor pseudogene", "pseudogene"),
        ("T cell receptor gene", "other"),
        ("phenotype only", "phenotype"),
    ],
)
def test_locus_types_are_grouped(locus_type, group):
    assert hgnc.locus_group(locus_type) == group


def test_genes_are_sorted_by_number():
    lines = ["\t".join(ROW)] + ["\t".join({**ROW, "HGNC ID": f"HGNC:{n}"}.values()) for n in (10, 9)]
    assert [gene["_id"] for gene in hgnc.genes("\n".join(lines))] == ["HGNC:9", "HGNC:10"]


def test_depth_is_the_shortest_way_from_the_root(tree):
    assert tree.depth == {"DOID:4": 0, "DOID:7": 1, "DOID:8": 2, "DOID:9": 2}


def test_a_disease_knows_its_place_in_the_hierarchy(tree):
    doc = disease_ontology.disease(TERMS[3], tree)
    assert doc["parent"] == [{"id": "DOID:8", "name": "group"}, {"id": "DOID:7", "name": "branch"}]
    assert (doc["category"], doc["subcategory"]) == ("branch", ["group", "leaf"])
    assert (doc["depth"], doc["children"], doc["descendants"], doc["leaf"]) == (2, 0, 0, True)


def test_descendants_are_counted_once(tree):
    assert disease_ontology.disease(TERMS[0], tree)["descendants"] == 3


def test_releases_of_a_vocabulary_are_one_cross_reference():
    xrefs = [{"namespace": "SNOMEDCT_US_2023_03_01", "id": "2"}, {"namespace": "SNOMEDCT_US_2021_09_01", "id": "1"}]
    assert disease_ontology.xrefs({"xrefs": [*xrefs, {"namespace": "NCI", "id": "C1"}]}) == {
        "ncit": ["C1"],
        "snomedct": ["1", "2"],
    }


def test_obsolete_terms_are_left_out():
    terms = '[{"id": "DOID:4", "name": "disease"}, {"id": "DOID:5", "name": "obsolete thing"}]'
    assert [doc["_id"] for doc in disease_ontology.diseases(terms)] == ["DOID:4"]


def test_metadata_has_the_date_and_the_counts():
    metadata = describe([{"_id": "1", "xref": {}}], date(2024, 7, 23), "doid", {"name": "DO"}, ("xref",))
    assert metadata["build_version"] == "20240723"
    assert metadata["src"] == {"doid": {"name": "DO", "version": "2024-07-23", "stats": {"total": 1, "xref": 1}}}


def test_text_is_written_as_it_is():
    assert ndjson([{"_id": "DOID:1", "name": "Sjögren"}]) == '{"_id":"DOID:1","name":"Sjögren"}\n'
