"""The published JSON Schemas: of the JSON output, and of the files that people write."""

from importlib import import_module
from typing import Any

SCHEMAS = {
    "review": "swppp_check.review:Review",
    "checklist": "swppp_check.checklists:Town",
    "configuration": "swppp_check.config:Configuration",
    "decisions": "swppp_check.decisions:DecisionsFile",
}


def json_schema(of: str) -> dict[str, Any]:
    """The schema of one of `SCHEMAS`."""
    module, _, name = SCHEMAS[of].partition(":")
    mode = "serialization" if of == "review" else "validation"
    schema: dict[str, Any] = getattr(import_module(module), name).model_json_schema(mode=mode)
    return {"$schema": "https://json-schema.org/draft/2020-12/schema", **schema}
