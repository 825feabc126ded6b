"""The published clients of the BioThings family against a live server, on every engine."""

import csv
import io
import itertools

import biothings_client
import mygene
import pandas
import pytest
import requests


@pytest.fixture
def client(base_url):
    """The generic client, which reads the item type from `/metadata`."""
    return biothings_client.get_client(url=f"{base_url}/v1")


@pytest.fixture
def genes(base_url):
    """The client for genes, without the second that it waits after each batch to spare a public server."""
    client = mygene.MyGeneInfo()
    client.url, client.delay = f"{base_url}/v1", 0
    return client


@pytest.fixture
def diseases(base_url):
    return biothings_client.get_client("disease", url=f"{base_url}/v1")


def test_the_client_learns_the_item_type_from_the_metadata(client):
    assert type(client).__name__ == "MyGeneInfo"


def test_one_id_gives_the_document(genes):
    assert genes.getgene("HGNC:1100")["symbol"] == "BRCA1"


def test_a_number_is_an_id_by_pattern(genes):
    assert genes.getgene(1017, fields="symbol")["symbol"] == "CDK2"


def test_an_unknown_id_is_none(genes):
    assert genes.getgene("HGNC:99999999") is None


def test_one_id_with_some_fields(genes):
    gene = genes.getgene("HGNC:1100", fields=["symbol", "alias.symbol"])
    assert set(gene) == {"_id", "_version", "symbol", "alias"}


def test_another_type_is_annotated(diseases):
    assert diseases.getdisease("DOID:1612")["name"] == "breast cancer"


def test_many_ids_come_back_in_their_order(genes):
    found = genes.getgenes(["HGNC:1771", "nothing", "HGNC:5"], fields="symbol")
    assert [(entry["query"], entry.get("symbol")) for entry in found] == [
        ("HGNC:1771", "CDK2"),
        ("nothing", None),
        ("HGNC:5", "A1BG"),
    ]


def test_more_ids_than_one_batch(genes):
    ids = [f"HGNC:{number}" for number in range(2500)]
    found = genes.getgenes(ids, fields="symbol")
    assert [entry["query"] for entry in found] == ids


def test_ids_may_come_from_a_generator(genes):
    found = genes.getgenes((f"HGNC:{number}" for number in (5, 7)), fields="symbol", as_generator=True)
    assert [entry["symbol"] for entry in found] == ["A1BG", "A2M"]


def test_one_query(genes):
    answer = genes.query("symbol:cdk2", fields="symbol,name", size=5)
    assert (answer["total"], answer["hits"][0]["symbol"]) == (1, "CDK2")


def test_a_query_with_sort_skip_and_facets(genes):
    answer = genes.query("symbol:cdk*", sort="-symbol", skip=1, size=2, facets="status")
    assert [hit["symbol"] for hit in answer["hits"]] == ["CDKN2D", "CDKN2C"]
    assert answer["facets"]["status"]["total"] == 26


def test_many_queries(genes):
    found = genes.querymany(["CDK2", "nothing", "ARP1"], scopes=["symbol", "alias.symbol"], fields="symbol")
    assert [entry["query"] for entry in found] == ["CDK2", "nothing", *["ARP1"] * 5]


def test_many_queries_with_the_lists_of_misses_and_of_several_hits(genes):
    found = genes.querymany(["CDK2", "nothing", "ARP1"], scopes="symbol,alias.symbol", fields="symbol", returnall=True)
    assert (found["missing"], found["dup"]) == (["nothing"], [("ARP1", 5)])


def test_many_queries_given_as_text(genes):
    assert [entry["symbol"] for entry in genes.querymany("CDK2,BRCA1", scopes="symbol")] == ["CDK2", "BRCA1"]


def test_fetch_all_reads_to_the_end(genes):
    hits = list(genes.query("status:Approved", fields="symbol", fetch_all=True))
    assert len(hits) == len({hit["_id"] for hit in hits}) == 2174


