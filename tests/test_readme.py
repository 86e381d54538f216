"""What the README says is what the program does."""

import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from conftest import ROOT, SAMPLES, Run

README = (ROOT / "README.md").read_text(encoding="utf-8")


def between(mark: str) -> str:
    """The text between two marks, without the fence of a code block."""
    text = README.split(f"<!-- {mark} -->")[1].split(f"<!-- /{mark} -->")[0]
    return re.sub(r"^```\w*\n|```$", "", text.strip(), flags=re.MULTILINE).strip("\n")


def test_the_letter_in_the_readme_is_the_one_that_the_demo_prints(run: Run) -> None:
    letter = run(SAMPLES / "rotterdam-warehouse.pdf", "-t", "rotterdam", "-q").out
    assert len(between("letter").splitlines()) > 30
    assert letter.startswith(between("letter"))


def test_what_the_readme_shows_is_what_is_printed(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(ROOT)
    commands = between("printed").split("$ swppp-check ")[1:]
    assert len(commands) > 7
    for shown in commands:
        arguments, _, lines = shown.partition("\n")
        ran = run(*arguments.split())
        printed = [line.rstrip() for line in (ran.err + ran.out).splitlines()]
        at = 0
        for line in filter(lambda line: line != "...", lines.splitlines()):
            wanted = ".*".join(re.escape(part.strip()) for part in line.split("..."))
            found = [n for n, real in enumerate(printed) if n >= at and re.fullmatch(wanted, real.strip())]
            assert found, (arguments, line)
            at = found[0] + 1


def test_no_address_in_the_readme_is_a_placeholder() -> None:
    assert not re.search(r"<(?!!--|/|br)[a-z ]+>", README)


def test_the_clock_in_the_readme_is_the_one_that_is_printed(run: Run) -> None:
    letter = run(SAMPLES / "rotterdam-warehouse.pdf", "-t", "rotterdam", "-q", "--received", "2026-11-02").out
    assert f"\n\n{between('clock')}\n\n" in letter


def test_the_annotations_in_the_readme_are_those_of_the_sample_plan(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(ROOT)
    monkeypatch.delenv("GITHUB_STEP_SUMMARY", raising=False)
    lines = run("sample_plans/rotterdam-warehouse.pdf", "-t", "rotterdam", "-q", "-f", "github").out.splitlines()
    shown = between("github").splitlines()
    assert len(shown) > 1
    for line, real in zip(shown, lines, strict=False):
        assert real.startswith(line.removesuffix(" ..."))


def test_the_files_in_the_readme_are_read(tmp_path: Path) -> None:
    from swppp_check.config import load_configuration
    from swppp_check.decisions import load_decisions

    blocks = re.findall(r"^```toml\n(.*?)^```", README, flags=re.MULTILINE | re.DOTALL)
    decisions = next(block for block in blocks if block.startswith("[[decision]]"))
    configuration = next(block for block in blocks if "[[submission]]" in block)
    (tmp_path / "decisions.toml").write_text(decisions, encoding="utf-8")
    (tmp_path / "swppp-check.toml").write_text(configuration, encoding="utf-8")
    assert load_decisions(tmp_path / "decisions.toml").entries[0].element == "soils.description"
    assert load_configuration(tmp_path / "swppp-check.toml").settings.submission[0].name == "mill-street"


def test_the_demo_is_what_the_readme_says() -> None:
    makefile = (ROOT / "Makefile").read_text(encoding="utf-8")
    assert "sample_plans/rotterdam-warehouse.pdf --town rotterdam" in makefile
    for target in re.findall(r"`make (\w+)`|^    make (\w+)", README, flags=re.MULTILINE):
        assert f"\n{target[0] or target[1]}:" in makefile


def test_every_option_in_the_readme_exists(run: Run) -> None:
    described = run("check", "--help").out + run("--help").out
    for option in set(re.findall(r"(?<![\w-])--[a-z]+(?:-[a-z]+)*", README)) - {"--help", "--version"}:
        assert option in described


def test_the_exit_statuses_are_those_of_the_program() -> None:
    from swppp_check import running

    table = dict(re.findall(r"^\| (\d) \| (\w+)", README, flags=re.MULTILINE))
    assert set(table) == {str(s) for s in (running.COMPLETE, running.DEFICIENT, running.ERROR, running.UNREAD)}
    assert table[str(running.DEFICIENT)] == "deficient"


def test_the_readme_s_python_runs() -> None:
    code = README.split("```python\n")[1].split("```")[0]
    code = code.replace('["report.pdf", "drawings.pdf"]', repr([str(SAMPLES / "rotterdam-warehouse.pdf")]))
    exec(code, {})


def test_the_readme_s_dask_example_reviews_a_folder_of_submissions(tmp_path: Path) -> None:
    pytest.importorskip("distributed")
    for plan in ("schenectady-clinic.pdf", "schenectady-infill.docx"):
        folder = tmp_path / "submissions" / plan.partition(".")[0]
        folder.mkdir(parents=True)
        shutil.copy(SAMPLES / plan, folder)
    (tmp_path / "example.py").write_text(between("dask"), encoding="utf-8")
    ran = subprocess.run(
        [sys.executable, "example.py"], cwd=tmp_path, capture_output=True, text=True, timeout=300, check=False
    )
    assert ran.returncode == 0, ran.stderr
    said = dict(line.removeprefix("submissions/").split(" ", 1) for line in ran.stdout.splitlines())
    assert list(said) == ["schenectady-clinic", "schenectady-infill"]
    assert said["schenectady-clinic"] == "complete"
    assert said["schenectady-infill"] == "3 deficiencies"


def test_the_limits_in_the_readme_are_the_program_s() -> None:
    from swppp_check.reading.limits import Limits

    default = Limits()
    table = dict(re.findall(r"^\| `--max-(\w+)` \| ([\d,]+)", README, flags=re.MULTILINE))
    said = {name: int(number.replace(",", "")) for name, number in table.items()}
    assert said == {
        "memory": default.memory,
        "time": default.seconds(0),
        "pages": default.pages,
        "text": default.text,
        "pixels": default.pixels,
    }
