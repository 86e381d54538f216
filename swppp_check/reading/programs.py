"""How this program starts its other processes: with the same modules, and nothing of the folder where it runs."""

import os
import sys
from pathlib import Path

import swppp_check


def command(module: str) -> list[str]:
    """The command that runs the function `main` of a module in a process of its own."""
    folders = [str(Path(swppp_check.__file__).parent.parent), *(os.path.abspath(p) for p in sys.path)]
    code = f"import sys; sys.path[:] = sys.argv[1:]; from {module} import main; main()"
    return [sys.executable, "-I", "-S", *(["-B"] if sys.dont_write_bytecode else []), "-c", code, *folders]
