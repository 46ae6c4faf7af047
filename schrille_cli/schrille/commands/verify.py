"""``schrille verify``: saves replayed from their set-up, and compared with what is written in them."""

from __future__ import annotations

import os
from typing import Any

import click

from ...kit import files
from ...kit.errors import Fault, GameError, error, fault_data, quoted
from ...kit.language import _, ngettext
from ...kit.screen import Cell, Screen
from ...kit.verbs import Answer, Call, verb
from .. import tables
from ..verification import Verdict, verify
from .common import offered


@verb(
    help=_(
        "Replay saves from their set-up, round by round, and tell where they depart from what is written in them: "
        "charts, labels, scores, lines of the log that cannot be carried out, and decks and hands that are not "
        "those of the seed. Nothing is changed, and no lock is taken."
    ),
    example="schrille verify schrille.toml\nschrille verify games/*.toml --json",
    game=False,
)
@click.argument("paths", nargs=-1, required=True, metavar=_("SAVE..."), shell_complete=offered("files"))
def command(call: Call, paths: tuple[str, ...]) -> None:
    """Verify saves; what cannot be read is one of the results."""
    verdicts = [(path, _verdict(path)) for path in paths]
    departing = sum(not verdict.sound for _path, verdict in verdicts)
    data = {
        "saves": [_data(path, verdict) for path, verdict in verdicts],
        "sound": len(verdicts) - departing,
        "departing": departing,
    }
    call.print(Answer(data, lambda screen: _text(screen, verdicts)))
    if departing:
        message = ngettext(
            "{departing} of {number} saves is not sound",
            "{departing} of {number} saves are not sound",
            departing,
        )
        raise error("save", message.format(departing=departing, number=len(verdicts)))


def _verdict(path: str) -> Verdict:
    try:
        if os.path.isdir(path):
            hint = _("name the saves in it, such as {pattern}").format(pattern=os.path.join(path, "*.toml"))
            raise error("file", _("this is a folder"), quoted(path, 200), hint)
        return verify(files.read(path, _("check the name of the file")), path)
    except GameError as problem:
        return Verdict(None, None, problem.faults)


def _data(path: str, verdict: Verdict) -> dict[str, Any]:
    return {
        "save": path,
        "sound": verdict.sound,
        "rounds": verdict.rounds,
        "phase": verdict.phase,
        "faults": fault_data(verdict.faults),
    }


def _text(screen: Screen, verdicts: list[tuple[str, Verdict]]) -> str:
    """A table of the saves, and one of the departures of each save that has any."""
    rows: tables.Rows = []
    for path, verdict in verdicts:
        rounds = "" if verdict.rounds is None else str(verdict.rounds)
        phase = _(verdict.phase) if verdict.phase else ""
        rows.append([_named(path), rounds, phase, _result(verdict)])
    departures = (
        [
            screen.heading(_named(path)),
            screen.table([_("where"), _("what departs")], list(map(_departure, verdict.faults)), "ll"),
        ]
        for path, verdict in verdicts
        if not verdict.sound
    )
    headers = [_("save"), _("rounds"), _("phase"), _("result")]
    return tables.blocks(screen.table(headers, rows, "lrll"), *(part for parts in departures for part in parts))


def _named(path: str) -> str:
    """A path without characters that do something on a terminal."""
    return quoted(path, 200)[1:-1]


def _result(verdict: Verdict) -> Cell:
    if verdict.sound:
        return Cell(_("sound"), "green")
    if verdict.rounds is None:
        return Cell(_("cannot be replayed"), "red")
    number = len(verdict.faults)
    said = ngettext("{number} departure", "{number} departures", number).format(number=number)
    return Cell(said, "red")


def _departure(fault: Fault) -> list[str]:
    return [fault.place, str(fault._replace(place=""))]
