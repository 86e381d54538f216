"""How far a page lies askew on its scan: lines of text are sharpest across the right angle."""

import numpy as np
from PIL import Image

from swppp_check.ocr.linework import Numbers

# The scan is looked at with so many pixels a side, and up to so many degrees to either side.
SIDE, MOST = 1000, 10.0
LEAST = 0.08


def straightened(picture: Image.Image) -> Image.Image:
    """The picture turned by the few degrees that make its lines level (or, on its side, upright)."""
    angle = skew(picture)
    if abs(angle) < LEAST:
        return picture
    return picture.rotate(-angle, Image.Resampling.BICUBIC, fillcolor=255)


def skew(picture: Image.Image) -> float:
    """The angle in degrees by which lines rise to the right; 0 where nothing decides."""
    small = picture.copy()
    small.thumbnail((SIDE, SIDE))
    grey = np.asarray(small, np.uint8)
    rows, columns = np.nonzero(grey < min(160.0, float(np.median(grey)) - 40))
    if len(rows) < 200:
        return 0.0
    if len(rows) > 60_000:
        keep = np.linspace(0, len(rows) - 1, 60_000).astype(np.int64)
        rows, columns = rows[keep], columns[keep]
    coarse = max(np.arange(-MOST, MOST + 0.01, 0.5), key=lambda a: (_sharpness(rows, columns, a), -abs(a)))
    fine = max(np.arange(coarse - 0.5, coarse + 0.51, 0.05), key=lambda a: (_sharpness(rows, columns, a), -abs(a)))
    level = _sharpness(rows, columns, 0.0)
    return float(fine) if _sharpness(rows, columns, fine) > 1.01 * level else 0.0


def _sharpness(
    rows: Numbers,
    columns: Numbers,
    degrees: float,
) -> float:
    slope = np.tan(np.radians(degrees))
    best = 0.0
    for along, across in ((columns, rows), (-rows, columns)):
        profile = np.bincount((across + slope * along + 4 * SIDE).astype(np.int64)).astype(np.float64)
        best = max(best, float(np.square(np.diff(profile)).sum()))
    return best
