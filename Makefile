# The commands of Panbook; `make` alone lists them. Each brings .venv up to its lock by itself.
PYTHON ?= python3
HOST ?= 127.0.0.1
PORT ?= 8000
RUN := .venv/bin/python
INSTALL := @command -v $(PYTHON) >/dev/null || { echo "Panbook needs Python 3.11 or later: no $(PYTHON) here."; exit 1; }; \
	$(PYTHON) requirements/install.py
# `soak` and `browser` tests have commands of their own.
QUICK := not soak and not browser

.DEFAULT_GOAL := help
.PHONY: help run test check test-browser soak bench lock format clean

help: ## list these commands
	@awk -F ':.*## ' '/^[a-z-]+:.*## /{printf "  make %-13s %s\n", $$1, $$2}' $(firstword $(MAKEFILE_LIST))

run: ## start Panbook in the foreground: database, web (PORT=8000 HOST=127.0.0.1); Ctrl-C stops
	$(INSTALL) prod
	@exec $(RUN) manage.py up --host $(HOST) --port $(PORT)

test: ## all quick tests on PostgreSQL 18, those of the database again on 16
	$(INSTALL) dev
	$(RUN) -m pytest -q -n 2 -m "$(QUICK)"
	PANBOOK_TEST_POSTGRES=16 $(RUN) -m pytest -q -n 2 -m "db and $(QUICK)"

check: ## formatting, lint, types, imports, migrations, checksums
	$(INSTALL) dev
	$(RUN) -m ruff format --check .
	$(RUN) -m ruff check .
	$(RUN) -m mypy .
	.venv/bin/lint-imports
	$(RUN) manage.py check --fail-level WARNING
	$(RUN) -W ignore::RuntimeWarning manage.py makemigrations --check --dry-run
	$(RUN) -W ignore::RuntimeWarning manage.py spectacular --validate --fail-on-warn --file /dev/null
	cd docs && sha256sum --check --quiet SHA256SUMS

test-browser: ## walks through a real Chromium
	$(INSTALL) dev
	@if ls tests/browser/test_*.py >/dev/null 2>&1; then $(RUN) -m pytest -q -m "browser and not soak"; \
	else echo "There are no browser tests yet."; fi

soak: ## the long laws, kills and storms
	$(INSTALL) dev
	$(RUN) -m pytest -q -m "soak and not browser"
	PANBOOK_LAW_EXAMPLES=5000 $(RUN) -m pytest -q -n 2 tests/engine -k "law or live or values or referee"

bench: ## every promised speed beside its peer (installs the peers)
	@if ls benchmarks/*.py >/dev/null 2>&1; then $(PYTHON) requirements/install.py bench && $(RUN) -m benchmarks; \
	else echo "There are no benchmarks yet."; fi

format: ## put the sources into their form
	$(INSTALL) dev
	$(RUN) -m ruff format .
	$(RUN) -m ruff check --fix .

lock: ## write the lock files anew from requirements/*.in
	$(INSTALL) dev
	for name in uv prod dev bench; do \
		$(RUN) -m uv pip compile --quiet --universal --python-version 3.11 --generate-hashes --no-header \
			requirements/$$name.in -o requirements/$$name.txt || exit 1; \
	done

clean: ## remove caches and .venv; the data under var/ stays
	rm -rf .venv .mypy_cache .ruff_cache .pytest_cache .hypothesis .import_linter_cache
	find . -name __pycache__ -type d -not -path './var/*' -prune -exec rm -rf {} +
