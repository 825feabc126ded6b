"""Excel, Parquet and SQLite files, and files behind addresses."""

import sqlite3
import threading
from contextlib import closing
from datetime import date, datetime
from decimal import Decimal
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

import openpyxl
import pyarrow
import pyarrow.parquet
import pytest

from searchapp.loading.bad import BadLines, LoadError
from searchapp.loading.formats.download import downloaded
from searchapp.loading.formats.readers import documents
from searchapp.loading.formats.source import Reading, Source

pytestmark = pytest.mark.slow


def read(path, **reading):
    with Source(str(path), reading=Reading(**reading)) as source:
        return [document for _, document in documents(source, BadLines())]


@pytest.fixture
def book(tmp_path):
    """A function that writes the rows of sheets to an Excel file."""

    def write(**sheets):
        made = openpyxl.Workbook()
        made.remove(made.active)
        for name, rows in sheets.items():
            sheet = made.create_sheet(name)
            for row in rows:
                sheet.append(row)
        made.save(tmp_path / "a.xlsx")
        return tmp_path / "a.xlsx"

    return write


def test_a_sheet_has_a_header_and_typed_cells(book):
    path = book(Parts=[["Name ", "n", "on", "at"], ["a bolt", 5, date(2020, 1, 2), datetime(2020, 1, 2, 3, 4)], [None]])
    assert read(path) == [{"Name": "a bolt", "n": 5, "on": "2020-01-02", "at": "2020-01-02T03:04:00"}]


def test_a_title_above_the_header_and_empty_sheets_are_passed_over(book):
    path = book(Empty=[], Parts=[["The parts of 2020"], [], ["name", "n", "m"], ["a", 1, 2.5], ["b", 2.0, None]])
    assert read(path) == [{"name": "a", "n": 1, "m": 2.5}, {"name": "b", "n": 2}]


def test_a_cover_is_passed_over_and_merged_names_of_columns_are_read(book):
    table = [["Report"], ["Plant", None, None, "Notes"], ["No.", "Name", "m", None], [1, "South", 5, "old"]]
    path = book(Cover=[["Inventory"], ["Author", "Ann"], ["by Finance"]], Plants=table)
    assert read(path) == [{"No": 1, "Name": "South", "m": 5, "Notes": "old"}]


def test_two_rows_of_names_are_groups_and_names_and_a_row_of_sums_is_left_out(book):
    head = [["Sales"], [], ["Region", "Units", None, "Revenue", None], [None, 2023, 2024, 2023, 2024]]
    rows = [["North", 5, 6, 1.5, 2.5], ["South", 7, 8, 3.5, 4.5], ["Total", 12, 14, 5, None]]
    found = read(book(A=[*head, *rows]))
    assert found == [
        {"Region": "North", "Units 2023": 5, "Units 2024": 6, "Revenue 2023": 1.5, "Revenue 2024": 2.5},
        {"Region": "South", "Units 2023": 7, "Units 2024": 8, "Revenue 2023": 3.5, "Revenue 2024": 4.5},
    ]


def test_names_below_groups_that_come_twice_begin_with_the_group(book):
    head = [[None, "Units", None, None, "Price", None, None], ["Region", "a", "b", "c", "a", "b", "c"]]
    found = read(book(A=[*head, ["North", 1, 2, 3, 4, 5, 6], ["South", 1, 2, 3, 4, 5, 6]]))
    assert list(found[0]) == ["Region", "Units a", "Units b", "Units c", "Price a", "Price b", "Price c"]


def test_a_cell_that_is_merged_over_several_rows_has_its_value_in_each(book):
    path = book(A=[["Region", "Item"], ["North", 1], [None, 2], [None, 3], [None, 4]])
    made = openpyxl.load_workbook(path)
    made["A"].merge_cells("A2:A4")
    made.save(path)
    assert [row.get("Region") for row in read(path)] == ["North", "North", "North", None]


def test_notes_and_sums_below_a_table_are_left_out(book):
    rows = [["Branch", "City", "Sales"], *([f"F{n}", "Ulm", n + 1] for n in range(5))]
    foot = [["Total", None, 15], [], ["Source: own data"], ["All rights reserved"]]
    assert len(read(book(A=[*rows, *foot]))) == 5
    assert len(read(book(A=[*rows, ["F6"]]))) == 6


def test_blanks_above_a_table_are_no_cells_and_no_cell_right_of_the_names_is_lost(book):
    head = [["BOOKINGS for 01/30/17"], ["  "], ["No.", "Name", "Bail", "Bail"]]
    path = book(A=[*head, [1, "Campos", 5, 6, "seen"], [2, "Cho", 7, None], [3, "Li"]])
    assert read(path) == [
        {"No": 1, "Name": "Campos", "Bail": [5, 6], "column_5": "seen"},
        {"No": 2, "Name": "Cho", "Bail": 7},
        {"No": 3, "Name": "Li"},
    ]


