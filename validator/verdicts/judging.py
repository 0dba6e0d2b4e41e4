"""Judges a proposed grouping: a `Verdict` holds every violation, and the best arrangement."""

from collections.abc import Iterable, Iterator, Sequence
from functools import cache

from ..cards import CARDS, Kind
from ..melds import Meld, MeldKind, read_meld
from ..questions import Declaration
from ..rules import GoesOutBy, MeldRules, Ruleset, WrongDeclaration
from ..scoring import Arrangement, arrange, has_long_sequence, sufficient_melds
from ..search import best_arrangement as search_best
from .explanations import explain_group
from .verdicts import Knock, Outcome, Verdict
from .violations import Violation, ViolationCode


def find_best(declaration: Declaration) -> Arrangement:
    """Return the best arrangement of the hand; the card set aside is free unless it was named."""
    return search_best(declaration.hand, declaration.deal, declaration.named_discard)


def judge_declaration(declaration: Declaration, best: Arrangement) -> Verdict:
    """Return the verdict on a legal hand, given its best arrangement. Source: rules §3, §4."""
    deal = declaration.deal
    rules, points = deal.ruleset.melds, deal.ruleset.settlement
    if declaration.groups is None:
        return Verdict(
            deal=deal,
            valid=False,
            outcome=Outcome.NOT_DECLARED,
            penalty=best.penalty,
            violations=(),
            groups=(),
            grouped=None,
            points_as_grouped=None,
            best=best,
            knock=_knock(best, deal.ruleset),
        )
    # Most groups are melds of the best arrangement too: those have been read already.
    known = {_key([card.kind for card in meld.cards]): meld for meld in best.melds}
    groups = [
        known.get(_key(group)) or read_meld(group, deal.wild, rules) for group in declaration.groups
    ]
    alone = sufficient_melds(groups, deal)
    melds = alone or [meld for meld in groups if _is_meld(meld)]
    grouped = _lay_out(melds, declaration, best)
    violations = () if alone else tuple(_find_violations(declaration, groups, grouped))
    outcome, penalty = Outcome.VALID, 0
    if violations:
        outcome, penalty = Outcome.REJECTED, 0
        if points.wrong_declaration is WrongDeclaration.PENALISED:
            outcome, penalty = Outcome.WRONG_DECLARATION, points.wrong_declaration_points
    # A complete hand costs what it costs, also where its owner left a joker loose: R13.
    as_grouped = max(grouped.penalty, best.penalty)
    knock = _knock(grouped, deal.ruleset)
    return Verdict(
        deal=deal,
        valid=not violations,
        outcome=outcome,
        penalty=penalty,
        violations=violations,
        groups=tuple(groups),
        grouped=grouped,
        points_as_grouped=as_grouped,
        best=best,
        knock=knock,
    )


def _key(cards: Sequence[Kind]) -> tuple[Kind, ...]:
    """Return a key of a group that does not depend on its order."""
    return tuple(sorted(cards))


def _is_meld(meld: Meld) -> bool:
    """Return whether a group is a meld; dublees count only where there are enough to declare."""
    return meld.kind not in _NO_MELDS


_NO_MELDS = (MeldKind.INVALID, MeldKind.DUBLEE)


def _lay_out(melds: Sequence[Meld], declaration: Declaration, best: Arrangement) -> Arrangement:
    """Return the hand with these melds, and the other cards as deadwood."""
    aside = None if declaration.discard is None else CARDS[declaration.discard]
    # Most declarations are the best arrangement, perhaps in another order, at the same price.
    # Two empty lists of melds prove nothing, so a grouping without melds is always priced.
    if melds and _are_the_same(melds, best.melds) and aside == best.discard:
        return Arrangement(
            melds=tuple(melds),
            deadwood=best.deadwood,
            discard=aside,
            declarable=best.declarable,
            penalty=best.penalty,
            deadwood_points=best.deadwood_points,
        )
    left = _unused(declaration, [card.kind for meld in melds for card in meld.cards])
    return arrange(melds, [CARDS[kind] for kind in left], aside, declaration.deal)


def _are_the_same(melds: Iterable[Meld], others: Iterable[Meld]) -> bool:
    """Return whether these are the same objects, in any order."""
    return sorted(map(id, melds)) == sorted(map(id, others))


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
                shown = tuple(CARDS[kind] for kind in kinds)
                yield Violation(code=code, group=index, cards=shown, message=text)
    if ruleset.settlement.goes_out_by is GoesOutBy.KNOCKING:
        if not grouped.declarable:
            yield _knock_above_limit(grouped, ruleset)
        return
    yield from _missing_sequences(grouped.melds, ruleset.melds)
    cards = grouped.deadwood
    if len(grouped.melds) < len(groups):
        left = _unused(declaration, [kind for group in declaration.groups for kind in group])
        cards = tuple(CARDS[kind] for kind in sorted(left))
    if cards:
        names = ", ".join(map(str, cards))
        which = "is in no group; it has" if len(cards) == 1 else "are in no group; they have"
        text = f"{names} {which} to be in one."
        yield Violation(code=ViolationCode.CARD_LEFT_OUT, group=None, cards=cards, message=text)


def _missing_sequences(melds: Sequence[Meld], rules: MeldRules) -> Iterator[Violation]:
    sequences = [meld for meld in melds if meld.kind.is_sequence]
    pure = [meld for meld in sequences if meld.kind.is_pure]
    if len(pure) < rules.min_pure_sequences:
        yield _too_few_pure_sequences(rules.min_pure_sequences, len(pure))
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
