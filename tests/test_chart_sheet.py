"""What is on the sheet of a picture: the signs, the zones, the lines of the scores; and how it is laid out."""

from __future__ import annotations

import ast
from collections import Counter
from itertools import pairwise
from pathlib import Path

import pytest
from chart_games import PEOPLE, played
from conftest import LABELS, ROOT
from hypothesis import given
from hypothesis import strategies as st

from schrille_cli.schrille import Game
from schrille_cli.schrille.pictures.compose import description, sheet_of, title
from schrille_cli.schrille.pictures.palette import COLOURS, SHAPES, looks
from schrille_cli.schrille.pictures.sheet import (
    Area,
    Group,
    Mark,
    Rule,
    Sheet,
    Signs,
    Way,
    Words,
    spread,
    ticks,
    wrapped,
)
from schrille_cli.schrille.run import BELOW, DANGER, RETIRED, run_of


def plain_measure(text: str, size: float, bold: bool) -> float:
    return len(text) * size * (0.65 if bold else 0.6)


def sheet(game: Game) -> Sheet:
    return sheet_of(run_of(game), plain_measure)


def flat(sheet: Sheet) -> list[Mark]:
    return [inner for mark in sheet.marks for inner in (mark.marks if isinstance(mark, Group) else [mark])]


def words(sheet: Sheet, text: str) -> list[Words]:
    return [mark for mark in flat(sheet) if isinstance(mark, Words) and mark.text == text]


def place_heights(sheet: Sheet) -> dict[int, float]:
    """The height of each place, by the numbers at the left edge."""
    numbers = [mark for mark in flat(sheet) if isinstance(mark, Words) and mark.x == 18 and mark.text.isdigit()]
    assert [mark.text for mark in numbers] == [str(place) for place in range(1, 15)]
    return {int(mark.text): mark.y for mark in numbers}


def groups(sheet: Sheet, title: str) -> list[Mark]:
    return [
        inner for mark in sheet.marks if isinstance(mark, Group) and mark.title == title for inner in mark.marks
    ]


@pytest.fixture(scope="module")
def whole() -> Game:
    """A game to its end, with retired bands and both kinds of falls."""
    return played(PEOPLE, 99, seed="end")


def test_every_band_runs_through_its_places(whole: Game) -> None:
    drawn = sheet(whole)
    heights = place_heights(drawn)
    below = heights[14] + 9
    for line in run_of(whole).bands:
        marks = groups(drawn, f"{line.band} ({' and '.join(line.labels)})")
        ways = [mark for mark in marks if isinstance(mark, Way)]
        shown = looks(whole.setup.labels)
        assert [way.colours for way in ways] == [tuple(shown[label].colour for label in line.labels)]
        signs = {mark.shape: mark.points for mark in marks if isinstance(mark, Signs)}
        for label in line.labels:
            ys = [y for _, y in signs[shown[label].shape]]
            assert len(ys) == len(line.stops)
            for stop, y in zip(line.stops, ys, strict=True):
                assert y == heights[stop.place] if stop.place <= 14 else y > below
        xs = sorted(signs[shown[label].shape][0][0] for label in line.labels)
        assert len(xs) == 1 or xs[1] - xs[0] > 6
        sign = {BELOW: "cross", DANGER: "crossed circle", RETIRED: "star"}.get(line.end)
        assert set(signs) == {shown[label].shape for label in line.labels} | ({sign} if sign else set())
        if sign:
            assert [y for _, y in signs[sign]] == [ways[0].points[-1][1]]


def test_the_key_has_every_sign(whole: Game) -> None:
    drawn = sheet(whole)
    for text in (*LABELS, "two labels", "fell below 14", "fell in the Danger Zone", "retired", "Danger Zone"):
        assert len(words(drawn, text)) == 1, text
    first_group = next(index for index, mark in enumerate(drawn.marks) if isinstance(mark, Group))
    key = {mark.shape for mark in drawn.marks[:first_group] if isinstance(mark, Signs)}
    used = {mark.shape for mark in flat(drawn) if isinstance(mark, Signs)}
    assert used == key


def test_the_danger_zone_is_places_11_to_14(whole: Game) -> None:
    drawn = sheet(whole)
    heights = place_heights(drawn)
    areas = [mark for mark in drawn.marks if isinstance(mark, Area) and mark.bottom - mark.top > 20]
    zone = areas[0]
    inside = [place for place, y in heights.items() if zone.top < y < zone.bottom]
    assert inside == [11, 12, 13, 14]


def test_every_band_is_named_where_it_begins_and_where_it_is_at_the_end(whole: Game) -> None:
    drawn = sheet(whole)
    names = Counter(mark.text for mark in flat(drawn) if isinstance(mark, Words))
    last = {*whole.state.opened.chart}
    for line in run_of(whole).bands:
        assert names[line.band] == 1 + (line.band in last)


def test_the_marks_and_the_target_are_lines_with_names() -> None:
    drawn = sheet(played(PEOPLE[:3], 3, "retire_at=[20,40]", "target=60"))
    lines = {mark.start[1]: mark for mark in flat(drawn) if isinstance(mark, Rule) and mark.width > 0.8}
    assert len(lines) == 3
    for name, score in (("Mark 20", "20"), ("Mark 40", "40"), ("Target 60", "60")):
        (named,) = words(drawn, name)
        (number,) = [mark for mark in words(drawn, score) if mark.align == "right"]
        assert named.y == number.y
        assert named.y in lines
    solid = [y for y, line in lines.items() if not line.dashed]
    assert solid == [words(drawn, "Target 60")[0].y]


