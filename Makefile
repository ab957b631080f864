# make print · make test · make bench · make docs · make matrix - all in a virtual environment of their own
# make bench CHECK=1 fails where a target is missed
PYTHON ?= python3
GAME ?= hidden-leaders
VENV := .venv
BIN := $(VENV)/bin

.PHONY: print test lint bench docs matrix clean

print: $(VENV)/.installed
	@$(BIN)/pnp build $(GAME)

test: $(VENV)/.tested
	@$(BIN)/python -m pytest -n auto

lint: $(VENV)/.tested
	@$(BIN)/ruff check .
	@$(BIN)/ruff format --check .
	@$(BIN)/mypy

bench: $(VENV)/.installed
	@$(BIN)/python benchmarks/bench.py $(if $(CHECK),--check)

matrix: $(VENV)/.tested
	@$(BIN)/python tests/matrix.py

docs: $(VENV)/.tested
	@$(BIN)/python docs/make.py

clean:
	rm -rf $(VENV) output/*

$(VENV)/bin/python:
	@$(PYTHON) -m venv $(VENV)

$(VENV)/.installed: $(VENV)/bin/python pyproject.toml
	@$(BIN)/python -m pip install -qq --disable-pip-version-check -e .
	@touch $@

$(VENV)/.tested: $(VENV)/.installed
	@$(BIN)/python -m pip install -qq --disable-pip-version-check -e '.[test]'
	@touch $@
