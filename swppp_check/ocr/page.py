"""One page from picture to lines of words: set straight, turned upright, read, and measured.

A worker does this; what it gives is plain data, so that it can be sent and kept.
"""

from collections.abc import Iterator
from dataclasses import asdict, dataclass
from itertools import pairwise
from typing import Any, Self

import numpy as np
from PIL import Image

from swppp_check.ocr.engine import Engine, Word
from swppp_check.ocr.linework import Pixels, large_parts
from swppp_check.ocr.measure import line_size, stroke
from swppp_check.ocr.signing import mark_of
from swppp_check.ocr.skew import straightened
from swppp_check.reading.ink import is_signature_line

# What the words of a well-read page amount to: so many letters and digits, and such a share of them read surely.
ENOUGH, SURE_SHARE, SURE = 15, 0.6, 0.6
# Words less sure than this are no words; among scattered labels, where linework looks like letters, more is asked.
NO_WORD, NO_LABEL = 0.3, 0.55
# What is drawn larger than this many points is no letter.
LETTER = 40.0
OVERLAP = 72.0  # between two tiles of a sheet, in points


@dataclass(frozen=True, slots=True)
class Line:
    """A line of words: each with its text, its box in points from the lower left corner and its confidence.

    `size` is the type size in points, `stroke` the thickness of the letters as a share of it; `mark` says what
    stands on a signature line.
    """

    words: tuple[tuple[str, float, float, float, float, float], ...]
    size: float
    stroke: float
    mark: str = ""

    @property
    def text(self) -> str:
        """The line's words."""
        return " ".join(word[0] for word in self.words)


@dataclass(frozen=True, slots=True)
class Recognised:
    """What was read on a page; its sides in points as it is read, so those of a page on its side are exchanged."""

    width: float
    height: float
    lines: tuple[Line, ...]

    def data(self) -> dict[str, Any]:
        """As data for JSON."""
        return asdict(self)

    @classmethod
    def of(cls, data: Any) -> Self:
        """From data of JSON; raises ValueError, TypeError, KeyError or AttributeError for other data."""
        lines = tuple(
            Line(
                tuple((str(t), float(a), float(b), float(c), float(d), float(e)) for t, a, b, c, d, e in line["words"]),
                float(line["size"]),
                float(line["stroke"]),
                str(line["mark"]),
            )
            for line in data["lines"]
        )
        return cls(float(data["width"]), float(data["height"]), lines)


def recognise(picture: Image.Image, scale: float, engine: Engine, sheet: bool) -> Recognised:
    """Read a grey picture with `scale` pixels a point; `sheet` says that it is a drawing. Raises CannotRead."""
    picture = straightened(picture)
    words = _words(picture, scale, engine, sheet)
    if not _well_read(words):
        picture, words = _best_way_up(picture, scale, engine, sheet, words)
    lines = _split(words, scale)
    dark = np.asarray(picture) < _threshold(picture)
    boxes = [word for line in lines for word in line if word.confidence > SURE]
    read = tuple(_line(line, boxes, dark, scale) for line in lines)
    return Recognised(picture.width / scale, picture.height / scale, read)


def _words(picture: Image.Image, scale: float, engine: Engine, sheet: bool) -> list[Word]:
    """The words as the picture lies; a page that is no drawing is read as one where little else was found."""
    if not sheet:
        words = _kept(engine.words(picture, scale * 72, False), NO_WORD)
        if _well_read(words):
            return words
        labels = _labels(picture, scale, engine)
        return labels if _letters(labels) > 1.3 * _letters(words) else words
    return _labels(picture, scale, engine)


def _labels(picture: Image.Image, scale: float, engine: Engine) -> list[Word]:
    """The words of a drawing: its linework erased, tile by tile."""
    clean = np.array(picture)
    clean[_grown(large_parts(clean < _threshold(picture), LETTER * scale))] = 255
    sheet = Image.fromarray(clean)
    enlarged = max(1.0, min(engine.dpi / (scale * 72), 2.0))
    side, lap = int(engine.side / enlarged), int(OVERLAP * scale)
    words: list[Word] = []
    for top, upper, lower in _cuts(sheet.height, side, lap):
        for left, west, east in _cuts(sheet.width, side, lap):
            tile = sheet.crop((left, top, min(left + side, sheet.width), min(top + side, sheet.height)))
            if np.asarray(tile).min() > 200:
                continue
            tile = tile.resize((round(tile.width * enlarged), round(tile.height * enlarged)), Image.Resampling.BICUBIC)
            first = words[-1].line + 1 if words else 0
            for word in engine.words(tile, scale * 72 * enlarged, True):
                placed = _placed(word, enlarged, left, top, first)
                x, y = (placed.left + placed.right) / 2, (placed.top + placed.bottom) / 2
                if west <= x < east and upper <= y < lower:
                    words.append(placed)
    return _kept(words, NO_LABEL)


