"""The rounds of a save carried out again, and compared with what it says that each opened with."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import zip_longest
from typing import NamedTuple

from ..kit.errors import Fault, GameError, error, quoted, raise_all
from ..kit.fields import Fields, key_path
from ..kit.language import _
from . import record
from .deck import read_bands
from .game import Game
from .incoming import cards_due, incoming, table_cards, tool_cards
from .rounds import Incoming, Opened, Setup, State, begin
from .rules import PLACES

Hands = Mapping[str, tuple[int, ...]]


def chips_text(chips: tuple[int, ...]) -> str:
    """Influence chips as the save writes them, such as ``-4 +1 +3``."""
    return " ".join(f"{chip:+d}" for chip in chips)


class Departure(NamedTuple):
    """A value of an entry that is not what the rounds before it led to: its key, its whole key path, the message.

    ``value`` tells that the value alone is another one, while the keys beside it are as they should be.
    """

    key: str
    path: str
    message: str
    value: bool


class Written:
    """What one entry of the save says that its round opened with, still unchecked."""

    def __init__(self, fields: Fields, hands: bool, expected: int) -> None:
        self.path = fields.path
        self.number = fields.integer("number") if fields.has("number") else expected
        if fields.has("number") and self.number == expected:
            fields.fault("number", _("a round that comes next has no number"), _("take the number out"))
        self.chart = tuple(fields.texts("chart"))
        self.log = fields.texts("log")
        self.labels = fields.table("labels").text_items()
        self.scores = fields.table("scores").integer_items()
        self.hands: dict[str, tuple[int, ...]] = {}
        self.bands = fields.table("bands").text_items() if fields.has("bands") else {}
        if hands:
            table = fields.table("hands")
            for player, text in table.text_items().items():
                try:
                    chips = tuple(sorted(int(chip) for chip in text.split()))
                except ValueError:
                    chips = ()
                if chips_text(chips) != text:
                    table.fault(player, _("these are not chips in order, such as -4 +1 +3"))
                self.hands[player] = chips
        fields.done()


class Replay:
    """The rounds of a save carried out again from its set-up, and compared with what its entries say.

    Loading stops at the first round in which something is wrong; what a subclass does there is up to it.
    """

    def __init__(self, setup: Setup, rounds: list[Written]) -> None:
        self.setup = setup
        self.rounds = rounds
        self.opened = 0  # the index of the entry that was opened last

    def run(self) -> Game:
        """The game. Raises `GameError` where the log cannot be carried out or does not lead to what is written."""
        game = self.game = Game(self.setup, self._begun(), self._cards)
        for index, entry in enumerate(self.rounds):
            if self.opened != index and not self.unopened(index):
                continue
            self.compare(game.state, entry)
            for number, line in enumerate(entry.log):
                try:
                    if self.opened != index:
                        raise error("save", _("this line stands behind the one that opened the next round"))
                    record.run(game, line)
                except GameError as problem:
                    self.refused(index, number, problem)
        game.cards = incoming
        return game

    def _begun(self) -> State:
        first, setup = self.rounds[0], self.setup
        chart = setup.deck[:PLACES][::-1] if setup.cards == "tool" else first.chart
        if len(chart) != PLACES or len({*chart}) != PLACES or not {*chart} <= {*setup.bands}:
            message = _("the chart is not {number} different known bands").format(number=PLACES)
            raise error("save", message, f"{first.path}.chart")
        labels = {player: first.labels[player] for player in setup.players if player in first.labels}
        if not can_hold(setup, labels):
            raise error("save", _("these are not labels that players can hold"), f"{first.path}.labels")
        return begin(setup, chart, labels, self.hands(first, 1))

    def hands(self, entry: Written, number: int) -> Hands:
        """The hands dealt in the round of an entry."""
        return entry.hands

    def unopened(self, index: int) -> bool:
        """What to do where no line of the log opens the round of an entry; whether it is open then."""
        raise error("save", _("no line of the log opens this round"), self.rounds[index].path)

    def compare(self, state: State, entry: Written) -> None:
        """Compare what a round opened with and what its entry says."""
        wrong = {departure.key: departure for departure in reversed([*departures(state.opened, entry)])}
        message = _("this is not what the rounds before it led to")
        raise_all(
            Fault("save", first.message if first.value else message, f"{entry.path}.{key}")
            for key, first in reversed(wrong.items())
        )

    def refused(self, index: int, number: int, problem: GameError) -> None:
        """What to do where a line of an entry's log cannot be carried out, or is not as the tool writes it."""
        raise problem.at(f"{self.rounds[index].path}.log[{number}]") from None

    def _cards(
        self, setup: Setup, state: State, cards: Mapping[str, tuple[str, ...]], deck_empty: bool
    ) -> Incoming:
        """What comes with the round of the next entry: nothing stored is drawn again."""
        if self.opened + 1 >= len(self.rounds):
            if setup.cards == "table" and deck_empty and not state.remaining and not state.waiting:
                return table_cards(state, {}, deck_empty, {})
            raise error("save", _("the round that this line opens is missing"))
        entry = self.rounds[self.opened + 1]
        hands = self.hands(entry, state.opened.number + 1)
        if setup.cards == "tool":
            coming = tool_cards(setup, state, hands)
        else:
            coming = _from_table(setup, state, entry, deck_empty, hands)
        self.opened += 1
        return coming


