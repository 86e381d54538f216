"""People's verdicts overrule the program's, side by side; what an earlier round found keeps its number."""

import json
import re
from io import BytesIO
from pathlib import Path
from typing import Any

import docx
import pytest
from conftest import SAMPLES, Run
from docx.oxml.ns import qn
from lxml import html
from made_reviews import review

from swppp_check import Review
from swppp_check.checklists import load_checklist
from swppp_check.decisions import day, decide, load_decisions
from swppp_check.letter import compose, letter
from swppp_check.page.evidence import evidence_page
from swppp_check.particulars import Particulars
from swppp_check.review import Nearest, Status
from swppp_check.rounds import compare, numbering
from swppp_check.word.letter import word_letter

SCHENECTADY = load_checklist("schenectady")
INFILL = SAMPLES / "schenectady-infill.docx"
MISSING: dict[str, Any] = {"status": Status.MISSING}
DIVERSIONS = ("divert", "store", "limit")


def entry(element: str, verdict: str, *more: str) -> str:
    lines = [f'element = "{element}"', f'verdict = "{verdict}"', 'reason = "Seen on sheet C-3."', 'by = "R. Smo"']
    return "\n".join(["[[decision]]", *lines, "date = 2026-11-02", *more, ""])


@pytest.fixture
def file(tmp_path: Path) -> Path:
    return tmp_path / "decisions.toml"


def elements(text: str) -> dict[str, dict[str, Any]]:
    return {f"{i['id']}.{e['id']}": e for i in json.loads(text)["items"] for e in i["elements"]}


# ---------------------------------------------------------------- decisions, through the command line
def test_both_verdicts_stand_side_by_side_and_everything_follows_the_person_s(run: Run, file: Path) -> None:
    file.write_text(
        entry("phasing.exposure-duration", "present") + entry("soils.description", "missing"), encoding="utf-8"
    )
    ran = run(INFILL, "-t", "schenectady", "--decisions", file, "-f", "json", "-q")
    found = elements(ran.out)
    assert found["phasing.exposure-duration"]["status"] == "present"
    assert found["phasing.exposure-duration"]["decision"] == {
        "machine": "missing",
        "verdict": "present",
        "reason": "Seen on sheet C-3.",
        "by": "R. Smo",
        "date": "2026-11-02",
        "expires": None,
    }
    assert found["soils.description"]["status"] == "missing"
    assert found["soils.description"]["decision"]["machine"] == "present"
    items = {i["id"]: i["status"] for i in json.loads(ran.out)["items"]}
    assert (items["phasing"], items["soils"]) == ("present", "partial")
    text = " ".join(run(INFILL, "-t", "schenectady", "--decisions", file, "-q").out.split())
    assert "Soils - the soils present at the site" in text
    assert "Construction phasing plan - the estimated duration" not in text
    assert "By decision of R. Smo, 2026-11-02: Seen on sheet C-3." in text


def test_accepted_exceptions_let_ci_pass_and_stay_visible(run: Run, file: Path) -> None:
    deficient = ("phasing.exposure-duration", "maintenance-schedule.cost", "preparer-certification.signed")
    file.write_text("".join(entry(e, "not-applicable") for e in deficient), encoding="utf-8")
    ran = run(INFILL, "-t", "schenectady", "--decisions", file, "-f", "markdown", "-q")
    assert ran.status == 0
    assert all(f"{e}: not-applicable instead of missing" in ran.out for e in deficient)


def test_unused_and_expired_entries_are_reported(run: Run, file: Path) -> None:
    file.write_text(
        entry("phasing.exposure-duration", "present", "expires = 2026-11-30")
        + entry("soils.description", "present")
        + entry("soils.nothing", "missing"),
        encoding="utf-8",
    )
    arguments = (INFILL, "-t", "schenectady", "--decisions", file, "-q", "-f", "json")
    ran = run(*arguments, "--date", "December 1, 2026")
    idle = {i["element"]: i["state"] for i in json.loads(ran.out)["decisions"]["idle"]}
    assert idle == {"phasing.exposure-duration": "expired", "soils.description": "unused", "soils.nothing": "unused"}
    assert all(element in ran.err for element in idle)
    assert elements(ran.out)["phasing.exposure-duration"]["status"] == "missing"
    assert elements(run(*arguments, "--date", "2026-11-30").out)["phasing.exposure-duration"]["status"] == "present"


