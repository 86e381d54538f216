"""How fast the whole check is beside other tools' text extraction, whole processes, in one run.

    python tests/bench.py [KIND ...] [--runs 5]     # all kinds without any; see KINDS

Prints the median seconds of each tool, the ratios and the most memory that one of a tool's processes took, then where
the program's own time goes. `make bench` runs it.
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
from dataclasses import dataclass
from pathlib import Path

from bench_files import cad, report, scans, word

PLUMBER = (
    "import sys, pdfplumber\nwith pdfplumber.open(sys.argv[1]) as f:\n for p in f.pages:\n  p.extract_text(); p.close()"
)
MINER = "import sys\nfrom pdfminer.high_level import extract_text\nextract_text(sys.argv[1])"
OURS = "from swppp_check.cli import main; main()"
# The stages of a check, one after the other in one process; in the program, reading goes on beside the import.
STAGES = """
import sys, time
from pathlib import Path
clock = [time.perf_counter()]
def done(): clock.append(time.perf_counter())
from swppp_check.checklists import load_checklist
from swppp_check.letter import letter
from swppp_check.matching import Reading
from swppp_check.reviewing import language, review
language(); done()
from swppp_check.reading.document import read_file
submission = read_file(Path(sys.argv[1])); done()
Reading(submission, language()); done()
law = load_checklist("rotterdam")
result = review(submission, law); done()
letter(result, law); done()
print(*(b - a for a, b in zip(clock, clock[1:])))
"""


@dataclass(frozen=True)
class Took:
    """What a command took: the median of its runs in seconds, and the memory of its largest process in MiB."""

    seconds: float
    memory: float


KINDS: dict[str, tuple[str, Callable[[Path], None]]] = {
    "2": ("2 report pages", lambda path: report(path, 2)),
    "100": ("100 report pages", lambda path: report(path, 100)),
    "300": ("300 report pages", lambda path: report(path, 300)),
    "600": ("600 report pages", lambda path: report(path, 600)),
    "1200": ("1,200 report pages", lambda path: report(path, 1200)),
    "cad": ("20 CAD sheets", lambda path: cad(path, 20, 100_000)),
    "word": ("400-page Word file", lambda path: word(path, 400)),
    "scans": ("40 scanned pages", lambda path: scans(path, 40)),
}


def tools(file: Path) -> dict[str, list[str]]:
    """The commands to be measured on a file; those that are not installed are left out."""
    found = {"swppp-check": [sys.executable, "-c", OURS, str(file), "-t", "rotterdam"]}
    if file.suffix != ".pdf":
        return found
    for name, command in {"pdftotext": [str(file), "-"], "pdfgrep": ["-i", "silt fence", str(file)]}.items():
        if shutil.which(name):
            found[name] = [name, *command]
    return found | {
        "pdfminer": [sys.executable, "-c", MINER, str(file)],
        "pdfplumber": [sys.executable, "-c", PLUMBER, str(file)],
    }


def took(command: list[str], runs: int) -> Took:
    """Run a command so often. It runs in a process of its own that sees how much memory its processes took."""
    measure = (
        "import json, resource, subprocess, sys, time\nbegun = time.perf_counter()\n"
        "subprocess.run(sys.argv[1:], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)\n"
        "print(time.perf_counter() - begun, resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss)"
    )
    seconds, memory = [], 0.0
    for _ in range(runs):
        ran = subprocess.run([sys.executable, "-c", measure, *command], capture_output=True, text=True, check=True)
        second, most = map(float, ran.stdout.split())
        seconds.append(second)
        memory = max(memory, most / (1024 * 1024 if sys.platform == "darwin" else 1024))
    return Took(statistics.median(seconds), memory)


def main() -> None:
    """Build the files, measure and print."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("kinds", nargs="*", choices=[*KINDS, []], default=[])
    parser.add_argument("--runs", type=int, default=5)
    parser.add_argument("--slow-runs", type=int, default=1, help="of pdfplumber and pdfminer")
    options = parser.parse_args()
    os.environ.pop("PYTHONDONTWRITEBYTECODE", None)  # an installed program has its bytecode
    with tempfile.TemporaryDirectory() as folder:
        files = {}
        for kind in options.kinds or KINDS:
            files[kind] = Path(folder) / f"{kind}.{'docx' if kind == 'word' else 'pdf'}"
            KINDS[kind][1](files[kind])
        print(f"{'':20}{'tool':14}{'seconds':>9}{'of ours':>9}{'memory':>10}")
        for kind, file in files.items():
            _measured(KINDS[kind][0], file, options.runs, options.slow_runs)
        print(
            f"\n{'':20}{'import':>9}{'read':>9}{'match':>9}{'review':>9}{'write':>9}   (seconds, one after the other)"
        )
        for kind, file in files.items():
            print(f"{KINDS[kind][0]:20}" + "".join(f"{stage:9.2f}" for stage in stages(file)), flush=True)
        start = took([sys.executable, "-c", OURS, "--help"], options.runs)
        print(f"\n--help: {start.seconds:.2f} s")
        print(f"the child process: {child_cost(next(iter(files.values())), options.runs):.2f} s a run")


def _measured(title: str, file: Path, runs: int, slow_runs: int) -> None:
    ours = 0.0
    for name, command in tools(file).items():
        slow = name in ("pdfminer", "pdfplumber")
        measured = took(command, slow_runs if slow else runs)
        ours = ours or measured.seconds
        ratio = f"{measured.seconds / ours:9.2f}"
        print(f"{title:20}{name:14}{measured.seconds:8.2f}s{ratio}{measured.memory:6.0f} MiB", flush=True)


def stages(file: Path) -> list[float]:
    """Seconds for import with the vocabulary, reading, matching, review with matching left out, and writing."""
    ran = subprocess.run([sys.executable, "-c", STAGES, str(file)], capture_output=True, text=True, check=True)
    imported, read, matched, reviewed, written = map(float, ran.stdout.split())
    return [imported, read, matched, max(reviewed - matched, 0.0), written]  # the review matches for itself


def child_cost(file: Path, runs: int) -> float:
    """How much longer reading takes in a child process, once the modules are loaded here."""
    from swppp_check.reading import read_submission
    from swppp_check.reading.document import read_file

    def median(read: Callable[[], object]) -> float:
        times = []
        for _ in range(runs + 1):
            begun = time.perf_counter()
            read()
            times.append(time.perf_counter() - begun)
        return statistics.median(times[1:])

    return median(lambda: read_submission([file])) - median(lambda: read_file(file))


if __name__ == "__main__":
    main()
