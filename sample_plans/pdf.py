"""A sample plan as a PDF: letter-size report pages and 36 by 24 inch sheets in the order of the source."""

from itertools import zip_longest
from pathlib import Path
from typing import assert_never
from xml.sax.saxutils import escape

from ink import ink
from reportlab import rl_config
from reportlab.lib import colors
from reportlab.lib.enums import TA_CENTER
from reportlab.lib.pagesizes import letter
from reportlab.lib.styles import ParagraphStyle
from reportlab.lib.units import inch
from reportlab.pdfgen.canvas import Canvas
from reportlab.platypus import (
    BaseDocTemplate,
    CondPageBreak,
    Flowable,
    Frame,
    NextPageTemplate,
    PageTemplate,
    Spacer,
)
from reportlab.platypus import PageBreak as EndPage
from reportlab.platypus import Paragraph as Text
from reportlab.platypus import Table as Grid
from reportlab.platypus.tableofcontents import TableOfContents
from sheet import HEIGHT, WIDTH, draw_sheet
from source import Block, Heading, Noise, PageBreak, Paragraph, Plan, Sheet, Signature, Table

MARGIN = 1 * inch
INK = colors.Color(0.07, 0.1, 0.42)


def write_pdf(plan: Plan, out: Path) -> None:
    """Write the plan to `out`; the same plan gives the same bytes."""
    styles = _styles(plan)
    runs: list[tuple[str, list[Flowable]]] = []
    if plan.cover:
        runs.append(("cover", _cover(plan, styles)))
    if plan.toc:
        runs.append(("page", [Text("Table of Contents", styles["contents"]), _contents(styles)]))
    pages: list[Flowable] = []
    for block, following in zip_longest(plan.blocks, plan.blocks[1:]):
        if isinstance(block, Sheet | PageBreak):
            if pages:
                runs.append(("page", pages))
            pages = []
            if isinstance(block, Sheet):
                runs.append(("sheet", [_Drawing(plan, block)]))
        else:
            pages += _flowables(block, styles)
            if isinstance(following, Signature) and isinstance(block, Paragraph):
                pages[-1].keepWithNext = 1  # a statement stays with its signature
    if pages:
        runs.append(("page", pages))
    document = _Document(str(out), plan, runs[0][0])
    story: list[Flowable] = []
    for at, (kind, flowables) in enumerate(runs):
        if at:
            story += [NextPageTemplate(kind), EndPage()]
        story += flowables
    rl_config.useA85 = 0  # binary streams, a fifth smaller
    document.multiBuild(story)


class _Document(BaseDocTemplate):
    """The page templates, and an entry in the contents and the outline for every heading laid out."""

    def __init__(self, name: str, plan: Plan, first: str) -> None:
        super().__init__(name, pagesize=letter, invariant=1, title=plan.title, author=plan.header or plan.title)
        self.plan = plan
        body = (MARGIN, MARGIN, letter[0] - 2 * MARGIN, letter[1] - 2 * MARGIN)
        whole = (0, 0, WIDTH, HEIGHT)
        templates = [
            PageTemplate("page", [Frame(*body, id="body")], onPage=self._furniture, pagesize=letter),
            PageTemplate("cover", [Frame(*body, id="cover")], pagesize=letter),
            PageTemplate("sheet", [Frame(*whole, 0, 0, 0, 0, id="sheet")], pagesize=(WIDTH, HEIGHT)),
        ]
        self.addPageTemplates(sorted(templates, key=lambda template: template.id != first))

    def afterFlowable(self, flowable: Flowable) -> None:
        level = getattr(flowable, "contents_level", None)
        if level is None:
            return
        key = f"heading-{self.seq.next('heading')}"
        title = flowable.getPlainText()
        self.canv.bookmarkPage(key)
        self.canv.addOutlineEntry(title, key, level)
        self.notify("TOCEntry", (level, escape(title), self.page, key))

    def beforeDocument(self) -> None:
        self.seq.reset("heading")

    def _furniture(self, canvas: Canvas, document: BaseDocTemplate) -> None:
        """The running header and footer of a report page."""
        wide, high = letter
        canvas.saveState()
        canvas.setFont(_faces(self.plan)[0], 8.5)
        canvas.setFillGray(0.3)
        canvas.setStrokeGray(0.6)
        canvas.setLineWidth(0.5)
        if self.plan.header:
            canvas.drawString(MARGIN, high - 0.62 * inch, self.plan.header)
            canvas.line(MARGIN, high - 0.7 * inch, wide - MARGIN, high - 0.7 * inch)
        canvas.line(MARGIN, 0.75 * inch, wide - MARGIN, 0.75 * inch)
        canvas.drawString(MARGIN, 0.58 * inch, self.plan.footer)
        canvas.drawRightString(wide - MARGIN, 0.58 * inch, f"Page {document.page}")
        canvas.restoreState()


class _Drawing(Flowable):
    """A sheet, which fills its page."""

    def __init__(self, plan: Plan, sheet: Sheet) -> None:
        super().__init__()
        self.plan, self.sheet = plan, sheet

    def wrap(self, *_: float) -> tuple[float, float]:
        return WIDTH - 1, HEIGHT - 1

    def draw(self) -> None:
        self.canv.saveState()
        draw_sheet(self.canv, self.plan, self.sheet)
        self.canv.restoreState()


