"""What reads the words of a picture: the interface, and which of the engines there is."""

import importlib.util
import shutil
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Literal, Protocol

from PIL.Image import Image

# What a picture holds: running text, or labels here and there.
Layout = Literal["text", "labels"]


class CannotRead(Exception):
    """A picture could not be read; the message says why."""


@dataclass(frozen=True, slots=True)
class Word:
    """A word of a picture: its box in pixels from the upper left corner, the confidence from 0 to 1, and its line.

    Words with the same `line` stand on one line of the picture; lines are numbered in reading order.
    """

    text: str
    left: float
    top: float
    right: float
    bottom: float
    confidence: float
    line: int


class Engine(Protocol):
    """Reads pictures. `dpi` is the resolution it reads best, `side` the most pixels it takes a side."""

    name: str
    version: str
    dpi: int
    side: int

    def words(self, picture: Image, dpi: float, layout: Layout) -> list[Word]:
        """The words of a grey picture with that layout; raises CannotRead."""
        ...

    def lines(self, pictures: Sequence[Image], dpi: float) -> list[list[Word]]:
        """The words of grey pictures that hold a single line each; raises CannotRead."""
        ...


def engine_name() -> str:
    """The engine that reads here: "tesseract" where the program is on PATH, else "rapidocr", or "" for none."""
    if shutil.which("tesseract"):
        return "tesseract"
    return "rapidocr" if importlib.util.find_spec("rapidocr") and importlib.util.find_spec("onnxruntime") else ""


def engine_version(name: str) -> str:
    """The engine's version, which is part of what a cached result depends on."""
    if name == "tesseract":
        from swppp_check.ocr.tesseract import version

        return version()
    from importlib.metadata import version as installed

    return installed("rapidocr")


def open_engine(name: str) -> Engine:
    """The engine of that name; raises CannotRead where it does not start."""
    if name == "tesseract":
        from swppp_check.ocr.tesseract import Tesseract

        return Tesseract()
    from swppp_check.ocr.rapid import RapidOcr

    return RapidOcr()


ENVIRONMENT: Mapping[str, str] = {"OMP_THREAD_LIMIT": "1", "OMP_NUM_THREADS": "1"}
