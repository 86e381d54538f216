"""A drawing sheet of 36 by 24 inches: linework, labels scattered over it, a notes column and a title block.

Measures are points from the lower left corner. The linework stands for no real place; it is drawn from the
plan's and the sheet's names, so that the same source gives the same drawing.
"""

import math
import random
from collections.abc import Callable
from itertools import pairwise

from reportlab.lib.units import inch
from reportlab.lib.utils import simpleSplit
from reportlab.pdfgen.canvas import Canvas
from source import Plan, Sheet

WIDTH, HEIGHT = 36 * inch, 24 * inch
PLAIN, BOLD = "Helvetica", "Helvetica-Bold"
NO_SCALE_TEXT = "NONE"
LABEL_LENGTH = 52  # a longer line goes to the notes column
_LEFT, _BOTTOM, _RIGHT, _TOP = 1 * inch, 0.5 * inch, 35.5 * inch, 23.5 * inch
_TITLE_BLOCK = 3.4 * inch
_NOTES = 7.4 * inch


def draw_sheet(canvas: Canvas, plan: Plan, sheet: Sheet) -> None:
    """Draw the sheet on the canvas's page, whose size must be WIDTH by HEIGHT."""
    canvas.setLineWidth(3)
    canvas.rect(_LEFT, _BOTTOM, _RIGHT - _LEFT, _TOP - _BOTTOM)
    notes = [label.text for label in sheet.labels if len(label.text) > LABEL_LENGTH]
    labels = [label.text for label in sheet.labels if len(label.text) <= LABEL_LENGTH]
    right = _RIGHT - _TITLE_BLOCK - (_NOTES if notes else 0)
    _draw_linework(canvas, plan, sheet, right)
    _draw_labels(canvas, labels, random.Random(f"{plan.id}/{sheet.number}/labels"), right)
    if notes:
        _draw_notes(canvas, notes, right)
    _draw_title_block(canvas, plan, sheet)


def _draw_linework(canvas: Canvas, plan: Plan, sheet: Sheet, right: float) -> None:
    words = set(sheet.title.split())
    chance = random.Random(f"{plan.id}/{sheet.number}")
    canvas.saveState()
    area = canvas.beginPath()
    area.rect(_LEFT, _BOTTOM, right - _LEFT, _TOP - _BOTTOM)
    canvas.clipPath(area, stroke=0)
    if words & {"DETAILS", "SECTIONS"}:
        _draw_panels(canvas, chance, right)
    elif "LOCATION" in words:
        _draw_streets(canvas, chance, right)
    else:
        _draw_site(canvas, random.Random(plan.id), right)
    canvas.restoreState()


def _draw_site(canvas: Canvas, chance: random.Random, right: float) -> None:
    """Contours, a street, the parcel's boundary, a building with its paving, trees and a north arrow."""
    canvas.setStrokeGray(0.72)
    phase, pitch = chance.uniform(0, 6), chance.uniform(0.05, 0.2)
    for row in range(-6, 22):
        canvas.setLineWidth(1.6 if row % 5 == 0 else 0.6)
        _draw_curve(
            canvas,
            lambda x, row=row: (  # type: ignore[misc]
                _BOTTOM + row * 92 + pitch * x + 55 * math.sin(x / 310 + phase) + 25 * math.sin(x / 130 + row / 3)
            ),
            right,
        )
    canvas.setStrokeGray(0.35)
    for offset, width in ((0, 2.0), (80, 0.7), (160, 2.0)):
        canvas.setLineWidth(width)
        _draw_curve(canvas, lambda x, offset=offset: _TOP - 260 + offset - 0.03 * x, right)  # type: ignore[misc]
    span, rise = right - _LEFT, _TOP - _BOTTOM
    corners = [(0.08, 0.09), (0.11, 0.78), (0.9, 0.74), (0.94, 0.3), (0.7, 0.07)]
    boundary = canvas.beginPath()
    for at, (x, y) in enumerate(corners):
        (boundary.lineTo if at else boundary.moveTo)(_LEFT + x * span, _BOTTOM + y * rise)
    boundary.close()
    canvas.setStrokeGray(0)
    canvas.setLineWidth(3)
    canvas.setDash([40, 8, 6, 8])
    canvas.drawPath(boundary)
    canvas.setDash()
    left, low = _LEFT + chance.uniform(0.3, 0.4) * span, _BOTTOM + chance.uniform(0.35, 0.42) * rise
    canvas.setLineWidth(2)
    canvas.rect(left, low, 0.24 * span, 0.2 * rise)
    canvas.setLineWidth(0.8)
    canvas.roundRect(left - 0.05 * span, low - 0.14 * rise, 0.42 * span, 0.38 * rise, 30)
    canvas.line(left + 0.1 * span, low + 0.24 * rise, left + 0.1 * span, _TOP - 260)
    canvas.line(left + 0.13 * span, low + 0.24 * rise, left + 0.13 * span, _TOP - 260)
    for _ in range(60):
        x, y = _LEFT + chance.uniform(0.1, 0.92) * span, _BOTTOM + chance.uniform(0.08, 0.25) * rise
        canvas.circle(x, y, chance.uniform(8, 18))
    _draw_north(canvas, right - 110, _TOP - 130)


