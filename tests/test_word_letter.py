"""The Word letter: the same letter as the text, with real numbers, headings, tables and page numbers."""

import re
import subprocess
import zipfile
from collections.abc import Iterator
from io import BytesIO
from pathlib import Path
from typing import Any

import docx
import pytest
from conftest import SAMPLES, Run
from docx.document import Document
from docx.oxml.ns import qn
from made_reviews import document as paper
from made_reviews import project, quoted, review

from swppp_check.checklists import load_checklist
from swppp_check.letter import compose, letter
from swppp_check.particulars import Particulars
from swppp_check.review import Fact, Review, Status, UnreadPage
from swppp_check.word.letter import word_letter

WAREHOUSE = SAMPLES / "rotterdam-warehouse.pdf"
PLANS = [
    (WAREHOUSE, "rotterdam"),
    (SAMPLES / "schenectady-clinic.pdf", "schenectady"),
    (SAMPLES / "schenectady-infill.docx", "schenectady"),
    (SAMPLES / "east-greenbush-library.docx", "east-greenbush"),
]
SCHENECTADY = load_checklist("schenectady")
MISSING = {"status": Status.MISSING}
MANY: dict[str, dict[str, Any]] = {
    "soils.description": {**MISSING, "evidence": (quoted("Soils vary."),), "note": "only promised"},
    **{f"diversion-practices.{one}": MISSING for one in ("divert", "store", "limit")},
    "phasing.start-date": MISSING,
    "phasing.exposure-duration": {**MISSING, "note": "a promise is all that was found"},
    "site-map.total-area": MISSING,
    "contractor-certification.statement": {"status": Status.UNREADABLE},
}
UNREAD = paper(unread_pages=(12,), unread=(UnreadPage(page=12, reason="the page is a picture"),))
HOSTILE = "<w:p/>&lt;{{ date }} {% raw %} {_{ x }_} \x07\u202egnp.exe\u2066 </w:t>"


def style(paragraph: Any) -> str:
    return str(paragraph.style.name)


def opened(content: bytes) -> Document:
    return docx.Document(BytesIO(content))


def flat(text: str) -> str:
    """Without line breaks, kinds of space and kinds of quotation marks."""
    return " ".join(text.replace("\u201c", '"').replace("\u201d", '"').split())


def numbered(document: Document) -> Iterator[tuple[str, str]]:
    """Each paragraph with the number, letter or bullet that Word shows before it."""
    numbering = document.part.numbering_part.element
    abstract = {n.numId: n.abstractNumId.val for n in numbering.num_lst}
    starts = {
        n.numId: int(n.find(f".//{qn('w:startOverride')}").get(qn("w:val")))
        for n in numbering.num_lst
        if n.find(f".//{qn('w:startOverride')}") is not None
    }
    levels = {
        (a.get(qn("w:abstractNumId")), level.get(qn("w:ilvl"))): level.find(qn("w:lvlText")).get(qn("w:val"))
        for a in numbering.findall(qn("w:abstractNum"))
        for level in a.findall(qn("w:lvl"))
    }
    counts: dict[int, list[int]] = {}
    for paragraph in document.paragraphs:
        properties: Any = paragraph._p.get_or_add_pPr()
        found = properties.numPr
        if found is None:
            yield "", paragraph.text
            continue
        number, level = found.numId.val, found.ilvl.val
        count = counts.setdefault(number, [starts.get(number, 1) - 1, 0])
        shape = levels[str(abstract[number]), str(level)]
        if shape == "\u2022":
            yield "-", paragraph.text
        elif level == 0:
            count[:] = [count[0] + 1, 0]
            yield f"{count[0]}.", paragraph.text
        else:
            count[1] += 1
            yield f"({chr(96 + count[1])})", paragraph.text


def findings(text: str) -> str:
    """The part of a letter between its opening and its last notes."""
    return text.split("a reply should quote the numbers.")[1].split("REMINDERS")[0].split("Reminders")[0]


