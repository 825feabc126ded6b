"""The files of deploy/ that no test can run here are read: they fit each other, the settings, and what systemd knows.

gunicorn.conf.py and nginx.conf are run by tests/robustness/test_nginx.py; an image is built by no test.
"""

import configparser
import json
import os
import re
import runpy
import shutil
import subprocess
import sys
from pathlib import Path
from types import SimpleNamespace

import promql_parser
import pytest
import yaml
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

from searchapp import create_app
from searchapp.config.settings import SETTINGS
from searchapp.engine import Engine

PROJECT = Path(__file__).parents[1]
DEPLOY = PROJECT / "deploy"
NGINX = (DEPLOY / "nginx.conf").read_text()
UNIT = (DEPLOY / "searchapp.service").read_text()
DEFAULTS = {setting.name: setting.default for setting in SETTINGS}
MAX_EXPOSURE = 20
"""Of 100. What is left: a service has addresses and sockets, and a user that other units know."""
BYTES = {"k": 2**10, "m": 2**20}


@pytest.fixture
def gunicorn(monkeypatch):
    """gunicorn's settings, without a folder for counts."""
    monkeypatch.setenv("PROMETHEUS_MULTIPROC_DIR", "unused")
    return runpy.run_path(str(DEPLOY / "gunicorn.conf.py"))


def test_a_deployment_has_the_versions_of_the_project():
    lines = (DEPLOY / "constraints.txt").read_text().splitlines()[1:]
    pinned = {canonicalize_name(name): version for name, version in (line.split("==") for line in lines)}
    options = configparser.ConfigParser()
    options.read(PROJECT / "setup.cfg")
    named = options["options"]["install_requires"].split("\n")
    named += [
        line
        for extra in runpy.run_path(str(DEPLOY / "lock.py"))["EXTRAS"]
        for line in options["options.extras_require"][extra].split("\n")
    ]
    for requirement in map(Requirement, filter(None, named)):
        assert requirement.specifier.contains(pinned[canonicalize_name(requirement.name)]), requirement


def directive(name):
    """The number of a directive that nginx.conf has once in its server, in seconds or bytes."""
    number, unit = re.findall(rf"^    {name} (\d+)([smk]?)[ ;]", NGINX, re.M)[-1]
    return int(number) * BYTES.get(unit, 1)


@pytest.fixture
def systemd_analyze(tmp_path):
    """A function that runs a command of systemd-analyze on the unit."""
    program = shutil.which("systemd-analyze")
    if not program:
        pytest.skip("no systemd-analyze")
    unit = tmp_path / "searchapp@8000.service"
    unit.write_text(UNIT.replace("/opt/searchapp/bin/searchapp", "/bin/true"))  # it looks for the program
    return lambda *command: subprocess.run([program, *command, str(unit)], capture_output=True, text=True, timeout=60)


def test_the_unit_is_one_that_systemd_takes(systemd_analyze):
    result = systemd_analyze("verify")
    assert (result.returncode, result.stdout, result.stderr) == (0, "", "")


def test_systemd_scores_the_unit_as_hardened(systemd_analyze):
    result = systemd_analyze("security", "--offline=yes", "--no-pager", f"--threshold={MAX_EXPOSURE}")
    assert result.returncode == 0, result.stdout + result.stderr


def test_systemd_waits_for_the_requests_under_way(gunicorn):
    assert int(re.search(r"^TimeoutStopSec=(\d+)$", UNIT, re.M)[1]) > gunicorn["graceful_timeout"]


@pytest.mark.parametrize(
    ("files", "free", "room"), [(8000, 7000, True), (8000, 2, False), (0, 0, True)], ids=["free", "full", "uncounted"]
)
def test_a_disk_without_room_for_files_is_not_used(gunicorn, monkeypatch, tmp_path, files, free, room):
    monkeypatch.setattr(os, "statvfs", lambda _: SimpleNamespace(f_files=files, f_favail=free))
    assert gunicorn["has_room"](tmp_path) is room


def test_timeouts_grow_from_the_service_to_nginx(gunicorn):
    assert directive("proxy_read_timeout") > DEFAULTS["DEADLINE"]
    assert gunicorn["timeout"] > DEFAULTS["DEADLINE"]
    assert gunicorn["keepalive"] > int(re.search(r"keepalive_timeout (\d+)s;  # shorter", NGINX)[1])


def test_nginx_takes_no_larger_body_than_the_service():
    assert directive("client_max_body_size") <= DEFAULTS["MAX_BODY"]


def test_equal_requests_at_once_do_not_wait_for_each_other():
    assert not re.findall(r"^ *proxy_cache_lock on;", NGINX, re.M)


