import json
import os
import re
import signal
import socket
import sqlite3
import subprocess
import sys
import time
import urllib.request
from contextlib import closing
from pathlib import Path

import pytest
from click.testing import CliRunner

from searchapp.cli import main
from searchapp.cli.load import item_type_of
from tests.services.process import comes_up, free_port, heed_interrupts, last_words, stop

pytestmark = pytest.mark.slow

EXAMPLES = Path(__file__).parents[2] / "examples"
LINES = '{"_id":"a","n":1,"name":"a bolt"}\n{"_id":"b","n":2,"name":"a nut"}\n'


@pytest.fixture
def run(tmp_path, monkeypatch):
    """A function that runs the command in an installation of its own, in a folder that holds parts.ndjson."""
    for name in [name for name in os.environ if name.startswith("SEARCHAPP_")]:
        monkeypatch.delenv(name)
    monkeypatch.setenv("SEARCHAPP_INSTANCE", str(tmp_path / "instance"))
    monkeypatch.chdir(tmp_path)
    Path("parts.ndjson").write_text(LINES)

    def command(*arguments, code=0, input=None):
        result = CliRunner().invoke(main, arguments, input=input)
        assert result.exit_code == code, result.output
        return result

    return command


def test_a_load_says_how_many_documents_there_are(run):
    words = "words without a field name are searched in name (default_fields)"
    is_new = "part is new: start `searchapp serve`, or reload a running server (SIGHUP)"
    assert run("load", "part", "parts.ndjson").stderr.endswith(f"part: 2 documents\n{words}\n{is_new}\n")
    assert run("load", "other", "missing.ndjson", code=1).stderr == "Error: missing.ndjson: no such file or directory\n"
    assert f"part: {words}\n" in run("config").stderr


def test_control_characters_of_files_do_not_act_on_the_terminal(run):
    Path("odd.ndjson").write_text(json.dumps({"_id": "a", "\x1b[2Jb": "a bolt", "b\x9b": "nut"}) + "\n")
    assert r"b\x9b" in run("load", "part", "odd.ndjson").stderr
    Path("odd.ndjson").write_text("{}\n")
    told = run("load", "part", "odd.ndjson", "--id", "\x1b[2J", code=1).stderr
    assert r"\x1b[2J" in told and "\x1b" not in told


@pytest.mark.skipif(not Path("/proc/self/mem").exists(), reason="the machine has no /proc")
def test_a_file_whose_beginning_cannot_be_read_is_named(run):
    told = run("load", "part", "/proc/self/mem", "--format", "ndjson", code=1).stderr
    assert told == "Error: /proc/self/mem: input/output error\n"


def test_a_file_alone_gives_the_item_type_its_name(run):
    Path("Größte Teile 2024.v2.ndjson").write_text(LINES)
    result = run("load", "Größte Teile 2024.v2.ndjson").stderr
    assert "the item type is called grosste-teile-2024-v2: `searchapp load TYPE FILE` gives it another name\n" in result
    assert "grosste-teile-2024-v2: 2 documents\n" in result
    Path("2024.ndjson").write_text(LINES)
    assert "data-2024: 2 documents\n" in run("load", "2024.ndjson").stderr
    assert item_type_of("label-01-of-13.json.zip") == "label-01-of-13"  # one load would replace the other
    names = {item_type_of(f"{name}.csv") for name in ("фильмы", "博物館", "مدن")}
    assert len(names) == 3
    assert all(re.fullmatch("data-[0-9a-f]{8}", name) for name in names)
    assert "Missing argument 'FILE...'" in run("load", "part", code=2).stderr
    assert "Missing argument 'FILE...'" in run("load", code=2).stderr
    Path("more.csv").write_text("_id\n1\n")
    several = run("load", "more.csv", "parts.ndjson", code=2).stderr
    assert "several files need a TYPE: searchapp load TYPE more.csv parts.ndjson" in several
    assert "there is no file parts.cvs" in run("load", "parts.cvs", code=2).stderr


def test_collections_are_listed(run):
    assert f"there are no collections in DATA_FOLDER {Path('instance/data').absolute()}\n" == run("indexes").stderr
    run("load", "part", "parts.ndjson")
    run("load", "part", "parts.ndjson")
    rows = [line.split()[:2] for line in run("indexes").stdout.splitlines()]
    assert rows == [["part", "current"], ["part", "previous"]]


