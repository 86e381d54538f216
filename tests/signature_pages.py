"""Certification pages, signed and unsigned in many ways, as PDF files, scans and Word files."""

import io
import math
import sys
import textwrap
import zipfile
from collections.abc import Callable, Iterator, Sequence
from itertools import pairwise
from pathlib import Path
from typing import Any, NamedTuple

import docx
import pypdfium2 as pdfium
from docx.oxml import parse_xml
from docx.shared import Inches
from PIL import Image, ImageDraw
from reportlab.lib.utils import ImageReader
from reportlab.pdfbase.pdfdoc import PDFArray, PDFDictionary, PDFName, PDFString
from reportlab.pdfgen.canvas import Canvas

sys.path.append(str(Path(__file__).parent.parent / "sample_plans"))
from ink import ink

NAME, LICENCE, DATE = "Adaeze Wynne, P.E.", "New York License No. 097315", "February 9, 2026"
SIGNATURE = "{00000000-1111-2222-3333-444444444444}"


class Line(NamedTuple):
    """Where a layout has its lines, in points: the signature's and the date's."""

    x: float
    y: float
    wide: float
    date_x: float
    date_y: float


# ---------------------------------------------------------------- layouts of a PDF page
def beside(c: Canvas) -> Line:
    """A label left of a drawn rule, the other lines below it."""
    c.drawString(72, 500, "Signature:")
    c.line(140, 498, 380, 498)
    _below(c, ("Name:", NAME), ("License:", LICENCE), ("Date:", ""), y=480)
    return Line(140, 498, 240, 140, 446)


def blank(c: Canvas) -> Line:
    """Label, blank, label, blank in one line of characters."""
    text = "Signature: ______________________________  Date: ______________"
    c.drawString(72, 500, text)
    _below(c, ("Name:", NAME), ("License:", LICENCE), y=478)
    start, date = (72 + c.stringWidth(text[: text.index(part)]) for part in ("_", "Date"))
    return Line(start, 498, c.stringWidth("_" * 30), date + 30, 498)


def over_label(c: Canvas) -> Line:
    """A rule with its label under it, and the date's beside it."""
    c.line(72, 500, 300, 500)
    c.drawString(72, 488, "Signature")
    c.line(340, 500, 470, 500)
    c.drawString(340, 488, "Date")
    _below(c, ("", f"{NAME}, Principal"), ("", LICENCE), y=464)
    return Line(72, 500, 228, 340, 500)


def over_name(c: Canvas) -> Line:
    """A rule with the printed name under it and no label."""
    c.line(72, 500, 300, 500)
    c.drawString(72, 488, NAME)
    c.drawString(72, 474, LICENCE)
    c.drawString(72, 446, "Date:")
    c.line(110, 444, 220, 444)
    return Line(72, 500, 228, 110, 444)


def grid(c: Canvas) -> Line:
    """The rows of a ruled table, the signature's with an empty cell."""
    for row in range(5):
        c.line(72, 524 - 28 * row, 472, 524 - 28 * row)
    for x in (72, 192, 472):
        c.line(x, 524, x, 412)
    for row, (label, value) in enumerate(
        (("Signature", ""), ("Printed name", NAME), ("License number", LICENCE), ("Date", ""))
    ):
        c.drawString(78, 506 - 28 * row, label)
        c.drawString(198, 506 - 28 * row, value)
    return Line(198, 500, 240, 198, 418)


def by(c: Canvas) -> Line:
    """ "By:" and a rule, the name under it."""
    c.drawString(72, 500, "By:")
    c.line(96, 498, 320, 498)
    c.drawString(96, 484, f"{NAME}, Principal")
    c.drawString(96, 470, LICENCE)
    c.drawString(72, 446, "Date: ____________")
    return Line(96, 498, 224, 100, 444)


def cross(c: Canvas) -> Line:
    """ "X" and a blank."""
    c.drawString(72, 500, "X______________________________")
    c.drawString(84, 484, f"{NAME}, Principal")
    c.drawString(84, 470, LICENCE)
    c.drawString(72, 446, "Date: ____________")
    return Line(82, 498, 190, 100, 444)


def _below(c: Canvas, *rows: tuple[str, str], y: float) -> None:
    for label, value in rows:
        c.drawString(72, y, label)
        c.drawString(140 if label else 72, y, value)
        if not value:
            c.line(140, y - 2, 290, y - 2)
        y -= 17


