"""Sections and drawing sheets: which blocks are headings, what stands under them, which sheet carries a label."""

import re
from collections import Counter
from dataclasses import replace

from swppp_check.reading.raw import RawBlock, RawDocument
from swppp_check.submission import Block, Document, Kind, Section, Sheet

# A heading is no longer than this.
HEADING_LENGTH, HEADING_WORDS = 120, 16
NUMBER = re.compile(r"^(?:section\s+)?(\d{1,2}(?:\.\d{1,2}){0,4})\.?\s+(?=\S)", re.I)
LETTERED = re.compile(r"^(?:[IVXL]{1,6}|[A-Z]|\([a-zA-Z0-9]{1,2}\))[.)]?\s+(?=[A-Z])")
LETTER_NUMBER = re.compile(r"^[A-Z]\.?\d{1,2}(?:\.\d{1,2})*\.?\s+(?=[A-Z])")
DIVISION = re.compile(r"^(?:appendix|attachment|exhibit|enclosure|annex|tab)\b[\s\-:.]*\w{0,3}\b", re.I)
# Dots, spaces or a tab, then a page number: a line of a table of contents.
CONTENTS = re.compile(r"(?:[.\u2026]\s?){3,}\s*[\divxlcA-Z-]{0,6}\s*$|(?:\t|\s{3,})[\divxlc]{1,5}\s*$")
SHEET_LINE = re.compile(
    r"^(?:sheet|drawing|dwg\.?)\s+(?:no\.?\s*)?([A-Z]{0,3}[- ]?\d{1,4}(?:\.\d+)?(?:\s+of\s+\d+)?)\b[\s:\-|]*(.*)$",
    re.I,
)
SHEET_NUMBER = re.compile(r"^[A-Z]{1,3}[- ]?\d{1,3}(?:\.\d{1,2})?$")
SCALE = re.compile(r"(scale\s*:?\s*.*|not to scale|n\.?t\.?s\.?)$", re.I)


def assemble(raw: RawDocument, path: str, sha256: str) -> Document:
    """The document that later stages see: blocks in order, each with its section or its sheet."""
    raws = _framed_sheets([b for b in raw.blocks if b.text.strip()])
    levels = _levels(raws)
    sections = [Section("", 0, None)]
    sheets: list[Sheet] = []
    blocks: list[Block] = []
    at = 0
    sheet: int | None = None
    titles: dict[int, set[int]] = {}
    for index, block in enumerate(raws):
        sheet = _sheet_of(block, index, raws, sheets, sheet, levels, titles)
        level = 0
        kind = block.kind
        if index in levels and sheet is None:
            kind, level = Kind.HEADING, levels[index]
            parent: int | None = at
            while parent and sections[parent].level >= level:
                parent = sections[parent].parent
            sections.append(Section(" ".join(block.text.split()), level, parent, block.page))
            at = len(sections) - 1
        elif sheet is not None and index in titles.get(sheet, ()):
            if index != min(titles[sheet]):
                continue
            block = replace(block, text=sheets[sheet].title if block.large else block.text)
            kind = Kind.HEADING
        elif sheet is not None and kind is not Kind.FURNITURE:
            kind = Kind.LABEL
        elif kind is Kind.HEADING:
            kind = Kind.PARAGRAPH
        blocks.append(Block(kind, block.text, block.page, level, at, sheet, block.table, block.cells, block.mark))
    return Document(
        path,
        sha256,
        raw.pages,
        tuple(blocks),
        tuple(sections),
        tuple(sheets),
        raw.all_unread(),
        raw.warnings,
        raw.ocr_pages,
    )


def _framed_sheets(raws: list[RawBlock]) -> list[RawBlock]:
    """Put the title block of a sheet that is drawn as a table before what the sheet shows, each cell a label.

    Such a sheet begins with the page and ends with the row that holds its title, scale and number.
    """
    result: list[RawBlock] = []
    begin = 0
    for block in raws:
        title = _title_row(block)
        if block.breaks or not title:
            begin = len(result) if block.breaks else begin
        if not title:
            result.append(block)
            continue
        shown = result[begin:]
        del result[begin:]
        result.append(RawBlock(Kind.PARAGRAPH, title, block.page, breaks=True))
        for label in shown:
            cells = [c for c in label.cells if c.strip()] if label.kind is Kind.ROW else [label.text]
            result += [RawBlock(Kind.LABEL, " ".join(cell.split()), label.page) for cell in cells]
        begin = len(result)
    return result


def _title_row(block: RawBlock) -> str:
    """The line "SHEET number  TITLE  SCALE: ..." for a row that is a sheet's title block; empty for another block."""
    cells = [" ".join(c.split()) for c in block.cells if c.strip()]
    number = next((c for c in cells if SHEET_LINE.match(c) and len(c) < 30), "")
    scale = next((c for c in cells if c.lower().startswith("scale") or SCALE.fullmatch(c)), "")
    title = next((c for c in cells if c.isupper() and c not in (number, scale) and len(c) > 5), "")
    return f"{number}  {title}  {scale}" if number and title and scale else ""


