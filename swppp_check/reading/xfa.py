"""XFA forms: the data that was filled in, with the captions of the form's template.

pdfium does not lay such a form out; where the page has no text but a notice, its fixed text counts as unread.
"""

import ctypes
import re
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Any

import pypdfium2 as pdfium
import pypdfium2.raw as raw
from lxml import etree

from swppp_check.reading.raw import RawBlock
from swppp_check.submission import Kind

if TYPE_CHECKING:
    from swppp_check.reading.pdf import PageText

# What a dynamic form shows in programs that do not lay it out.
_NOTICE = re.compile(r"please wait|if this message is not eventually replaced", re.I)
_LARGEST = 20 * 1024 * 1024


def xfa_blocks(document: pdfium.PdfDocument, pages: Sequence["PageText"]) -> tuple[list[RawBlock], str]:
    """A block for each value that no page shows, and why the form's own text was not read, if it was not."""
    if not raw.FPDF_GetXFAPacketCount(document.raw):
        return [], ""
    packets = dict(_packets(document))
    shown = "\n".join(piece.text for page in pages for piece in page.pieces)
    captions = dict(_captions(packets.get("template")))
    blocks = []
    for name, value in _values(packets.get("datasets")):
        if value not in shown:
            caption = captions.get(name) or re.sub(r"(?<=[a-z])(?=[A-Z])|[_\W]+", " ", name).strip()
            blocks.append(RawBlock(Kind.PARAGRAPH, f"{caption.rstrip(' :')}: {value}", 1))
    reason = "an XFA form: only what was filled in could be read; print it to a PDF" if _NOTICE.search(shown) else ""
    return blocks, reason


def _packets(document: pdfium.PdfDocument) -> Iterator[tuple[str, Any]]:
    parser = etree.XMLParser(resolve_entities=False, no_network=True, load_dtd=False, huge_tree=False)
    for index in range(raw.FPDF_GetXFAPacketCount(document.raw)):
        size = raw.FPDF_GetXFAPacketName(document.raw, index, None, 0)
        name = ctypes.create_string_buffer(max(size, 1))
        raw.FPDF_GetXFAPacketName(document.raw, index, name, size)
        length = ctypes.c_ulong()
        if not raw.FPDF_GetXFAPacketContent(document.raw, index, None, 0, length) or length.value > _LARGEST:
            continue
        content = ctypes.create_string_buffer(max(length.value, 1))
        raw.FPDF_GetXFAPacketContent(document.raw, index, content, length, length)
        try:
            yield name.value.decode("ascii", "replace"), etree.fromstring(content.raw[: length.value], parser)
        except (etree.XMLSyntaxError, ValueError):
            continue


def _values(datasets: Any) -> Iterator[tuple[str, str]]:
    for element in () if datasets is None else datasets.iter("*"):
        text = " ".join((element.text or "").split())
        if text and len(element) == 0:
            yield etree.QName(element).localname, text


def _captions(template: Any) -> Iterator[tuple[str, str]]:
    """The captions of the template's fields by the fields' names."""
    for field in () if template is None else template.iter("{*}field"):
        caption = field.find("{*}caption")
        words = "" if caption is None else " ".join(" ".join(caption.itertext()).split())
        if words and field.get("name"):
            yield field.get("name"), words
