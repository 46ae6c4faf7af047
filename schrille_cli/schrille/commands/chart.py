"""``schrille chart``: the whole game as a picture."""

from __future__ import annotations

import os

import click

from ...kit import files
from ...kit.errors import quoted
from ...kit.language import _, ngettext
from ...kit.verbs import Answer, Call, emit, interruptible, verb
from .. import report
from ..pictures import TYPES, picture
from ..saves import load

WRITTEN = _("the picture is written")
STARTS = {"svg": (b"<",), "html": (b"<",), "png": (b"\x89PNG",)}


def _output(ctx: click.Context, param: click.Parameter, value: str) -> tuple[str, str]:
    """The file's path, and its type by its ending."""
    kind = os.path.splitext(value)[1][1:].lower()
    if kind not in TYPES:
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
    metavar="FILE",
    help=_("The picture to write, by its ending .svg, .html or .png; an old picture is replaced."),
)
def command(call: Call, output: tuple[str, str]) -> None:
    """Draw a game and write the picture."""
    path, kind = output
    game = load(call.path)
    files.require_like(path, STARTS[kind])
    drawn = picture(game, kind)
    data = {**report.common(game), "file": path, "type": kind}
    rendered = call.render(Answer(data, lambda screen: screen.prose(_said(path, kind, len(drawn.lacking)))))
    with interruptible():
        files.write_like(path, drawn.data, STARTS[kind])
    emit(rendered, WRITTEN)


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
