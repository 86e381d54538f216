"""What the README says is what the program does."""

import re

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


def test_the_demo_is_what_the_readme_says() -> None:
    makefile = (ROOT / "Makefile").read_text(encoding="utf-8")
    assert "sample_plans/rotterdam-warehouse.pdf --town rotterdam" in makefile
    for target in re.findall(r"`make (\w+)`|^    make (\w+)", README, flags=re.MULTILINE):
        assert f"\n{target[0] or target[1]}:" in makefile


def test_every_option_in_the_readme_exists(run: Run) -> None:
    described = run("check", "--help").out
    for option in set(re.findall(r"(?<![\w-])--[a-z]+", README)) - {"--help", "--version"}:
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
