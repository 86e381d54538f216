"""Files that people write, damaged in any way: what comes of them is a value or one line, never another error."""

import contextlib
import tomllib
from pathlib import Path

import pytest
from conftest import ROOT
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from test_validate import town

from swppp_check.config import load_configuration
from swppp_check.data import DataError
from swppp_check.decisions import load_decisions
from swppp_check.rounds import load_previous
from swppp_check.starting import TEMPLATE
from swppp_check.toml_lines import key_lines
from swppp_check.validating import validate

DECISIONS = """\
[[decision]]
element = "soils.description"
verdict = "present"
reason = '''several
lines'''
by = "R. Smo"
date = 2026-11-02
expires = 2027-01-31
"""
CONFIGURATION = TEMPLATE.format(town='town = "rotterdam"') + '\n[[submission]]\nname = "b"\nfiles = "x"\n'
PIECES = [
    "\n",
    '"',
    "'",
    "[",
    "]",
    "[[",
    "]]",
    "{",
    "}",
    "=",
    ",",
    ".",
    "#",
    '"""',
    "1979-05-27T07:32:00Z",
    "1e9",
    "inf",
    "\\",
    "\\u0000",
]
PIECES += [
    "true",
    "item",
    "[item.element.x]",
    "[terms]",
    "all = [",
    "\x00",
    "\ud7ff",
    "-1",
    "9" * 30,
    "= {}",
    "= []",
    "= [[]]",
    "= 1\n",
]


@st.composite
def damaged(draw: st.DrawFn, text: str) -> str:
    """A file with some of its parts left out, doubled or replaced."""
    for _ in range(draw(st.integers(1, 4))):
        start = draw(st.integers(0, len(text)))
        end = min(len(text), start + draw(st.integers(0, 60)))
        text = text[:start] + draw(st.sampled_from([*PIECES, "", text[start:end] * 2])) + text[end:]
    return text


def written(folder: Path, text: str, name: str) -> Path:
    path = folder / name
    path.write_bytes(text.encode("utf-8", "surrogatepass"))
    return path


quiet = settings(
    max_examples=150, deadline=None, derandomize=True, suppress_health_check=[HealthCheck.function_scoped_fixture]
)


@quiet
@given(damaged(CONFIGURATION) | st.text(max_size=80))
def test_a_configuration(tmp_path: Path, text: str) -> None:
    with contextlib.suppress(DataError):
        load_configuration(written(tmp_path, text, "swppp-check.toml"))
    with contextlib.suppress(DataError):
        load_configuration(written(tmp_path, text, "pyproject.toml"))


@quiet
@given(damaged(DECISIONS) | st.text(max_size=80))
def test_decisions(tmp_path: Path, text: str) -> None:
    with contextlib.suppress(DataError):
        load_decisions(written(tmp_path, text, "decisions.toml"))


@settings(quiet, max_examples=20)  # each that stays valid compiles the vocabulary
@given(damaged(town()))
def test_a_checklist(tmp_path: Path, text: str) -> None:
    with contextlib.suppress(DataError):
        validate(written(tmp_path, text, "town.toml"))


@quiet
@given(st.text(max_size=60) | st.binary(max_size=40).map(lambda b: b.decode("latin-1")))
def test_an_earlier_review(tmp_path: Path, text: str) -> None:
    with pytest.raises(DataError):
        load_previous(written(tmp_path, text, "review.json"), "rotterdam")


@quiet
@given(damaged(CONFIGURATION) | damaged(DECISIONS) | damaged(town()))
def test_every_key_has_a_line_and_stands_on_it(text: str) -> None:
    try:
        tables = tomllib.loads(text)
    except ValueError:
        return
    lines = text.replace("\r\n", "\n").split("\n")
    for key, line in key_lines(text).items():
        assert 1 <= line <= len(lines)
        if key and isinstance(key[-1], str) and key[-1].isascii() and "\\" not in lines[line - 1]:
            assert key[-1] in lines[line - 1]
    assert set(tables) <= {key[0] for key in key_lines(text) if key}


def test_bottomless_nesting_and_endless_numbers_are_said_in_a_line(tmp_path: Path) -> None:
    for text in ("a = " + "[" * 50_000, "a = " + "9" * 10_000, "a" + ".a" * 2_000 + " = 1"):
        with pytest.raises(DataError):
            load_decisions(written(tmp_path, text, "decisions.toml"))


def test_the_lines_of_the_shipped_files() -> None:
    for path in sorted((ROOT / "checklists").rglob("*.toml")):
        text = path.read_text(encoding="utf-8")
        found = key_lines(text)
        for key, value in tomllib.loads(text).items():
            assert (key,) in found
            if isinstance(value, list):
                assert {k[1] for k in found if k[0:1] == (key,) and len(k) == 2} == set(range(len(value)))