def _sheet_of(
    block: RawBlock,
    index: int,
    raws: list[RawBlock],
    sheets: list[Sheet],
    sheet: int | None,
    levels: dict[int, int],
    titles: dict[int, set[int]],
) -> int | None:
    """The sheet that a block stands on; a new one is appended to `sheets`, its title's blocks to `titles`."""
    if block.large:
        if sheet is None or sheets[sheet].page != block.page:
            found, marks = _title_block(index, raws)
            titles[len(sheets)] = marks
            sheets.append(found)
            return len(sheets) - 1
        return sheet
    if line := SHEET_LINE.match(block.text):
        rest = line[2]
        scale = SCALE.search(rest)
        title = (rest[: scale.start()] if scale else rest).strip(" -|:")
        if title and title.upper() == title and len(title) < HEADING_LENGTH:
            titles[len(sheets)] = {index}
            sheets.append(Sheet(line[1], title, scale[1] if scale else "", block.page))
            return len(sheets) - 1
    ended = block.breaks or (index in levels and (block.bold or block.kind is Kind.HEADING))
    if sheet is not None and (sheets[sheet].page is not None or ended):
        return None
    return sheet


def _title_block(index: int, raws: list[RawBlock]) -> tuple[Sheet, set[int]]:
    """Number, title and scale of the sheet that begins here: the largest type is the title."""
    page = raws[index].page
    end = index
    while end < len(raws) and raws[end].page == page and raws[end].large:
        end += 1
    labels = range(index, end)
    number = scale = ""
    worded = [k for k in labels if _is_title(raws[k].text)]
    largest = max((raws[k].size for k in worded), default=0.0)
    usual = Counter(round(raws[k].size) for k in labels).most_common(1)[0][0]
    marks = {k for k in worded if largest > usual + 1 and raws[k].size > largest - 0.6 and len(raws[k].text) < 150}
    for k in labels:
        text = raws[k].text.strip()
        if text.lower().startswith("scale"):
            marks.discard(k)
        line = SHEET_LINE.match(text)
        if line and len(text) < 30:
            number = line[1]
        elif not number and SHEET_NUMBER.match(text) and raws[k].size > usual + 1:
            number = text
        if text.lower().startswith("scale") or text.lower() == "not to scale":
            scale = scale or text
    title = " ".join(raws[k].text for k in sorted(marks))
    return Sheet(number, title, scale, page), marks


def _is_title(text: str) -> bool:
    """Whether a label may be a sheet's title: words, in capitals or in title case, no sentence."""
    letters = [c for c in text if c.isalpha()]
    capitals = sum(c.isupper() for c in letters) > 0.8 * max(len(letters), 1)
    return len(letters) >= 6 and (capitals or (text.istitle() and not re.search(r"[.,]", text)))


def _levels(raws: list[RawBlock]) -> dict[int, int]:
    """Which blocks are headings, by index, and how deep each is (1 is the highest)."""
    body = _body_size(raws)
    styled = any(b.kind is Kind.HEADING for b in raws)
    keys: dict[int, tuple[float, ...]] = {}
    for index, block in enumerate(raws):
        if block.kind is Kind.HEADING:
            keys[index] = (0, block.level)
        elif _looks_like_heading(block, body, raws[index + 1] if index + 1 < len(raws) else None):
            depth = _depth(block.text)
            if DIVISION.match(block.text):
                keys[index] = (-1,)
            elif styled:
                keys[index] = (1, depth)
            else:
                keys[index] = (0, -round(block.size), depth)
    ranks = {key: rank for rank, key in enumerate(sorted(set(keys.values())), 1)}
    return {index: ranks[key] for index, key in keys.items()}


def _body_size(raws: list[RawBlock]) -> float:
    sizes: Counter[float] = Counter()
    for block in raws:
        if not block.large and block.kind in (Kind.PARAGRAPH, Kind.BULLET):
            sizes[round(block.size)] += len(block.text)
    return sizes.most_common(1)[0][0] if sizes else 0.0


def _looks_like_heading(block: RawBlock, body: float, following: RawBlock | None) -> bool:
    text = block.text.strip()
    if block.mark or block.large or block.kind not in (Kind.PARAGRAPH, Kind.BULLET) or len(text) > HEADING_LENGTH:
        return False
    if len(text.split()) > HEADING_WORDS or not re.search(r"[A-Za-z]{3}", text) or CONTENTS.search(text):
        return False
    numbered = NUMBER.match(text) or LETTERED.match(text) or LETTER_NUMBER.match(text) or DIVISION.match(text)
    if block.kind is Kind.BULLET and not numbered:
        return False
    if re.search(r"[.;,:]$", text) and not (block.bold or text.isupper()):
        return False
    if block.bold or (block.size and block.size >= body + 1):
        return True
    words = re.sub(r"[^A-Za-z ]", "", text)
    if text.isupper() and len(words) >= 8 and not re.search(r"\d{3}", text):
        return following is None or not following.text.isupper() or bool(numbered)
    dotted = NUMBER.match(text)
    return bool(dotted and "." in dotted[1] and text[dotted.end() :][:1].isupper() and len(text) < 80)


def _depth(text: str) -> int:
    """1 for "4.0 TITLE", 2 for "4.1 Title" and "A.1 Title"; unnumbered capitals 1, other unnumbered 3."""
    if number := NUMBER.match(text):
        parts = number[1].split(".")
        while len(parts) > 1 and parts[-1].strip("0") == "":
            parts.pop()
        return len(parts)
    if LETTER_NUMBER.match(text):
        return 2
    if LETTERED.match(text):
        return 1
    return 1 if text.isupper() else 3
