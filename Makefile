# Everything here needs Python 3.11 or later (with pip) and make. Some tests also need Java 17, Chromium
# and bubblewrap: without them they are skipped, and say so; in CI they fail.
# The environment is .venv; the exact versions in it come from requirements.txt.
#   make lab LAB_ARGS=--no-browser      passes options on to JupyterLab
#   make test PYTEST_ARGS='-k gini'     passes options on to pytest
#   make lab PYTHON=python3.12          makes the environment with another Python

PYTHON ?= python3
LAB_ARGS ?=
PYTEST_ARGS ?=
WORKERS ?= auto
VENV := .venv
PY := $(VENV)/bin/python
READY := $(VENV)/.ready
OLDEST := .venv-oldest
SPARK := $(VENV)/.spark
PYSPARK := $(VENV)/.pyspark
DOCS := $(VENV)/.docs
NBGRADER := $(VENV)/nbgrader
# What `make check` runs: doctests, the ledger of the lectures, oracles, laws.
CHECKED := dtlab dtcourse packages/nbjudge/src tests/lectures tests/dtlab/algorithms/*oracle* tests/dtlab/ensembles/*oracle* tests/laws

.DEFAULT_GOAL := help
.PHONY: help lab spark offline check test test-oldest fuzz bench notebooks lint format pictures book pin clean

help:
	@echo 'make lab        open the course in JupyterLab, in your working copy (folder work)'
	@echo 'make spark      add PySpark and Arrow (0.9 GB), which notebook 14 uses'
	@echo 'make offline    collect a folder that installs the course without a network (OUT=, WITH_SPARK=1)'
	@echo 'make check      run what a change breaks first, in two minutes: style, types, doctests, oracles, laws'
	@echo 'make test       run all tests: style, unit tests, doctests, every notebook'
	@echo 'make test-oldest  run the unit tests with the oldest versions that pyproject.toml allows'
	@echo 'make fuzz       try 100,000 mutated messages and 2,000 mutated notebooks on the grader'
	@echo 'make bench      compare speed and memory with scikit-learn, and grading with nbgrader'
	@echo 'make notebooks  execute all notebooks in place (MACHINE=1: machine-dependent cells too)'
	@echo 'make lint       check style, imports, dead code and types;  make format  fixes what it can'
	@echo 'make pictures   take the pictures of README again'
	@echo 'make book       build the course as a site, build/book/html, which needs no kernel and no network'
	@echo 'make pin        update the exact versions in requirements*.txt'
	@echo 'make clean      remove the environment and what tools left behind (not your work)'

lab: $(READY)
	@$(PY) -m dtcourse lab $(LAB_ARGS)

spark: $(SPARK)

# For computers like this one: collect.py says how a folder serves several kinds.
offline: $(READY)
	@$(PY) tools/offline/collect.py $(if $(OUT),'$(OUT)') $(if $(WITH_SPARK),--spark)

# Where CI is set, too, a test is skipped whose needs only `make test` installs.
check: export CI =
check: lint
	@$(PY) -m pytest -q -rs -n $(WORKERS) --hypothesis-profile=check -m 'not slow' $(CHECKED) $(PYTEST_ARGS)
	@echo 'Left out: nine tenths of the examples of the laws, the other unit tests, and all that starts a kernel,'
	@echo 'a browser, Spark, nbgrader or Sphinx: notebooks, widgets in a page, grading, the book. make test runs them.'

# Compiled modules are kept, whatever the settings here: a run starts hundreds of Pythons.
test: export PYTHONDONTWRITEBYTECODE =
test: venv
	@$(MAKE) -s -j2 $(SPARK) lint $(NBGRADER)/.ready $(DOCS)
	@$(PY) -m pytest -q -rs --nbval -n $(WORKERS) $(PYTEST_ARGS)

# Without what wants a browser, Spark, Sphinx, nbgrader or a kernel: these run with the exact versions.
test-oldest: $(OLDEST)/.ready
	@$(OLDEST)/bin/python -m pytest -q -n $(WORKERS) -m 'not slow' tests packages/nbjudge/tests dtlab dtcourse \
	    --ignore=tests/dtlab/bridges/test_from_spark.py --ignore=tests/dtcourse/test_book.py $(PYTEST_ARGS)

# `make test` tries a hundredth. FUZZ_SEED=... repeats a run.
fuzz: $(READY)
	@FUZZ=100 $(PY) -m pytest -q packages/nbjudge/tests/test_fuzz.py tests/dtcourse/test_judge_fuzz.py $(PYTEST_ARGS)

bench: $(READY)
	@$(PY) bench/run.py

notebooks: $(READY)
	@$(PY) tools/notebooks.py $(if $(MACHINE),--machine)

lint: $(READY)
	@$(PY) -m ruff check --quiet --output-format=concise .
	@$(PY) -m ruff format --quiet --check .
	@$(VENV)/bin/lint-imports --no-logo --no-cache > $(VENV)/imports.log || { cat $(VENV)/imports.log; exit 1; }
	@$(PY) tools/dead_code.py
	@$(PY) -m mypy --no-error-summary --cache-dir $(VENV)/mypy

format: $(READY)
	@$(PY) -m ruff check --quiet --fix .
	@$(PY) -m ruff format --quiet .

pictures: $(READY)
	@$(PY) tools/readme_pictures.py

book: $(DOCS)
	@$(PY) tools/book.py

pin: $(READY)
	@$(PY) -m pip install --quiet uv
	@$(PY) -m uv pip compile --quiet --universal --fork-strategy fewest --upgrade --extra dev --custom-compile-command 'make pin' --no-annotate \
	    --output-file requirements.txt pyproject.toml
	@$(PY) -c "import tomllib; print(*tomllib.load(open('pyproject.toml', 'rb'))['project']['optional-dependencies']['spark'], sep='\n')" \
	    | $(PY) -m uv pip compile --quiet --universal --upgrade --custom-compile-command 'make pin' --no-annotate \
	    --output-file requirements-spark.txt -
	@$(PY) -m uv pip compile --quiet --universal --fork-strategy fewest --upgrade --extra nbgrader --constraints requirements.txt --no-annotate --no-header \
	    --output-file $(VENV)/nbgrader.txt pyproject.toml
	@{ echo '# What nbgrader needs beside requirements.txt, by: make pin'; grep -vxFf requirements.txt $(VENV)/nbgrader.txt; } \
	    > requirements-nbgrader.txt
	@$(PY) -m uv pip compile --quiet --universal --fork-strategy fewest --upgrade --extra docs --constraints requirements.txt --no-annotate --no-header \
	    --output-file $(VENV)/docs.txt pyproject.toml
	@{ echo '# What the book and its tests need beside requirements.txt, by: make pin'; grep -vxFf requirements.txt $(VENV)/docs.txt; } \
	    > requirements-docs.txt

clean:
	@rm -rf $(VENV) $(OLDEST) build dist .hypothesis .pytest_cache .ruff_cache
	@find . -name __pycache__ -prune -exec rm -rf {} +

# Spark works without its archive too, so nothing depends on it.
$(SPARK): $(PYSPARK) tools/spark_archive.py | $(READY)
	-@$(PY) -W ignore tools/spark_archive.py
	@touch $@

$(PYSPARK): requirements-spark.txt | venv
	@echo 'Adding PySpark and Arrow to $(VENV): 0.9 GB, once ...'
	@$(call install,requirements-spark.txt)
	@touch $@

$(DOCS): requirements-docs.txt | $(READY)
	@echo 'Adding Sphinx to $(VENV), for the book: 70 MB, once ...'
	@$(call install,requirements-docs.txt)
	@touch $@

# In a folder of its own, which the tests put on the path: `make lab` must not find nbgrader's extensions.
$(NBGRADER)/.ready: requirements-nbgrader.txt | $(READY)
	@echo 'Adding nbgrader in $(NBGRADER), for the tests: 90 MB, once ...'
	@rm -rf $(NBGRADER)
	@$(call install,requirements-nbgrader.txt --target $(NBGRADER))
	@touch $@

# Exact versions of everything, so there is nothing to resolve, and two of these can run side by side.
# uv installs faster than pip, where it is at hand.
install = { command -v uv >/dev/null && uv pip install --quiet --compile-bytecode --no-deps --python $(PY) -r $(1); } \
	|| $(PY) -m pip install --quiet --disable-pip-version-check --no-deps -r $(1)

# NumPy 2.0 has wheels for Python 3.11 and 3.12 only.
$(OLDEST)/.ready: pyproject.toml
	@echo 'Installing the oldest versions into $(OLDEST) ...'
	@$(PYTHON) -m venv --clear $(OLDEST)
	@$(OLDEST)/bin/python -m pip install --quiet --disable-pip-version-check uv
	@$(OLDEST)/bin/python -m uv pip install --quiet --python $(OLDEST)/bin/python --resolution lowest-direct -e '.[dev]' -e packages/nbjudge
	@touch $@

# Made once, and again when a dependency changes.
$(READY): requirements.txt pyproject.toml packages/nbjudge/pyproject.toml | venv
	@echo 'Installing into $(VENV): a few minutes the first time ...'
	@$(call install,requirements.txt --no-compile)
	@$(PY) -m compileall -qq -j 0 $(VENV)/lib || true  # on all processors: pip would use one
	@$(PY) -m pip install --quiet --disable-pip-version-check --no-deps --no-build-isolation -e . -e packages/nbjudge
	@touch $@

# An empty environment, unless there is one that works.
.PHONY: venv
venv:
	@test -x $(PY) && $(PY) -c 'import pip' 2>/dev/null || { \
	    $(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || { \
	    echo 'dtlab needs Python 3.11 or later, and $(PYTHON) is older or missing.'; \
	    echo 'If a newer one has another name, say so:  make $(MAKECMDGOALS) PYTHON=python3.12'; exit 1; }; \
	    $(PYTHON) -m venv --clear $(VENV) || { rm -rf $(VENV); \
	    echo 'This Python cannot make environments (on Debian and Ubuntu: install python3-venv).'; exit 1; }; }
