"""Whether a save is what its set-up and its log lead to: every departure in every round.

Loading stops at the first round in which something is wrong. Here the replay goes on behind it with what the rules
and the seed give, so that each thing that was changed is named once, at its key path. Where a round cannot be
opened any more, because the log before it cannot be carried out, the replay goes on from what is written there.
"""

from __future__ import annotations

from contextlib import suppress
from itertools import zip_longest
from typing import NamedTuple

from ..kit.errors import Fault, GameError, gathered, raise_all
from ..kit.fields import key_path
from ..kit.language import _
from ..kit.toml import parse_toml
from . import codec
from .deck import read_bands, shuffle_deck
from .incoming import dealt_hands
from .replay import Hands, Replay, Written, can_hold, departures
from .rounds import PLACING, Opened, Setup, State
from .rules import PLACES

CONSEQUENCES = {"missing", "phase"}  # faults of lines that stand behind one that could not be carried out
WITHOUT_CHIPS = {*CONSEQUENCES, "save"}  # faults whose messages repeat nothing of a line


class Verdict(NamedTuple):
    """What came out of a save: the number of the round and the phase in which its game stands (None where no game
    can be made of it), and every departure from what is written, each with its key path."""

    rounds: int | None
    phase: str | None
    faults: tuple[Fault, ...]

    @property
    def sound(self) -> bool:
        """Whether everything in the save is what its set-up and its log lead to."""
        return not self.faults


def verify(text: str, path: str = "") -> Verdict:
    """Replay a save from its set-up, round by round, and tell where it departs from what is written.

    ``text`` is the text of the save; ``path`` is named where it is not TOML. All that
    `schrille_cli.schrille.loads` checks is checked, and also the order of the deck (R5) and the hands (R8) where
    they follow from the seed. Of slips of the round in play, nothing is repeated. Nothing is raised for what is
    wrong with the save.

    >>> from schrille_cli.schrille import Game, dumps
    >>> text = dumps(Game.new({"Ann": "blue", "Bob": "red", "Cid": "green"}, seed="demo"))
    >>> verify(text)
    Verdict(rounds=1, phase='placing', faults=())
    >>> [fault.place for fault in verify(text.replace("Bob = 0", "Bob = 7")).faults]
    ['rounds[0].scores.Bob']
    """
    try:
        data = parse_toml(text, path or _("the save"))
        setup, rounds, post, found = codec.parts(data)
        raise_all(found if any(map(_hinders, found)) else ())
    except GameError as problem:
        return Verdict(None, None, problem.faults)
    game, read = None, tuple(fault.place for fault in found)
    with gathered(found):
        setup, faults = _deck_of_seed(setup, rounds)
        found += faults
        raise_all(codec.setup_faults(setup))
        replay = _Verification(setup, rounds)
        with gathered(replay.faults):
            game = replay.run()
        found += (fault for fault in replay.faults if not (read and fault.place.startswith(read)))
        if game:
            game.post = post
        if game and not found:
            codec.require_whole(game, data)
    faults = [fault._replace(kind="save") for fault in found]
    return Verdict(game.round, game.phase, tuple(faults)) if game else Verdict(None, None, tuple(faults))


def _hinders(fault: Fault) -> bool:
    """Whether a game cannot be replayed with a fault in its data: in anything but what a round opened with."""
    return not fault.place.startswith("rounds[") or ".log" in fault.place


def _most(agreeing: int, all: int) -> bool:
    return 2 * agreeing > all


def _deck_of_seed(setup: Setup, rounds: list[Written]) -> tuple[Setup, list[Fault]]:
    """The set-up with the deck in the order that the seed gives (R5), and what was wrong with it.

    Where most of the order is another one, it is not the cards that were changed, but the seed: then the deck
    stays as it is.
    """
    if setup.cards != "tool":
        return setup, []
    order = shuffle_deck(setup.bands, setup.seed)
    if order == setup.deck:
        return setup, []
    places = list(zip_longest(order, setup.deck))
    wrong = [index for index, (true, said) in enumerate(places) if true != said]
    if len(order) >= PLACES and _most(len(places) - len(wrong), len(places)):
        message = _("this is not the card that the seed gives (R5)")
        return setup._replace(deck=order), [Fault("save", message, f"deck[{index}]") for index in wrong]
    message = _("the seed gives another order of the deck (R5)")
    return setup, [Fault("save", message, "deck" if _hands_agree(setup, rounds) else "seed")]


def _hands_agree(setup: Setup, rounds: list[Written]) -> bool:
    """Whether most hands of the save are those that the seed gives (R8); not where the tool deals none."""
    if setup.hands != "tool" or codec.setup_faults(setup._replace(cards="table")):
        return False
    dealt = [dealt_hands(setup, entry.number) for entry in rounds]
    same = sum(
        entry.hands.get(player) == chips
        for entry, hands in zip(rounds, dealt, strict=True)
        for player, chips in hands.items()
    )
    return _most(same, len(rounds) * len(setup.players))


