"""marshmallow fields for single values: choices, counts, ids."""

from enum import StrEnum
from typing import Any

from .base import StrictField, field_error


class IdField(StrictField[None]):
    """Whatever a client calls a hand of a batch: a text, a number, true, false or null."""

    def _read(self, value: object) -> None:
        if isinstance(value, dict | list):
            raise field_error("wrong_type", "must be a text, a number, true, false or null")


class CountField(StrictField[int]):
    """A whole number from 0 to `most`; no string, boolean or fraction is taken for one."""

    def __init__(self, most: int, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self.most = most

    def _read(self, value: object) -> int:
        if type(value) is not int:
            raise field_error("wrong_type", "must be an integer")
        if not 0 <= value <= self.most:
            raise field_error("out_of_range", f"must be a number from 0 to {self.most}")
        return value


class ChoiceField(StrictField[StrEnum]):
    """One of the values of a policy."""

    def __init__(self, policy: type[StrEnum], **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self.policy = policy

    def _read(self, value: object) -> StrEnum:
        choices = [choice.value for choice in self.policy]
        if value not in choices:
            raise field_error("wrong_type", f"must be one of {', '.join(choices)}")
        return self.policy(value)
