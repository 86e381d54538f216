"""Submissions made from lines of text, for tests that need no file."""

from collections.abc import Sequence

from swppp_check.matching import Reading
from swppp_check.reviewing import language
from swppp_check.submission import Block, Document, Kind, Section, Sheet, Submission


def document(*lines: str, path: str = "plan.txt") -> Document:
    """A document of lines: "Heading > text", "SHEET TITLE [sheet] > label", "a | b" a table's row, or plain text.

    The same heading or sheet in the next line goes on; several levels of heading are parted by " > ".
    """
    sections = [Section("", 0, None)]
    sheets: list[Sheet] = []
    blocks: list[Block] = []
    above: list[str] = []
    for line in lines:
        *titles, text = line.split(" > ")
        if titles != above:
            above = titles
            for level, title in enumerate(titles, 1):
                if title.endswith("[sheet]"):
                    name = title.removesuffix("[sheet]").strip()
                    sheets.append(Sheet("C-1", name, "", 1))
                    blocks.append(Block(Kind.HEADING, name, 1, sheet=len(sheets) - 1))
                else:
                    parent = len(sections) - 1 if level > 1 else None
                    sections.append(Section(title, level, parent, 1))
                    blocks.append(Block(Kind.HEADING, title, 1, level, len(sections) - 1))
        on_sheet = bool(above) and above[-1].endswith("[sheet]")
        at = len(sections) - 1 if above and not on_sheet else 0
        sheet = len(sheets) - 1 if on_sheet else None
        if " | " in text and not on_sheet:
            cells = tuple(text.split(" | "))
            blocks.append(Block(Kind.ROW, text, 1, section=at, table=0, cells=cells))
        else:
            blocks.append(Block(Kind.LABEL if on_sheet else Kind.PARAGRAPH, text, 1, section=at, sheet=sheet))
    return Document(path, "0" * 64, 1, tuple(blocks), tuple(sections), tuple(sheets))


def reading(*lines: str) -> Reading:
    """A submission of one such document, with its terms found."""
    return Reading(Submission((document(*lines),)), language())


def shows(lines: Sequence[str], rule_seek: object, rule_also: object = ()) -> bool:
    """Whether the lines satisfy clauses."""
    read = reading(*lines)
    found = any(not f.reason for f in read.find(rule_seek))  # type: ignore[arg-type]
    return found and (not rule_also or any(not f.reason for f in read.find(rule_also)))  # type: ignore[arg-type]
