"""``schrille place``: enter slips."""

from __future__ import annotations

from collections.abc import Callable

import click

from ...kit.errors import Fault, error, gathered, listed, raise_all
from ...kit.files import input_name, is_json, read_input
from ...kit.language import _, ngettext
from ...kit.verbs import Answer, Call, verb
from .. import report
from ..game import Game
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
    "schrille place Cid --bot scout",
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
    if bot is not None:
        _place_by_bot(call, player or "", bot, hand, replace, dry_run)
        return
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

    _run(call, act, dry_run)


def _run(call: Call, act: Callable[[Game], Answer], dry_run: bool) -> None:
    if dry_run:
        call.print(act(load(call.path)))
    else:
        change(call, act)


def _place_by_bot(call: Call, player: str, bot: str, hand: str | None, replace: bool, dry_run: bool) -> None:
    """Enter or check the slip that a bot places for a player."""
    from ..bots import short
    from ..bots.seat import bot_of, choose

    faults: list[Fault] = []
    plays = bot_of(bot, faults)

    def act(game: Game) -> Answer:
        name, slip = choose(game, player, plays, hand, faults)
        enter = game.check_slips if dry_run else game.place_all
        entered = enter({name: slip}, replace=replace, bots={name: short(bot)})
        return _answer(game, entered, replace, dry_run, short(bot))

    _run(call, act, dry_run)


def _read(path: str, faults: list[Fault]) -> tuple[list[tuple[str, str]], list[str]]:
    """The players and slips of a file, and where each stands; what is neither is noted as faults."""
    text = read_input(path, "{[")
    if is_json(text):
        from ..jsonread import read_slips

        return read_slips(text, input_name(path), faults)
    hint = _("write Ann: 14+3 9-2 ...")
    slips = []
    places = []
    for number, line in text_lines(text):
        place = _("{file}, line {number}").format(file=input_name(path), number=number)
        name, colon, slip = line.replace("\uff1a", ":", 1).partition(":")
        if colon:
            slips.append((name, slip))
            places.append(place)
        else:
            faults.append(Fault("slip", _("there is no colon behind the player"), place, hint))
    if not slips and not faults:
        raise error("slip", _("there is no slip in it"), input_name(path), hint)
    return slips, places


def _answer(game: Game, players: list[str], replace: bool, dry_run: bool, bot: str | None = None) -> Answer:
    missing = game.state.missing
    data = {
        **report.common(game),
        "players": players,
        "bot": bot,
        "replaced": replace,
        "dry_run": dry_run,
        "missing": missing,
    }
    text = f"{_done(players, replace, dry_run, bot)} {owed(missing)}"
    return Answer(data, lambda screen: screen.prose(text))


def _done(players: list[str], replace: bool, dry_run: bool, bot: str | None) -> str:
    """What was done, as a sentence."""
    number = len(players)
    if bot is not None:
        done = _("{player}'s slip is in (by the bot {bot}).")
        if dry_run:
            done = _("{player}'s slip (by the bot {bot}) can be entered.")
        elif replace:
            done = _("{player}'s slip is replaced (by the bot {bot}).")
        return done.format(player=players[0], bot=bot)
    if dry_run:
        done = ngettext("{whose} slip can be entered.", "{whose} slips can be entered.", number)
    elif replace:
        done = ngettext("{whose} slip is replaced.", "{whose} slips are replaced.", number)
    else:
        done = ngettext("{whose} slip is in.", "{whose} slips are in.", number)
    return done.format(whose=listed(_("{player}'s").format(player=player) for player in players))