class _Verification(Replay):
    """A replay that notes what is wrong and goes on with what is right."""

    def __init__(self, setup: Setup, rounds: list[Written]) -> None:
        super().__init__(setup, rounds)
        self.faults: list[Fault] = []
        self.broken: int | None = None  # the index of the last entry with a line that could not be carried out
        self.redealt = _hands_agree(setup, rounds)  # else slips were placed from the hands as they are written
        deck_agrees = setup.cards == "tool" and setup.deck == shuffle_deck(setup.bands, setup.seed)
        self.other_seed = setup.hands == "tool" and not self.redealt and not deck_agrees
        if self.other_seed:
            self.faults.append(Fault("save", _("the seed deals other hands (R8)"), "seed"))

    def hands(self, entry: Written, number: int) -> Hands:
        """The hands that the seed deals, or those written where the seed is what was changed."""
        written = self.setup.hands == "tool" and not self.redealt and not codec.hands_faults(self.setup, entry)
        return entry.hands if written else dealt_hands(self.setup, number)

    def compare(self, state: State, entry: Written) -> None:
        """Note every value of an entry that is another one."""
        opened = state.opened
        if not self.other_seed:
            opened = opened._replace(hands=dealt_hands(self.setup, opened.number))
        wrong = [Fault("save", found.message, found.path) for found in departures(opened, entry)]
        self.faults += wrong
        if wrong and self.broken == self.opened - 1:  # something was lost, by which all later rounds would depart
            with suppress(GameError):
                self._go_on(self._as_written(entry))
        at = f"{entry.path}.bands"
        if entry.bands and (self.setup.cards == "tool" or entry is self.rounds[0]):
            self.faults.append(Fault("save", _("it holds something that is not part of its game"), at))
            return
        message = _("the labels are not written by their names")
        self.faults += [
            Fault("save", message, key_path(at, band))
            for band, text in entry.bands.items()
            if ",".join(state.bands.get(band, ())) != text
        ]

    def refused(self, index: int, number: int, problem: GameError) -> None:
        """Note a line, unless it only cannot be carried out because one before it could not."""
        entry = self.rounds[index]
        consequence = self.broken == index and all(fault.kind in CONSEQUENCES for fault in problem.faults)
        self.broken = index
        if consequence:
            return
        after = self.rounds[index + 1].path if index + 1 < len(self.rounds) else ""
        if after and all(fault.place.startswith(f"{after}.") for fault in problem.faults):
            self.faults += problem.faults  # it is not the line that is wrong, but what it opened
            return
        place = f"{entry.path}.log[{number}]"
        if self._in_play(entry) and not all(fault.kind in WITHOUT_CHIPS for fault in problem.faults):
            self.faults.append(Fault("save", _("this line cannot be carried out"), place))
            return
        self.faults += problem.at(place).faults

    def _in_play(self, entry: Written) -> bool:
        """Whether an entry's slips are still secret, by its log."""
        return entry is self.rounds[-1] and not any(line.startswith("resolve") for line in entry.log)

    def unopened(self, index: int) -> bool:
        """Go on from what an entry says, where that is possible."""
        entry = self.rounds[index]
        if self.broken != index - 1:
            self.faults.append(Fault("save", _("no line of the log opens this round"), entry.path))
        try:
            self._go_on(self._as_written(entry))
        except GameError as problem:
            self.faults += problem.faults
            self.broken = index
            return False
        self.opened = index
        return True

    def _go_on(self, state: State) -> None:
        """Go on from a state to which no line led."""
        self.game._done("next", state)

    def _as_written(self, entry: Written) -> State:
        """The state in which a round opened by what its entry says. Raises `GameError` where it cannot have.

        The marks that were reached and the cards that were drawn before it are those that its scores and its
        chart tell of.
        """
        setup, before = self.setup, self.game.state
        new, faults = read_bands(entry.bands, setup.labels, lambda band: f"{entry.path}.bands")
        bands = {**before.bands, **new}
        chart = {*entry.chart}
        message = _("no round can open with this")
        possible = {
            "chart": 0 < len(chart) == len(entry.chart) <= PLACES and chart <= {*bands},
            "labels": list(entry.labels) == list(setup.players) and can_hold(setup, entry.labels),
            "scores": list(entry.scores) == list(setup.players),
        }
        faults += [Fault("save", message, f"{entry.path}.{key}") for key, fits in possible.items() if not fits]
        raise_all(faults)
        hands = self.hands(entry, entry.number)
        reached = (mark for mark in setup.rules.retire_at if max(entry.scores.values()) >= mark)
        return State(
            Opened(entry.number, entry.chart, entry.labels, entry.scores, hands),
            PLACING,
            bands,
            self._left(before, chart),
            entry.labels,
            entry.scores,
            new=tuple(band for band in entry.chart[::-1] if band not in before.came),
            gone=tuple(band for band in (*before.gone, *before.opened.chart) if band not in chart),
            used_marks=tuple(dict.fromkeys((*before.used_marks, *before.marks, *reached))),
        )

    def _left(self, before: State, chart: set[str]) -> int | None:
        """The cards left in the deck once the bands of a chart have been drawn."""
        if self.setup.cards != "tool" or before.left is None:
            return before.left
        deck = self.setup.deck
        drawn = max(index for index, band in enumerate(deck, 1) if band in chart)
        return min(before.left, len(deck) - drawn)
