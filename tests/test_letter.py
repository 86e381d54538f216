"""The letter: what stands in it, in which order, in which words, and what never does."""

import datetime
import re
import unicodedata
from dataclasses import FrozenInstanceError
from typing import Any

import pytest
from conftest import SAMPLES, Run
from made_reviews import REPORT, document, project, quoted, review

from swppp_check.checklists import Checklist, load_checklist
from swppp_check.letter import compose, letter
from swppp_check.letter_parts import Letter
from swppp_check.particulars import Particulars
from swppp_check.plain import plain
from swppp_check.rendering import names, sentence
from swppp_check.review import Decided, Evidence, Fact, Nearest, Review, Status, Tool, UnopenedFile, UnreadPage

Found = dict[str, dict[str, Any]]
MISSING, ALTERED, UNREADABLE = Status.MISSING, Status.ALTERED, Status.UNREADABLE
SCHENECTADY = load_checklist("schenectady")
EAST_GREENBUSH = load_checklist("east-greenbush")
ROTTERDAM = load_checklist("rotterdam")
TOWNS = (SCHENECTADY, EAST_GREENBUSH, ROTTERDAM)
SOILS: Found = {"soils.description": {"status": MISSING}}
CHOICE: Found = {f"diversion-practices.{one}": {"status": MISSING} for one in ("divert", "store", "limit")}
ALTERATION: Found = {
    "preparer-certification.statement": {
        "status": ALTERED,
        "note": 'it omits "and belief"',
        "evidence": (quoted("I certify under penalty of law ...", 39, "Certification"),),
    }
}
MANY: Found = {
    **SOILS,
    **CHOICE,
    **ALTERATION,
    "phasing.start-date": {"status": MISSING, "note": "a promise is all that was found"},
    "phasing.exposure-duration": {"status": MISSING},
    "runoff-comparison.comparison": {"status": MISSING},
    "site-map.total-area": {"status": MISSING},
    "contractor-certification.statement": {"status": UNREADABLE},
}
UNREAD = document(unread_pages=(12,), unread=(UnreadPage(page=12, reason="the page is a picture"),))


def flat(text: str) -> str:
    """The text without its line breaks."""
    return " ".join(text.split())


def said(made: Review, checklist: Checklist = SCHENECTADY) -> str:
    return flat(letter(made, checklist, width=400))


def numbers(made: Letter) -> list[int]:
    groups = (*made.groups, made.comments, made.unreadable)
    return [finding.number for group in groups if group for finding in group.findings]


# The head of the letter


def test_the_letterhead_names_the_town_and_who_decides() -> None:
    assert letter(review(SCHENECTADY), SCHENECTADY).startswith("CITY OF SCHENECTADY\n")
    assert "Stormwater Management Officer or designated agent (§ 148-6B)" in said(review(SCHENECTADY))


def test_the_date_is_the_one_given_and_otherwise_left_open() -> None:
    made = review(SCHENECTADY, SOILS)
    assert "\n\n[date]\n\n" in letter(made, SCHENECTADY)
    assert "\n\nMarch 3, 2026\n\n" in letter(made, SCHENECTADY, Particulars(date="March 3, 2026"))


@pytest.mark.parametrize(("given", "printed"), [("2026-12-01", "December 1, 2026"), ("1 Dec. 2026", "1 Dec. 2026")])
def test_a_date_is_printed_in_words(run: Run, given: str, printed: str) -> None:
    text = run(SAMPLES / "schenectady-infill.docx", "-t", "schenectady", "-q", "--date", given).out
    assert f"\n\n{printed}\n\n" in text


@pytest.mark.parametrize("checklist", TOWNS)
def test_a_date_changes_nothing_else(checklist: Checklist) -> None:
    made = review(checklist, MANY)
    dated = letter(made, checklist, Particulars(date="March 3, 2026"))
    assert dated.replace("March 3, 2026", "[date]") == letter(made, checklist)


def test_it_is_addressed_to_the_applicant_with_the_address_where_the_plan_states_one() -> None:
    assert compose(review(SCHENECTADY), SCHENECTADY).addressee == ("Bittern Partners LLC", "[address]")
    facts = {"applicant": Fact(value="A. Heron"), "applicant-address": Fact(value="2 Low Road\nScotia")}
    made = review(SCHENECTADY, project=project(facts=facts))
    assert compose(made, SCHENECTADY).addressee == ("A. Heron", "2 Low Road Scotia")