def test_what_people_wrote_is_looked_at_before_the_plan_is(run: Run, tmp_path: Path, file: Path) -> None:
    absent = (tmp_path / "no-such-plan.pdf", "-t", "schenectady", "-q")
    file.write_text(entry("soils.description", "perhaps"), encoding="utf-8")
    assert "decisions.toml" in run(*absent, "--decisions", file).err
    file.write_text(entry("soils.description", "missing", "expires = 2027-01-31"), encoding="utf-8")
    assert "no date is given" in run(*absent, "--decisions", file).err
    earlier = tmp_path / "round-1.json"
    earlier.write_text("{}", encoding="utf-8")
    assert "it is no review" in run(*absent, "--previous", earlier).err


def test_an_entry_that_expires_needs_a_day(run: Run, file: Path) -> None:
    file.write_text(entry("soils.description", "missing", "expires = 2026-11-30"), encoding="utf-8")
    for given in ((), ("--date", "soon")):
        ran = run(INFILL, "-t", "schenectady", "--decisions", file, *given)
        assert ran.status == 2
        assert "--date today" in ran.err
    assert run(INFILL, "-t", "schenectady", "--decisions", file, "--date", "today", "-q").status == 1


@pytest.mark.parametrize(
    ("content", "said"),
    [
        (entry("a.b", "perhaps"), "decisions.toml:3: decision.0.verdict"),
        (
            entry("a.b", "missing") + "[[decision]]\nelement = 'a.c'\n",
            "decisions.toml:7: decision.1.verdict: this key is needed",
        ),
        (entry("a.b", "missing", "expire = 2027-01-01"), "decisions.toml:7: decision.0.expire: there is no such key"),
        (entry("a.b", "missing", "expires = 5"), "decisions.toml:7: decision.0.expires: expected a date"),
        (entry("a.b", "missing") * 2, "decisions.toml:8: decision.1.element: 'a.b' is decided twice"),
        ("[[decision]\n", "decisions.toml: it is no TOML"),
    ],
)
def test_a_bad_decisions_file_ends_with_2_and_its_line(run: Run, file: Path, content: str, said: str) -> None:
    file.write_text(content, encoding="utf-8")
    ran = run(INFILL, "-t", "schenectady", "--decisions", file, "-q")
    assert (ran.status, ran.out) == (2, "")
    assert said in ran.err
    assert len(ran.err.splitlines()) == 1


def test_dates_as_people_write_them() -> None:
    assert {day(text) for text in ("2026-11-02", "November 2, 2026", "2 November 2026", "11/02/2026")} == {
        day("2026-11-02")
    }
    assert day("Tuesday") is None


# ---------------------------------------------------------------- alternatives, of which one is enough
def decided(made: Review, file: Path, *entries: str) -> Review:
    file.write_text("".join(entries), encoding="utf-8")
    return decide(made, load_decisions(file), "")


def test_one_alternative_that_a_person_found_is_enough(file: Path) -> None:
    made = review(SCHENECTADY, {f"diversion-practices.{e}": MISSING for e in DIVERSIONS})
    assert len(made.deficiencies()) == len(DIVERSIONS)
    after = decided(made, file, entry("diversion-practices.store", "present"))
    assert after.deficiencies() == ()
    assert after.complete


def test_an_alternative_that_a_person_refused_leaves_none(file: Path) -> None:
    others = {f"diversion-practices.{e}": {"status": Status.NOT_APPLICABLE} for e in DIVERSIONS[1:]}
    after = decided(review(SCHENECTADY, others), file, entry("diversion-practices.divert", "missing"))
    assert [e.id for _, e in after.deficiencies()] == list(DIVERSIONS)