def test_the_cache_keys_on_the_host_that_the_service_sees():
    (seen,) = re.findall(r"^ *proxy_set_header Host (\S+);", NGINX, re.M)
    (key,) = re.findall(r"^ *proxy_cache_key (\S+);", NGINX, re.M)
    assert key == f"$scheme://{seen}$request_uri"  # https and earch.org are another key than http and search.org


def test_the_containers_are_the_instances_that_nginx_asks():
    services = yaml.safe_load((DEPLOY / "compose.yaml").read_text())["services"]
    asked = set(re.findall(r"^    server (127\.0\.0\.1:\d+) ", NGINX, re.M))
    instances = {name: one for name, one in services.items() if name != "nginx"}
    assert {one["environment"]["BIND"] for one in instances.values()} == asked
    assert {one["network_mode"] for one in instances.values()} == {"service:nginx"}


def test_the_container_files_name_files_that_are_there():
    services = yaml.safe_load((DEPLOY / "compose.yaml").read_text())["services"]
    (mounted,) = services["nginx"]["volumes"]
    build = services["one"]["build"]
    assert (DEPLOY / mounted.partition(":")[0]).is_file()
    assert (DEPLOY / build["context"] / build["dockerfile"]).is_file()


def test_images_of_others_are_pinned_by_digest():
    (base,) = re.findall(r"^ARG BASE=(.*)$", (DEPLOY / "Dockerfile").read_text(), re.M)
    compose = yaml.safe_load((DEPLOY / "compose.yaml").read_text())["services"]
    for image in (base, compose["nginx"]["image"]):
        assert re.fullmatch(r"\w+:[\w.-]+@sha256:[0-9a-f]{64}", image), image


def test_a_linter_finds_nothing_in_the_dockerfile():
    linter = Path(sys.executable).with_name("hadolint")
    result = subprocess.run([linter, DEPLOY / "Dockerfile"], capture_output=True, text=True, timeout=60)
    assert (result.returncode, result.stdout) == (0, "")


def test_private_and_large_files_are_not_sent_to_a_build():
    ignored = (PROJECT / ".dockerignore").read_text().splitlines()
    assert {".*", "build", "instance"} <= set(ignored)


ALERTS = yaml.safe_load((DEPLOY / "alerts.yaml").read_text())["groups"][0]["rules"]
BOARD = json.loads((DEPLOY / "grafana.json").read_text())
KUBERNETES = {one["kind"]: one for one in yaml.safe_load_all((DEPLOY / "kubernetes.yaml").read_text())}


def test_every_metric_of_alerts_and_dashboard_is_one_of_the_service(tmp_path):
    with Engine(tmp_path / "data").builder("part", {"properties": {"name": {"type": "keyword"}}}) as builder:
        builder.add({"_id": "1", "name": "a"})
    client = create_app({"INSTANCE": str(tmp_path), "METRICS_USAGE": True}).test_client()
    client.get("/v1/part/query?q=name:a")
    text = client.get("/metrics").text
    asked = [rule["expr"] for rule in ALERTS]
    asked += [target["expr"] for panel in BOARD["panels"] for target in panel["targets"]]
    named = {name for expression in asked for name in re.findall(r"searchapp_\w+", expression)}
    assert len(named) >= 7
    assert {name for name in named if not re.search(rf"^{name}[{{ ]", text, re.M)} == set()


def test_every_alert_is_explained():
    text = (PROJECT / "docs" / "operating.md").read_text()
    assert {rule["alert"] for rule in ALERTS} == set(re.findall(r"^\| `(Searchapp\w+)` \|", text, re.M))


def test_the_alerts_are_rules_of_prometheus():
    for rule in ALERTS:
        assert (
            {"alert", "expr", "labels", "annotations"}
            <= rule.keys()
            <= {"alert", "expr", "for", "labels", "annotations"}
        )
        promql_parser.parse(rule["expr"])


def test_the_dashboard_asks_for_the_chosen_instances_and_describes_its_panels():
    assert [one["name"] for one in BOARD["templating"]["list"]] == ["datasource", "job", "instance"]
    for panel in BOARD["panels"]:
        assert panel["description"].endswith(".")
        for target in panel["targets"]:
            promql_parser.parse(target["expr"].replace("$__rate_interval", "5m"))
            named = re.findall(r"searchapp_\w+(\{job=~\"\$job\", instance=~\"\$instance\")?", target["expr"])
            assert all(named), target["expr"]


def test_kubernetes_takes_the_manifests():
    command = [Path(sys.executable).with_name("kubernetes-validate"), "--strict", DEPLOY / "kubernetes.yaml"]
    result = subprocess.run(command, capture_output=True, text=True, timeout=60)
    assert result.returncode == 0, result.stdout + result.stderr
