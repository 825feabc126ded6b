# `make help` lists the targets.

PORT     ?= 8000
WORKERS  ?= 2
INSTANCE ?= instance
CONFIG   ?= $(firstword $(wildcard $(INSTANCE)/config.py) examples/config.py)
BACKEND  ?= embedded
ES       ?= http://127.0.0.1:9200
PYTHON   ?= python3

BIN  := .venv/bin

export SEARCHAPP_INSTANCE = $(abspath $(INSTANCE))
export SEARCHAPP_CONFIG   = $(abspath $(CONFIG))
export SEARCHAPP_BACKEND  = $(BACKEND)
ifeq ($(BACKEND),elasticsearch)
export SEARCHAPP_ES_URL   = $(ES)
endif

.PHONY: help run load test unit quick test-es9 test-oldest services check audit docs site mutate fuzz-engine foreign fuzz-sql fuzz-api chaos attack soak bench bench-engine bench-datasette bench-finding lock clean

help:  ## show this list
	@awk -F ':.*## ' '/^[a-z0-9-]+:.*## /{printf "make %-14s %s\n", $$1, $$2}' $(MAKEFILE_LIST)

run: load  ## serve the sample collections at http://127.0.0.1:8000
	@exec $(BIN)/searchapp serve --port $(PORT) --workers $(WORKERS)

load: .venv/installed
	@$(BIN)/searchapp demo

.venv/python:
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' \
		|| { echo "Python 3.11 or later is needed: make PYTHON=/path/to/python3.11 ..."; exit 1; }
	@test -x $(BIN)/python || $(PYTHON) -m venv .venv
	@touch $@

.venv/installed: .venv/python setup.cfg setup.py pyproject.toml
	@echo "Installing searchapp ..."
	@$(BIN)/python -m pip install -q --disable-pip-version-check -e '.[docs]'
	@touch $@

.venv/installed-tests: .venv/python setup.cfg setup.py pyproject.toml
	@echo "Installing searchapp and what its tests need ..."
	@$(BIN)/python -m pip install -q --disable-pip-version-check -e '.[test,check,mutate]'
	@touch $@ .venv/installed

# two processes, each test in the one of its group, in the order of tests/conftest.py
GROUPED = --dist loadgroup --no-loadscope-reorder
TWO = -n 2 $(GROUPED)
# all tests: a third of their time is waiting for servers, which leaves two cores work for a third process
PROCESSES ?= 3
NO_SERVICE = not elasticsearch and not mongo and not postgresql and not mariadb

unit: .venv/installed-tests  ## run the tests of the logic: seconds, no server
	@$(BIN)/pytest -q $(TWO) -m "$(NO_SERVICE) and not slow" tests/unit tests/test_shape.py tests/test_rules.py

quick: .venv/installed-tests  ## run the unit tests, and the cases over HTTP on the embedded engine and Elasticsearch
	@$(BIN)/pytest -q $(TWO) -m "$(NO_SERVICE)" tests/unit tests/test_shape.py tests/test_rules.py
	@$(BIN)/pytest -q $(TWO) tests/contract/test_cases.py tests/contract/test_engine.py tests/web tests/mock_app

test: .venv/installed-tests  ## run every test; with REQUIRE_SERVICES=1 a missing service is a failure
	@$(BIN)/pytest -n $(PROCESSES) $(GROUPED) $(TESTS)

# the comparisons of the engine itself stay with version 8; a Java comes by PyPI where the machine has none
ES9_TESTS = tests/unit tests/robustness tests/contract/test_cases.py tests/contract/test_parity.py

test-es9: .venv/installed-tests  ## run the cases and the tests of Elasticsearch on a node of version 9
	@$(BIN)/python -m tests.services.java 21 || $(BIN)/python -m pip install -q --disable-pip-version-check -e '.[es9]'
	@REQUIRE_SERVICES=1 SEARCHAPP_TEST_ES_VERSION=9.2.0 $(BIN)/pytest -m elasticsearch $(or $(TESTS),$(ES9_TESTS))

test-oldest: .venv/installed-tests  ## run the tests without services on the lowest versions that setup.cfg allows
	@test -x .venv-oldest/bin/python || $(PYTHON) -m venv .venv-oldest
	@$(BIN)/python -m tests.oldest > .venv-oldest/constraints.txt
	@.venv-oldest/bin/python -m pip install -q --disable-pip-version-check -c .venv-oldest/constraints.txt -e '.[test]'
	@.venv-oldest/bin/pytest -q $(TWO) -m "$(NO_SERVICE)" $(or $(TESTS),tests/unit tests/contract/test_cases.py)

PACKAGES = $(if $(shell command -v javac),,default-jdk-headless) $(if $(shell command -v mvn),,maven) \
           $(if $(shell command -v chromedriver),,chromium chromium-driver) $(if $(shell command -v npm),,nodejs npm) $(if $(shell command -v curl),,curl) \
           $(if $(shell PATH=$$PATH:/usr/sbin command -v nginx),,nginx) $(if $(shell command -v systemd-analyze),,systemd) \
           $(if $(shell PATH=$$PATH:/usr/sbin command -v mariadbd),,mariadb-server)
SUDO     = $(if $(filter 0,$(shell id -u)),,sudo)

services: .venv/installed-tests  ## install the system packages that the tests need (root or sudo)
	@test -z "$(strip $(PACKAGES))" || { $(SUDO) apt-get update -q && $(SUDO) env DEBIAN_FRONTEND=noninteractive apt-get install -q -y $(PACKAGES); }
	@echo "Elasticsearch in $$($(BIN)/python -m tests.services.elasticsearch --prepare)"
	@$(BIN)/python -m tests.services.axe

