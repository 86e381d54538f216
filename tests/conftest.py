"""Shared fixtures: the command line run in this process."""

import os
import shutil
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any, NamedTuple

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


# Where this is set, every outside program is expected to be installed: a test that lacks one fails.
ALL_TOOLS = "SWPPP_CHECK_ALL_TOOLS"


def pytest_runtest_setup(item: pytest.Item) -> None:
    """Skip a test marked `needs(program, ...)` where a program is not on PATH."""
    for mark in item.iter_markers("needs"):
        missing = [program for program in mark.args if not shutil.which(program)]
        if missing and os.environ.get(ALL_TOOLS):
            pytest.fail(f"not on PATH: {', '.join(missing)}")
        elif missing:
            pytest.skip(f"not on PATH: {', '.join(missing)}")


@pytest.fixture(autouse=True)
def own_cache(monkeypatch: pytest.MonkeyPatch, tmp_path_factory: pytest.TempPathFactory) -> None:
    """Tests neither see nor touch what the user's runs have kept."""
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path_factory.mktemp("cache")))


@pytest.fixture
def no_engine(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("PATH", str(tmp_path / "nothing"))
    monkeypatch.setattr("importlib.util.find_spec", lambda name: None)  # noqa: ARG005


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


def pytest_sessionfinish(session: pytest.Session) -> None:
    """Where tests run in several processes, send what they measured to the first."""
    sent = getattr(session.config, "workeroutput", None)
    if sent is not None:
        sent["tables"] = session.config.stash.get(TABLES, [])


@pytest.hookimpl(optionalhook=True)
def pytest_testnodedown(node: Any) -> None:
    """Take what was measured in another process."""
    node.config.stash.setdefault(TABLES, []).extend(getattr(node, "workeroutput", {}).get("tables", []))


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter, config: pytest.Config) -> None:
    """Print what the tests measured."""
    for text in config.stash.get(TABLES, []):
        terminalreporter.write_line(text)
