"""In a plan repository: pre-commit, the GitHub Action, and a run as GitHub starts it."""

import json
import os
import re
import shutil
import stat
import subprocess
import sys
import tomllib
from pathlib import Path
from typing import Any

import junitparser
import pytest
import yaml
from conftest import ROOT, SAMPLES

ACTION = yaml.safe_load((ROOT / ".github/actions/swppp-check/action.yml").read_text(encoding="utf-8"))
HOOKS = yaml.safe_load((ROOT / ".pre-commit-hooks.yaml").read_text(encoding="utf-8"))
EXPECTED = tomllib.loads((SAMPLES / "expected.toml").read_text(encoding="utf-8"))
DEFICIENT = sorted(EXPECTED["schenectady-infill"]["missing"])
CONFIGURATION = """\
town = "schenectady"

[[submission]]
name = "clinic"
files = "plans/clinic/*.pdf"

[[submission]]
name = "infill"
files = "plans/infill/*.docx"
"""


@pytest.fixture
def program(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder first on PATH with `swppp-check`, as an installed program of this tree."""
    folder = tmp_path / "bin"
    folder.mkdir()
    script = folder / "swppp-check"
    script.write_text(f'#!/bin/sh\nexec "{sys.executable}" -m swppp_check "$@"\n', encoding="utf-8")
    script.chmod(script.stat().st_mode | stat.S_IXUSR)
    monkeypatch.setenv("PATH", f"{folder}{os.pathsep}{os.environ['PATH']}")
    monkeypatch.setenv("PYTHONPATH", str(ROOT))
    for name in [n for n in os.environ if n.startswith(("GITHUB_", "GIT_", "SWPPP_CHECK_"))]:
        monkeypatch.delenv(name)
    return script


def git(folder: Path, *arguments: str) -> None:
    own = ["-c", "user.name=A Planner", "-c", "user.email=planner@example.org", "-c", "init.defaultBranch=main"]
    subprocess.run(["git", *own, *arguments], cwd=folder, check=True, capture_output=True)


@pytest.fixture
def repository(tmp_path: Path) -> Path:
    """A plan repository with a complete and a deficient submission."""
    folder = tmp_path / "repository"
    for name, file in (("clinic", "schenectady-clinic.pdf"), ("infill", "schenectady-infill.docx")):
        (folder / "plans" / name).mkdir(parents=True)
        shutil.copy(SAMPLES / file, folder / "plans" / name)
    (folder / "swppp-check.toml").write_text(CONFIGURATION, encoding="utf-8")
    (folder / "README.md").write_text("Plans.\n", encoding="utf-8")
    git(folder, "init")
    git(folder, "add", ".")
    git(folder, "commit", "-m", "Submit")
    return folder


# ---------------------------------------------------------------- the GitHub Action
class Step(dict[str, Any]):
    """A step of the action as GitHub runs it: its `${{ inputs.x }}` filled in, its script run by bash."""

    def run(self, folder: Path, inputs: dict[str, str]) -> subprocess.CompletedProcess[str]:
        given = {name: str(i.get("default", "")) for name, i in ACTION["inputs"].items()} | inputs
        filled = {
            name: re.sub(r"\$\{\{ inputs\.([\w-]+) \}\}", lambda m: given[m[1]], value)
            for name, value in self.get("env", {}).items()
        }
        runner = {
            "GITHUB_ACTIONS": "true",
            "GITHUB_WORKSPACE": str(folder),
            "GITHUB_STEP_SUMMARY": str(folder / "summary.md"),
            "GITHUB_OUTPUT": str(folder / "output.txt"),
        }
        return subprocess.run(
            ["bash", "--noprofile", "--norc", "-eo", "pipefail", "-c", self["run"]],
            cwd=folder,
            env={**os.environ, **runner, **filled},
            capture_output=True,
            text=True,
            check=False,
        )


def check_step() -> Step:
    return Step(next(step for step in ACTION["runs"]["steps"] if step.get("id") == "check"))


def elements_in(text: str) -> list[str]:
    return sorted(set(re.findall(r"\b[a-z-]+\.[a-z-]+\b", text)) & all_elements())


def all_elements() -> set[str]:
    from swppp_check.checklists import item_rules

    return {f"{item}.{element}" for item, rule in item_rules().items() for element in rule.element}


@pytest.mark.usefixtures("program")
def test_the_action_fails_and_every_output_names_exactly_the_deficient_elements(repository: Path) -> None:
    ran = check_step().run(repository, {"junit": "results.xml"})
    assert ran.returncode == 1, ran.stderr
    assert (repository / "output.txt").read_text(encoding="utf-8") == "status=1\n"

    errors = [line for line in ran.stdout.splitlines() if line.startswith("::error ")]
    assert elements_in("\n".join(re.findall(r"title=infill%3A ([\w.-]+)::", "\n".join(errors)))) == DEFICIENT
    assert len(errors) == len(DEFICIENT)
    assert all("file=plans/infill/schenectady-infill.docx," in line for line in errors)

    results = json.loads((repository / "swppp-check.sarif").read_text(encoding="utf-8"))["runs"][0]["results"]
    assert sorted(r["ruleId"] for r in results if r["level"] == "error") == DEFICIENT
    assert {r["properties"]["submission"] for r in results if r["level"] == "error"} == {"infill"}

    suites = {suite.name: suite for suite in junitparser.JUnitXml.fromfile(str(repository / "results.xml"))}
    failed = {
        name: sorted(case.name for case in suite if any(isinstance(r, junitparser.Failure) for r in case.result))
        for name, suite in suites.items()
    }
    assert failed == {"clinic": [], "infill": DEFICIENT}

    summary = (repository / "summary.md").read_text(encoding="utf-8")
    rows = [row.split(" | ") for row in summary.splitlines() if row.startswith("| ")]
    assert sorted(row[1].strip("`") for row in rows if row[2] in ("missing", "altered")) == DEFICIENT
    assert "clinic: complete" in summary
    assert "infill: deficient" in summary


@pytest.mark.usefixtures("program")
def test_the_action_passes_on_a_complete_plan_and_where_it_is_told_never_to_fail(repository: Path) -> None:
    step = check_step()
    complete = {"paths": "plans/clinic\n", "town": "schenectady"}
    assert step.run(repository, complete).returncode == 0
    assert step.run(repository, {"fail-on": "never"}).returncode == 0
    assert step.run(repository, {"paths": "plans/clinic\nplans/infill\n", "each": "true"}).returncode == 1
    assert step.run(repository, {"paths": "plans/none.pdf\n"}).returncode == 2


@pytest.mark.usefixtures("program")
def test_an_input_of_the_action_is_never_a_command(repository: Path) -> None:
    check_step().run(
        repository, {"paths": "$(touch harmed)\n; touch harmed\n`touch harmed`", "sarif": "$(touch harmed).sarif"}
    )
    assert not (repository / "harmed").exists()
    assert all("${{" not in step.get("run", "") for step in ACTION["runs"]["steps"])


# ---------------------------------------------------------------- pre-commit
def hook(repository: Path, id_: str, *arguments: str) -> subprocess.CompletedProcess[str]:
    """Run a published hook with the program of this tree instead of an installation of its own."""
    own = next(dict(h) for h in HOOKS if h["id"] == id_) | {"language": "system"}
    local = {"repos": [{"repo": "local", "hooks": [own]}]}
    (repository / ".pre-commit-config.yaml").write_text(yaml.safe_dump(local), encoding="utf-8")
    git(repository, "add", ".")
    return pre_commit(repository, "run", id_, "--verbose", *arguments)


def pre_commit(repository: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    home = {"PRE_COMMIT_HOME": str(repository.parent / "pre-commit")}
    return subprocess.run(
        [sys.executable, "-m", "pre_commit", *arguments],
        cwd=repository,
        env={**os.environ, **home},
        capture_output=True,
        text=True,
        check=False,
    )


@pytest.mark.usefixtures("program")
def test_the_hook_takes_each_changed_plan_and_nothing_else(repository: Path) -> None:
    shutil.copy(SAMPLES / "schenectady-clinic.pdf", repository / "plans" / "COPY.PDF")
    ran = hook(repository, "swppp-check")  # only the new plan is staged
    assert ran.returncode == 0, ran.stdout
    assert "COPY.PDF" in ran.stdout
    assert "infill" not in ran.stdout
    ran = hook(repository, "swppp-check", "--all-files")
    assert ran.returncode == 1
    assert "exit code: 1" in ran.stdout
    assert "Deficient" in ran.stdout
    assert "README.md" not in ran.stdout


@pytest.mark.usefixtures("program")
def test_the_second_hook_checks_what_the_configuration_names(repository: Path) -> None:
    ran = hook(repository, "swppp-check-all", "--files", "swppp-check.toml")
    assert "exit code: 1" in ran.stdout, ran.stdout
    assert "infill" in ran.stdout
    assert "(no files to check)" in hook(repository, "swppp-check-all", "--files", "README.md").stdout


@pytest.mark.usefixtures("program")
def test_pre_commit_installs_and_runs_the_published_hook(repository: Path, tmp_path: Path) -> None:
    source = tmp_path / "source"
    source.mkdir()
    for name in ("swppp_check", "checklists"):
        shutil.copytree(ROOT / name, source / name, ignore=shutil.ignore_patterns("__pycache__"))
    for name in ("pyproject.toml", "README.md", "LICENSE", ".pre-commit-hooks.yaml"):
        shutil.copy(ROOT / name, source)
    git(source, "init")
    git(source, "add", ".")
    git(source, "commit", "-m", "Publish")
    ran = pre_commit(repository, "try-repo", str(source), "swppp-check", "--verbose", "--all-files")
    if "pip" in ran.stdout and "ERROR" in ran.stdout and "exit code: 1" not in ran.stdout:
        pytest.skip("pip cannot install the program's dependencies here")
    assert "exit code: 1" in ran.stdout, ran.stdout
    assert "Deficient" in ran.stdout
    assert "Complete" in ran.stdout
