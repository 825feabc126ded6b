"""Source distribution and wheel: what is built and installed elsewhere loads and serves, with pages and styles."""

import gzip
import json
import os
import re
import shutil
import subprocess
import sys
import sysconfig
import tarfile
import venv
from pathlib import Path

import pytest
import requests

from tests.contract.compare import differences
from tests.services.process import free_port, stop
from tests.services.server import wait_until_it_answers

PROJECT = Path(__file__).parents[1]
ALONE = shutil.ignore_patterns(".*", "__pycache__", "*.egg-info", "build", "dist", "mutants", "sources")
PARTS = '{"_id":"a","name":"a bolt"}\n{"_id":"b","name":"a nut"}\n'


@pytest.fixture(scope="module")
def built(tmp_path_factory):
    """The folder of the source distribution and of the wheel that was built from it."""
    folder = tmp_path_factory.mktemp("built")
    shutil.copytree(PROJECT, folder / "source", ignore=ALONE)  # what a build leaves behind stays there
    command = [sys.executable, "-m", "build", "--no-isolation", "--outdir", str(folder), str(folder / "source")]
    result = subprocess.run(command, capture_output=True, text=True, timeout=300)
    assert result.returncode == 0, result.stdout + result.stderr
    return folder


@pytest.fixture(scope="module")
def installed(built, tmp_path_factory):
    """The command of an installation in an environment of its own, which borrows only the dependencies."""
    folder = tmp_path_factory.mktemp("installed")
    venv.create(folder, with_pip=False)
    (wheel,) = built.glob("*.whl")
    target = folder / "bin" / "python"
    pip = [sys.executable, "-m", "pip", "--python", str(target), "install", "-q", "--no-deps", "--no-index"]
    subprocess.run([*pip, str(wheel)], check=True, timeout=120)
    (packages,) = folder.glob("lib/python*/site-packages")
    (packages / "borrowed.pth").write_text(sysconfig.get_path("purelib") + "\n")
    add_plugin(packages)
    return folder / "bin" / "searchapp"


def add_plugin(packages):
    """What pip leaves of a package that brings a format and a page of the service."""
    shutil.copy(PROJECT / "tests" / "mock_app" / "obo.py", packages / "plugin_of_tests.py")
    information = packages / "plugin_of_tests-1.dist-info"
    information.mkdir()
    (information / "METADATA").write_text("Metadata-Version: 2.1\nName: plugin-of-tests\nVersion: 1\n")
    (information / "entry_points.txt").write_text("[searchapp.plugins]\nobo = plugin_of_tests:OBO\n")


@pytest.fixture(scope="module")
def unpacked(built, tmp_path_factory):
    """The folder of the source distribution, unpacked."""
    folder = tmp_path_factory.mktemp("unpacked")
    (path,) = built.glob("*.tar.gz")
    with tarfile.open(path) as archive:
        archive.extractall(folder, filter="data")
    (project,) = folder.iterdir()
    return project


@pytest.fixture(scope="module")
def elsewhere(tmp_path_factory):
    """A working folder far from the project, and an environment that says where the instance is."""
    folder = tmp_path_factory.mktemp("elsewhere")
    (folder / "parts.ndjson").write_text(PARTS)
    rest = {name: value for name, value in os.environ.items() if not name.startswith(("SEARCHAPP_", "PYTHON"))}
    return {"cwd": folder, "env": rest | {"SEARCHAPP_INSTANCE": str(folder / "instance")}}


@pytest.fixture(scope="module")
def loaded(installed, elsewhere):
    """The command, after a small file was loaded by it."""
    result = subprocess.run([installed, "load", "part", "parts.ndjson"], **elsewhere, capture_output=True, text=True)
    assert (result.returncode, "part: 2 documents" in result.stderr.splitlines()) == (0, True)
    return installed


