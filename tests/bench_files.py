"""The files that the program's speed is measured on, always the same."""

import random
import re
import sys
from pathlib import Path

from reportlab import rl_config
from reportlab.lib.pagesizes import letter
from reportlab.lib.utils import ImageReader, simpleSplit
from reportlab.pdfgen import canvas

SAMPLES = Path(__file__).parent.parent / "sample_plans"
sys.path.insert(0, str(SAMPLES))

from source import parse  # noqa: E402

rl_config.useA85 = 0  # compressed parts as they are, as other programs write them
WORDS_A_PAGE = 450  # of a Word file, which has no pages


def paragraphs() -> list[str]:
    """The paragraphs of the sample plans, without the certifications."""
    plans = (parse(source) for source in sorted(SAMPLES.glob("*.md")))
    texts = [getattr(block, "text", "") for plan in plans for block in plan.blocks]
    return [text for text in texts if len(text.split()) > 12 and "certify" not in text]


def _other_figures(text: str, drawn: random.Random) -> str:
    return re.sub(r"\d+", lambda _: str(drawn.randrange(2, 900)), text)


def report(path: Path, pages: int) -> None:
    """A report of so many full pages: the sample plans' paragraphs in a drawn order, each with other figures."""
    drawn = random.Random(pages)
    texts = paragraphs()
    sheet = canvas.Canvas(str(path), pagesize=letter, invariant=1)
    for page in range(1, pages + 1):
        sheet.setFont("Helvetica-Bold", 13)
        sheet.drawString(72, 730, f"{page}.1 Part {page} of the Plan")
        sheet.setFont("Helvetica", 10)
        at = 706.0
        while at > 80:
            for line in simpleSplit(_other_figures(drawn.choice(texts), drawn), "Helvetica", 10, 468):
                sheet.drawString(72, at, line)
                at -= 13
            at -= 7
        sheet.drawRightString(540, 36, f"Page {page}")
        sheet.showPage()
    sheet.save()


def cad(path: Path, sheets: int, segments: int) -> None:
    """Drawing sheets of 36 by 24 inches, each of so many line segments in short contours, with some notes."""
    drawn = random.Random(sheets)
    sheet = canvas.Canvas(str(path), pagesize=(2592, 1728), invariant=1)
    for number in range(1, sheets + 1):
        for _ in range(segments // 100):
            x, y = drawn.uniform(100, 2400), drawn.uniform(100, 1600)
            contour = sheet.beginPath()
            contour.moveTo(x, y)
            for _ in range(100):
                x, y = x + drawn.uniform(-8, 8), y + drawn.uniform(-8, 8)
                contour.lineTo(x, y)
            sheet.drawPath(contour)
        sheet.setFont("Helvetica", 8)
        for note in range(60):
            sheet.drawString(150 + 300 * (note % 8), 200 + 24 * note, f"{note + 1}. SILT FENCE AT STATION {note}+00")
        sheet.drawString(2200, 60, f"SHEET C-{number}   SCALE: 1 IN. = 40 FT.")
        sheet.showPage()
    sheet.save()


def word(path: Path, pages: int) -> None:
    """A Word file with as many words as so many pages have."""
    import docx

    drawn = random.Random(pages)
    texts = paragraphs()
    document = docx.Document()
    for page in range(1, pages + 1):
        document.add_heading(f"{page}. Part {page} of the Plan", 1)
        words = 0
        while words < WORDS_A_PAGE:
            text = _other_figures(drawn.choice(texts), drawn)
            document.add_paragraph(text)
            words += len(text.split())
    document.save(str(path))


def scans(path: Path, pages: int) -> None:
    """Pages of a report as pictures of 200 dpi, without a text layer."""
    import pypdfium2

    with_text = path.with_suffix(".text.pdf")
    report(with_text, pages)
    sheet = canvas.Canvas(str(path), pagesize=letter, invariant=1)
    source = pypdfium2.PdfDocument(with_text)
    for page in source:
        picture = page.render(scale=200 / 72, grayscale=True).to_pil().convert("1")
        sheet.drawImage(ImageReader(picture), 0, 0, *letter)
        sheet.showPage()
    sheet.save()
    source.close()
    with_text.unlink()
