"""Games in every phase, and commands that change them."""

from __future__ import annotations

from collections.abc import Mapping

from conftest import LABELS, PLAYERS, SLIP, Command

from schrille_cli.schrille import Game, Rules, dumps, with_settings

SIX = dict(zip(("Ann", "Bob", "Cid", "Dora", "Emil", "Frida"), LABELS, strict=True))
# Chips that stand in no help text, hint or example; each player's are different.
SECRET = {
    "Ann": "13+4 11-4 6+1 5-3 4+2 2:no1 10:pick",
    "Bob": "12+1 10-3 8+4 6-4 4-1 11:no1 13:pick",
    "Cid": "13-1 11+1 6-2 5+3 2+4 12:no1 4:pick",
}
THREE = ["-p", "A=blue", "-p", "B=red", "-p", "C=green"]
UNLABELLED = ["-p", "A", "-p", "B", "-p", "C"]
NEW = ["new", *THREE, "--seed", "disk"]
PLACE = ["place", "Ann", *SLIP.split()]
WISH = ["label", "Ann=orange"]


def at(phase: str, players: Mapping[str, str | None] | None = None) -> Game:
    """A game in a phase; ``full`` is placing with all slips in."""
    rules = with_settings(Rules(), ["target=1"] if phase == "over" else [])
    players = dict.fromkeys(PLAYERS) if phase == "opening" else players or PLAYERS
    game = Game.new(players, seed="test", rules=rules)
    if phase in ("opening", "placing"):
        return game
    game.place_all(dict.fromkeys(game.setup.players, SLIP))
    if phase == "full":
        return game
    game.resolve()
    if phase == "resolved":
        return game
    game.score()
    assert game.phase == phase
    return game


# A command, and the phase in which it can be done.
CHANGES = {
    "place": ("placing", PLACE),
    "resolve": ("full", ["resolve"]),
    "score": ("resolved", ["score"]),
    "score-next": ("resolved", ["score", "--next"]),
    "label": ("scored", WISH),
    "next": ("scored", ["next"]),
    "adjust": ("placing", ["adjust", "Ann", "-3", "--reason", "a whim"]),
    "amend": ("scored", ["amend", "1", "Ann", *SECRET["Ann"].split(), "--yes"]),
    "undo": ("full", ["undo"]),
    "new-force": ("full", [*NEW, "--force"]),
}


def prepared(schrille: Command, name: str) -> tuple[bytes, list[str]]:
    """The save before a command, and the command."""
    phase, args = CHANGES[name]
    schrille.save.write_text(dumps(at(phase)), "utf-8")
    return schrille.save.read_bytes(), args


def outcome(schrille: Command, name: str) -> tuple[bytes, bytes, list[str]]:
    """The save before and after a command, and the command; the save is as before."""
    before, args = prepared(schrille, name)
    schrille(*args)
    after = schrille.save.read_bytes()
    assert after != before
    schrille.save.write_bytes(before)
    return before, after, args
