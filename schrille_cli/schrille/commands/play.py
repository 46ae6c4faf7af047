"""``schrille play``: the whole evening."""

from __future__ import annotations

import os

import click

from ...kit import language
from ...kit.language import _
from ...kit.screen import DEFAULT_FORMAT
from ...kit.verbs import Call, verb
from .common import pace_option


@verb(
    help=_(
        "Play a whole game at the table: it asks for what is needed, and runs the commands in their order. Every "
        "line is saved at once, and play goes on where a game stands. Any command can be typed in between."
    ),
    example="schrille play\nschrille play -g friday.toml --hidden --pace 2",
)
@click.option("--hidden", is_flag=True, help=_("Do not show the slips that are typed."))
@pace_option(_("Where the moves are read out, go on after so many seconds, or at a key press."))
def command(call: Call, hidden: bool, pace: float | None) -> None:
    """Play a game from where it stands, or a new one."""
    if not call.interactive:
        raise click.UsageError(_("play asks at a terminal: run it in one, and without --json."))
    from ..dialogs.evening import Evening

    # The commands that it runs find their game and language as any command does.
    os.environ["SCHRILLE_GAME"] = call.path
    os.environ[language.VARIABLE] = language.in_use()
    shown = [] if call.format == DEFAULT_FORMAT else ["--format", call.format]
    reveal = ["--reveal"] if pace is None else ["--pace", str(pace)]
    options = dict.fromkeys(("new", "show", "score", "next"), shown)
    options |= {"place": ["--hidden"] if hidden else [], "resolve": [*reveal, *shown]}
    click.get_current_context().exit(Evening(call.path, options).play())
