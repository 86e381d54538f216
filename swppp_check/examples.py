"""Examples of a checklist as small submissions: "Heading > text", "SHEET TITLE [sheet] > label", "a | b" a table's row.

Every element of a checklist proves its rule with sentences that satisfy it and sentences that must not.
"""

from swppp_check.checklists import ElementRule
from swppp_check.language import Language
from swppp_check.matching import Reading
from swppp_check.submission import Block, Document, Kind, Section, Sheet, Submission


def satisfies(rule: ElementRule, example: str, language: Language) -> bool:
    """Whether an example, of one or several lines, shows the element."""
    reading = Reading(Submission((document(*example.split("\n")),)), language)
    parts = (rule.seek, rule.also) if rule.also else (rule.seek,)
    return all(any(not found.reason for found in reading.find(part)) for part in parts)


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
