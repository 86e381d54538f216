"""The outputs for programs and for pull requests: their forms, and that a plan's words are never markup in them."""

import json
import os
import re
from html.parser import HTMLParser
from io import BytesIO
from pathlib import Path
from typing import Any

import docx
import jsonschema
import junitparser
import pytest
from conftest import ROOT, SAMPLES, Run
from docx.oxml.ns import qn
from made_reviews import document, quoted, review
from markdown_it import MarkdownIt

from swppp_check.checklists import load_checklist
from swppp_check.outputs import OUTPUTS, Checked, Wishes, output_of, suffixes
from swppp_check.outputs.github import MOST
from swppp_check.outputs.markdown import escaped
from swppp_check.plain import plain
from swppp_check.review import Review, Status, UnopenedFile, UnreadPage

SCHENECTADY = load_checklist("schenectady")
WAREHOUSE = SAMPLES / "rotterdam-warehouse.pdf"
INFILL = SAMPLES / "schenectady-infill.docx"
MISSING, ALTERED, UNREADABLE = Status.MISSING, Status.ALTERED, Status.UNREADABLE
SARIF_SCHEMA = Path(os.environ.get("SARIF_SCHEMA", ROOT / "tests/data/sarif-schema-2.1.0.json"))
HOSTILE = (
    "|a|<img src=x>\r\n::error::x @someone #12 http://evil.example [x](y) `c` %0A ]]> &amp; \x1b[31m\u202e *b* 100%"
)


def made(found: dict[str, dict[str, Any]] | None = None, /, **more: Any) -> Review:
    return review(SCHENECTADY, found, **more)


def rendered(form: str, *reviews: Review, comments: bool = False) -> str:
    checked = [Checked(r.name, r, SCHENECTADY) for r in reviews]
    made_of = OUTPUTS[form].render(checked, Wishes(fails_on_comments=comments))
    if form == "docx":
        assert isinstance(made_of, bytes)
        body = docx.Document(BytesIO(made_of)).element.body
        return "\n".join("".join(t.text or "" for t in p.iter(qn("w:t"))) for p in body.iter(qn("w:p")))
    return made_of.decode("utf-8") if isinstance(made_of, bytes) else made_of


HARMFUL = made(
    {
        "soils.description": {"status": MISSING, "note": HOSTILE, "evidence": (quoted(HOSTILE, section=HOSTILE),)},
        "preparer-certification.statement": {"status": ALTERED, "note": HOSTILE, "evidence": (quoted(HOSTILE),)},
        "site-map.total-area": {"status": MISSING},
        "hydrology.analysis": {"status": UNREADABLE},
    },
    name=HOSTILE,
    documents=(document(path=f"plans/{HOSTILE}.pdf", unread=(UnreadPage(page=3, reason=HOSTILE),)), document()),
)


# ---------------------------------------------------------------- all of them
@pytest.mark.parametrize("form", OUTPUTS)
def test_every_output_names_the_tool_the_checklist_and_the_inputs(form: str) -> None:
    text = rendered(form, made({"soils.description": {"status": MISSING}}))
    for part in ("swppp-check", "0.1.0", SCHENECTADY.sha256[:12], "ab" * 6):
        assert part in text.replace("\\", ""), part


@pytest.mark.parametrize("form", [form for form, output in OUTPUTS.items() if not output.alone])
def test_an_output_holds_every_submission_in_order_reviewed_or_not(form: str) -> None:
    failed = Checked("third", failures=(UnopenedFile(path="third.pdf", reason="it is empty"),))
    checked = [*(Checked(r.name, r, SCHENECTADY) for r in (made(name="first"), made(name="second"))), failed]
    text = OUTPUTS[form].render(checked, Wishes())
    text = text.decode("utf-8") if isinstance(text, bytes) else text
    places = [text.index(name) for name in ("first", "second")]
    assert places == sorted(places)
    assert "third" in text
    assert "it is empty" in text.lower()


def test_a_suffix_is_the_longest_that_fits_and_no_two_outputs_share_one() -> None:
    listed = [suffix for output in OUTPUTS.values() for suffix in output.suffixes]
    assert len(listed) == len(set(listed)) == len(suffixes())
    assert output_of(Path("x/results.SARIF.json")) == "sarif"
    assert output_of(Path("review.json")) == "json"
    assert output_of(Path("plan.dwg")) is None


def test_the_help_names_every_format(run: Run) -> None:
    described = run("check", "--help").out
    assert all(name in described for name in OUTPUTS)


def test_outputs_are_written_by_suffix_and_are_what_format_prints(run: Run, tmp_path: Path) -> None:
    files = {name: tmp_path / f"out{output.suffixes[0]}" for name, output in OUTPUTS.items()}
    arguments = [part for file in files.values() for part in ("-o", str(file))]
    ran = run(INFILL, "-t", "schenectady", "-q", *arguments)
    assert ran.status == 1
    assert files["letter"].read_text(encoding="utf-8") == ran.out
    for name in ("markdown", "junit", "sarif", "github", "table", "json"):
        assert run(INFILL, "-t", "schenectady", "-q", "-f", name).out == files[name].read_text(encoding="utf-8"), name


