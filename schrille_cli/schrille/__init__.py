"""Schrille Stille, and its Python API: everything that a script needs to run games.

>>> from schrille_cli.schrille import Game
>>> game = Game.new({"Ann": "blue", "Bob": "red", "Cid": "green"}, seed="demo")
>>> for player in ("Ann", "Bob", "Cid"):
...     game.place(player, "14+3 9-2 7-1 3+2 12+4 1:no1 8:pick")
>>> movement = game.resolve()
>>> movement.moves[0]
Move(marker=14, sum=9, from_place=14, to_place=5)
>>> sorted(game.score()) == ["Ann", "Bob", "Cid"]
True
>>> game.next_commands
['next', 'label']
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from ..kit.errors import Fault, GameError
    from . import bots
    from .deck import Deck
    from .deckfile import load_deck
    from .game import Game
    from .labels import Wish
    from .movement import Move, Movement, move
    from .observation import Observation, Player
    from .odds import Chance, Odds, chances
    from .placements import Placements
    from .playing import step
    from .rules import PRESETS, Rules, with_settings
    from .saves import changing, dumps, load, loads, save
    from .schemas import schema
    from .scoring import Points, points
    from .simulation import Simulation, simulate
    from .slips import Slip, check_slip, parse_slip, sums
    from .verification import Verdict, verify

_MODULES = {
    "Chance": "odds",
    "Deck": "deck",
    "Fault": "..kit.errors",
    "Game": "game",
    "GameError": "..kit.errors",
    "Move": "movement",
    "Movement": "movement",
    "Observation": "observation",
    "Odds": "odds",
    "PRESETS": "rules",
    "Placements": "placements",
    "Player": "observation",
    "Points": "scoring",
    "Rules": "rules",
    "Simulation": "simulation",
    "Slip": "slips",
    "Verdict": "verification",
    "Wish": "labels",
    "chances": "odds",
    "changing": "saves",
    "check_slip": "slips",
    "dumps": "saves",
    "load": "saves",
    "load_deck": "deckfile",
    "loads": "saves",
    "move": "movement",
    "parse_slip": "slips",
    "points": "scoring",
    "save": "saves",
    "schema": "schemas",
    "simulate": "simulation",
    "step": "playing",
    "sums": "slips",
    "verify": "verification",
    "with_settings": "rules",
}
__all__ = [
    "PRESETS",
    "Chance",
    "Deck",
    "Fault",
    "Game",
    "GameError",
    "Move",
    "Movement",
    "Observation",
    "Odds",
    "Placements",
    "Player",
    "Points",
    "Rules",
    "Simulation",
    "Slip",
    "Verdict",
    "Wish",
    "bots",
    "chances",
    "changing",
    "check_slip",
    "dumps",
    "load",
    "load_deck",
    "loads",
    "move",
    "parse_slip",
    "points",
    "save",
    "schema",
    "simulate",
    "step",
    "sums",
    "verify",
    "with_settings",
]


def __getattr__(name: str) -> Any:
    """Import a name of the API when it is first asked for."""
    from importlib import import_module

    if name == "bots":
        return import_module(".bots", __name__)
    if name not in _MODULES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")

    module = _MODULES[name]
    return getattr(import_module(module if module[0] == "." else f".{module}", __name__), name)
