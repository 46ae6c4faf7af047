"""Evenings with ``play``: games that end soon, and the way from prompt to prompt."""

from __future__ import annotations

from conftest import Command
from dialogs import Dialog

from schrille_cli.schrille import Game, Rules, save, with_settings

RUN = "3.4..-2p-1...2.n"
PLAYERS = ("Ann", "Jörg", "Cid")
LINE = "schrille>"


def short_game(schrille: Command, target: int = 20) -> None:
    """A game of three that ends soon."""
    rules = with_settings(Rules(), [f"target={target}"])
    labels = dict(zip(PLAYERS, ("blue", "red", "green"), strict=True))
    save(Game.new(labels, rules=rules, seed="play"), str(schrille.save))


def type_slips(dialog: Dialog, players: tuple[str, ...] = PLAYERS) -> None:
    """Type the same slip for each player."""
    for player in players:
        dialog.prompt(f"{player}'s slip:")
        dialog.enter(RUN)


def to_line(dialog: Dialog, coming: str) -> None:
    """Press keys through a reveal, to the line at which Enter runs a command."""
    # The line of the command before may still be there: only what comes next tells that this is another one.
    dialog.until(lambda d: "any key" in d.line or f"Enter: schrille {coming}" in d.shown)
    if "any key" in dialog.line:
        dialog.send("q")
    dialog.wait(f"Enter: schrille {coming}")
    dialog.prompt(LINE)