def _draw_streets(canvas: Canvas, chance: random.Random, right: float) -> None:
    canvas.setStrokeGray(0.4)
    for _ in range(14):
        canvas.setLineWidth(chance.choice((1, 1, 3)))
        y, slope, bend = chance.uniform(_BOTTOM, _TOP), chance.uniform(-0.6, 0.6), chance.uniform(150, 500)
        _draw_curve(canvas, lambda x: y + slope * (x - 800) + 40 * math.sin(x / bend), right)  # noqa: B023
    canvas.setLineWidth(4)
    canvas.setStrokeGray(0)
    canvas.circle((_LEFT + right) / 2, (_BOTTOM + _TOP) / 2, 34)
    _draw_north(canvas, right - 110, _TOP - 130)


def _draw_panels(canvas: Canvas, chance: random.Random, right: float) -> None:
    """A grid of framed details, each with a ground line, a stake or pipe, and stone."""
    wide, high = (right - _LEFT) / 4, (_TOP - _BOTTOM) / 3
    for column in range(4):
        for row in range(3):
            x, y = _LEFT + column * wide, _BOTTOM + row * high
            canvas.setLineWidth(1.2)
            canvas.rect(x, y, wide, high)
            ground = y + high * 0.42
            canvas.line(x + 30, ground, x + wide - 30, ground + chance.uniform(-20, 20))
            canvas.setLineWidth(0.8)
            for _ in range(36):
                canvas.circle(x + chance.uniform(50, wide - 50), ground - chance.uniform(8, 60), chance.uniform(3, 9))
            middle = x + chance.uniform(0.35, 0.6) * wide
            match chance.randrange(3):
                case 0:  # a stake and its footing
                    canvas.rect(middle, ground - 70, 12, 190)
                    canvas.rect(middle - 60, ground - 90, 130, 18)
                case 1:  # a pipe in its trench
                    canvas.circle(middle, ground - 60, 34)
                    canvas.circle(middle, ground - 60, 27)
                    canvas.lines([(middle - 60, ground, middle - 50, ground - 110)])
                    canvas.lines([(middle + 60, ground, middle + 50, ground - 110)])
                case _:  # a basin between its banks
                    banks = [(-150, 90), (-60, -40), (60, -40), (150, 90)]
                    for (x1, y1), (x2, y2) in pairwise(banks):
                        canvas.line(middle + x1, ground + y1, middle + x2, ground + y2)
                    canvas.line(middle - 105, ground + 25, middle + 105, ground + 25)


def _draw_curve(canvas: Canvas, height: Callable[[float], float], right: float) -> None:
    path = canvas.beginPath()
    path.moveTo(_LEFT, height(_LEFT))
    steps = 36
    for step in range(1, steps + 1):
        x = _LEFT + (right - _LEFT) * step / steps
        path.lineTo(x, height(x))
    canvas.drawPath(path)


def _draw_north(canvas: Canvas, x: float, y: float) -> None:
    canvas.setLineWidth(2)
    canvas.circle(x, y, 36)
    canvas.line(x, y - 52, x, y + 62)
    canvas.line(x, y + 62, x - 12, y + 36)
    canvas.line(x, y + 62, x + 12, y + 36)