# ---------------------------------------------------------------- what it says
@pytest.mark.parametrize(("plan", "town"), PLANS, ids=lambda value: getattr(value, "name", value))
def test_it_says_all_that_the_text_letter_says(run: Run, tmp_path: Path, plan: Path, town: str) -> None:
    file = tmp_path / "letter.docx"
    text = flat(run(plan, "-t", town, "-q", "-o", file, "--date", "December 1, 2026").out)
    document = docx.Document(str(file))
    heads = {p.text for p in document.paragraphs if style(p) == "Heading 1"}
    for mark, words in numbered(document):
        line = flat(words.upper() if words in heads else words)
        assert (line if mark in ("", "-") else f"{mark} {line}") in text
    cells = [flat(c.text) for t in document.tables for row in t.rows for c in row.cells]
    assert all(cell in text for cell in cells if cell not in ("Document", "Length", "SHA-256", "Where", "Why"))


def test_the_findings_are_those_of_the_text_letter_word_for_word_with_their_numbers() -> None:
    made = review(SCHENECTADY, MANY)
    document = opened(word_letter(compose(made, SCHENECTADY)))
    heads = {p.text for p in document.paragraphs if style(p) == "Heading 1"}
    word = "\n".join(f"{mark} {text.upper() if text in heads else text}" for mark, text in numbered(document))
    assert flat(findings(word)) == flat(findings(letter(made, SCHENECTADY, width=500)))
    assert {"1.", "2.", "3.", "4.", "(a)", "(b)", "-"} <= {mark for mark, _ in numbered(document)}


def test_a_number_that_does_not_follow_on_the_last_is_kept() -> None:
    from dataclasses import replace

    made = compose(review(SCHENECTADY, MANY), SCHENECTADY)
    groups = tuple(replace(g, findings=tuple(replace(f, number=f.number + 3) for f in g.findings)) for g in made.groups)
    document = opened(word_letter(replace(made, groups=groups)))
    numbers = [mark for mark, text in numbered(document) if mark.endswith(".") and text]
    asked = [f.number for g in (*groups, made.comments, made.unreadable) if g for f in g.findings]
    assert numbers == [f"{n}." for n in asked]


def test_headings_stand_in_the_letter_s_order(run: Run, tmp_path: Path) -> None:
    file = tmp_path / "letter.docx"
    run(WAREHOUSE, "-t", "rotterdam", "-q", "-o", file)
    heads = [p.text.split(" (")[0] for p in docx.Document(str(file)).paragraphs if style(p) == "Heading 1"]
    assert heads == [
        "Documents received",
        "Contents required of every SWPPP",
        "Additional contents for major projects",
        "Certifications",
        "Comments",
        "Reminders",
        "Notes of the review",
        "Requirements for completeness",
    ]


def test_documents_and_unread_pages_are_tables_whose_head_is_repeated() -> None:
    document = opened(word_letter(compose(review(SCHENECTADY, MANY, documents=(UNREAD,)), SCHENECTADY)))
    _, received, unread = document.tables
    assert [c.text for c in received.rows[1].cells] == ["report.pdf", "41 pages", "abababababab"]
    assert [c.text for c in unread.rows[1].cells] == ["report.pdf, page 12", "The page is a picture."]
    assert all(t.rows[0]._tr.get_or_add_trPr().find(qn("w:tblHeader")) is not None for t in (received, unread))


def test_pages_are_numbered_and_later_pages_name_the_project(run: Run, tmp_path: Path) -> None:
    file = tmp_path / "letter.docx"
    run(WAREHOUSE, "-t", "rotterdam", "-q", "-o", file, "--date", "December 1, 2026")
    section = docx.Document(str(file)).sections[0]
    assert section.first_page_header.paragraphs[0].text == "Town of Rotterdam"
    running = "Town of Rotterdam: SWPPP of Coldbrook Distribution Warehouse, December 1, 2026"
    assert section.header.paragraphs[0].text == running
    for footer in (section.first_page_footer, section.footer):
        fields = [f.get(qn("w:instr")) for f in footer._element.iter(qn("w:fldSimple"))]
        assert fields == ["PAGE", "NUMPAGES"]


