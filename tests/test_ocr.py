"""Scans are read; what cannot be read is named, with the reason."""

import json
import os
from pathlib import Path

import pytest
from conftest import Run
from PIL import Image, ImageDraw
from reportlab.pdfgen.canvas import Canvas
from scans import SENTENCES, assert_read, picture, placed, read, scanned, typed, words, written

PAGE = written(SENTENCES)
LETTER = (612.0, 792.0)
E_SIZE = (44 * 72.0, 34 * 72.0)


# ---------------------------------------------------------------- what is read
@pytest.mark.needs("tesseract")
def test_a_scan_is_read_and_its_pages_are_named_as_read_by_ocr(tmp_path: Path) -> None:
    document = read(scanned(tmp_path / "scan.pdf", PAGE, PAGE))
    assert_read(document)
    assert document.ocr_pages == (1, 2)


@pytest.mark.needs("tesseract")
@pytest.mark.parametrize("turn", [90, 180, 270])
def test_a_page_that_lies_on_its_side_or_head_is_turned_up(tmp_path: Path, turn: int) -> None:
    seen = picture(PAGE).rotate(turn, expand=True)
    size = (792.0, 612.0) if turn != 180 else LETTER
    assert_read(read(typed(tmp_path / "turned.pdf", placed(seen, size), size=size)))


@pytest.mark.needs("tesseract")
@pytest.mark.parametrize("degrees", [-3, 3, 7])
def test_a_page_that_was_fed_askew_is_set_straight(tmp_path: Path, degrees: int) -> None:
    seen = picture(PAGE).rotate(degrees, Image.Resampling.BICUBIC, fillcolor=255)
    assert_read(read(typed(tmp_path / "skewed.pdf", placed(seen))))


@pytest.mark.needs("tesseract")
def test_a_fax_is_read(tmp_path: Path) -> None:
    seen = picture(written(SENTENCES, size=14)).resize((1734, 1100)).convert("1")
    document = read(typed(tmp_path / "fax.pdf", placed(seen)))
    assert "installed along the contour below every area of disturbed soil" in words(document)
    assert not document.unread


@pytest.mark.needs("tesseract")
def test_a_scanned_sheet_is_read_between_its_linework(tmp_path: Path) -> None:
    def draw(page: Canvas) -> None:
        page.setFont("Helvetica", 12)
        for n in range(60):
            page.line(100 + 40 * n, 300, 900 + 13 * n, 2300)
        page.drawString(2700, 1500, "STABILIZED CONSTRUCTION ENTRANCE")
        page.drawString(60, 200, "LIMIT OF DISTURBANCE")
        page.setFont("Helvetica-Bold", 24)
        page.drawString(2600, 200, "EROSION CONTROL PLAN")

    seen = picture(draw, 150, E_SIZE)
    document = read(typed(tmp_path / "sheet.pdf", placed(seen, E_SIZE), size=E_SIZE))
    for label in ("STABILIZED CONSTRUCTION ENTRANCE", "LIMIT OF DISTURBANCE"):
        assert label in words(document)
    assert [sheet.title for sheet in document.sheets] == ["EROSION CONTROL PLAN"]


@pytest.mark.needs("tesseract")
def test_letters_drawn_as_curves_are_read_from_the_picture(tmp_path: Path) -> None:
    """A page without text whose letters are shapes; here each dark pixel run is one."""
    seen = picture(written(["Topsoil is stockpiled"], size=28), 72).point(lambda v: 0 if v < 140 else 255)

    def draw(page: Canvas) -> None:
        for y in range(seen.height):
            for x in range(seen.width):
                if seen.getpixel((x, y)) == 0:
                    page.rect(x, 792 - y - 1, 1, 1, stroke=0, fill=1)

    document = read(typed(tmp_path / "outlined.pdf", draw))
    assert document.ocr_pages == (1,)
    assert "stockpiled" in words(document)


