# The commands of this project. Each works as the very first one on a fresh clone; all they need
# is make, git and Python 3.11 or newer with venv and pip.

VENV := .venv
BIN := $(VENV)/bin
PIP := $(BIN)/python -m pip --disable-pip-version-check --quiet --quiet
FIND_PYTHON := for p in python3 python3.14 python3.13 python3.12 python3.11; do \
	  "$$p" -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null && echo "$$p" && break; done
PYTHON ?= $(shell $(FIND_PYTHON))
PORT ?=
WORKERS ?= 2

.DEFAULT_GOAL := help
.PHONY: help run test check format bench constraints clean

help: ## Show this list
	@sed -n 's/^\([a-z]*\):.*## /  make \1\t/p' $(MAKEFILE_LIST) | expand -t 20

run: $(VENV)/.run ## Open the dashboard on a free port (PORT=8600 for a certain one)
	@$(BIN)/research-agent serve $(if $(PORT),--port $(PORT))

test: $(VENV)/.dev ## Run every test (WORKERS=1 for one at a time)
	@$(BIN)/pytest -n $(WORKERS) --dist loadfile $(ARGS)

check: $(VENV)/.dev ## Check format, lint, types and layers
	$(BIN)/ruff format --check .
	$(BIN)/ruff check .
	$(BIN)/mypy
	$(BIN)/lint-imports

format: $(VENV)/.dev ## Format the code and sort its imports
	$(BIN)/ruff check --select I --fix .
	$(BIN)/ruff format .

bench: $(VENV)/.dev ## Measure start, questions, statements and memory
	@$(BIN)/pytest benchmarks/bench_*.py -p no:xdist -p no:cacheprovider \
	  --benchmark-columns=min,median,max,rounds --benchmark-sort=name $(ARGS)

constraints: $(VENV)/.dev ## Write the installed versions to constraints.txt
	@{ sed '/^[^#]/,$$d' constraints.txt; $(PIP) freeze --exclude-editable; } > $(VENV)/constraints
	@mv $(VENV)/constraints constraints.txt

clean: ## Remove what the other commands made
	rm -rf $(VENV) .mypy_cache .ruff_cache .import_linter_cache .pytest_cache .hypothesis .benchmarks

$(BIN)/python:
	@test -n "$(PYTHON)" || { \
	  echo "Python 3.11 or newer is needed and was not found; name one with PYTHON=/path/to/python3." >&2; exit 1; }
	@"$(PYTHON)" -c 'import sys; sys.exit(sys.version_info < (3, 11))' || { \
	  echo "Python 3.11 or newer is needed, and $(PYTHON) is not." >&2; exit 1; }
	@"$(PYTHON)" -m venv $(VENV) || { rm -rf $(VENV); \
	  echo "$(PYTHON) cannot make a virtual environment; on Debian install python3-venv." >&2; exit 1; }

$(VENV)/.run: pyproject.toml constraints.txt | $(BIN)/python
	@echo "Installing what the dashboard needs; the first time takes a minute or two." >&2
	@$(PIP) install --constraint constraints.txt --editable .
	@touch $@

$(VENV)/.dev: pyproject.toml constraints.txt | $(BIN)/python
	@echo "Installing what the tests and checks need; the first time takes a minute or two." >&2
	@$(PIP) install --constraint constraints.txt --editable '.[dev]'
	@touch $@ $(VENV)/.run
