"""Letters, tables and JSON of one or several submissions."""

import io
import json
from collections.abc import Sequence

from swppp_check.outputs import Checked, Wishes
from swppp_check.outputs.common import title
from swppp_check.plain import plain, visible_json
from swppp_check.rendering import sentence

RULE = "=" * 78
WIDTH = 110


def letters(checked: Sequence[Checked], wishes: Wishes) -> str:  # noqa: ARG001
    """One letter after the other, each under its submission's name where there are several."""
    from swppp_check.letter import letter

    texts = []
    for one in checked:
        if one.review and one.checklist:
            texts.append((one, letter(one.review, one.checklist, one.sent)))
        else:
            texts.append((one, _failed(one)))
    if len(checked) == 1:
        return texts[0][1]
    return "\n".join(f"{RULE}\n{title(one)}\n{RULE}\n\n{text}" for one, text in texts)


def tables(checked: Sequence[Checked], wishes: Wishes) -> str:  # noqa: ARG001
    """The tables as plain text."""
    from rich.console import Console

    from swppp_check.table import print_table

    out = io.StringIO()
    console = Console(file=out, width=WIDTH, color_system=None, highlight=False, legacy_windows=False)
    for one in checked:
        if len(checked) > 1:
            out.write(f"{title(one)}\n")
        if one.review:
            print_table(one.review, console)
        else:
            out.write(_failed(one))
    return out.getvalue()


def data(checked: Sequence[Checked], wishes: Wishes) -> str:  # noqa: ARG001
    """The review of one submission; of several an object that lists them, and those that could not be reviewed."""
    if len(checked) == 1 and checked[0].review:
        return visible_json(checked[0].review.model_dump_json(indent=1)) + "\n"
    reviews = [one.review.model_dump(mode="json") for one in checked if one.review]
    failed = [
        {"name": one.name, "files": [{"path": f.path, "reason": f.reason} for f in one.failures]}
        for one in checked
        if not one.review
    ]
    whole = {"schema": 1, "reviews": reviews, "unreviewed": failed}
    return visible_json(json.dumps(whole, indent=1, ensure_ascii=False)) + "\n"


def _failed(one: Checked) -> str:
    return "".join(f"{plain(f.path)}: {sentence(f.reason)}\n" for f in one.failures)
