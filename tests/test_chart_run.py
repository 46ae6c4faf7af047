"""The data of a picture: worked by hand for one game, and held against the history of games at random."""

from __future__ import annotations

import pytest
from chart_games import PEOPLE, played

from schrille_cli.schrille import Game, lookback
from schrille_cli.schrille.rules import Rules
from schrille_cli.schrille.run import BELOW, DANGER, RETIRED, Column, Run, ScoreStop, run_of

# Places 1 to 14. Labels by turns, but for those that matter: c5 blue, c2 red, c3 green.
CARDS = ["blue", "red", "green", "red", "blue", "green", "yellow", "yellow", "yellow", "blue", *["orange"] * 4]
CHART = [f"c{number}={label}" for number, label in enumerate(CARDS, 1)]
# c14 falls below 14, c13 climbs to 10 and pushes three bands into the Danger Zone; c7 and c6 change places twice;
# c5 goes to 1, and c1, 2 by then, to 4.
SLIP = "14-1 13+3 5+4 2+1 1-1 6:no1 7:pick"
NEW = [f"n{number}=violet" for number in range(1, 8)]
START, END, SECOND = Column(1, False), Column(1, True), Column(2, False)


@pytest.fixture
def by_hand() -> Game:
    """A round of which only A has a slip. Scores: A 6 + 1 - 2, B 5 + 2, C 4 + 1."""
    rules = Rules(retire_at=(7, 80))
    game = Game.new({"A": "blue", "B": "red", "C": "green"}, seed="h", chart=CHART, rules=rules)
    game.place("A", SLIP)
    return game


def ways(run: Run) -> dict[str, tuple[dict[Column, int], str]]:
    return {line.band: (dict(line.stops), line.end) for line in run.bands}


def scores(run: Run) -> dict[str, list[tuple[Column, int, str]]]:
    return {line.player: list(line.stops) for line in run.scores}


def test_a_round_that_is_open(by_hand: Game) -> None:
    run = run_of(by_hand)
    assert ways(run) == {f"c{place}": ({START: place}, "") for place in range(1, 15)}
    assert scores(run) == {
        "A": [(START, 0, "blue")],
        "B": [(START, 0, "red")],
        "C": [(START, 0, "green")],
    }
    assert run.columns == (START,)
    assert (run.round, run.phase, run.winners, run.deepest) == (1, "placing", (), 14)


def test_a_round_by_hand(by_hand: Game) -> None:
    by_hand.resolve(missing_pass=True)
    run = run_of(by_hand)
    final = [5, 2, 3, 1, 4, 6, 7, 8, 9, 13, 10, 11, 12, 14]  # c14 is drawn on row 15, below the chart
    places = {f"c{number}": place for place, number in enumerate(final, 1)} | {"c14": 15}
    ends = {"c10": DANGER, "c11": DANGER, "c12": DANGER, "c14": BELOW}
    assert ways(run) == {
        band: ({START: int(band[1:]), END: place}, ends.get(band, "")) for band, place in places.items()
    }
    assert scores(run)["A"] == [(START, 0, "blue")]  # not paid yet
    assert run.deepest == 15


def test_points_retirement_and_a_new_label_by_hand(by_hand: Game) -> None:
    by_hand.resolve(missing_pass=True)
    by_hand.score()
    run = run_of(by_hand)
    assert [band for band, (_, end) in ways(run).items() if end == RETIRED] == ["c2", "c3", "c5"]
    assert scores(run) == {
        "A": [(START, 0, "blue"), (END, 7, "blue")],
        "B": [(START, 0, "red"), (END, 7, "red")],
        "C": [(START, 0, "green"), (END, 5, "green")],
    }
    by_hand.label({"C": "violet"})
    paid = [(START, 0, "green"), (END, 5, "green"), (SECOND, 0, "violet")]
    run = run_of(by_hand)
    assert scores(run)["C"] == paid
    assert scores(run)["A"] == [(START, 0, "blue"), (END, 7, "blue"), (SECOND, 7, "blue")]
    assert run.columns == (START, END, SECOND)
    assert ways(run)["c1"] == ({START: 1, END: 4}, "")
    by_hand.next(NEW)
    run = run_of(by_hand)
    assert scores(run)["C"] == paid
    assert ways(run)["c1"] == ({START: 1, END: 4, SECOND: 1}, "")
    assert ways(run)["c13"] == ({START: 13, END: 10, SECOND: 7}, "")
    assert ways(run)["c5"] == ({START: 5, END: 1}, RETIRED)
    assert [ways(run)[f"n{number}"][0] for number in range(1, 8)] == [{SECOND: 15 - n} for n in range(1, 8)]


