"""The project's class: major or minor, from what the plan says of its use, its disturbance and its waters.

Minor is a permitted agricultural use, or single-family residential construction or subdivision, that disturbs
between one and five acres and does not discharge directly to a water on the 303(d) list (Schenectady § 148-5,
East Greenbush § 54-25). Everything else of an acre or more is major, and so, for the review, is a project
that the plan does not show to be minor.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Literal

from swppp_check.acreage import bounded, countable, disturbed, hits
from swppp_check.facts import evidence, find_facts
from swppp_check.matching import Reading
from swppp_check.phrasebook import Hit
from swppp_check.review import Project

LEAST, MOST = 1.0, 5.0  # acres of a minor project, both included
# How many words may stand between a use and the words that propose, negate, take away or place it elsewhere.
BEFORE, AFTER, NEGATED, PAST, AROUND, BESIDE = 16, 8, 10, 3, 5, 2
# So many sentences that speak of a use of a major project are enough to doubt that the plan is minor.
SPOKEN = 3

Asked = Literal["auto", "major", "minor"]


@dataclass(frozen=True, slots=True)
class Test:
    """One condition of a minor project: met (True), not met (False) or not known (None).

    `shows` says what the plan shows of it, `settles` what would make it known; both stand in a sentence.
    """

    met: bool | None
    shows: str
    settles: str
    sentences: tuple[int, ...] = ()


def project(reading: Reading, asked: Asked) -> Project:
    """The project's class with its evidence, and the facts of the plan.

    `asked` is the reviewer's own answer, or "auto". `basis` is a clause without a capital and a full stop.
    """
    category, basis, determined, sentences = _class(reading)
    if asked != "auto":
        against = f"; by the plan it is a {category} project: {basis}"
        basis = "as given by the reviewer" + (against if determined and category != asked else "")
        category, determined = asked, True
    chosen = [evidence(reading.place(s)) for s in dict.fromkeys(sentences)]
    return Project(
        category=category,
        basis=basis,
        determined=determined,
        evidence=tuple(chosen),
        facts=find_facts(reading),
    )


def _class(reading: Reading) -> tuple[Literal["major", "minor"], str, bool, Sequence[int]]:
    """Category, basis, whether it is determined, and the sentences that show it."""
    said_minor = _said(reading, "project-minor")
    said_major = _said(reading, "project-major")
    tests = (_use(reading), _disturbance(reading, bool(said_minor)), _water(reading, said_minor))
    failed = [t for t in tests if t.met is False]
    if failed:
        return "major", _joined(t.shows for t in failed), True, [s for t in failed for s in t.sentences]
    shown = [s for t in tests for s in t.sentences]
    if said_major:
        return "major", "the plan states that it is a major project", True, [*said_major, *shown]
    if all(t.met for t in tests):
        return "minor", _joined(t.shows for t in tests), True, [*shown, *said_minor]
    open_ = [t for t in tests if t.met is None]
    state = _joined(t.shows for t in sorted(tests, key=lambda t: t.met is None))
    settles = _joined(t.settles for t in open_)
    basis = f"{state}; the class is undetermined and would be settled by {settles}"
    return "major", basis, False, [*shown, *said_minor]


def _joined(clauses: Iterable[str]) -> str:
    """Clauses as one: "a, b and c"."""
    said = [c for c in clauses if c]
    return " and ".join(filter(None, (", ".join(said[:-1]), *said[-1:])))


def _said(reading: Reading, term: str) -> tuple[int, ...]:
    """The first sentence in which the plan says its class of itself."""
    both = reading.meeting([term], ["project-self"], without=["project-general"])
    return tuple(s for s in both if countable(reading, s))[:1]


# ---------------------------------------------------------------- use
def _use(reading: Reading) -> Test:
    """Agricultural or single-family, and nothing else."""
    single = tuple(_proposals(reading, "project-single-family"))
    farm = tuple(_proposals(reading, "project-agricultural"))
    several = tuple(_proposals(reading, "project-dwellings"))
    other = tuple(_proposals(reading, "project-other-use"))
    units = () if single else tuple(_proposals(reading, "project-units"))
    settles = "a statement of the use of all that is to be built"
    minor, major = single or farm, several or other or units
    if minor and not major and len(spoken := _spoken(reading)) >= SPOKEN:
        major = spoken
    if minor and major:
        return Test(None, "the plan names uses of both classes", settles, (minor[0], major[0]))
    if several or units:
        shows = "the plan proposes residential buildings of two or more dwelling units"
        return Test(False, shows, settles, (several or units)[:2])
    if other:
        shows = "the plan proposes a use that is neither agricultural nor single-family residential"
        return Test(False, shows, settles, other[:2])
    if minor:
        kind = "single-family residential construction" if single else "an agricultural use"
        return Test(True, f"the plan proposes {kind}", settles, minor[:1])
    return Test(None, "the plan does not show its use", settles)


def _proposals(reading: Reading, term: str) -> Iterator[int]:
    """The sentences in which the plan proposes a use of the term."""
    for sentence in reading.meeting([term], without=["project-general"]):
        uses = hits(reading, term, sentence) if countable(reading, sentence) else ()
        if any(_proposed(reading, sentence, use) for use in uses):
            yield sentence


def _spoken(reading: Reading) -> tuple[int, ...]:
    """The sentences that speak of a use of a major project without excluding it, proposed or not."""
    terms = ("project-dwellings", "project-other-use")
    return tuple(
        sentence
        for sentence in reading.meeting(terms, without=["project-general"])
        if countable(reading, sentence)
        and any(_proposed(reading, sentence, use, False) for t in terms for use in hits(reading, t, sentence))
    )


def _proposed(reading: Reading, sentence: int, use: Hit, cued: bool = True) -> bool:
    """Whether the use is what the plan proposes, and not what was, what is beside it, or what it excludes.

    With `cued` false no words that propose it are needed.
    """

    def before(term: str, reach: int) -> int:
        """The end of the nearest place of the term that leads to the use or into it, or -1."""
        leading = (h for h in hits(reading, term, sentence) if h.start <= use.start and h.end <= use.end)
        return max((h.end for h in leading if use.start - h.end <= reach), default=-1)

    def after(term: str, reach: int) -> int:
        """How many words after the use the term begins, or one more than `reach`."""
        starts = (h.start - use.end for h in hits(reading, term, sentence) if 0 <= h.start - use.end <= reach)
        return min(starts, default=reach + 1)

    if any(s.start <= use.start and use.end < s.end for s in hits(reading, "project-street", sentence)):
        return False
    negation = before("project-negation", NEGATED)
    if negation > before("project-negation-stop", NEGATED) or after("project-none-after", BESIDE) <= BESIDE:
        return False
    if max(before("project-past", PAST), before("project-elsewhere", AROUND)) >= 0:
        return False
    if after("project-elsewhere", PAST) <= PAST:
        return False
    cue, against = before("project-proposing", BEFORE), before("project-removing", BEFORE)
    proposed, removed = after("project-proposed", AFTER), after("project-removed", AFTER)
    if (removed <= AFTER and removed < proposed) or against > cue:
        return False
    beside = before("project-new", BESIDE) >= 0 or after("project-kind-noun", 1) <= 1
    return not cued or cue >= 0 or proposed <= AFTER or beside


# ---------------------------------------------------------------- acreage
def _disturbance(reading: Reading, said_minor: bool) -> Test:
    """Between one and five acres, both included."""
    settles = "the acreage to be disturbed by the whole project"
    if amount := disturbed(reading):
        at = (amount.sentence,)
        if amount.acres > MOST:
            return Test(False, f"it disturbs {amount.text}, which is more than five", settles, at)
        if amount.acres < LEAST:
            shows = f"it disturbs {amount.text}, less than the acre at which the classes begin"
            return Test(None, shows, settles, at)
        return Test(True, f"it disturbs {amount.text} (between one and five)", settles, at)
    below, above = bounded(reading, "project-not-over-five"), bounded(reading, "project-over-one")
    if below is not None and (above is not None or said_minor):
        return Test(True, "it disturbs between one and five acres", settles, (below,))
    return Test(None, "the plan does not give the acreage that it disturbs", settles)


# ---------------------------------------------------------------- 303(d)
def _water(reading: Reading, said_minor: Sequence[int]) -> Test:
    """No direct discharge to a water on the 303(d) list."""
    settles = "a statement whether it discharges directly to a water on the 303(d) list"
    listed = [s for s in reading.meeting(["project-listed"]) if _states(reading, s)]
    unlisted = [s for s in reading.meeting(["project-unlisted"]) if _states(reading, s)]
    indirect = [s for s in reading.meeting(["project-indirect"], ["project-list"]) if _states(reading, s)]
    if listed and indirect:
        shows = "it does not discharge directly to a water on the 303(d) list"
        return Test(True, shows, settles, (listed[0], indirect[0]))
    direct = [s for s in listed if hits(reading, "project-direct", s)]
    if direct:
        shows = "the plan states that its discharge goes directly to a water on the 303(d) list"
        return Test(False, shows, settles, tuple(direct[:2]))
    if listed:
        return Test(None, "a water that it names is on the 303(d) list", settles, tuple(listed[:1]))
    if unlisted:
        return Test(True, "its receiving water is not on the 303(d) list", settles, tuple(unlisted[:1]))
    if said_minor:
        return Test(True, "the plan states that it is a minor project", settles)
    return Test(None, "the plan does not say whether its receiving water is on the 303(d) list", settles)


def _states(reading: Reading, sentence: int) -> bool:
    """Whether a sentence says something of this plan and not of a case."""
    return countable(reading, sentence) and not hits(reading, "project-conditional", sentence)
