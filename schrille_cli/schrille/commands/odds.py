"""``schrille odds``: each player's chance to win, by playing on many times."""

from __future__ import annotations

from time import perf_counter
from typing import Any

import click

from ...kit.language import _, decimal, ngettext
from ...kit.screen import Screen
from ...kit.streams import silenced
from ...kit.verbs import Answer, Call, verb
from .. import report, tables
from ..bots import find
from ..game import Game
from ..odds import PLAYOUTS, Odds, chances
from ..saves import load
from ..seats import seed_of
from .common import offered

BOT = "rival"  # of those that are quick enough at a table, the one that wins most
MOST_PLAYOUTS = 1_000_000
SECONDS, MOST_SECONDS = 1.5, 86_400.0


def _seconds(ctx: click.Context, param: click.Parameter, value: float) -> float:
    if not 0 < value <= MOST_SECONDS:
        message = _("The time is more than 0 seconds and at most {most}.").format(most=int(MOST_SECONDS))
        raise click.BadParameter(message, ctx, param)
    return value


@verb(
    help=_(
        "Tell each player's chance to win, by playing the game on to its end many times. A win that is shared by "
        "two counts one half for each, and so on. What nobody at the table can see does not count: hands, slips "
        "that are in, and the order of the deck are made anew for each playout, so that the chances can be shown "
        "to everybody. The save stays as it is."
    ),
    example="schrille odds\nschrille odds -n 10000 --seconds 60",
)
@click.option(
    "number",
    "-n",
    "--playouts",
    type=click.IntRange(1, MOST_PLAYOUTS),
    default=PLAYOUTS,
    show_default=True,
    metavar=_("N"),
    help=_("How many times to play on."),
)
@click.option(
    "seconds",
    "--seconds",
    type=float,
    default=SECONDS,
    show_default=True,
    callback=_seconds,
    metavar=_("SECONDS"),
    help=_("Stop after so many seconds, with the playouts done by then."),
)
@click.option(
    "bot",
    "--bot",
    default=BOT,
    show_default=True,
    metavar=_("NAME"),
    shell_complete=offered("bots"),
    help=_("Who plays for everybody."),
)
@click.option(
    "seed",
    "--seed",
    metavar=_("TEXT"),
    help=_("The same seed gives the same chances; without one, it follows from the game."),
)
@click.option(
    "with_slips",
    "--slips",
    is_flag=True,
    help=_("The slips that are in and the hands dealt count: for the moderator's eyes only."),
)
def command(call: Call, number: int, seconds: float, bot: str, seed: str | None, with_slips: bool) -> None:
    """Tell the chances of a game as it stands."""
    game = load(call.path)
    with silenced():  # what a bot prints is not part of the answer
        player = find(bot)
    seed = None if seed is None else seed_of(seed)
    start = perf_counter()
    with silenced():
        found = chances(
            game,
            player,
            number,
            seed=seed,
            slips=with_slips,
            enough=lambda: perf_counter() - start >= seconds,
        )
    took = perf_counter() - start
    data = {
        **report.common(game),
        "chances": [_data(chance._asdict()) for chance in found.chances],
        "playouts": found.playouts,
        "seconds": round(took, 3),
        "bot": bot,
        "seed": found.seed,
        "slips": with_slips,
    }
    call.print(Answer(data, lambda screen: _text(screen, game, found, took, bot, number)))


def _data(chance: dict[str, Any]) -> dict[str, Any]:
    """A chance with its numbers as long as anybody reads them."""
    return {key: round(value, 6) if isinstance(value, float) else value for key, value in chance.items()}


def _text(screen: Screen, game: Game, found: Odds, seconds: float, bot: str, wanted: int) -> str:
    rows: tables.Rows = []
    for chance in sorted(found.chances, key=lambda chance: -chance.chance):
        label = tables.label_cell(game, [chance.label]) if chance.label else "-"
        between = ""
        if chance.low is not None and chance.high is not None:
            between = _("{low} to {high}").format(low=_percent(chance.low), high=_percent(chance.high))
        rows.append([chance.player, label, str(chance.score), _percent(chance.chance), between])
    headers = [_("player"), _("label"), _("score"), _("chance"), _("interval of 95 %")]
    return tables.blocks(screen.table(headers, rows, "llrrl"), screen.prose(_said(found, seconds, bot, wanted)))


def _percent(part: float) -> str:
    return f"{decimal(100 * part, 1)} %"


def _said(found: Odds, seconds: float, bot: str, wanted: int) -> str:
    """How the chances were found."""
    if not found.playouts:
        return _("The game is over.")
    said = ngettext(
        "{number} playout by {bot} in {seconds} seconds.",
        "{number} playouts by {bot} in {seconds} seconds.",
        found.playouts,
    ).format(number=found.playouts, bot=bot, seconds=decimal(seconds, 1))
    if found.playouts < wanted:
        stopped = _("The time was over before all {number} were done.").format(number=wanted)
        said = f"{said} {stopped}"
    shared = _("A shared win counts as a part of one for each winner.")
    return f"{said} {shared}"