# ---------------------------------------------------------------- what it never does
def test_the_same_review_makes_the_same_bytes(run: Run, tmp_path: Path) -> None:
    one, two = tmp_path / "one.docx", tmp_path / "two.docx"
    for file in (one, two):
        run(WAREHOUSE, "-t", "rotterdam", "-q", "-o", file)
    assert one.read_bytes() == two.read_bytes()
    with zipfile.ZipFile(one) as parts:
        assert {part.date_time[0] for part in parts.infolist()} == {1980}
        assert b"dcterms:" not in re.sub(rb'xmlns:\w+="[^"]*"', b"", parts.read("docProps/core.xml"))


def test_nothing_in_a_plan_is_a_field_or_markup_in_word() -> None:
    facts = {key: Fact(value=HOSTILE) for key in ("name", "applicant", "preparer", "location")}
    found = {"soils.description": {**MISSING, "note": HOSTILE, "evidence": (quoted(HOSTILE, 3, HOSTILE),)}}
    made = review(SCHENECTADY, found, project=project(facts=facts, basis=HOSTILE), documents=(paper(HOSTILE),))
    document = opened(word_letter(compose(made, SCHENECTADY, Particulars(date="May 1, 2026"))))
    quote = next(p.text for p in document.paragraphs if p.text.startswith("Nearest found"))
    assert quote.endswith("\u201c<w:p/>&lt;{{ date }} {% raw %} {_{ x }_} gnp.exe </w:t>\u201d")
    assert "{{ date }}" in document.sections[0].header.paragraphs[0].text
    plain = opened(word_letter(compose(review(SCHENECTADY, MANY), SCHENECTADY)))
    assert {c.tag for c in document.element.body} == {c.tag for c in plain.element.body}


def test_a_submission_with_nothing_known_makes_a_letter_with_blanks_to_fill_in() -> None:
    made: Review = review(SCHENECTADY, project=project(facts={}))
    said = [p.text for p in opened(word_letter(compose(made, SCHENECTADY))).paragraphs]
    assert {"[date]", "[applicant]", "[address]", "[name], [title]"} <= set(said)


# ---------------------------------------------------------------- in an office program
@pytest.mark.needs("soffice", "pdftotext")
def test_libreoffice_opens_it_and_shows_the_numbers_and_pages(run: Run, tmp_path: Path) -> None:
    file = tmp_path / "letter.docx"
    run(WAREHOUSE, "-t", "rotterdam", "-q", "-o", file)
    profile = f"-env:UserInstallation={(tmp_path / 'profile').as_uri()}"
    convert = ["soffice", profile, "--headless", "--convert-to", "pdf", "--outdir", str(tmp_path), str(file)]
    subprocess.run(convert, check=True, capture_output=True, timeout=180)
    text = subprocess.run(
        ["pdftotext", "-layout", str(file.with_suffix(".pdf")), "-"], check=True, capture_output=True, text=True
    ).stdout
    pages = text.split("\f")[:-1]
    assert all(f"Page {n} of {len(pages)}" in page for n, page in enumerate(pages, 1))
    for number in ("1. ", "2. ", "3. ", "4. "):
        assert re.search(rf"^\s*{re.escape(number)}\s*\w", text, flags=re.MULTILINE)
    assert re.search(r"^\s*\(b\)\s*the location", text, flags=re.MULTILINE)


def test_a_citation_is_not_broken_at_its_hyphen(run: Run, tmp_path: Path) -> None:
    out = tmp_path / "letter.docx"
    run(SAMPLES / "rotterdam-warehouse.pdf", "-t", "rotterdam", "-q", "-o", out)
    document = docx.Document(str(out))
    paragraphs = [*document.paragraphs, *document.sections[0].first_page_header.paragraphs]
    cited = [p for p in paragraphs if "\N{SECTION SIGN}\N{NO-BREAK SPACE}270-215" in p.text]
    assert len(cited) > 8
    for paragraph in cited:
        written = "".join(t.text or "" for t in paragraph._p.iter(qn("w:t")))
        assert "270-215" not in written
        assert "270215" in written
        assert list(paragraph._p.iter(qn("w:noBreakHyphen")))