LAYOUTS: dict[str, Callable[[Canvas], Line]] = {
    f.__name__: f for f in (beside, blank, over_label, over_name, grid, by, cross)
}


# ---------------------------------------------------------------- what stands on the page's lines
def vector_ink(c: Canvas, line: Line) -> None:
    """One long stroke."""
    _stroke(c, line.x + 16, line.y - 8, 150, 42)


def strokes(c: Canvas, line: Line) -> None:
    """Many short strokes, each a path of its own."""
    points = [(line.x + 16 + 140 * a, line.y - 6 + 38 * b) for a, b in ink("Adaeze Wynne")]
    for (x0, y0), (x1, y1) in pairwise(points):
        c.line(x0, y0, x1, y1)


def flattened(c: Canvas, line: Line) -> None:
    """Ink in a form object with a place and a scale of its own, as stamps are flattened to."""
    c.beginForm("mark")
    _stroke(c, 0, 0, 300, 80)
    c.endForm()
    c.saveState()
    c.transform(0.5, 0, 0, 0.5, line.x + 16, line.y - 6)
    c.doForm("mark")
    c.restoreState()


def image(c: Canvas, line: Line) -> None:
    """A picture of a signature."""
    c.drawImage(ImageReader(signature_picture()), line.x + 10, line.y - 6, 150, 38, mask="auto")


def ink_annotation(c: Canvas, line: Line) -> None:
    """Ink drawn with a viewer's pen."""
    points = [v for a, b in ink("A. Wynne") for v in (line.x + 10 + 120 * a, line.y - 4 + 30 * b)]
    _annotate(c, "Ink", (line.x + 10, line.y - 4, line.x + 130, line.y + 26), InkList=PDFArray([PDFArray(points)]))


def stamp_annotation(c: Canvas, line: Line) -> None:
    """A stamp of a viewer."""
    _annotate(c, "Stamp", (line.x + 10, line.y - 4, line.x + 130, line.y + 26), Name=PDFName("#23Wynne"))


def signed_field(c: Canvas, line: Line) -> None:
    """A signature field with a value."""
    value = PDFDictionary({"Type": PDFName("Sig"), "Filter": PDFName("Adobe.PPKLite"), "Contents": PDFString("0")})
    _annotate(
        c, "Widget", (line.x + 4, line.y, line.x + 150, line.y + 24), FT=PDFName("Sig"), T=PDFString("s"), V=value
    )


def typed(c: Canvas, line: Line) -> None:
    """A name typed over the line."""
    c.drawString(line.x + 12, line.y + 4, "Adaeze Wynne")


def slashes(c: Canvas, line: Line) -> None:
    """A conformed signature."""
    c.drawString(line.x + 12, line.y + 4, "/s/ Adaeze Wynne")


def nothing(_c: Canvas, _line: Line) -> None:
    """Nobody has signed."""


def open_field(c: Canvas, line: Line) -> None:
    """A signature field without a value."""
    _annotate(c, "Widget", (line.x + 4, line.y, line.x + 150, line.y + 24), FT=PDFName("Sig"), T=PDFString("s"))


def dated(c: Canvas, line: Line) -> None:
    """Only the date is written, by hand."""
    _stroke(c, line.date_x + 8, line.date_y - 4, 70, 18)


def date_typed(c: Canvas, line: Line) -> None:
    """Only the date is there, in type."""
    c.drawString(line.date_x + 6, line.date_y + 3, DATE)


def logo(c: Canvas, line: Line) -> None:
    """A company's logo right under the statement, and the firm's name beside it."""
    c.drawImage(ImageReader(signature_picture()), 400, 562, 120, 40)
    c.drawString(300, 576, "Tessaro Wynne")
    assert line.y < 540


def seal(c: Canvas, line: Line) -> None:
    """The picture of a professional's seal beside the line."""
    c.drawImage(ImageReader(seal_picture()), line.x + 90, line.y - 20, 96, 96)


def drawn_seal(c: Canvas, line: Line) -> None:
    """A seal drawn as circles and a star."""
    x, y = line.x + 150, line.y + 10
    for radius in (48, 44, 30):
        c.circle(x, y, radius)
    path = c.beginPath()
    for at in range(60):
        turn = at * 0.105
        path.moveTo(x, y) if not at else path.lineTo(x + 46 * _cos(turn), y + 46 * _cos(turn - 1.571))
    c.drawPath(path)


def sign_here(c: Canvas, line: Line) -> None:
    """The stamp that shows where to sign."""
    _annotate(c, "Stamp", (line.x - 10, line.y - 4, line.x + 60, line.y + 16), Name=PDFName("SBSignHere"))