@pytest.mark.needs("tesseract")
def test_a_text_layer_without_english_words_is_not_taken_for_text(tmp_path: Path) -> None:
    """A layer whose letters stand for others, over the picture of what the page shows."""

    def draw(page: Canvas) -> None:
        placed(picture(PAGE))(page)
        layer = page.beginText(72, 700)
        layer.setTextRenderMode(3)
        for sentence in SENTENCES * 2:
            layer.textLine("".join(chr((ord(c) - 94) % 26 + 97) if c.islower() else c for c in sentence))
        page.drawText(layer)

    document = read(typed(tmp_path / "cipher.pdf", draw))
    assert document.ocr_pages == (1,)
    assert_read(document)


def test_a_good_hidden_layer_over_a_scan_is_used_as_it_is(tmp_path: Path) -> None:
    def draw(page: Canvas) -> None:
        placed(picture(PAGE))(page)
        layer = page.beginText(72, 700)
        layer.setTextRenderMode(3)
        for sentence in SENTENCES:
            layer.textLine(sentence.replace("Silt fence", "Compost sock"))
        page.drawText(layer)

    document = read(typed(tmp_path / "layer.pdf", draw))
    assert document.ocr_pages == ()
    assert "Compost sock will be installed" in words(document)


def test_a_hidden_layer_of_few_words_is_used_too(tmp_path: Path) -> None:
    def draw(page: Canvas) -> None:
        placed(picture(written(["Figure 2"])))(page)
        layer = page.beginText(72, 700)
        layer.setTextRenderMode(3)
        layer.textLine("Figure 2")
        page.drawText(layer)

    document = read(typed(tmp_path / "figure.pdf", draw))
    assert document.ocr_pages == ()
    assert words(document) == "Figure 2"


@pytest.mark.needs("tesseract")
def test_a_scan_with_a_stamped_page_number_is_read_from_its_picture(tmp_path: Path) -> None:
    def draw(page: Canvas) -> None:
        placed(picture(PAGE))(page)
        page.drawString(300, 30, "Appendix C page 17")

    assert_read(read(typed(tmp_path / "stamped.pdf", draw)))


@pytest.mark.needs("tesseract")
def test_only_the_scanned_pages_of_a_mixed_document_are_read_by_ocr(tmp_path: Path) -> None:
    path = typed(tmp_path / "mixed.pdf", PAGE, placed(picture(written(["Wash water is kept in a lined pit."]))), PAGE)
    document = read(path)
    assert document.ocr_pages == (2,)
    assert_read(document, (*SENTENCES, "Wash water is kept in a lined pit."))


@pytest.mark.parametrize("dust", [0, 12])
def test_a_blank_page_is_neither_read_nor_unread(tmp_path: Path, dust: int, no_engine: None) -> None:  # noqa: ARG001
    paper = Image.new("L", (1700, 2200), 244)
    for n in range(dust):
        ImageDraw.Draw(paper).ellipse((140 * n, 150 * n, 140 * n + 4, 150 * n + 4), fill=30)
    document = read(typed(tmp_path / "blank.pdf", placed(paper), lambda page: None, PAGE))  # noqa: ARG005
    assert (document.unread, document.ocr_pages) == ((), ())


# ---------------------------------------------------------------- signatures
def signature_block(signed: bool) -> Image.Image:
    def draw(page: Canvas) -> None:
        written(["Name: Carol Birdsall, P.E."], top=460)(page)
        page.drawString(72, 420, "Signature:")
        page.line(140, 418, 380, 418)
        page.drawString(72, 390, "Date:")
        page.line(140, 388, 380, 388)
        if signed:
            page.setLineWidth(1.3)
            stroke = page.beginPath()
            stroke.moveTo(150, 424)
            for n in range(9):
                x = 150 + 14 * n
                stroke.curveTo(x + 2, 446, x + 9, 408, x + 14, 424 + 3 * (n % 3))
            page.drawPath(stroke)

    return picture(draw).rotate(0.5, Image.Resampling.BICUBIC, fillcolor=255)


@pytest.mark.needs("tesseract")
@pytest.mark.parametrize(("signed", "mark"), [(True, "ink"), (False, "blank")])
def test_what_stands_on_a_signature_line_of_a_scan_is_told(tmp_path: Path, signed: bool, mark: str) -> None:
    document = read(typed(tmp_path / "signature.pdf", placed(signature_block(signed))))
    assert [b.mark for b in document.blocks if b.text.startswith("Signature")] == [mark]
    assert "Date" in words(document)


