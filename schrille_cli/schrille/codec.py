"""A game as plain TOML data and back: the save.

The set-up comes first, then one entry a round: what it opened with, and the log of its commands. Everything
else follows from these, and loading carries the log out again: a save in which anything differs from what the
rounds lead to is refused.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, NamedTuple

from ..kit.errors import Fault, GameError, error, raise_all
from ..kit.fields import Fields
from ..kit.language import _, ngettext
from .deck import RESERVED, dealt_faults, label_faults, name_faults, read_bands
from .game import Game
from .record import BOT, by_bots
from .replay import Replay, Written, chips_text
from .rounds import Opened, Setup
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

if TYPE_CHECKING:
    from .mail.post import Post

FIRST_FORMAT = 1
# What came later into the log, by the first format that knows it: a game has the oldest one that knows all.
SINCE = {"adjust": 2, "amend": 2, BOT: 3}
FORMAT = WITH_MAIL = 4  # that of games by mail
NAME = "schrille-stille"
SOURCES = ("tool", "table")


def encode(game: Game) -> dict[str, Any]:
    """A game as plain data, with keys in the order in which the save has them."""
    setup = game.setup
    data: dict[str, Any] = {
        "format": _format(game),
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
    data["rounds"].append(_encode_opened(before.opened, {}, 1))
    for step in game.steps:
        state = step.state
        data["rounds"][-1]["log"].append(step.line)
        if step.past is None and state.opened is not before.opened:
            new = {band: labels for band, labels in state.bands.items() if band not in before.bands}
            data["rounds"].append(_encode_opened(state.opened, new, len(data["rounds"]) + 1))
        before = state
    if game.post:
        from .mail import codec

        data["mail"] = codec.encode(game.post)
    return data


def _format(game: Game) -> int:
    """The oldest format that knows all commands of the log, and games by mail where it is one."""
    if game.post:
        return WITH_MAIL
    return max((_since(step.line) for step in game.steps), default=FIRST_FORMAT)


def _since(line: str) -> int:
    """The first format that knows a command."""
    return SINCE.get(BOT if by_bots(line) else line.partition(" ")[0], FIRST_FORMAT)


def _encode_opened(opened: Opened, new: Mapping[str, tuple[str, ...]], expected: int) -> dict[str, Any]:
    """An entry; its round has a number where that is not the next one: after an amendment by which the game
    fell back to an earlier round."""
    entry: dict[str, Any] = {} if opened.number == expected else {"number": opened.number}
    entry |= {
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


def decode(data: dict[str, Any]) -> Game:
    """A game from plain data.

    Raises `GameError` (kind ``"save"``) with the key path of everything that is wrong: keys that are missing,
    unknown or of the wrong type, values that cannot be, and rounds that do not add up.
    """
    setup, rounds, post, faults = parts(data)
    raise_all(faults)
    try:
        raise_all(setup_faults(setup))
        for entry in rounds:
            raise_all(hands_faults(setup, entry))
        game = Replay(setup, rounds).run()
    except GameError as problem:
        raise GameError(*(fault._replace(kind="save") for fault in problem.faults)) from None
    game.post = post
    require_whole(game, data)
    return game


class Parts(NamedTuple):
    """The parts of a save, read but still unchecked: the set-up, the rounds, what belongs to a game by mail, and
    everything that is missing, unknown or mistyped."""

    setup: Setup
    rounds: list[Written]
    post: Post | None
    faults: list[Fault]


def parts(data: dict[str, Any]) -> Parts:
    """Take a save apart.

    Raises `GameError` (kind ``"save"``) where it is no save of this game, or of a newer format.
    """
    if data.get("game") != NAME:
        raise error("save", _("this is no game of {game}").format(game=NAME), "game", _("name another file"))
    version = data.get("format")
    if type(version) is int and version > FORMAT:
        message = _("the save has format {format}").format(format=version)
        hint = _("this version reads format {format}; update").format(format=FORMAT)
        raise error("save", message, "format", hint)
    faults: list[Fault] = []
    fields = Fields(data, "", faults, "save")
    if fields.integer("format") not in range(FIRST_FORMAT, FORMAT + 1):
        fields.fault("format", _("the format is not {first} to {last}").format(first=FIRST_FORMAT, last=FORMAT))
    fields.text("game")
    setup = _decode_setup(fields)
    dealt = setup.hands == "tool"
    rounds = [Written(entry, dealt, number) for number, entry in enumerate(fields.tables("rounds"), 1)]
    post = _decode_post(fields, setup) if fields.has("mail") else None
    fields.done()
    if not rounds:
        fields.fault("rounds", _("there is no round"))
    return Parts(setup, rounds, post, [fault._replace(kind="save") for fault in dict.fromkeys(faults)])


def _decode_post(fields: Fields, setup: Setup) -> Post:
    from .mail import codec

    if (setup.cards, setup.hands) != ("tool", "tool"):
        fields.fault("mail", _("in a game by mail, the tool deals cards and chips"))
    return codec.decode(fields.table("mail"), setup.players)


def require_whole(game: Game, data: dict[str, Any]) -> None:
    """Raise `GameError` (kind ``"save"``) for a save that holds anything besides its game."""
    if data["format"] != _format(game):
        raise error("save", _("the format is not that of the commands in the log"), "format")
    if encode(game) != data:
        raise error("save", _("it holds something that is not part of its game"))


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
        digits = text[1:]
        if digits.isascii() and digits.isdigit() and len(digits) <= 3 and f"{int(text):+d}" == text:
            values["bag"][int(text)] = count
        else:
            bag.fault(text, _("this is not a chip's value such as +4"))
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
            bands_table.fault(band, _("the labels are not written by their names"))
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


def setup_faults(setup: Setup) -> list[Fault]:
    """What is wrong with a set-up that `Game.new` would not have made."""
    if not FEWEST_PLAYERS <= len(setup.players) <= MOST_PLAYERS:
        number = len(setup.players)
        message = ngettext("there is {number} player", "there are {number} players", number).format(number=number)
        return [Fault("save", message, "players")]
    faults = [f._replace(place="players") for f in name_faults(setup.players, "player", RESERVED)]
    faults += [f._replace(place=f"rules.{f.place}") for f in rule_faults(setup.rules, len(setup.players))]
    faults += [f._replace(place="seed") for f in name_faults([setup.seed], "seed")]
    if setup.cards == "tool":
        if sorted(setup.deck) != sorted(setup.bands):
            faults.append(Fault("save", _("the deck does not hold every band once"), "deck"))
        if len(setup.deck) < PLACES:
            message = _("the deck has fewer than {number} cards").format(number=PLACES)
            faults.append(Fault("save", message, "deck"))
    return faults


def hands_faults(setup: Setup, entry: Written) -> list[Fault]:
    """What is wrong with hands that cannot have been dealt; which chips were dealt is chance."""
    if setup.hands != "tool":
        return []
    messages = dealt_faults(entry.hands, setup.players, setup.rules.bag, setup.rules.hand)
    return [Fault("save", message, f"{entry.path}.hands") for message in messages]