@pytest.mark.parametrize("form", ["docx", "html"])
def test_an_output_of_one_submission_is_one_file_each(run: Run, tmp_path: Path, form: str) -> None:
    empty = tmp_path / "empty.pdf"
    empty.write_bytes(b"")
    arguments = ("--each", INFILL, WAREHOUSE, empty, "-t", "schenectady", "-q")
    for refused in (("-o", tmp_path / f"all.{form}"), ("-f", form)):
        ran = run(*arguments, *refused)
        assert (ran.status, ran.out) == (2, "")
        assert "it can hold one submission" in ran.err
    assert run(*arguments, "-o", tmp_path / f"{{name}}.{form}").status == 2  # for the file that is empty
    written = [path.name for path in tmp_path.glob(f"*.{form}")]
    assert len(written) == 2
    assert not any("empty" in name for name in written)


def test_the_page_is_printed_as_it_is_written(run: Run, tmp_path: Path) -> None:
    file = tmp_path / "page.html"
    run(INFILL, "-t", "schenectady", "-q", "-o", file)
    assert run(INFILL, "-t", "schenectady", "-q", "-f", "html").out == file.read_text(encoding="utf-8")


# ---------------------------------------------------------------- SARIF
def sarif(*reviews: Review, comments: bool = False) -> dict[str, Any]:
    log: dict[str, Any] = json.loads(rendered("sarif", *reviews, comments=comments))
    jsonschema.validate(log, json.loads((ROOT / "tests/data/sarif-reduced.json").read_text(encoding="utf-8")))
    return log


def results(log: dict[str, Any]) -> dict[str, dict[str, Any]]:
    return {r["ruleId"]: r for r in log["runs"][0]["results"]}


def test_sarif_of_real_plans_follows_the_form(run: Run) -> None:
    for plan, town in ((WAREHOUSE, "rotterdam"), (INFILL, "schenectady")):
        log = json.loads(run(plan, "-t", town, "-f", "sarif", "-q").out)
        jsonschema.validate(log, json.loads((ROOT / "tests/data/sarif-reduced.json").read_text(encoding="utf-8")))


@pytest.mark.skipif(not SARIF_SCHEMA.is_file(), reason="the published schema is not here: SARIF_SCHEMA names it")
def test_sarif_follows_the_published_schema(run: Run) -> None:
    schema = json.loads(SARIF_SCHEMA.read_text(encoding="utf-8"))
    for log in (sarif(HARMFUL), json.loads(run(WAREHOUSE, "-t", "rotterdam", "-f", "sarif", "-q").out)):
        jsonschema.validators.validator_for(schema)(schema, format_checker=jsonschema.FormatChecker()).validate(log)


def test_sarif_kinds_and_levels() -> None:
    found = results(sarif(HARMFUL))
    assert (found["soils.description"]["kind"], found["soils.description"]["level"]) == ("fail", "error")
    assert (found["site-map.total-area"]["kind"], found["site-map.total-area"]["level"]) == ("fail", "warning")
    assert found["hydrology.analysis"]["kind"] == "review"
    assert found["narrative.type"]["kind"] == "pass"
    minor = made({"soils.runoff-data": {"status": Status.NOT_APPLICABLE}})
    assert results(sarif(minor))["soils.runoff-data"]["kind"] == "notApplicable"
    assert results(sarif(HARMFUL, comments=True))["site-map.total-area"]["level"] == "error"


def test_a_rule_has_help_and_is_found_by_its_index() -> None:
    log = sarif(HARMFUL, made(name="second"))
    rules = log["runs"][0]["tool"]["driver"]["rules"]
    for result in log["runs"][0]["results"]:
        assert rules[result["ruleIndex"]]["id"] == result["ruleId"]
    assert all(rule["help"]["text"] for rule in rules)


def test_a_fingerprint_is_the_element_s_of_a_submission_whatever_its_verdict() -> None:
    def prints(review: Review) -> dict[str, str]:
        return {i: r["partialFingerprints"]["swpppElement/v1"] for i, r in results(sarif(review)).items()}

    one, other = prints(made(name="north")), prints(made({"soils.description": {"status": MISSING}}, name="north"))
    assert one == other
    assert len(set(one.values())) == len(one)
    assert set(one.values()).isdisjoint(prints(made(name="south")).values())


def test_a_region_is_the_page_and_has_the_quotation() -> None:
    found = results(sarif(made({"soils.description": {"status": Status.PRESENT, "evidence": (quoted("Loam.", 9),)}})))
    where = found["soils.description"]["locations"][0]["physicalLocation"]
    assert where["region"] == {"startLine": 9, "snippet": {"text": "Loam."}}
    assert "page 9" in found["soils.description"]["message"]["text"]


