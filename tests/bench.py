"""How fast the whole check is beside plain text extraction by other tools, whole processes, in one run.

    python tests/bench.py [PAGES ...]        # default 100 300

Prints seconds and ratios; `make bench` runs it.
"""

import argparse
import os
import shutil
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

from reportlab.lib.pagesizes import letter
from reportlab.pdfgen import canvas

WORDS = [
    "The",
    "contractor",
    "shall",
    "install",
    "silt",
    "fence",
    "along",
    "the",
    "contour",
    "below",
    "every",
    "disturbed",
    "slope",
    "before",
    "any",
    "stumps",
    "are",
    "pulled,",
    "and",
    "the",
    "qualified",
    "inspector",
    "walks",
    "each",
    "row",
    "weekly",
    "and",
    "after",
    "half",
    "an",
    "inch",
    "of",
    "rain.",
    "Runoff",
    "from",
    "the",
    "site",
    "drains",
    "to",
    "the",
    "east",
    "as",
    "sheet",
    "flow",
    "and",
    "reaches",
    "the",
    "creek",
    "by",
    "way",
    "of",
    "a",
    "culvert",
    "under",
    "the",
    "road.",
    "Soils",
    "are",
    "mapped",
    "as",
    "silt",
    "loam",
    "of",
    "hydrologic",
    "group",
    "C",
    "with",
    "slopes",
    "of",
    "three",
    "to",
    "eight",
    "percent.",
]

PLUMBER = (
    "import sys, pdfplumber\nwith pdfplumber.open(sys.argv[1]) as f:\n for p in f.pages:\n  p.extract_text(); p.close()"
)
MINER = "import sys\nfrom pdfminer.high_level import extract_text\nextract_text(sys.argv[1])"


def report(path: Path, pages: int) -> None:
    """A report of so many full pages of ordinary text."""
    sheet = canvas.Canvas(str(path), pagesize=letter, invariant=1)
    for page in range(1, pages + 1):
        sheet.setFont("Helvetica-Bold", 13)
        sheet.drawString(72, 730, f"{page}.1 Erosion and Sediment Control, Part {page}")
        sheet.setFont("Helvetica", 10)
        for line in range(46):
            at = (page * 46 + line) * 13
            sheet.drawString(72, 706 - 14 * line, " ".join(WORDS[(at + k) % len(WORDS)] for k in range(13)))
        sheet.drawRightString(540, 36, f"Page {page}")
        sheet.showPage()
    sheet.save()


def seconds(command: list[str], runs: int) -> float:
    """The median time of a whole process."""
    times = []
    for _ in range(runs):
        start = time.perf_counter()
        subprocess.run(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, check=False, env=os.environ)
        times.append(time.perf_counter() - start)
    return statistics.median(times)


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("pages", nargs="*", type=int, default=[100, 300])
    parser.add_argument("--runs", type=int, default=3)
    options = parser.parse_args()
    tools: dict[str, Callable[[str], list[str]]] = {
        "swppp-check": lambda f: [
            sys.executable,
            "-c",
            "from swppp_check.cli import main; main()",
            f,
            "-t",
            "rotterdam",
        ],
        "pdfplumber": lambda f: [sys.executable, "-c", PLUMBER, f],
        "pdfminer.six": lambda f: [sys.executable, "-c", MINER, f],
    }
    if shutil.which("pdftotext"):
        tools["pdftotext"] = lambda f: ["pdftotext", f, "-"]
    print(f"{'pages':>6}" + "".join(f"{name:>14}" for name in tools) + f"{'plumber/ours':>14}{'ours/pdftotext':>16}")
    with tempfile.TemporaryDirectory() as folder:
        for pages in options.pages:
            file = Path(folder) / f"report-{pages}.pdf"
            report(file, pages)
            took = {n: seconds(c(str(file)), 1 if n.startswith("pdfp") else options.runs) for n, c in tools.items()}
            ratio = took["swppp-check"] / took["pdftotext"] if "pdftotext" in took else float("nan")
            row = "".join(f"{t:>13.2f}s" for t in took.values())
            print(f"{pages:>6}{row}{took['pdfplumber'] / took['swppp-check']:>14.1f}{ratio:>16.1f}")


if __name__ == "__main__":
    main()
