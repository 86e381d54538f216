"""The letter as a Word file: a template's fields filled in, and the letter's parts put where it has them.

A field is {{ its name }} anywhere in the text, a header or a footer. A part, such as {{ findings }}, takes a
paragraph of its own. Both are filled by docxtpl; what a plan says is data there, and no field.
"""

from collections.abc import Mapping
from io import BytesIO
from pathlib import Path
from typing import Any

import docx
from docx.document import Document
from docx.oxml.ns import qn
from docxtpl import DocxTemplate
from jinja2 import TemplateError, TemplateSyntaxError
from jinja2.sandbox import SandboxedEnvironment

from swppp_check.data import OutputError
from swppp_check.letter_parts import Letter
from swppp_check.plain import plain
from swppp_check.rendering import shortened
from swppp_check.word.body import PARTS, Body, texts
from swppp_check.word.letterhead import letterhead
from swppp_check.word.saving import saved

# Marks a part's place until its paragraphs are there; an invisible character that `plain` lets through nowhere.
_MARK = "\N{INVISIBLE SEPARATOR}"
_MARKS = {part: f"{_MARK}{part}{_MARK}" for part in PARTS}
_LABELS = ("project", "location", "tax_parcel", "prepared_by", "acreage", "receiving_waters", "received")
_SAID = ("town", "decides", "date", "applicant", "address", "subject", "reviewer", "for_town", "record", "due")
FIELDS = (*_SAID, *_LABELS)


class WordTemplateError(OutputError):
    """A template that cannot be used; the message names the file, the field and what to do."""


def word_letter(letter: Letter, template: Path | None = None) -> bytes:
    """The letter as a .docx file, on a template or on the letterhead that comes with the program.

    Raises WordTemplateError. The same letter on the same template makes the same bytes.
    """
    name = plain(str(template)) if template else "letterhead"
    document = _filled(template, name, fields(letter) | _MARKS)
    places = _places(document, name)
    body = Body(document, letter)
    for part, place in places.items():
        for element in body.part(part):
            place.addprevious(element)
        _remove(place)
    return saved(document)


def check_template(template: Path) -> None:
    """Raise WordTemplateError where no letter could be written on the template."""
    name = plain(str(template))
    _places(_filled(template, name, {field: f"[{field}]" for field in FIELDS} | _MARKS), name)


def _places(document: Document, name: str) -> dict[str, Any]:
    """The paragraph of each part that the template has."""
    places = {}
    for place in texts(document):
        mark = _text(place)
        part = mark.strip(_MARK)
        if _MARK not in mark:
            continue
        if mark != f"{_MARK}{part}{_MARK}" or part not in PARTS or _outside(place):
            shown = mark.replace(_MARK, "").strip()
            raise WordTemplateError(f"{name}: a part of the letter needs a paragraph of its own in the text: {shown!r}")
        places[part] = place
    if "findings" not in places:
        raise WordTemplateError(f"{name}: it has no {{{{ findings }}}}, so that the letter would say nothing: add it")
    return places


def fields(letter: Letter) -> dict[str, str]:
    """What a template's fields say, by name; what is not known stands in square brackets."""
    rows = {row.label.lower().replace(" ", "_"): row.value for row in letter.rows}
    known = {label: rows.get(label, f"[{label.replace('_', ' ')}]") for label in _LABELS}
    applicant, address = letter.addressee
    reviewer, for_town = letter.signature
    return {
        "town": letter.town,
        "decides": letter.decides,
        "date": letter.date,
        "applicant": applicant,
        "address": address,
        "subject": letter.subject,
        "reviewer": reviewer,
        "for_town": for_town,
        "record": letter.record,
        "due": letter.due,
        **known,
    }


def _filled(template: Path | None, name: str, values: Mapping[str, str]) -> Document:
    environment = SandboxedEnvironment(autoescape=True)
    try:
        content = template.read_bytes() if template else letterhead()
    except OSError as error:
        raise WordTemplateError(f"{name}: it cannot be read ({error.strerror})") from None
    try:
        opened = DocxTemplate(BytesIO(content))
        opened.get_docx()  # opens it
    except Exception:  # whatever is wrong with the archive, its parts or their XML
        raise WordTemplateError(f"{name}: it is no Word document: save it in Word as .docx") from None
    try:
        unknown = sorted(opened.get_undeclared_template_variables(environment, dict(values)))
        if unknown:
            wrong = f"there is no field {{{{ {plain(unknown[0])} }}}}"
            raise WordTemplateError(f"{name}: {wrong}: the fields are {', '.join(sorted(values))}")
        opened.render(dict(values), environment)
    except TemplateSyntaxError as error:
        raise WordTemplateError(f"{name}: a field is broken: {_broken(opened, environment) or error.message}") from None
    except TemplateError as error:
        raise WordTemplateError(f"{name}: a field cannot be filled in: {plain(error.message or '')}") from None
    filled = BytesIO()
    opened.save(filled)
    return docx.Document(filled)


def _broken(template: DocxTemplate, environment: SandboxedEnvironment) -> str:
    """The first paragraph whose own text is no template."""
    for paragraph in texts(template.get_docx()):
        text = _text(paragraph)
        try:
            environment.from_string(text)
        except TemplateSyntaxError:
            return repr(shortened(text, 80))
    return ""


def _text(paragraph: Any) -> str:
    return "".join(t.text or "" for t in paragraph.iter(qn("w:t"))).strip()


def _outside(paragraph: Any) -> bool:
    """Whether it stands in a header or a footer, where no part of the letter can."""
    return not any(True for _ in paragraph.iterancestors(qn("w:body")))


def _remove(paragraph: Any) -> None:
    """Take the mark's paragraph away; one that ends a section or a table's cell stays, and is emptied."""
    following = paragraph.getnext()
    needed = paragraph.find(f"{qn('w:pPr')}/{qn('w:sectPr')}") is not None or (
        paragraph.getparent().tag == qn("w:tc") and following is None
    )
    if needed:
        for run in paragraph.findall(qn("w:r")):
            paragraph.remove(run)
    else:
        paragraph.getparent().remove(paragraph)
