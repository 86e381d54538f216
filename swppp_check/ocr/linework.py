"""The lines of a drawing apart from its letters: what is drawn larger than any letter is erased.

Engines take linework for columns and frames and then miss the labels between it.
"""

import numpy as np
from numpy.typing import NDArray

Pixels = NDArray[np.bool_]  # whether each is dark; rows from the top
Numbers = NDArray[np.int64]


def large_parts(dark: Pixels, side: float) -> Pixels:
    """The dark pixels of every connected part that is wider or higher than `side` pixels."""
    rows, starts, ends = _runs(dark)
    if not len(rows):
        return np.zeros_like(dark)
    part = _connected(rows, starts, ends, dark.shape[1])
    left, right = _extent(part, starts, ends)
    top, bottom = _extent(part, rows, rows + 1)
    large = ((right - left > side) | (bottom - top > side))[part]
    change = np.zeros((dark.shape[0], dark.shape[1] + 1), np.int8)
    change[rows[large], starts[large]] = 1
    change[rows[large], ends[large]] = -1
    return np.cumsum(change, axis=1, dtype=np.int8)[:, :-1] > 0


def _runs(dark: Pixels) -> tuple[Numbers, Numbers, Numbers]:
    """Rows, first and past-the-last columns of the runs of dark pixels, in reading order."""
    padded = np.zeros((dark.shape[0], dark.shape[1] + 2), np.int8)
    padded[:, 1:-1] = dark
    change = np.diff(padded, axis=1)
    rows, starts = np.nonzero(change == 1)
    return rows, starts, np.nonzero(change == -1)[1]


def _connected(rows: Numbers, starts: Numbers, ends: Numbers, width: int) -> Numbers:
    """For each run the number of a run that stands for its part; runs that touch, corners too, are one part."""
    step = width + 2
    first = np.searchsorted(rows * step + ends, (rows + 1) * step + starts, "left")
    past = np.searchsorted(rows * step + starts, (rows + 1) * step + ends, "right")
    count = np.maximum(past - first, 0)
    above = np.repeat(np.arange(len(rows)), count)
    below = np.arange(count.sum()) - np.repeat(np.cumsum(count) - count, count) + np.repeat(first, count)
    part = np.arange(len(rows))
    while True:
        low, high = np.minimum(part[above], part[below]), np.maximum(part[above], part[below])
        apart = low != high
        if not apart.any():
            return part
        np.minimum.at(part, high[apart], low[apart])
        while not np.array_equal(further := part[part], part):
            part = further


def _extent(part: Numbers, starts: Numbers, ends: Numbers) -> tuple[Numbers, Numbers]:
    low, high = np.full(len(part), np.iinfo(np.int64).max), np.zeros(len(part), np.int64)
    np.minimum.at(low, part, starts)
    np.maximum.at(high, part, ends)
    return low, high
