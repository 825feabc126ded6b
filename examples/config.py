"""The sample application: human genes and human diseases."""

TITLE = "Genes and diseases"
DESCRIPTION = "Human genes from HGNC and human diseases from the Disease Ontology."

ALLOW_NESTED_QUERY = True

# biothings-client finds the item type under the second name
METADATA_ITEM_TYPE_KEYS = ("item_type", "biothing_type")

ITEM_TYPES = {
    "gene": {
        "title": "Genes",
        "default_fields": ["_id^20", "symbol^8", "alias.symbol^4", "prev.symbol^2", "name^2", "all"],
        "id_patterns": [
            (r"HGNC:\d+", ["_id"]),
            (r"ENSG\d+", ["xref.ensembl"]),
            (r"\d+", ["xref.entrez"]),
            # CURIEs: a prefix of a registry and an identifier there, in upper or lower case
            (r"(?i:ncbigene|entrez):(?P<term>\d+)", ["xref.entrez"]),
            (r"(?i:ensembl):(?P<term>ENSG\d+)", ["xref.ensembl"]),
            (r"(?i:uniprot(?:kb)?):(?P<term>\w+)", ["xref.uniprot"]),
            (r"(?P<scope>symbol|alias\.symbol|prev\.symbol)=(?P<term>.+)", None),
        ],
        "user_queries": {
            "protein_coding": {
                "query": {"multi_match": {"query": "{q}", "fields": ["symbol^8", "name^2", "all"], "operator": "and"}},
                "filter": {"term": {"locus_type": "gene with protein product"}},
            },
            "any_symbol": {
                "query": {"multi_match": {"query": "{q}", "fields": ["symbol^8", "alias.symbol^4", "prev.symbol"]}},
                "filter": {"term": {"status": "Approved"}},
            },
        },
        "license_transform": {"xref": "hgnc"},
        "suggest_fields": ["symbol^8", "alias.symbol^4", "prev.symbol^2", "name", "_id"],
        "excluded_keys": ("all",),
        "title_fields": ["symbol", "name"],
        "table_fields": ["symbol", "name", "locus_type", "status"],
        "page_facets": ["locus_group", "locus_type", "status"],
        "linkouts": {
            "_id": "https://www.genenames.org/data/gene-symbol-report/#!/hgnc_id/{value}",
            "xref.entrez": "https://www.ncbi.nlm.nih.gov/gene/{value}",
            "xref.ensembl": "https://www.ensembl.org/id/{value}",
            "xref.uniprot": "https://www.uniprot.org/uniprotkb/{value}",
            "xref.mgi": "https://www.informatics.jax.org/accession/{value}",
            "replaced_by": "/v1/gene/{value}",
        },
        "examples": ["BRCA1", "symbol:CDK*", "name:kinase AND locus_group:pseudogene", "_exists_:enzyme"],
    },
    "disease": {
        "title": "Diseases",
        "default_fields": ["_id^20", "name^4", "synonym^2", "all"],
        "id_patterns": [
            (r"DOID:\d+", ["_id"]),
            (r"(?:O?MIM:)?(?P<term>(?:PS)?\d{6})", ["xref.omim"]),
        ],
        "user_queries": {
            "rare": {
                "query": {"multi_match": {"query": "{q}", "fields": ["name^4", "synonym^2", "all"], "operator": "and"}},
                "filter": {"exists": {"field": "xref.orphanet"}},
            },
        },
        "license_transform": {"xref": "doid", "parent": "doid"},
        "suggest_fields": ["name^4", "synonym^2", "_id"],
        "suggest_weight": "descendants",
        "excluded_keys": ("all",),
        "title_fields": ["name"],
        "table_fields": ["name", "category", "depth", "descendants"],
        "page_facets": ["depth:1", "category", "leaf"],
        "linkouts": {
            "_id": "https://disease-ontology.org/term/{value}",
            "xref.mesh": "https://meshb.nlm.nih.gov/record/ui?ui={value}",
            "xref.omim": "https://omim.org/entry/{value}",
            "children": "/search?type=disease&q=parent.id:%22{_id}%22",
        },
        "examples": [
            "asthma",
            '"breast cancer"',
            "category:syndrome AND depth:>3",
            "descendants:[100 TO 500]",
            'parent.id:"DOID:1612"',
        ],
    },
}

DEFAULT_ITEM_TYPE = "gene"
