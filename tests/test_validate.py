"""Checklists by others: the README's guide leads to a file that works, and every mistake in one is named with its line."""

import json
import re
import tomllib
from pathlib import Path

import jsonschema
import pytest
from conftest import ROOT, Run
from reportlab.pdfgen import canvas

from swppp_check.checklists import item_rules

README = (ROOT / "README.md").read_text(encoding="utf-8")
FURTHER = [id_ for id_ in item_rules() if not id_.endswith("certification") and id_ != "narrative"][:13]
STATEMENT = "I certify under penalty of law that this plan was prepared under my direction."
OWN = "tree-protection.fence"


def guide(step: int) -> str:
    """The file that a step of the guide shows."""
    text = README.split(f"<!-- guide {step} -->\n```toml\n")[1]
    return text.split("```\n<!-- /guide")[0]


def item(id_: str, number: int) -> str:
    """An item as the guide's second step writes it."""
    text = guide(2).replace('"narrative"', f'"{id_}"').replace("(1)", f"({number})")
    if id_.endswith("certification"):
        text = text.replace('"required"', '"certification"') + f'statement = "{STATEMENT}"\n'
    return text


def town() -> str:
    """The guide followed for a town with 16 items: 15 that are known, and its own."""
    known = [item(id_, n) for n, id_ in enumerate([*FURTHER, "preparer-certification"], 3)]
    return "\n".join([guide(1), guide(2), *known, guide(3)])


@pytest.fixture
def file(tmp_path: Path) -> Path:
    return tmp_path / "example-falls.toml"


def plan(path: Path, *lines: str) -> Path:
    pdf = canvas.Canvas(str(path))
    for n, line in enumerate(("Silt fence stands below every slope of the site.", *lines)):
        pdf.drawString(72, 760 - 24 * n, line)
    pdf.save()
    return path


# ---------------------------------------------------------------- the guide
def test_the_guide_s_file_is_valid_and_follows_the_published_schema(run: Run, file: Path) -> None:
    file.write_text(town(), encoding="utf-8")
    ran = run("validate", file)
    assert ran.status == 0, ran.err
    assert "16 items" in ran.out
    assert "1 of them its own" in ran.out
    jsonschema.validate(tomllib.loads(town()), json.loads(run("schema", "checklist").out))


def test_the_guide_s_town_is_reviewed_by_its_own_rule_and_its_own_words(run: Run, file: Path, tmp_path: Path) -> None:
    file.write_text(town(), encoding="utf-8")
    fenced = plan(tmp_path / "fenced.pdf", "Barriers are set at the critical root zones of all oaks.")
    bare = plan(tmp_path / "bare.pdf", "Trees along the road will be preserved.")

    def verdict(file_: Path) -> str:
        items = json.loads(run(file_, "--checklist", file, "-f", "json", "-q").out)["items"]
        assert len(items) == 16
        own = next(i for i in items if i["id"] == "tree-protection")
        assert (own["number"], own["citation"], own["title"]) == ("(2)", "§ 99-5(2)", "Tree protection")
        return str(own["elements"][0]["status"])

    assert (verdict(fenced), verdict(bare)) == ("present", "missing")
    letter = " ".join(run(bare, "--checklist", file, "-q").out.split())
    assert letter.startswith("TOWN OF EXAMPLE FALLS")
    assert "Tree protection - fencing that keeps machines away" in letter
    assert "Say where trees that stay are fenced off" in letter


def test_the_guide_names_every_known_item() -> None:
    listed = README.split("<!-- items -->")[1].split("<!-- /items -->")[0]
    assert set(re.findall(r"[a-z]+(?:-[a-z]+)*", listed.replace(" and ", " "))) == set(item_rules())


def test_an_element_of_the_town_s_own_joins_a_known_item(run: Run, file: Path, tmp_path: Path) -> None:
    own = guide(3).split("[item.element.fence]")[1]
    file.write_text("\n".join([guide(1), item("soils", 1), "[item.element.fence]" + own]), encoding="utf-8")
    ran = run(plan(tmp_path / "p.pdf"), "--checklist", file, "-f", "json", "-q")
    [soils] = json.loads(ran.out)["items"]
    assert [e["id"] for e in soils["elements"]] == [*item_rules()["soils"].element, "fence"]


