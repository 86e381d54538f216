"""Which part of a page a picture shows: around the words that are quoted, its edges between words and not through them.

Places are in points from the page's upper left corner.
"""

from collections.abc import Sequence

from swppp_check.page.locating import Word

Box = tuple[float, float, float, float]  # left, top, right, bottom

AROUND, TALL = 44, 250  # shown above and below the words, and at most in height
SIDE = 16  # shown left and right of a page's text
SHEET = 800  # a page wider than this is shown in part
PART = 620  # the width of that part
FARTHEST = 60  # that an edge is moved off the words that it would cut
TOUCH = 0.4  # an edge that is no farther inside a word only touches it


def lines(words: Sequence[Word]) -> list[Box]:
    """One box for words that follow each other on a line."""
    boxes: list[Box] = []
    for word in words:
        if boxes:
            x0, top, x1, bottom = boxes[-1]
            if abs(word.top - top) < 3 and -1 <= word.x0 - x1 < 12:
                boxes[-1] = (x0, min(top, word.top), word.x1, max(bottom, word.bottom))
                continue
        boxes.append((word.x0, word.top, word.x1, word.bottom))
    return [(x0 - 1, top - 1, x1 + 1, bottom + 1) for x0, top, x1, bottom in boxes]


def part(size: tuple[float, float], found: Sequence[Word], words: Sequence[Word]) -> Box:
    """The part of the page around the words found; where they are far apart, around the first of them.

    Of a report's page it is as wide as the page's text, so that its margins take no room.
    """
    width, height = size
    first = found[0]
    near = [w for w in found if abs(w.top - first.top) < TALL - 2 * AROUND]
    top = max(0.0, min(w.top for w in near) - AROUND)
    bottom = min(height, max(w.bottom for w in near) + AROUND, top + TALL)
    if width <= SHEET:
        ends = min(w.x0 for w in words) - SIDE, max(w.x1 for w in words) + SIDE
        return _between(size, (max(0.0, ends[0]), top, min(width, ends[1]), bottom), near, words)
    beside = [w for w in near if abs(w.x0 - first.x0) < PART / 2]
    middle = (min(w.x0 for w in beside) + max(w.x1 for w in beside)) / 2
    start = min(max(0.0, middle - PART / 2), width - PART)
    return _between(size, (start, top, start + PART, bottom), beside, words)


def _between(size: tuple[float, float], box: Box, kept: Sequence[Word], words: Sequence[Word]) -> Box:
    """The box with each edge moved off the words that it cuts: inwards, or outwards where what is kept stands there."""
    for _ in range(8):  # a moved edge may cut other words
        x0, top, x1, bottom = box
        level = [w for w in words if w.bottom > top and w.top < bottom]
        above = [w for w in words if w.x1 > x0 and w.x0 < x1]
        moved = (
            _edge(x0, [(w.x0, w.x1) for w in level], min(w.x0 for w in kept), 0.0),
            _edge(top, [(w.top, w.bottom) for w in above], min(w.top for w in kept), 0.0),
            -_edge(-x1, [(-w.x1, -w.x0) for w in level], min(-w.x1 for w in kept), -size[0]),
            -_edge(-bottom, [(-w.bottom, -w.top) for w in above], min(-w.bottom for w in kept), -size[1]),
        )
        if moved == box:
            break
        box = moved
    return box


def _edge(at: float, spans: Sequence[tuple[float, float]], kept: float, end: float) -> float:
    """A lower edge off the spans that it cuts; `kept` begins what must stay inside, and the page has its `end`."""
    cut = [(low, high) for low, high in spans if low + TOUCH < at < high - TOUCH]
    if not cut:
        return at
    inwards, outwards = max(high for _, high in cut), max(min(low for low, _ in cut), end)
    if inwards <= kept and inwards - at <= FARTHEST:
        return inwards
    return outwards if at - outwards <= FARTHEST else at