def test_the_subject_block_has_only_what_the_plan_states() -> None:
    rows = compose(review(SCHENECTADY), SCHENECTADY).rows
    assert [row.label for row in rows] == ["Project", "Location", "Tax parcel", "Applicant", "Prepared by"]
    made = review(SCHENECTADY, project=project(facts={"receiving-waters": Fact(value="Plotter Kill")}))
    assert [(r.label, r.value) for r in compose(made, SCHENECTADY).rows] == [("Receiving waters", "Plotter Kill")]
    assert compose(review(SCHENECTADY, project=project(facts={})), SCHENECTADY).rows == ()


def test_the_documents_are_listed_with_their_length_and_the_first_twelve_digits_of_their_hash() -> None:
    papers = (document(), document("a.pdf", 1, "cd" * 32), document("b.docx", None, "ef" * 32))
    listed = letter(review(SCHENECTADY, documents=papers), SCHENECTADY)
    assert "- report.pdf: 41 pages, SHA-256 abababababab\n" in listed
    assert "- a.pdf: 1 page, SHA-256 cdcdcdcdcdcd\n" in listed
    assert "- b.docx: a Word file, SHA-256 efefefefefef\n" in listed


def test_documents_of_the_same_name_are_told_apart_by_their_folders_in_the_list_and_at_every_quotation() -> None:
    papers = (document("/home/x/phase 1/report.pdf"), document("/home/x/phase 2/report.pdf"))
    evidence = (quoted("Soils vary.", 3, "", papers[1].path),)
    made = review(SCHENECTADY, {"soils.description": {"status": MISSING, "evidence": evidence}}, documents=papers)
    assert [d.name for d in compose(made, SCHENECTADY).documents] == [
        "phase 1/report.pdf",
        "phase 2/report.pdf",
    ]
    assert 'Nearest found: phase 2/report.pdf, page 3: "Soils vary."' in said(made)
    assert "/home/x" not in said(made)


def test_documents_that_no_folder_tells_apart_are_told_apart_by_their_hashes() -> None:
    papers = (document("re\u202eport.pdf", 1, "ab" * 32), document("report.pdf", 1, "cd" * 32))
    found = names(review(SCHENECTADY, documents=papers))
    assert list(found.values()) == ["report.pdf [abababababab]", "report.pdf [cdcdcdcdcdcd]"]
    nested = (document("report.pdf"), document("old/report.pdf"), document("C:\\plans\\app.docx"))
    assert list(names(review(SCHENECTADY, documents=nested)).values()) == [
        "report.pdf",
        "old/report.pdf",
        "app.docx",
    ]


# The scope


def test_the_scope_is_completeness_and_not_the_adequacy_of_the_design() -> None:
    text = said(review(SCHENECTADY, SOILS))
    assert f"for the contents that the {SCHENECTADY.town.law} requires" in text
    assert "The adequacy of the design" in text
    assert "standards of § 148-11" in text


def test_it_says_as_what_the_project_was_reviewed_on_what_basis_and_where_that_stands() -> None:
    evidence = (quoted("A clinic of 38,500 square feet.", 2, "1 Introduction"),)
    text = said(review(SCHENECTADY, project=project(evidence=evidence)))
    assert "reviewed as a major project. Basis: a commercial building of 9.04 acres." in text
    assert 'report.pdf, page 2, under "1 Introduction": "A clinic of 38,500 square feet."' in text


def test_of_a_minor_project_the_contents_for_major_projects_are_not_asked() -> None:
    made = review(SCHENECTADY, MANY, project=project(category="minor", basis="four houses on 3.1 acres"))
    text = said(made)
    assert "Additional contents for major projects (§ 148-7B) are not asked of it." in text
    assert "Pre- and post-development comparison" not in text


def test_of_a_class_that_is_undetermined_it_says_so_and_what_would_settle_it() -> None:
    basis = "the class is undetermined: no acreage is stated; it would be settled by the acres to be disturbed"
    text = said(review(SCHENECTADY, project=project(determined=False, basis=basis)))
    assert "do not determine whether the project is a major or a minor one" in text
    assert f"It was reviewed as a major project, since {basis}." in text
    assert "do not determine" not in said(review(SCHENECTADY))


def test_a_provisional_checklist_is_said_to_be_one() -> None:
    assert f"The checklist applied is provisional. {ROTTERDAM.town.note}" in said(review(ROTTERDAM), ROTTERDAM)
    assert "provisional" not in said(review(SCHENECTADY))


# The findings


