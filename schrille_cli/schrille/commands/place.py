"""``schrille place``: enter slips."""

from __future__ import annotations

from collections.abc import Callable, Mapping

import click

from ...kit.errors import Fault, at_line, error, gathered, listed, raise_all
from ...kit.files import input_name, is_json, read_input
from ...kit.language import _, ngettext
from ...kit.verbs import Answer, Call, verb
from .. import report
from ..game import Game
from ..reading import Given
from ..saves import load
from .common import change, offered, owed, text_lines

GRAMMAR = _(
    """Enter a slip: five influence chips, the New Number 1 (no1) and the Pick of the Week (pick).

A chip is a hole from 1 to 14 and its value with a sign (14+3, 9-2); a tip is a hole and its name (1:no1, 8:pick,
or short 1n, 8p). The order is free.

On a terminal, without a slip, it asks: for the slip of the player named, or for each that is missing."""
)


@verb(
    help=GRAMMAR,
    example="schrille place Ann 14+3 9-2 7-1 3+2 12+4 1:no1 8:pick\nschrille place --from slips.txt\n"
    "schrille place Cid --bot scout\nschrille place Cid --bot scout --hand '+4 +3 -1 -2 -4 +1 +1'",
)
@click.argument("player", required=False, metavar=_("[PLAYER]"), shell_complete=offered("slip_players"))
@click.argument("slip", nargs=-1, metavar=_("[SLIP]..."))
@click.option(
    "source",
    "--from",
    metavar=_("FILE"),
    shell_complete=offered("files"),
    help=_("Enter many slips, all or none: a line each, 'Ann: 14+3 ...', or JSON; - is standard input."),
)
@click.option(
    "--bot",
    metavar=_("NAME"),
    shell_complete=offered("bots"),
    help=_("Let a bot place it: random, fan, rival or scout, or an own one as FILE.py:NAME or MODULE:NAME."),
)
@click.option(
    "--hand",
    metavar=_("CHIPS"),
    help=_("The chips that were drawn for the bot, such as '+4 -1 ...', where the tool deals none."),
)
@click.option("--replace", is_flag=True, help=_("Put the slip in the place of the player's old one."))
@click.option("--dry-run", is_flag=True, help=_("Only check; save nothing."))
@click.option("--hidden", is_flag=True, help=_("Where it asks, do not show what is typed."))
def command(
    call: Call,
    player: str | None,
    slip: tuple[str, ...],
    source: str | None,
    bot: str | None,
    hand: str | None,
    replace: bool,
    dry_run: bool,
    hidden: bool,
) -> None:
    """Enter or check one slip, or those of a file; on a terminal, ask for them."""
    if source is not None and player is not None:
        raise click.UsageError(_("Name a player and a slip, or a file with --from, not both."))
    if bot is not None and (slip or source is not None):
        raise click.UsageError(_("Let a bot place the slip, or give it, not both."))
    if bot is None and hand is not None:
        raise click.UsageError(_("The option --hand goes with --bot."))
    if bot is not None and player is None:
        raise click.UsageError(_("Name the player for whom the bot places."))
    if source is None and not slip and bot is None and call.interactive:
        from ..dialogs.slips import SlipDialog

        dialog = SlipDialog(call.path, hidden=hidden, replace=replace, dry_run=dry_run)
        dialog.ask_for(player) if player is not None else dialog.ask_all()
        return
    if source is None and player is None:
        raise click.UsageError(_("Missing argument 'PLAYER' (or option '--from')."))
    faults: list[Fault] = []
    given = _given(call, player, bot, hand, slip, source, faults)

    def act(game: Game) -> Answer:
        slips, places, bots = given(game)
        enter = game.check_slips if dry_run else game.place_all
        players: list[str] = []
        with gathered(faults):
            if slips or not faults:
                players = enter(slips, replace=replace, places=places, bots=bots)
        raise_all(faults)
        by = {game.player(typed): name for typed, name in bots.items()}
        return _answer(game, players, by, replace, dry_run)

    if dry_run:
        call.print(act(load(call.path)))
    else:
        change(call, act)


def _given(
    call: Call,
    player: str | None,
    bot: str | None,
    hand: str | None,
    slip: tuple[str, ...],
    source: str | None,
    faults: list[Fault],
) -> Callable[[Game], Given]:
    """What gives the slips that are to be entered into a game; what is wrong with them so far is noted."""
    if bot is not None:
        from ..bots.seat import seated

        # Before the save is locked: nobody knows for how long a bot thinks.
        return seated(load(call.path), player or "", bot, hand).in_game
    if source is not None:
        read = _read(source, faults)
    else:
        read = Given([((player or "").removesuffix(":"), " ".join(slip))], [], {})
    return lambda game: read


def _read(path: str, faults: list[Fault]) -> Given:
    """The slips of a file; what is none is noted as faults."""
    text = read_input(path, "{[")
    if is_json(text):
        from ..jsonread import read_slips

        return read_slips(text, input_name(path), faults)
    hint = _("write Ann: 14+3 9-2 ...")
    slips = []
    places = []
    for number, line in text_lines(text):
        place = at_line(input_name(path), number)
        name, colon, slip = line.replace("\uff1a", ":", 1).partition(":")
        if colon:
            slips.append((name, slip))
            places.append(place)
        else:
            faults.append(Fault("slip", _("there is no colon behind the player"), place, hint))
    if not slips and not faults:
        raise error("slip", _("there is no slip in it"), input_name(path), hint)
    return Given(slips, places, {})


def _answer(game: Game, players: list[str], bots: Mapping[str, str], replace: bool, dry_run: bool) -> Answer:
    missing = game.state.missing
    data = {
        **report.common(game),
        "players": players,
        "bots": [{"player": player, "bot": bots[player]} for player in players if player in bots],
        "replaced": replace,
        "dry_run": dry_run,
        "missing": missing,
    }
    text = f"{_done(players, bots, replace, dry_run)} {owed(missing, game.post is not None)}"
    return Answer(data, lambda screen: screen.prose(text))


def _done(players: list[str], bots: Mapping[str, str], replace: bool, dry_run: bool) -> str:
    """What was done, as a sentence."""
    number = len(players)
    if number == 1 and bots:
        done = _("{player}'s slip is in (by the bot {bot}).")
        if dry_run:
            done = _("{player}'s slip (by the bot {bot}) can be entered.")
        elif replace:
            done = _("{player}'s slip is replaced (by the bot {bot}).")
        return done.format(player=players[0], bot=bots[players[0]])
    if dry_run:
        done = ngettext("{whose} slip can be entered.", "{whose} slips can be entered.", number)
    elif replace:
        done = ngettext("{whose} slip is replaced.", "{whose} slips are replaced.", number)
    else:
        done = ngettext("{whose} slip is in.", "{whose} slips are in.", number)
    return done.format(whose=listed(_("{player}'s").format(player=player) for player in players))
