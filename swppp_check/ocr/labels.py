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
# A sheet is enlarged to no more pixels than this.
PIXELS = 80_000_000


def read_labels(picture: Image.Image, scale: float, engine: Engine) -> tuple[list[Word], Pixels]:
    """The words of a grey picture with `scale` pixels a point, and its linework. Raises CannotRead."""
    pixels = np.array(picture)
    lines = _grown(large_parts(pixels < threshold(picture), LETTER * scale))
    pixels[lines] = 255
    return sure(_tiled(Image.fromarray(pixels), scale, engine), LEAST), lines


def _tiled(sheet: Image.Image, scale: float, engine: Engine) -> list[Word]:
    """The words of the sheet, tile by tile; each word is taken from the tile that it stands well inside of."""
    enlarged = min(_enlargement(scale, engine), max((PIXELS / (sheet.width * sheet.height)) ** 0.5, 1.0))
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


def completed(words: list[Word], picture: Image.Image, lines: Pixels, scale: float, engine: Engine) -> Iterator[Word]:
    """Each label as it was read, or as it reads with the linework about it where that gives more letters."""
    labels = together(words, scale)
    taken: list[tuple[float, float, float, float]] = []
    whole: dict[int, list[Word]] = {}
    longest = sorted(range(len(labels)), key=lambda i: -sum(len(w.text) for w in labels[i]))
    again = _again(labels, longest, picture, lines, scale, engine)
    for index in longest:
        label = labels[index]
        x, y = (label[0].left + label[-1].right) / 2, (label[0].top + label[-1].bottom) / 2
        if any(a <= x <= c and b <= y <= d for a, b, c, d in taken):
            continue
        if letters(again.get(index, ())) > letters(label):
            label = again[index]
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


def _again(
    labels: list[list[Word]],
    order: list[int],
    picture: Image.Image,
    lines: Pixels,
    scale: float,
    engine: Engine,
) -> dict[int, list[Word]]:
    """What the labels that linework touches read as with it, by their numbers; the first in `order` are read."""
    crops = {i: _around(labels[i], picture) for i in order}
    touched = [i for i in order if lines[crops[i][1] : crops[i][3], crops[i][0] : crops[i][2]].any()][:MOST_AGAIN]
    times = _enlargement(scale, engine)
    strips = []
    for i in touched:
        strip = picture.crop(crops[i])
        turned = strip if is_level(labels[i]) else strip.transpose(Image.Transpose.ROTATE_270)
        strips.append(_enlarged(turned, times))
    read = engine.lines(strips, scale * 72 * times)
    return {
        i: sure(_placed(words, crops[i], is_level(labels[i]), times), LEAST)
        for i, words in zip(touched, read, strict=True)
    }


def _placed(words: list[Word], crop: tuple[int, int, int, int], level: bool, times: float) -> Iterator[Word]:
    """Words of an enlarged strip, which may run up the sheet, where they stand on the sheet."""
    left, top, _, bottom = crop
    for word in words:
        a, b, c, d = (side / times for side in (word.left, word.top, word.right, word.bottom))
        if not level:
            a, b, c, d = b, bottom - top - c, d, bottom - top - a
        yield Word(word.text, a + left, b + top, c + left, d + top, word.confidence, word.line)
