"""What a worker read on a page, as plain data, so that it can be sent and kept."""

from dataclasses import asdict, dataclass
from typing import Any, Self


@dataclass(frozen=True, slots=True)
class Line:
    """A line of words: each with its text, its box in points from the lower left corner and its confidence.

    `size` is the type size in points, `stroke` the thickness of the letters as a share of it; `mark` says what
    stands on a signature line.
    """

    words: tuple[tuple[str, float, float, float, float, float], ...]
    size: float
    stroke: float
    mark: str = ""

    @property
    def text(self) -> str:
        """The line's words."""
        return " ".join(word[0] for word in self.words)


@dataclass(frozen=True, slots=True)
class Recognised:
    """What was read on a page; its sides in points as it is read, so those of a page on its side are exchanged."""

    width: float
    height: float
    lines: tuple[Line, ...]

    def data(self) -> dict[str, Any]:
        """As data for JSON."""
        return asdict(self)

    @classmethod
    def of(cls, data: Any) -> Self:
        """From data of JSON; raises ValueError, TypeError, KeyError or AttributeError for other data."""
        lines = tuple(
            Line(
                tuple((str(t), float(a), float(b), float(c), float(d), float(e)) for t, a, b, c, d, e in line["words"]),
                float(line["size"]),
                float(line["stroke"]),
                str(line["mark"]),
            )
            for line in data["lines"]
        )
        return cls(float(data["width"]), float(data["height"]), lines)
