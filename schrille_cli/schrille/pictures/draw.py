"""A sheet drawn by matplotlib, without a display, as SVG or PNG.

Only this module and `schrille_cli.schrille.pictures.fonts` know matplotlib. All its settings are its defaults,
whatever the user has set, so that the same sheet gives the same picture.
"""

from __future__ import annotations

import warnings
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from io import BytesIO
from itertools import pairwise
from typing import Any

import matplotlib as mpl
from matplotlib.artist import Artist
from matplotlib.backend_bases import RendererBase
from matplotlib.figure import Figure
from matplotlib.lines import Line2D
from matplotlib.patches import PathPatch, Rectangle
from matplotlib.path import Path
from matplotlib.text import Text

from .fonts import Fonts
from .palette import darker
from .sheet import Area, Group, Mark, Rule, Sheet, Signs, Way, Words, harmless

DOTS = 200  # of a PNG, an inch
MOST_DOTS = 16_000  # of its longer side: many programs open none that is larger
POINTS = 72  # an inch
SETTINGS: dict[Any, Any] = {
    "svg.fonttype": "path",
    "svg.hashsalt": "schrille",
    "path.simplify": False,
}
LIVE = "live-"  # the ids of texts whose letters the reader's machine has to know
GROUP = "group-"
PAPER = "white"
DASH = 5.0
SHAPES = {
    "circle": ("o", 1.0),
    "square": ("s", 0.9),
    "up": ("^", 1.1),
    "diamond": ("D", 0.82),
    "down": ("v", 1.1),
    "plus": ("P", 1.12),
    "dot": (".", 1.0),
    "star": ("*", 1.5),
}


class LiveText(Text):
    """A text that an SVG holds as text, since no font here has its letters; the reader's machine may."""

    def draw(self, renderer: RendererBase) -> None:
        """Draw it as text where that can be."""
        with mpl.rc_context({"svg.fonttype": "none"}):
            super().draw(renderer)


@contextmanager
def own_settings() -> Iterator[None]:
    """Matplotlib as it comes, with what pictures want, and without its words on letters that are lacking."""
    with mpl.rc_context(), warnings.catch_warnings():
        warnings.simplefilter("ignore")
        mpl.rcdefaults()
        mpl.rcParams.update(SETTINGS)
        yield


def figure_of(sheet: Sheet, fonts: Fonts) -> Figure:
    """The figure of a sheet, one unit a point, from the top left corner. Call it in `own_settings`.

    The ids of artists name the groups of a sheet by their number (`GROUP`), and the texts to be kept as text
    (`LIVE`).
    """
    figure = Figure(figsize=(sheet.width / POINTS, sheet.height / POINTS), facecolor=PAPER)
    axes = figure.add_axes((0, 0, 1, 1))
    axes.set_axis_off()
    axes.set_xlim(0, sheet.width)
    axes.set_ylim(sheet.height, 0)
    artists: list[Artist] = []
    groups = 0
    for mark in sheet.marks:
        if isinstance(mark, Group):
            for number, artist in enumerate(artist for inner in mark.marks for artist in _artists(inner, fonts)):
                artist.set_gid(f"{GROUP}{groups}-{number}")
                artists.append(artist)
            groups += 1
        else:
            artists += _artists(mark, fonts)
    for height, artist in enumerate(artists):
        artist.set_zorder(height)
        artist.set_clip_on(False)
        if isinstance(artist, LiveText):
            artist.set_gid(f"{LIVE}{height}")
        axes.add_artist(artist)
    return figure


def live_widths(figure: Figure, fonts: Fonts) -> dict[str, float]:
    """The texts of a figure that an SVG keeps as text, by id, with their widths in points."""
    return {
        str(text.get_gid()): fonts.measure(
            text.get_text(), float(text.get_fontsize()), text.get_fontweight() == "bold"
        )
        for text in figure.axes[0].texts
        if isinstance(text, LiveText)
    }


