"""Outputs that are files and no text for the terminal: the Word letter and the evidence page."""

from pathlib import Path

from swppp_check.checklists import Checklist
from swppp_check.letter import compose
from swppp_check.particulars import Particulars
from swppp_check.review import Review


def written(
    suffix: str, review: Review, checklist: Checklist, sent: Particulars, template: Path | None, password: str
) -> bytes:
    """The file's bytes by its suffix, ".docx" or ".html"; raises OutputError.

    The libraries that lay the files out are imported only where one is asked for.
    """
    if suffix == ".docx":
        from swppp_check.word.letter import word_letter

        return word_letter(compose(review, checklist, sent), template)
    from swppp_check.page.evidence import evidence_page

    return evidence_page(review, checklist, sent, password or None).encode()
