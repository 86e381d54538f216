"""Verdicts on the certifications: the statement's words, the signature with its credential, the fields beside it."""

from collections.abc import Mapping, Sequence
from dataclasses import replace

from swppp_check.certifications import Certification
from swppp_check.checklists import Checklist, ElementRule
from swppp_check.matching import Reading
from swppp_check.reading.labels import is_unfilled
from swppp_check.review import Difference, Evidence, Nearest, Status
from swppp_check.signing import SEEN, Signature, loose_signatures, sentences_of, signatures, signer
from swppp_check.statements import describe
from swppp_check.verdicts import QUOTATIONS, Verdict, is_left_open, nearest, noted, shortened, text_verdict

Certified = Mapping[str, tuple[Certification, ...]]

OPEN = "not identified"
PROVIDED = "provided for, to be filled in when signed"


def statement_verdict(certified: Sequence[Certification]) -> Verdict:
    """Whether the statement is there in the ordinance's words; `certified` are all that were found of it."""
    counted = [c for c in certified if not c.reason]
    right = [c for c in counted if c.statement.verdict == "present"]
    if right:
        return Verdict(Status.PRESENT, tuple(_quote(c) for c in right[:QUOTATIONS]))
    if counted:
        best = max(counted, key=lambda c: c.statement.likeness)
        form = f"It has the words of {best.statement.form}. " if best.statement.form else ""
        told = "; ".join(describe(d) for d in best.statement.differences)
        note = f"{form}Compared with the ordinance's words the statement {told}."
        differences = tuple(Difference(kind=d.kind, law=d.law, found=d.found) for d in best.statement.differences)
        return Verdict(Status.ALTERED, (_quote(best),), note, differences)
    if certified:
        near = Nearest(**_quote(certified[0]).model_dump(), reason=certified[0].reason)
        return Verdict(Status.MISSING, note=noted(near), nearest=near)
    return Verdict(Status.MISSING, note="no such statement was found")


def signature_verdict(
    reading: Reading, checklist: Checklist, certified: Sequence[Certification], all_certified: Certified
) -> Verdict:
    """Whether somebody whom the town accepts has signed."""
    counted = [c for c in certified if not c.reason]
    lines = [s for c in counted for s in signatures(reading, c)]
    if not counted:  # the statement is missing, which is said elsewhere; a professional may still have signed
        loose = loose_signatures(reading, all_certified)
        lines = [s for s in loose if not _refused(reading, checklist, s)]
        if not any(s.signed for s in lines):
            return Verdict(Status.MISSING, note="there is no statement to sign")
    refused: list[Verdict] = []
    for line in lines:
        if line.signed:
            reason = _refused(reading, checklist, line)
            if not reason:
                return _signed(reading, line)
            refused.append(Verdict(Status.MISSING, (_line_quote(line),), reason))
    if refused:
        return refused[0]
    if lines:
        return Verdict(Status.MISSING, (_line_quote(lines[0]),), SEEN[lines[0].kind])
    return Verdict(Status.MISSING, note="no signature line follows the statement")


def _signed(reading: Reading, line: Signature) -> Verdict:
    """What was seen on the line, and what stands beside it."""
    said, own = signer(reading, line), _line_quote(line)
    texts = tuple(dict.fromkeys(text for text in said.values() if not line.in_words or text != own.quote))
    note = f'{SEEN[line.kind]} ("{own.quote}")' if line.in_words else SEEN[line.kind]
    if texts:
        note += "; beside it: " + ", ".join(f'"{text}"' for text in texts)
    if absent := [what for what in ("licence number", "date") if what not in said]:
        note += f"; no {' and no '.join(absent)} was found beside it"
    return Verdict(Status.PRESENT, (own, *(_evidence(line, text) for text in texts)), note)


def _refused(reading: Reading, checklist: Checklist, line: Signature) -> str:
    """Why the signer's credential does not satisfy the town; empty where it does.

    What follows the statement counts; what stands before it only where nothing that follows says anything.
    """
    accepted = reading.sentences_with(checklist.town.preparer.accepted)
    refused = reading.sentences_with(["credential-refused"])
    before = range(max(line.around.start - 3, 0), line.around.start if line.alone else 0)
    for blocks in (line.around, before):
        around = list(sentences_of(reading, line.document, blocks))
        if not accepted.isdisjoint(around):
            return ""
        wrong = [s for s in around if s in refused]
        if wrong:
            stated = f'the signer is given as "{shortened(reading.place(wrong[0]).text.replace(" | ", " "))}"'
            return f"{SEEN[line.kind]}, but {stated}, not as {checklist.town.preparer.who}"
    if not reading.sentences_with(["licence-number"]).isdisjoint(sentences_of(reading, line.document, line.around)):
        return ""
    return f"{SEEN[line.kind]}, but no credential of {checklist.town.preparer.who} was found beside it"


def beside_verdict(
    reading: Reading, rule: ElementRule, certified: Sequence[Certification], all_certified: Certified
) -> Verdict:
    """An element of the signature block: beside the statement or, where that is missing, at a loose signature line."""
    counted = [c for c in certified if not c.reason]
    places = [(c.document, c.blocks) for c in counted]
    if not places:
        places = [(s.document, s.around) for s in loose_signatures(reading, all_certified)]
    if not places:
        return Verdict(Status.MISSING, note="there is no statement beside which it could stand")
    around = frozenset(s for document, blocks in places for s in sentences_of(reading, document, blocks))
    found = text_verdict(reading, rule, around)
    if found.status is Status.PRESENT and all(is_unfilled(e.quote) for e in found.evidence):
        return Verdict(Status.PRESENT, found.evidence, PROVIDED, later=True)
    return found


def named_verdict(reading: Reading, rule: ElementRule, certified: Sequence[Certification]) -> Verdict:
    """Whether those who will sign are named, and where a place for a name is left open.

    The blanks of the statement's own form are filled in when it is signed; they are told only where nobody is named.
    """
    found = text_verdict(reading, rule)
    forms = {s for c in certified for s in sentences_of(reading, c.document, c.blocks)}
    places = [f.place for f in reading.find(rule.left_open) if not reading.zone(f.place.sentence)]
    opened = [p for p in places if is_left_open(reading, p.sentence, rule.topic)]
    if found.status is Status.PRESENT:
        opened = [p for p in opened if p.sentence not in forms]
    if not opened:
        return found
    first = min(opened, key=lambda p: (p.sentence in forms, p.sentence))
    quoted = nearest(first, OPEN)
    return replace(found, note=noted(quoted), nearest=quoted)


def _quote(certification: Certification) -> Evidence:
    document, first = certification.document, certification.first
    title = document.sections[first.section].title
    quote = shortened(certification.statement.quote)
    return Evidence(document=document.path, page=first.page, section=title, quote=quote)


def _line_quote(line: Signature) -> Evidence:
    return _evidence(line, line.block.text)


def _evidence(line: Signature, text: str) -> Evidence:
    title = line.document.sections[line.block.section].title
    return Evidence(document=line.document.path, page=line.block.page, section=title, quote=shortened(text))
