"""What a PDF page shows beside its own contents: form fields, typed notes, stamps and the labels of CAD sheets.

A ticked box is written as in Word files, an unfilled field as a blank line. Comments of reviewers (notes,
highlights) are no part of a plan and are not read.
"""

from collections.abc import Iterator
from contextlib import closing, contextmanager
from dataclasses import dataclass, field

import pypdfium2 as pdfium
import pypdfium2.raw as raw

from swppp_check.reading.attached import attachment, utf16
from swppp_check.reading.frame import Box, Frame
from swppp_check.reading.raw import Attachment

CHECKED, UNCHECKED, BLANK = "\u2612", "\u2610", "____"
CAD_TEXT = "AutoCAD SHX Text"
_HIDDEN = raw.FPDF_ANNOT_FLAG_HIDDEN | raw.FPDF_ANNOT_FLAG_NOVIEW
_BOXES = (raw.FPDF_FORMFIELD_CHECKBOX, raw.FPDF_FORMFIELD_RADIOBUTTON)
_TEXTS = (raw.FPDF_FORMFIELD_TEXTFIELD, raw.FPDF_FORMFIELD_COMBOBOX, raw.FPDF_FORMFIELD_LISTBOX)
_PASSWORD = 1 << 13  # a text field that hides what is typed


@dataclass(frozen=True, slots=True)
class Entry:
    """A form field or a note: its words and its place on the page as it is shown.

    `box` says whether it is a tick box, `name` what the field's tooltip calls it.
    """

    place: Box
    text: str
    box: bool = False
    name: str = ""


@dataclass(slots=True)
class Shown:
    """What one page shows beside its contents.

    `signed` are the places of signature fields that are signed, `stamps` those of stamps whose words are drawn.
    """

    fields: list[Entry] = field(default_factory=list)
    notes: list[Entry] = field(default_factory=list)
    signed: list[Box] = field(default_factory=list)
    stamps: list[Box] = field(default_factory=list)
    files: list[Attachment] = field(default_factory=list)


def page_shows(document: pdfium.PdfDocument, page: pdfium.PdfPage, frame: Frame) -> Shown | None:
    """What a page shows beside its contents; None where it has no annotations at all."""
    count = raw.FPDFPage_GetAnnotCount(page.raw)
    if count <= 0:
        return None
    shown = Shown()
    for index in range(count):
        with _annotation(page, index) as annotation:
            if annotation and not raw.FPDFAnnot_GetFlags(annotation) & _HIDDEN:
                _read(document, annotation, frame, shown)
    return shown


@contextmanager
def _annotation(page: pdfium.PdfPage, index: int) -> Iterator[raw.FPDF_ANNOTATION]:
    annotation = raw.FPDFPage_GetAnnot(page.raw, index)
    try:
        yield annotation
    finally:
        if annotation:
            raw.FPDFPage_CloseAnnot(annotation)


def _read(document: pdfium.PdfDocument, annotation: raw.FPDF_ANNOTATION, frame: Frame, shown: Shown) -> None:
    kind = raw.FPDFAnnot_GetSubtype(annotation)
    if kind in (raw.FPDF_ANNOT_LINK, raw.FPDF_ANNOT_POPUP):
        return
    if kind == raw.FPDF_ANNOT_FILEATTACHMENT:
        handle = raw.FPDFAnnot_GetFileAttachment(annotation)
        if handle and (file := attachment(handle)):
            shown.files.append(file)
        return
    rectangle = raw.FS_RECTF()
    if not raw.FPDFAnnot_GetRect(annotation, rectangle):
        return
    place = frame.shown((rectangle.left, rectangle.bottom, rectangle.right, rectangle.top))
    if kind == raw.FPDF_ANNOT_WIDGET:
        _read_field(document, annotation, place, shown)
    elif kind in (raw.FPDF_ANNOT_FREETEXT, raw.FPDF_ANNOT_STAMP) or _string(annotation, "T") == CAD_TEXT:
        text = _string(annotation, "Contents")
        if text.strip():
            shown.notes.append(Entry(place, " ".join(text.split())))
        elif kind == raw.FPDF_ANNOT_STAMP:
            shown.stamps.append(place)


