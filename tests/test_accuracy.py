"""The verdicts on plans with known answers do not get worse: a part of what `make accuracy` measures in full."""

import sys
from pathlib import Path

HERE = Path(__file__).parent / "accuracy"
sys.path.insert(0, str(HERE))

from measure import measure, rates  # noqa: E402

# Every plan whole, and every so-many-th of those with a part left out.
EVERY = 40
RECOGNISED, CAUGHT = 0.95, 0.90


def test_recognised_and_caught() -> None:
    found = measure(sorted((HERE / "plans").glob("*.md")), every=EVERY)
    recognised, caught = rates(found)
    print(f"recognised {recognised:.3f}, caught {caught:.3f}")
    assert recognised >= RECOGNISED
    assert caught >= CAUGHT