def test_marks_that_never_count_are_left_out(by_hand: Game) -> None:
    """Who reaches 80 has reached the target of 70 before (R22)."""
    assert (run_of(by_hand).marks, run_of(by_hand).target) == ((7,), 70)


def test_points_by_the_moderator_s_word_count_at_once(by_hand: Game) -> None:
    by_hand.adjust("B", -4, "a bet")
    assert scores(run_of(by_hand))["B"] == [(START, -4, "red")]
    by_hand.resolve(missing_pass=True)
    by_hand.score()
    assert scores(run_of(by_hand))["B"] == [(START, 0, "red"), (END, 3, "red")]
    by_hand.adjust("A", 2, "a song")
    run = run_of(by_hand)
    assert scores(run)["A"][1:] == [(END, 7, "blue"), (SECOND, 9, "blue")]
    assert scores(run)["B"][1:] == [(END, 3, "red"), (SECOND, 3, "red")]


def test_several_bands_below_the_chart_lie_in_the_order_in_which_they_fell() -> None:
    game = Game.new({"A": "blue", "B": "red", "C": "green"}, seed="h", chart=CHART)
    game.place("A", "14-4 12-3 13-2 2+1 1+1 3:no1 4:pick")
    game.resolve(missing_pass=True)
    assert [game.state.band(marker) for marker in game.state.moved.below] == ["c14", "c13", "c12"]
    assert [ways(run_of(game))[band][0][END] for band in ("c14", "c13", "c12")] == [15, 16, 17]


def test_slips_of_the_round_in_play_leave_no_trace(by_hand: Game) -> None:
    with_slip = run_of(by_hand)
    by_hand.undo()
    assert run_of(by_hand) == with_slip


def test_the_opening_has_players_without_labels() -> None:
    game = Game.new({"A": None, "B": "red", "C": None}, seed="o")
    assert [line.stops for line in run_of(game).scores] == [
        (ScoreStop(START, 0, label),) for label in ("", "red", "")
    ]
    game.label({"A": "blue", "C": "green"})
    assert [line.stops[0].label for line in run_of(game).scores] == ["blue", "red", "green"]


GAMES = {
    "to the end": (PEOPLE, 99),
    "three": (PEOPLE[:3], 99),
    "resolved": (PEOPLE[:5], 4),
    "low marks": (PEOPLE[:5], 12, "retire_at=[5,10,15]", "target=900"),
    "a deck that runs out": (PEOPLE[:4], 14, "target=900", "retire_places=9"),
}


@pytest.mark.parametrize("name", GAMES)
@pytest.mark.parametrize("phase", ["placing", "resolved", "scored"])
def test_the_run_is_the_history(name: str, phase: str) -> None:
    players, rounds, *settings = GAMES[name]
    game = played(players, rounds, *settings, seed=name, phase=phase)
    run, history = run_of(game), lookback.history(game)
    assert {line.band for line in run.bands} == {entry["band"] for entry in history["bands"]}
    entries = {entry["band"]: entry for entry in history["bands"]}
    for line in run.bands:
        entry, stops = entries[line.band], dict(line.stops)
        assert line.labels == game.state.bands[line.band]
        left = entry["retired"] or entry["fell"]
        assert (line.end == RETIRED, line.end in (BELOW, DANGER)) == (bool(entry["retired"]), bool(entry["fell"]))
        first, last = line.stops[0].column, line.stops[-1].column
        assert not first.moved
        assert not left or last == Column(left, True)
        for number, place in zip(history["rounds"], entry["places"], strict=True):
            moved = game.at_round(number).movement is not None
            drawn = stops.get(Column(number, moved))
            assert drawn == place if place or drawn is None else drawn > 14
            assert place or line.end == BELOW or not first.round <= number <= last.round
        between = [column for column in run.columns if first <= column <= last]
        assert [stop.column for stop in line.stops] == between
    for line, row in zip(run.scores, history["scores"], strict=True):
        now = [stop for stop in line.stops if stop.column.round <= game.round][-1]
        assert line.stops[-1].score == row["scores"][-1] == game.state.scores[line.player]
        assert line.stops[-1].label == game.state.labels[line.player]
        assert now.column == Column(game.round, bool(game.state.points))
        for opened, ended in zip(row["scores"], [s for s in line.stops if not s.column.moved][1:], strict=False):
            assert ended.score == opened