class _SignatureBlock(Flowable):
    """A line to sign on, ink over it where it is signed, and the block's rows below."""

    ROW, LINE, LABELS = 17.0, 250.0, 72.0

    def __init__(self, block: Signature, face: str, size: float) -> None:
        super().__init__()
        self.block, self.face, self.size = block, face, size

    def wrap(self, *_: float) -> tuple[float, float]:
        return self.LABELS + self.LINE, 44 + self.ROW * len(self.block.rows) + 10

    def draw(self) -> None:
        canvas, y = self.canv, self.ROW * len(self.block.rows) + 12
        canvas.setFont(self.face, self.size)
        canvas.setLineWidth(0.7)
        canvas.drawString(0, y, "Signature:")
        canvas.line(self.LABELS, y - 2, self.LABELS + self.LINE, y - 2)
        if self.block.signed:
            _draw_ink(canvas, self.LABELS + 14, y - 10, dict(self.block.rows).get("Name", ""))
        for label, value in self.block.rows:
            y -= self.ROW
            canvas.drawString(0, y, f"{label}:")
            canvas.drawString(self.LABELS, y, value)
            if not value:
                canvas.line(self.LABELS, y - 2, self.LABELS + self.LINE * 0.6, y - 2)


def _draw_ink(canvas: Canvas, x: float, y: float, name: str) -> None:
    path = canvas.beginPath()
    for at, (along, up) in enumerate(ink(name)):
        (path.lineTo if at else path.moveTo)(x + 165 * along, y + 46 * up)
    canvas.saveState()
    canvas.setStrokeColor(INK)
    canvas.setLineWidth(1.1)
    canvas.setLineJoin(1)
    canvas.drawPath(path)
    canvas.restoreState()


def _faces(plan: Plan) -> tuple[str, str]:
    """The plain and the bold typeface."""
    return ("Times-Roman", "Times-Bold") if plan.serif else ("Helvetica", "Helvetica-Bold")


def _styles(plan: Plan) -> dict[str, ParagraphStyle]:
    face, bold = _faces(plan)
    size = plan.size
    body = ParagraphStyle(
        "body", fontName=face, fontSize=size, leading=size * 1.28, spaceAfter=size * 0.65, allowWidows=0
    )
    heads = {
        str(level): ParagraphStyle(
            f"heading {level}", body, fontName=bold, fontSize=size + grow, leading=(size + grow) * 1.2,
            spaceBefore=size * before, spaceAfter=size * 0.55, keepWithNext=1,
        )
        for level, grow, before in ((1, 5, 1.4), (2, 2.5, 0.9), (3, 1, 0.7))
    }  # fmt: skip
    return heads | {
        "body": body,
        "bullet": ParagraphStyle("bullet", body, leftIndent=20, bulletIndent=8, spaceAfter=size * 0.4),
        "cell": ParagraphStyle("cell", body, fontSize=size - 1.5, leading=(size - 1.5) * 1.2, spaceAfter=0),
        "head": ParagraphStyle("head", body, fontName=bold, fontSize=size - 1.5, leading=(size - 1.5) * 1.2),
        "contents": ParagraphStyle("contents", heads["1"], spaceAfter=14),
        "cover": ParagraphStyle("cover", body, alignment=TA_CENTER, fontSize=size + 2, leading=size * 2),
        "title": ParagraphStyle("title", body, alignment=TA_CENTER, fontName=bold, fontSize=22, leading=30),
    }


def _cover(plan: Plan, styles: dict[str, ParagraphStyle]) -> list[Flowable]:
    first, *rest = plan.cover
    lines = [Text(escape(line), styles["cover"]) for line in rest]
    return [Spacer(1, 2 * inch), Text(escape(first), styles["title"]), Spacer(1, 0.5 * inch), *lines]


def _contents(styles: dict[str, ParagraphStyle]) -> TableOfContents:
    contents = TableOfContents(dotsMinLevel=0)
    contents.levelStyles = [
        ParagraphStyle(f"contents {level}", styles["body"], leftIndent=16 * level, spaceAfter=2) for level in range(3)
    ]
    return contents


def _flowables(block: Block, styles: dict[str, ParagraphStyle]) -> list[Flowable]:
    """What a block becomes on a report page; sheets and page breaks stand between the runs of pages."""
    match block:
        case Heading(level, text):
            title = Text(escape(text), styles[str(level)])
            title.contents_level = level - 1
            return [CondPageBreak(0.9 * inch), title]
        case Paragraph(text, True):
            return [Text(escape(text), styles["bullet"], bulletText="•")]
        case Paragraph(text):
            return [Text(escape(text), styles["body"])]
        case Table(rows):
            return [_grid(rows, styles), Spacer(1, 10)]
        case Signature():
            return [_SignatureBlock(block, styles["body"].fontName, styles["body"].fontSize), Spacer(1, 8)]
        case Noise(blocks):
            return [
                Text(escape(part.text), styles[str(part.level) if isinstance(part, Heading) else "body"])
                for part in blocks
            ]
        case Sheet() | PageBreak():
            return []
        case _:
            assert_never(block)


def _grid(rows: tuple[tuple[str, ...], ...], styles: dict[str, ParagraphStyle]) -> Grid:
    """A ruled table; columns share the width by the length of what they hold."""
    weights = [max(10.0, min(60.0, max(len(row[at]) for row in rows))) for at in range(len(rows[0]))]
    wide = letter[0] - 2 * MARGIN
    cells = [[Text(escape(c), styles["head" if not at else "cell"]) for c in row] for at, row in enumerate(rows)]
    looks = [
        ("GRID", (0, 0), (-1, -1), 0.5, colors.black),
        ("BACKGROUND", (0, 0), (-1, 0), colors.Color(0.9, 0.9, 0.9)),
        ("VALIGN", (0, 0), (-1, -1), "TOP"),
    ]
    return Grid(cells, [wide * weight / sum(weights) for weight in weights], style=looks, repeatRows=1)
