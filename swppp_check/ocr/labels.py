"""The words of a drawing sheet: read with its linework erased, then again where linework runs through a label."""

from collections.abc import Iterator
from itertools import pairwise

import numpy as np
from PIL import Image

from swppp_check.ocr.engine import Engine, Word
from swppp_check.ocr.lines import is_level, letters, size_of, sure, threshold, together
from swppp_check.ocr.linework import Pixels, large_parts

# What is drawn larger than this many points is no letter.
LETTER = 40.0
OVERLAP = 72.0  # between two tiles of a sheet, in points
# Words less sure than this are no labels, since linework looks like letters.
LEAST = 0.55
# How far a label may go on beyond the letters that stand free, and what stands above and below, in type sizes.
REACH, LEADING = 7.0, 0.3
MOST_AGAIN = 60  # labels of a sheet that are read again


def read_labels(picture: Image.Image, scale: float, engine: Engine) -> list[Word]:
    """The words of a grey picture with `scale` pixels a point. Raises CannotRead."""
    pixels = np.array(picture)
    lines = _grown(large_parts(pixels < threshold(picture), LETTER * scale))
    pixels[lines] = 255
    words = sure(_tiled(Image.fromarray(pixels), scale, engine), LEAST)
    return list(_completed(words, picture, lines, scale, engine))


def _tiled(sheet: Image.Image, scale: float, engine: Engine) -> list[Word]:
    """The words of the sheet, tile by tile; each word is taken from the tile that it stands well inside of."""
    enlarged = _enlargement(scale, engine)
    side, lap = int(engine.side / enlarged), int(OVERLAP * scale)
    words: list[Word] = []
    for top, upper, lower in _cuts(sheet.height, side, lap):
        for left, west, east in _cuts(sheet.width, side, lap):
            tile = sheet.crop((left, top, min(left + side, sheet.width), min(top + side, sheet.height)))
            if np.asarray(tile).min() > 200:
                continue
            first = words[-1].line + 1 if words else 0
            for word in engine.words(_enlarged(tile, enlarged), scale * 72 * enlarged, "labels"):
                a, b, c, d = (side / enlarged for side in (word.left, word.top, word.right, word.bottom))
                x, y = left + (a + c) / 2, top + (b + d) / 2
                if west <= x < east and upper <= y < lower:
                    placed = (a + left, b + top, c + left, d + top)
                    words.append(Word(word.text, *placed, word.confidence, first + word.line))
    return words


def _enlargement(scale: float, engine: Engine) -> float:
    return max(1.0, min(engine.dpi / (scale * 72), 2.0))


def _enlarged(picture: Image.Image, times: float) -> Image.Image:
    return picture.resize((round(picture.width * times), round(picture.height * times)), Image.Resampling.BICUBIC)


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


def _completed(words: list[Word], picture: Image.Image, lines: Pixels, scale: float, engine: Engine) -> Iterator[Word]:
    """Each label as it was read, or as it reads with the linework about it where that gives more letters."""
    labels = together(words, scale)
    taken: list[tuple[float, float, float, float]] = []
    again = MOST_AGAIN
    whole: dict[int, list[Word]] = {}
    for index in sorted(range(len(labels)), key=lambda i: -sum(len(w.text) for w in labels[i])):
        label = labels[index]
        x, y = (label[0].left + label[-1].right) / 2, (label[0].top + label[-1].bottom) / 2
        if any(a <= x <= c and b <= y <= d for a, b, c, d in taken):
            continue
        crop = _around(label, picture)
        if again and lines[crop[1] : crop[3], crop[0] : crop[2]].any():
            again -= 1
            read = sure(_line_of(picture, crop, is_level(label), scale, engine), LEAST)
            if letters(read) > letters(label):
                label = read
        if sum(c.isalnum() for w in label for c in w.text) > 1:
            whole[index] = label
        taken.append(_box(label))
    for index in sorted(whole):
        for word in whole[index]:
            yield Word(word.text, word.left, word.top, word.right, word.bottom, word.confidence, index)


def _box(label: list[Word]) -> tuple[float, float, float, float]:
    return (
        min(w.left for w in label),
        min(w.top for w in label),
        max(w.right for w in label),
        max(w.bottom for w in label),
    )


def _around(label: list[Word], picture: Image.Image) -> tuple[int, int, int, int]:
    """The strip of the sheet in which the whole label stands, in pixels."""
    a, b, c, d = _box(label)
    em = size_of(label)
    along, across = (REACH * em, LEADING * em) if is_level(label) else (LEADING * em, REACH * em)
    return (
        max(int(a - along), 0),
        max(int(b - across), 0),
        min(int(c + along), picture.width),
        min(int(d + across), picture.height),
    )


def _line_of(
    picture: Image.Image, crop: tuple[int, int, int, int], level: bool, scale: float, engine: Engine
) -> Iterator[Word]:
    """The words of a strip that holds one line, which may run up the sheet."""
    strip = picture.crop(crop)
    times = _enlargement(scale, engine)
    turned = strip if level else strip.transpose(Image.Transpose.ROTATE_270)
    for word in engine.words(_enlarged(turned, times), scale * 72 * times, "line"):
        a, b, c, d = (side / times for side in (word.left, word.top, word.right, word.bottom))
        if not level:
            a, b, c, d = b, strip.height - c, d, strip.height - a
        yield Word(word.text, a + crop[0], b + crop[1], c + crop[0], d + crop[1], word.confidence, word.line)
