# Two commands do everything: `make play` and `make test`. They need Python 3.11 or newer and make, nothing else.

PYTHON ?= python3
BIN := .venv/bin
BENCH := .venv-bench/bin
AUDIT := .venv-audit/bin
PEER := benchmarks/peers/boardgame_io
PIP := -m pip --disable-pip-version-check --quiet
PAGES := src/stolik/server/pages/index.html
GALLERY := web/gallery/built/gallery/page.html
WEB := $(wildcard web/*.* web/.npmrc) $(shell find web/src web/public web/scripts ! -name '*.test.ts')

.DELETE_ON_ERROR:
.PHONY: help play test test-long test-web laws lint lint-python lint-web docs coverage format screenshots contact-sheets bench bench-server bench-attack strength goldens types lock licences audit clean node

help:
	@echo "make play      open tables for you and your friends, and print the address"
	@echo "make test      everything that a pull request must pass"
	@echo "make test-long what takes longer: how strong bots are, training, and make laws"
	@echo "make laws      the laws of all games, ten times as many games as in make test"
	@echo "make lint      the part of it that reads the code: ruff, mypy, import-linter, prettier, eslint, svelte-check"
	@echo "make docs      the docs as a site, in site/; warnings are errors"
	@echo "make coverage  which lines the tests run, of Python and of TypeScript"
	@echo "make format    let ruff and prettier mend what they can"
	@echo "make screenshots  pictures of every page and state, in screenshots/ (ONLY=\"over replay\": of these only)"
	@echo "make contact-sheets  one game's table on every screen, in screenshots/layout/ (GAME=\"gang --players 3 6\")"
	@echo "make goldens   write the golden playthroughs anew; look at the diff"
	@echo "make types     write the browser's types anew, from the messages in Python"
	@echo "make bench     speed and start-up beside OpenSpiel, RLCard, PettingZoo and eval7"
	@echo "make bench-server  the server beside boardgame.io, and at rest (needs Node.js 20; six minutes)"
	@echo "make bench-attack  how long a move takes while somebody else attacks the server (a quarter of an hour)"
	@echo "make strength  the bots of all games against each other, into docs/researchers/strength.md (half an hour; ONLY=\"gra gang\")"
	@echo "make audit     known vulnerabilities and licences of all dependencies, and bandit (needs a network)"
	@echo "make licences  write down anew what all dependencies are licensed under; look at the diff (needs a network)"
	@echo "make lock      choose the newest versions of all dependencies (UPGRADE= keeps those there are)"
	@echo "make clean     remove the environments and pages that the other commands made"

play: .venv/ready-to-play $(PAGES)
	@$(BIN)/stolik serve

# What reads the code needs one core each, so two of them run side by side; the tests then have all cores.
test: .venv/ready-to-test node $(PAGES) $(GALLERY)
	@$(MAKE) --no-print-directory --jobs=2 --output-sync=target lint-python lint-web docs test-web
	$(BIN)/python -m pytest -n auto --dist worksteal

test-long: .venv/ready-to-test $(PAGES) $(GALLERY)
	$(BIN)/python -m pytest -n auto --dist worksteal -m long
	STOLIK_LAWS=10 $(BIN)/python -m pytest -n auto tests/laws

laws: .venv/ready-to-test
	STOLIK_LAWS=10 $(BIN)/python -m pytest -n auto tests/laws

lint: lint-python lint-web

lint-python: .venv/ready-to-test
	$(BIN)/ruff check
	$(BIN)/ruff format --check
	$(BIN)/mypy
	$(BIN)/lint-imports

lint-web: .venv/made node
	$(BIN)/python tools/pages.py format:check lint check

test-web: .venv/made node
	$(BIN)/python tools/pages.py test

docs: .venv/ready-to-test
	NO_MKDOCS_2_WARNING=1 $(BIN)/python -m mkdocs build --strict # not --quiet: no warning would be counted

coverage: .venv/ready-to-test $(PAGES) $(GALLERY)
	$(BIN)/python -m pytest -n auto --dist worksteal -m "long or not long" --cov --cov-report=term:skip-covered
	$(BIN)/python tools/pages.py coverage

format: .venv/ready-to-test node
	$(BIN)/ruff check --fix
	$(BIN)/ruff format
	$(BIN)/python tools/pages.py format

ONLY :=

screenshots: .venv/ready-to-test $(PAGES)
	cd tests && ../$(BIN)/python -m browser.screenshots $(ONLY)

GAME := no_thanks

contact-sheets: .venv/ready-to-test node
	cd tests && PYTHONPATH=../tools ../$(BIN)/python -m browser.contact_sheet $(GAME)

goldens: .venv/ready-to-test
	RENEW_GOLDENS=1 $(BIN)/python -m pytest -q tests/games -k golden

types: .venv/ready-to-play
	$(BIN)/python tools/browser_types.py

bench: .venv-bench/ready
	$(BENCH)/python benchmarks/startup.py
	$(BENCH)/python benchmarks/poker_hands.py
	$(BENCH)/python benchmarks/speed.py

strength: .venv/ready-to-play
	$(BIN)/python benchmarks/strength.py $(ONLY)

bench-server: .venv-bench/ready $(PEER)/node_modules/ready
	$(BENCH)/python benchmarks/server.py

bench-attack: .venv-bench/ready
	$(BENCH)/python benchmarks/attack.py

.venv/made:
	@$(PYTHON) -c 'import sys; sys.exit(0 if sys.version_info >= (3, 11) else "Stolik needs Python 3.11 or newer; choose one with: make PYTHON=python3.11 …")'
	$(PYTHON) -m venv .venv
	@touch $@

.venv/ready-to-play: .venv/made requirements/play.txt pyproject.toml
	@echo "Setting up (once) …"
	@$(BIN)/python $(PIP) install --require-hashes -r requirements/play.txt
	@$(BIN)/python $(PIP) install --no-deps --no-build-isolation -e .
	@touch $@

.venv/ready-to-test: .venv/ready-to-play requirements/test.txt
	@echo "Setting up the tests (once) …"
	@$(BIN)/python $(PIP) install --require-hashes -r requirements/test.txt
	@touch $@

node: .venv/made
	@$(BIN)/python tools/pages.py --node > /dev/null 2>&1 \
		|| { echo "Setting up Node.js (once) …"; $(BIN)/python $(PIP) install --require-hashes -r requirements/node.txt; }

$(PAGES): $(WEB) | node
	$(BIN)/python tools/pages.py

$(GALLERY): $(WEB) $(wildcard web/gallery/*.*) | node
	$(BIN)/python tools/pages.py gallery

.venv-bench/ready: requirements/bench.txt pyproject.toml
	$(PYTHON) -m venv .venv-bench
	@echo "Setting up the benchmarks (once) …"
	@$(BENCH)/python $(PIP) install --require-hashes -r requirements/bench.txt
	@$(BENCH)/python $(PIP) install --no-deps --no-build-isolation -e .
	@touch $@

.venv-audit/ready: requirements/audit.txt
	$(PYTHON) -m venv .venv-audit
	@echo "Setting up the audit (once) …"
	@$(AUDIT)/python $(PIP) install --require-hashes -r requirements/audit.txt
	@touch $@

audit: .venv-audit/ready node
	@$(AUDIT)/python tools/audit.py

licences: .venv/made
	$(BIN)/python tools/licences.py --write

$(PEER)/node_modules/ready: $(PEER)/package-lock.json
	npm ci --prefix $(PEER) --no-audit --no-fund
	@touch $@

UPGRADE := --upgrade
# Extras are named in the locks: older pips would not find them there otherwise.
COMPILE = uv pip compile --quiet $(UPGRADE) --universal --python-version 3.11 --generate-hashes --no-header --no-strip-extras

lock: .venv/made
	$(COMPILE) pyproject.toml --group build --extra lab -o requirements/play.txt
	$(COMPILE) pyproject.toml --group build --group test --group docs --extra lab --extra postgres -c requirements/play.txt -o requirements/test.txt
	$(COMPILE) pyproject.toml --group build --group bench --extra lab -c requirements/play.txt -o requirements/bench.txt
	$(COMPILE) --group node -o requirements/node.txt
	$(COMPILE) --group audit -o requirements/audit.txt
	$(BIN)/python tools/licences.py --write

clean:
	rm -rf .venv .venv-bench .venv-audit $(PEER)/node_modules web/node_modules src/stolik/server/pages site web/coverage .coverage .coverage.*