def _draw_labels(canvas: Canvas, labels: list[str], chance: random.Random, right: float) -> None:
    """Each label in a cell of its own, some upright or slanting, on a white ground that breaks the lines."""
    columns = max(1, math.ceil(math.sqrt(len(labels) * 0.7)))
    rows = max(1, math.ceil(len(labels) / columns))
    wide, high = (right - _LEFT - 80) / columns, (_TOP - _BOTTOM - 240) / rows
    cells = [(column, row) for row in range(rows) for column in range(columns)]
    chance.shuffle(cells)
    for text, (column, row) in zip(labels, cells, strict=False):
        size = 17.0
        while canvas.stringWidth(text, PLAIN, size) > wide - 24 and size > 9:
            size -= 0.5
        length = canvas.stringWidth(text, PLAIN, size)
        turn = chance.choice((0, 0, 0, 0, 90, 20)) if length < high - 30 else 0
        room = max(0.0, wide - 24 - length) / 2 if turn == 0 else 0.0
        canvas.saveState()
        canvas.translate(
            _LEFT + 40 + (column + 0.5) * wide + chance.uniform(-room, room),
            _BOTTOM + 60 + (row + 0.5) * high + (chance.uniform(-0.25, 0.25) * high if turn == 0 else 0),
        )
        canvas.rotate(turn)
        canvas.setFillGray(1)
        canvas.rect(-length / 2 - 4, -size * 0.35, length + 8, size * 1.25, stroke=0, fill=1)
        canvas.setFillGray(0)
        canvas.setFont(PLAIN, size)
        canvas.drawCentredString(0, 0, text)
        canvas.setLineWidth(0.8)
        canvas.line(length / 2 + 6, size * 0.3, length / 2 + 28, size * 0.3 - 16)
        canvas.restoreState()


def _draw_notes(canvas: Canvas, notes: list[str], left: float) -> None:
    canvas.setLineWidth(1.5)
    canvas.line(left, _BOTTOM, left, _TOP)
    canvas.setFont(BOLD, 20)
    canvas.drawString(left + 18, _TOP - 40, "NOTES")
    size = 15.0
    while True:
        wrapped = [simpleSplit(note, PLAIN, size, _NOTES - 76) for note in notes]
        height = sum(len(lines) * size * 1.25 + size * 0.7 for lines in wrapped)
        if height < _TOP - _BOTTOM - 100 or size <= 8:
            break
        size -= 0.5
    canvas.setFont(PLAIN, size)
    y = _TOP - 80
    for number, lines in enumerate(wrapped, 1):
        canvas.drawRightString(left + 42, y, f"{number}.")
        for line in lines:
            canvas.drawString(left + 52, y, line)
            y -= size * 1.25
        y -= size * 0.7


def _draw_title_block(canvas: Canvas, plan: Plan, sheet: Sheet) -> None:
    left, middle = _RIGHT - _TITLE_BLOCK, _RIGHT - _TITLE_BLOCK / 2
    canvas.setLineWidth(3)
    canvas.line(left, _BOTTOM, left, _TOP)
    canvas.setLineWidth(1)
    for y in (_BOTTOM + 120, _BOTTOM + 190, _BOTTOM + 330, _BOTTOM + 560):
        canvas.line(left, y, _RIGHT, y)
    canvas.setFont(BOLD, 60 if len(sheet.number) < 8 else 32)
    canvas.drawCentredString(middle, _BOTTOM + 40, sheet.number)
    canvas.setFont(BOLD, 18)
    canvas.drawCentredString(middle, _BOTTOM + 148, f"SCALE: {sheet.scale or NO_SCALE_TEXT}")
    _draw_centred(canvas, sheet.title, middle, _BOTTOM + 330, 140, 22)
    _draw_centred(canvas, plan.title, middle, _BOTTOM + 560, 230, 24)
    canvas.saveState()
    canvas.translate(middle, (_BOTTOM + 560 + _TOP) / 2)
    canvas.rotate(90)
    canvas.setFont(BOLD, 26)
    canvas.drawCentredString(0, 14, plan.footer or plan.header)
    canvas.setFont(PLAIN, 13)
    canvas.drawCentredString(0, -22, "Unauthorized alteration of this drawing is a violation of State law.")
    canvas.restoreState()


def _draw_centred(canvas: Canvas, text: str, middle: float, top: float, height: float, size: float) -> None:
    lines = simpleSplit(text, BOLD, size, _TITLE_BLOCK - 24)
    canvas.setFont(BOLD, size)
    y = top - (height - len(lines) * size * 1.2) / 2 - size
    for line in lines:
        canvas.drawCentredString(middle, y, line)
        y -= size * 1.2