# ---------------------------------------------------------------- mistakes
def line_of(text: str, part: str) -> int:
    return text[: text.index(part)].count("\n") + 1


@pytest.mark.parametrize(
    ("right", "wrong", "at", "said"),
    [
        ('law = "', 'lex = "', 'lex = "', "lex: there is no such key"),
        ('standards = "§ 99-9"\n', "", "[review]", "review.standards: this key is needed"),
        ('group = "required"\nnumber = "(2)"', 'group = "needed"\nnumber = "(2)"', 'group = "needed"', "item.15.group"),
        ('id = "tree-protection"', 'id = "soils"', 'title = "Tree', "is a known one and has its own"),
        ('id = "narrative"', 'id = "narative"', 'id = "narative"', "did you mean 'narrative'?"),
        ('id = "narrative"', 'id = "hydrology"', 'id = "hydrology"\ngroup = "required"\nnumber = "(5)"', "the item 'hydrology' stands twice"),
        ('title = "Tree protection"\n', "", 'id = "tree-protection"', "needs a title and elements"),
        ('all = ["our-tree-fence"', 'all = ["our-tree-fense"', "seek = [{", "did you mean 'our-tree-fence'?"),
        ('topic = ["our-trees"]', 'topic = ["our-shrubs"]', "topic", "there is no term 'our-shrubs'"),
        ('all = ["our-tree-fence", "our-root-zone"]', "all = []", "seek = [{", "all is needed"),
        ("seek = [{ all", "seek = [{ al", "seek = [{", "seek.0.al: there is no such key"),
        ("present = [", "present = []\n#", "[item.element.fence]", "present and absent are needed"),
        ('"Trees along the road will be preserved."', '"A fence stands at the drip line."', "absent = [", "satisfies the rule and must not"),
        ('"Orange fencing', '"No fencing', "present = [", "does not satisfy the rule"),
        ("our-trees = [", "silt-fence = [", "silt-fence = [", "choose another"),
        ('"tree|trees"', '"tree||trees"', "our-trees = [", "has an empty option"),
        ('"tree|trees"', '"@our-bushes"', "our-trees = [", "there is no term 'our-bushes'"),
        ("[item.element.fence]", "[item.element.Fence]", "[item.element.Fence]", "small letters"),
        ('accepted = ["credential-engineer"]', 'accepted = ["credential-enginer"]', "accepted = [", "'credential-engineer'"),
        (f'statement = "{STATEMENT}"\n', "", '[[item]]\nid = "preparer-certification"', "needs its statement"),
        ('kind = "shall"', 'kind = "if"', 'kind = "if"', "when and condition are needed"),
    ],
)  # fmt: skip
def test_a_mistake_is_named_with_its_line(run: Run, file: Path, right: str, wrong: str, at: str, said: str) -> None:
    assert right in town()
    text = town().replace(right, wrong, 1)
    file.write_text(text, encoding="utf-8")
    ran = run("validate", file)
    assert (ran.status, ran.out) == (2, "")
    assert said in ran.err
    assert f"{file}:{line_of(text, at)}: " in ran.err, ran.err
    ran = run(plan(file.with_suffix(".pdf")), "--checklist", file, "-q")
    if "the rule" not in said:  # examples are proved by `validate` alone
        assert (ran.status, ran.out) == (2, "")
        assert len(ran.err.splitlines()) == 1, ran.err


def test_every_problem_is_said_at_once(run: Run, file: Path) -> None:
    file.write_text(town().replace('law = "', 'lex = "').replace('kind = "shall"', 'kind = "must"'), encoding="utf-8")
    assert len(run("validate", file).err.splitlines()) == 3


def test_the_checklists_that_come_with_the_program_are_valid(run: Run) -> None:
    for path in sorted((ROOT / "checklists" / "towns").glob("*.toml")):
        assert run("validate", path).status == 0


def test_a_file_that_is_not_there(run: Run, tmp_path: Path) -> None:
    ran = run("validate", tmp_path / "none.toml")
    assert ran.status == 2
    assert "cannot be read" in ran.err
