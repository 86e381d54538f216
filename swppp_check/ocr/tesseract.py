"""Tesseract, the program on PATH: words with boxes and confidences from its TSV output."""

import csv
import io
import subprocess
from collections.abc import Mapping
from functools import cache

from PIL.Image import Image

from swppp_check.ocr.engine import CannotRead, Layout, Word

# A page takes seconds; what takes longer than this hangs.
SECONDS = 240
MODES: Mapping[Layout, str] = {"text": "3", "labels": "11", "line": "7"}
LABELS_ANY_WAY = "12"
WORD = "5"  # the level of a row of the TSV that is a word


@cache
def version() -> str:
    """The program's version, such as "5.3.0"; "" where it does not answer."""
    words = _run(["--version"], b"").split()
    return words[1].decode("ascii", "replace") if len(words) > 1 else ""


class Tesseract:
    """The engine. Labels that run up or down a sheet are read where the orientation data is installed."""

    name = "tesseract"
    dpi = 300
    side = 12_000

    def __init__(self) -> None:
        self.version = version()
        languages = set(_run(["--list-langs"], b"").decode("utf-8", "replace").split())
        if "eng" not in languages:
            raise CannotRead("Tesseract has no English data: install its language pack eng")
        self._modes = {**MODES, "labels": LABELS_ANY_WAY} if "osd" in languages else MODES

    def words(self, picture: Image, dpi: float, layout: Layout) -> list[Word]:
        """See Engine."""
        content = io.BytesIO()
        picture.save(content, "PPM")
        arguments = ["stdin", "stdout", "-l", "eng", "--dpi", str(round(dpi)), "--psm", self._modes[layout], "tsv"]
        return list(_parsed(_run(arguments, content.getvalue()).decode("utf-8", "replace")))


def _run(arguments: list[str], given: bytes) -> bytes:
    try:
        done = subprocess.run(["tesseract", *arguments], input=given, capture_output=True, timeout=SECONDS, check=False)
    except subprocess.TimeoutExpired:
        raise CannotRead(f"OCR took more than {SECONDS} seconds") from None
    except OSError as error:
        raise CannotRead(f"Tesseract does not start ({error.strerror})") from None
    if done.returncode:
        raise CannotRead(f"Tesseract failed (exit status {done.returncode})")
    return done.stdout


def _parsed(table: str) -> list[Word]:
    words: list[Word] = []
    lines: dict[tuple[str, ...], int] = {}
    for row in csv.DictReader(io.StringIO(table), delimiter="\t", quoting=csv.QUOTE_NONE):
        text = (row["text"] or "").strip()
        if row["level"] != WORD or not text:
            continue
        line = lines.setdefault((row["block_num"], row["par_num"], row["line_num"]), len(lines))
        left, top = float(row["left"]), float(row["top"])
        right, bottom = left + float(row["width"]), top + float(row["height"])
        words.append(Word(text, left, top, right, bottom, float(row["conf"]) / 100, line))
    return words