@pytest.fixture(scope="module", params=["installed", "unpacked"])
def served(request, loaded, elsewhere):
    """The address at which the installed command serves, or gunicorn in the source distribution as it was unpacked."""
    port, log = free_port(), elsewhere["cwd"] / f"{request.param}.log"
    command, folder = [loaded, "serve", "--port", str(port), "--workers", "1"], elsewhere["cwd"]
    if request.param == "unpacked":
        options = ["-c", "deploy/gunicorn.conf.py", "--bind", f"127.0.0.1:{port}", "--workers", "1"]
        command, folder = [sys.executable, "-m", "gunicorn", *options, "wsgi:app"], request.getfixturevalue("unpacked")
    with log.open("wb") as output:
        process = subprocess.Popen(command, **{**elsewhere, "cwd": folder}, stdout=output, stderr=output)
    url = f"http://127.0.0.1:{port}"
    try:
        wait_until_it_answers(url, process, log)
        yield url
    finally:
        stop(process)


def test_the_source_distribution_holds_all_needed_files(built):
    (path,) = built.glob("*.tar.gz")
    with tarfile.open(path) as archive:
        names = {name.partition("/")[2] for name in archive.getnames()}
    assert {"Makefile", "wsgi.py", "templates/base.html", "deploy/gunicorn.conf.py", "examples/config.py"} <= names
    assert {
        "mkdocs.yml",
        "docs/index.md",
        "tests/mock_app/templates/groups.html",
        "instance/config.example.py",
    } <= names


def test_the_installed_package_is_the_one_that_runs(installed, elsewhere):
    where = [installed.with_name("python"), "-c", "import searchapp; print(searchapp.__file__)"]
    found = subprocess.run(where, **elsewhere, capture_output=True, text=True, check=True).stdout
    assert found.startswith(str(installed.parents[1]))


def test_the_unpacked_source_runs_in_its_folder(unpacked, elsewhere):
    where = [sys.executable, "-c", "import searchapp; print(searchapp.__file__)"]
    found = subprocess.run(where, **{**elsewhere, "cwd": unpacked}, capture_output=True, text=True, check=True).stdout
    assert found.startswith(str(unpacked))


@pytest.fixture(scope="module")
def demonstrated(installed, elsewhere, tmp_path_factory):
    """The environment of an instance with the first samples, which a folder elsewhere got by `searchapp demo`."""
    folder = tmp_path_factory.mktemp("demo")
    for path in installed.parents[1].glob("lib/python*/site-packages/searchapp/examples/*.ndjson.gz"):
        path.write_bytes(gzip.compress(b"".join(gzip.decompress(path.read_bytes()).splitlines(True)[:3000])))
    given = {"cwd": folder, "env": elsewhere["env"] | {"SEARCHAPP_INSTANCE": str(folder / "instance")}}
    result = subprocess.run([installed, "demo"], **given, capture_output=True, text=True, timeout=300)
    assert result.returncode == 0, result.stderr
    return given


def test_the_samples_are_part_of_the_wheel_with_their_configuration(demonstrated, installed):
    config = Path(demonstrated["env"]["SEARCHAPP_INSTANCE"]) / "config.py"
    assert "Genes and diseases" in config.read_text()
    found = subprocess.run([installed, "config"], **demonstrated, capture_output=True, text=True, check=True).stdout
    assert "TITLE = 'Genes and diseases'" in found
    listed = subprocess.run([installed, "indexes"], **demonstrated, capture_output=True, text=True, check=True).stdout
    assert [line.split()[:2] for line in listed.splitlines()] == [["disease", "current"], ["gene", "current"]]


def test_the_samples_are_served_by_the_installed_command(demonstrated, installed):
    port, log = free_port(), demonstrated["cwd"] / "log"
    with log.open("wb") as output:
        command = [installed, "serve", "--port", str(port), "--workers", "1"]
        process = subprocess.Popen(command, **demonstrated, stdout=output, stderr=output)
    try:
        wait_until_it_answers(f"http://127.0.0.1:{port}", process, log)
        assert requests.get(f"http://127.0.0.1:{port}/v1/gene/symbol=BRCA1", timeout=60).json()["_id"] == "HGNC:1100"
    finally:
        stop(process)


