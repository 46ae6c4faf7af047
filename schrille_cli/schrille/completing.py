"""What a shell may offer for words of Schrille Stille: players, labels, bands and rounds of the game at hand.

Functions for ``shell_complete=`` of Click. The game is the one of ``--game`` or ``SCHRILLE_GAME``; where it cannot
be loaded, they raise, and the shell is offered nothing. No chip or slip is ever offered.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import TYPE_CHECKING

from ..kit.completing import files, offers

if TYPE_CHECKING:
    from click import Context, Parameter

    from ..kit.completing import Items
    from .game import Game

__all__ = [
    "bands",
    "bots",
    "cards",
    "files",
    "house_rules",
    "players",
    "resolved_rounds",
    "rounds",
    "schemas",
    "seats",
    "slip_players",
    "wishes",
]


def _game(ctx: Context) -> Game:
    """The game at hand. A shell leaves ``~`` and variables as typed."""
    import os

    from .saves import load

    return load(os.path.expanduser(os.path.expandvars(ctx.params["game"])))


def players(ctx: Context, param: Parameter, incomplete: str) -> Items:
    """The players, in seat order."""
    return offers(_game(ctx).setup.players, incomplete)


def slip_players(ctx: Context, param: Parameter, incomplete: str) -> Items:
    """The players who owe a slip; with ``--replace``, or where nobody owes one, those whose slip is in."""
    state = _game(ctx).state
    return offers(state.slips if ctx.params.get("replace") else state.missing or state.slips, incomplete)


def bots(ctx: Context, param: Parameter, incomplete: str) -> Items:
    """The bots that come with the tool, each with what it does; else files, which may hold own ones."""
    from .bots import described

    items = offers(described(), incomplete)
    for item in items:
        item.help = described()[item.value]
    return items or ([] if ":" in incomplete else files(ctx, param, incomplete))


def rounds(ctx: Context, param: Parameter, incomplete: str) -> Items:
    """The rounds of the game, the last one first."""
    return offers(map(str, range(_game(ctx).round, 0, -1)), incomplete)


def resolved_rounds(ctx: Context, param: Parameter, incomplete: str) -> Items:
    """The rounds that are resolved, the last one first."""
    game = _game(ctx)
    return offers(map(str, range(game.round - (game.state.movement is None), 0, -1)), incomplete)


def schemas(ctx: Context, param: Parameter, incomplete: str) -> Items:
    """The names of JSON Schemas, for the one that is printed."""
    from .schemas import names

    typed = "".join(f"{word}-" for word in ctx.params.get(param.name or "") or ())
    return offers([name.removeprefix(typed) for name in names() if name.startswith(typed)], incomplete)


def bands(ctx: Context, param: Parameter, incomplete: str) -> Items:
    """The bands that are on the chart, by place, and those that were."""
    state = _game(ctx).state
    return offers([*state.opened.chart, *state.gone], incomplete)


def cards(ctx: Context, param: Parameter, incomplete: str) -> Items:
    """The bands that can still come from the table's deck; behind ``NAME=``, labels."""
    game = _game(ctx)
    if game.setup.cards != "table":
        return []
    from ..kit.names import folded

    state = game.state
    seen = {folded(name.strip()) for name in (*state.came, *(ctx.params.get("bands") or ()))}
    found = offers([band for band in state.bands if folded(band) not in seen], incomplete)
    head, equals, typed = incomplete.rpartition("=")
    return found or (_labels(head + equals, typed, game.setup.labels) if equals else [])


def wishes(ctx: Context, param: Parameter, incomplete: str) -> Items:
    """The players not named yet, each with ``=``; behind it, the labels that the player may claim or wish for."""
    game = _game(ctx)
    name, equals, typed = incomplete.rpartition("=")
    if not equals:
        named = [word.rpartition("=")[0] for word in ctx.params.get(param.name or "") or ()]
        there = {_player(game, word) for word in named}
        return offers([player for player in game.setup.players if player not in there], incomplete, tail="=")
    held = dict(game.state.labels)
    if game.phase != "opening":  # the others may leave theirs in the same command
        own = held.get(_player(game, name), "")
        held = {"": own}
    return _labels(name + equals, typed, game.setup.labels, held.values())


def seats(ctx: Context, param: Parameter, incomplete: str) -> Items:
    """Behind ``NAME=``, the labels that no other player of the command claims."""
    name, equals, typed = incomplete.rpartition("=")
    if not equals:
        return []
    from .builtin import LABELS
    from .deckfile import load_deck

    deck = ctx.params.get("deck")
    labels = load_deck(deck).labels if deck else LABELS
    others = [word.rpartition("=")[2] for word in ctx.params.get(param.name or "") or ()]
    return _labels(name + equals, typed, labels, others)


def _player(game: Game, typed: str) -> str:
    """The player whom a typed name means; nobody where that is not clear."""
    from ..kit.errors import GameError

    try:
        return game.player(typed)
    except GameError:
        return ""


def _labels(head: str, typed: str, labels: Mapping[str, str], without: Collection[str] = ()) -> Items:
    """Labels, or what begins as one of their colours, for the last of those typed with commas between them."""
    from ..kit.names import folded
    from .deck import label_answers

    before, comma, last = typed.rpartition(",")
    meant = {folded(word): label for word, label in label_answers(labels).items()}
    taken = {meant.get(folded(word.strip()), "") for word in (*before.split(","), *without)}
    words = dict.fromkeys(label for label in labels if label not in taken)
    if last:
        words |= dict.fromkeys(colour for label, colour in labels.items() if label not in taken)
    return offers(words, last, head + before + comma)


def house_rules(ctx: Context, param: Parameter, incomplete: str) -> Items:
    """The rules that ``--set`` changes, each with ``=``; behind it, its values where they are words."""
    from .rules import CHOICES, LISTS, RANGES, Rules

    key, equals, typed = incomplete.partition("=")
    if equals:
        return offers(CHOICES.get(key, ()), typed, key + equals)
    bag = [f"bag.{value:+d}" for value in Rules().bag] if incomplete.startswith("bag") else []
    return offers([*CHOICES, *RANGES, *LISTS, *bag], incomplete, tail="=")
