"""From the lines that an engine read to the pieces that the layout is made from, as of text."""

import re
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import replace
from statistics import median

from swppp_check.ocr.correction import corrected
from swppp_check.ocr.recognised import Line, Recognised
from swppp_check.reading.pdf import PageText
from swppp_check.reading.pieces import Piece

# A line whose size differs from the usual one by less than this share has the usual size.
ALIKE = 0.11
# Stems so much thicker than usual are bold.
BOLD = 1.3
# What a round bullet is read as, alone before words.
BULLETS = re.compile(r"^[e\u00a2\u00a9\u00ae\u00ab\u00bb\u00b0*\u2022\u00b7o\u25cf]$")
BULLET = "\u2022"
# Shares of the type size above and below the baseline.
ABOVE, BELOW = 0.72, 0.21


def page_texts(read: Mapping[int, Recognised], typed: Sequence[PageText]) -> dict[int, PageText]:
    """The pages that were read, by number; `typed` are the document's other pages, which have text."""
    lines = [line for page in read.values() for line in page.lines]
    own = _usual([(line.size, len(line.text)) for line in lines])
    usual = _near(own, _usual([(p.size, len(p.text)) for page in typed for p in page.pieces])) or round(2 * own) / 2
    stems = [line.stroke for line in lines if line.stroke and abs(line.size - own) < ALIKE * own for _ in line.words]
    stem = median(stems) if stems else 0.0
    return {number: _page(number, page, own, usual, stem) for number, page in read.items()}


def _page(number: int, page: Recognised, own: float, usual: float, stem: float) -> PageText:
    text = PageText(number, page.width, page.height, ())
    sizes = _anchors(page.lines) if text.large else []
    return replace(text, pieces=tuple(_piece(line, own, usual, stem, sizes) for line in page.lines if line.words))


def _anchors(lines: Sequence[Line]) -> list[float]:
    """The sizes of the labels of a sheet, that of most letters first, without those that are about another's."""
    letters: Counter[float] = Counter()
    for line in lines:
        letters[line.size] += len(line.text)
    found: list[float] = []
    for size, _ in letters.most_common():
        if not any(_near(size, other) for other in found):
            found.append(size)
    return found


def _usual(sizes: Sequence[tuple[float, int]]) -> float:
    """The size in which most letters are set; a middle one where it varies a little."""
    counts: Counter[float] = Counter()
    for size, letters in sizes:
        counts[round(2 * size) / 2] += letters
    if not counts:
        return 0.0
    most = counts.most_common(1)[0][0]
    return float(median([size for size, n in sizes if abs(size - most) <= 1 for _ in range(max(n // 8, 1))]))


def _near(size: float, other: float) -> float:
    """The other size if it is about this one, else 0."""
    return other if other and abs(size - other) < 1.5 * ALIKE * other else 0.0


def _piece(line: Line, own: float, usual: float, stem: float, sizes: Sequence[float]) -> Piece:
    like = next((size for size in sizes if _near(line.size, size)), line.size)
    size = usual if abs(line.size - own) < ALIKE * own else round(like)
    texts = corrected([(word[0], word[5]) for word in line.words])
    if len(texts) > 2 and BULLETS.match(texts[0]) and len(texts[1]) > 1:
        texts[0] = BULLET
    boxes = line.words
    y0, y1 = median(b[2] for b in boxes), median(b[4] for b in boxes)
    if y1 - y0 < 1.6 * line.size:
        floor = _baseline(line)
        y0, y1 = floor - BELOW * line.size, floor + ABOVE * line.size
    else:  # it runs up or down the page
        y0, y1 = min(b[2] for b in boxes), max(b[4] for b in boxes)
    return Piece(
        " ".join(text for text in texts if text),
        min(b[1] for b in boxes),
        y0,
        max(b[3] for b in boxes),
        y1,
        size,
        bool(stem and line.stroke > BOLD * stem),
        line.mark,
    )


def _baseline(line: Line) -> float:
    """The height of the baseline: where words without descenders end."""
    return float(
        median(word[2] + (BELOW * line.size if re.search(r"[gjpqy,;()]", word[0]) else 0.0) for word in line.words)
    )
