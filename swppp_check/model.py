"""What is read from a file as a value of a known form."""

from typing import TypeVar

from pydantic import BaseModel, ConfigDict


class Data(BaseModel):
    """Base of what is read from a file: closed, so that a misspelt key is an error and not a silence."""

    model_config = ConfigDict(frozen=True, extra="forbid")


Model = TypeVar("Model", bound=Data)
