"""A game of Schrille Stille: its set-up, its commands as methods, and the way back.

This is the one place that changes; everything below it takes values and returns values.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING

from ..kit.errors import GameError, error, gathered, raise_all
from ..kit.language import _
from . import labels, reading, record, rounds
from .deck import Deck, deck_faults, read_cards, read_chart, shuffle_deck
from .incoming import dealt_hands, incoming
from .labels import Wish
from .movement import Movement
from .reading import NO_BOTS, Bots
from .record import Step
from .rounds import OPENING, PLACING, RESOLVED, SCORED, Incoming, Setup, State
from .rules import PLACES, Rules, rule_faults
from .scoring import Points
from .seats import ByName, seats_of, seed_of
from .slips import Slip

if TYPE_CHECKING:
    from .amendment import Revision
    from .mail.post import Post
    from .observation import Observation

Cards = Callable[[Setup, State, Mapping[str, tuple[str, ...]], bool], Incoming]


class Game:
    """A game, begun with `Game.new` or loaded with `schrille_cli.schrille.load`.

    Every command raises `GameError` and changes nothing where the game says no. Names of players, labels and
    bands are matched without regard to case, whole or by unambiguous prefix.

    >>> game = Game.new({"Ann": "blue", "Bob": "red", "Cid": "green"}, seed="demo")
    >>> game.place("Ann", "14+3 9-2 7-1 3+2 12+4 1:no1 8:pick")
    >>> game.state.missing
    ['Bob', 'Cid']
    >>> game.undo()
    "Ann's slip"
    >>> game.phase, game.round
    ('placing', 1)
    """

    def __init__(self, setup: Setup, state: State, cards: Cards = incoming) -> None:
        """A game at its start; ``cards`` gives what comes with new rounds, when they open."""
        self.setup = setup
        self.start = state
        self._steps: list[Step] = []
        self._counting: list[Step] = []
        self.cards = cards
        self.post: Post | None = None  # what belongs to a game by mail; no command touches it

    @classmethod
    def new(
        cls,
        players: ByName[str | None],
        *,
        rules: Rules | None = None,
        deck: Deck | None = None,
        seed: str | None = None,
        deal_hands: bool = False,
        chart: Sequence[str] | None = None,
    ) -> Game:
        """Begin a game (R1 to R6).

        ``players`` are 3 to 6 names with the label that each claims (None: not yet; the game is then in the
        opening). ``rules`` default to the preset ``rulebook``, ``deck`` to the built-in one. Without a
        ``seed`` one is chosen. ``deal_hands``: the tool also draws each player's influence chips. ``chart``: the
        14 cards that lie on the table, place 1 first, as band names or ``NAME=label[,label]``; all later cards
        then come from the table too, and the deck may have labels alone.

        Raises `GameError` with everything that is wrong.
        """
        rules = rules or Rules()
        if deck is None:
            from .builtin import DECK

            deck = DECK
        raise_all(deck_faults(deck, dealt=chart is None))
        seats, claims, faults = seats_of(players, deck.labels)
        faults += rule_faults(rules, len(seats))
        chosen, cards = "", dict[str, tuple[str, ...]]()
        with gathered(faults):
            chosen = seed_of(seed)
        with gathered(faults):
            cards = read_chart(chart, deck) if chart is not None else {}
        raise_all(faults)
        order = shuffle_deck(deck.bands, chosen) if chart is None else ()
        opening = order[:PLACES][::-1] if chart is None else tuple(cards)
        source = "tool" if chart is None else "table"
        hands = "tool" if deal_hands else "table"
        setup = Setup(rules, chosen, source, hands, seats, deck.labels, {**deck.bands, **cards}, order)
        return Game(setup, rounds.begin(setup, opening, claims, dealt_hands(setup, 1)))

    @property
    def state(self) -> State:
        """The game as it stands."""
        return self._counting[-1].state if self._counting else self.start

    @property
    def phase(self) -> str:
        """opening, placing, resolved, scored or over."""
        return self.state.phase

    @property
    def round(self) -> int:
        """The number of the round, from 1."""
        return self.state.opened.number

    @property
    def steps(self) -> Sequence[Step]:
        """The commands carried out since the game began, in order: what the log holds."""
        return self._steps

    @property
    def counting(self) -> Sequence[Step]:
        """The commands that count: where slips were amended, with those, and without what is void since."""
        return self._counting

    @property
    def states(self) -> list[State]:
        """Every state since the game began, by the commands that count."""
        return [self.start, *(state for step in self._counting for state in step.states)]

    @property
    def rounds(self) -> dict[int, State]:
        """The last state of each round, by its number."""
        return {state.opened.number: state for state in self.states}

    @property
    def next_commands(self) -> list[str]:
        """The commands that lead on from here."""
        return rounds.next_commands(self.setup, self.state)

    def at_round(self, number: int) -> State:
        """The last state of a round that was opened. Raises `GameError` (kind ``"round"``)."""
        if state := self.rounds.get(number):
            return state
        message = _("there is no round {number}").format(number=number)
        raise error("round", message, hint=_("choose 1 to {last}").format(last=self.round))

    def scored(self, number: int) -> State:
        """The state in which the points of a round had just been paid. Raises `GameError` (kind ``"round"``)."""
        for state in self.states:
            if state.opened.number == number and state.points:
                return state
        raise error("round", _("round {number} is not scored yet").format(number=number))

    def player(self, typed: str) -> str:
        """The player whom a typed name means. Raises `GameError` (kind ``"name"``)."""
        return reading.player_of(typed, self.setup)

    def _require(self, command: str, *phases: str) -> None:
        rounds.require(self.setup, self.state, command, *phases)

    def _done(self, line: str, *states: State) -> None:
        self._steps.append(Step(line, states))
        self._counting.append(self._steps[-1])

    def label(self, wishes: ByName[Sequence[str] | str]) -> list[Wish]:
        """Claim labels in the opening (R6), or serve wishes for other labels after a scoring (R24).

        A player may name several labels in order of preference. What became of each is returned, in the
        order served. Raises `GameError` where a claim or wish is impossible; then nothing is done.
        """
        self._require("label", OPENING, SCORED)
        wanted = reading.wishes_of(wishes, self.setup)
        act = labels.claim if self.phase == OPENING else labels.serve
        state, outcomes = act(self.setup, self.state, wanted)
        self._done(record.label_line(wanted), state)
        return outcomes

    def place(self, player: str, slip: Slip | str, *, replace: bool = False, bot: str = "") -> None:
        """Enter one player's slip (R7 to R10); ``replace`` puts it in an old one's place.

        ``bot`` is the name of the bot that placed it, for the save; empty where the player did.
        """
        self.place_all({player: slip}, replace=replace, bots={player: bot} if bot else NO_BOTS)

    def place_all(
        self, slips: ByName[Slip | str], *, replace: bool = False, places: Sequence[str] = (), bots: Bots = NO_BOTS
    ) -> list[str]:
        """Enter slips, all or none, and return the players whose they are.

        ``places`` says where each slip stands in an input, for errors; ``bots`` names the bots that placed slips,
        by player. Raises `GameError` with everything that is wrong with any of them.
        """
        new, state = self._placed(slips, replace, places, bots)
        self._done(record.place_line(new, replace, state.bots), state)
        return list(new)

    def check_slips(
        self, slips: ByName[Slip | str], *, replace: bool = False, places: Sequence[str] = (), bots: Bots = NO_BOTS
    ) -> list[str]:
        """Check slips as `place_all` does without entering them; the players whose slips they are."""
        return list(self._placed(slips, replace, places, bots)[0])

    def _placed(
        self, slips: ByName[Slip | str], replace: bool, places: Sequence[str], bots: Bots
    ) -> tuple[dict[str, Slip], State]:
        """The slips read, by player, and the state with them."""
        self._require("place", PLACING)
        new, where, faults, named = reading.slips_of(slips, places, self.setup, bots)
        if faults:  # with those that can be read, so that everything is said at once
            raise GameError(*faults, *rounds.slip_faults(self.setup, self.state, new, replace, where))
        return new, rounds.place(self.setup, self.state, new, replace, where, named)

    def resolve(self, *, missing_pass: bool = False) -> Movement:
        """Move the bands and judge the Danger Zone (R11 to R16).

        ``missing_pass``: a player whose slip is missing places nothing (R29).
        """
        self._require("resolve", PLACING)
        state = rounds.resolve(self.state, missing_pass)
        self._done("resolve missing=pass" if missing_pass else "resolve", state)
        return state.moved

    def score(self, *, go_on: bool = False) -> Mapping[str, Points]:
        """Pay the points of a resolved round, by player (R17 to R23).

        ``go_on`` opens the next round at once, as `next` does, unless the game is over.
        """
        self._require("score", RESOLVED)
        scored = rounds.score(self.setup, self.state)
        if go_on and scored.phase == SCORED:
            try:
                coming = self.cards(self.setup, scored, {}, False)
            except GameError as problem:
                hint = _("score alone, then next with these cards")
                raise GameError(*(fault._replace(hint=hint) for fault in problem.faults)) from None
            self._done(record.SCORE_NEXT, scored, rounds.advance(scored, coming))
        else:
            self._done("score", scored)
        return scored.points

    def next(self, bands: Sequence[str] = (), *, deck_empty: bool = False) -> tuple[str, ...]:
        """Open the next round (R26 to R28) and return the new bands in the order drawn.

        ``bands`` are the cards that the table drew, in that order, as in `new`; ``deck_empty`` says that its deck
        has no further card. A game in which no band is left anywhere is over instead (R27).
        """
        self._require("next", SCORED)
        if self.setup.cards == "tool" and (bands or deck_empty):
            message = _("the cards of this game come from the tool's deck")
            raise error("deck", message, hint=_("run next alone"))
        deck = Deck(self.setup.labels, self.state.bands)
        coming = self.cards(self.setup, self.state, read_cards(bands, deck), deck_empty)
        self._done("next deck-empty" if deck_empty else "next", rounds.advance(self.state, coming))
        return coming.drawn

    def observe(self, player: str, hand: Sequence[int] | None = None) -> Observation:
        """What a player sees of the game; ``hand`` are the chips drawn, where the tool has not dealt them."""
        from .observation import observe

        return observe(self.setup, self.state, self.player(player), hand)

    def adjust(self, player: str, points: int | str, reason: str) -> int:
        """Give a player points by the moderator's word (-999 to +999, not 0) and return the new score.

        They count at once; marks and the end are judged by the next `score`.
        """
        given = reading.adjustment_of(player, points, reason, self.setup)
        self._done(record.adjust_line(*given), rounds.adjust(self.state, given))
        return self.state.scores[given.player]

    def amend(
        self, number: int | str, player: str, slip: Slip | str, bands: Sequence[str] = (), deck_empty: bool = False
    ) -> Revision:
        """Put another slip in the place of a player's in a round that is resolved, and count everything again.

        Later slips stay on their holes, cards come in their old order. ``bands`` are cards that the table draws
        for it, ``deck_empty`` says that it has no further one. Commands that no longer fit are void.
        """
        from .amendment import revise

        revision = revise(self, number, player, slip, bands, deck_empty)
        self._steps.append(Step(revision.line, revision.steps[-1].states, revision.before, revision.void))
        self._counting = list(revision.steps)
        return revision

    def undo(self) -> str:
        """Take the last command back and say in words what it was."""
        if not self._steps:
            raise error("undo", _("there is nothing to undo: this is the new game"))
        step = self._steps.pop()
        if step.past is None:
            self._counting.pop()
        else:
            self._counting = list(step.past)
        return record.describe(step.line, self.setup.rules.slip_size)
