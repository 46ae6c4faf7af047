"""``schrille completion``: what a shell needs to complete words."""

from __future__ import annotations

import click

from ...kit.language import _
from ...kit.verbs import Answer, Call, verb


@verb(
    help=_("Print the script that lets a shell complete commands, options, and the names of the game at hand."),
    example='schrille completion fish | source\neval "$(schrille completion bash)"',
)
@click.argument("shell", type=click.Choice(["bash", "zsh", "fish"]))
def command(call: Call, shell: str) -> None:
    """Print the script for a shell."""
    from ...kit.shells import script

    text = script(shell, "schrille")
    call.print(Answer({"shell": shell, "script": text}, lambda screen: text.rstrip("\n")))