SIGNED = (*(vector_ink, strokes, flattened, image, ink_annotation, stamp_annotation, signed_field, typed, slashes),)
UNSIGNED = (nothing, open_field, dated, date_typed, logo, seal, drawn_seal, sign_here)
SEEN = {
    **dict.fromkeys((vector_ink, strokes, flattened, ink_annotation), "a mark stands on the signature line"),
    image: "a picture stands on the signature line",
    stamp_annotation: "a stamp stands on the signature line",
    signed_field: "the signature field holds a digital signature",
    typed: "a typed name stands on the signature line",
    slashes: "words stand for a signature",
    open_field: "the signature field is empty",
}


def _cos(x: float) -> float:
    return math.cos(x)


def _stroke(c: Canvas, x: float, y: float, wide: float, high: float) -> None:
    path = c.beginPath()
    for at, (along, up) in enumerate(ink("Adaeze Wynne")):
        (path.lineTo if at else path.moveTo)(x + wide * along, y + high * up)
    c.drawPath(path)


def _annotate(c: Canvas, subtype: str, box: Sequence[float], **keys: Any) -> None:
    c._addAnnotation(
        PDFDictionary(
            {"Type": PDFName("Annot"), "Subtype": PDFName(subtype), "Rect": PDFArray(list(box)), "F": 4, **keys}
        )
    )


def signature_picture() -> io.BytesIO:
    """A PNG of a signature."""
    picture = Image.new("RGB", (600, 150), "white")
    ImageDraw.Draw(picture).line([(10 + 570 * a, 140 - 130 * b) for a, b in ink("A. Wynne")], "navy", 4)
    return _png(picture)


def seal_picture() -> io.BytesIO:
    """A PNG of a round seal."""
    picture = Image.new("RGB", (300, 300), "white")
    for inset in (5, 20, 90):
        ImageDraw.Draw(picture).ellipse((inset, inset, 300 - inset, 300 - inset), outline="black", width=3)
    return _png(picture)


def _png(picture: Image.Image) -> io.BytesIO:
    buffer = io.BytesIO()
    picture.save(buffer, "PNG")
    buffer.seek(0)
    return buffer


# ---------------------------------------------------------------- files
def pdf_page(
    path: Path, statement: str, layout: Callable[[Canvas], Line], mark: Callable[[Canvas, Line], None]
) -> Path:
    """A page with a title, the statement and a signature block."""
    c = Canvas(str(path), pagesize=(612, 792), invariant=1)
    c.setFont("Helvetica-Bold", 14)
    c.drawString(72, 720, "8.1 Preparer's Certification")
    c.setFont("Helvetica", 11)
    y = 696.0
    for text in textwrap.wrap(statement, 84):
        c.drawString(72, y, text)
        y -= 14
    mark(c, layout(c))
    c.save()
    return path


def scanned(path: Path, page: Path) -> Path:
    """A page as the picture that a scanner makes of it, in grey, 200 dots an inch."""
    document = pdfium.PdfDocument(page)
    picture = document[0].render(scale=200 / 72, grayscale=True, may_draw_forms=False).to_pil()
    document.close()
    c = Canvas(str(path), pagesize=(612, 792), invariant=1)
    c.drawImage(ImageReader(_png(picture)), 0, 0, 612, 792)
    c.save()
    return path


