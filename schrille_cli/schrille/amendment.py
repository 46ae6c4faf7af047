"""What a changed slip of an earlier round changes: the commands that count are carried out again."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, NamedTuple

from ..kit.errors import Fault, GameError, error, gathered, listed, quoted, raise_all
from ..kit.language import _, ngettext
from . import reading, record
from .deck import Deck, read_cards
from .incoming import table_cards, tool_cards
from .record import Entered
from .rounds import OVER, PLACING, Incoming, Setup, State
from .slips import Slip, parse_slip

if TYPE_CHECKING:
    from .game import Game
    from .record import Step

MOST_AMENDMENTS = 99  # since each carries out again all that came after it, whenever the save is loaded
Bands = Mapping[str, tuple[str, ...]]


class Void(NamedTuple):
    """A command that no longer fits: the round it belonged to, its line of the log, and why it does not fit."""

    round: int
    line: str
    why: tuple[Fault, ...]


class Revision(NamedTuple):
    """An amended slip and what follows: the line of the log, the steps that counted before and that count now,
    each with the states before it, and the commands that do not count any more."""

    round: int
    player: str
    line: str
    start: State
    before: tuple[Step, ...]
    steps: tuple[Step, ...]
    void: tuple[Void, ...]


def revise(
    game: Game, number: int | str, player: str, slip: Slip | str, bands: Sequence[str], deck_empty: bool
) -> Revision:
    """What the game becomes with another slip of a player in a round that is resolved.

    Everything before that round's slips stays. The slips of the round are entered with the new one among them, and
    all commands after them are carried out again; those that no longer fit are void. Raises `GameError` where the
    new slip itself is not possible, or where ``bands`` are not cards that the table can have drawn for it;
    ``deck_empty`` says that its deck has no further one.
    """
    faults: list[Fault] = []
    number = reading.round_of(number)
    resolved, who, chips, extra = game.state, "", None, dict[str, tuple[str, ...]]()
    with gathered(faults):
        resolved = _resolved(game, number)
    with gathered(faults):
        who = game.player(player)
    with gathered(faults, _("{player}'s slip").format(player=who) if who else _("the slip")):
        chips = parse_slip(slip, game.setup.rules) if isinstance(slip, str) else slip.in_order()
        if not faults and resolved.slips.get(who) == chips:
            message = _("it is the slip of round {round} already").format(round=number)
            raise error("slip", message, hint=_("give the slip as it should be"))
    with gathered(faults):
        extra = _extra_cards(game, bands, deck_empty)
    with gathered(faults):
        if sum(bool(step.past) for step in game.steps) >= MOST_AMENDMENTS:
            message = _("{number} slips are amended already").format(number=MOST_AMENDMENTS)
            raise error("amend", message, hint=_("undo some of them first"))
    raise_all(faults)
    assert chips is not None
    slips = {**resolved.slips, who: chips}
    slips = {name: slips[name] for name in game.setup.players if name in slips}
    bots = {name: bot for name, bot in resolved.bots.items() if name != who}  # a person amends
    again = _Again(game, number, Entered(slips, bots), extra, deck_empty or game.state.left is not None)
    again.run()
    unused = [quoted(band) for band in again.game.state.waiting if band in extra]
    if unused:
        message = _("no place is open for {bands}").format(bands=listed(unused))
        raise error("deck", message, hint=_("leave them on the deck"))
    return Revision(
        number,
        who,
        record.amend_line(number, who, chips, extra, deck_empty, len(again.void)),
        game.start,
        tuple(game.counting),
        (*again.kept, *again.game.counting),
        tuple(again.void),
    )


def _resolved(game: Game, number: int) -> State:
    """The last state of a round whose bands have moved. Raises `GameError` where there is none."""
    state = game.at_round(number)
    if state.movement is None:
        message = _("round {round} is not resolved yet").format(round=number)
        raise error("phase", message, hint=_("place --replace changes a slip of the round in play"))
    return state


def _extra_cards(game: Game, bands: Sequence[str], deck_empty: bool) -> dict[str, tuple[str, ...]]:
    """Cards that the table draws because of an amendment, read and checked."""
    if not bands and not deck_empty:
        return {}
    if game.setup.cards == "tool":
        raise error("deck", _("the cards of this game come from the tool's deck"), hint=_("leave them out"))
    if game.state.left is not None:
        raise error("deck", _("the deck is empty, no card can come from it"), hint=_("leave them out"))
    cards = read_cards(bands, Deck(game.setup.labels, game.state.bands))
    back = [quoted(band) for band in cards if band in game.state.came]
    if back:
        message = ngettext("{bands} came before", "{bands} came before", len(back)).format(bands=listed(back))
        raise error("deck", message, hint=_("bands that left never come back (R27)"))
    return cards


def _drawn_after(rounds: Mapping[int, State], number: int) -> tuple[str, ...]:
    """The cards that came in after a round, in the order drawn."""
    return tuple(band for later in sorted(rounds) if later > number for band in rounds[later].new)


class _Again:
    """The commands of a game carried out again from the slips of a round on.

    Cards and hands are those that came before: a table's cards lie on its deck in the order drawn, and are the
    last ones where it is known that the deck is empty.
    """

    def __init__(self, game: Game, number: int, entered: Entered, extra: Bands, deck_empty: bool) -> None:
        rounds = game.rounds
        before = [game.start, *(step.state for step in game.counting)]
        first = next(i for i, s in enumerate(before) if s.opened.number == number and s.phase == PLACING)
        self.number = number
        self.slips, self.bots = entered
        self.kept = game.counting[:first]
        self.later = list(zip(before[first:], game.counting[first:], strict=False))
        self.hands = {number: state.opened.hands for number, state in rounds.items()}
        self.void: list[Void] = []
        base = before[first]
        if game.setup.cards == "table":
            drawn = (*_drawn_after(rounds, number), *game.state.waiting)
            known = {**{band: game.state.bands[band] for band in drawn}, **extra}
            waiting = (*drawn, *extra)
            left = len(waiting) if deck_empty else base.left
            base = base._replace(bands={**base.bands, **known}, waiting=waiting, left=left)
        self.game = type(game)(game.setup, base, self._cards)

    def _cards(self, setup: Setup, state: State, cards: Bands, deck_empty: bool) -> Incoming:
        hands = self.hands.get(state.opened.number + 1)
        if setup.cards == "tool":
            coming = tool_cards(setup, state, hands or {})
        else:
            coming = table_cards(state, cards, deck_empty, hands or {})
        if hands is None and (state.remaining or coming.drawn):
            raise error("deck", _("the game ended with it, and now goes on"))
        return coming

    def run(self) -> None:
        """Enter the slips, then do what was done after them. Raises `GameError` where the slips cannot be."""
        entered = False
        for before, step in self.later:
            placing = before.opened.number == self.number and before.phase == PLACING
            verb = record.split(step.line)[0]
            adjusts = verb == "adjust"
            if placing and verb in record.SLIPS:
                continue
            if placing and not adjusts and not entered:
                self.game.place_all(self.slips, bots=self.bots)
                entered = True
            try:
                if not adjusts:
                    self._require_round(before.opened.number)
                self._carry_out(before, step.line)
            except GameError as problem:
                self.void.append(Void(before.opened.number, step.line, problem.faults))

    def _require_round(self, number: int) -> None:
        """Raise `GameError` where a command of a round meets another one."""
        if self.game.phase == OVER:
            raise error("phase", _("the game is over in round {round}").format(round=self.game.round))
        if self.game.round != number:
            raise error("phase", _("round {round} is not open").format(round=number))

    def _carry_out(self, before: State, line: str) -> None:
        if line != record.SCORE_NEXT:
            record.run(self.game, line)
            return
        self.game.score()
        try:
            self._require_round(before.opened.number)
            self.game.next()
        except GameError as problem:
            self.void.append(Void(before.opened.number, "next", problem.faults))
