"""Fields for cards and rulesets."""

from typing import Any

import pytest
from marshmallow import ValidationError

from schemas.fields.base import StrictField
from schemas.fields.cards import (
    MOST_CARDS,
    MOST_GROUPS,
    MOST_SEEN,
    CardField,
    GroupsField,
    HandField,
    SeenField,
)
from schemas.fields.scalars import CountField, IdField
from schemas.fields.tables import LONGEST_SEAT, SeatField, TotalsField
from schemas.problems import json_pointer
from schemas.rulesets import RulesetField
from schemas.validation_errors import problem_errors
from tests.support.house import names
from validator import CardList, find_ruleset
from validator.cards import parse_kind

NO_TEXT: list[object] = [None, 5, 5.0, True, {}, []]


def named(field: StrictField[Any], name: str) -> StrictField[Any]:
    """Return the field as a schema would hold it."""
    field.name = name
    return field


def error_of(field: StrictField[Any], value: object) -> tuple[str, str, str]:
    with pytest.raises(ValidationError) as caught:
        field.deserialize(value)
    (error,) = problem_errors(caught.value)
    return json_pointer(error.path), error.code, error.detail


class TestCardField:
    @pytest.mark.parametrize("code", ["10H", "th", "♥10", "🂺"])
    def test_a_card_is_read_in_every_notation(self, code: str) -> None:
        assert CardField().deserialize(code) == parse_kind("10H")

    @pytest.mark.parametrize("value", NO_TEXT[1:])
    def test_only_text_is_a_card(self, value: object) -> None:
        assert error_of(CardField(), value) == (
            "", "wrong_type", "must be a card code, such as 10H",
        )  # fmt: skip

    def test_null_is_refused_unless_it_is_allowed(self) -> None:
        assert error_of(CardField(), None) == ("", "wrong_type", "null is not allowed here")
        assert CardField(allow_none=True).deserialize(None) is None

    @pytest.mark.parametrize("text", ["", "ZZ", "5H 6H", " 5H"])
    def test_a_text_that_is_no_card_is_named(self, text: str) -> None:
        pointer, code, detail = error_of(CardField(), text)
        assert (pointer, code) == ("", "unknown_card")
        assert f"{text!r} is not a card" in detail


class TestIdField:
    @pytest.mark.parametrize("value", ["", "hand 7", 7, 1.5, True])
    def test_any_scalar_is_an_id(self, value: object) -> None:
        assert IdField().deserialize(value) is None

    @pytest.mark.parametrize("value", [[], {}])
    def test_lists_and_objects_are_none(self, value: object) -> None:
        assert error_of(IdField(), value) == (
            "", "wrong_type", "must be a text, a number, true, false or null",
        )  # fmt: skip


class TestHandField:
    @pytest.mark.parametrize("value", [["5H", "th", "JK"], "5H,th JK", "5H  10H, JK"])
    def test_a_hand_is_a_list_of_codes_or_one_string(self, value: object) -> None:
        found = named(HandField(), "hand").deserialize(value)
        assert isinstance(found, CardList)
        assert names(found.known) == "5H 10H JK"

    def test_codes_that_are_no_card_are_kept_as_faults_for_the_schema(self) -> None:
        found = named(HandField(), "hand").deserialize(["5H", "ZZ"])
        assert [fault.path for fault in found.faults] == [("hand", 1)]

    @pytest.mark.parametrize("value", [5, 5.0, True, {}])
    def test_nothing_else_is_a_hand(self, value: object) -> None:
        assert error_of(named(HandField(), "hand"), value) == (
            "", "wrong_type", "must be a list of card codes or one string",
        )  # fmt: skip

    @pytest.mark.parametrize("entry", NO_TEXT)
    def test_only_texts_are_entries(self, entry: object) -> None:
        assert error_of(named(HandField(), "hand"), ["5H", entry]) == (
            "/1", "wrong_type", "must be a card code",
        )  # fmt: skip

    @pytest.mark.parametrize("as_text", [True, False])
    def test_a_hand_has_at_most_sixty_entries(self, as_text: bool) -> None:
        def hand(size: int) -> object:
            return " ".join(["5H"] * size) if as_text else ["5H"] * size

        assert len(named(HandField(), "hand").deserialize(hand(MOST_CARDS)).kinds) == 60
        assert error_of(named(HandField(), "hand"), hand(MOST_CARDS + 1)) == (
            "", "too_long", "61 cards are more than 60",
        )  # fmt: skip


class TestSeenField:
    def test_all_cards_of_three_decks_may_have_been_seen(self) -> None:
        field = named(SeenField(), "seen")
        assert len(field.deserialize(["5H"] * MOST_SEEN).kinds) == 3 * 52 + 8
        assert error_of(field, "5H " * (MOST_SEEN + 1)) == (
            "", "too_long", "165 cards are more than 164",
        )  # fmt: skip