# ---------------------------------------------------------------- the second round
FIRST = review(
    SCHENECTADY,
    {
        "soils.description": MISSING,
        "phasing.start-date": MISSING,
        "maintenance-schedule.cost": MISSING,
        "site-map.total-area": MISSING,
    },
)


def second(found: dict[str, dict[str, Any]], previous: Review = FIRST) -> Review:
    return compare(review(SCHENECTADY, found), previous, "0" * 64)


def test_what_became_of_each_finding() -> None:
    now = second({"phasing.start-date": MISSING, "narrative.type": MISSING})
    assert now.previous
    assert {c.element: (c.change, c.number) for c in now.previous.changes} == {
        "soils.description": ("resolved", 1),
        "phasing.start-date": ("open", 2),
        "maintenance-schedule.cost": ("resolved", 3),
        "site-map.total-area": ("resolved", 4),
        "narrative.type": ("new", 5),
    }


def test_the_letter_keeps_the_numbers_and_lists_what_is_resolved() -> None:
    text = letter(second({"phasing.start-date": MISSING, "narrative.type": MISSING}), SCHENECTADY, width=200)
    assert "findings 2 and 5;" in text
    assert re.search(r"^2\. Construction phasing plan.*\n +Still open from the earlier review\.", text, re.MULTILINE)
    assert re.search(r"^5\. .*\n +New in this review\.", text, re.MULTILINE)
    resolved = text.split("RESOLVED SINCE THE EARLIER REVIEW")[1]
    assert [line[:4] for line in resolved.strip().splitlines()[:3]] == ["- 1.", "- 3.", "- 4."]


def test_a_third_round_uses_no_number_twice() -> None:
    now = second({"narrative.type": MISSING})
    third = compare(review(SCHENECTADY, {"soils.description": MISSING, "watercourses.names": MISSING}), now, "1" * 64)
    assert numbering(third) == {"soils.description": 1, "watercourses.names": 6}


def test_a_first_round_numbers_as_before() -> None:
    assert list(numbering(FIRST).values()) == [1, 2, 3, 4]


def test_the_second_round_through_the_command_line(run: Run, tmp_path: Path, file: Path) -> None:
    earlier = tmp_path / "round-1.json"
    run(INFILL, "-t", "schenectady", "-q", "-o", earlier)
    file.write_text(entry("phasing.exposure-duration", "present"), encoding="utf-8")
    arguments = (INFILL, "-t", "schenectady", "-q", "--previous", earlier, "--decisions", file)
    changes = json.loads(run(*arguments, "-f", "json").out)["previous"]["changes"]
    assert {c["element"]: c["change"] for c in changes} == {
        "phasing.exposure-duration": "resolved",
        "maintenance-schedule.cost": "open",
        "preparer-certification.signed": "open",
        "site-map.total-area": "open",
    }
    out = run(*arguments).out
    assert "findings 2 and 3;" in " ".join(out.split())
    assert run(*arguments).out == out


@pytest.mark.parametrize("content", ["", "[]", "{}", "{", '{"reviews": [1]}', "\x00"])
def test_an_earlier_review_that_is_none(run: Run, tmp_path: Path, content: str) -> None:
    earlier = tmp_path / "round-1.json"
    earlier.write_text(content, encoding="utf-8")
    ran = run(INFILL, "-t", "schenectady", "-q", "--previous", earlier)
    assert ran.status == 2
    assert "round-1.json: it is no review" in ran.err


def test_an_earlier_review_of_another_town(run: Run, tmp_path: Path) -> None:
    earlier = tmp_path / "round-1.json"
    run(INFILL, "-t", "rotterdam", "-q", "-o", earlier)
    ran = run(INFILL, "-t", "schenectady", "-q", "--previous", earlier)
    assert ran.status == 2
    assert "'rotterdam'" in ran.err