def test_a_new_instance_is_written_loaded_and_checked(installed, elsewhere):
    def run(*command):
        return subprocess.run([installed, *command], **given, capture_output=True, text=True, timeout=120)

    given = {**elsewhere, "env": {key: value for key, value in elsewhere["env"].items() if key != "SEARCHAPP_INSTANCE"}}
    told = run("new", "parts-shop")
    assert (told.returncode, "searchapp load TYPE FILE --instance parts-shop" in told.stdout) == (0, True)
    assert run("load", "part", "parts.ndjson", "--instance", "parts-shop").returncode == 0
    checked = run("config", "--instance", "parts-shop")
    assert (checked.returncode, "TITLE = 'Parts shop'" in checked.stdout) == (0, True)
    again = run("new", "parts-shop")
    assert (again.returncode, "not an empty folder" in again.stderr) == (1, True)


def test_the_installed_command_lists_its_routes(loaded, elsewhere):
    found = subprocess.run([loaded, "routes"], **elsewhere, capture_output=True, text=True, check=True).stdout
    assert ["GET", "HEAD", "OPTIONS", "POST", "/v1/part/query"] in [line.split() for line in found.splitlines()]


def test_the_installed_service_answers(served):
    assert requests.get(f"{served}/v1/part/a", timeout=60).json()["name"] == "a bolt"
    assert requests.get(f"{served}/v1/part/query?q=nut", timeout=60).json()["total"] == 1


@pytest.mark.parametrize("served", ["installed"], indirect=True)
def test_an_installed_plugin_brings_its_format(served):
    answer = requests.get(f"{served}/v1/part/a?format=obo", timeout=60)
    assert (answer.headers["Content-Type"], answer.text.splitlines()[2:]) == (
        "text/obo",
        ["[Term]", "id: a", "name: a bolt"],
    )


@pytest.mark.parametrize("path", ["/", "/v1/part/a?format=html", "/v1/part/query?q=nut&format=html", "/nothing"])
def test_the_installed_service_has_pages_with_styles(served, path):
    page = requests.get(served + path, headers={"Accept": "text/html"}, timeout=60)
    assert page.headers["Content-Type"].startswith("text/html")
    links = re.findall(r'(?:href|src)="(/static/[^"]+)"', page.text)
    assert any(".css" in link for link in links)
    assert {requests.get(served + link, timeout=60).status_code for link in links} == {200}


GUIDE = (PROJECT / "docs" / "operating.md").read_text()
BLOCK = re.compile(r"^```\n(.*?)^```$(?:\n\n```(json|text)\n(.*?)^```$)?", re.M | re.S)
END = "<end of block>"
BORROW = "for packages in */lib/python3*/site-packages; do echo {} > $packages/borrowed.pth; done"


def lines_of_guide(ports):
    """The commands of the guide with other ports; what pip installs gets the dependencies from this environment."""
    yield "set -euo pipefail; trap 'kill $(jobs -p)' EXIT"
    for commands, _, _ in BLOCK.findall(GUIDE):
        for line in commands.splitlines():
            yield re.sub(r"\b800[01]\b", lambda found: ports[found[0]], line)
            if "bin/pip " in line:
                yield BORROW.format(sysconfig.get_path("purelib"))
        yield f"echo '{END}'"


def is_as_said(kind, said, printed):
    if kind == "json":
        return differences(json.loads(said), json.loads(printed)) == []
    return re.fullmatch(re.escape(said).replace(re.escape("..."), ".*"), printed) is not None


def test_the_commands_of_the_operators_guide_run_and_print_its_outputs(built, elsewhere, tmp_path):
    for wheel in built.glob("*.whl"):
        shutil.copy(wheel, tmp_path)
    ports = {"8000": str(free_port()), "8001": str(free_port())}
    programs = f"{Path(sys.executable).parent}:{os.environ['PATH']}"
    environment = elsewhere["env"] | {"PATH": programs, "PIP_NO_INDEX": "1", "PIP_NO_DEPS": "1", "WEB_CONCURRENCY": "1"}
    script = "\n".join(lines_of_guide(ports))
    result = subprocess.run(
        ["bash", "-c", script], cwd=tmp_path, env=environment, capture_output=True, text=True, timeout=300
    )
    assert result.returncode == 0, result.stdout[-2000:] + result.stderr[-2000:]
    printed = result.stdout.split(f"{END}\n")
    for (commands, kind, said), text in zip(BLOCK.findall(GUIDE), printed, strict=False):
        assert not kind or is_as_said(kind, said.strip(), text.strip()), f"{commands}{text}"