def test_standard_input_can_be_loaded(run):
    assert "part: 2 documents" in run("load", "part", "-", input=LINES).stderr


def test_a_pipe_can_be_loaded(run):
    reader, writer = os.pipe()
    os.write(writer, LINES.encode())
    os.close(writer)
    assert "part: 2 documents" in run("load", "part", f"/dev/fd/{reader}").stderr


def test_a_table_is_loaded_with_numbers(run):
    Path("parts.csv").write_text("key,size.mm,name\nx,5,a bolt\ny,7,a nut\n")
    assert "part: 2 documents" in run("load", "part", "parts.csv", "--id", "key").stderr


def test_a_bad_line_ends_the_load_with_its_number(run):
    Path("bad.ndjson").write_text(LINES + "{\n")
    result = run("load", "part", "bad.ndjson", code=1)
    assert "Error: bad.ndjson line 3: not JSON" in result.stderr
    assert "there are no collections" in run("indexes").stderr


@pytest.mark.parametrize("line", ['{"_id":"c","_source":{}}', '["c"]'])
def test_the_only_line_is_named_when_it_is_bad(run, line):
    Path("bad.ndjson").write_text(f"{line}\n")
    assert "Error: bad.ndjson line 1: " in run("load", "part", "bad.ndjson", code=1).stderr


def test_a_bad_line_ends_the_load_before_the_rest_is_read(run):
    Path("bad.ndjson").write_text("{\n" + LINES)
    words = run("load", "part", "bad.ndjson", code=1).stderr
    assert "Error: bad.ndjson line 1: " in words
    assert "(--skip-bad skips such lines)" in words
    assert "reading" not in words


def test_without_a_good_line_the_first_bad_one_is_named(run):
    Path("bad.ndjson").write_text("{\n5\n")
    words = run("load", "part", "bad.ndjson", "--skip-bad", code=1).stderr
    assert "Error: no documents, nothing was changed; bad.ndjson line 1: not JSON" in words


def test_bad_lines_can_be_skipped_and_are_counted(run):
    Path("bad.ndjson").write_text("{\n" + LINES + "5\n")
    words = run("load", "part", "bad.ndjson", "--skip-bad").stderr
    assert "skipped bad.ndjson line 1: not JSON" in words
    assert "part: 2 documents\n" in words
    assert "\n2 bad lines were skipped\n" in words


def test_a_format_of_dates_without_a_sign_is_refused(run):
    error = run("load", "part", "parts.ndjson", "--date-format", "born=dd.mm.yyyy", code=2).stderr
    assert "--date-format must be one such as %d.%m.%Y, not dd.mm.yyyy" in error


def test_a_new_name_without_an_old_one_is_refused(run):
    error = run("load", "part", "parts.ndjson", "--rename", "name", code=1).stderr
    assert "--rename must be written as OLD=NEW, not name" in error


def test_documents_are_updated_and_deleted(run):
    run("load", "part", "parts.ndjson")
    assert "part: 3 documents" in run("load", "part", "-", "--update", input='{"_id":"c"}\n').stderr
    assert "part: 1 document, 2 deleted" in run("load", "part", "-", "--delete", input="a\nb\n").stderr


def test_the_ids_to_delete_may_be_in_a_file(run):
    run("load", "part", "parts.ndjson")
    Path("gone.txt").write_text("a\nnope\n")
    assert "part: 1 document, 1 deleted" in run("load", "part", "gone.txt", "--delete").stderr


def test_the_previous_collection_can_be_restored(run):
    run("load", "part", "parts.ndjson")
    run("load", "part", "-", input='{"_id":"c"}\n')
    assert "again" in run("rollback", "part").stderr
    assert "has all its 2 documents" in run("verify").stdout
    assert [line.split()[1:3] for line in run("indexes").stdout.splitlines()] == [["current", "2"], ["previous", "1"]]
    run("rollback", "part")
    assert "has all its 1 document" in run("verify").stdout


def test_a_damaged_collection_changes_the_exit_code(run, tmp_path):
    run("load", "part", "parts.ndjson")
    (part,) = tmp_path.glob("instance/data/part/*/sources-*.part")
    part.write_bytes(part.read_bytes()[::-1])
    assert "has changed" in run("verify", "part", code=1).stdout


