"""The lines of a drawing apart from its letters: what is drawn larger than any letter is erased.

Engines take linework for columns and frames and then miss the labels between it.
"""

from typing import NamedTuple, Self

import numpy as np
from numpy.typing import NDArray

Pixels = NDArray[np.bool_]  # whether each is dark; rows from the top
Numbers = NDArray[np.int64]


def large_parts(dark: Pixels, side: float) -> Pixels:
    """The dark pixels of every connected part that is wider or higher than `side` pixels."""
    parts = Parts.of(dark)
    return parts.painted((parts.wide > side) | (parts.high > side))


class Parts(NamedTuple):
    """The connected parts of the dark pixels: runs of pixels in reading order, and boxes of parts.

    `part` is for each run the number of a run that stands for its part; the boxes have as many entries as there are
    runs, and those that stand for no part mean nothing.
    """

    shape: tuple[int, ...]
    rows: Numbers
    starts: Numbers
    ends: Numbers  # past the last pixel
    part: Numbers
    left: Numbers
    right: Numbers
    top: Numbers
    bottom: Numbers

    @classmethod
    def of(cls, dark: Pixels) -> Self:
        """The parts of a picture."""
        rows, starts, ends = runs(dark)
        part = _connected(rows, starts, ends, dark.shape[1]) if len(rows) else rows
        return cls(
            *(dark.shape, rows, starts, ends, part), *_extent(part, starts, ends), *_extent(part, rows, rows + 1)
        )

    @property
    def wide(self) -> Numbers:
        """The width of each part."""
        return self.right - self.left

    @property
    def high(self) -> Numbers:
        """The height of each part."""
        return self.bottom - self.top

    @property
    def every(self) -> Numbers:
        """The numbers of the parts."""
        return np.unique(self.part)

    def sums(self, of_runs: Numbers) -> Numbers:
        """Of what is given for each run, the sum for each part."""
        found = np.zeros(len(self.rows), np.int64)
        np.add.at(found, self.part, of_runs)
        return found

    def painted(self, wanted: NDArray[np.bool_]) -> Pixels:
        """The pixels of the parts that are wanted."""
        chosen = wanted[self.part]
        return painted(self.shape, self.rows[chosen], self.starts[chosen], self.ends[chosen])


def painted(shape: tuple[int, ...], rows: Numbers, starts: Numbers, ends: Numbers) -> Pixels:
    """A picture of runs that do not overlap."""
    change = np.zeros((shape[0], shape[1] + 1), np.int8)
    np.add.at(change, (rows, starts), 1)
    np.add.at(change, (rows, ends), -1)
    return np.cumsum(change, axis=1, dtype=np.int8)[:, :-1] > 0


def runs(dark: Pixels) -> tuple[Numbers, Numbers, Numbers]:
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
