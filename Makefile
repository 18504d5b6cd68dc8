# `make` sets up and runs everything; `make test` sets up and tests. Needs Python 3.11+ and make.

PYTHON ?= python3
CORES ?= $(shell $(PYTHON) -c 'import os; print(len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count())')
VENV := .venv
OTHER_PYTHONS := python3.12 python3.13
TESTS :=
QUICK := tests/unit tests/command_lines tests/arrow_puzzle tests/godomachi tests/millijan tests/nine_tiles_panic
BIN := $(VENV)/bin
TYPESCRIPT := typescript@7.0.2
SCHEMA := $(BIN)/python -m check_jsonschema --quiet --default-filetype yaml --builtin-schema
PIP := $(BIN)/python -m pip install --quiet --disable-pip-version-check
RUN := PATH="$(CURDIR)/$(BIN):$$PATH"

# Progress bars in a terminal, plain lines elsewhere.
LOGGER := $(shell test -t 2 && echo --logger rich || echo --quiet host)

# With this variable, each of some fifty jobs would compile all packages that it imports.
unexport PYTHONDONTWRITEBYTECODE

.DEFAULT_GOAL := all
.PHONY: all setup test quick pythons lint format verify audit benchmark watch docs new-puzzle clean help

all: setup ## set up, run all pipelines with all cores, show the results
	@echo "Running all pipelines with $(CORES) cores; 'make watch' in another terminal shows rates and time left"
	@$(RUN) snakemake --cores $(CORES) $(LOGGER)
	@for puzzle in $$($(BIN)/python -m tablebases.puzzles); do $(BIN)/tablebases $$puzzle summary || exit 1; done

setup: $(VENV)/installed ## create .venv and install the pinned packages
ifneq ($(origin PYTHON), file)
	@[ "$$($(BIN)/python --version)" = "$$($(PYTHON) --version)" ] || \
	{ echo "$(VENV) has $$($(BIN)/python --version), which is not $(PYTHON): remove it, or name another folder with VENV=" >&2; exit 1; }
endif

$(VENV)/installed: pyproject.toml requirements.txt
	@echo "Setting up $(VENV) with the pinned packages (half a minute, 1 GB)"
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11) and "Python 3.11 or newer is needed; name it with `make PYTHON=python3.11`")'
	@$(PYTHON) -m venv $(VENV)
	@sed -n '/^uv==/,/[^\\]$$/p' requirements.txt > $(VENV)/uv.txt
	@{ $(PIP) --no-compile --require-hashes --requirement $(VENV)/uv.txt && \
	    $(BIN)/uv pip install -qq --python $(BIN)/python --require-hashes --requirement requirements.txt; } || \
	{ echo "uv did not install the packages; pip does, which takes longer" >&2; \
	    $(PIP) --no-compile --require-hashes --requirement requirements.txt; }
	@$(PIP) --no-deps --no-build-isolation --editable .
	@echo "Compiling the solvers (less than a minute)"
	@$(BIN)/python -m tablebases.compiled
	@touch $@

test: setup ## set up and run all tests, on small boards, or one file with TESTS=tests/unit/test_artifacts.py
	@$(RUN) $(BIN)/python -m pytest $(TESTS)

quick: setup ## run the quick tests: rules of the games, command lines, units
	@$(RUN) $(BIN)/python -m pytest -m "not slow and not thorough" $(or $(TESTS),$(QUICK))

pythons: ## run the unit tests under Python 3.12 and 3.13, if they are installed, each in its own environment
	@for python in $(OTHER_PYTHONS); do \
	    if $$python --version > /dev/null 2>&1; then \
	        $(MAKE) --no-print-directory test PYTHON=$$python VENV=.venv-$$python TESTS=tests/unit || exit 1; \
	    else \
	        echo "$$python is not installed: skipped"; \
	    fi; \
	done

lint: setup ## check style, types, words, the workflow, and the files for GitHub and citations
	@$(BIN)/ruff check .
	@$(BIN)/ruff format --check .
	@$(BIN)/mypy
	@$(BIN)/snakefmt --check Snakefile pipeline
	@$(BIN)/python -m scripts.prose
	@$(BIN)/python -m scripts.translations
	@if command -v npm > /dev/null; then \
	    npm exec --yes --package=$(TYPESCRIPT) -- tsc --project tsconfig.json; \
	else \
	    echo "npm is not installed: the types of the pages are not checked" >&2; \
	fi
	@$(SCHEMA) vendor.github-workflows $(wildcard .github/workflows/*.yml)
	@$(SCHEMA) vendor.github-issue-forms $(filter-out %/config.yml, $(wildcard .github/ISSUE_TEMPLATE/*.yml))
	@$(SCHEMA) vendor.github-issue-config .github/ISSUE_TEMPLATE/config.yml
	@$(SCHEMA) vendor.citation-file-format CITATION.cff

format: setup ## format the code
	@$(BIN)/ruff check --fix .
	@$(BIN)/ruff format .
	@$(BIN)/snakefmt Snakefile pipeline

verify: setup ## check the finished artifacts: digests, every known figure, all towns scored again
	@$(BIN)/python -m scripts.verify --level full
	@$(BIN)/python -m scripts.shown_examples

audit: setup ## check the installed packages for conflicts and known weaknesses
	@$(BIN)/python -m pip check
	@$(BIN)/python -m pip_audit --progress-spinner off --timeout 10 || \
	{ echo "pip-audit found weaknesses or could not audit, see above; \`pip install pip-audit==2.10.1\` if it is missing" >&2; exit 1; }

benchmark: setup ## compare the pipelines with plain Python
	@$(BIN)/python -m studies.benchmark

watch: ## follow the logs of the stages: rates, time left
	@tail -q -n 1 -F results/*/logs/*.log

docs: setup ## write docs/tables.md and docs/answers.md from the code, and the address of the atlas into the READMEs
	@$(BIN)/python -m scripts.describe

new-puzzle: setup ## start a puzzle from the template: make new-puzzle NAME=lights_out
	@$(BIN)/python -m scripts.new_puzzle $(NAME)

clean: ## remove the results, the environment and caches
	rm -rf results screenshots .snakemake $(VENV) $(addprefix .venv-,$(OTHER_PYTHONS)) .pytest_cache .mypy_cache .ruff_cache .hypothesis *.egg-info
	find . -name __pycache__ -type d -prune -exec rm -rf {} +

help: ## list the targets
	@grep -hE '^[a-z-]+:.*## ' $(MAKEFILE_LIST) | sed 's/:.*## /\t/'
