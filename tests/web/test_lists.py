"""Lists of identifiers and names: streamed to programs, and as a page."""

import csv
import html
import io
import json
import re

import pytest
import requests

from searchapp.querystring.cost import clauses
from tests.services import engines

BROWSER = {"Accept": "text/html"}
TEXT = {"Content-Type": "text/plain"}
LIST = "CDK2\nnothing\nBRCC1\n1017\nA1BG\nnothing\n"
SCOPES = "_id,symbol,alias.symbol,xref.entrez"


def send(base_url, body, kind="text/plain", **options):
    given = {"scopes": SCOPES, "fields": "name", **options}
    return requests.post(
        f"{base_url}/v1/gene/batch", params=given, data=body.encode(), headers={"Content-Type": kind}, timeout=60
    )


def test_a_list_is_answered_in_order_with_the_field_that_matched_and_a_last_line(base_url):
    answer = send(base_url, LIST)
    assert answer.headers["Content-Type"] == "application/x-ndjson"
    *entries, last = [json.loads(line) for line in answer.text.splitlines()]
    found = [(entry["query"], entry.get("_id"), entry.get("_matched")) for entry in entries]
    assert found == [
        ("CDK2", "HGNC:1771", "symbol"),
        ("nothing", None, None),
        ("BRCC1", "HGNC:1100", "alias.symbol"),
        ("1017", "HGNC:1771", "xref.entrez"),
        ("A1BG", "HGNC:5", "symbol"),
        ("nothing", None, None),
    ]
    assert entries[0] == {
        "query": "CDK2",
        "found": True,
        "_id": "HGNC:1771",
        "name": "cyclin dependent kinase 2",
        "_matched": "symbol",
    }
    assert last == {"_summary": {"terms": 6, "found": 4, "ambiguous": 0, "missing": 2, "failed": 0}}


@pytest.mark.parametrize(("format", "delimiter"), [("csv", ","), ("tsv", "\t")])
def test_a_table_ends_with_a_comment_that_counts(base_url, format, delimiter):
    text = send(base_url, LIST, format=format).text
    *lines, last = text.splitlines()
    rows = list(csv.DictReader(lines, delimiter=delimiter))
    assert list(rows[0]) == ["query", "found", "_matched", "_id", "name", "_error"]
    assert [row["query"] for row in rows] == LIST.split()
    assert last == "# 6 terms, 4 found, 0 ambiguous, 2 missing, 0 failed"
    assert "#" not in send(base_url, LIST, format=format, summary="false").text


def test_a_sheet_of_excel_holds_the_same(base_url):
    openpyxl = pytest.importorskip("openpyxl")
    answer = send(base_url, "CDK2\n=1+1\n", format="xlsx")
    sheet = openpyxl.load_workbook(io.BytesIO(answer.content)).active
    rows = list(sheet.iter_rows(values_only=True))
    assert rows == [
        ("query", "found", "_matched", "_id", "name", "_error"),
        ("CDK2", True, "symbol", "HGNC:1771", "cyclin dependent kinase 2", None),
        ("=1+1", False, None, None, None, None),
    ]
    assert sheet["A3"].data_type == "s"


def test_hits_can_be_saved_for_excel_too(base_url):
    openpyxl = pytest.importorskip("openpyxl")
    path = "/v1/gene/query?q=symbol:cdk2&fields=symbol,taxid&format=xlsx&fetch_all=true"
    sheet = openpyxl.load_workbook(io.BytesIO(requests.get(base_url + path, timeout=30).content)).active
    assert list(sheet.iter_rows(values_only=True)) == [("_id", "symbol", "taxid"), ("HGNC:1771", "CDK2", 9606)]


@pytest.mark.parametrize(
    ("kind", "body", "column"),
    [
        ("text/csv", "n,code\n1,CDK2\n2,A1BG\n", "code"),
        ("text/csv", "n,code\n1,CDK2\n2,A1BG\n", "2"),
        ("text/tab-separated-values", "code\tn\nCDK2\t1\nA1BG\t2\n", None),
        ("application/x-ndjson", '"CDK2"\n{"id": "A1BG"}\n', None),
        ("application/x-ndjson", '{"code": "CDK2"}\n{"code": "A1BG"}\n', "code"),
    ],
)
def test_a_list_may_be_a_column_or_json(base_url, kind, body, column):
    lines = send(base_url, body, kind, column=column).text.splitlines()
    assert [json.loads(line).get("_id") for line in lines] == ["HGNC:1771", "HGNC:5", None]


