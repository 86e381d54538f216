"""Several submissions and the configuration: what is checked, which place wins, and what is said of a bad file."""

import json
import os
import shutil
import tomllib
from pathlib import Path
from types import ModuleType
from typing import Any

import jsonschema
import pytest
from conftest import SAMPLES, Run

from swppp_check.cases import Case
from swppp_check.reading.confined import ReadAhead
from swppp_check.running import WORST, worst
from swppp_check.running import run as run_cases

CLINIC, INFILL, WAREHOUSE = (
    SAMPLES / name for name in ("schenectady-clinic.pdf", "schenectady-infill.docx", "rotterdam-warehouse.pdf")
)
TWO = """\
town = "schenectady"
[[submission]]
name = "north"
files = ["plans/n*.pdf"]
[[submission]]
name = "south"
files = ["plans/south.docx"]
"""


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A working folder with a complete and a deficient plan."""
    (tmp_path / "plans").mkdir()
    shutil.copy(CLINIC, tmp_path / "plans" / "north.pdf")
    shutil.copy(INFILL, tmp_path / "plans" / "south.docx")
    monkeypatch.chdir(tmp_path)
    for name in [n for n in os.environ if n.startswith("SWPPP_CHECK_")]:
        monkeypatch.delenv(name)
    return tmp_path


def configure(folder: Path, text: str, name: str = "swppp-check.toml") -> None:
    (folder / name).write_text(text, encoding="utf-8")


# ---------------------------------------------------------------- what is checked
def test_without_arguments_everything_in_the_configuration_is_checked_in_its_order(run: Run, folder: Path) -> None:
    configure(folder, TWO + 'format = "json"\n'.replace("format", "#"))
    ran = run("-f", "json", "-q")
    assert ran.status == 1
    data = json.loads(ran.out)
    assert data["schema"] == 1
    assert [(r["name"], r["complete"]) for r in data["reviews"]] == [("north", True), ("south", False)]
    assert [d["path"] for r in data["reviews"] for d in r["documents"]] == ["plans/north.pdf", "plans/south.docx"]


def test_no_argument_at_all_runs_the_configuration_and_helps_where_there_is_none(run: Run, folder: Path) -> None:
    assert "Usage" in run().err
    configure(folder, f'format = "markdown"\n{TWO}')
    ran = run()
    assert ran.status == 1
    assert "## " in ran.out
    assert "south: Deficient" in ran.err


def test_a_pyproject_table_is_a_configuration_too(run: Run, folder: Path) -> None:
    configure(
        folder,
        '[tool.swppp-check]\nformat = "json"\ntown = "schenectady"\n'
        '[[tool.swppp-check.submission]]\nname = "north"\nfiles = "plans/north.pdf"\n',
        "pyproject.toml",
    )
    assert run("-q").status == 0
    configure(folder, "[tool.other]\n", "pyproject.toml")
    assert "Usage" in run().err


@pytest.mark.usefixtures("folder")
def test_each_takes_every_path_as_a_submission(run: Run) -> None:
    ran = run("--each", "plans/south.docx", "plans/north.pdf", "-t", "schenectady", "-f", "json", "-q")
    assert [r["name"] for r in json.loads(ran.out)["reviews"]] == ["plans/south.docx", "plans/north.pdf"]
    assert ran.status == 1


@pytest.mark.usefixtures("folder")
def test_one_submission_is_one_object(run: Run) -> None:
    ran = run("--each", "plans/north.pdf", "-t", "schenectady", "-f", "json", "-q")
    assert json.loads(ran.out)["town"] == "schenectady"


def test_a_name_in_an_output_makes_a_file_for_each(run: Run, folder: Path) -> None:
    configure(folder, f'output = ["{{name}}.txt", "all.json"]\n{TWO}')
    run("-q")
    assert "notice of completeness" in (folder / "north.txt").read_text(encoding="utf-8")
    assert "notice of deficiencies" in (folder / "south.txt").read_text(encoding="utf-8")
    assert len(json.loads((folder / "all.json").read_text(encoding="utf-8"))["reviews"]) == 2


def test_a_bad_submission_stops_no_other_and_is_in_every_output(run: Run, folder: Path) -> None:
    configure(folder, TWO.replace("plans/n*.pdf", "plans/none*.pdf"))
    ran = run("-f", "json", "-q")
    assert ran.status == 2
    data = json.loads(ran.out)
    assert [r["name"] for r in data["reviews"]] == ["south"]
    assert data["unreviewed"][0]["name"] == "north"
    assert "no such file" in data["unreviewed"][0]["files"][0]["reason"]


def test_the_exit_status_is_the_worst() -> None:
    assert WORST == (2, 1, 3, 0)
    assert worst([0, 3, 1, 2]) == 2
    assert worst([0, 3, 1]) == 1
    assert worst([0, 3]) == 3
    assert worst([0]) == 0


def test_processes_change_nothing_but_the_time(run: Run, folder: Path) -> None:
    for n in range(3):
        shutil.copy(CLINIC, folder / f"{n}.pdf")
        shutil.copy(INFILL, folder / f"{n}.docx")
    (folder / "3.pdf").write_bytes(b"")
    paths = sorted(str(p.name) for p in folder.glob("[0-9].*"))
    one = run("--each", *paths, "-t", "schenectady", "-f", "json", "-q", "--jobs", "1")
    two = run("--each", *paths, "-t", "schenectady", "-f", "json", "-q", "--jobs", "2")
    assert one == two
    assert len(json.loads(one.out)["reviews"]) == 6


def test_a_process_that_is_ended_takes_only_its_own_submission_along(monkeypatch: pytest.MonkeyPatch) -> None:
    from swppp_check import running

    real = running._reviewed

    def dying(case: Case) -> running.Outcome:
        if case.name == "bad":
            os._exit(9)
        return real(case)

    monkeypatch.setattr(running, "_reviewed", dying)
    cases = [Case(name, (str(INFILL),), "schenectady", None) for name in ("a", "bad", "b")]
    checked = list(run_cases(cases, 2))
    assert [one.name for one in checked if one.review] == ["a", "b"]
    assert checked[1].failures[0].reason == running.DIED


# ---------------------------------------------------------------- which place wins
def test_an_option_comes_before_the_environment_and_this_before_the_file(
    run: Run, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    configure(folder, 'town = "rotterdam"\nformat = "json"\n')
    assert json.loads(run("plans/north.pdf", "-q").out)["town"] == "rotterdam"
    monkeypatch.setenv("SWPPP_CHECK_TOWN", "schenectady")
    assert json.loads(run("plans/north.pdf", "-q").out)["town"] == "schenectady"
    assert json.loads(run("plans/north.pdf", "-q", "-t", "east-greenbush").out)["town"] == "east-greenbush"
    monkeypatch.setenv("SWPPP_CHECK_FORMAT", "letter")
    assert run("plans/north.pdf", "-q").out.startswith("CITY OF SCHENECTADY")


def test_a_submission_s_entry_comes_before_the_file_s_own_keys(run: Run, folder: Path) -> None:
    configure(folder, TWO + 'town = "rotterdam"\nclass = "major"\n')
    reviews = json.loads(run("-q", "-f", "json").out)["reviews"]
    assert [(r["town"], r["project"]["category"]) for r in reviews] == [
        ("schenectady", "major"),
        ("rotterdam", "major"),
    ]
    assert {r["town"] for r in json.loads(run("-q", "-f", "json", "-t", "east-greenbush").out)["reviews"]} == {
        "east-greenbush"
    }


def test_a_configuration_elsewhere_counts_paths_from_its_own_folder(run: Run, folder: Path) -> None:
    sub = folder / "sub"
    sub.mkdir()
    shutil.move(folder / "plans", sub / "plans")
    configure(sub, TWO)
    reviews = json.loads(run("--config", "sub/swppp-check.toml", "-q", "-f", "json").out)["reviews"]
    assert reviews[0]["documents"][0]["path"] == "sub/plans/north.pdf"


# ---------------------------------------------------------------- the letter's fields and the limits
def test_what_is_given_for_the_letter_may_stand_in_the_file_and_in_an_entry(run: Run, folder: Path) -> None:
    entries = TWO.replace('name = "south"', 'name = "south"\nreceived = 2026-11-02\nproject-name = "The South"')
    configure(folder, f'reviewer = "R. Smo, Officer"\napplicant = "Heron Foods"\noutput = "{{name}}.txt"\n{entries}')
    assert run("-q", "--applicant", "Reed Foods").status == 1
    north, south = ((folder / f"{name}.txt").read_text(encoding="utf-8") for name in ("north", "south"))
    assert "November 2, 2026" in south
    assert "The South" in south
    assert "November 2, 2026" not in north
    assert all("Reed Foods" in text and "R. Smo, Officer" in text for text in (north, south))


def test_a_template_s_path_counts_from_the_file_s_folder(run: Run, folder: Path) -> None:
    (folder / "sub").mkdir()
    shutil.move(folder / "plans", folder / "sub" / "plans")
    assert run("template", "-o", "sub/ours.docx").status == 0
    configure(folder / "sub", f'template = "ours.docx"\noutput = "{{name}}.docx"\n{TWO}')
    assert run("--config", "sub/swppp-check.toml", "-q").status == 1
    assert sorted(path.name for path in (folder / "sub").glob("*.docx")) == ["north.docx", "ours.docx", "south.docx"]


def test_a_template_without_a_word_letter_is_a_slip_only_where_it_is_asked_for(run: Run, folder: Path) -> None:
    configure(folder, f'template = "ours.docx"\n{TWO}')
    assert run("-q", "-f", "table").status == 1
    ran = run("-q", "--template", "ours.docx")
    assert ran.status == 2
    assert "give -o letter.docx too" in ran.err


@pytest.mark.parametrize("jobs", ["1", "2"])
def test_limits_hold_for_every_submission_whatever_the_processes(run: Run, folder: Path, jobs: str) -> None:
    configure(folder, f"max-pages = 2\n{TWO}")
    data = json.loads(run("-q", "-f", "json", "--jobs", jobs).out)
    unread = {r["name"]: r["documents"][0]["unread"] for r in data["reviews"]}
    assert "more than 2 pages are not read (--max-pages)" in unread["north"][0]["reason"]
    assert unread["south"] == []
    data = json.loads(run("-q", "-f", "json", "--jobs", jobs, "--max-pages", "1000").out)
    assert all(r["documents"][0]["unread"] == [] for r in data["reviews"])


def test_a_single_submission_is_being_read_before_anything_else_is_loaded(
    run: Run, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    from swppp_check import reviewing, running

    steps: list[str] = []

    def noted(module: ModuleType | type, name: str) -> None:
        real = getattr(module, name)

        def noting(*given: Any, **named: Any) -> Any:
            steps.append(name)
            return real(*given, **named)

        monkeypatch.setattr(module, name, noting)

    running._law.cache_clear()
    noted(running, "read_ahead")
    noted(running, "load_checklist")
    noted(reviewing, "language")
    noted(ReadAhead, "submission")
    assert run(folder / "plans" / "south.docx", "-t", "schenectady", "-q").status == 1
    assert steps[:4] == ["read_ahead", "load_checklist", "language", "submission"]


# ---------------------------------------------------------------- what fails
@pytest.mark.usefixtures("folder")
@pytest.mark.parametrize(("fail_on", "status"), [("deficiency", 1), ("comment", 1), ("never", 0)])
def test_what_fails_is_a_choice(run: Run, fail_on: str, status: int) -> None:
    assert run("plans/south.docx", "-t", "schenectady", "-q", "--fail-on", fail_on).status == status


def test_a_comment_fails_where_it_is_asked_to(run: Run, folder: Path) -> None:
    decisions = ""
    for element in ("phasing.exposure-duration", "maintenance-schedule.cost", "preparer-certification.signed"):
        decisions += (
            f'[[decision]]\nelement = "{element}"\nverdict = "present"\nreason = "x"\nby = "y"\ndate = 2026-01-01\n'
        )
    configure(folder, decisions, "decisions.toml")
    arguments = ("plans/south.docx", "-t", "schenectady", "-q", "--decisions", "decisions.toml")
    assert run(*arguments).status == 0
    assert run(*arguments, "--fail-on", "comment").status == 1


def test_never_is_no_way_to_0_where_something_was_skipped(run: Run, folder: Path) -> None:
    (folder / "plans" / "bad.pdf").write_bytes(b"")
    assert run("plans", "-t", "schenectady", "-q", "--fail-on", "never").status == 2


# ---------------------------------------------------------------- bad input
@pytest.mark.parametrize(
    ("text", "said"),
    [
        ('twon = "rotterdam"\n', "swppp-check.toml:1: twon: there is no such key"),
        (
            'town = "rotterdam"\n\n[[submission]]\nname = "a"\nfile = "x"\n',
            "swppp-check.toml:3: submission.0.files: this key is needed",
        ),
        ('town = "rotterdam"\nformat = "pdf"\n', "swppp-check.toml:2: format: expected one of letter"),
        ('fail-on = "nothing"\n', "swppp-check.toml:1: fail-on: "),
        ("jobs = -1\n", "swppp-check.toml:1: jobs: "),
        ("max-time = 0\n", "swppp-check.toml:1: max-time: "),
        ('\nreceived = "tomorrow"\n', "swppp-check.toml:2: received: there is no day 'tomorrow'"),
        ("received = 2026\n", "swppp-check.toml:1: received: there is no day '2026'"),
        ('town = "a"\nchecklist = "b"\n', "swppp-check.toml:2: checklist: give either a town or a checklist"),
        (
            TWO + '[[submission]]\nname = "north"\nfiles = "x"\n',
            "swppp-check.toml:9: submission.2.name: the submission 'north' stands twice",
        ),
        (TWO.replace("plans/n*.pdf", "/plans/*.pdf"), "no pattern"),
        ('town = "\n', "swppp-check.toml: it is no TOML"),
        (TWO.replace('town = "schenectady"\n', ""), "whose ordinance applies for 'north'"),
    ],
)
def test_a_bad_configuration_ends_with_2_and_its_line(run: Run, folder: Path, text: str, said: str) -> None:
    configure(folder, text)
    ran = run("-q")
    assert (ran.status, ran.out) == (2, "")
    assert said in ran.err
    assert len(ran.err.splitlines()) == 1


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (("-f", "pdf"), "--format"),
        (("--fail-on", "x"), "--fail-on"),
        (("--project", "huge"), "--project"),
        (("--jobs", "-2"), "--jobs"),
        (("--max-text", "0"), "--max-text"),
        (("-q", "-v"), "--quiet or --verbose"),
        (("-o", "x.doc"), ".sarif"),
    ],
)
@pytest.mark.usefixtures("folder")
def test_a_bad_option_ends_with_2(run: Run, arguments: tuple[str, ...], said: str) -> None:
    ran = run("plans/north.pdf", "-t", "schenectady", *arguments)
    assert ran.status == 2
    assert said in ran.err


@pytest.mark.usefixtures("folder")
def test_a_bad_value_of_the_environment_is_named(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SWPPP_CHECK_JOBS", "many")
    assert "SWPPP_CHECK_JOBS" in run("plans/north.pdf", "-t", "schenectady").err


# ---------------------------------------------------------------- init, schemas, verbosity, version, completion
def test_init_writes_a_configuration_that_works_and_overwrites_none(run: Run, folder: Path) -> None:
    assert run("init", "-t", "schenectady").status == 0
    text = (folder / "swppp-check.toml").read_text(encoding="utf-8")
    uncommented = "\n".join(line.removeprefix("# ") if " = " in line else line for line in text.splitlines())
    schema = json.loads(run("schema", "configuration").out)
    jsonschema.validate(tomllib.loads(text), schema)
    for key in ("checklist", "output", "date", "decisions", "previous"):
        assert f"\n{key} = " in uncommented
    documents = json.loads(run("-f", "json", "-q").out)["documents"]
    assert [d["path"] for d in documents] == ["plans/north.pdf", "plans/south.docx"]
    again = run("init")
    assert again.status == 2
    assert "--force" in again.err
    assert "did you mean rotterdam?" in run("init", "-t", "roterdam", "--force").err


@pytest.mark.parametrize("of", ["review", "checklist", "configuration", "decisions"])
def test_the_schemas_are_schemas(run: Run, of: str) -> None:
    jsonschema.Draft202012Validator.check_schema(json.loads(run("schema", of).out))


def test_a_schema_that_there_is_not(run: Run) -> None:
    assert run("schema", "plan").status == 2


@pytest.mark.usefixtures("folder")
def test_verbose_says_what_was_used_and_found(run: Run) -> None:
    err = run("plans/south.docx", "-t", "schenectady", "-v").err
    assert "south.docx: phasing.exposure-duration: missing" in err
    assert "checklist schenectady" in err


def test_version_names_the_checklists_and_their_hashes(run: Run) -> None:
    from swppp_check.checklists import load_checklist

    out = run("--version").out
    for town in ("east-greenbush", "rotterdam", "schenectady"):
        assert load_checklist(town).sha256[:12] in next(line for line in out.splitlines() if town in line)


@pytest.mark.parametrize(
    ("typed", "offered"),
    [
        ("swppp-check check plan.pdf --town sch", ["schenectady"]),
        ("swppp-check plan.pdf --town r", ["rotterdam"]),
        ("swppp-check plan.pdf --format ju", ["junit"]),
        ("swppp-check val", ["validate"]),
    ],
)
def test_a_shell_completes_towns_formats_and_commands(
    run: Run, monkeypatch: pytest.MonkeyPatch, typed: str, offered: list[str]
) -> None:
    monkeypatch.setenv("_SWPPP_CHECK_COMPLETE", "complete_bash")
    monkeypatch.setenv("COMP_WORDS", typed)
    monkeypatch.setenv("COMP_CWORD", str(len(typed.split()) - 1))
    assert run().out.split() == offered
