"""A configuration to begin with."""

import difflib
from pathlib import Path

from swppp_check.checklists import towns
from swppp_check.config import FILE
from swppp_check.data import DataError

TEMPLATE = """\
# What `swppp-check` does in this folder when it is given no files. Options and environment variables
# (SWPPP_CHECK_TOWN, SWPPP_CHECK_FORMAT, ...) come before what stands here.

{town}   # whose ordinance: see `swppp-check towns`
# checklist = "our-town.toml"           # or a checklist file of your own: see `swppp-check validate`
project = "auto"                        # the class: major, minor, or auto (from the plan)
format = "table"                        # what is printed: letter, table, json, markdown, junit, sarif, github
# output = ["review.json", "letters/{{name}}.txt"]   # files, by suffix; {{name}} makes one a submission
fail-on = "deficiency"                  # what ends with status 1: deficiency, comment, never
jobs = 0                                # so many submissions at a time; 0: one a processor
# date = "today"                        # the letter's date, by which decisions expire
# decisions = "decisions.toml"          # people's verdicts, which overrule the program's
# reviewer = "R. Smo, Stormwater Management Officer"   # who signs the letter
# template = "letterhead.docx"          # the Word letter's: see `swppp-check template`
# max-time = 600                        # limits of reading one document: see `swppp-check check --help`

# Each submission is the files that together are one plan: paths and patterns, from this file's folder. Any key
# above that concerns one submission can stand here too (town, checklist, project, decisions, ...).
[[submission]]
name = "example"
files = ["plans/**/*.pdf", "plans/**/*.docx"]
# previous = "round-1.json"             # the JSON output of the earlier round
# received = 2026-11-02                 # for the letter; and applicant, project-name
"""


def write_configuration(folder: Path, town: str = "", *, force: bool = False) -> str:
    """Write the file and give its name; raises DataError where one is there, or the town is unknown."""
    if town and town not in towns():
        near = difflib.get_close_matches(town.lower(), towns(), n=1, cutoff=0.4)
        hint = f"did you mean {near[0]}?" if near else f"known towns: {', '.join(towns())}"
        raise DataError(f"there is no checklist for the town {town!r}: {hint}")
    path = folder / FILE
    if path.exists() and not force:
        raise DataError(f"{FILE} is there already: --force writes over it")
    try:
        line = f'town = "{town}"' if town else f'# town = "{next(iter(towns()))}"'
        path.write_text(TEMPLATE.format(town=f"{line:36}"), encoding="utf-8")
    except OSError as error:
        raise DataError(f"{FILE}: it cannot be written ({error.strerror})") from None
    return FILE