def word_pages(folder: Path, statement: str) -> Iterator[tuple[str, Path, bool]]:
    """Word files with the statement: what stands under it, the file, and whether it is signed."""
    pictures = {"signature": signature_picture, "seal": seal_picture}

    def written(*parts: Any) -> Callable[[Any], None]:
        def write(document: Any) -> None:
            for part in parts:
                match part:
                    case ("picture", which, *alt):
                        run = document.add_paragraph().add_run()
                        run.add_picture(pictures[which](), width=Inches(2.1 if which == "signature" else 1.4))
                        for properties in run._r.xpath(".//wp:docPr"):
                            properties.set("descr", " ".join(alt))
                    case ("row", *cells):
                        row = document.add_table(rows=1, cols=len(cells)).rows[0]
                        for cell, text in zip(row.cells, cells, strict=True):
                            if text == "picture":
                                cell.paragraphs[0].add_run().add_picture(signature_picture(), width=Inches(2.1))
                            else:
                                cell.text = text
                    case ("line", signer):
                        document.add_paragraph()._p.append(parse_xml(SIGNATURE_LINE.replace("SIGNER", signer)))
                    case _:
                        document.add_paragraph(part)

        return write

    rest = (NAME, LICENCE, f"Date: {DATE}")
    rule = "_" * 36
    made: dict[str, tuple[Callable[[Any], None], bool]] = {
        "a picture above the blank": (written(("picture", "signature"), rule, *rest), True),
        "a picture under the label": (written("Signature:", ("picture", "signature"), rule, *rest), True),
        "a picture above the name": (written(("picture", "signature"), *rest), True),
        "a picture in a row": (written(("row", "Signature:", "picture"), ("row", "Name:", NAME), *rest), True),
        "a picture above the label": (written(("row", "picture", ""), ("row", "Signature", "Date"), *rest), True),
        "a typed name": (written("Signature: Adaeze Wynne", *rest), True),
        "a typed name in a row": (written(("row", "Signature", "Adaeze Wynne"), ("row", "Name", NAME), *rest), True),
        "a typed name above the blank": (written("Adaeze Wynne", rule, "Signature", *rest), True),
        "slashes": (written("By: /s/ Adaeze Wynne", *rest), True),
        "a signed signature line": (written(("line", NAME), *rest), True),
        "an open signature line": (written(("line", NAME), *rest), False),
        "a blank": (written(f"Signature: {rule}", *rest), False),
        "a blank above the name": (written(rule, *rest), False),
        "a blank above the label": (written(rule, "Signature", *rest), False),
        "a blank row": (written(("row", "Signature:", rule), ("row", "Name:", NAME), *rest), False),
        "an empty row": (written(("row", "Signature", ""), ("row", "Name", NAME), *rest), False),
        "the name of who will sign": (written(f"By: {NAME}", f"Signature: {rule}", *rest), False),
        "a name under the line": (written(f"Signature: {rule}", f"Print: {NAME}", LICENCE, f"Date: {DATE}"), False),
        "only a name": (written(*rest), False),
        "a date alone": (written(f"Signature: {rule}  Date: {DATE}", *rest), False),
        "what shall be done": (written("Signature: to be signed upon approval", *rest), False),
        "a logo": (written(("picture", "signature", "company logo"), rule, *rest), False),
        "a seal": (written(("picture", "seal"), rule, *rest), False),
        "a logo before the block": (written(("picture", "signature"), f"Signature: {rule}", *rest), False),
    }
    for name, (write, signed) in made.items():
        document = docx.Document()
        document.add_heading("8.1 Preparer's Certification", 1)
        document.add_paragraph(statement)
        write(document)
        path = folder / f"{name}.docx"
        document.save(str(path))
        if name == "a signed signature line":
            _sign(path)
        yield name, path, signed


SIGNATURE_LINE = (
    '<w:r xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"><w:pict'
    ' xmlns:v="urn:schemas-microsoft-com:vml" xmlns:o="urn:schemas-microsoft-com:office:office">'
    '<v:shape style="width:192pt;height:96pt" alt="Microsoft Office Signature Line..."><v:imagedata o:title=""/>'
    f'<o:signatureline id="{SIGNATURE}" o:suggestedsigner="SIGNER" issignatureline="t"/></v:shape></w:pict></w:r>'
)


def _sign(path: Path) -> None:
    """Add what Word adds to a file whose signature line is signed (the digest itself is not looked at)."""
    relation = "http://schemas.openxmlformats.org/package/2006/relationships"
    kind = f"{relation}/digital-signature"
    line = f'<Relationships xmlns="{relation}"><Relationship Id="r" Type="{kind}/signature" Target="sig1.xml"/></Relationships>'
    with zipfile.ZipFile(path) as old:
        parts = {name: old.read(name) for name in old.namelist()}
    origin = f'<Relationship Id="sig" Type="{kind}/origin" Target="_xmlsignatures/origin.sigs"/></Relationships>'
    parts["_rels/.rels"] = parts["_rels/.rels"].replace(b"</Relationships>", origin.encode())
    with zipfile.ZipFile(path, "w") as new:
        for name, content in parts.items():
            new.writestr(name, content)
        new.writestr("_xmlsignatures/origin.sigs", b"")
        new.writestr("_xmlsignatures/_rels/origin.sigs.rels", line)
        office = "http://schemas.microsoft.com/office/2006/digsig"
        new.writestr(
            "_xmlsignatures/sig1.xml", f'<Signature><SetupID xmlns="{office}">{SIGNATURE}</SetupID></Signature>'
        )
