# make print · make test · make nightly · make bench · make docs · make matrix · make lock - all in a virtual
# environment of their own
# make nightly runs all tests; make test leaves out those marked as nightly, make test TENTH=N all but one tenth of them
# make bench CHECK=1 fails where a target is missed
PYTHON ?= python3
GAME ?= hidden-leaders
# Versions and hashes of all that the tests run with; users get what pyproject.toml allows
LOCK := .ci/requirements.txt
VENV := .venv
BIN := $(VENV)/bin

.PHONY: print test nightly lint bench docs matrix lock clean

print: $(VENV)/.installed
	@$(BIN)/pnp build $(GAME)

test: $(VENV)/.tested
	@$(BIN)/python -m pytest -n auto $(if $(TENTH),--tenth $(TENTH))

nightly: $(VENV)/.tested
	@$(BIN)/python -m pytest -n auto --nightly

lint: $(VENV)/.tested
	@$(BIN)/ruff check .
	@$(BIN)/ruff format --check .
	@$(BIN)/python .ci/plain_words.py
	@$(BIN)/mypy

bench: $(VENV)/.installed
	@$(BIN)/python benchmarks/bench.py $(if $(CHECK),--check)

matrix: $(VENV)/.tested
	@$(BIN)/python tests/matrix.py

docs: $(VENV)/.tested
	@$(BIN)/python docs/make.py

lock: $(VENV)/bin/python
	@$(BIN)/python -m pip install -qq --disable-pip-version-check uv
	@$(BIN)/uv pip compile -q --universal --python-version 3.11 --upgrade --generate-hashes --no-header --all-extras pyproject.toml -o $(LOCK)
	@$(BIN)/python .ci/sbom.py

clean:
	rm -rf $(VENV) output/*

$(VENV)/bin/python:
	@$(PYTHON) -m venv $(VENV)

$(VENV)/.installed: $(VENV)/bin/python pyproject.toml
	@$(BIN)/python -m pip install -qq --disable-pip-version-check -e .
	@touch $@

$(VENV)/.tested: $(VENV)/bin/python pyproject.toml $(LOCK)
	@$(BIN)/python -m pip install -qq --disable-pip-version-check --require-hashes -r $(LOCK)
	@$(BIN)/python -m pip install -qq --disable-pip-version-check --no-deps --no-build-isolation -e .
	@touch $@