def test_a_finding_says_what_was_looked_for_where_it_was_sought_and_what_would_make_it_complete() -> None:
    seen = (quoted("Soils will be described by the contractor."),)
    lacking = {"status": MISSING, "note": "a promise does not count", "evidence": seen}
    made = review(SCHENECTADY, {"soils.description": lacking})
    expected = """\
1. Soils - the soils present at the site are described (series or map units,
   hydrologic group, texture, ...) (§ 148-7A(4))
   This was not found in the documents submitted. A promise does not count.
   Nearest found: report.pdf, page 7, under "3.2 Soils": "Soils will be
     described by the contractor."
   To be complete: Describe the soils present at the site: series or map
   units, hydrologic soil group, texture.

"""
    assert expected in letter(made, SCHENECTADY)


def test_several_things_of_one_item_are_one_finding_with_lettered_parts() -> None:
    expected = """\
(§ 148-7A(5))
   The following were not found in the documents submitted:
   (a) the expected date on which clearing will begin
       A promise is all that was found.
       To be complete: State the date on which clearing is expected to begin.
   (b) the estimated duration of exposure of cleared areas
       To be complete: Estimate how long cleared areas will lie exposed.
"""
    assert expected in letter(review(SCHENECTADY, MANY), SCHENECTADY)


def test_an_item_of_which_one_thing_is_enough_is_one_finding_that_says_so() -> None:
    (finding,) = compose(review(SCHENECTADY, CHOICE), SCHENECTADY).groups[0].findings
    assert len(finding.points) == 1
    assert len(finding.points[0].asked) == 3
    text = letter(review(SCHENECTADY, CHOICE), SCHENECTADY)
    assert "None of these was found in the documents submitted; one of them is enough:\n   - structural" in text
    assert text.count("To be complete: Describe structural practices") == 1


def test_an_altered_statement_is_found_with_its_difference_and_never_called_missing() -> None:
    text = said(review(SCHENECTADY, ALTERATION))
    assert 'This was found, but not in the words of the ordinance. It omits "and belief".' in text
    assert 'Found: report.pdf, page 39, under "Certification": "I certify under penalty of law ..."' in text
    assert "not found in the documents" not in text


def test_parts_of_different_verdicts_each_say_their_own() -> None:
    made = review(SCHENECTADY, {**ALTERATION, "preparer-certification.signed": {"status": MISSING}})
    (finding,) = compose(made, SCHENECTADY).groups[0].findings
    assert finding.lead == ""
    assert [p.letter for p in finding.points] == ["a", "b"]
    assert [p.verdict for p in finding.points] == [
        "This was found, but not in the words of the ordinance.",
        "This was not found in the documents submitted.",
    ]


@pytest.mark.parametrize(
    ("checklist", "titles"),
    [
        (
            SCHENECTADY,
            [
                "Contents required of every SWPPP (§ 148-7A)",
                "Additional contents for major projects (§ 148-7B)",
                "Certifications (§ 148-8, § 148-9)",
            ],
        ),
        (
            ROTTERDAM,
            [
                "Contents required of every SWPPP (§ 270-215F)",
                "Additional contents for major projects (§ 270-215F)",
                "Certifications (§ 270-215G, § 270-215)",
            ],
        ),
    ],
)
def test_the_findings_stand_in_groups_that_cite_the_ordinance(checklist: Checklist, titles: list[str]) -> None:
    assert [group.title for group in compose(review(checklist, MANY), checklist).groups] == titles


@pytest.mark.parametrize("checklist", TOWNS)
def test_everything_a_reply_may_quote_is_numbered_through_the_whole_letter(checklist: Checklist) -> None:
    made = compose(review(checklist, MANY, documents=(UNREAD,)), checklist)
    assert made.comments
    assert made.unreadable
    assert numbers(made) == list(range(1, len(numbers(made)) + 1))
    printed = re.findall(r"^(\d+)\. ", letter(review(checklist, MANY), checklist), re.MULTILINE)
    assert [int(n) for n in printed] == numbers(made)


def test_the_same_review_makes_the_same_letter() -> None:
    assert letter(review(SCHENECTADY, MANY), SCHENECTADY) == letter(review(SCHENECTADY, MANY), SCHENECTADY)


def test_no_more_than_three_different_quotations_are_shown_and_long_ones_are_cut_between_words() -> None:
    seen = tuple(quoted(f"soil {n} " + "clay " * 100, n) for n in (1, 1, 2, 3, 4))
    made = review(SCHENECTADY, {"soils.description": {"status": MISSING, "evidence": seen}})
    shown = compose(made, SCHENECTADY).groups[0].findings[0].points[0].evidence
    assert [q.place.split(", ")[1] for q in shown] == ["page 1", "page 2", "page 3"]
    assert all(len(q.words) <= 300 and q.words.endswith("clay...") for q in shown)


