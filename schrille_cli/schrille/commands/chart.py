"""``schrille chart``: the whole game as a picture."""

from __future__ import annotations

import os
import sys

import click

from ...kit import language
from ...kit.errors import quoted
from ...kit.language import N_, _, ngettext
from ...kit.outputs import write_over
from ...kit.verbs import Answer, Call, emit, verb
from .. import report
from ..game import Game
from ..pictures import TYPES, Picture, picture
from ..saves import load
from .common import offered

WRITTEN = N_("the picture is written")
STARTS = {"svg": (b"<",), "html": (b"<",), "png": (b"\x89PNG",)}


def _output(ctx: click.Context, param: click.Parameter, value: str | None) -> tuple[str, str]:
    """The file's path, and its type by its ending."""
    value = value or ""  # none where a shell completes words
    kind = os.path.splitext(value)[1][1:].lower()
    if kind not in TYPES and not ctx.resilient_parsing:
        message = _("{file} must end in .svg, .html or .png.").format(file=quoted(value, 200))
        raise click.BadParameter(message, ctx, param)
    return value, kind


@verb(
    help=_(
        "Draw the whole game: every band's way through the charts and every player's score, round by round. "
        "An SVG or HTML file opens in any browser without a network, a PNG anywhere."
    ),
    example="schrille chart -o evening.html\nschrille chart -g table.toml -o table.png",
)
@click.option(
    "output",
    "-o",
    "--output",
    required=True,
    callback=_output,
    metavar=_("FILE"),
    shell_complete=offered("files"),
    help=_("The picture to write, by its ending .svg, .html or .png; an old picture is replaced."),
)
def command(call: Call, output: tuple[str, str]) -> None:
    """Draw a game and write the picture."""
    path, kind = output
    game = load(call.path)
    drawn = _drawn(game, kind)
    data = {**report.common(game), "file": path, "type": kind}
    rendered = call.render(Answer(data, lambda screen: screen.prose(_said(path, kind, len(drawn.lacking)))))
    write_over(path, drawn.data, STARTS[kind])
    emit(rendered, WRITTEN)


def _drawn(game: Game, kind: str) -> Picture:
    """The picture, in the language of those who will look at it: ``--json`` is for scripts, pictures never are."""
    spoken = language.in_use()
    language.use(language.chosen(sys.argv[1:], os.environ))
    try:
        return picture(game, kind)
    finally:
        language.use(spoken)


def _said(path: str, kind: str, lacking: int) -> str:
    """Where the picture is, and what to do where a PNG cannot show a name."""
    said = _("The picture is in {file}.").format(file=quoted(path, 200))
    if kind != "png" or not lacking:
        return said
    boxes = ngettext(
        "No font here has all letters of {number} name; an HTML file shows them where its reader has one.",
        "No font here has all letters of {number} names; an HTML file shows them where its reader has one.",
        lacking,
    )
    return f"{said} {boxes.format(number=lacking)}"