def can_hold(setup: Setup, labels: Mapping[str, str]) -> bool:
    """Whether the labels are known, and nobody holds that of another one."""
    return {*labels.values()} <= {*setup.labels} and len({*labels.values()}) == len(labels)


def _from_table(setup: Setup, state: State, entry: Written, deck_empty: bool, hands: Hands) -> Incoming:
    """What the table drew for the round of an entry. Raises `GameError` where it cannot have."""
    chart = f"{entry.path}.chart"
    drawn = entry.chart[len(state.remaining) :][::-1]
    bands, faults = read_bands(entry.bands, setup.labels, lambda band: f"{entry.path}.bands")
    known = {**state.bands, **bands}
    for index, band in enumerate(entry.chart[len(state.remaining) :], len(state.remaining)):
        if band not in known:
            faults.append(Fault("save", _("this band is not known"), f"{chart}[{index}]"))
        elif band in entry.chart[:index] or (band in state.came and band not in state.waiting):
            faults.append(Fault("save", _("this band came before"), f"{chart}[{index}]"))
    if faults:
        kept = _other_places(state.remaining + entry.chart[len(state.remaining) :], entry)
        faults = [Fault("save", departure.message, departure.path) for departure in kept] + faults
    else:
        message = _("this band is not one that came new in this round")
        foreign = [band for band in bands if band not in drawn or band in state.bands]
        faults = [Fault("save", message, key_path(f"{entry.path}.bands", band)) for band in foreign]
    raise_all(faults)
    waited = len(state.waiting[: cards_due(state)])
    if drawn[:waited] != state.waiting[:waited]:
        raise error("save", _("the cards that lay on the deck are not the first new ones"), chart)
    try:
        return table_cards(state, {band: known[band] for band in drawn[waited:]}, deck_empty, hands)
    except GameError as problem:
        raise problem.at(chart) from None


def departures(opened: Opened, entry: Written) -> Iterator[Departure]:
    """Every value of an entry that is not what its round opened with; those of hands name no chip."""
    if entry.number != opened.number:
        message = _("this is not what the rounds before it led to")
        yield Departure("number", f"{entry.path}.number", message, False)
    yield from _other_places(opened.chart, entry)
    wrong = _("this is not what the rounds before it led to: {player} has {true} there, not {said}")
    for key in ("labels", "scores"):
        yield from _other_values(key, getattr(opened, key), getattr(entry, key), entry.path, wrong)
    wrong = _("the seed deals {player} another hand (R8)")
    yield from _other_values("hands", opened.hands, entry.hands, entry.path, wrong)


def _other_places(chart: Sequence[str], entry: Written) -> Iterator[Departure]:
    for place, (true, said) in enumerate(zip_longest(chart, entry.chart), 1):
        if true == said:
            continue
        message = _("this is not what the rounds before it led to: place {place} has {true} there, not {said}")
        if said is None:
            message = _("this is not what the rounds before it led to: place {place} has {true} there")
        elif true is None:
            message = _("this is not what the rounds before it led to: place {place} has no band there")
        message = message.format(place=place, true=quoted(true or ""), said=quoted(said or ""))
        yield Departure("chart", f"{entry.path}.chart[{place - 1}]", message, False)


def _other_values(
    key: str, true: Mapping[str, object], said: Mapping[str, object], path: str, wrong: str
) -> Iterator[Departure]:
    """The players who have something else; ``wrong`` says it, by ``{player}``, ``{true}`` and ``{said}``."""
    path = f"{path}.{key}"
    ordered = list(said) == list(true)
    for player in {**true, **said}:
        at = key_path(path, player)
        if player not in said:
            yield Departure(key, at, _("the key is missing"), False)
        elif player not in true:
            yield Departure(key, at, _("this key is not known"), False)
        elif said[player] != true[player]:
            message = wrong.format(player=quoted(player), true=true[player], said=said[player])
            yield Departure(key, at, message, ordered)
    if not ordered and {*said} == {*true}:
        yield Departure(key, path, _("the players are not in seat order"), False)