def test_the_nearest_thing_is_quoted_with_its_place_and_why_it_does_not_count() -> None:
    near = Nearest(**quoted("Soils " + "vary a lot " * 40).model_dump(), reason="only promised")
    made = review(SCHENECTADY, {"soils.description": {"status": MISSING, "note": "only promised", "nearest": near}})
    text = said(made)
    assert 'submitted. Only promised. Nearest found: report.pdf, page 7, under "3.2 Soils": "Soils vary a lot' in text
    assert re.search(r' (vary|a|lot)\.\.\." To be complete: ', text)


def test_what_several_parts_of_a_finding_quote_is_quoted_once_and_then_placed() -> None:
    near = Nearest(**quoted("Clearing follows.", section="Phases").model_dump(), reason="only promised")
    lacking = {"status": MISSING, "note": "only promised", "nearest": near}
    made = review(SCHENECTADY, {"phasing.start-date": lacking, "phasing.exposure-duration": lacking})
    one, two = compose(made, SCHENECTADY).groups[0].findings[0].points
    assert [q.words for q in (*one.evidence, *two.evidence)] == ["Clearing follows.", ""]
    assert 'report.pdf, page 7, under "Phases" To be complete: Estimate' in said(made)


def test_a_person_s_verdict_leaves_out_what_the_program_thought_nearest() -> None:
    near = Nearest(**quoted("Soils vary.").model_dump(), reason="only promised")
    person = Decided(
        machine=Status.PRESENT, verdict=MISSING, reason="too little", by="R. Smo", date=datetime.date(2026, 11, 2)
    )
    lacking = {"status": MISSING, "note": "by decision", "nearest": near, "decision": person}
    assert "Soils vary." not in said(review(SCHENECTADY, {"soils.description": lacking}))


@pytest.mark.parametrize(
    ("lacking", "span"),
    [
        (["soils.description"], "as finding 1;"),
        (["soils.description", "phasing.start-date"], "as findings 1 and 2;"),
        (["soils.description", "phasing.start-date", "runoff-comparison.comparison"], "as findings 1 to 3;"),
    ],
)
def test_the_opening_names_the_numbers_of_the_deficiencies(lacking: list[str], span: str) -> None:
    assert span in said(review(SCHENECTADY, {name: {"status": MISSING} for name in lacking}))


def test_the_evidence_of_the_class_follows_on_its_basis() -> None:
    seen = project(evidence=(quoted("A clinic of 38,500 square feet.", 2, "1 Introduction"),))
    text = said(review(ROTTERDAM, project=seen), ROTTERDAM)
    assert text.index("The checklist applied is provisional.") < text.index("The project was reviewed as a")
    assert re.search(r"The project was reviewed as a \w+ project\. Basis: [^:]*\. Evidence of the class: ", text)


# Comments, unread pages, reminders, notes


def test_what_the_ordinance_only_advises_is_a_comment_and_no_deficiency() -> None:
    made = review(SCHENECTADY, {"site-map.total-area": {"status": MISSING}})
    found = compose(made, SCHENECTADY)
    assert (found.outcome, found.groups) == ("complete", ())
    text = said(made)
    assert "A comment does not make the SWPPP incomplete" in text
    assert "1. Site map / construction drawings - the total site area is shown (§ 148-7A(2))" in text
    assert "Advised: Show the total area of the site on the drawings." in text
    assert "To be complete" not in text


def test_what_is_asked_on_a_condition_is_a_comment_that_names_the_condition() -> None:
    text = said(review(SCHENECTADY, {"practice-details.sediment-basins": {"status": MISSING}}))
    assert "It is asked where the plan has temporary sediment basins." in text


def test_what_is_not_applicable_is_not_mentioned() -> None:
    made = review(SCHENECTADY, {"practice-details.sediment-basins": {"status": Status.NOT_APPLICABLE, "note": "n/a"}})
    assert made.complete
    assert "sediment basins" not in said(made)