def test_fetch_all_may_be_given_up(genes):
    assert len(list(itertools.islice(genes.query("*", fetch_all=True), 5))) == 5


def test_metadata(genes):
    metadata = genes.metadata()
    assert metadata["src"]["hgnc"]["name"] == "HGNC gene names"
    assert metadata["biothing_type"] == "gene"


def test_fields(genes):
    fields = genes.get_fields()
    assert fields["xref.entrez"]["type"] == "keyword"


def test_fields_with_a_search_term(genes):
    assert set(genes.get_fields("symbol")) == {"symbol", "alias.symbol", "prev.symbol"}


def test_dotfield_and_always_list(genes):
    gene = genes.getgene("HGNC:1771", fields="xref.uniprot", dotfield=True, always_list="xref.uniprot")
    assert gene["xref.uniprot"] == ["P24941"]


def test_an_id_that_holds_an_apostrophe_or_a_comma(genes):
    assert [entry["query"] for entry in genes.getgenes(["5'UTR", "a, b"])] == ["5'UTR", "a, b"]


def test_hits_of_the_client_and_the_table_agree(genes, base_url):
    text = requests.get(f"{base_url}/v1/gene/query?q=symbol:cdk*&sort=symbol&size=50&format=csv", timeout=60).text
    table = [row["symbol"] for row in csv.DictReader(io.StringIO(text, newline=""))]
    assert table == [hit["symbol"] for hit in genes.query("symbol:cdk*", sort="symbol", size=50)["hits"]]


def test_a_query_with_a_warning_is_read(genes):
    assert genes.query("HGNC:5", fields="symbol")["hits"][0]["symbol"] == "A1BG"


def test_the_client_makes_data_frames(genes):
    frame = genes.querymany(
        ["CDK2", "nothing", "BRCA1"], scopes="symbol", fields="symbol,xref.entrez", as_dataframe=True
    )
    assert list(frame.index) == ["CDK2", "nothing", "BRCA1"]
    assert list(frame.loc[["CDK2", "BRCA1"], "xref.entrez"]) == ["1017", "672"]
    assert frame.loc["nothing", "notfound"]


def test_ids_and_hits_of_the_client_as_data_frames(genes):
    frame = genes.getgenes(["HGNC:1771", "HGNC:5"], fields="symbol", as_dataframe=True)
    assert frame["symbol"].to_dict() == {"HGNC:1771": "CDK2", "HGNC:5": "A1BG"}
    hits = genes.query("symbol:cdk*", size=50, sort="symbol", fields="symbol", as_dataframe=True)
    assert len(hits) == 26


@pytest.mark.parametrize(("format", "separator"), [("csv", ","), ("tsv", "\t")])
def test_pandas_reads_a_whole_result(base_url, format, separator):
    address = f"{base_url}/v1/gene/query?q=symbol:cdk*&fields=symbol,taxid,alias.symbol&sort=symbol&fetch_all=true"
    frame = pandas.read_csv(f"{address}&format={format}", sep=separator)
    assert list(frame.columns) == ["_id", "symbol", "taxid", "alias.symbol"]
    assert (len(frame), frame["symbol"][0], set(frame["taxid"])) == (26, "CDK1", {9606})
    assert frame["alias.symbol"].str.split("|").str.len().max() > 1


def test_pandas_reads_the_hits_of_a_post(base_url):
    body = {"q": "CDK2,nothing", "scopes": "symbol", "fields": "symbol,name"}
    text = requests.post(f"{base_url}/v1/gene/query", data={**body, "format": "csv"}, timeout=60).text
    frame = pandas.read_csv(io.StringIO(text))
    assert frame[["query", "found", "symbol"]].fillna("").values.tolist() == [
        ["CDK2", True, "CDK2"],
        ["nothing", False, ""],
    ]


def test_pandas_reads_lines(base_url):
    address = f"{base_url}/v1/gene/query?q=symbol:cdk*&fields=symbol&fetch_all=true&format=ndjson"
    assert len(pandas.read_json(address, lines=True)) == 26