def test_scores_are_drawn_to_scale_in_the_colours_of_the_labels_held() -> None:
    game = Game.new({"A": "blue", "B": "red", "C": "green"}, seed="4")
    game.resolve(missing_pass=True)
    game.score()
    game.label({"B": "violet"})
    drawn = sheet(game)
    zero, ten = (next(mark.y for mark in words(drawn, n) if mark.align == "right") for n in ("0", "10"))
    marks = groups(drawn, "B (red and violet)")
    ways = [mark for mark in marks if isinstance(mark, Way)]
    assert [way.colours for way in ways] == [(COLOURS["red"],), (COLOURS["violet"],)]
    ys = [ways[0].points[0][1], ways[0].points[1][1], ways[1].points[1][1]]
    scored = game.scored(1).scores["B"]
    for y, score in zip(ys, (0, scored, scored - 5), strict=True):
        assert y == pytest.approx(zero + (ten - zero) * score / 10)
    assert {mark.shape for mark in marks if isinstance(mark, Signs)} == {"square", "down"}
    assert len(words(drawn, f"B: {scored - 5}")) == 1


def test_the_winner_stands_in_the_title_and_in_bold(whole: Game) -> None:
    (winner,) = whole.state.winners
    best = whole.state.scores[winner]
    drawn = sheet(whole)
    assert title(run_of(whole)) == f"Schrille Stille: {winner} wins with {best} points"
    named = {player: words(drawn, f"{player}: {score}")[0].bold for player, score in whole.state.scores.items()}
    assert named == {player: player == winner for player in PEOPLE}


def test_the_title_says_where_a_game_stands() -> None:
    said = [title(run_of(played(rounds=2, phase=phase))) for phase in ("placing", "resolved", "scored")]
    assert said == [
        "Schrille Stille before the moves of round 2",
        "Schrille Stille after the moves of round 2",
        "Schrille Stille after round 2",
    ]
    run = run_of(played(rounds=1))
    shared = run._replace(phase="over", winners=("Ann", "Bob"))
    assert title(shared) == f"Schrille Stille: Ann and Bob share the win with {run.best} points"
    one = run.scores[0].stops[-1]._replace(score=1)
    single = run._replace(winners=("Ann",), scores=(run.scores[0]._replace(stops=(one,)),))
    assert title(single) == "Schrille Stille: Ann wins with 1 point"
    assert "Ann: 1" in description(single)


# Colours and shapes


def test_labels_are_known_by_their_colours_in_two_languages() -> None:
    german = {
        "Tiefblau": "Blau",
        "Rotlicht": "ROT",
        "Grünspan": "grün",
        "Post": "gelb",
        "Veilchen": "lila",
        "A": "Orange",
    }
    assert [look.colour for look in looks(german).values()] == [COLOURS[label] for label in LABELS]
    by_name = {"rot": "1", "blau": "2", "x": "gelb", "green": "4", "v": "violett", "o": "orange"}
    assert looks(by_name)["rot"].colour == COLOURS["red"]
    assert looks(by_name)["blau"].colour == COLOURS["blue"]


@given(st.lists(st.sampled_from(["blau", "blue", "rot", "taupe", "mauve", "gelb", "xyz"]), min_size=6, max_size=6))
def test_six_labels_always_have_six_colours_and_shapes(colours: list[str]) -> None:
    shown = looks({f"label {number}": colour for number, colour in enumerate(colours)})
    assert len({look.colour for look in shown.values()}) == 6
    assert [look.shape for look in shown.values()] == list(SHAPES)


# Layout


@given(st.lists(st.floats(0, 100), min_size=1, max_size=12), st.floats(0, 8))
def test_spread_heights_are_apart_inside_and_in_order(wanted: list[float], gap: float) -> None:
    got = spread(wanted, gap, 0, 100)
    order = sorted(range(len(wanted)), key=lambda index: wanted[index])
    placed = [got[index] for index in order]
    assert all(-1e-6 <= height <= 100 + 1e-6 for height in got)
    assert all(high - low >= gap - 1e-6 for low, high in pairwise(placed))
    apart = all(wanted[b] - wanted[a] >= gap for a, b in pairwise(order))
    if apart:
        assert got == pytest.approx(wanted)


@given(st.integers(-500, 0), st.integers(1, 1500))
def test_scales_have_few_round_numbers(low: int, high: int) -> None:
    scale = ticks(low, high)
    assert 2 <= len(scale) <= 9
    assert 0 in scale
    assert all(low <= tick <= high for tick in scale)
    steps = {b - a for a, b in pairwise(scale)}
    assert len(steps) == 1


@given(st.lists(st.text("ab", min_size=1, max_size=30), max_size=12))
def test_wrapped_lines_hold_every_word_in_order(parts: list[str]) -> None:
    lines = wrapped(" ".join(parts), 12, len)
    assert " ".join(lines).split() == parts
    assert all(len(line) <= 12 or " " not in line for line in lines)


def test_two_modules_alone_know_matplotlib() -> None:
    knowing = []
    for path in sorted((ROOT / "schrille_cli").rglob("*.py")):
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            names = [alias.name for alias in node.names] if isinstance(node, ast.Import) else []
            names += [node.module or ""] if isinstance(node, ast.ImportFrom) else []
            if any(name.partition(".")[0] == "matplotlib" for name in names):
                knowing.append(path.name)
    assert set(knowing) == {"draw.py", "fonts.py"}
    assert all("pyplot" not in Path(path).read_text("utf-8") for path in (ROOT / "schrille_cli").rglob("*.py"))