def test_unread_pages_are_listed_with_their_reasons() -> None:
    reasons = [UnreadPage(page=p, reason="the text is unreadable") for p in (3, 7, 8, 9)]
    stopped = UnreadPage(page=None, reason="stopped at page 20 of 41")
    paper = document(unread_pages=(3, 7, 8, 9, 11), unread=(*reasons, stopped))
    made = review(SCHENECTADY, documents=(paper,), unopened=(UnopenedFile(path="z.pdf", reason="it is locked"),))
    assert [(u.place, u.reason) for u in compose(made, SCHENECTADY).unread] == [
        ("report.pdf, pages 3, 7-9", "The text is unreadable."),
        ("report.pdf", "Stopped at page 20 of 41."),
        ("report.pdf, page 11", "No text could be read."),
        ("z.pdf", "The file could not be opened: it is locked."),
    ]
    assert "PAGES THAT COULD NOT BE READ" not in letter(review(SCHENECTADY), SCHENECTADY)


def test_what_may_stand_on_unread_pages_is_open_and_not_called_missing() -> None:
    made = review(SCHENECTADY, {"soils.description": {"status": UNREADABLE}}, documents=(UNREAD,))
    text = said(made)
    assert "completeness not yet determined" in text
    assert "Whether the SWPPP is complete could not be determined. Nothing is known to be missing" in text
    assert "1. Soils - the soils present at the site are described" in text
    assert "This was not found in what could be read." in text
    assert "If it does not stand there: Describe the soils" in text
    assert "should be submitted again in a form that can be read" in text
    assert "is not complete" not in text
    assert "not found in the documents submitted" not in text


@pytest.mark.parametrize(
    ("checklist", "provision"),
    [(SCHENECTADY, "§ 148-9"), (EAST_GREENBUSH, "§ 54-29"), (ROTTERDAM, "§ 270-215")],
)
def test_it_reminds_that_contractors_sign_before_they_start(checklist: Checklist, provision: str) -> None:
    (reminder,) = compose(review(checklist), checklist).reminders
    assert "shall sign a copy of the certification statement before undertaking" in reminder
    assert reminder.endswith(f"({provision}).")


def test_notes_on_what_is_present_and_warnings_of_the_reading_are_passed_on() -> None:
    named = {"status": Status.PRESENT, "note": "the name stands on a drawing only"}
    paper = document(warnings=("tracked changes were read as accepted",))
    notes = compose(review(SCHENECTADY, {"watercourses.names": named}, documents=(paper,)), SCHENECTADY).notes
    assert [note.rpartition(": ")[2] for note in notes] == [
        "The name stands on a drawing only.",
        "Tracked changes were read as accepted.",
    ]


# How to go on


def test_a_deficiency_letter_states_what_the_notice_must_state() -> None:
    text = said(review(SCHENECTADY, MANY))
    assert plain(SCHENECTADY.town.review.notice) in text
    assert 'The deficiencies are findings 1 to 5; what each requires stands after "To be complete".' in text
    assert "The deficiencies are finding 1;" in said(review(SCHENECTADY, SOILS))


def test_it_says_how_to_resubmit_which_clock_applies_and_that_no_work_may_start() -> None:
    clause, text = SCHENECTADY.town.review, said(review(SCHENECTADY, SOILS))
    assert "Within 30 days of receipt of a SWPPP" in text
    for part in (clause.resubmission, clause.completeness_extended, clause.no_work):
        assert plain(part) in text


def test_where_the_ordinance_has_no_clock_the_letter_cites_none() -> None:
    text = said(review(EAST_GREENBUSH, SOILS), EAST_GREENBUSH)
    assert not re.search(r"\bdays\b", text)
    assert plain(EAST_GREENBUSH.town.review.resubmission) in text
    assert plain(EAST_GREENBUSH.town.review.no_work) in text


def test_default_approval_concerns_complete_plans_only() -> None:
    default = plain(SCHENECTADY.town.review.default_approval)
    assert default in said(review(SCHENECTADY))
    assert default not in said(review(SCHENECTADY, SOILS))


@pytest.mark.parametrize("checklist", TOWNS)
def test_a_complete_review_makes_a_notice_of_completeness_which_is_no_approval(checklist: Checklist) -> None:
    made = review(checklist)
    text = said(made, checklist)
    assert made.complete
    assert "notice of completeness" in text
    assert "is complete." in text
    assert "This notice concerns completeness only and is not an approval." in text
    assert plain(checklist.town.review.decision) in text
    assert plain(checklist.town.review.no_work) in text
    assert "not found" not in text
    assert "resubmitted" not in text
    assert numbers(compose(made, checklist)) == []


def test_it_ends_with_the_signature_and_the_copies() -> None:
    end = letter(review(SCHENECTADY, SOILS), SCHENECTADY).rpartition("____\n")[2]
    assert end.startswith("[name], [title]\nfor the City of Schenectady\n\nCopies:\n  Ash Engineering, P.C. (prep")


