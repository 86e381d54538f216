"""One page from picture to lines of words: set straight, turned upright, read, and measured.

A worker does this.
"""

import numpy as np
from PIL import Image

from swppp_check.ocr.engine import Engine, Word
from swppp_check.ocr.labels import completed, read_labels
from swppp_check.ocr.lines import is_level, letters, size_of, sure, threshold, together
from swppp_check.ocr.linework import Pixels
from swppp_check.ocr.measure import stroke
from swppp_check.ocr.recognised import Line, Recognised
from swppp_check.ocr.signing import not_in_ink, piece_of, signed_scene, without_ink
from swppp_check.ocr.skew import straightened
from swppp_check.reading.ink import marks_among
from swppp_check.reading.labels import is_signature_line

# What the words of a well-read page amount to: so many letters and figures, and such a share of them read surely.
ENOUGH, SURE_SHARE = 15, 0.5
# Words less sure than this are no words.
NO_WORD = 0.3

# A page as it lies, the words read on it so, and a sheet's linework.
Lying = tuple[Image.Image, list[Word], Pixels | None]


def recognise(picture: Image.Image, scale: float, engine: Engine, sheet: bool) -> Recognised:
    """Read a grey picture with `scale` pixels a point; `sheet` says that it is a drawing. Raises CannotRead."""
    picture = straightened(picture)
    words, linework = _words(picture, scale, engine, sheet)
    if not _well_read(words):
        picture, words, linework = _best_way_up(picture, scale, engine, sheet, (picture, words, linework))
    if not sheet and not _well_read(words):  # a figure or a map, perhaps
        labels, lines_of_labels = read_labels(picture, scale, engine)
        if letters(labels) > 1.3 * letters(words):
            words, linework = labels, lines_of_labels
    if linework is not None:
        words = list(completed(words, picture, linework, scale, engine))
    dark = np.asarray(picture) < threshold(picture)
    lines, marks = _signed(picture, dark, words, scale, engine if linework is None else None)
    measured = tuple(_line(line, marks.get(at, ""), dark, scale) for at, line in enumerate(lines))
    return Recognised(picture.width / scale, picture.height / scale, measured)


def _signed(
    picture: Image.Image, dark: Pixels, words: list[Word], scale: float, engine: Engine | None
) -> tuple[list[list[Word]], dict[int, str]]:
    """The lines of words, and by their numbers what stands on those that are signed.

    Where ink stands, an engine reads the page once more without it.
    """
    seen = signed_scene(words, dark, scale)
    if seen and engine and seen.ink.any():
        again = sure(engine.words(without_ink(picture, seen, words, scale), scale * 72, "text"), NO_WORD)
        words = not_in_ink(again, seen, picture.height, scale)
    lines = together(words, scale)
    pieces = [piece_of(line, picture.height, scale) for line in lines]
    marks = marks_among(seen.things, pieces) if seen else {}
    if not engine:  # a drawing has ink and rules everywhere
        marks = {at: mark for at, mark in marks.items() if is_signature_line(pieces[at].text)}
    return lines, marks


def _words(picture: Image.Image, scale: float, engine: Engine, sheet: bool) -> tuple[list[Word], Pixels | None]:
    """The words as the picture lies, and the linework of a sheet."""
    if sheet:
        return read_labels(picture, scale, engine)
    return sure(engine.words(picture, scale * 72, "text"), NO_WORD), None


def _well_read(words: list[Word]) -> bool:
    """Whether the page lies right: most of it was read surely, and runs across the page."""
    return _level_letters(words) >= max(ENOUGH, SURE_SHARE * sum(len(w.text) for w in words))


def _level_letters(words: list[Word]) -> int:
    return letters(word for word in words if is_level([word]))


def _best_way_up(picture: Image.Image, scale: float, engine: Engine, sheet: bool, best: Lying) -> Lying:
    """Turn the page the other ways; the way in which most letters are read surely is up."""
    most = 1.5 * _level_letters(best[1]) + ENOUGH / 2
    for turn in (Image.Transpose.ROTATE_270, Image.Transpose.ROTATE_90, Image.Transpose.ROTATE_180):
        turned = picture.transpose(turn)
        found, linework = _words(turned, scale, engine, sheet)
        if _level_letters(found) > most:
            best, most = (turned, found, linework), _level_letters(found)
            if _well_read(found):
                break
    return best


def _line(line: list[Word], mark: str, dark: Pixels, scale: float) -> Line:
    height, size = dark.shape[0] / scale, size_of(line)
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