def test_a_collection_that_cannot_be_read_is_listed_as_damaged(run, tmp_path):
    run("load", "part", "parts.ndjson")
    run("load", "screw", "parts.ndjson")
    (store,) = tmp_path.glob("instance/data/part/*/index/*.store")
    store.write_bytes(b"")
    rows = [line.split()[:2] for line in run("indexes").stdout.splitlines()]
    assert rows == [["screw", "current"], ["part", "damaged"]]
    words = run("verify", code=1).stdout
    assert "part: " in words
    assert "screw generation" in words


def test_an_installation_without_collections_is_not_verified(run):
    assert run("verify", code=1).stderr.startswith("Error: there are no collections in DATA_FOLDER ")


def test_a_folder_that_cannot_be_read_or_written_is_reported_in_one_line(run, tmp_path):
    run("load", "part", "parts.ndjson")
    (tmp_path / "instance/downloads").symlink_to("downloads")  # a link to itself, which root cannot read either
    assert re.match(r"Error: \S+/downloads\S*: .+\n$", run("files", "part", code=1).stderr)
    (tmp_path / "instance/data").rename(tmp_path / "data")
    (tmp_path / "instance/data").symlink_to("data")
    for command in ("indexes", "verify"):
        assert re.match(r"Error: \S+/data cannot be read, .+\n$", run(command, code=1).stderr)
    assert "cannot be listed" in run("files", "part", code=1).stderr


def test_an_instance_folder_that_cannot_be_read_is_reported_in_one_line(run, tmp_path):
    (tmp_path / "instance").symlink_to("instance")
    for command in (["indexes"], ["config"], ["serve", "--port", "0"]):
        assert re.match(r"Error: \S+/instance/config\.py cannot be read: .+\n$", run(*command, code=1).stderr)


@pytest.mark.parametrize("name", ["query", "metadata", "Gene", "a/b", "1x", ""])
def test_a_type_must_have_a_name_that_can_stand_in_a_path(run, name):
    assert "Invalid value for 'TYPE'" in run("load", name, "parts.ndjson", code=2).stderr


def test_the_mapping_is_printed_to_be_given_back(run):
    text = run("mapping", "parts.ndjson").stdout
    assert json.loads(text)["mappings"]["properties"]["n"] == {"type": "long"}
    Path("mapping.json").write_text(text.replace("long", "double"))
    run("load", "part", "parts.ndjson", "--mapping", "mapping.json")


@pytest.mark.parametrize("option", ["--mapping", "--metadata", "--fields"])
def test_a_file_about_the_documents_must_exist_and_hold_an_object(run, option):
    Path("list.json").write_text("[]")
    assert "nope.json: no such file" in run("load", "part", "parts.ndjson", option, "nope.json", code=1).stderr
    assert "must be an object" in run("load", "part", "parts.ndjson", option, "list.json", code=1).stderr


@pytest.mark.parametrize(
    "command",
    [
        ("nope.ndjson",),
        ("parts.ndjson", "nope.ndjson"),
        ("parts.ndjson", "--mapping", "nope.json"),
        ("parts.ndjson", "--metadata", "nope.json"),
    ],
)
def test_nothing_is_announced_before_the_files_are_found(run, command):
    assert re.fullmatch(r"Error: nope\.\w+: no such file or directory\n", run("load", "part", *command, code=1).stderr)


def test_notes_on_unknown_fields_are_reported(run):
    Path("notes.json").write_text('{"n": {"docs": 2}, "name": {"notes": "What it is called"}}')
    assert "note" not in run("load", "part", "parts.ndjson", "--fields", "notes.json").stderr
    Path("facts.json").write_text('{"n": {"docs": 2}}')
    loaded = run("load", "part", "parts.ndjson", "--fields", "facts.json")
    assert loaded.stderr.startswith("facts.json: no field has a note")
    assert "part: 2 documents\n" in loaded.stderr


def test_the_samples_are_loaded_once(run, tmp_path):
    examples = tmp_path / "examples"
    examples.mkdir()
    for path in EXAMPLES.glob("*s-*.json"):
        (examples / path.name).write_text(path.read_text())
    for name in ("genes", "diseases"):
        (examples / f"{name}.ndjson.gz").write_text('{"_id":"a"}\n')
    words = run("demo", "--examples", str(examples)).stderr
    assert "gene: 1 document" in words
    assert "disease: 1 document" in words
    assert run("demo", "--examples", str(examples)).output == "the samples are loaded: `searchapp serve` shows them\n"