def as_svg(figure: Figure) -> bytes:
    """The figure as matplotlib's SVG. Call it in `own_settings`."""
    buffer = BytesIO()
    figure.savefig(buffer, format="svg", facecolor=PAPER)
    return buffer.getvalue()


def as_png(figure: Figure, title: str, description: str) -> bytes:
    """The figure as PNG, in a resolution for print and screen. Call it in `own_settings`."""
    buffer = BytesIO()
    about = {"Software": None, "Title": title, "Description": description}
    dots = min(DOTS, int(MOST_DOTS / max(figure.get_size_inches())))
    figure.savefig(buffer, format="png", dpi=dots, metadata=about, facecolor=PAPER)
    return buffer.getvalue()


def _artists(mark: Mark, fonts: Fonts) -> Iterator[Artist]:
    """The artists of a mark, the lowest first."""
    if isinstance(mark, Words):
        kind = Text if fonts.has(mark.text) else LiveText
        yield kind(
            mark.x,
            mark.y + 0.36 * mark.size,  # half the height of capitals
            harmless(mark.text),
            color=mark.colour,
            fontproperties=fonts.properties(mark.size, mark.bold),
            horizontalalignment=mark.align,
            verticalalignment="baseline",
            parse_math=False,
        )
    elif isinstance(mark, Area):
        size = (mark.right - mark.left, mark.bottom - mark.top)
        yield Rectangle((mark.left, mark.top), *size, facecolor=mark.colour, edgecolor="none")
    elif isinstance(mark, Rule):
        xs, ys = zip(mark.start, mark.end, strict=True)
        line = Line2D(xs, ys, color=mark.colour, linewidth=mark.width)
        if mark.dashed:
            line.set_linestyle((0, (3, 2)))
        yield line
    elif isinstance(mark, Way):
        yield from _way(mark)
    else:
        yield from _signs(mark)


def _way(way: Way) -> Iterator[Artist]:
    """A line with an edge of white, so that lines are told apart where they cross, and one of a darker shade."""
    path = _path(way.points, way.smooth)
    edge = darker(way.colours[0]) if len(way.colours) == 1 else "#444444"
    for colour, width in ((PAPER, 4.6), (edge, 3.2), (way.colours[0], 2.2)):
        yield PathPatch(path, fill=False, edgecolor=colour, linewidth=width, capstyle="butt", joinstyle="round")
    for colour in way.colours[1:]:
        dashes = (0, (DASH / 2.2, DASH / 2.2))
        yield PathPatch(path, fill=False, edgecolor=colour, linewidth=2.2, linestyle=dashes, capstyle="butt")


def _path(points: Sequence[tuple[float, float]], smooth: bool) -> Path:
    vertices, codes = [points[0]], [Path.MOVETO]
    for (x, y), (to_x, to_y) in pairwise(points):
        if smooth and y != to_y:
            middle = (x + to_x) / 2
            vertices += [(middle, y), (middle, to_y), (to_x, to_y)]
            codes += [Path.CURVE4] * 3
        else:
            vertices.append((to_x, to_y))
            codes.append(Path.LINETO)
    return Path(vertices, codes)


def _signs(signs: Signs) -> Iterator[Artist]:
    xs, ys = zip(*signs.points, strict=True)

    def marks(marker: str, size: float, face: str, edge: str, width: float) -> Line2D:
        line = Line2D(xs, ys, linestyle="", marker=marker, markersize=size)
        line.set(markerfacecolor=face, markeredgecolor=edge, markeredgewidth=width)
        return line

    if signs.shape == "crossed circle":
        yield marks("o", signs.size + 2, PAPER, signs.colour, 1.1)
        yield marks("x", signs.size - 2.4, PAPER, signs.colour, 1.3)
    elif signs.shape == "cross":
        yield marks("x", signs.size, PAPER, PAPER, 4)
        yield marks("x", signs.size, PAPER, signs.colour, 1.7)
    else:
        marker, factor = SHAPES[signs.shape]
        yield marks(marker, signs.size * factor, signs.colour, darker(signs.colour), 0.8)