@pytest.mark.parametrize(("signed", "mark"), [(True, "ink"), (False, "blank")])
def test_a_signature_is_seen_under_a_hidden_layer_too(tmp_path: Path, signed: bool, mark: str) -> None:
    def draw(page: Canvas) -> None:
        placed(signature_block(signed))(page)
        for text, y in (("Name: Carol Birdsall, P.E.", 460), ("Signature:", 420), ("Date:", 390)):
            layer = page.beginText(72, y)
            layer.setTextRenderMode(3)
            layer.textLine(text)
            page.drawText(layer)

    document = read(typed(tmp_path / "layer.pdf", draw))
    assert document.ocr_pages == ()
    assert [b.mark for b in document.blocks if b.text.startswith("Signature")] == [mark]


# ---------------------------------------------------------------- what is not read
def test_with_ocr_off_a_scan_is_unread(run: Run, tmp_path: Path) -> None:
    ran = run(scanned(tmp_path / "scan.pdf", PAGE), "-t", "schenectady", "-f", "json", "--ocr", "off")
    review = json.loads(ran.out)
    assert review["documents"][0]["unread_pages"] == [1]
    assert "OCR is off" in review["documents"][0]["unread"][0]["reason"]
    assert ran.status == 3
    assert not review["complete"]


def test_without_an_engine_a_scan_is_unread_and_the_reason_says_what_to_install(
    run: Run,
    tmp_path: Path,
    no_engine: None,  # noqa: ARG001
) -> None:
    ran = run(scanned(tmp_path / "scan.pdf", PAGE), "-t", "schenectady", "-f", "json")
    (unread,) = json.loads(ran.out)["documents"][0]["unread"]
    assert unread["page"] == 1
    assert "install Tesseract" in unread["reason"]
    assert ran.status == 3


@pytest.mark.needs("tesseract")
def test_a_picture_without_words_is_named(tmp_path: Path) -> None:
    scene = Image.radial_gradient("L").resize((1700, 2200))
    document = read(typed(tmp_path / "photograph.pdf", placed(scene)))
    (unread,) = document.unread
    assert unread.page == 1
    assert "OCR" in unread.reason


@pytest.mark.needs("tesseract")
def test_an_engine_that_fails_leaves_the_page_unread(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    program = tmp_path / "tesseract"
    program.write_text(
        '#!/bin/sh\ncase "$1" in --version) echo tesseract 0;; --list-langs) echo eng;; *) exit 1;; esac\n'
    )
    program.chmod(0o755)
    monkeypatch.setenv("PATH", f"{tmp_path}{os.pathsep}{os.environ['PATH']}")
    (unread,) = read(scanned(tmp_path / "scan.pdf", PAGE)).unread
    assert "Tesseract failed" in unread.reason


@pytest.mark.needs("tesseract")
def test_forced_ocr_reads_pages_with_text_too(tmp_path: Path) -> None:
    document = read(typed(tmp_path / "text.pdf", PAGE), ocr="force")
    assert document.ocr_pages == (1,)
    assert_read(document)


@pytest.mark.needs("tesseract")
def test_letter_and_table_say_which_pages_were_read_by_ocr(run: Run, tmp_path: Path) -> None:
    path = typed(tmp_path / "mixed.pdf", PAGE, placed(picture(PAGE)))
    for output in ("letter", "table"):
        out = " ".join(run(path, "-t", "schenectady", "-q", "-f", output).out.split())
        assert "page 2 was read by OCR" in out


# ---------------------------------------------------------------- the other engine
def test_rapidocr_reads_where_tesseract_is_not_installed(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    pytest.importorskip("rapidocr")
    pytest.importorskip("onnxruntime")
    monkeypatch.setenv("PATH", str(tmp_path))
    document = read(scanned(tmp_path / "scan.pdf", PAGE))
    assert document.ocr_pages == (1,)
    found = words(document).lower()
    for word in ("sediment", "qualified inspector", "disturbed", "stockpiled", "weekly"):
        assert word in found
