# Every target sets up what it needs in .venv; only Python 3.11 or later, git and make are presumed.
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
READY := $(VENV)/.ready

.PHONY: help setup demo test check lint format types accuracy bench fuzz clean

help:
	@echo "make demo      set up and write the letter on a sample plan"
	@echo "make test      set up and run the tests"
	@echo "make check     lint, format, types and tests"
	@echo "make accuracy  recognised and caught, element by element, on the plans with known answers"
	@echo "make bench     speed beside pdfplumber, pdfminer, pdftotext and pdfgrep"
	@echo "make fuzz      2,000 damaged and forged files"

setup: $(READY)

$(READY): pyproject.toml
	$(PYTHON) -m venv $(VENV)
	$(BIN)/python -m pip install --quiet --upgrade pip
	$(BIN)/python -m pip install --quiet --editable '.[dev,ocr]'
	touch $(READY)

demo: $(READY)
	$(BIN)/swppp-check sample_plans/rotterdam-warehouse.pdf --town rotterdam || test $$? -eq 1

test: $(READY)
	$(BIN)/python -m pytest -n auto --dist loadfile

check: lint types test

lint: $(READY)
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .

format: $(READY)
	$(BIN)/ruff check --fix .
	$(BIN)/ruff format .

types: $(READY)
	$(BIN)/mypy

accuracy: $(READY)
	$(BIN)/python tests/accuracy/measure.py

bench: $(READY)
	$(BIN)/python tests/bench.py

fuzz: $(READY)
	$(BIN)/python tests/fuzz.py --mutations 2000 --seed 1

clean:
	rm -rf $(VENV) build dist .pytest_cache .mypy_cache .ruff_cache
