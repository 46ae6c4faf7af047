"""What the moderator's corrections have to tell: as plain data, and as text."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from ..kit.errors import Fault
from ..kit.language import N_, _, ngettext
from ..kit.screen import Screen
from . import record, report, tables
from .amendment import Revision, Void
from .differences import Difference, Value, differences
from .game import Game
from .incoming import cards_owed
from .rounds import PLACING, SCORED

KINDS = {
    "opened": N_("opening place"),
    "place": N_("final place"),
    "fallen": N_("falls"),
    "top_six": N_("top six"),
    "no1": N_("New Number 1"),
    "pick": N_("Pick of the Week"),
    "fallen_points": N_("fallen bands"),
    "marks": N_("marks"),
    "retired": N_("retires from"),
    "label": N_("label"),
    "score": N_("score"),
    "winners": N_("over, winning"),
}


def adjusted(game: Game) -> report.Data:
    """The points that the moderator gave last."""
    given = game.state.adjusted[-1]
    return {**report.common(game), **given._asdict(), "score": game.state.scores[given.player]}


def amended(game: Game, revision: Revision, done: bool) -> report.Data:
    """What an amendment changes; ``game`` is the one with it, ``done`` whether it was made."""
    return {
        **report.common(game),
        "amended": {"round": revision.round, "player": revision.player},
        "done": done,
        "differences": [found._asdict() for found in differences(revision)],
        "void": [_void(game, void) for void in revision.void],
        "owed": {"slips": _slips_owed(game), "cards": _cards_owed(game)},
    }


def _void(game: Game, void: Void) -> report.Data:
    return {
        "round": void.round,
        "command": record.describe(void.line, game.setup.rules.slip_size),
        "why": _why(void.why),
    }


def _why(faults: Sequence[Fault]) -> str:
    return "; ".join(fault.message for fault in faults)


def _slips_owed(game: Game) -> list[str]:
    return game.state.missing if game.phase == PLACING else []


def _cards_owed(game: Game) -> int:
    return cards_owed(game.setup, game.state) if game.phase == SCORED else 0


def revision(screen: Screen, game: Game, revision: Revision, done: bool) -> str:
    """Everything that an amendment changes, what is void by it, and what is owed."""
    found = differences(revision)
    heading = _("What comes out differently with the amended slip of {player} in round {round}")
    nothing = _("No place, no point and no end comes out differently.")
    return tables.blocks(
        screen.heading(heading.format(player=revision.player, round=revision.round)),
        _differences(screen, found) if found else screen.prose(nothing),
        _voids(screen, game, revision.void) if revision.void else "",
        screen.prose(_outcome(game, done)),
    )


def _differences(screen: Screen, found: Sequence[Difference]) -> str:
    rows: tables.Rows = [
        [str(one.round), _(KINDS[one.kind]), one.who or "", _text(one.was), _text(one.now)] for one in found
    ]
    return screen.table([_("round"), _("what"), _("who"), _("before"), _("now")], rows, "rllll")


def _text(value: Value) -> str:
    if isinstance(value, list):
        return ", ".join(map(str, value))
    if isinstance(value, str):
        return _(tables.REASONS.get(value, value))
    return "-" if value is None else str(value)


def _voids(screen: Screen, game: Game, voids: Sequence[Void]) -> str:
    rows: tables.Rows = [
        [str(void.round), record.describe(void.line, game.setup.rules.slip_size), _why(void.why)] for void in voids
    ]
    return tables.blocks(
        screen.heading(_("Void, since they no longer fit (they stay in the log)")),
        screen.table([_("round"), _("command"), _("why")], rows, "rll"),
    )


def _outcome(game: Game, done: bool) -> str:
    """Where the game stands with the amendment."""
    cards = _cards_owed(game)
    owed = ngettext("The table owes {number} card.", "The table owes {number} cards.", cards)
    return " ".join(
        [
            _("The slip is amended.") if done else _("With it, the game stands so:"),
            tables.status(game, game.state),
            *([owed.format(number=cards)] if cards else []),
        ]
    )


def corrections(game: Game) -> list[dict[str, Any]]:
    """The corrections in the log, in order, each with the round in which it was typed."""
    found = []
    for before, step in zip([game.start, *(step.state for step in game.steps)], game.steps, strict=False):
        verb = record.split(step.line)[0]
        if verb in ("adjust", "amend"):
            found.append(
                {
                    "round": before.opened.number,
                    "command": record.describe(step.line, game.setup.rules.slip_size),
                    "reason": step.state.adjusted[-1].reason if verb == "adjust" else None,
                    "void": [_void(game, void) for void in step.void],
                }
            )
    return found
