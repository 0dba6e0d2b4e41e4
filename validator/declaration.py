"""Judges a proposed grouping: a `Verdict` holds every violation, and the best arrangement."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from functools import cache, lru_cache

from validator.cards import CARDS, Card, Kind
from validator.dialects import find_ruleset
from validator.errors import InputFault, MalformedRequest
from validator.explanations import explain_group
from validator.legality import Cards, Declaration, may_turn_up, read_cards, read_declaration
from validator.making import make
from validator.melds import Meld, MeldKind, read_meld
from validator.policies import GoesOutBy, WrongDeclaration
from validator.rulesets import MeldRules, Ruleset
from validator.scoring import Arrangement, Deal, arrange, has_long_sequence, sufficient_melds
from validator.search import arrange_codes, tables_of
from validator.search import best_arrangement as search_best
from validator.violations import Violation, ViolationCode


class Outcome(StrEnum):
    """What becomes of a declaration."""

    VALID = "valid"
    """It stands."""
    WRONG_DECLARATION = "wrong_declaration"
    """It breaks a rule, and costs the wrong-declaration points."""
    REJECTED = "rejected"
    """It breaks a rule, and the ruleset refuses it without a charge."""
    NOT_DECLARED = "not_declared"
    """No grouping was proposed."""


@dataclass(frozen=True, slots=True)
class Knock:
    """A knock, as grouped; of the best arrangement when no grouping was proposed."""

    deadwood_points: int
    """Points of the cards outside the melds."""
    limit: int
    """The most that a knock may leave."""
    gin: bool
    """Whether no card is outside the melds."""


@dataclass(frozen=True, slots=True)
class Verdict:
    """The answer to one declaration."""

    deal: Deal
    """The ruleset by which it was judged, and the wild cards."""
    valid: bool
    """Whether the grouping is a legal declaration; in knock rulesets, a legal knock."""
    outcome: Outcome
    """What becomes of it."""
    penalty: int
    """Points charged for this call; without a grouping, what the best arrangement costs."""
    violations: tuple[Violation, ...]
    """Every rule broken: by group in the caller's order, then by the declaration as a whole."""
    groups: tuple[Meld, ...]
    """The groups as read, in the caller's order; empty without a grouping."""
    grouped: Arrangement | None
    """The hand as grouped, groups that are no meld counted as deadwood; None without a grouping."""
    points_as_grouped: int | None
    """What the grouping would cost a loser; None without one. Never less than the best does."""
    best: Arrangement
    """The best arrangement of the hand."""
    knock: Knock | None
    """The knock, in knock rulesets only."""


def judge(
    hand: Cards,
    ruleset: str | Ruleset,
    *,
    wild_card: str | Card | None = None,
    groups: Sequence[Cards] | None = None,
    discard: str | Card | None = None,
) -> Verdict:
    """Return the verdict on a hand and the grouping proposed for it.

    Cards are written in any accepted notation (see `validator`). Without `groups` only the best
    arrangement is wanted. `discard` is the card set aside of a hand with one card more than is
    dealt.

    :raises UnknownRuleset: when no built-in ruleset has this id.
    :raises MalformedRequest: when the cards do not describe a hand; it names every fault.

    >>> verdict = judge(
    ...     "5H 6H 7H 9S 10S JK 4C 4D 4S QC QD QS QH", "yeeqia-13", wild_card="7D",
    ...     groups=["5H 6H 7H", "9S 10S JK", "4C 4D 4S", "QC QD QS QH"],
    ... )
    >>> verdict.valid, [str(meld.kind) for meld in verdict.groups]
    (True, ['pure_sequence', 'impure_sequence', 'set', 'set'])
    """
    declaration = _read(hand, ruleset, wild_card, groups, discard)
    return judge_declaration(declaration, find_best(declaration))


def best_arrangement(
    hand: Cards,
    ruleset: str | Ruleset,
    *,
    wild_card: str | Card | None = None,
    discard: str | Card | None = None,
) -> Arrangement:
    """Return the best arrangement of a hand; arguments and errors as of `judge`.

    >>> best = best_arrangement("9H 10H JH 4S 4D 4C 6S 6C 6D AC KD 8C 2S", "yeeqia-13")
    >>> best.penalty, [str(card) for card in best.deadwood]
    (30, ['2S', 'KD', 'AC', '8C'])
    """
    if discard is None:
        deal = _usual_deal(ruleset, wild_card)
        found = None if deal is None else arrange_codes(hand, tables_of(deal))
        if found is not None:
            return found
    # What is not the usual case is read with care, to name everything that is wrong with it.
    return find_best(_read(hand, ruleset, wild_card, None, discard))


def find_best(declaration: Declaration) -> Arrangement:
    """Return the best arrangement of the hand; the card set aside is free unless it was named."""
    return search_best(declaration.hand, declaration.deal, declaration.named_discard)


