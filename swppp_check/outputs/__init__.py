"""The forms in which reviews are put out: one table, from which the command line takes names and suffixes.

An output gets every submission of a run, reviewed or not, in order, and gives text or bytes; it decides nothing. To add
one, write a function with the signature of `Render` and name it in `OUTPUTS`.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING

from swppp_check.particulars import Particulars

if TYPE_CHECKING:  # the names of the outputs are needed before a plan is read, and these take long to import
    from swppp_check.checklists import Checklist
    from swppp_check.review import Review, UnopenedFile

NAME = "{name}"  # in a file's name: one file for each submission


@dataclass(frozen=True, slots=True)
class Checked:
    """One submission of a run: its review with the checklist applied, or why there is none; and what is sent with it.

    `template` is the Word letter's; `password` opens a protected PDF once more, for pictures of its pages.
    """

    name: str
    review: "Review | None" = None
    checklist: "Checklist | None" = None
    failures: "tuple[UnopenedFile, ...]" = ()
    sent: Particulars = field(default_factory=Particulars)
    template: Path | None = None
    password: str | None = None


@dataclass(frozen=True, slots=True)
class Wishes:
    """What the person asked of all outputs. `fails_on_comments` tells them what a comment is worth."""

    fails_on_comments: bool = False


Render = Callable[[Sequence[Checked], Wishes], str | bytes]


@dataclass(frozen=True, slots=True)
class Output:
    """A form of output: the function "module:name" that renders it, the suffixes of its files.

    `alone` says that it holds one submission only, and that this one was reviewed.
    """

    renders: str
    suffixes: tuple[str, ...]
    alone: bool = False

    def render(self, checked: Sequence[Checked], wishes: Wishes) -> str | bytes:
        """Render; the module is imported now, since some load large libraries."""
        module, _, name = self.renders.partition(":")
        function: Render = getattr(import_module(module), name)
        return function(checked, wishes)


OUTPUTS: Mapping[str, Output] = {
    "letter": Output("swppp_check.outputs.texts:letters", (".txt",)),
    "table": Output("swppp_check.outputs.texts:tables", (".table",)),
    "docx": Output("swppp_check.outputs.single:word", (".docx",), alone=True),
    "html": Output("swppp_check.outputs.single:page", (".html",), alone=True),
    "json": Output("swppp_check.outputs.texts:data", (".json",)),
    "markdown": Output("swppp_check.outputs.markdown:markdown", (".md", ".markdown")),
    "junit": Output("swppp_check.outputs.junit:junit", (".xml",)),
    "sarif": Output("swppp_check.outputs.sarif:sarif", (".sarif", ".sarif.json")),
    "github": Output("swppp_check.outputs.github:github", (".github",)),
}


def suffixes() -> Mapping[str, str]:
    """The outputs' names by their files' suffixes."""
    return {suffix: name for name, output in OUTPUTS.items() for suffix in output.suffixes}


def output_of(file: Path) -> str | None:
    """The output that a file's suffix asks for, the longest first; None where there is none."""
    known = suffixes()
    return next((known[s] for s in sorted(known, key=len, reverse=True) if file.name.lower().endswith(s)), None)
