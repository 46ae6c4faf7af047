"""``schrille amend``: another slip in a round that is resolved."""

from __future__ import annotations

import click

from ...kit import files
from ...kit.confirm import confirmed
from ...kit.errors import error
from ...kit.language import _
from ...kit.verbs import Answer, Call, emit, interruptible, verb
from .. import corrections
from ..amendment import Revision
from ..game import Game
from ..saves import changing, dumps, load
from .common import SAVED, card_options, change, offered


@verb(
    help=_(
        "Change a slip of a round that is resolved. First everything is shown that comes out differently in that "
        "round and in later ones; it is done on confirmation, or with --yes. Later slips stay on their holes, "
        "cards come in the order in which they came. Commands that no longer fit stay in the log and are void."
    ),
    example="schrille amend 2 Ann 14+3 9-2 7-1 3+2 12+4 1:no1 8:pick",
)
@click.argument("number", metavar=_("ROUND"), shell_complete=offered("resolved_rounds"))
@click.argument("player", metavar=_("PLAYER"), shell_complete=offered("players"))
@click.argument("slip", nargs=-1, required=True, metavar=_("SLIP..."))
@card_options(_("A further card that the table draws, where more are needed now."))
@click.option("-y", "--yes", is_flag=True, help=_("Do it without asking."))
@click.option("--dry-run", is_flag=True, help=_("Only show what would change; save nothing."))
def command(
    call: Call,
    number: str,
    player: str,
    slip: tuple[str, ...],
    bands: tuple[str, ...],
    deck_empty: bool,
    yes: bool,
    dry_run: bool,
) -> None:
    """Amend a slip, once everything that it changes was shown."""

    def amend(game: Game) -> Revision:
        return game.amend(number, player, " ".join(slip), bands, deck_empty=deck_empty)

    if yes and not dry_run:
        change(call, lambda game: _answer(game, amend(game), done=True))
        return
    game = load(call.path)
    before = dumps(game)
    revision = amend(game)
    files.require_small(dumps(game), call.path)
    if dry_run or not call.json:  # a script gets an answer or an error, never both
        call.print(_answer(game, revision, done=False))
    if dry_run:
        return
    if not call.interactive:
        hint = _("add --yes to do it, or --dry-run only to look")
        raise error("amend", _("nothing was changed"), hint=hint)
    question = _("Amend the slip of {player} in round {round}?")
    if not confirmed(question.format(player=revision.player, round=revision.round)):
        emit(_("Nothing was changed."))
        return
    with interruptible(), changing(call.path) as current:
        if dumps(current) != before:
            raise error("amend", _("the game has changed meanwhile"), hint=_("run amend again"))
        amend(current)
    emit(_("The slip is amended."), SAVED)


def _answer(game: Game, revision: Revision, done: bool) -> Answer:
    return Answer(
        corrections.amended(game, revision, done),
        lambda screen: corrections.revision(screen, game, revision, done),
    )