def _placed(word: Word, enlarged: float, left: int, top: int, first: int) -> Word:
    """A word of a tile as one of the sheet."""
    a, b, c, d = (side / enlarged for side in (word.left, word.top, word.right, word.bottom))
    return Word(word.text, a + left, b + top, c + left, d + top, word.confidence, first + word.line)


def _cuts(length: int, side: int, lap: int) -> Iterator[tuple[int, float, float]]:
    """Where tiles begin, and the part of each that is its own: between the middles of its overlaps."""
    if length <= side:
        yield 0, -1.0, float(length + 1)
        return
    starts = [*range(0, length - side, side - lap), length - side]
    middles = [(b + a + side) / 2 for a, b in pairwise(starts)]
    yield from zip(starts, [-1.0, *middles], [*middles, float(length + 1)], strict=True)


def _grown(mask: Pixels) -> Pixels:
    """The mask and the grey edge of a pixel around it."""
    grown = mask.copy()
    grown[1:] |= mask[:-1]
    grown[:-1] |= mask[1:]
    grown[:, 1:] |= mask[:, :-1]
    grown[:, :-1] |= mask[:, 1:]
    return grown


def _best_way_up(
    picture: Image.Image, scale: float, engine: Engine, sheet: bool, words: list[Word]
) -> tuple[Image.Image, list[Word]]:
    """Turn the page the other ways; the way in which most letters are read surely is up."""
    best, most = picture, 1.5 * _letters(words) + ENOUGH / 2
    for turn in (Image.Transpose.ROTATE_270, Image.Transpose.ROTATE_90, Image.Transpose.ROTATE_180):
        turned = picture.transpose(turn)
        found = _words(turned, scale, engine, sheet)
        if _letters(found) > most:
            best, words, most = turned, found, _letters(found)
            if _well_read(found):
                break
    return best, words


def _kept(words: list[Word], least: float) -> list[Word]:
    return [w for w in words if w.confidence >= least and any(c.isalnum() or c == "\u2022" for c in w.text)]


def _letters(words: list[Word]) -> int:
    """How many letters and digits were read surely, in words of some length."""
    return sum(len(w.text) for w in words if w.confidence >= SURE and sum(c.isalnum() for c in w.text) > 2)


def _well_read(words: list[Word]) -> bool:
    every = sum(len(w.text) for w in words)
    return _letters(words) >= max(ENOUGH, SURE_SHARE * every)


def _threshold(picture: Image.Image) -> int:
    """Darker than this is ink: well below the paper's own grey."""
    paper = int(np.argmax(np.bincount(np.asarray(picture).ravel(), minlength=256)[100:])) + 100
    return min(170, paper - 40)


def _split(words: list[Word], scale: float) -> list[list[Word]]:
    """The lines, cut where the space is wider than between words."""
    lines: dict[int, list[Word]] = {}
    for word in words:
        lines.setdefault(word.line, []).append(word)
    pieces: list[list[Word]] = []
    for line in lines.values():
        em = line_size([(w.text, w.bottom - w.top) for w in line])
        upright = all(w.bottom - w.top < 1.5 * (w.right - w.left) for w in line if len(w.text) > 3)
        pieces.append([])
        for word in sorted(line, key=lambda w: w.left) if upright else line:
            last = pieces[-1][-1] if pieces[-1] else None
            if last and upright and word.left - last.right > max(1.25 * em, 4 * scale):
                pieces.append([])
            pieces[-1].append(word)
    return pieces


def _line(line: list[Word], boxes: list[Word], dark: Pixels, scale: float) -> Line:
    height = dark.shape[0] / scale
    upright = all(w.bottom - w.top < 1.5 * (w.right - w.left) for w in line if len(w.text) > 3)
    size = line_size([(w.text, w.bottom - w.top if upright else w.right - w.left) for w in line])
    mark = ""
    text = " ".join(w.text for w in line)
    if is_signature_line(text):
        mark = mark_of(line, boxes, dark, scale)
        if mark == "ink":  # what was read in the strokes of a signature is no word
            line = [w for i, w in enumerate(line) if not i or w.confidence > 0.85]
    words = tuple(
        (
            w.text,
            round(w.left / scale, 2),
            round(height - w.bottom / scale, 2),
            round(w.right / scale, 2),
            round(height - w.top / scale, 2),
            round(w.confidence, 2),
        )
        for w in line
    )
    return Line(words, round(size / scale, 2), round(stroke(line, dark) / max(size, 1.0), 3), mark)
