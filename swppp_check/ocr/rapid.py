"""RapidOCR, from the `ocr` extra: its models come in its wheel, so nothing is downloaded."""

import logging
from collections.abc import Sequence
from importlib.metadata import version
from itertools import pairwise
from typing import Any

import numpy as np
from PIL.Image import Image

from swppp_check.ocr.engine import CannotRead, Layout, Word

# A score is that of a line, and a word of a sure line may be wrong: spaces above all get lost.
ONE_OF_LINE = 0.89


class RapidOcr:
    """The engine. It finds lines; words are placed in them by their share of the letters."""

    name = "rapidocr"
    dpi = 200
    side = 2_000

    def __init__(self) -> None:
        logging.disable(logging.WARNING)  # it speaks on standard error of every model it loads
        try:
            from rapidocr import RapidOCR

            threads = {"EngineConfig.onnxruntime.intra_op_num_threads": 1}
            self._engine = RapidOCR(params={"Global.log_level": "error", "Global.max_side_len": 2400, **threads})
        except Exception as error:  # whatever is wrong with the libraries' installation
            raise CannotRead(f"RapidOCR does not start ({type(error).__name__})") from None
        self.version = version("rapidocr")

    def words(self, picture: Image, dpi: float, layout: Layout) -> list[Word]:  # noqa: ARG002
        """See Engine."""
        try:
            found: Any = self._engine(np.asarray(picture.convert("RGB")))
        except Exception as error:  # a page is lost, not the run
            raise CannotRead(f"RapidOCR failed ({type(error).__name__})") from None
        if found.boxes is None or found.txts is None or found.scores is None:
            return []
        boxes = [(b[:, 0].min(), b[:, 1].min(), b[:, 0].max(), b[:, 1].max()) for b in np.asarray(found.boxes)]
        return _in_lines(list(zip(boxes, found.txts, map(float, found.scores), strict=True)))

    def lines(self, pictures: Sequence[Image], dpi: float) -> list[list[Word]]:
        """See Engine."""
        return [self.words(picture, dpi, "labels") for picture in pictures]


Box = tuple[float, float, float, float]


def _in_lines(found: list[tuple[Box, str, float]]) -> list[Word]:
    """Put what stands at one height in one line, from left to right."""
    rows: list[list[tuple[Box, str, float]]] = []
    for each in sorted(found, key=lambda f: f[0][1] + f[0][3]):
        middle = (each[0][1] + each[0][3]) / 2
        last = rows[-1][-1][0] if rows else None
        if last and middle < last[3] - 0.25 * (last[3] - last[1]):
            rows[-1].append(each)
        else:
            rows.append([each])
    words: list[Word] = []
    for line, row in enumerate(rows):
        for box, text, score in sorted(row, key=lambda f: f[0][0]):
            words += _placed(box, text, score, line)
    return words


def _placed(box: Box, text: str, score: float, line: int) -> list[Word]:
    left, top, right, bottom = map(float, box)
    one = (right - left) / max(len(text), 1)
    ends = [-1, *(i for i, letter in enumerate(text) if letter.isspace()), len(text)]
    return [
        Word(text[a + 1 : b], left + (a + 1) * one, top, left + b * one, bottom, score * ONE_OF_LINE, line)
        for a, b in pairwise(ends)
        if b > a + 1
    ]