def test_settings_are_shown_without_secrets(run, tmp_path):
    run("load", "part", "parts.ndjson")
    (tmp_path / "instance" / "config.py").write_text(
        'SECRET_KEY = "hidden, and long enough to be a key"\nTITLE = "Parts"\n'
    )
    result = run("config")
    assert "TITLE = 'Parts'" in result.stdout
    assert "hidden" not in result.output
    assert "the settings are valid" in result.stderr


def test_names_in_options_that_no_document_has_are_reported(run, tmp_path):
    (tmp_path / "a.csv").write_text("id,name,made\n1,a|b,2020\n2,c,2021\n")
    options = ("--list-separator", "nmae=|", "--date-format", "mede=%Y", "--rename", "mode=kind")
    told = run("load", "part", "a.csv", *options).stderr
    for name, option in (("nmae", "--list-separator"), ("mede", "--date-format"), ("mode", "--rename")):
        assert f"no document has the field {name} ({option})" in told
    told = run("load", "part", "a.csv", "--columns", "made,nmae").stderr
    assert "no document has the field nmae (--columns)" in told
    assert "the field made" not in told
    refused = run("load", "part", "a.csv", "--columns", "nmae,mode", code=1).stderr
    assert "no document has the field nmae or mode (--columns), nothing was changed" in refused


def test_fields_that_settings_name_and_no_document_has_are_reported(run, tmp_path):
    (tmp_path / "instance").mkdir()
    config = tmp_path / "instance" / "config.py"
    config.write_text(
        "ITEM_TYPES = {'part': {'default_fields': ['nmae^2', 'all'], 'id_patterns': [(r'x', ['n', 'm'])]}}"
    )
    assert "not a field" not in run("config").stderr
    run("load", "part", "parts.ndjson")
    words = run("config").stderr
    assert (
        "ITEM_TYPES['part']: default_fields names nmae, which is not a field of the collection, did you mean name"
        in words
    )
    assert "ITEM_TYPES['part']: id_patterns names m, which is not a field of the collection" in words
    assert words.count("not a field") == 2
    assert words.endswith("the settings are valid, except for the names that their collections do not have\n")


def test_sources_without_a_licence_are_reported(run, tmp_path):
    Path("metadata.json").write_text('{"src": {"shop": {"license_url": "https://a.org/cc0"}, "maker": {}}}')
    run("load", "part", "parts.ndjson", "--metadata", "metadata.json")
    own = {"license_transform": {"name": "shop", "mode": "shp", "*": "*", "made": "maker"}}
    (tmp_path / "instance" / "config.py").write_text(f"ITEM_TYPES = {{'part': {own}}}")
    words = run("config").stderr
    said = "ITEM_TYPES['part']: license_transform names {}, which is not a source with a licence"
    assert said.format("shp") + ", did you mean shop" in words
    assert said.format("maker") in words
    assert words.count("not a source") == 2


def test_fields_that_only_pages_use_are_reported_too(run, tmp_path):
    run("load", "part", "parts.ndjson")
    own = {"page_facets": ["nmae:5(x)", "name"], "labels": {"x": "X"}, "image_field": "y", "decimals": {"z": 2}}
    (tmp_path / "instance" / "config.py").write_text(f"ITEM_TYPES = {{'part': {own}}}")
    words = run("config").stderr
    for setting, field in (("page_facets", "nmae"), ("labels", "x"), ("image_field", "y"), ("decimals", "z")):
        assert f"ITEM_TYPES['part']: {setting} names {field}, which is not a field" in words
    assert words.count("not a field") == 4


def test_the_settings_of_the_samples_name_fields_that_are_there(run, monkeypatch):
    monkeypatch.setenv("SEARCHAPP_CONFIG", str(EXAMPLES / "config.py"))
    for item_type, name in (("gene", "genes"), ("disease", "diseases")):
        described = [f"--{part}={EXAMPLES / f'{name}-{part}.json'}" for part in ("mapping", "metadata")]
        run("load", item_type, "parts.ndjson", *described)
    genes, diseases, last = run("config").stderr.splitlines()
    assert genes.startswith("gene: words without a field name are searched in ")
    assert diseases.startswith("disease: words without a field name are searched in ")
    assert last == "the settings are valid"


