# `make` sets up and runs everything; `make test` sets up and tests. Needs Python 3.11+ and make.

PYTHON ?= python3
CORES ?= $(shell $(PYTHON) -c 'import os; print(len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count())')
VENV := .venv
BIN := $(VENV)/bin
RUN := PATH="$(CURDIR)/$(BIN):$$PATH"

.DEFAULT_GOAL := all
.PHONY: all setup test lint format verify benchmark clean help

all: setup ## set up, run all pipelines with all cores, show the results
	@$(RUN) snakemake --cores $(CORES)
	@$(BIN)/tablebases nine-tiles summary
	@$(BIN)/tablebases arrow summary
	@$(BIN)/tablebases godomachi summary
	@$(BIN)/tablebases millijan summary

setup: $(VENV)/installed ## create .venv and install the pinned packages

$(VENV)/installed: pyproject.toml constraints.txt
	@echo "Setting up $(VENV) with the pinned packages (about a minute, 1 GB)"
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11) and "Python 3.11 or newer is needed; name it with `make PYTHON=python3.11`")'
	@$(PYTHON) -m venv $(VENV)
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check --constraint constraints.txt --editable '.[dev]'
	@touch $@

test: setup ## set up and run all tests, on small boards
	@$(RUN) $(BIN)/python -m pytest

lint: setup ## check style, types and the workflow
	@$(BIN)/ruff check .
	@$(BIN)/ruff format --check .
	@$(BIN)/mypy
	@$(BIN)/snakefmt --check Snakefile pipeline

format: setup ## put the code into its form
	@$(BIN)/ruff check --fix .
	@$(BIN)/ruff format .
	@$(BIN)/snakefmt Snakefile pipeline

verify: setup ## check the finished artifacts against every known figure
	@$(BIN)/python -m scripts.verify

benchmark: setup ## compare the pipelines with plain Python
	@$(BIN)/python -m scripts.benchmark

clean: ## remove the results, the environment and caches
	rm -rf results screenshots .snakemake $(VENV) .pytest_cache .mypy_cache .ruff_cache .hypothesis *.egg-info
	find . -name __pycache__ -type d -prune -exec rm -rf {} +

help: ## list the targets
	@grep -hE '^[a-z]+:.*## ' $(MAKEFILE_LIST) | sed 's/:.*## /\t/'
