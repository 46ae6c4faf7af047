"""The rounds of a save carried out again, and compared with what it says that each opened with."""

from __future__ import annotations

from collections.abc import Mapping

from ..kit.errors import Fault, GameError, error, quoted, raise_all
from ..kit.fields import Fields
from ..kit.language import _
from . import record
from .deck import read_bands
from .game import Game
from .incoming import cards_due, incoming, table_cards, tool_cards
from .rounds import Incoming, Setup, State, begin
from .rules import PLACES


def chips_text(chips: tuple[int, ...]) -> str:
    """Influence chips as the save writes them, such as ``-4 +1 +3``."""
    return " ".join(f"{chip:+d}" for chip in chips)


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


def replay(setup: Setup, rounds: list[Written]) -> Game:
    """A game from its set-up and the entries of its save.

    Raises `GameError` where the log cannot be carried out again, or does not lead to what an entry says.
    """
    first = rounds[0]
    chart = setup.deck[:PLACES][::-1] if setup.cards == "tool" else first.chart
    if len(chart) != PLACES or len({*chart}) != PLACES or not {*chart} <= {*setup.bands}:
        message = _("the chart is not {number} different known bands").format(number=PLACES)
        raise error("save", message, f"{first.path}.chart")
    labels = {player: first.labels[player] for player in setup.players if player in first.labels}
    bad = [label for label in labels.values() if label not in setup.labels]
    if bad or len(set(labels.values())) != len(labels):
        raise error("save", _("these are not labels that players can hold"), f"{first.path}.labels")
    stored = _Stored(rounds)
    game = Game(setup, begin(setup, chart, labels, first.hands), stored.cards)
    for index, entry in enumerate(rounds):
        if stored.opened != index:
            raise error("save", _("no line of the log opens this round"), entry.path)
        _compare(game.state, entry)
        for number, line in enumerate(entry.log):
            where = f"{entry.path}.log[{number}]"
            try:
                if stored.opened != index:
                    raise error("save", _("this line stands behind the one that opened the next round"))
                record.run(game, line)
            except GameError as problem:
                raise problem.at(where) from None
    game.cards = incoming
    return game


class _Stored:
    """Cards and hands of new rounds as the save has them: nothing stored is drawn again."""

    def __init__(self, rounds: list[Written]) -> None:
        self.rounds = rounds
        self.opened = 0  # the index of the entry that was opened last

    def cards(
        self, setup: Setup, state: State, cards: Mapping[str, tuple[str, ...]], deck_empty: bool
    ) -> Incoming:
        """What comes with the round of the next entry."""
        if self.opened + 1 >= len(self.rounds):
            if setup.cards == "table" and deck_empty and not state.remaining and not state.waiting:
                return table_cards(state, {}, deck_empty, {})
            raise error("save", _("the round that this line opens is missing"))
        self.opened += 1
        entry = self.rounds[self.opened]
        if setup.cards == "tool":
            return tool_cards(setup, state, entry.hands)
        drawn = entry.chart[len(state.remaining) :][::-1]
        bands, faults = read_bands(entry.bands, setup.labels, lambda band: f"{entry.path}.bands")
        raise_all(faults)
        known = {**state.bands, **bands}
        unknown = [band for band in drawn if band not in known]
        if unknown or not {*bands} <= {*drawn} - {*state.bands} or len({*drawn}) < len(drawn):
            raise error("save", _("the new bands are not each known once"), f"{entry.path}.bands")
        waited = len(state.waiting[: cards_due(state)])
        if drawn[:waited] != state.waiting[:waited]:
            raise error(
                "save", _("the cards that lay on the deck are not the first new ones"), f"{entry.path}.chart"
            )
        return table_cards(state, {band: known[band] for band in drawn[waited:]}, deck_empty, entry.hands)


def _compare(state: State, entry: Written) -> None:
    """Raise `GameError` where a round did not open with what the rounds before it led to."""
    opened = state.opened
    faults = []
    for key in ("number", "chart", "labels", "scores", "hands"):
        said, true = getattr(entry, key), getattr(opened, key)
        if said == true and (key == "number" or list(said) == list(true)):
            continue
        message = _("this is not what the rounds before it led to")
        if isinstance(true, dict) and list(said) == list(true) and key != "hands":
            wrong = next(player for player in true if said[player] != true[player])
            message = _(
                "this is not what the rounds before it led to: {player} has {true} there, not {said}"
            ).format(player=quoted(wrong), true=true[wrong], said=said[wrong])
        faults.append(Fault("save", message, f"{entry.path}.{key}"))
    raise_all(faults)