def test_a_row_that_is_wider_than_the_first_ones_is_reported(book):
    said = []
    with Source(str(book(A=[["a", "b"], *[[1, 2]] * 30, [3, 4, 5]])), say=said.append) as source:
        assert [*documents(source, BadLines())][-1] == (32, {"a": 3, "b": 4})
    assert said == ["rows with values beyond column 2, which are left out: 32 (--header)"]


def test_a_sheet_can_be_named(book):
    path = book(A=[["x"], [1]], B=[["y"], [2]])
    assert read(path, sheet="B") == [{"y": 2}]
    with pytest.raises(LoadError, match="has no sheet C, only A, B"):
        read(path, sheet="C")


def test_parquet_has_documents_without_nulls(tmp_path):
    rows = [{"id": 1, "o": {"x": Decimal("1.50"), "y": None}, "l": ["a"], "on": date(2020, 1, 2)}, {"id": 2}]
    pyarrow.parquet.write_table(pyarrow.Table.from_pylist(rows), tmp_path / "a.parquet")
    assert read(tmp_path / "a.parquet") == [{"id": 1, "o": {"x": 1.5}, "l": ["a"], "on": "2020-01-02"}, {"id": 2}]


def test_maps_of_parquet_are_objects_and_durations_seconds(tmp_path):
    maps = pyarrow.array([[("a", [1]), ("b", [2])], []], pyarrow.map_(pyarrow.string(), pyarrow.list_(pyarrow.int8())))
    lasted = pyarrow.array([1500, None], pyarrow.duration("ms"))
    pyarrow.parquet.write_table(pyarrow.table({"m": maps, "lasted": lasted}), tmp_path / "a.parquet")
    assert read(tmp_path / "a.parquet") == [{"m": {"a": [1], "b": [2]}, "lasted": 1.5}, {"m": []}]


def test_a_damaged_parquet_file_is_named(tmp_path):
    (tmp_path / "a.parquet").write_bytes(b"PAR1 nothing")
    with pytest.raises(LoadError, match=r"a\.parquet row 1: cannot be read"):
        read(tmp_path / "a.parquet")


def test_a_table_of_sqlite_is_read_by_its_name(tmp_path):
    with closing(sqlite3.connect(tmp_path / "a.db")) as connection, connection:
        connection.execute("create table parts (id integer primary key, name text, n real)")
        connection.execute("insert into parts values (1, 'a bolt', null)")
        assert read_after(connection, tmp_path) == [{"id": 1, "name": "a bolt"}]
        connection.execute('create table "other ""one" (x)')
    assert read(tmp_path / "a.db", sheet="parts") == [{"id": 1, "name": "a bolt"}]
    with pytest.raises(
        LoadError, match='has 2 tables, give --sheet with one of other "one, parts; or serve all tables'
    ):
        read(tmp_path / "a.db")


def test_a_view_of_sqlite_is_read_where_it_is_named(tmp_path):
    with closing(sqlite3.connect(tmp_path / "a.db")) as connection, connection:
        connection.execute("create table parts (id integer primary key, name text)")
        connection.execute("insert into parts values (1, 'a bolt')")
        connection.execute("create view names as select name from parts")
    assert read(tmp_path / "a.db") == [{"id": 1, "name": "a bolt"}]
    assert read(tmp_path / "a.db", sheet="names") == [{"name": "a bolt"}]
    with pytest.raises(LoadError, match=r"no table or view x, give --sheet with one of parts, names \(a view\)"):
        read(tmp_path / "a.db", sheet="x")


def read_after(connection, folder):
    connection.commit()
    return read(folder / "a.db")


class Files(BaseHTTPRequestHandler):
    def do_GET(self):
        self.send_response(200 if self.path == "/a.csv" else 404)
        self.send_header("Content-Length", "8")
        self.end_headers()
        self.wfile.write(b"_id,n\n1,")

    def log_message(self, *arguments):
        pass


@pytest.fixture
def server():
    with ThreadingHTTPServer(("127.0.0.1", 0), Files) as found:
        threading.Thread(target=found.serve_forever, daemon=True).start()
        yield f"http://127.0.0.1:{found.server_port}"
        found.shutdown()


def test_an_address_is_fetched(server):
    with downloaded(f"{server}/a.csv", print) as file:
        assert file.read() == b"_id,n\n1,"


def test_an_address_without_a_file_is_named(server):
    with pytest.raises(LoadError, match=r"/b\.csv: the server answered 404"):
        downloaded(f"{server}/b.csv", print)
    with pytest.raises(LoadError, match=r"127\.0\.0\.1:1"):
        downloaded("http://127.0.0.1:1/a.csv", print)