check: .venv/installed-tests  ## lint, types, stale tables
	$(BIN)/ruff check
	$(BIN)/ruff format --check
	$(BIN)/mypy
	$(BIN)/python docs/tables.py --check

# the services that know vulnerabilities are asked over the network; where none answers, this fails and says so
OSV ?= https://api.osv.dev/v1/query

audit: .venv/installed  ## name the installed packages with known vulnerabilities; needs the network
	@$(BIN)/python -c 'import pip_audit' 2>/dev/null || $(BIN)/python -m pip install -q --disable-pip-version-check -e '.[audit]'
	@$(BIN)/python -m pip list --format=freeze --exclude-editable --disable-pip-version-check > .venv/installed.txt
	@$(BIN)/python -m pip_audit --strict --disable-pip --no-deps --progress-spinner off -r .venv/installed.txt --vulnerability-service osv --osv-url $(OSV)

docs: .venv/installed  ## write the tables in docs/
	$(BIN)/python docs/tables.py

.venv/installed-site: .venv/installed
	@$(BIN)/python -c 'import mkdocs' 2>/dev/null || $(BIN)/python -m pip install -q --disable-pip-version-check -e '.[site]'
	@touch $@

site: .venv/installed-site  ## build the documentation as a site in build/site
	$(BIN)/python docs/tables.py --check
	$(BIN)/python -m mkdocs build --strict --quiet
	@echo "open build/site/index.html"

mutate: .venv/installed-tests  ## mutate the code that implements the rules, and count the mutants that tests detect: MUTANTS='searchapp.options*'
	$(BIN)/mutmut run --max-children 2 $(MUTANTS)
	$(BIN)/mutmut results

N    ?= 1000
SEED ?= $(shell date +%s)

fuzz-engine: .venv/installed-tests  ## random requests to the engine and a real node: N=1000 SEED=7 FUZZ=--help
	@$(BIN)/python -m tests.contract.engine_fuzz --n $(N) --seed $(SEED) $(FUZZ)

CHAOS = random_damage damaged_files loader_killed worker_killed full_disks

chaos: N = 20
chaos: .venv/installed-tests  ## damage files, fill disks, kill loaders, workers and databases at random, and compare the answers: N=20 SEED=7
	@DAMAGES=$(N) LOADER_KILLS=$(N) WORKER_KILLS=$(N) DISKS=$(N) SEED=$(SEED) $(BIN)/pytest -s -q -m "$(NO_SERVICE)" $(CHAOS:%=tests/robustness/test_%.py)
	@DATABASE_KILLS=$(N) SEED=$(SEED) $(BIN)/pytest -s -q tests/robustness/test_databases_killed.py

foreign: .venv/installed-tests  ## run the REST tests of OpenSearch on the engine and a real node: FOREIGN=--help
	@$(BIN)/python -m tests.foreign $(FOREIGN)

fuzz-sql: .venv/installed-tests  ## random and hostile requests to SQLite and PostgreSQL: N=5000 SEED=7
	@$(BIN)/python -m tests.robustness.sql_fuzz $(N) --seed $(SEED)

fuzz-api: .venv/installed-tests  ## random requests made from the API specification: N=50000 SEED=7
	@FUZZ_REQUESTS=$(or $(N),50000) FUZZ_SEED=$(or $(SEED),$$(date +%s)) $(BIN)/pytest -s -q tests/web/test_spec_fuzz.py

DATABASE ?= embedded

attack: N = 500
attack: .venv/installed-tests  ## random requests of every kind, and their cost on a database: N=500 SEED=7 DATABASE=sqlite ATTACK=--nginx
	@$(BIN)/python -m tests.robustness.attack $(DATABASE) $(N) $(SEED) $(ATTACK)

soak: .venv/installed-tests  ## unique requests of every kind, and the memory that a worker keeps: N=100000 SEED=7
	@$(BIN)/python -m tests.robustness.figures.soak $(N) $(SEED)

bench: .venv/installed-tests .venv-peer/installed  ## compare both engines with the raw request, a minimal view and the peer
	$(BIN)/python -m bench.run $(BENCH)

bench-engine: .venv/installed-tests  ## compare the embedded engine with raw requests to Elasticsearch
	$(BIN)/python -m bench.engine $(DOCUMENTS)

bench-finding: .venv/installed-tests
	$(BIN)/python -m bench.finding --output $(FINDING)

bench-datasette: .venv/installed-tests .venv-datasette/installed  ## compare the embedded engine with Datasette on SQLite
	$(BIN)/python -m bench.datasette

.venv-datasette/installed:
	@$(PYTHON) -m venv .venv-datasette
	@.venv-datasette/bin/python -m pip install -q --disable-pip-version-check 'datasette==0.65.5'
	@touch $@

.venv-peer/installed:
	@echo "Installing the peer that the benchmark compares with ..."
	@$(PYTHON) -m venv .venv-peer
	@.venv-peer/bin/python -m pip install -q --disable-pip-version-check 'biothings==1.2.2'
	@touch $@

lock: .venv/installed-tests  ## write deploy/constraints.txt: the versions that a deployment installs
	@$(BIN)/python deploy/lock.py

clean:  ## remove what the other targets made
	rm -rf .venv build dist *.egg-info .pytest_cache .mypy_cache .ruff_cache mutants