def judge_declaration(declaration: Declaration, best: Arrangement) -> Verdict:
    """Return the verdict on a legal hand, given its best arrangement. Source: rules §3, §4."""
    deal = declaration.deal
    rules, points = deal.ruleset.melds, deal.ruleset.settlement
    if declaration.groups is None:
        knock = _knock(best, deal.ruleset)
        not_declared = Outcome.NOT_DECLARED
        return make(
            Verdict, deal, False, not_declared, best.penalty, (), (), None, None, best, knock
        )
    # What is a meld in the best arrangement too, as most groups are, has been read already.
    known = {_key([card.kind for card in meld.cards]): meld for meld in best.melds}
    groups = tuple(
        [
            known.get(_key(group)) or read_meld(group, deal.wild, rules)
            for group in declaration.groups
        ]
    )
    alone = sufficient_melds(groups, deal)
    melds = alone or [meld for meld in groups if _is_meld(meld)]
    grouped = _lay_out(melds, declaration, best)
    violations = () if alone else tuple(_find_violations(declaration, groups, grouped))
    outcome, penalty = _VALID, 0
    if violations:
        outcome, penalty = _REJECTED, 0
        if points.wrong_declaration is _PENALISED:
            outcome, penalty = _WRONG_DECLARATION, points.wrong_declaration_points
    # A complete hand costs what it costs, also where its owner left a joker loose: R13.
    as_grouped = max(grouped.penalty, best.penalty)
    knock = _knock(grouped, deal.ruleset)
    return make(
        Verdict,
        deal,
        not violations,
        outcome,
        penalty,
        violations,
        groups,
        grouped,
        as_grouped,
        best,
        knock,
    )


# Members of enumerations, which take a while to find each time.
_VALID, _REJECTED = Outcome.VALID, Outcome.REJECTED
_WRONG_DECLARATION = Outcome.WRONG_DECLARATION
_PENALISED = WrongDeclaration.PENALISED
_KNOCKING = GoesOutBy.KNOCKING
_CARD_LEFT_OUT = ViolationCode.CARD_LEFT_OUT


def self_check() -> None:
    """Return when a known hand is judged as it has to be.

    :raises RuntimeError: when it is not: this installation must not judge players.
    """
    hand = "9H 10H JH 4S 4D 4C 6S 6C 6D AC KD 8C 2S"
    penalties = {ruleset: best_arrangement(hand, ruleset).penalty for ruleset in _KNOWN}
    if penalties != _KNOWN:
        raise RuntimeError(f"a known hand costs {penalties}, not {_KNOWN}")


_KNOWN = {"yeeqia-13": 30, "rummymates-13": 21, "points-13": 60, "points-13-full-count": 80}
"""What the known hand costs by each loser model. Source: rules §4, worked example."""


@lru_cache(maxsize=2048)
def _usual_deal(ruleset: str | Ruleset, wild_card: str | Card | None) -> Deal | None:
    """Return a deal; None where the card cannot be turned up in it, or the fast way is not its."""
    rules = find_ruleset(ruleset) if isinstance(ruleset, str) else ruleset
    try:
        turned_up = read_wild_card(wild_card)
    except MalformedRequest:
        return None
    if rules.melds.min_naturals > 1 or not may_turn_up(turned_up, rules):
        return None
    return Deal.of(rules, turned_up)


def read_wild_card(card: str | Card | None) -> Kind | None:
    """Return the kind of a card turned up; None for none.

    :raises MalformedRequest: when it is no card.
    """
    kind, faults = _read_single(card, "wild_card")
    if faults:
        raise MalformedRequest(faults)
    return kind


def _read_single(card: str | Card | None, name: str) -> tuple[Kind | None, list[InputFault]]:
    """Return a card that may be absent, and what is wrong with its notation."""
    if card is None:
        return None, []
    read = read_cards([card], (name,))
    faults = [replace(fault, path=(name,)) for fault in read.faults]
    return (read.known[0] if read.known else None), faults


def _read(
    hand: Cards,
    ruleset: str | Ruleset,
    wild_card: str | Card | None,
    groups: Sequence[Cards] | None,
    discard: str | Card | None,
) -> Declaration:
    if isinstance(groups, str):
        raise TypeError("groups is a list of groups, not one string")
    rules = find_ruleset(ruleset) if isinstance(ruleset, str) else ruleset
    wild, faults = _read_single(wild_card, "wild_card")
    aside, more = _read_single(discard, "discard")
    if faults or more:
        raise MalformedRequest([*faults, *more])
    given = (
        None
        if groups is None
        else [read_cards(group, ("groups", index)) for index, group in enumerate(groups)]
    )
    return read_declaration(rules, read_cards(hand, ("hand",)), wild, given, aside)


def _key(cards: Iterable[Kind]) -> tuple[Kind, ...]:
    """Return the same for a group in every order."""
    return tuple(sorted(cards))


