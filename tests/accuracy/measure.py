"""Recognised and caught, element by element, on plans with known answers.

    python tests/accuracy/measure.py [PLAN.md ...] [--every N] [--wrong]

Each plan is built whole and with each item left out, each item hollowed (its heading kept over a placeholder) and each
element left out; every built file is checked and its verdicts compared with what its blocks are tagged with.

recognised  of the elements that the whole plans show, the share that the checker finds
caught      of the elements that are not there, in whole plans and in those with parts left out, the share reported

Only "shall" elements count, and of a plan with parts left out only the elements that this changes.
"""

import argparse
import sys
import tempfile
from collections import Counter
from collections.abc import Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from pathlib import Path
from typing import Literal

HERE = Path(__file__).parent
SAMPLES = HERE.parent.parent / "sample_plans"
sys.path[:0] = [str(SAMPLES)]

from build import build  # noqa: E402
from source import parse, truth  # noqa: E402

from swppp_check import Review, check  # noqa: E402

Wrong = Literal["missed", "overlooked", ""]


@dataclass(frozen=True)
class Case:
    """A plan with parts left out."""

    source: Path
    name: str
    drop: tuple[str, ...] = ()
    hollow: tuple[str, ...] = ()


@dataclass(frozen=True)
class Judged:
    """One verdict: whether the element is there, and what is wrong with what was said of it."""

    plan: str
    case: str
    element: str
    there: bool
    wrong: Wrong


def cases(source: Path, every: int = 1) -> list[Case]:
    """The whole plan, and every n-th of its variants."""
    whole = truth(parse(source))
    elements = sorted(tag.rstrip("?") for tag in whole if ":" not in tag)
    items = sorted({tag.split(".")[0] for tag in elements})
    variants = [Case(source, f"without {i}", drop=(i,)) for i in items]
    variants += [Case(source, f"hollow {i}", hollow=(i,)) for i in items]
    variants += [Case(source, f"without {e}", drop=(e,)) for e in elements]
    return [Case(source, "whole"), *variants[::every]]


def run(case: Case) -> tuple[Case, frozenset[str], dict[str, tuple[str, str]]]:
    """Build and check: what is there, and for each element of an applicable item its kind and status."""
    plan = parse(case.source)
    with tempfile.TemporaryDirectory() as folder:
        out = Path(folder) / f"{plan.id}.{plan.form}"
        there = build(case.source, out, drop=case.drop, hollow=case.hollow)
        review = check([out], town=plan.town, project="major" if plan.project == "major" else "minor")
    return case, there, _verdicts(review)


def _verdicts(review: Review) -> dict[str, tuple[str, str]]:
    said: dict[str, tuple[str, str]] = {}
    for item, element in review.findings():
        alternatives = [e for e in item.elements if e.id in item.any_of]
        met = any(e.status == "present" for e in alternatives)
        status = "present" if element.id in item.any_of and met else str(element.status)
        said[f"{item.id}.{element.id}"] = (element.kind, status)
    return said


def judged(results: Sequence[tuple[Case, frozenset[str], dict[str, tuple[str, str]]]]) -> Iterator[Judged]:
    """Every verdict that counts."""
    whole = {case.source: there for case, there, _ in results if case.name == "whole"}
    for case, there, said in results:
        plan = parse(case.source)
        for name, (kind, status) in said.items():
            item = name.split(".")[0]
            if kind != "shall" or f"{name}?" in there or plan.open & {name, item}:
                continue
            here = _there(name, there)
            if case.name != "whole" and here == _there(name, whole[case.source]):
                continue
            right = _right(name, there, status, here)
            yield Judged(plan.id, case.name, name, here, "" if right else "missed" if here else "overlooked")


def _there(name: str, there: frozenset[str]) -> bool:
    item = name.split(".")[0]
    if item == "diversion-practices":
        return any(tag.startswith(item + ".") for tag in there)
    return name in there or f"{name}:altered" in there


def _right(name: str, there: frozenset[str], status: str, here: bool) -> bool:
    if f"{name}:altered" in there:
        return status == "altered"
    return status == "present" if here else status != "present"


def measure(sources: Sequence[Path], every: int = 1, jobs: int = 2) -> list[Judged]:
    """Run all cases of the plans in so many processes."""
    todo = [case for source in sources for case in cases(source, every)]
    with ProcessPoolExecutor(jobs) as pool:
        return list(judged(list(pool.map(run, todo, chunksize=4))))


def rates(found: Sequence[Judged]) -> tuple[float, float]:
    """Recognised (on whole plans) and caught."""
    present = [j for j in found if j.there and j.case == "whole"]
    absent = [j for j in found if not j.there]
    recognised = sum(not j.wrong for j in present) / max(len(present), 1)
    return recognised, sum(not j.wrong for j in absent) / max(len(absent), 1)


def main() -> None:
    """Measure and print a table."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("plans", nargs="*", type=Path, default=sorted((HERE / "plans").glob("*.md")))
    parser.add_argument("--every", type=int, default=1, help="only every n-th variant")
    parser.add_argument("--wrong", action="store_true", help="list every wrong verdict")
    options = parser.parse_args()
    found = measure(options.plans, options.every)
    print(f"{'element':44}{'recognised':>14}{'caught':>14}")
    for element in dict.fromkeys(j.element for j in found):
        own = [j for j in found if j.element == element]
        row = Counter((j.there, bool(j.wrong)) for j in own if j.case == "whole" or not j.there)
        present, absent = row[True, False] + row[True, True], row[False, False] + row[False, True]
        print(f"{element:44}{row[True, False]:>8} of {present:>2}{row[False, False]:>8} of {absent:>2}")
    if options.wrong:
        for j in found:
            if j.wrong:
                print(f"{j.wrong:11} {j.plan:24} {j.case:40} {j.element}")
    recognised, caught = rates(found)
    print(f"plans {len(options.plans)}  recognised {recognised:.3f}  caught {caught:.3f}")


if __name__ == "__main__":
    main()