def _read_field(document: pdfium.PdfDocument, annotation: raw.FPDF_ANNOTATION, place: Box, shown: Shown) -> None:
    form = document.formenv.raw if document.formenv else None
    kind = raw.FPDFAnnot_GetFormFieldType(form, annotation) if form else -1
    name = utf16(lambda b, n: raw.FPDFAnnot_GetFormFieldAlternateName(form, annotation, b, n)) if form else ""
    if kind == raw.FPDF_FORMFIELD_SIGNATURE:
        if place[2] - place[0] > 1 and place[3] - place[1] > 1 and _is_signed(document, annotation):
            shown.signed.append(place)
    elif kind in _BOXES:
        checked = raw.FPDFAnnot_IsChecked(form, annotation)
        shown.fields.append(Entry(place, CHECKED if checked else UNCHECKED, box=True, name=name))
    elif kind in _TEXTS:
        if not raw.FPDFAnnot_GetFormFieldFlags(form, annotation) & _PASSWORD:
            text = _chosen(form, annotation) if kind != raw.FPDF_FORMFIELD_TEXTFIELD else ""
            text = text or utf16(lambda b, n: raw.FPDFAnnot_GetFormFieldValue(form, annotation, b, n))
            shown.fields.append(Entry(place, " ".join(text.split()) or BLANK, name=name))
    elif kind == -1 and (text := _string(annotation, "V").strip()):
        shown.fields.append(Entry(place, " ".join(text.split())))


def _chosen(form: raw.FPDF_FORMHANDLE, annotation: raw.FPDF_ANNOTATION) -> str:
    """The words of what was chosen in a list."""

    def label(index: int) -> str:
        return utf16(lambda buffer, size: raw.FPDFAnnot_GetOptionLabel(form, annotation, index, buffer, size))

    count = max(raw.FPDFAnnot_GetOptionCount(form, annotation), 0)
    chosen = [label(index) for index in range(count) if raw.FPDFAnnot_IsOptionSelected(form, annotation, index)]
    return ", ".join(each for each in chosen if each)


def _is_signed(document: pdfium.PdfDocument, annotation: raw.FPDF_ANNOTATION) -> bool:
    """Whether a signature field is signed; where the field's value stands elsewhere, whether all of the file are."""
    if raw.FPDFAnnot_HasKey(annotation, b"FT"):
        return bool(raw.FPDFAnnot_HasKey(annotation, b"V"))
    count = raw.FPDF_GetSignatureCount(document.raw)
    signatures = [raw.FPDF_GetSignatureObject(document.raw, index) for index in range(count)]
    return count > 0 and all(raw.FPDFSignatureObj_GetContents(each, None, 0) for each in signatures)


def _string(annotation: raw.FPDF_ANNOTATION, key: str) -> str:
    return utf16(lambda buffer, size: raw.FPDFAnnot_GetStringValue(annotation, key.encode(), buffer, size))


def stamped(
    document: pdfium.PdfDocument,
    number: int,
    page: pdfium.PdfPage,
    textpage: pdfium.PdfTextPage,
    frame: Frame,
    stamps: list[Box],
) -> Iterator[Entry]:
    """The words of stamps, which stand only in their pictures: these are drawn into the page, which is read again.

    `number` is the page's, `textpage` that of the page as it was. The page in memory is changed, the file is not.
    """
    if raw.FPDFPage_Flatten(page.raw, raw.FLAT_NORMALDISPLAY) != raw.FLATTEN_SUCCESS:
        return
    with closing(document[number - 1]) as flat, closing(flat.get_textpage()) as drawn:
        for place in stamps:
            box = frame.filed(place)
            under = textpage.get_text_bounded(*box).splitlines()
            lines = [line for line in drawn.get_text_bounded(*box).splitlines() if line not in under]
            if text := " ".join(" ".join(lines).split()):
                yield Entry(place, text)