def test_without_scopes_ids_are_looked_up_as_one_id_is(base_url):
    lines = requests.post(f"{base_url}/v1/gene/batch", data=b"HGNC:5\n1017", headers=TEXT, timeout=30).text
    found = [json.loads(line) for line in lines.splitlines()]
    assert [(entry["_id"], entry["_matched"]) for entry in found[:2]] == [
        ("HGNC:5", "_id"),
        ("HGNC:1771", "xref.entrez"),
    ]


def test_more_terms_than_a_post_may_have_are_answered_while_they_are_read(base_url):
    terms = [f"HGNC:{number}" for number in range(5500)]
    with send(base_url, "\n".join(terms), fields="_id", format="csv") as answer:
        rows = answer.text.splitlines()
    assert [row.partition(",")[0] for row in rows[1:-1]] == terms
    assert rows[-1].startswith("# 5500 terms, ")


@pytest.mark.parametrize(
    ("body", "options", "status", "words"),
    [
        ("\n \n", {}, 400, "the list is empty: send at least one term"),
        ("a", {"format": "yml"}, 400, "format"),
        ("a", {"column": "x"}, 200, ""),
        ("a\n", {"size": 5000}, 400, "size"),
    ],
)
def test_mistakes_are_an_error_before_the_first_line(base_url, body, options, status, words):
    answer = send(base_url, body, **options)
    assert answer.status_code == status
    assert words in answer.text


def test_a_list_that_is_sent_as_a_form_is_refused_with_the_header_that_it_needs(base_url):
    answer = send(base_url, "BRCA1\nCDK2\n", "application/x-www-form-urlencoded", format="csv")
    words = "list is missing: send a list with Content-Type: text/plain, or as list=... in a form"
    assert (answer.status_code, answer.json()["error"]) == (400, words)


def test_another_type_of_body_is_refused_with_the_accepted_ones(base_url):
    answer = send(base_url, "{}", "application/json")
    assert (answer.status_code, "text/plain" in answer.json()["accepted"]) == (415, True)


def test_a_list_has_limits(configured):
    client = configured(MAX_LIST=3, MAX_LIST_BODY=100)
    for body in ("a\nb\nc\nd", "x" * 101):
        answer = client.post("/v1/gene/batch", data=body, headers=TEXT)
        assert (answer.status_code, answer.json["success"]) == (413, False)
    assert client.post("/v1/gene/batch", data="a\nb\nc", headers=TEXT).status_code == 200
    empty = client.post("/v1/gene/batch", data="a" + "\r\n" * 7, headers=TEXT)
    assert (empty.status_code, empty.json["error"]) == (413, "a list may have at most 6 lines")
    assert client.post("/v1/gene/batch", data={"list": "a\nb\nc\nd"}).status_code == 413
    assert client.post("/v1/gene/batch", data={"list": "x" * 1_000_001}).status_code == 400


def test_a_list_is_one_of_the_streams_that_may_run(configured):
    client = configured(MAX_STREAMS=1)
    with client.get("/v1/gene/query?fetch_all=true&format=csv"):
        refused = client.post("/v1/gene/batch", data="a", headers=TEXT)
        assert (refused.status_code, refused.headers["Retry-After"]) == (429, "2")
    assert client.post("/v1/gene/batch", data="a", headers=TEXT).status_code == 200


def test_an_answer_in_json_is_for_short_lists(configured):
    client = configured(MAX_BATCH=3)
    answer = client.get("/v1/gene/batch?list=A1BG,x&scopes=symbol&fields=symbol").json
    assert answer["summary"]["found"] == 1
    assert [entry.get("symbol") for entry in answer["entries"]] == ["A1BG", None]
    assert client.get("/v1/gene/batch?list=a,b,c,d&format=json").status_code == 413
    assert client.get("/v1/gene/batch?format=json").json["missing"] == "list"


def page(base_url, **options):
    answer = requests.get(f"{base_url}/v1/gene/batch", params=options, headers=BROWSER, timeout=30)
    assert answer.status_code == 200
    return answer.text