def test_the_weights_that_order_hits_are_shown(run, tmp_path):
    run("load", "part", "parts.ndjson")
    assert "ITEM_TYPES['part']['ranking'] = {'names': {'name': " in run("config").stdout
    (tmp_path / "instance").mkdir(exist_ok=True)
    config = tmp_path / "instance" / "config.py"
    config.write_text("ITEM_TYPES = {'part': {'ranking': {'names': {'name': 3}}}}")
    assert "ITEM_TYPES['part']['ranking'] = {'names': {'name': 3}}" in run("config").stdout


def test_an_unknown_setting_is_named(run, tmp_path):
    (tmp_path / "instance").mkdir()
    (tmp_path / "instance" / "config.py").write_text("TITEL = 'Parts'\n")
    assert "Error: unknown setting TITEL" in run("config", code=1).stderr


def test_a_database_that_does_not_answer_is_an_error(run, monkeypatch):
    url = f"http://127.0.0.1:{free_port()}"
    monkeypatch.setenv("SEARCHAPP_ES_URL", url.replace("//", "//user:hidden@"))
    words = run("load", "part", "parts.ndjson", "--backend", "elasticsearch", code=1).stderr
    assert f"Error: search backend is not available: ES_URL {url.replace('//', '//***@')}\n" in words


def test_a_collection_is_updated_or_deleted_from_and_not_both(run):
    run("load", "part", "parts.ndjson")
    words = run("load", "part", "parts.ndjson", "--update", "--delete", code=2).stderr
    assert "--update and --delete cannot be given together" in words


def test_a_type_that_no_server_serves_is_reported(run, tmp_path):
    assert (
        "part is new: start `searchapp serve`, or reload a running server (SIGHUP)\n"
        in run("load", "part", "parts.ndjson").stderr
    )
    assert "part is new" not in run("load", "part", "parts.ndjson").stderr
    (tmp_path / "instance" / "config.py").write_text("ITEM_TYPES = {'part': {}}\n")
    assert "part is new" not in run("load", "part", "parts.ndjson").stderr
    assert "screw is not served: add it to ITEM_TYPES\n" in run("load", "screw", "parts.ndjson").stderr


@pytest.mark.parametrize("command", sorted(main.commands))
def test_every_command_has_a_help_text(run, command):
    said = run(command, "--help").stdout
    assert "Usage: main " + command in said
    summary = main.commands[command].get_short_help_str(limit=200)
    width = max(map(len, main.commands))
    assert f"  {command:<{width}}  {summary}\n" in run("--help").stdout
    options = [option for option in main.commands[command].params if option.param_type_name == "option"]
    assert all(option.help for option in options)


@pytest.mark.parametrize("sent", [signal.SIGINT, signal.SIGTERM, signal.SIGHUP])
def test_an_interrupted_load_leaves_the_old_collection(run, sent):
    run("load", "part", "parts.ndjson")
    command = [sys.executable, "-m", "searchapp.cli", "load", "part", "-", "--mapping", "mapping.json"]
    Path("mapping.json").write_text("{}")
    pipes = {"stdin": subprocess.PIPE, "stderr": subprocess.PIPE, "text": True}
    with subprocess.Popen(command, **pipes, preexec_fn=heed_interrupts) as process:
        process.stdin.write('{"_id":"c"}\n' * 30_000)  # more than a pipe holds: when it is written, it is being read
        process.stdin.flush()
        process.send_signal(sent)
        assert process.wait(60) == 130
        assert process.stderr.read().endswith("interrupted, the collection is unchanged\n")
    assert "has all its 2 documents" in run("verify").stdout


@pytest.mark.parametrize("log", [os.devnull, "/dev/full"])
def test_the_service_is_started_and_ended_also_where_its_log_cannot_be_written(run, log):
    run("load", "part", "parts.ndjson")
    port = free_port()
    command = [sys.executable, "-m", "searchapp.cli", "serve", "--port", str(port), "--workers", "1"]
    with Path(log).open("wb") as file:
        process = subprocess.Popen(command, stdout=file, stderr=file)
    try:
        assert document(f"http://127.0.0.1:{port}/v1/part/a")["name"] == "a bolt"
    finally:
        stop(process)
    assert process.returncode == 0


