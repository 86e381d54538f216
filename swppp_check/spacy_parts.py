"""The parts of spaCy that find phrases.

Importing spaCy imports its command line too, and with that an HTTP client and a project manager: a third of a second
that each run of this program would wait for. So something else stands in its place while spaCy is imported.
"""

import sys
from types import ModuleType
from typing import Any


def _info(*arguments: Any, **options: Any) -> Any:
    """What spaCy takes from its command line: `spacy.info`."""
    from spacy.cli.info import info

    return info(*arguments, **options)


STAND_INS = {"spacy.cli": ModuleType("spacy.cli"), "spacy.cli.info": ModuleType("spacy.cli.info")}
STAND_INS["spacy.cli.info"].__dict__["info"] = _info

if "spacy" not in sys.modules:
    sys.modules.update(STAND_INS)
try:
    from spacy.attrs import NORM
    from spacy.matcher import PhraseMatcher
    from spacy.tokens import Doc
    from spacy.vocab import Vocab
finally:
    for name, module in STAND_INS.items():
        if sys.modules.get(name) is module:
            del sys.modules[name]

__all__ = ["NORM", "Doc", "PhraseMatcher", "Vocab"]
