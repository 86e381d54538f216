"""Build the sample plans: from the tagged sources beside this file, the PDF or Word files to be submitted.

    python sample_plans/build.py                                  # every sample plan, beside its source
    python sample_plans/build.py SOURCE [-o OUT] [--drop PART]... [--hollow PART]...

PART is a checklist item or an item.element. Printed for each file: what a careful reviewer would find in it.
"""

import argparse
import sys
from collections.abc import Collection
from pathlib import Path

from pdf import write_pdf
from source import Plan, SourceError, leave_out, parse, truth
from word import write_word

__all__ = ["HERE", "Plan", "SourceError", "build", "parse", "sources"]

HERE = Path(__file__).parent
WRITERS = {"pdf": write_pdf, "docx": write_word}


def sources() -> list[Path]:
    """The sources of the sample plans, by name."""
    return sorted(HERE.glob("*.md"))


def build(source: Path, out: Path, drop: Collection[str] = (), hollow: Collection[str] = ()) -> frozenset[str]:
    """Build the plan of `source` into `out`, in the form that its head names, and return the truth about it.

    `drop` and `hollow` hold items ("soils") and elements ("soils.description"). The truth holds item.element
    for what is there, item.element? for what only a generous reader would find, and item.statement:altered.
    Raises SourceError where the source cannot be read or has no such part, OSError where `out` cannot be
    written.
    """
    plan = leave_out(parse(source), drop, hollow)
    if plan.form not in WRITERS:
        raise SourceError(f"{source}: no writer for the format {plan.form!r}")
    WRITERS[plan.form](plan, out)
    return truth(plan)


def main() -> int:
    """The command line; 0 when everything was built, 2 when something could not be."""
    parser = argparse.ArgumentParser(description="Build sample plans from their tagged sources.")
    parser.add_argument("source", nargs="?", type=Path, help="a tagged source; without one, every sample plan")
    parser.add_argument("-o", "--out", type=Path, help="the file to write (default: beside the source)")
    parser.add_argument("--drop", action="append", default=[], metavar="PART", help="leave out its blocks")
    parser.add_argument("--hollow", action="append", default=[], metavar="PART", help="leave only its headings")
    options = parser.parse_args()
    chosen = [options.source] if options.source else sources()
    if options.source is None and (options.out or options.drop or options.hollow):
        parser.error("-o, --drop and --hollow need a source")
    try:
        for source in chosen:
            out = options.out or source.with_suffix(f".{parse(source).form}")
            found = build(source, out, options.drop, options.hollow)
            print(f"{out}\n  " + "\n  ".join(sorted(found)))
    except (SourceError, OSError) as error:
        print(f"build.py: {error}", file=sys.stderr)
        return 2
    return 0


if __name__ == "__main__":
    sys.exit(main())