def test_a_sqlite_file_is_served_as_it_is_with_links_between_its_tables(run):
    with closing(sqlite3.connect("shop.db")) as database, database:
        database.execute("CREATE TABLE Makers (MakerID INTEGER PRIMARY KEY, Name TEXT)")
        database.execute('CREATE TABLE "Spare Parts" (No TEXT PRIMARY KEY, MakerID INT REFERENCES Makers (MakerID))')
        database.execute("INSERT INTO Makers VALUES (7, 'Ace')")
        database.execute("INSERT INTO \"Spare Parts\" VALUES ('a', 7)")
    port = free_port()
    command = [sys.executable, "-m", "searchapp.cli", "serve", "shop.db", "--port", str(port), "--workers", "1"]
    process = subprocess.Popen(command, stderr=subprocess.DEVNULL)
    try:
        assert document(f"http://127.0.0.1:{port}/v1/Spare_Parts/a") == {"_id": "a", "No": "a", "MakerID": 7}
        assert document(f"http://127.0.0.1:{port}/v1/Spare_Parts/metadata")["links"] == {"MakerID": "Makers"}
    finally:
        stop(process)


def test_a_service_that_is_ended_while_it_starts_says_nothing_of_errors(run):
    run("load", "part", "parts.ndjson")
    command = [sys.executable, "-m", "searchapp.cli", "serve", "--port", str(free_port()), "--workers", "1"]
    with Path("log").open("wb") as log:
        process = subprocess.Popen(command, stdout=log, stderr=log)
    assert comes_up(process, lambda: "Booting worker" in last_words(Path("log")), patience=30)
    stop(process, patience=60)  # a worker that has no handlers yet misses the signal, and is killed after 30 s
    assert "Shutting down: Master" in last_words(Path("log"))
    assert "Error" not in last_words(Path("log"))


def test_a_port_in_use_is_said_in_one_line(run):
    run("load", "part", "parts.ndjson")
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        error = run("serve", "--port", str(port), code=1).stderr
    assert error == f"Error: cannot listen on http://127.0.0.1:{port}: Address already in use (--port, --host)\n"


@pytest.mark.parametrize("bind", ["nonsense", "", "127.0.0.1", "unix:/tmp/socket"])
def test_an_address_to_bind_that_has_no_port_is_refused(run, monkeypatch, bind):
    run("load", "part", "parts.ndjson")
    monkeypatch.setenv("BIND", bind)
    assert f"the environment variable BIND must be HOST:PORT, not {bind!r}" in run("serve", code=2).stderr


def test_an_address_of_ipv6_may_have_brackets(run, monkeypatch):
    run("load", "part", "parts.ndjson")
    with socket.create_server(("::1", 0), family=socket.AF_INET6) as taken:
        port = taken.getsockname()[1]
        monkeypatch.setenv("BIND", f"[::1]:{port}")
        assert f"cannot listen on http://[::1]:{port}: Address already in use" in run("serve", code=1).stderr


def document(url):
    """The answer, as soon as there is one."""
    for _ in range(600):
        try:
            with urllib.request.urlopen(url, timeout=5) as answer:
                return json.load(answer)
        except OSError:
            time.sleep(0.1)
    raise AssertionError(f"no answer from {url}")


def test_without_collections_the_service_does_not_start(run):
    words = f"the database (DATA_FOLDER {Path('instance/data').absolute()}) has no collections: load one"
    assert words in run("serve", code=1).stderr


def test_config_says_in_one_sentence_that_there_is_no_collection_yet(run, tmp_path):
    (tmp_path / "instance").mkdir(exist_ok=True)
    (tmp_path / "instance/config.py").write_text("ITEM_TYPES = {'part': {}}")
    words = "ITEM_TYPES['part']: there is no collection yet, load one with: searchapp load part FILE\n"
    assert run("config").stderr == words + "the settings are valid\n"


def test_guesses_are_printed_as_settings_that_can_be_used(run):
    names = "".join(f'{{"_id":"{n}","Name":"part number {n}","kind":"{"ab"[n % 2]}"}}\n' for n in range(20))
    Path("named.ndjson").write_text(names)
    run("load", "part", "named.ndjson")
    printed = run("config", "part", "--guessed").stdout
    assert "'title_fields': ['Name']" in printed
    assert "'labels': {'Name': 'Name', 'kind': 'Kind'}" in printed
    Path("instance/config.py").write_text(printed)
    assert "the settings are valid" in run("config").stderr


def test_guesses_are_asked_for_by_type(run):
    run("load", "part", "parts.ndjson")
    assert "must be given together" in run("config", "--guessed", code=2).stderr
    assert "no collection of type other, only part" in run("config", "other", "--guessed", code=1).stderr
