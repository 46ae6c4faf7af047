"""``schrille rules``: the rulings in short."""

from __future__ import annotations

import os

import click
from click.core import ParameterSource

from ...kit.errors import listed
from ...kit.language import _
from ...kit.screen import Screen
from ...kit.verbs import Answer, Call, verb
from .. import report, tables
from ..rules import PRESETS, Rules, as_data
from ..rulings import RULINGS, value_text
from ..saves import load


@verb(
    help=_("List the rulings in short with the values in force; without a save, those of the presets."),
    example="schrille rules",
)
def command(call: Call) -> None:
    """List the rulings."""
    named = click.get_current_context().get_parameter_source("game") == ParameterSource.COMMANDLINE
    if not named and not os.path.exists(call.path):
        given, common = dict(PRESETS), {}
    else:
        game = load(call.path)
        given, common = {game.setup.rules.preset: game.setup.rules}, report.common(game)
    data = {
        **common,
        "rulings": [{"ruling": ruling.number, "text": ruling.text} for ruling in RULINGS],
        "rules": {name: as_data(rules) for name, rules in given.items()},
    }
    call.print(Answer(data, lambda screen: _text(screen, given)))


def _text(screen: Screen, given: dict[str, Rules]) -> str:
    rows: tables.Rows = []
    for ruling in RULINGS:
        values = {name: ", ".join(value_text(rules, key) for key in ruling.keys) for name, rules in given.items()}
        first, *others = values.items()
        shown = [first[1], *(f"{name}: {value}" for name, value in others if value != first[1])]
        rows.append([ruling.number, _(ruling.text), "; ".join(shown)])
    heading = screen.heading(_("Rulings, with the values of {presets}").format(presets=listed(given)))
    return tables.blocks(heading, screen.table([_("ruling"), _("in short"), _("in force")], rows, "lll"))
