"""Tesseract, the program on PATH: words with boxes and confidences from its TSV output."""

import csv
import io
import subprocess
from collections.abc import Iterator, Mapping, Sequence
from functools import cache

from PIL.Image import Image

from swppp_check.ocr.engine import CannotRead, Layout, Word

# A page takes seconds; what takes longer than this hangs.
SECONDS = 240
MODES: Mapping[Layout, str] = {"text": "3", "labels": "11"}
LABELS_ANY_WAY = "12"
LINE = "7"
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
        return [word for _, word in _read(content.getvalue(), dpi, self._modes[layout])]

    def lines(self, pictures: Sequence[Image], dpi: float) -> list[list[Word]]:
        """See Engine. They are read as the pages of one file, since the program takes long to start."""
        found: list[list[Word]] = [[] for _ in pictures]
        if pictures:
            content = io.BytesIO()
            pictures[0].save(content, "TIFF", save_all=True, append_images=pictures[1:])
            for page, word in _read(content.getvalue(), dpi, LINE):
                found[page - 1].append(word)
        return found


def _read(content: bytes, dpi: float, mode: str) -> Iterator[tuple[int, Word]]:
    arguments = ["stdin", "stdout", "-l", "eng", "--dpi", str(round(dpi)), "--psm", mode, "tsv"]
    return _parsed(_run(arguments, content).decode("utf-8", "replace"))


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


def _parsed(table: str) -> Iterator[tuple[int, Word]]:
    """The words with the numbers of their pages."""
    lines: dict[tuple[str, ...], int] = {}
    for row in csv.DictReader(io.StringIO(table), delimiter="\t", quoting=csv.QUOTE_NONE):
        text = (row["text"] or "").strip()
        if row["level"] != WORD or not text:
            continue
        line = lines.setdefault((row["page_num"], row["block_num"], row["par_num"], row["line_num"]), len(lines))
        left, top = float(row["left"]), float(row["top"])
        right, bottom = left + float(row["width"]), top + float(row["height"])
        yield int(row["page_num"]), Word(text, left, top, right, bottom, float(row["conf"]) / 100, line)
