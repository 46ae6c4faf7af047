"""A game as plain TOML data and back: the save.

The set-up comes first, then one entry a round: what it opened with, and the log of its commands. Everything
else follows from these, and loading carries the log out again: a save in which anything differs from what the
rounds lead to is refused.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from ..kit.errors import Fault, GameError, error, quoted, raise_all
from ..kit.fields import Fields
from . import record
from .deck import RESERVED, dealt_faults, label_faults, name_faults, read_bands
from .game import Cards, Game
from .incoming import incoming, table_left, tool_cards
from .rounds import Incoming, Opened, Setup, State, begin
from .rules import (
    CHOICES,
    FEWEST_PLAYERS,
    LISTS,
    MOST_PLAYERS,
    PLACES,
    PRESETS,
    RANGES,
    Rules,
    as_data,
    rule_faults,
)

FORMAT = 1
NAME = "schrille-stille"
SOURCES = ("tool", "table")


def chips_text(chips: tuple[int, ...]) -> str:
    """Influence chips as the save writes them, such as ``-4 +1 +3``."""
    return " ".join(f"{chip:+d}" for chip in chips)


def encode(game: Game) -> dict[str, Any]:
    """A game as plain data, with keys in the order in which the save has them."""
    setup = game.setup
    data: dict[str, Any] = {
        "format": FORMAT,
        "game": NAME,
        "seed": setup.seed,
        "cards": setup.cards,
        "hands": setup.hands,
        "players": list(setup.players),
        "deck": list(setup.deck),
        "rules": as_data(setup.rules),
        "labels": dict(setup.labels),
        "bands": _encode_bands(setup.bands),
        "rounds": [],
    }
    if not setup.deck:
        del data["deck"]
    before = game.start
    data["rounds"].append(_encode_opened(before.opened, {}))
    for step in game.steps:
        state = step.state
        data["rounds"][-1]["log"].append(step.line)
        if state.opened is not before.opened:
            new = {band: labels for band, labels in state.bands.items() if band not in before.bands}
            data["rounds"].append(_encode_opened(state.opened, new))
        before = state
    return data


def _encode_opened(opened: Opened, new: Mapping[str, tuple[str, ...]]) -> dict[str, Any]:
    entry: dict[str, Any] = {
        "chart": list(opened.chart),
        "log": [],
        "labels": dict(opened.labels),
        "scores": dict(opened.scores),
    }
    if opened.hands:
        entry["hands"] = {player: chips_text(chips) for player, chips in opened.hands.items()}
    if new:
        entry["bands"] = _encode_bands(new)
    return entry


def _encode_bands(bands: Mapping[str, tuple[str, ...]]) -> dict[str, str]:
    return {band: ",".join(labels) for band, labels in bands.items()}


class Written:
    """What one entry of the save says that its round opened with, still unchecked."""

    def __init__(self, fields: Fields, hands: bool) -> None:
        self.path = fields.path
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
                    table.fault(player, "these are not chips in order, such as -4 +1 +3")
                self.hands[player] = chips
        fields.done()


def decode(data: dict[str, Any]) -> Game:
    """A game from plain data.

    Raises `GameError` (kind ``"save"``) with the key path of everything that is wrong: keys that are missing,
    unknown or of the wrong type, values that cannot be, and rounds that do not add up.
    """
    if data.get("game") != NAME:
        raise error("save", f"this is no game of {NAME}", "game", "name another file")
    version = data.get("format")
    if type(version) is int and version > FORMAT:
        raise error(
            "save", f"the save has format {version}", "format", f"this version reads format {FORMAT}; update"
        )
    faults: list[Fault] = []
    fields = Fields(data, "", faults, "save")
    if fields.integer("format") != FORMAT:
        fields.fault("format", f"the format is not {FORMAT}")
    fields.text("game")
    setup = _decode_setup(fields)
    rounds = [Written(entry, setup.hands == "tool") for entry in fields.tables("rounds")]
    fields.done()
    if not rounds:
        fields.fault("rounds", "there is no round")
    raise_all(fault._replace(kind="save") for fault in dict.fromkeys(faults))
    try:
        _check_setup(setup)
        for entry in rounds:
            _check_hands(setup, entry)
        game = _replay(setup, rounds)
    except GameError as problem:
        raise GameError(*(fault._replace(kind="save") for fault in problem.faults)) from None
    if encode(game) != data:
        raise error("save", "it holds something that is not part of its game")
    return game


def _decode_setup(fields: Fields) -> Setup:
    table = fields.table("rules")
    values: dict[str, Any] = {"preset": table.text("preset", PRESETS)}
    for key, choices in CHOICES.items():
        values[key] = table.text(key, choices)
    for key in RANGES:
        values[key] = table.integer(key)
    for key in LISTS:
        values[key] = tuple(table.integers(key))
    bag = table.table("bag")
    values["bag"] = {}
    for text, count in bag.integer_items().items():
        if text[1:].isascii() and text[1:].isdigit() and text[0] in "+-" and f"{int(text):+d}" == text:
            values["bag"][int(text)] = count
        else:
            bag.fault(text, "this is not a chip's value such as +4")
    table.done()
    cards = fields.text("cards", SOURCES)
    labels = fields.table("labels").text_items()
    bands_table = fields.table("bands")
    texts = bands_table.text_items()
    fields.faults += [f._replace(place="labels") for f in label_faults(labels)]
    bands, faults = read_bands(texts, labels, bands_table.where) if not fields.faults else ({}, [])
    fields.faults += [f._replace(place=f.place or "bands") for f in faults]
    for band, text in _encode_bands(bands).items():
        if text != texts[band]:
            bands_table.fault(band, "the labels are not written by their names")
    return Setup(
        Rules(**values),
        fields.text("seed"),
        cards,
        fields.text("hands", SOURCES),
        tuple(fields.texts("players")),
        labels,
        bands,
        tuple(fields.texts("deck")) if cards == "tool" else (),
    )


def _check_setup(setup: Setup) -> None:
    """Raise `GameError` for a set-up that `Game.new` would not have made."""
    if not FEWEST_PLAYERS <= len(setup.players) <= MOST_PLAYERS:
        raise error("save", f"there are {len(setup.players)} players", "players")
    faults = [f._replace(place="players") for f in name_faults(setup.players, "player", RESERVED)]
    faults += [f._replace(place=f"rules.{f.place}") for f in rule_faults(setup.rules, len(setup.players))]
    faults += [f._replace(place="seed") for f in name_faults([setup.seed], "seed")]
    if setup.cards == "tool":
        if sorted(setup.deck) != sorted(setup.bands):
            faults.append(Fault("save", "the deck does not hold every band once", "deck"))
        if len(setup.deck) < PLACES:
            faults.append(Fault("save", f"the deck has fewer than {PLACES} cards", "deck"))
    raise_all(faults)


def _check_hands(setup: Setup, entry: Written) -> None:
    """Raise `GameError` for hands that cannot have been dealt; which chips were dealt is chance."""
    if setup.hands == "tool":
        messages = dealt_faults(entry.hands, setup.players, setup.rules.bag, setup.rules.hand)
        raise_all(Fault("save", message, f"{entry.path}.hands") for message in messages)


def _replay(setup: Setup, rounds: list[Written]) -> Game:
    """Carry the log out again and compare what each round opened with."""
    first = rounds[0]
    chart = setup.deck[:PLACES][::-1] if setup.cards == "tool" else first.chart
    if len(chart) != PLACES or len({*chart}) != PLACES or not {*chart} <= {*setup.bands}:
        raise error("save", f"the chart is not {PLACES} different known bands", f"{first.path}.chart")
    labels = {player: first.labels[player] for player in setup.players if player in first.labels}
    bad = [label for label in labels.values() if label not in setup.labels]
    if bad or len(set(labels.values())) != len(labels):
        raise error("save", "these are not labels that players can hold", f"{first.path}.labels")
    game = Game(setup, begin(setup, chart, labels, first.hands), _stored_cards(rounds))
    for index, entry in enumerate(rounds):
        _compare(game.state, entry, index + 1)
        for number, line in enumerate(entry.log):
            where = f"{entry.path}.log[{number}]"
            try:
                if game.round != index + 1:
                    raise error("save", "this line stands behind the one that opened the next round")
                record.run(game, line)
            except GameError as problem:
                raise problem.at(where) from None
    if game.round != len(rounds):
        raise error("save", "the round that the log opened is missing", f"rounds[{game.round - 1}]")
    game.cards = incoming
    return game


def _stored_cards(rounds: list[Written]) -> Cards:
    """Cards and hands of new rounds as the save has them: nothing stored is drawn again."""

    def stored(setup: Setup, state: State, cards: Mapping[str, tuple[str, ...]], deck_empty: bool) -> Incoming:
        if state.opened.number >= len(rounds):
            if setup.cards == "table" and deck_empty and not state.remaining:
                return Incoming((), {}, 0, {})
            raise error("save", "the round that this line opens is missing")
        entry = rounds[state.opened.number]
        if setup.cards == "tool":
            drawn = tool_cards(setup, state)
            return Incoming(drawn, {}, (state.left or 0) - len(drawn), entry.hands)
        drawn = entry.chart[len(state.remaining) :][::-1]
        bands, faults = read_bands(entry.bands, setup.labels, lambda band: f"{entry.path}.bands")
        raise_all(faults)
        unknown = [band for band in drawn if band not in {**state.bands, **bands}]
        if unknown or not {*bands} <= {*drawn} - {*state.bands} or len({*drawn}) < len(drawn):
            raise error("save", "the new bands are not each known once", f"{entry.path}.bands")
        return Incoming(drawn, bands, table_left(state, drawn, deck_empty), entry.hands)

    return stored


def _compare(state: State, entry: Written, number: int) -> None:
    """Raise `GameError` where a round did not open with what the rounds before it led to."""
    opened = state.opened
    if opened.number != number:
        raise error("save", "no line of the log opens this round", entry.path)
    faults = []
    for key in ("chart", "labels", "scores", "hands"):
        said, true = getattr(entry, key), getattr(opened, key)
        if said != true or list(said) != list(true):
            message = "this is not what the rounds before it led to"
            if isinstance(true, dict) and list(said) == list(true) and key != "hands":
                wrong = next(player for player in true if said[player] != true[player])
                message += f": {quoted(wrong)} has {true[wrong]} there, not {said[wrong]}"
            faults.append(Fault("save", message, f"{entry.path}.{key}"))
    raise_all(faults)