# ---------------------------------------------------------------- the Word letter and the evidence page
def word_of(made: Review) -> str:
    body = docx.Document(BytesIO(word_letter(compose(made, SCHENECTADY)))).element.body
    return "\n".join("".join(t.text or "" for t in p.iter(qn("w:t"))) for p in body.iter(qn("w:p")))


def page_of(made: Review) -> Any:
    return html.document_fromstring(evidence_page(made, SCHENECTADY, Particulars()))


def text_of(element: Any) -> str:
    return " ".join(element.text_content().split())


def test_every_letter_and_the_page_show_the_program_s_verdict_beside_the_person_s(file: Path) -> None:
    made = review(SCHENECTADY, {"soils.description": MISSING, "narrative.type": MISSING})
    after = decided(made, file, entry("soils.description", "present"), entry("narrative.type", "not-applicable"))
    assert after.complete
    said = "By decision of R. Smo, 2026-11-02: Seen on sheet C-3. The program's own verdict: missing."
    assert word_of(after).count(said) == 2
    assert " ".join(letter(after, SCHENECTADY).split()).count(said) == 2
    root = page_of(after)
    for name, verdict in (("soils.description", "Present"), ("narrative.type", "Does not apply")):
        shown = root.get_element_by_id(name)
        chips = [text_of(chip).split(" ", 1)[1] for chip in shown.cssselect(".decided .chip")]
        assert chips == [verdict, "Missing"]
        assert said in text_of(shown)
    assert not root.get_element_by_id("phasing.start-date").cssselect(".decided")


def test_a_person_s_verdict_stands_where_the_nearest_thing_stood(file: Path) -> None:
    near = Nearest(document="plans/report.pdf", page=7, section="", quote="See appendix.", reason="only promised")
    unreadable = {"status": Status.UNREADABLE, "nearest": near, "note": "only promised"}
    after = decided(review(SCHENECTADY, {"soils.description": unreadable}), file, entry("soils.description", "missing"))
    shown = text_of(page_of(after).get_element_by_id("soils.description"))
    assert "By decision of R. Smo" in shown
    assert "See appendix." not in shown


def test_what_is_signed_later_is_no_reminder_once_a_person_has_refused_it(file: Path) -> None:
    later = {"contractor-certification.statement": {"status": Status.PRESENT, "later": True, "note": "provided for"}}
    made = review(SCHENECTADY, later)
    assert "provided for" in letter(made, SCHENECTADY).lower()
    after = decided(made, file, entry("contractor-certification.statement", "missing"))
    assert compose(after, SCHENECTADY).reminders == compose(review(SCHENECTADY), SCHENECTADY).reminders


def test_the_word_letter_and_the_page_tell_the_rounds_apart() -> None:
    now = second({"phasing.start-date": MISSING, "narrative.type": MISSING})
    lines = word_of(now).splitlines()
    at = next(n for n, line in enumerate(lines) if line.startswith("Construction phasing plan"))
    assert lines[at + 1].startswith("Still open from the earlier review.")
    at = next(n for n, line in enumerate(lines) if line.startswith("Project narrative"))
    assert lines[at + 1].startswith("New in this review.")
    at = lines.index("Resolved since the earlier review")
    resolved = list(compose(now, SCHENECTADY).resolved)
    assert [line[:2] for line in resolved] == ["1.", "3.", "4."]
    assert lines[at + 1 : at + 4] == resolved
    root = page_of(now)
    assert [text_of(e) for e in root.cssselect(".resolved li")] == resolved
    for name, said in (
        ("phasing.start-date", "Still open from the earlier review, number 2."),
        ("narrative.type", "New in this review, number 5."),
        ("soils.description", "Resolved since the earlier review, number 1."),
    ):
        assert text_of(root.get_element_by_id(name).cssselect(".round")[0]) == said
    assert not page_of(FIRST).cssselect(".round, .resolved")
