"""The curve of a signature, for every kind of file."""

import math


def ink(name: str) -> list[tuple[float, float]]:
    """The points of a pen's running loops over the name's letters, from 0 to 1 both ways; y grows upward."""
    letters = [letter for letter in name.partition(",")[0] if letter.isalpha() or letter == " "][:24] or ["x"]
    points = []
    for at, letter in enumerate(letters):
        tall = 0.62 if letter.isupper() else 0.3 if letter in "bdfhklt" else 0.14
        if letter == " ":
            tall = 0.03
        for step in range(12):
            turn = 2 * math.pi * step / 12
            along = (at + step / 12 + 0.55 * math.sin(turn)) / (len(letters) + 3)
            points.append((0.03 + along, 0.25 + tall * (1 - math.cos(turn)) / 2 + 0.1 * along))
    points += [(0.86, 0.2), (0.93, 0.36), (1.0, 0.3)]
    return points
