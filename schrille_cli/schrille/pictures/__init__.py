"""Pictures of a game: its chart run and its score run as SVG, PNG, or a page of HTML.

They are drawn by matplotlib, the optional extra ``chart``, which is imported when a picture is drawn.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager
from typing import NamedTuple

from ...kit.errors import error
from ...kit.language import _
from ..game import Game
from ..run import run_of

TYPES = ("svg", "html", "png")
EXTRA = "pip install 'schrille-cli[chart]'"


class Picture(NamedTuple):
    """A picture as the bytes of a file, and the names on it that have letters which no font here has.

    A PNG shows boxes for these letters, an SVG or a page shows them where the reader's machine has a font.
    """

    data: bytes
    lacking: tuple[str, ...]


def picture(game: Game, kind: str) -> Picture:
    """The picture of a game up to where it stands, of a kind of `TYPES`; the same game gives the same bytes.

    Raises `GameError` (kind ``"library"``) where matplotlib cannot be imported.
    """
    run = run_of(game)
    with _library():
        from . import draw
        from .fonts import Fonts
    from . import svg
    from .compose import sheet_of
    from .page import page
    from .sheet import Group

    with draw.own_settings():
        names = [*game.setup.labels, *game.setup.players, *(line.band for line in run.bands)]
        fonts = Fonts(names, boxes=kind == "png")
        sheet = sheet_of(run, fonts.measure, titled=kind != "html")
        figure = draw.figure_of(sheet, fonts)
        lacking = tuple(name for name in names if not fonts.has(name))
        if kind == "png":
            return Picture(draw.as_png(figure, sheet.title, sheet.description), lacking)
        titles = [mark.title for mark in sheet.marks if isinstance(mark, Group)]
        drawn = svg.finished(
            draw.as_svg(figure),
            sheet.title,
            sheet.description,
            titles,
            draw.GROUP,
            draw.live_widths(figure, fonts),
        )
    if kind == "svg":
        return Picture(svg.as_file(drawn), lacking)
    return Picture(page(run, drawn, sheet.title, sheet.width * 96 / 72).encode(), lacking)


@contextmanager
def _library() -> Iterator[None]:
    """Import matplotlib inside, and say how to get it where it is not there.

    What it logs is left to programs that want it. Where it may keep no settings, it makes a folder for them, which
    is removed here: it would be when the program ends, but commands end before that.
    """
    import logging

    logging.getLogger("matplotlib").addHandler(logging.NullHandler())
    backend = os.environ.pop("MPLBACKEND", None)  # windows are for other programs, and a wrong name is an error
    folder = os.environ.get("MPLCONFIGDIR")
    try:
        yield
    except ModuleNotFoundError as problem:
        missing = _("pictures are drawn by matplotlib, and {module} is not installed")
        raise error("library", missing.format(module=problem.name), hint=EXTRA) from None
    except (ImportError, OSError, ValueError) as problem:  # such as no folder that may be written to
        broken = _("matplotlib cannot be loaded: {reason}")
        raise error("library", broken.format(reason=problem), hint=EXTRA) from None
    finally:
        if backend is not None:
            os.environ["MPLBACKEND"] = backend
        made = os.environ.get("MPLCONFIGDIR")
        if made and made != folder:
            import shutil

            shutil.rmtree(made, ignore_errors=True)