def _is_meld(meld: Meld) -> bool:
    """Return whether a group is a meld; dublees count only where there are enough to declare."""
    return meld.kind not in _NO_MELDS


_NO_MELDS = (MeldKind.INVALID, MeldKind.DUBLEE)


def _lay_out(melds: Sequence[Meld], declaration: Declaration, best: Arrangement) -> Arrangement:
    """Return the hand with these melds, and the other cards as deadwood."""
    aside = None if declaration.discard is None else CARDS[declaration.discard]
    # Most declarations are the best arrangement, if in another order, which changes no price.
    # Without melds there is nothing to tell it from an arrangement that was not searched for.
    is_best = bool(melds) and sorted(map(id, melds)) == sorted(map(id, best.melds))
    if is_best and aside == best.discard:
        return make(
            Arrangement,
            tuple(melds),
            best.deadwood,
            aside,
            best.declarable,
            best.penalty,
            best.deadwood_points,
        )
    left = _unused(declaration, [card.kind for meld in melds for card in meld.cards])
    return arrange(melds, [CARDS[kind] for kind in left], aside, declaration.deal)


def _unused(declaration: Declaration, used: Iterable[Kind]) -> list[Kind]:
    """Return the cards of the hand that are neither used nor set aside."""
    left = list(declaration.hand)
    for kind in used:
        left.remove(kind)
    if declaration.discard is not None:
        left.remove(declaration.discard)
    return left


def _knock(arrangement: Arrangement, ruleset: Ruleset) -> Knock | None:
    limit = ruleset.settlement.knock_limit
    if limit is None:
        return None
    return Knock(arrangement.deadwood_points, limit, not arrangement.deadwood)


def _find_violations(
    declaration: Declaration, groups: Sequence[Meld], grouped: Arrangement
) -> Iterator[Violation]:
    """Yield every rule broken: group by group, then by the declaration as a whole."""
    deal = declaration.deal
    ruleset = deal.ruleset
    assert declaration.groups is not None  # the caller judges a grouping
    for index, (kinds, meld) in enumerate(zip(declaration.groups, groups, strict=True)):
        if not _is_meld(meld):
            for code, text in explain_group(kinds, deal.wild, ruleset.melds):
                shown = tuple([CARDS[kind] for kind in kinds])
                yield make(Violation, code, index, shown, text)
    if ruleset.settlement.goes_out_by is _KNOCKING:
        if not grouped.declarable:
            yield _knock_above_limit(grouped, ruleset)
        return
    yield from _missing_sequences(grouped.melds, ruleset.melds)
    cards = grouped.deadwood
    if len(grouped.melds) < len(groups):
        left = _unused(declaration, [kind for group in declaration.groups for kind in group])
        cards = tuple([CARDS[kind] for kind in sorted(left)])
    if cards:
        names = ", ".join(map(str, cards))
        which = "is in no group; it has" if len(cards) == 1 else "are in no group; they have"
        text = f"{names} {which} to be in one."
        yield make(Violation, _CARD_LEFT_OUT, None, cards, text)


def _missing_sequences(melds: Sequence[Meld], rules: MeldRules) -> Iterator[Violation]:
    sequences = [meld for meld in melds if meld.kind.is_sequence]
    pure = len([meld for meld in sequences if meld.kind.is_pure])
    if pure < rules.min_pure_sequences:
        yield _too_few_pure_sequences(rules.min_pure_sequences, pure)
    if len(sequences) < rules.min_sequences:
        yield _too_few_sequences(rules.min_sequences, len(sequences))
    if not has_long_sequence(sequences, rules):
        text = f"One sequence has to have at least {rules.long_sequence_cards} cards; none has."
        yield Violation(ViolationCode.LONG_SEQUENCE_MISSING, None, (), text)


@cache
def _too_few_pure_sequences(needed: int, found: int) -> Violation:
    text = (
        f"A declaration needs {_count(needed, 'pure sequence')}, without a joker standing in; "
        f"this one has {found}."
    )
    return Violation(ViolationCode.NO_PURE_SEQUENCE, None, (), text)


@cache
def _too_few_sequences(needed: int, found: int) -> Violation:
    text = f"A declaration needs {_count(needed, 'sequence')}; this one has {found}."
    return Violation(ViolationCode.TOO_FEW_SEQUENCES, None, (), text)


def _knock_above_limit(grouped: Arrangement, ruleset: Ruleset) -> Violation:
    text = (
        f"A knock leaves at most {_count(ruleset.settlement.knock_limit or 0, 'point')}; "
        f"this one leaves {grouped.deadwood_points}."
    )
    return Violation(ViolationCode.KNOCK_ABOVE_LIMIT, None, grouped.deadwood, text)


def _count(number: int, thing: str) -> str:
    return f"{number} {thing}" if number == 1 else f"{number} {thing}s"
