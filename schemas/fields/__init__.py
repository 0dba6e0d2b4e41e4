"""The marshmallow fields that requests are made of."""

from .base import UNKNOWN_FIELD, StrictField, field_error
from .cards import CardField, GroupsField, HandField, SeenField
from .scalars import ChoiceField, CountField, IdField
from .tables import SeatField, TotalsField

__all__ = [
    "UNKNOWN_FIELD",
    "CardField",
    "ChoiceField",
    "CountField",
    "GroupsField",
    "HandField",
    "IdField",
    "SeatField",
    "SeenField",
    "StrictField",
    "TotalsField",
    "field_error",
]
