"""Scans, built for the tests: pages drawn as text, turned into pictures, and put into a PDF as nothing else."""

import io
from collections.abc import Callable, Sequence
from pathlib import Path

import pypdfium2 as pdfium
from PIL import Image
from reportlab.lib.pagesizes import letter
from reportlab.lib.utils import ImageReader
from reportlab.pdfgen.canvas import Canvas

from swppp_check.reading import read_submission
from swppp_check.submission import Document

Draw = Callable[[Canvas], None]

SENTENCES = (
    "Silt fence will be installed along the contour below every area of disturbed soil.",
    "Erosion and sediment control practices are inspected weekly by a qualified inspector.",
    "Topsoil is stockpiled on the north side of the entrance road and seeded within seven days.",
    "The sediment basin receives the runoff of six acres while the building pads are graded.",
)


def written(lines: Sequence[str], size: float = 12, top: float = 700) -> Draw:
    """A page of these lines."""

    def draw(page: Canvas) -> None:
        page.setFont("Times-Roman", size)
        for n, line in enumerate(lines):
            page.drawString(72, top - 1.4 * size * n, line)

    return draw


def typed(path: Path, *pages: Draw, size: tuple[float, float] = letter) -> Path:
    """A PDF of pages with text."""
    canvas = Canvas(str(path), pagesize=size)
    for draw in pages:
        draw(canvas)
        canvas.showPage()
    canvas.save()
    return path


def picture(draw: Draw, dpi: float = 200, size: tuple[float, float] = letter) -> Image.Image:
    """The page as a scanner sees it, in grey."""
    content = io.BytesIO()
    canvas = Canvas(content, pagesize=size)
    draw(canvas)
    canvas.save()
    page = pdfium.PdfDocument(content.getvalue())[0]
    seen: Image.Image = page.render(scale=dpi / 72, grayscale=True).to_pil()
    return seen.convert("L")


def placed(seen: Image.Image, size: tuple[float, float] = letter) -> Draw:
    """A page that holds this picture and nothing else."""
    return lambda page: page.drawImage(ImageReader(seen), 0, 0, *size)


def scanned(path: Path, *pages: Draw, dpi: float = 200) -> Path:
    """A PDF whose pages are pictures."""
    return typed(path, *(placed(picture(draw, dpi)) for draw in pages))


def read(path: Path, **how: str) -> Document:
    submission = read_submission([path], **how)  # type: ignore[arg-type]
    assert not submission.unopened
    (document,) = submission.documents
    return document


def words(document: Document) -> str:
    return " ".join(block.text for block in document.blocks)


def assert_read(document: Document, sentences: tuple[str, ...] = SENTENCES) -> None:
    assert not document.unread
    for sentence in sentences:
        assert sentence in words(document)
