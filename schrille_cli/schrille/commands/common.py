"""What the verbs share: the frame of a change, and the text that people type."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import click

from ...kit.language import N_, _
from ...kit.screen import Screen
from ...kit.verbs import Answer, Call, Complete, emit, interruptible, late
from ..game import Game
from ..rounds import State
from ..saves import changing

if TYPE_CHECKING:
    from ...kit.steps import Steps

SAVED = N_("the save is done")
LONGEST_PACE = 3600.0  # seconds


def offered(name: str) -> Complete:
    """What a shell may offer for a word, by a function of `schrille_cli.schrille.completing`."""
    return late("schrille_cli.schrille.completing", name)


def change(call: Call, act: Callable[[Game], Answer]) -> None:
    """Compute and render under the save's lock, save, then print."""
    with interruptible(), changing(call.path) as game:
        rendered = call.render(act(game))
    emit(rendered, SAVED)


def text_lines(text: str) -> list[tuple[int, str]]:
    """The lines of a text that are not empty, trimmed, with their numbers from 1."""
    lines = enumerate(text.split("\n"), 1)
    return [(number, line.strip()) for number, line in lines if line.strip()]


def split_name(text: str) -> tuple[str, str | None]:
    """A name and what is written behind its last ``=``; None where there is none."""
    name, equals, rest = text.rpartition("=")
    return (name, rest) if equals else (text, None)


def owed(missing: list[str], by_mail: bool = False) -> str:
    """Who still owes a slip, or what comes when nobody does."""
    if missing:
        return _("Still owed: {players}.").format(players=", ".join(missing))
    if by_mail:
        return _("All slips are in. Next: schrille mail batch.")
    return _("All slips are in. Next: schrille resolve.")


def card_options(help: str) -> Callable[[Callable[..., Any]], Callable[..., Any]]:
    """The options ``--band`` and ``--deck-empty``, for cards of the table; values ``bands`` and ``deck_empty``."""

    def decorate(command: Callable[..., Any]) -> Callable[..., Any]:
        bands = click.option(
            "bands",
            "--band",
            multiple=True,
            metavar=_("NAME[=LABELS]"),
            shell_complete=offered("cards"),
            help=help,
        )
        empty = click.option("--deck-empty", is_flag=True, help=_("The table's deck has no further card."))
        return bands(empty(command))

    return decorate


def rule_options(command: Callable[..., Any]) -> Callable[..., Any]:
    """The options ``--rules``, ``--set``, ``--deck``; their values are ``preset_name``, ``settings``, ``deck``."""
    from ..rules import PRESETS

    preset = click.option(
        "preset_name",
        "--rules",
        default="rulebook",
        type=click.Choice(list(PRESETS)),
        help=_("The rules."),
        show_default=True,
    )
    settings = click.option(
        "settings",
        "--set",
        multiple=True,
        metavar=_("RULE=VALUE"),
        shell_complete=offered("house_rules"),
        help=_("A house rule, such as target=50."),
    )
    deck = click.option(
        "--deck",
        metavar=_("FILE"),
        shell_complete=offered("files"),
        help=_("A deck file instead of the built-in deck."),
    )
    return preset(settings(deck(command)))


def reveal_options(command: Callable[..., Any]) -> Callable[..., Any]:
    """The options ``--reveal`` and ``--pace``, which implies it; their values are ``reveal`` and ``pace``."""
    reveal = click.option(
        "--reveal", is_flag=True, help=_("Read the CD player out first, from place 14 to 1, one at a key press.")
    )
    pace = pace_option(_("Like --reveal; go on after so many seconds, or at a key press."))
    return reveal(pace(command))


def pace_option(help: str) -> Callable[[Callable[..., Any]], Callable[..., Any]]:
    """The option ``--pace``: the seconds between the steps of a reveal."""
    return click.option("--pace", type=float, callback=_checked_pace, metavar=_("SECONDS"), help=help)


def _checked_pace(ctx: click.Context, param: click.Parameter, value: float | None) -> float | None:
    if value is not None and not 0 < value <= LONGEST_PACE:
        message = _("The pace is more than 0 seconds and at most {most}.").format(most=int(LONGEST_PACE))
        raise click.BadParameter(message, ctx, param)
    return value


def revealing(call: Call, game: Game, state: State, last: Callable[[Screen], str]) -> Steps:
    """The reveal of a resolved round, rendered and ready to be shown; it ends with the text ``last``."""
    from ...kit.steps import Steps
    from .. import reveal_tables

    return Steps(reveal_tables.pages(game, state, last), call.format)
