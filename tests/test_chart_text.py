"""Every text of a picture is on it and on no other text: as matplotlib draws it, and as a browser does."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from chart_games import CHROMIUM, PEOPLE, Box, awkward, browsed, check_boxes, deck_of, played
from matplotlib.backends.backend_agg import FigureCanvasAgg
from screens import NAMES

from schrille_cli.schrille import Game
from schrille_cli.schrille.pictures import compose, draw, picture
from schrille_cli.schrille.pictures.fonts import Fonts
from schrille_cli.schrille.run import run_of

LONG_LABELS = [f"{n} label with a name of forty characters"[:40] for n in range(6)]
GAMES: dict[str, Callable[[], Game]] = {
    "begun": lambda: played(rounds=1, phase="placing"),
    "opening": lambda: Game.new(dict.fromkeys(PEOPLE), seed="o"),
    "one round": lambda: played(rounds=1, phase="resolved"),
    "four rounds": lambda: played(rounds=4, phase="placing"),
    "three players": lambda: played(PEOPLE[:3], 3),
    "to the end": lambda: played(PEOPLE, 99, seed="end"),
    "shared": lambda: played(NAMES["long"][0], 1, "target=1", "label_cost=0", seed="s"),
    "a wide winner": lambda: played(["W" * 39 + letter for letter in "ABC"], 1, "target=1", seed="wide"),
    "many rounds": lambda: played(PEOPLE, 24, "target=900", deck=deck_of([f"Band {n}" for n in range(120)])),
    "many marks": lambda: played(PEOPLE, 5, "retire_at=[1,2,3,4,5,6,7,8,9]", "target=10", "label_cost=99"),
    "marks close to the target": lambda: played(PEOPLE, 2, "retire_at=[991,992,993,997,998]", "target=999"),
    "a target of 1": lambda: played(PEOPLE, 2, "retire_at=[]", "target=1"),
    "long labels": lambda: played(PEOPLE, 3, deck=deck_of([f"Band {n}" for n in range(50)], LONG_LABELS)),
    **{name: (lambda name=name: awkward(name)) for name in [*NAMES, "odd"]},
}
needs_browser = pytest.mark.skipif(not CHROMIUM, reason="no Chromium is installed")
BROWSED = ["begun", "four rounds", "to the end", "many marks", "long", "one word", "long CJK", "emoji", "odd"]


@pytest.mark.parametrize(("name", "titled"), [*((name, True) for name in GAMES), ("to the end", False)])
def test_texts_as_matplotlib_draws_them(name: str, titled: bool) -> None:
    game = GAMES[name]()
    with draw.own_settings():
        run = run_of(game)
        fonts = Fonts([*run.labels, *game.setup.players, *(line.band for line in run.bands)], boxes=True)
        sheet = compose.sheet_of(run, fonts.measure, titled)
        figure = draw.figure_of(sheet, fonts)
        renderer = FigureCanvasAgg(figure).get_renderer()
        boxes = []
        for text in figure.axes[0].texts:
            assert not text.get_parse_math()
            box = text.get_window_extent(renderer)
            boxes.append(Box(box.x0, box.y0, box.x1, box.y1, text.get_text()))
        page = figure.bbox
    texts = [box.text for box in boxes]
    assert {"Round 1", "14", "two labels"} <= set(texts)
    assert (sheet.title.split()[0] in " ".join(texts)) == titled
    bands = {line.band for line in run.bands}
    assert {text.replace("\ufffd", "\uffff") for text in texts} >= bands
    check_boxes(boxes, (page.x0, page.y0, page.x1, page.y1))


@needs_browser
@pytest.mark.parametrize(
    ("name", "kind"), [*((name, "html") for name in BROWSED), ("to the end", "svg"), ("emoji", "svg")]
)
def test_texts_in_a_browser(tmp_path: Path, name: str, kind: str) -> None:
    page = tmp_path / f"picture.{kind}"
    page.write_bytes(picture(GAMES[name](), kind).data)
    boxes, sheet, loaded = browsed(tmp_path, page)
    assert len(boxes) > 40
    assert all(box.right > box.left for box in boxes)
    check_boxes(boxes, sheet)
    assert loaded == []


@needs_browser
@pytest.mark.parametrize("kind", ["svg", "html"])
def test_a_browser_would_say_what_it_loads(tmp_path: Path, kind: str) -> None:
    page = tmp_path / f"picture.{kind}"
    page.write_bytes(picture(GAMES["begun"](), kind).data)
    picture_elsewhere = "http://example.invalid/a.png"
    more = f'<image href="{picture_elsewhere}"/>' if kind == "svg" else f'<img src="{picture_elsewhere}">'
    assert browsed(tmp_path, page, more)[2] == [picture_elsewhere]
