"""Puts what a page shows beside its contents among its pieces: a field's value at its label, a note at its place."""

import re
from collections.abc import Callable, Sequence
from dataclasses import replace

import pypdfium2 as pdfium

from swppp_check.reading.forms import BLANK, Entry, Shown
from swppp_check.reading.frame import Box, Frame
from swppp_check.reading.glyphs import clean
from swppp_check.reading.pieces import Piece

# How far a field may be from its label, in points: to the right of it, under or above it, a tick box before it.
BESIDE, UNDER, BOX_BESIDE = 250.0, 14.0, 40.0
# How far a signature field may be from the label of its line, and from any other words.
LABEL_NEAR, WORDS_NEAR = 150.0, 60.0
NOTE_SIZE = 10.0
_RULE = re.compile(r"[\s_.\u2026]*")


def place(pieces: Sequence[Piece], shown: Shown, words: Callable[[Box], str] | None = None) -> list[Piece]:
    """The pieces of a page with its fields and notes among them, and marks where it is signed.

    `words` gives the words in a box of the page as it is shown; without it no piece is cut where a field lies in it.
    """
    result = list(pieces)
    entries = sorted(shown.fields, key=lambda e: (-round(e.place[1] / 4), e.place[0]))
    if words:
        for entry in entries:
            _cut(result, entry.place, words)
    for entry in entries:
        if not (_put_before(result, entry) if entry.box else _put_after(result, entry)):
            _insert(result, _piece(entry, f"{entry.name}: {entry.text}" if entry.name else entry.text))
    for note in shown.notes:
        _add_note(result, note)
    for signed in shown.signed:
        _mark(result, signed)
    return result


def _level(piece: Piece, box: Box) -> bool:
    """Whether a piece stands on the line of a box."""
    overlap = min(piece.y1, box[3]) - max(piece.y0, box[1])
    return piece.turn == 0 and overlap > 0.5 * min(piece.y1 - piece.y0, box[3] - box[1])


def words_in(textpage: pdfium.PdfTextPage, frame: Frame, box: Box) -> str:
    """The words in a box of the page as it is shown."""
    return clean(textpage.get_text_bounded(*frame.filed(box)))


def _cut(pieces: list[Piece], box: Box, words_in: Callable[[Box], str]) -> None:
    """Cut a piece that runs through a field in two; a rule drawn of underscores in the field goes."""
    for at, piece in enumerate(pieces):
        if not (_level(piece, box) and piece.x0 < box[0] + 2 and piece.x1 > box[0] + 4):
            continue

        def words(x0: float, x1: float, of: Piece = piece) -> str:
            return words_in((x0, of.y0, x1, of.y1)) if x1 > x0 + 1 else ""

        left, inside, right = words(piece.x0, box[0]), words(box[0], box[2]), words(box[2], piece.x1)
        if inside and not _RULE.fullmatch(inside):
            return  # the field lies over words: its value follows them
        cut = [
            replace(piece, text=text, x0=x0, x1=x1)
            for text, x0, x1 in (
                (left.rstrip("_ "), piece.x0, min(box[0], piece.x1)),
                (right.lstrip("_ "), box[2], piece.x1),
            )
            if text.strip("_ ")
        ]
        if cut:
            pieces[at : at + 1] = cut
        return


def _put_after(pieces: list[Piece], entry: Entry) -> bool:
    """Put a value after its label: the words before the field, above it or below it."""
    x0, y0, x1, y1 = entry.place
    beside = [
        (x0 - p.x1, at)
        for at, p in enumerate(pieces)
        if _level(p, entry.place) and p.x0 < x0 and -4 - (x1 - x0) < x0 - p.x1 < BESIDE
    ]
    across = [(at, p) for at, p in enumerate(pieces) if p.turn == 0 and p.x0 < x1 and p.x1 > x0]
    above = [(p.y0 - y1, at) for at, p in across if -2 <= p.y0 - y1 < UNDER and abs(p.x0 - x0) < 40]
    below = [(y0 - p.y1, at) for at, p in across if -2 <= y0 - p.y1 < UNDER and abs(p.x0 - x0) < 40]
    found = min(beside or above or below, default=None)
    if found is None:
        return False
    at = found[1]
    label = pieces[at]
    text = label.text if entry.text != BLANK or not label.text.endswith("__") else label.text.rstrip("_ ")
    pieces[at] = replace(label, text=f"{text} {entry.text}", x1=max(label.x1, x1) if beside else label.x1)
    return True


def _put_before(pieces: list[Piece], entry: Entry) -> bool:
    """Put a tick box before the words that follow it, or else after those before it."""
    x0, _, x1, _ = entry.place
    level = [(at, p) for at, p in enumerate(pieces) if _level(p, entry.place)]
    after = [(p.x0 - x1, at) for at, p in level if -3 <= p.x0 - x1 < BOX_BESIDE]
    before = [(x0 - p.x1, at) for at, p in level if -3 <= x0 - p.x1 < BOX_BESIDE]
    if after:
        at = min(after)[1]
        pieces[at] = replace(pieces[at], text=f"{entry.text} {pieces[at].text}", x0=x0)
    elif before:
        at = min(before)[1]
        pieces[at] = replace(pieces[at], text=f"{pieces[at].text} {entry.text}", x1=x1)
    return bool(after or before)


def _piece(entry: Entry, text: str) -> Piece:
    x0, y0, x1, y1 = entry.place
    return Piece(text, x0, y0, x1, y1, min(y1 - y0, NOTE_SIZE), bold=False)


def _insert(pieces: list[Piece], piece: Piece) -> None:
    """Put a piece before the first that stands lower on the page."""
    middle = (piece.y0 + piece.y1) / 2
    at = next((i for i, p in enumerate(pieces) if p.turn == piece.turn and p.y1 < middle), len(pieces))
    pieces.insert(at, piece)


def _add_note(pieces: list[Piece], note: Entry) -> None:
    """Add a note after the pieces of the page: the labels of a CAD sheet follow each other line by line."""
    x0, y0, x1, y1 = note.place
    upright = y1 - y0 > 1.5 * (x1 - x0) and len(note.text) > 2
    if upright:
        pieces.append(Piece(note.text, y0, -x1, y1, -x0, x1 - x0, bold=False, turn=90))
    else:
        pieces.append(Piece(note.text, x0, y0, x1, y1, y1 - y0, bold=False))


def _mark(pieces: list[Piece], signed: Box) -> None:
    """Mark the line that a signature field signs: the nearest label of a signature line, or else the nearest words."""
    from swppp_check.reading.labels import is_signature_line

    near = sorted((_distance(p, signed), at) for at, p in enumerate(pieces) if p.turn == 0)
    labels = [(far, at) for far, at in near if far < LABEL_NEAR and is_signature_line(pieces[at].text)]
    for far, at in labels or near[:1]:
        if labels or far < WORDS_NEAR:
            pieces[at] = replace(pieces[at], mark="field")
            return


def _distance(piece: Piece, box: Box) -> float:
    across = max(piece.x0 - box[2], box[0] - piece.x1, 0.0)
    along = max(piece.y0 - box[3], box[1] - piece.y1, 0.0)
    return across + along
