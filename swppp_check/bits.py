"""Sets of small numbers as the bits of one integer: unions and intersections of many of them cost next to nothing."""

from collections.abc import Iterator, Sequence

import numpy


def bits_of(numbers: Sequence[int], size: int) -> int:
    """The set of some numbers, all of them under `size`."""
    marked = numpy.zeros(size, numpy.bool_)
    marked[numpy.asarray(numbers, numpy.intp)] = True
    return int.from_bytes(numpy.packbits(marked, bitorder="little").tobytes(), "little")


def numbers_in(bits: int) -> Iterator[int]:
    """The numbers of a set, in order."""
    digits = bin(bits)[:1:-1]
    at = digits.find("1")
    while at >= 0:
        yield at
        at = digits.find("1", at + 1)