def test_a_page_lists_a_limited_number_of_documents(configured):
    client = configured()
    asked = {"list": "a\n" * 51, "scopes": "symbol", "size": 100, "format": "html"}
    refused = client.post("/v1/gene/batch", data=asked)
    assert refused.status_code == 400
    assert "may find 5100 documents, a page lists at most 5000: choose a smaller size, or format=csv" in refused.text
    assert client.post("/v1/gene/batch", data=asked | {"format": "csv"}).status_code == 200
    assert client.post("/v1/gene/batch", data=asked | {"size": 98}).status_code == 200


def test_a_page_of_many_terms_lists_fewer_documents_of_each(configured):
    asked = {"list": "kinase\n" * 1000, "scopes": "name", "format": "html"}
    assert configured().post("/v1/gene/batch", data=asked).text.count('<th scope="row">') == 5000


def test_the_page_has_a_group_for_each_kind_of_answer(base_url):
    text = page(base_url, list="A1BG\nnothing\nprotein-coding gene", scopes="symbol,locus_group")
    titles = re.findall(r'<h2 id="(\w+)-title">(.*?) <small>(.*?)</small>', text)
    assert titles == [
        ("found", "Found", "1 term"),
        ("ambiguous", "Several documents", "1 term"),
        ("missing", "Not found", "1 term"),
    ]
    assert (
        '<td>A1BG</td><td class="soft" data-label="Matched in">Symbol</td><th scope="row"><a href="/v1/gene/HGNC:5">'
        in text
    )


def test_a_term_that_is_not_found_has_near_misses(base_url):
    assert re.search(r'tp35</span>.*?did you mean.*?<a href="/v1/gene/HGNC:\d+">', page(base_url, list="tp35"), re.S)


def test_near_misses_of_a_code_have_its_number(base_url):
    assert "did you mean" not in page(base_url, list="kinase:0007254")


def test_a_short_list_has_an_address_that_shows_it_again(base_url):
    text = page(base_url, list="A1BG, CDK2", scopes="symbol")
    (link,) = re.findall(r'<a class="button" href="([^"]+)" rel="bookmark">', text)
    again = requests.get(base_url + html.unescape(link), headers=BROWSER, timeout=30).text
    assert again.count("HGNC:1771") == text.count("HGNC:1771") > 0
    assert 'rel="bookmark"' not in page(base_url, list="\n".join(f"long{number}" for number in range(300)))


@pytest.mark.parametrize("name", ["file", "list"])
def test_a_file_is_taken_without_scripts(base_url, name):
    files = {name: ("list.csv", "n;code\n1;A1BG\n2;none\n")}
    for format, wanted in (("html", "HGNC:5"), ("csv", "A1BG,true,symbol,HGNC:5")):
        address = f"{base_url}/v1/gene/batch?format={format}"
        answer = requests.post(address, files=files, data={"column": "code", "scopes": "symbol"}, timeout=30)
        assert (answer.status_code, wanted in answer.text) == (200, True)


def test_pasted_texts_are_escaped(base_url):
    text = page(base_url, list='<script>alert(1)</script>\n"><b>', scopes="symbol")
    assert "<script>alert" not in text
    assert "<b>" not in text


def test_the_fields_of_a_list_are_shown_only_if_they_were_changed(base_url):
    text = page(base_url)
    assert re.search(r"<summary>Searched: Identifier, [^<]*Symbol", text)
    default = html.unescape(re.search(r'id="scopes" name="scopes" value="([^"]*)"', text)[1])
    assert '<details class="list-fields">' in page(base_url, list="A1BG", scopes=default)
    assert '<details class="list-fields" open>' in page(base_url, list="A1BG", scopes="name")


def test_a_list_whose_terms_have_many_words_for_their_fields_is_divided(tmp_path, monkeypatch):
    documents = [{"_id": f"n{n}", "name": f"one two three {n}", "text": "four"} for n in range(40)]
    client = engines.client(tmp_path, "note", documents)
    monkeypatch.setattr(clauses, "MAX_CLAUSES_IN_FIELDS", 50)
    monkeypatch.setattr(clauses, "MAX_IN_SCOPES", 50)
    terms = "\n".join(document["name"] for document in documents)
    answer = client.post("/v1/note/batch?scopes=name,text", data=terms, headers=TEXT)
    assert json.loads(answer.text.splitlines()[-1])["_summary"]["found"] == 40
    assert client.post("/v1/note/query?scopes=name,text", json={"q": terms.split("\n")}).json["max"] == 50
