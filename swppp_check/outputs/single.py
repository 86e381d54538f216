"""Outputs of one reviewed submission each: the Word letter and the evidence page."""

from collections.abc import Sequence

from swppp_check.checklists import Checklist
from swppp_check.outputs import Checked, Wishes
from swppp_check.review import Review


def word(checked: Sequence[Checked], wishes: Wishes) -> bytes:  # noqa: ARG001
    """The letter as a .docx file; raises OutputError for a template that cannot be used."""
    from swppp_check.letter import compose
    from swppp_check.word.letter import word_letter

    one = checked[0]
    return word_letter(compose(*_reviewed(one), one.sent), one.template)


def page(checked: Sequence[Checked], wishes: Wishes) -> bytes:  # noqa: ARG001
    """The evidence page as HTML in UTF-8."""
    from swppp_check.page.evidence import evidence_page

    one = checked[0]
    return evidence_page(*_reviewed(one), one.sent, one.password).encode()


def _reviewed(one: Checked) -> tuple[Review, Checklist]:
    assert one.review is not None
    assert one.checklist is not None
    return one.review, one.checklist
