"""``schrille show``: the game at any time."""

from __future__ import annotations

from collections.abc import Callable

import click

from ...kit.errors import error
from ...kit.language import _
from ...kit.screen import Screen
from ...kit.verbs import Answer, Call, verb
from .. import report, tables
from ..game import Game
from ..saves import load
from .common import offered, reveal_options, revealing

Parts = list[Callable[[Screen], str]]


@verb(
    help=_("Show the chart, the score track, who still owes a slip, and what may come next."),
    example="schrille show\nschrille show --history\nschrille show --round 2 --slips --explain\n"
    "schrille show --player Ann --band 'Velvet Siren'",
)
@click.option("with_slips", "--slips", is_flag=True, help=_("Also show the slips of the round."))
@click.option(
    "hand",
    "--hand",
    metavar=_("PLAYER"),
    shell_complete=offered("players"),
    help=_("Also show the hand that the tool dealt to a player."),
)
@click.option(
    "number",
    "--round",
    type=int,
    metavar=_("N"),
    shell_complete=offered("rounds"),
    help=_("Show round N as it ended, and look back from there."),
)
@click.option(
    "with_history", "--history", is_flag=True, help=_("Also show every place and score, round by round.")
)
@click.option(
    "--band",
    metavar=_("NAME"),
    shell_complete=offered("bands"),
    help=_("Also show a band's way through the charts."),
)
@click.option(
    "--player",
    metavar=_("NAME"),
    shell_complete=offered("players"),
    help=_("Also show a player's points by kind, round by round."),
)
@click.option(
    "--explain", is_flag=True, help=_("Also show every move of a resolved round and the chips behind it.")
)
@reveal_options
def command(
    call: Call,
    with_slips: bool,
    hand: str | None,
    number: int | None,
    with_history: bool,
    band: str | None,
    player: str | None,
    explain: bool,
    reveal: bool,
    pace: float | None,
) -> None:
    """Show a game, or a round of it."""
    game = load(call.path)
    state = game.state if number is None else game.at_round(number)
    reveal = reveal or pace is not None
    # of a band, it also explains the rounds before
    if (reveal or (explain and band is None)) and state.movement is None:
        message = _("round {number} is not resolved yet").format(number=state.opened.number)
        hint = (
            _("resolve it first, or name an earlier one with --round") if game.round > 1 else _("resolve it first")
        )
        raise error("phase", message, hint=hint)
    data = report.show(game, state)
    if reveal:
        data["reveal"] = report.reveal(state)
    parts: Parts = [lambda screen: tables.show(screen, game, state)]
    if explain and state.movement is not None:
        data["moves"] = report.moves(state)
        parts.append(lambda screen: tables.moves(screen, state))
    if with_slips:
        data["slips"] = report.slips(state)
        parts.append(lambda screen: tables.slips(screen, state))
    if hand is not None:
        data["hands"] = report.hands(game, state, [game.player(hand)])
        parts.append(lambda screen: tables.hands(screen, data["hands"]))
    if with_history or band is not None or player is not None:
        _look_back(game, state.opened.number, with_history, band, player, explain, data, parts)

    def text(screen: Screen) -> str:
        return tables.blocks(*(part(screen) for part in parts))

    if call.json or not reveal:
        call.print(Answer(data, text))
    else:
        revealing(call, game, state, text).show(pace)


def _look_back(
    game: Game,
    last: int,
    with_history: bool,
    band: str | None,
    player: str | None,
    explain: bool,
    data: report.Data,
    parts: Parts,
) -> None:
    """Add what is asked for of the rounds up to the last one that is shown."""
    from .. import lookback, lookback_tables

    if with_history:
        data["history"] = lookback.history(game, last)
        parts.append(lambda screen: lookback_tables.history(screen, game, data["history"]))
    if band is not None:
        data["band_history"] = lookback.band_history(game, lookback.band_of(game, band), last, explain)
        parts.append(lambda screen: lookback_tables.band_history(screen, data["band_history"], last))
    if player is not None:
        data["player_history"] = lookback.player_history(game, game.player(player), last)
        parts.append(lambda screen: lookback_tables.player_history(screen, game, data["player_history"]))
