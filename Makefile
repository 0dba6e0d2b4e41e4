# Everything a developer or CI does; nothing here needs more than python3 (3.11 or newer) and make.

PYTHON ?= python3
PORT ?= 8000
HANDS ?= 28000
REQUESTS ?= 50000
SEED ?= 1
VENV := .venv
DEV_VENV := .venv-dev
BIN := $(DEV_VENV)/bin

.DEFAULT_GOAL := help
.PHONY: help run quick test wheel-test fuzz proof proof-prospects parity vectors bench load soak peers findings mutants check format format-check lint types lock clean

help: ## List the targets
	@sed -n 's/^\([a-z-]*\):.*## /\1\t/p' Makefile | expand -t 16

# Installed once for each state of the lock file; a half-made environment leaves no stamp.
$(VENV)/.installed: requirements.txt
	$(PYTHON) -m venv --clear $(VENV)
	$(VENV)/bin/python -m pip install --quiet --disable-pip-version-check --require-hashes -r $<
	@touch $@

$(DEV_VENV)/.installed: requirements-dev.txt
	$(PYTHON) -m venv --clear $(DEV_VENV)
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --require-hashes -r $<
	@touch $@

# The same file runs as plain Python where it cannot be compiled; then there is no file to stamp.
SOURCES := setup.py $(shell find validator schemas -name '*.py' -o -name '*.pxd')
COMPILED = $(shell find validator schemas -name '*.so')
COMPILE = setup.py build_ext --inplace --force
# Of this Python's own files: those of another stay.
SUFFIX = 'import sysconfig; print(sysconfig.get_config_var("EXT_SUFFIX"))'

$(VENV)/.compiled: $(VENV)/.installed requirements-build.txt $(SOURCES)
	$(VENV)/bin/python -m pip install --quiet --disable-pip-version-check --require-hashes \
		-r requirements-build.txt
	find validator schemas -name "*$$($(VENV)/bin/python -c $(SUFFIX))" -delete
	$(VENV)/bin/python $(COMPILE) >build.log 2>&1
	@ls validator/search/explorer.*.so >/dev/null 2>&1 || echo "No compiled search: see build.log."
	@touch $@

$(DEV_VENV)/.compiled: $(DEV_VENV)/.installed $(SOURCES)
	find validator schemas -name "*$$($(BIN)/python -c $(SUFFIX))" -delete
	$(BIN)/python $(COMPILE) >build.log 2>&1
	@ls validator/search/explorer.*.so >/dev/null 2>&1 || echo "No compiled search: see build.log."
	@touch $@

run: $(VENV)/.compiled ## Serve on PORT (8000); compiles the search where there is a C compiler
	PORT=$(PORT) exec $(VENV)/bin/python -m api.serve

# What needs no server and no proof; the search compiled where it can be.
QUICK := tests/unit tests/corpus tests/architecture tests/cli validator schemas README.md docs/library.md
# Where every branch of validator/ and schemas/ is reached; measured as plain Python.
COVERED := tests/unit tests/http/resources/test_settle.py tests/http/resources/test_batch.py \
	tests/http/wire/test_problems.py validator schemas
# What the plain search is held against too.
PLAIN := tests/corpus/test_corpus.py tests/proof/differential tests/proof/fuzz/test_requests.py \
	tests/http/resources/test_arrange.py tests/http/resources/test_vectors.py tests/contract/test_docs.py
PYTEST = $(BIN)/python -m pytest -n 2 --dist worksteal

quick: $(DEV_VENV)/.compiled ## Answer within a minute: unit tests, corpus, architecture, examples
	$(PYTEST) -q $(QUICK)

test: $(DEV_VENV)/.compiled ## Run all tests but that of the wheel; what is searched, with either search (FILE=…: those)
ifdef FILE
	$(PYTEST) $(FILE)
else
	RUMMY_UNCOMPILED=1 $(PYTEST) -q -m "not compiled" --cov --cov-report=term $(COVERED)
	RUMMY_UNCOMPILED=1 $(PYTEST) -q -m "not compiled" $(PLAIN)
	# Its tests of servers mostly wait: four workers keep two cores busy.
	$(PYTEST) -n 4 -q -m "not packaging"
endif

wheel-test: $(DEV_VENV)/.compiled ## Build the wheel, install it beside strangers of the same names, and try it
	$(BIN)/python -m pytest -q -m packaging tests/packaging

fuzz: $(DEV_VENV)/.compiled ## Send REQUESTS (50000) fuzzed requests, and many texts and house rules; takes some minutes
	$(BIN)/python -m tests.proof.fuzz.run --requests $(REQUESTS) --seed $(SEED)
	FUZZ_FACTOR=10 $(BIN)/python -m pytest -n 2 tests/proof/fuzz/test_notation.py tests/proof/fuzz/test_house_rules.py

