"""``schrille schema``: what ``--json`` prints, described for programs."""

from __future__ import annotations

import click

from ...kit.language import _
from ...kit.verbs import Answer, Call, emit, verb
from .. import schemas
from .common import offered


@verb(
    help=_(
        "Print the JSON Schema of what a command prints with --json, of error, or of the JSON that commands read: "
        "slips, cards, deck. Without a name, print all of them as one document."
    ),
    example="schrille schema show\nschrille schema deck check\nschrille schema error",
    game=False,
)
@click.argument("name", nargs=-1, metavar=_("[NAME]"), shell_complete=offered("schemas"))
def command(call: Call, name: tuple[str, ...]) -> None:
    """Print a schema, indented for people who read it, on one line for scripts."""
    import json

    found = schemas.schema(" ".join(name))
    if call.json:
        call.print(Answer(found, str))
    else:
        emit(json.dumps(found, indent=2))
