"""marshmallow fields for what a request says of a table."""

from typing import Final

from marshmallow import ValidationError

from validator import InputFault

from .base import StrictField, field_error

LONGEST_SEAT: Final = 64
"""Characters that the name of a seat may have."""


class SeatField(StrictField[str]):
    """What a client calls a seat: a text that is not empty."""

    def _read(self, value: object) -> str:
        if not isinstance(value, str) or not 1 <= len(value) <= LONGEST_SEAT:
            raise field_error("wrong_type", f"must be a text of 1 to {LONGEST_SEAT} characters")
        return value


class TotalsField(StrictField[dict[str, int]]):
    """An object of totals by seat: ``{"north": 20, "south": 0}``."""

    def _read(self, value: object) -> dict[str, int]:
        if not isinstance(value, dict):
            raise field_error("wrong_type", "must be an object of totals by seat")
        faults = [
            InputFault("wrong_type", (seat,), "must be an integer")
            for seat, total in value.items()
            if type(total) is not int
        ]
        if faults:
            raise ValidationError(faults)
        return value
