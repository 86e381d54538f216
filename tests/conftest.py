"""Shared fixtures: the command line run in this process."""

import shutil
import sys
from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

import pytest

from swppp_check.cli import main

ROOT = Path(__file__).parent.parent
SAMPLES = ROOT / "sample_plans"


class Ran(NamedTuple):
    """What a run of the command line left."""

    status: int
    out: str
    err: str


Run = Callable[..., Ran]


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Skip a test marked `needs("program")` where the program is not on PATH, and say so."""
    for item in items:
        for mark in item.iter_markers("needs"):
            absent = [program for program in mark.args if shutil.which(program) is None]
            if absent:
                item.add_marker(pytest.mark.skip(reason=f"{', '.join(absent)} is not installed"))


@pytest.fixture
def run(monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]) -> Run:
    """Run `swppp-check` with these arguments."""

    def run(*arguments: str | Path) -> Ran:
        monkeypatch.setattr(sys, "argv", ["swppp-check", *map(str, arguments)])
        monkeypatch.setenv("COLUMNS", "200")
        status = 0
        try:
            main()
        except SystemExit as end:
            status = end.code if isinstance(end.code, int) else 1 if end.code else 0
        captured = capfd.readouterr()
        return Ran(status, captured.out, captured.err)

    return run


TABLES: pytest.StashKey[list[str]] = pytest.StashKey()


@pytest.fixture
def show(request: pytest.FixtureRequest) -> Callable[[str], None]:
    """Print lines at the end of the run, whether or not the test's own output is shown."""
    return request.config.stash.setdefault(TABLES, []).append


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter, config: pytest.Config) -> None:
    """Print what the tests measured."""
    for text in config.stash.get(TABLES, []):
        terminalreporter.write_line(text)
