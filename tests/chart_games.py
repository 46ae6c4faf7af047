"""Games to be drawn, and what is in a picture: an SVG taken apart, and the boxes of texts in a browser."""

from __future__ import annotations

import json
import random
import re
import shutil
import subprocess
from collections.abc import Sequence
from html import unescape
from pathlib import Path
from typing import Any, NamedTuple
from xml.etree import ElementTree as Xml

from conftest import LABELS
from screens import NAMES
from test_random_games import table_slips

from schrille_cli.schrille import Deck, Game, with_settings
from schrille_cli.schrille.rules import Rules

SVG = "{http://www.w3.org/2000/svg}"
PEOPLE = ["Ann", "Bob", "Cid", "Dora", "Eve", "Finn"]
ODD = [
    *(
        "$x^2$ & Co",
        "_under_ \\alpha",
        "<b>bold</b>",
        "A&B;",
        '"quoted"',
        "50% $\\frac{1}{2}$",
        "-->",
        "]]>",
        "%s",
    ),
    *("A -- B", "{x}", "100$", "שלום עולם", "مرحبا بالعالم", "Ünïcödé", "\uffff!", "<!--", "&amp;", "'", "\\"),
]
BROWSER = ["--headless", "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-sync"]
BROWSER += [
    "--disable-background-networking",
    "--disable-component-update",
    "--host-resolver-rules=MAP * ~NOTFOUND",
]
CHROMIUM = shutil.which("chromium") or shutil.which("chromium-browser") or shutil.which("google-chrome")
MEASURE = """
window.addEventListener('load', function () {
  function box(element) {
    var found = element.getBoundingClientRect();
    return [found.left, found.top, found.right, found.bottom, element.id];
  }
  var texts = Array.from(document.querySelectorAll('g[id^="text_"], g[id^="live-"]'));
  var loaded = performance.getEntriesByType('resource').map(function (entry) { return entry.name; });
  var all = {sheet: box(document.querySelector('svg')).slice(0, 4), boxes: texts.map(box), loaded: loaded};
  document.documentElement.setAttribute('data-measured', JSON.stringify(all));
});
"""


def deck_of(bands: Sequence[str], labels: Sequence[str] = LABELS) -> Deck:
    """A deck with a band a name, of two labels and of one by turns."""
    pairs = [(labels[n % 6], labels[(n + 1) % 6])[: 2 - n % 2] for n in range(len(bands))]
    return Deck(dict(zip(labels, labels, strict=True)), dict(zip(bands, pairs, strict=True)))


def played(
    players: Sequence[str] = PEOPLE[:4],
    rounds: int = 3,
    *settings: str,
    deck: Deck | None = None,
    seed: str = "chart",
    phase: str = "scored",
) -> Game:
    """A game of so many rounds, or to its end, in which labels are changed; the last round is in a phase."""
    chance = random.Random(seed)
    rules = with_settings(Rules(), settings)
    labels = list(deck.labels) if deck else LABELS
    game = Game.new(dict(zip(players, labels, strict=False)), rules=rules, deck=deck, seed=seed)
    while game.phase != "over":
        last = game.round == rounds
        if last and phase == "placing":
            return game
        game.place_all(table_slips(chance, game.state, rules, missing=False))
        game.resolve()
        if last and phase == "resolved":
            return game
        game.score()
        free = [label for label in labels if label not in game.state.labels.values()]
        if free and game.phase != "over":
            game.label({chance.choice(players): free[:1]})
        if last or game.phase == "over":
            return game
        game.next()
    return game


def awkward(name: str) -> Game:
    """A game with names of a kind: those of `screens.NAMES`, or odd ones."""
    players, bands = NAMES.get(name, (["<i>Ann</i>", "B&B $1$", "Ci_d\\", "אבג"], ODD))
    more = [f"{number} more" for number in range(20)]
    return played(players, 4, deck=deck_of([*bands, *more]), seed=name)


class Drawn:
    """An SVG taken apart: its texts kept as text, the titles of its lines, and its elements."""

    def __init__(self, text: str | bytes) -> None:
        self.root = Xml.fromstring(text)
        self.lines = [group for group in self.root.iter(f"{SVG}g") if group.get("class") == "line"]

    @property
    def title(self) -> str:
        return self.root.findtext(f"{SVG}title", "")

    @property
    def titles(self) -> list[str]:
        """What is said of each line, where a reader points at it."""
        return [group.findtext(f"{SVG}title", "") for group in self.lines]

    def colours(self, title: str) -> set[str]:
        """The colours of strokes of a line."""
        text = " ".join(
            element.get("style", "")
            for group in self.lines
            if group.findtext(f"{SVG}title") == title
            for element in group.iter()
        )
        return set(re.findall(r"(?:stroke|fill): (#\w+)", text))

    @property
    def live(self) -> dict[str, float]:
        """The texts kept as text, with their widths."""
        return {text.text or "": float(text.get("textLength", "nan")) for text in self.root.iter(f"{SVG}text")}


class Box(NamedTuple):
    """Where a text is, from the top left corner, and what it is."""

    left: float
    top: float
    right: float
    bottom: float
    text: str

    def inside(self, sheet: Sequence[float], slack: float = 0.5) -> bool:
        left, top, right, bottom = sheet
        return (
            self.left >= left - slack
            and self.top >= top - slack
            and self.right <= right + slack
            and self.bottom <= bottom + slack
        )

    def overlaps(self, other: Box, slack: float = 0.5) -> bool:
        return (
            self.left < other.right - slack
            and other.left < self.right - slack
            and self.top < other.bottom - slack
            and other.top < self.bottom - slack
        )


def check_boxes(boxes: Sequence[Box], sheet: Sequence[float]) -> None:
    """Every text is on the sheet, and none on another."""
    assert [box for box in boxes if not box.inside(sheet)] == []
    pairs = [(box, other) for index, box in enumerate(boxes) for other in boxes[:index] if box.overlaps(other)]
    assert pairs == []


def browsed(folder: Path, page: Path, more: str = "") -> tuple[list[Box], list[float], list[str]]:
    """What a browser makes of a picture: the boxes of all texts, that of the picture, and what it loads besides.

    It is a copy that is opened, with a script, and with ``more`` in it; the browser has no history of its own, and
    no network.
    """
    text = page.read_text("utf-8")
    if page.suffix == ".html":  # a page of ours runs no script
        text, count = re.subn(r"<meta http-equiv=[^>]*>", "", text)
        assert count == 1
        text = text.replace("</body>", f"{more}<script>{MEASURE}</script></body>")
    else:
        text = text.replace("</svg>", f"{more}<script><![CDATA[{MEASURE}]]></script></svg>")
    copy = folder / f"copy of {page.name}"
    copy.write_text(text, "utf-8")
    assert CHROMIUM
    done = subprocess.run(
        [CHROMIUM, *BROWSER, f"--user-data-dir={folder / 'profile'}", "--dump-dom", copy.as_uri()],
        capture_output=True,
        timeout=120,
        check=True,
    )
    found = re.search(r'data-measured="([^"]*)"', done.stdout.decode())
    assert found, done.stdout
    answer: dict[str, Any] = json.loads(unescape(found[1]))
    return [Box(*box) for box in answer["boxes"]], answer["sheet"], answer["loaded"]
