"""``schrille place``: enter slips."""

from __future__ import annotations

import click

from ...kit.errors import Fault, error, gathered, listed, raise_all
from ...kit.files import input_name
from ...kit.verbs import Answer, Call, verb
from .. import completing, report
from ..game import Game
from ..saves import load
from .common import change, input_lines

GRAMMAR = """Enter a slip: five influence chips, the New Number 1 (no1) and the Pick of the Week (pick).

A chip is a hole from 1 to 14 and its value with a sign (14+3, 9-2); a tip is a hole and its name (1:no1, 8:pick,
or short 1n, 8p). The order is free."""


@verb(
    help=GRAMMAR,
    example="schrille place Ann 14+3 9-2 7-1 3+2 12+4 1:no1 8:pick\nschrille place --from slips.txt",
)
@click.argument("player", required=False, shell_complete=completing.slip_players)
@click.argument("slip", nargs=-1)
@click.option(
    "source",
    "--from",
    metavar="FILE",
    shell_complete=completing.files,
    help="Enter many slips, all or none: a line each, 'Ann: 14+3 ...'; - is standard input.",
)
@click.option("--replace", is_flag=True, help="Put the slip in the place of the player's old one.")
@click.option("--dry-run", is_flag=True, help="Only check; save nothing.")
def command(
    call: Call, player: str | None, slip: tuple[str, ...], source: str | None, replace: bool, dry_run: bool
) -> None:
    """Enter or check one slip, or those of a file."""
    if source is None and player is None:
        raise click.UsageError("Missing argument 'PLAYER' (or option '--from').")
    if source is not None and player is not None:
        raise click.UsageError("Name a player and a slip, or a file with --from, not both.")
    faults: list[Fault] = []
    slips, places = [((player or "").removesuffix(":"), " ".join(slip))], list[str]()
    if source is not None:
        slips, places = _read(source, faults)

    def act(game: Game) -> Answer:
        enter = game.check_slips if dry_run else game.place_all
        players: list[str] = []
        with gathered(faults):
            players = enter(slips, replace=replace, places=places) if slips or not faults else []
        raise_all(faults)
        return _answer(game, players, replace, dry_run)

    if dry_run:
        call.print(act(load(call.path)))
    else:
        change(call, act)


def _read(path: str, faults: list[Fault]) -> tuple[list[tuple[str, str]], list[str]]:
    """The players and slips of a file, and where each stands; lines that are neither are noted as faults."""
    slips = []
    places = []
    for number, line in input_lines(path):
        place = f"{input_name(path)}, line {number}"
        name, colon, text = line.replace("\uff1a", ":", 1).partition(":")
        if colon:
            slips.append((name, text))
            places.append(place)
        else:
            faults.append(Fault("slip", "there is no colon behind the player", place, "write Ann: 14+3 9-2 ..."))
    if not slips and not faults:
        raise error("slip", "there is no slip in it", input_name(path), "write Ann: 14+3 9-2 ...")
    return slips, places


def _answer(game: Game, players: list[str], replace: bool, dry_run: bool) -> Answer:
    missing = game.state.missing
    data = {
        **report.common(game),
        "players": players,
        "replaced": replace,
        "dry_run": dry_run,
        "missing": missing,
    }
    whose = listed(f"{player}'s" for player in players)
    plural = len(players) > 1
    verb = "can be entered" if dry_run else f"{'are' if plural else 'is'} {'replaced' if replace else 'in'}"
    owed = f"Still owed: {', '.join(missing)}." if missing else "All slips are in. Next: schrille resolve."
    text = f"{whose} {'slips' if plural else 'slip'} {verb}. {owed}"
    return Answer(data, lambda screen: screen.prose(text))
