"""The table: a review at a glance, at 80 columns, with and without colour."""

import io
import re
from typing import Literal

import pytest
from made_reviews import document, project, quoted, review
from rich.console import Console

from swppp_check.checklists import load_checklist
from swppp_check.review import Evidence, Review, Status, UnopenedFile, UnreadPage
from swppp_check.table import print_table, table

SCHENECTADY = load_checklist("schenectady")
MISSING, ALTERED, UNREADABLE = Status.MISSING, Status.ALTERED, Status.UNREADABLE
HOSTILE = "\x1b[31mred\x07 [bold red]x[/bold red] [/] [link=http://x.example]y\u202eevil :warning:"


def printed(made: Review, width: int = 80, *, colour: bool = False, encoding: str = "utf-8") -> str:
    raw = io.BytesIO()
    file = io.TextIOWrapper(raw, encoding=encoding, errors="strict", newline="")
    system: Literal["truecolor"] | None = "truecolor" if colour else None
    console = Console(file=file, width=width, force_terminal=colour, color_system=system, legacy_windows=False)
    print_table(made, console)
    file.flush()
    return raw.getvalue().decode(encoding)


def rows(made: Review, width: int = 240) -> list[str]:
    """The lines of a table wide enough that each row is one line, without the padding."""
    return [re.sub(r" {2,}", " | ", line.strip()) for line in printed(made, width).splitlines()]


def test_each_item_has_its_number_title_status_and_first_evidence() -> None:
    seen = (quoted("Nunda silt loam underlies the site."), quoted("Other."))
    made = review(SCHENECTADY, {"soils.description": {"status": Status.PRESENT, "evidence": seen}})
    quote = 'report.pdf, page 7, under "3.2 Soils": "Nunda silt loam underlies the site."'
    assert f"(4) | Soils | present | {quote}" in rows(made)


def test_what_is_lacking_stands_below_its_item_with_the_nearest_thing_found_and_the_note() -> None:
    lacking = {"status": MISSING, "note": "a promise does not count", "evidence": (quoted("Later."),)}
    lines = rows(review(SCHENECTADY, {"phasing.start-date": lacking}))
    at = next(n for n, line in enumerate(lines) if line.startswith("(5) | Construction phasing plan | partial"))
    asked = "- the expected date on which clearing will begin"
    assert lines[at + 1] == f'{asked} | missing | report.pdf, page 7, under "3.2 Soils": "Later."'
    assert lines[at + 2] == "A promise does not count."


def test_an_altered_statement_is_called_altered() -> None:
    lines = rows(review(SCHENECTADY, {"preparer-certification.statement": {"status": ALTERED, "note": "it omits"}}))
    assert "- the certification statement in the ordinance's words | altered | It omits." in lines


def test_things_of_which_one_is_enough_are_one_row_and_no_row_if_one_is_there() -> None:
    lacking = {"status": MISSING, "note": "only a heading"}
    all_ = {f"diversion-practices.{one}": lacking for one in ("divert", "store", "limit")}
    text = "\n".join(rows(review(SCHENECTADY, all_), 400))
    assert text.count("- one of these: structural practices that divert flows") == 1
    assert text.count("Only a heading.") == 1
    assert "1 deficiency" in text
    some = {key: all_[key] for key in list(all_)[1:]}
    assert "practices that store flows" not in "\n".join(rows(review(SCHENECTADY, some), 400))


def test_what_is_only_advised_is_told_from_what_is_required() -> None:
    text = "\n".join(rows(review(SCHENECTADY, {"site-map.total-area": {"status": MISSING}})))
    assert "- the total site area is shown | missing" in text
    assert "(should)" in text
    assert "Complete: 20 items (20 present); 0 deficiencies, 1 comment, 0 unreadable." in text


def test_items_for_major_projects_do_not_apply_to_a_minor_one() -> None:
    text = printed(review(SCHENECTADY, project=project(category="minor")), 120)
    assert "reviewed as a minor project" in text
    assert "4 not applicable" in text


def test_an_undetermined_class_and_a_provisional_checklist_are_said_at_the_head() -> None:
    rotterdam = load_checklist("rotterdam")
    head = printed(review(rotterdam, project=project(determined=False))).splitlines()[:2]
    assert head == [
        "Town of Rotterdam: reviewed as a major project (undetermined)",
        "The checklist applied is provisional.",
    ]


def test_unread_pages_and_files_are_listed() -> None:
    pages = tuple(UnreadPage(page=p, reason="no text") for p in (3, 4, 9))
    made = review(
        SCHENECTADY,
        {"soils.description": {"status": UNREADABLE}},
        documents=(document(unread_pages=(3, 4, 9), unread=pages),),
        unopened=(UnopenedFile(path="z.pdf", reason="it is locked"),),
    )
    lines = rows(made)
    assert "- report.pdf, pages 3-4, 9: no text" in lines
    assert "- z.pdf: could not be opened: it is locked" in lines
    assert "Not determined: 20 items (19 present, 1 unreadable); 0 deficiencies, 0 comments, 1 unreadable." in lines


def test_the_totals_are_the_last_line() -> None:
    made = review(SCHENECTADY, {"soils.description": {"status": MISSING}, "phasing.start-date": {"status": MISSING}})
    assert rows(made)[-1] == (
        "Deficient: 20 items (18 present, 1 partial, 1 missing); 2 deficiencies, 0 comments, 0 unreadable."
    )


@pytest.mark.parametrize("width", [60, 80, 120])
def test_no_line_is_longer_than_the_terminal_and_no_word_is_cut_off(width: int) -> None:
    seen = (quoted("word " * 40, 812, "Y" * 90, "plans/" + "x" * 120 + ".pdf"),)
    lacking = {"status": MISSING, "evidence": seen, "note": "z" * 130}
    text = printed(review(SCHENECTADY, {"soils.description": lacking}), width)
    assert max(map(len, text.splitlines())) <= width
    assert text.lower().count("z") == 130
    assert "\N{HORIZONTAL ELLIPSIS}" not in text


def test_colour_adds_nothing_that_the_words_do_not_say() -> None:
    lacking = {
        "soils.description": {"status": MISSING},
        "preparer-certification.statement": {"status": ALTERED},
    }
    made = review(SCHENECTADY, lacking)
    coloured = printed(made, colour=True)
    assert "\x1b[31m" in coloured
    assert re.sub(r"\x1b\[[0-9;]*m", "", coloured) == printed(made)


def test_nothing_in_a_submission_can_steer_the_terminal() -> None:
    seen = (Evidence(document=HOSTILE, page=1, section=HOSTILE, quote=HOSTILE),)
    lacking = {"status": MISSING, "note": HOSTILE, "evidence": seen}
    made = review(
        SCHENECTADY,
        {"soils.description": lacking},
        documents=(document(HOSTILE, unread=(UnreadPage(page=1, reason=HOSTILE),)),),
        unopened=(UnopenedFile(path="[red]z.pdf", reason=HOSTILE),),
    )
    text = printed(made, 400)
    assert not re.search("[\x00-\x09\x0b-\x1f\x7f-\x9f\u202e]", text)
    assert "[31mred [bold red]x[/bold red] [/] [link=http://x.example]yevil :warning:" in text
    assert "[red]z.pdf" in text


def test_a_terminal_without_line_drawing_gets_plain_characters() -> None:
    assert "----" in printed(review(SCHENECTADY), encoding="ascii")


def test_the_table_can_be_printed_with_other_things() -> None:
    console = Console(file=io.StringIO(), width=80)
    console.print(table(review(SCHENECTADY)), "after")
