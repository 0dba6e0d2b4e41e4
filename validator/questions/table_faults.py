"""Whether what a request tells of a table can be one deal of its ruleset.

What is found here is a fault of the request, as in `validator.questions.hands`, never one of a
player.
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace

from ..cards import Kind, kind_name
from ..deals import Deal
from ..errors import ErrorCode, InputFault, MalformedRequest, shown
from ..rules import GoesOutBy, MatchWonBy, Ruleset, StockExhausted, WrongDeclaration
from .declarations import declare, find_faults
from .hands import CardList, copies_held, wild_card_faults
from .tables import Player, Reason, Seat, Status, Table

MOST_TOTAL = 1_000_000
"""Greatest total of a match, in points or chips; totals of chips may be as far below 0."""


def read_table(
    ruleset: Ruleset,
    wild_card: Kind | None,
    reason: Reason | None,
    seats: Sequence[Seat],
    totals: Mapping[str, int],
) -> Table:
    """Return the question that these parts of a request ask.

    Without a reason the deal ends as the ruleset's deals do. A seat without an earlier total has 0.

    :raises MalformedRequest: when they are no table that can be settled; it names every fault.
    """
    faults = find_table_faults(ruleset, wild_card, reason, seats, totals)
    if faults:
        raise MalformedRequest(faults)
    players = tuple(_player(ruleset, wild_card, seat, totals) for seat in seats)
    return Table(Deal.of(ruleset, wild_card), reason or _usual_reason(ruleset), players)


def _player(
    ruleset: Ruleset, wild_card: Kind | None, seat: Seat, totals: Mapping[str, int]
) -> Player:
    """Return a player of a table in which no fault was found."""
    assert seat.name is not None  # the caller has read every part
    assert seat.status is not None
    declaration = None
    if seat.hand is not None:
        declaration = declare(ruleset, seat.hand, wild_card, seat.groups, seat.discard)
    return Player(seat.name, seat.status, declaration, totals.get(seat.name, 0))


def find_table_faults(
    ruleset: Ruleset | None,
    wild_card: Kind | None,
    reason: Reason | None,
    seats: Sequence[Seat],
    totals: Mapping[str, int],
    *,
    reason_read: bool = True,
) -> list[InputFault]:
    """Return everything that keeps these parts from being a table that can be settled.

    A part that could not be read is None (of the reason, `reason_read` tells); what depends on it
    is not judged. Without a ruleset that is everything but the notation of the cards and the seats.
    """
    if ruleset is None:
        lists = [(place, cards) for place, seat in enumerate(seats) for cards in _lists_of(seat)]
        return [
            *(_at(place, fault) for place, cards in lists for fault in cards.faults),
            *_duplicate_seats(seats),
        ]
    faults = [*wild_card_faults(ruleset, wild_card), *_reason_faults(ruleset, reason)]
    faults += _player_count_faults(ruleset, seats)
    reason = reason or _usual_reason(ruleset)
    ending_read = reason_read and all(seat.status for seat in seats)
    if ending_read:
        faults += _declarer_faults(reason, seats)
    faults += _duplicate_seats(seats)
    for place, seat in enumerate(seats):
        of_seat = [*_status_faults(ruleset, seat.status), *_hand_faults(ruleset, wild_card, seat)]
        faults += (_at(place, fault) for fault in of_seat)
    faults += _size_faults(ruleset, seats)
    if ending_read:
        faults += _missing_hands(reason, seats)
    faults += _surplus_faults(ruleset, wild_card, seats)
    return [*faults, *_total_faults(ruleset, seats, totals)]


def _usual_reason(ruleset: Ruleset) -> Reason:
    knocking = ruleset.settlement.goes_out_by is GoesOutBy.KNOCKING
    return Reason.KNOCK if knocking else Reason.DECLARATION


def _at(place: int, fault: InputFault) -> InputFault:
    return replace(fault, path=("players", place, *fault.path))


def _lists_of(seat: Seat) -> Iterator[CardList]:
    yield from () if seat.hand is None else (seat.hand,)
    yield from seat.groups or ()


def _reason_faults(ruleset: Ruleset, reason: Reason | None) -> Iterator[InputFault]:
    rules = ruleset.settlement
    allowed = {
        _usual_reason(ruleset): True,
        Reason.DRAW_LIMIT: rules.draw_limit is not None,
        Reason.STOCK_EXHAUSTED: rules.stock_exhausted is StockExhausted.WASHOUT,
    }
    if reason is not None and not allowed.get(reason, False):
        detail = f"no deal of {ruleset.id} ends for this reason"
        yield InputFault(ErrorCode.REASON_NOT_ALLOWED, ("reason",), detail)


def _player_count_faults(ruleset: Ruleset, seats: Sequence[Seat]) -> Iterator[InputFault]:
    counts = [players for players, _ in ruleset.melds.hand_size_by_players]
    if len(seats) not in counts:
        wanted = " or ".join(map(str, sorted(counts)))
        detail = f"{ruleset.id} is played by {wanted} players; this table has {len(seats)}"
        yield InputFault(ErrorCode.PLAYER_COUNT, ("players",), detail)


def _declarer_faults(reason: Reason, seats: Sequence[Seat]) -> Iterator[InputFault]:
    """Yield what keeps it from being clear how the deal has ended."""
    out = [place for place, seat in enumerate(seats) if seat.status and seat.status.goes_out]
    count_in = _count_in(seats)
    if reason in (Reason.DRAW_LIMIT, Reason.STOCK_EXHAUSTED):
        for place in out:
            detail = f"nobody goes out where the reason is {reason}"
            yield InputFault(ErrorCode.STATUS_NOT_ALLOWED, ("players", place, "status"), detail)
    elif count_in > 1 and not out:
        detail = f"{count_in} players are in, and none of them goes out"
        yield InputFault(ErrorCode.DECLARER_MISSING, ("players",), detail)
    else:
        for number, place in enumerate(out[1:], 2):
            detail = f"one player goes out; this is number {number}"
            yield InputFault(ErrorCode.SEVERAL_DECLARERS, ("players", place, "status"), detail)
    if seats and not count_in:
        detail = "all players have left, but the last one in has won"
        yield InputFault(ErrorCode.DECLARER_MISSING, ("players",), detail)


def _count_in(seats: Sequence[Seat]) -> int:
    return sum(seat.status is not None and seat.status.is_in for seat in seats)


def _duplicate_seats(seats: Sequence[Seat]) -> Iterator[InputFault]:
    taken: set[str] = set()
    for place, seat in enumerate(seats):
        if seat.name in taken:
            detail = f"{shown(seat.name)} is the seat of another player too"
            yield InputFault(ErrorCode.DUPLICATE_SEAT, ("players", place, "seat"), detail)
        elif seat.name is not None:
            taken.add(seat.name)


def _status_faults(ruleset: Ruleset, status: Status | None) -> Iterator[InputFault]:
    rules = ruleset.settlement
    drops = {Status.FIRST_DROP: rules.first_drop, Status.MIDDLE_DROP: rules.middle_drop}
    if status in drops and drops[status] is None:
        detail = f"{ruleset.id} offers no {status.replace('_', ' ')}"
        yield InputFault(ErrorCode.NO_DROP_OFFERED, ("status",), detail)
    knocking = rules.goes_out_by is GoesOutBy.KNOCKING
    foreign = {
        Status.KNOCKED: not knocking,
        Status.DECLARED: knocking,
        Status.WRONG_DECLARATION: rules.wrong_declaration is WrongDeclaration.REJECTED,
    }
    if status is not None and foreign.get(status, False):
        detail = f"{ruleset.id} has no status {status}"
        yield InputFault(ErrorCode.STATUS_NOT_ALLOWED, ("status",), detail)


def _hand_faults(ruleset: Ruleset, wild_card: Kind | None, seat: Seat) -> Iterator[InputFault]:
    if seat.hand is None:
        yield from (fault for cards in seat.groups or () for fault in cards.faults)
        return
    parts = (seat.hand, wild_card, seat.groups, seat.discard)
    for fault in find_faults(ruleset, *parts, all_read=seat.cards_read):
        if fault.path != ("wild_card",):  # which is one for all
            yield fault


def _size_faults(ruleset: Ruleset, seats: Sequence[Seat]) -> Iterator[InputFault]:
    """Yield the hands that have another size than those of this table. Source: ruling R24."""
    dealt = dict(ruleset.melds.hand_size_by_players).get(len(seats))
    if dealt is None:
        return
    foreign = {size + extra for size in ruleset.melds.hand_sizes for extra in (0, 1)}
    foreign -= {dealt, dealt + 1}
    sizes = [0 if seat.hand is None else len(seat.hand.kinds) for seat in seats]
    waiting = [
        place
        for place, seat in enumerate(seats)
        if seat.status is Status.PLAYING and sizes[place] == dealt + 1
    ]
    somebody_goes_out = any(seat.status and seat.status.goes_out for seat in seats)
    for place, size in enumerate(sizes):
        if size in foreign:
            detail = f"{len(seats)} players hold {dealt} cards each, or one more; this one {size}"
        elif place in waiting and (somebody_goes_out or len(waiting) > 1):
            detail = f"{size} cards: only the player whose turn it is holds one more than {dealt}"
        else:
            continue
        yield InputFault(ErrorCode.HAND_SIZE, ("players", place, "hand"), detail)


def _missing_hands(reason: Reason, seats: Sequence[Seat]) -> Iterator[InputFault]:
    """Yield the hands that count and are absent: those of players in, and of any grouping."""
    count = reason is not Reason.STOCK_EXHAUSTED and _count_in(seats) > 1
    for place, seat in enumerate(seats):
        grouped = seat.groups is not None or seat.discard is not None
        counts = seat.status is not None and (
            seat.status.goes_out or (count and seat.status is Status.PLAYING)
        )
        if seat.hand is None and seat.cards_read and (grouped or counts):
            detail = "the cards of this player are needed"
            yield InputFault(ErrorCode.HAND_MISSING, ("players", place, "hand"), detail)


def _surplus_faults(
    ruleset: Ruleset, wild_card: Kind | None, seats: Sequence[Seat]
) -> Iterator[InputFault]:
    """Yield, for each player concerned, the cards that the table holds too often together."""
    hands = [Counter(() if seat.hand is None else seat.hand.known) for seat in seats]
    together: Counter[Kind] = sum(hands, Counter())
    held = copies_held(ruleset, wild_card)
    for kind, count in sorted(together.items()):
        copies = held[kind]
        holders = [place for place, hand in enumerate(hands) if hand[kind]]
        if count <= copies or len(holders) == 1:
            continue  # one hand alone with too many is a fault of that hand
        names = ", ".join(_label(place, seats[place]) for place in holders)
        detail = (
            f"{kind_name(kind)} is held {count} times, by {names}; "
            f"{ruleset.id} holds {copies or 'none'}"
        )
        for place in holders:
            hand = seats[place].hand
            assert hand is not None  # it holds the card
            where = hand.paths[hand.kinds.index(kind)]
            yield InputFault(ErrorCode.TOO_MANY_COPIES, ("players", place, *where), detail)


def _label(place: int, seat: Seat) -> str:
    return f"player {place + 1}" if seat.name is None else shown(seat.name)


def _total_faults(
    ruleset: Ruleset, seats: Iterable[Seat], totals: Mapping[str, int]
) -> Iterator[InputFault]:
    names = {seat.name for seat in seats}
    chips = ruleset.settlement.match_won_by is MatchWonBy.MOST_CHIPS
    lowest = -MOST_TOTAL if chips else 0
    for name, total in totals.items():
        if None not in names and name not in names:
            detail = f"{shown(name)} is not a seat at this table"
            yield InputFault(ErrorCode.UNKNOWN_SEAT, ("totals", name), detail)
        if not lowest <= total <= MOST_TOTAL:
            detail = f"a total of {ruleset.id} lies between {lowest} and {MOST_TOTAL}"
            yield InputFault(ErrorCode.TOTAL_OUT_OF_RANGE, ("totals", name), detail)