# ---------------------------------------------------------------- JUnit
def test_junit_has_a_suite_a_submission_and_a_case_an_element() -> None:
    suites = list(junitparser.JUnitXml.fromstring(rendered("junit", made(name="a"), HARMFUL).encode()))
    assert [suite.name for suite in suites] == ["a", plain(HOSTILE)]
    elements = [f"{i.id}.{e.id}" for i in HARMFUL.items for e in i.elements]
    assert [case.name for case in suites[1]] == elements
    assert (suites[1].tests, suites[1].failures, suites[1].errors) == (len(elements), 2, 1)
    kinds = {case.name: [type(r) for r in case.result] for case in suites[1]}
    assert kinds["soils.description"] == [junitparser.Failure]
    assert kinds["hydrology.analysis"] == [junitparser.Error]
    assert kinds["site-map.total-area"] == []
    failed = next(case for case in suites[1] if case.name == "soils.description")
    assert "<img src=x>" in failed.result[0].message


def test_a_comment_fails_in_junit_where_comments_fail() -> None:
    [suite] = junitparser.JUnitXml.fromstring(rendered("junit", HARMFUL, comments=True).encode())
    assert suite.failures == 3


# ---------------------------------------------------------------- GitHub
def test_annotations_are_commands_that_the_words_of_a_plan_cannot_forge() -> None:
    lines = rendered("github", HARMFUL).splitlines()
    commands = [line for line in lines if line.startswith("::")]
    assert len(commands) == 4
    for command in commands:
        assert re.fullmatch(r"::(error|warning) file=[^:,]*,line=\d+,title=[^:,]*::[^\r\n]*", command), command
        assert "%0A" not in command.replace("%250A", "")
    assert not any("\x1b" in line or "\u202e" in line for line in lines)


def test_at_most_ten_annotations_of_a_level_and_the_tenth_counts_the_rest() -> None:
    missing = {f"{i.id}.{e}": {"status": MISSING} for i in SCHENECTADY.town.item for e in SCHENECTADY.elements(i)}
    lines = rendered("github", made(missing), made(missing)).splitlines()
    deficiencies, comments = len(made(missing).deficiencies()), len(made(missing).comments())
    for level, number in (("error", 2 * deficiencies), ("warning", None)):
        own = [line for line in lines if line.startswith(f"::{level} ")]
        assert len(own) == MOST
        if number:
            assert f"::{number - MOST + 1} more" in own[-1]
    assert comments


# ---------------------------------------------------------------- Markdown
class Page(HTMLParser):
    """The text, tags and links of rendered Markdown."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.text, self.tags = "", set[str]()
        self.feed(html)

    def handle_starttag(self, tag: str, attrs: object) -> None:  # noqa: ARG002
        self.tags.add(tag)

    def handle_data(self, data: str) -> None:
        self.text += data


def shown(markdown: str) -> Page:
    return Page(MarkdownIt("gfm-like", {"linkify": False}).render(markdown))


@pytest.mark.parametrize(
    "text",
    [
        HOSTILE,
        "1. one",
        "- two",
        "# three",
        "> four",
        "=====",
        "a@b.example",
        "see www.example.org",
        "&lt;b&gt;",
        "\\",
        "~~x~~",
        "| a | b |",
        "$x$",
        "![i](j)",
        "<!-- x -->",
        "+ five",
    ],
)
def test_escaped_text_shows_as_itself_and_as_nothing_else(text: str) -> None:
    page = shown(f"- {escaped(text)}")
    assert page.text.strip() == plain(text)
    assert page.tags <= {"ul", "li"}


@pytest.mark.parametrize("text", ["@someone", "#12", "http://x.example", "www.x.example", "GH-12"])
def test_no_mention_and_no_link_is_left_in_one_piece(text: str) -> None:
    assert text.lower() not in escaped(f"see {text}").lower()


def test_a_comment_lists_what_is_lacking_under_the_letter_s_numbers() -> None:
    page = rendered("markdown", HARMFUL)
    rows = [row for row in page.splitlines() if row.startswith("| ") and "`" in row]
    assert [re.findall(r"^\| (\d+) \| `([\w.-]+)` \| (\w+) \|", row)[0] for row in rows] == [
        ("1", "soils.description", "missing"),
        ("2", "preparer-certification.statement", "altered"),
        ("3", "site-map.total-area", "comment"),
        ("4", "hydrology.analysis", "unreadable"),
    ]
    assert shown(page).tags <= {
        "h2",
        "p",
        "table",
        "thead",
        "tbody",
        "tr",
        "th",
        "td",
        "code",
        "br",
        "sub",
        "ul",
        "li",
        "strong",
    }


def test_a_comment_is_never_longer_than_github_takes() -> None:
    long = made({"soils.description": {"status": MISSING, "note": "word " * 5000}})
    everything = {
        f"{i.id}.{e}": {"status": MISSING, "note": "w " * 900}
        for i in SCHENECTADY.town.item
        for e in SCHENECTADY.elements(i)
    }
    assert len(rendered("markdown", *[long] * 40, made(everything))) < 65_536
    assert "left out" in rendered("markdown", made(everything))
