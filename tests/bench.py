"""How fast the whole check is beside plain text extraction by other tools, whole processes, in one run.

    python tests/bench.py [PAGES ...]        # default 100 300

Prints seconds and ratios; `make bench` runs it.
"""

import argparse
import os
import random
import re
import shutil
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

from reportlab.lib.pagesizes import letter
from reportlab.lib.utils import simpleSplit
from reportlab.pdfgen import canvas

SAMPLES = Path(__file__).parent.parent / "sample_plans"
sys.path.insert(0, str(SAMPLES))

from source import parse  # noqa: E402

PLUMBER = (
    "import sys, pdfplumber\nwith pdfplumber.open(sys.argv[1]) as f:\n for p in f.pages:\n  p.extract_text(); p.close()"
)
MINER = "import sys\nfrom pdfminer.high_level import extract_text\nextract_text(sys.argv[1])"


def paragraphs() -> list[str]:
    """The paragraphs of the sample plans, without the certifications."""
    plans = (parse(source) for source in sorted(SAMPLES.glob("*.md")))
    texts = [getattr(block, "text", "") for plan in plans for block in plan.blocks]
    return [text for text in texts if len(text.split()) > 12 and "certify" not in text]


def report(path: Path, pages: int) -> None:
    """A report of so many full pages: the sample plans' paragraphs in a drawn order, each with other figures."""
    drawn = random.Random(pages)
    texts = paragraphs()
    sheet = canvas.Canvas(str(path), pagesize=letter, invariant=1)
    for page in range(1, pages + 1):
        sheet.setFont("Helvetica-Bold", 13)
        sheet.drawString(72, 730, f"{page}.1 Part {page} of the Plan")
        sheet.setFont("Helvetica", 10)
        at = 706.0
        while at > 80:
            text = re.sub(r"\d+", lambda _: str(drawn.randrange(2, 900)), drawn.choice(texts))
            for line in simpleSplit(text, "Helvetica", 10, 468):
                sheet.drawString(72, at, line)
                at -= 13
            at -= 7
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