proof: $(DEV_VENV)/.compiled ## Hold the search against the reference on HANDS (28000) hands a ruleset; takes hours
	$(BIN)/python -m tests.proof.differential.prove --hands $(HANDS) --knock-hands 62000 --variants 500

proof-prospects: $(DEV_VENV)/.compiled ## Hold distance and completing cards against trying every card; takes some minutes
	$(BIN)/python -m tests.proof.differential.prove_prospects

parity: $(DEV_VENV)/.compiled ## Hold the example client against 10,000 made hands of every ruleset; some minutes
	for ruleset in $$($(BIN)/python -c "import validator; print(*(r.id for r in validator.RULESETS))"); do \
		$(BIN)/python -m parity run --ruleset $$ruleset --generate 10000 --seed 1 \
			--command "$(BIN)/python -m parity.examples.python_client" || exit; \
	done

vectors: ## Write the rule corpus as an archive, dist/rummy-vectors-VERSION.tar.gz
	$(PYTHON) -m parity.release archive

CLIENTS_VENV := .venv-clients
NPM_CLIENTS := card-games-utils@1.1.5 rummy-rules@1.0.1-9 bee52@1.0.3-6

findings: ## Ask six published packages what docs/parity-findings.md reports; installs them, takes a minute
	$(PYTHON) -m venv --clear $(CLIENTS_VENV)
	$(CLIENTS_VENV)/bin/python -m pip install --quiet --disable-pip-version-check --no-deps \
		-r parity/examples/adapters/requirements.txt
	npm install --silent --no-audit --no-fund --ignore-scripts --prefix $(CLIENTS_VENV) $(NPM_CLIENTS)
	NODE_PATH=$(CLIENTS_VENV)/node_modules $(CLIENTS_VENV)/bin/python -m parity.examples.adapters.ask_all

mutants: $(DEV_VENV)/.compiled ## Delete every rule from the judge, one by one: a vector has to fail; a quarter of an hour
	$(BIN)/python -m tests.proof.mutation.run

PEERS_VENV := .venv-peers
PEERS = $(wildcard $(PEERS_VENV)/bin/python)

bench: $(DEV_VENV)/.compiled ## Measure everything and write benchmarks/RESULTS.md; takes some minutes
	$(BIN)/python benchmarks/results.py $(if $(PEERS),--peers-python $(PEERS))

load: $(DEV_VENV)/.compiled ## Measure the service under load; takes some minutes (LOAD=--quick: two)
	$(BIN)/python benchmarks/http.py $(LOAD)

soak: $(DEV_VENV)/.compiled ## Watch the memory of the workers through ten minutes of load
	$(BIN)/python benchmarks/soak.py

peers: ## Install the packages that bench compares with; they are no dependencies
	$(PYTHON) -m venv --clear $(PEERS_VENV)
	$(PEERS_VENV)/bin/python -m pip install --quiet --disable-pip-version-check \
		-r benchmarks/requirements-peers.txt

check: format-check lint types test ## All that a change must pass

format: $(DEV_VENV)/.installed ## Format the code
	$(BIN)/ruff format .
	$(BIN)/ruff check --select I --fix .

format-check: $(DEV_VENV)/.installed
	$(BIN)/ruff format --check .

lint: $(DEV_VENV)/.installed ## Lint the code and the Dockerfile
	$(BIN)/ruff check .
	$(BIN)/hadolint Dockerfile

types: $(DEV_VENV)/.installed ## Check the types
	$(BIN)/mypy

# The lock files name no index, so that they serve behind any mirror. Extras stay in that of the
# tools: older pips (23.2) refuse coverage[toml] beside a bare coverage. The others are constraints
# too, which may have no extras.
LOCK := pip-compile --quiet --generate-hashes --no-header \
	--no-emit-index-url --no-emit-trusted-host --no-emit-find-links

lock: ## Pin requirements*.in in requirements*.txt; UPGRADE=--upgrade takes newer versions
	$(PYTHON) -m venv --clear .venv-lock
	.venv-lock/bin/python -m pip install --quiet --disable-pip-version-check pip-tools==7.6.2
	.venv-lock/bin/$(LOCK) $(UPGRADE) --strip-extras --output-file=requirements.txt requirements.in
	.venv-lock/bin/$(LOCK) $(UPGRADE) --strip-extras --allow-unsafe \
		--output-file=requirements-build.txt requirements-build.in
	.venv-lock/bin/$(LOCK) $(UPGRADE) --no-strip-extras --allow-unsafe \
		--output-file=requirements-dev.txt requirements-dev.in
	rm -rf .venv-lock

clean: ## Remove everything made by the other targets
	rm -rf $(VENV) .venv-dev* $(PEERS_VENV) $(CLIENTS_VENV) .venv-lock build build.log dist *.egg-info .coverage .coverage.* \
		$(COMPILED) \
		.pytest_cache .mypy_cache .ruff_cache .hypothesis
	find . -name __pycache__ -type d -prune -exec rm -rf {} +