class TestCountField:
    @pytest.mark.parametrize("value", [0, 1, 20])
    def test_a_number_in_its_range_is_taken(self, value: int) -> None:
        assert CountField(20).deserialize(value) == value

    @pytest.mark.parametrize("value", [-1, 21, 10**19])
    def test_a_number_out_of_its_range_is_refused(self, value: int) -> None:
        assert error_of(CountField(20), value) == (
            "", "out_of_range", "must be a number from 0 to 20",
        )  # fmt: skip

    @pytest.mark.parametrize("value", ["5", 5.0, True, [], {}])
    def test_only_an_integer_is_a_number(self, value: object) -> None:
        assert error_of(CountField(20), value) == ("", "wrong_type", "must be an integer")


class TestGroupsField:
    def test_groups_are_read_one_by_one(self) -> None:
        found = named(GroupsField(), "groups").deserialize([["5H", "ZZ"], "6H 7H", []])
        assert [names(group.known) for group in found] == ["5H", "6H 7H", ""]
        assert found[0].faults[0].path == ("groups", 0, 1)

    @pytest.mark.parametrize("value", ["5H 6H", 5, {}, True])
    def test_groups_are_a_list(self, value: object) -> None:
        assert error_of(named(GroupsField(), "groups"), value) == (
            "", "wrong_type", "must be a list of groups",
        )  # fmt: skip

    def test_a_group_of_the_wrong_shape_is_pointed_at(self) -> None:
        field = named(GroupsField(), "groups")
        assert error_of(field, ["5H", None])[:2] == ("/1", "wrong_type")
        assert error_of(field, [["5H"], ["6H", 5]])[:2] == ("/1/1", "wrong_type")
        assert error_of(field, [["5H"] * 61]) == ("/0", "too_long", "61 cards are more than 60")
        assert error_of(field, ["5H " * 61])[:2] == ("/0", "too_long")

    def test_there_are_at_most_thirty_groups(self) -> None:
        field = named(GroupsField(), "groups")
        assert len(field.deserialize([[]] * MOST_GROUPS)) == 30
        assert error_of(field, [[]] * 31) == (
            "", "too_long", "31 groups are more than the 30 allowed",
        )  # fmt: skip


class TestRulesetField:
    def test_an_id_finds_a_built_in(self) -> None:
        assert RulesetField().deserialize("knock-52") is find_ruleset("knock-52")

    def test_an_object_is_a_house_rule(self) -> None:
        found = RulesetField().deserialize({"base": "knock-52", "knock_limit": 5})
        assert found.settlement.knock_limit == 5

    def test_one_that_has_been_read_is_kept(self) -> None:
        ruleset = find_ruleset("knock-52")
        assert RulesetField().deserialize(ruleset) is ruleset

    def test_an_unknown_id_is_named(self) -> None:
        pointer, code, detail = error_of(RulesetField(), "gin")
        assert (pointer, code) == ("", "unknown_ruleset")
        assert detail.startswith("no ruleset 'gin'; known are yeeqia-13, ")

    @pytest.mark.parametrize("value", [5, True, [], 1.5])
    def test_nothing_else_is_a_ruleset(self, value: object) -> None:
        assert error_of(RulesetField(), value) == (
            "", "wrong_type", "must be the id of a ruleset or an object",
        )  # fmt: skip

    def test_what_is_wrong_with_a_house_rule_is_pointed_at(self) -> None:
        assert error_of(RulesetField(), {"base": "knock-52", "ace": "high"}) == (
            "/ace", "wrong_type", "must be one of low, low_or_high",
        )  # fmt: skip


class TestSeatField:
    @pytest.mark.parametrize("name", ["n", "north", "♥", "x" * LONGEST_SEAT])
    def test_a_seat_may_have_any_name(self, name: str) -> None:
        assert SeatField().deserialize(name) == name

    @pytest.mark.parametrize("value", ["", "x" * (LONGEST_SEAT + 1), *NO_TEXT[1:]])
    def test_a_name_is_a_text_that_is_neither_empty_nor_long(self, value: object) -> None:
        text = "must be a text of 1 to 64 characters"
        assert error_of(SeatField(), value) == ("", "wrong_type", text)


class TestTotalsField:
    def test_totals_are_integers_by_seat(self) -> None:
        assert TotalsField().deserialize({"north": 5, "": -3}) == {"north": 5, "": -3}

    @pytest.mark.parametrize("value", ["5", 5, [], True])
    def test_totals_are_an_object(self, value: object) -> None:
        text = "must be an object of totals by seat"
        assert error_of(TotalsField(), value) == ("", "wrong_type", text)

    @pytest.mark.parametrize("total", [None, True, 5.0, "5", [5]])
    def test_a_total_is_an_integer(self, total: object) -> None:
        found = error_of(TotalsField(), {"north": 5, "east": total})
        assert found == ("/east", "wrong_type", "must be an integer")
