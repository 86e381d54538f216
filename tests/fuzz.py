"""Damaged and forged files by the hundred: none may hang, crash or trick the program.

    python tests/fuzz.py [--mutations 2000] [--seed 1]

Every file is read as the program reads it, in a child process within limits. What was read, or the reason why not, must
be one of the program's own answers; and a plan that lost words must not be called complete.
"""

import argparse
import io
import sys
import tempfile
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from random import Random

sys.path[:0] = [str(Path(__file__).parent), str(Path(__file__).parent.parent)]

import docx  # noqa: E402
from hostile import hostile_pdfs  # noqa: E402
from mutations import ANY, PDF, WORD  # noqa: E402
from reportlab.pdfgen import canvas  # noqa: E402

from swppp_check.checklists import load_checklist  # noqa: E402
from swppp_check.reading import read_submission  # noqa: E402
from swppp_check.reading.limits import Limits  # noqa: E402
from swppp_check.reviewing import review  # noqa: E402
from swppp_check.submission import Document, Submission, Unopened  # noqa: E402

SAMPLES = Path(__file__).parent.parent / "sample_plans"
# The plans that are complete: only they could wrongly be called so.
COMPLETE = {"schenectady-clinic.pdf": "schenectady", "east-greenbush-library.docx": "east-greenbush"}
LIMITS = Limits(memory=512, time=5, pages=2_000, text=2, pixels=50)
KEPT = 0.98  # of a plan's words: with fewer it has lost some
BATCH = 50


@dataclass
class Outcome:
    """What became of the mutations: how many ended how, and what must not have happened."""

    ended: Counter[str] = field(default_factory=Counter)
    faults: list[str] = field(default_factory=list)


@cache
def bases() -> dict[str, bytes]:
    """The files to be damaged: the sample plans, and small ones of the kinds that they are not."""
    found = {p.name: p.read_bytes() for p in sorted(SAMPLES.iterdir()) if p.suffix in (".pdf", ".docx")}
    out = io.BytesIO()
    plain = canvas.Canvas(out, pageCompression=0, invariant=1)
    for page in range(3):
        plain.beginForm(f"form{page}")
        plain.drawString(72, 600, f"Notes {page}: the contractor keeps the silt fence below the slope in repair.")
        plain.endForm()
        plain.drawString(72, 700, f"{page + 1}. Soils of the site and the depth of the water table")
        plain.doForm(f"form{page}")
        plain.linkURL("https://example.org/", (72, 590, 300, 610))
        plain.showPage()
    plain.save()
    word = docx.Document()
    word.add_heading("1. Soils", 1)
    word.add_paragraph("The soils of the site are sandy loam.", style="List Bullet")
    word.add_table(2, 2).cell(0, 0).text = "Practice"
    word.sections[0].header.paragraphs[0].text = "Alder Road"
    saved = io.BytesIO()
    word.save(saved)
    return found | {"forms.pdf": out.getvalue(), "small.docx": saved.getvalue()}


def mutated(count: int, seed: int) -> Iterator[tuple[str, str, bytes]]:
    """So many damaged files: the name of what was damaged, how, and the bytes. The same for the same seed."""
    files = bases()
    small = [name for name in files if len(files[name]) < 60_000]
    for number in range(count):
        random = Random(f"{seed}/{number}")
        name = random.choice(small if number % 2 else list(files))
        ways = (*ANY, *(PDF if name.endswith(".pdf") else WORD))
        way = ways[number % len(ways)]
        yield name, way.__name__, way(files[name], random)


def run(count: int, seed: int, folder: Path) -> Outcome:
    """Read the hostile files and so many mutations of the bases."""
    outcome = Outcome()
    waiting: list[tuple[str, str, Path]] = []
    for name, content in hostile_pdfs():
        waiting.append(("", name, _written(folder / f"{name}.pdf", content)))
    _judge(waiting, outcome)
    waiting.clear()
    for number, (name, way, content) in enumerate(mutated(count, seed)):
        waiting.append((name, way, _written(folder / f"{number:05}-{way}-{name}", content)))
        if len(waiting) == BATCH:
            _judge(waiting, outcome)
            waiting.clear()
    _judge(waiting, outcome)
    return outcome


def _written(path: Path, content: bytes) -> Path:
    path.write_bytes(content)
    return path


def _judge(files: list[tuple[str, str, Path]], outcome: Outcome) -> None:
    submission = read_submission([path for _, _, path in files], limits=LIMITS)
    read: dict[str, Document | Unopened] = {d.path: d for d in submission.documents}
    read |= {u.path: u for u in submission.unopened}
    for base, way, path in files:
        result = read.pop(str(path), None)
        fault = "no answer" if result is None else _fault(base, result, outcome.ended)
        if fault:
            outcome.faults.append(f"{path.name} ({way}): {fault}")
        else:
            path.unlink()
    outcome.faults.extend(f"an answer that nobody asked for: {path}" for path in read)


def _fault(base: str, read: Document | Unopened, ended: Counter[str]) -> str:
    if isinstance(read, Unopened):
        crashed = "crashed" in read.reason
        late = "took longer" in read.reason
        ended["crashed" if crashed else "took too long" if late else "refused"] += 1
        return read.reason if "internal error" in read.reason or "without an answer" in read.reason else ""
    lost = bool(base) and sum((words(base) - _words(read)).values()) > (1 - KEPT) * words(base).total()
    ended["read in part" if read.unread else "read, and words are lost" if lost else "read"] += 1
    town = COMPLETE.get(base)
    if town and lost and review(Submission((read,)), load_checklist(town)).complete:
        return "words are lost, and the plan is called complete"
    return ""


@cache
def words(base: str) -> Counter[str]:
    """The words of a file as it was."""
    with tempfile.TemporaryDirectory() as folder:
        read = read_submission([_written(Path(folder) / base, bases()[base])])
    return _words(read.documents[0])


def _words(read: Document) -> Counter[str]:
    return Counter(word for block in read.blocks for word in block.text.split())


def main() -> None:
    """Run, print how the files ended, and fail with the faults, whose files are kept."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--mutations", type=int, default=2000)
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    folder = Path(tempfile.mkdtemp(prefix="fuzz-"))
    outcome = run(options.mutations, options.seed, folder)
    print(f"{sum(outcome.ended.values())} files")
    for how, number in outcome.ended.most_common():
        print(f"{number:>6}  {how}")
    if outcome.faults:
        print(*outcome.faults, f"the files are in {folder}", sep="\n")
        sys.exit(1)
    folder.rmdir()


if __name__ == "__main__":
    main()