# The text as text


@pytest.mark.parametrize("width", [40, 60, 78, 110])
@pytest.mark.parametrize("checklist", TOWNS)
def test_no_line_is_longer_than_the_width(checklist: Checklist, width: int) -> None:
    path = "drawings/" + "x" * 150 + ".pdf"
    made = review(checklist, MANY, documents=(UNREAD, document(path)))
    lines = letter(made, checklist, width=width).splitlines()
    assert max(map(len, lines)) <= width
    assert all(line == line.rstrip() for line in lines)


def test_a_section_sign_is_never_parted_from_its_number() -> None:
    for width in range(40, 100):
        assert not re.search(r"§\n", letter(review(SCHENECTADY, MANY), SCHENECTADY, width=width))


def test_the_tone_is_dry() -> None:
    for checklist in TOWNS:
        text = said(review(checklist, MANY), checklist).lower()
        assert not re.search(r"\b(you|your|we|our|please|fail(ed|s)? to|neglect\w*|unfortunately)\b|!", text)


HOSTILE = "\x1b[31mred\x1b]0;t\x07 [bold]x[/bold]\u202eevil\u2066\u200b\ufeff\n\r\t\x85\u2028\x9b2J\udc80\ufffe end"


def test_quoted_text_is_one_line_of_visible_characters() -> None:
    assert plain(HOSTILE) == "[31mred]0;t [bold]x[/bold]evil 2J\ufffd end"
    assert plain("a\u00ad\u200db\u00a0 c\u3164") == "ab c"
    assert plain("§ 148-7A(4), 25 °C, naïve, Ω, 土") == "§ 148-7A(4), 25 °C, naïve, Ω, 土"


def test_a_note_becomes_a_sentence_and_a_file_name_at_its_head_stays_as_it_is() -> None:
    assert sentence("only a heading was found") == "Only a heading was found."
    assert sentence('report.pdf, page 3: "to be determined."') == 'report.pdf, page 3: "to be determined."'
    assert sentence("") == ""


def test_nothing_in_a_submission_can_steer_the_letter() -> None:
    seen = (Evidence(document=HOSTILE, page=1, section=HOSTILE, quote=HOSTILE),)
    lacking = {"status": MISSING, "note": HOSTILE, "evidence": seen, "remedy": HOSTILE, "means": HOSTILE}
    facts = {key: Fact(value=HOSTILE) for key in ("name", "location", "applicant", "applicant-address", "preparer")}
    made = review(
        SCHENECTADY,
        {"soils.description": lacking, "watercourses.names": {"status": Status.PRESENT, "note": HOSTILE}},
        documents=(document(HOSTILE, warnings=(HOSTILE,), unread=(UnreadPage(page=1, reason=HOSTILE),)),),
        unopened=(UnopenedFile(path=f"a/{HOSTILE}", reason=HOSTILE),),
        project=project(facts=facts, basis=HOSTILE, evidence=seen),
        tool=Tool(version=HOSTILE),
    )
    text = letter(made, SCHENECTADY, Particulars(HOSTILE, None, HOSTILE, HOSTILE, HOSTILE))
    unseen = {c for c in text if unicodedata.category(c) in ("Cc", "Cf", "Cs", "Zl", "Zp", "Cn")}
    assert unseen == {"\n"}
    text.encode("utf-8")


def test_a_quotation_without_page_section_or_words_is_still_placed() -> None:
    seen = (quoted("", None, ""), quoted("Loam.", None, "Soils"))
    made = review(SCHENECTADY, {"soils.description": {"status": MISSING, "evidence": seen}})
    places = compose(made, SCHENECTADY).groups[0].findings[0].points[0].evidence
    assert [(q.place, q.words) for q in places] == [
        ("report.pdf", ""),
        ('report.pdf, under "Soils"', "Loam."),
    ]


def test_the_letter_as_data_cannot_be_changed() -> None:
    made = compose(review(SCHENECTADY), SCHENECTADY)
    with pytest.raises(FrozenInstanceError):
        made.town = "Elsewhere"  # type: ignore[misc]


def test_a_review_read_back_from_its_json_makes_the_same_letter() -> None:
    made = review(SCHENECTADY, MANY, documents=(UNREAD,))
    assert REPORT in made.model_dump_json()
    assert letter(Review.model_validate_json(made.model_dump_json()), SCHENECTADY) == letter(made, SCHENECTADY)
