"""Looking back along whole games at random: every row adds up, and bands and charts tell the same."""

from __future__ import annotations

import random
from itertools import pairwise
from typing import Any

import naive
import pytest
from test_random_games import play

from schrille_cli.schrille import Game, GameError, Slip
from schrille_cli.schrille.lookback import band_history, history, player_history, rounds

KINDS = ("top_six", "no1", "pick", "fallen_points")


def corrected(number: int) -> tuple[Game, dict[str, int], bool]:
    """A random game with points by the moderator's word on the way, which are told by player, and at last a slip
    that is amended; whether it was."""
    chance = random.Random(f"looking back {number}")
    given: dict[str, int] = {}
    game = None
    for game in play(number):
        if chance.random() < 0.15 and game.phase != "over":
            player, points = chance.choice(game.setup.players), chance.choice([-3, -1, 2, 5])
            game.adjust(player, points, "for the sake of it")
            given[player] = given.get(player, 0) + points
    assert game
    return game, given, amended(game, chance)


def amended(game: Game, chance: random.Random) -> bool:
    """Amend a slip: the same chips in other holes."""
    number = chance.randint(1, max(1, game.round - 1))
    slips = game.at_round(number).slips
    if not slips:
        return False
    player = chance.choice(list(slips))
    holes = chance.sample(range(1, 15), len(slips[player].influence) + 2)
    chips = [chip for _, chip in slips[player].influence]
    slip = Slip(tuple(zip(holes[2:], chips, strict=True)), holes[0], holes[1])
    try:
        game.amend(number, player, slip)
    except GameError:
        return False
    return True


def check_adds_up(game: Game, player: str) -> list[dict[str, Any]]:
    """Check a player's rounds against each other and against the score track; the rows."""
    found = player_history(game, player)
    rows: list[dict[str, Any]] = found["rounds"]
    score = 0
    for row in rows:
        assert row["opened_with"] == score
        assert row["total"] is None or row["total"] == sum(row[kind] for kind in KINDS)
        score += (row["total"] or 0) - row["paid"] + row["adjusted"]
        assert row["score"] == score
        assert row["adjusted"] == sum(one["points"] for one in row["adjustments"])
    assert score == game.state.scores[player]
    assert rows[-1]["new_label"] or rows[-1]["label"] == game.state.labels.get(player)
    for row, after in pairwise(rows):
        assert after["label"] == (row["new_label"] or row["label"])
    sums = found["sums"]
    assert sums["total"] - sums["paid"] + sums["adjusted"] == score
    assert sums["total"] == sum(sums[kind] for kind in KINDS)
    return rows


@pytest.mark.parametrize("number", range(0, 48, 2))
def test_every_round_of_a_player_adds_up(number: int) -> None:
    game, given, _ = corrected(number)
    for player in game.setup.players:
        rows = check_adds_up(game, player)
        assert sum(row["adjusted"] for row in rows) == given.get(player, 0)


@pytest.mark.parametrize("number", range(1, 48, 6))
def test_what_was_given_and_paid_is_all_there(number: int) -> None:
    """In a game without amendments, the log says who was given what, and who paid for which label."""
    game = None
    chance = random.Random(number)
    given, paid = 0, 0
    before: dict[str, str] = {}
    for game in play(number):
        labels = dict(game.state.labels)
        if game.phase == "scored":
            paid += sum(labels[player] != label for player, label in before.items())
            if chance.random() < 0.5:
                game.adjust(game.setup.players[0], -2, "too slow")
                given -= 2
        before = labels
    assert game
    sums = [player_history(game, player)["sums"] for player in game.setup.players]
    assert sum(one["adjusted"] for one in sums) == given
    assert sum(one["paid"] for one in sums) == paid * game.setup.rules.label_cost


@pytest.mark.parametrize("number", range(0, 48, 4))
def test_bands_and_charts_tell_the_same(number: int) -> None:
    game, _, _ = corrected(number)
    states = rounds(game)
    told = {entry["band"]: entry for entry in history(game)["bands"]}
    assert set(told) == {band for state in states for band in state.opened.chart}
    for band, entry in told.items():
        rows = band_history(game, band, explain=True)["rounds"]
        numbers = [row["round"] for row in rows]
        assert numbers == list(range(numbers[0], numbers[-1] + 1))  # who left never comes back
        assert rows[0]["new"] == (numbers[0] > 1)
        assert not any(row["new"] for row in rows[1:])
        left = [row for row in rows if row["reason"] or row["retired"]]
        assert left in ([], [rows[-1]])
        for row in rows:
            state = states[row["round"] - 1]
            assert state.opened.chart[row["marker"] - 1] == band
            place = entry["places"][row["round"] - 1]
            assert place == (row["place"] if row["resolved"] else row["marker"])
            assert (entry["fell"] == row["round"]) == bool(row["reason"])
            assert (entry["retired"] == row["round"]) == row["retired"]
            if row["resolved"]:
                slips = [tuple(slip) for slip in state.slips.values()]
                assert row["sum"] == naive.sum_on(row["marker"], slips)
                chips = [chip["chip"] for chip in row["chips"]]
                assert row["sum"] == sum(chip if isinstance(chip, int) else 1 for chip in chips)
            else:
                assert (row["sum"], row.get("chips")) == (None, None)


def test_the_games_are_worth_looking_back_at() -> None:
    games = [corrected(number) for number in range(0, 48, 6)]
    assert sum(done for *_, done in games) >= 3
    assert sum(bool(given) for _, given, _ in games) >= 5
    rows = [row for game, *_ in games for player in game.setup.players for row in check_adds_up(game, player)]
    assert any(row["paid"] and row["adjusted"] for row in rows)
    assert any(row["total"] is not None and row["total"] < 0 for row in rows)
