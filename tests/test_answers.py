"""What commands answer, where the words matter to people or the keys to scripts."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from conftest import PLAYERS, SLIP, Command

from schrille_cli.schrille import Game, GameError, Rules, dumps, loads, with_settings

PASSED = ("resolve", "--missing", "pass")


def test_a_slip_file_is_refused_with_every_line_that_is_wrong(schrille: Command) -> None:
    schrille.new()
    before = schrille.save.read_bytes()
    (schrille.folder / "slips.txt").write_text(
        f"Ann: {SLIP}\n\nBob 14+3\nCid: 14+3 14+3\nNobody: {SLIP}\nann: {SLIP}\n"
    )
    err = schrille("place", "--from", "slips.txt", code=1).stderr
    for said in (
        '"slips.txt", line 3: there is no colon',
        '"slips.txt", line 4, Cid\'s slip, token 1 and token 2: hole 14 holds 2 chips',
        '"slips.txt", line 5: there is no player "Nobody"',
        '"slips.txt", line 6: Ann has two slips here',
    ):
        assert said in err
    assert schrille.save.read_bytes() == before


def test_an_empty_slip_file(schrille: Command) -> None:
    schrille.new()
    assert "standard input: there is no slip" in schrille("place", "--from", "-", input="\n", code=1).stderr


def test_a_typed_slip_is_refused_by_its_player_s_name(schrille: Command) -> None:
    schrille.new()
    lines = schrille("place", "Ann", "14+3", "--9-2", "-n8", "7-1x", code=1).stderr.splitlines()
    assert all(line.startswith("Error: Ann's slip") for line in lines), lines
    assert [line.partition(":")[2].split(":")[0] for line in lines[:3]] == [
        f" Ann's slip, token {number}" for number in (2, 3, 4)
    ]
    assert schrille("place", "Zed", "14+3", code=1).stderr.startswith('Error: there is no player "Zed"')


def test_what_bag_and_hand_do_not_hold_is_found_by_line(schrille: Command) -> None:
    schrille.new("--deal-hands", "--set", "bag.+9=1")
    schrille("place", "Ann", *_of_hand(schrille, "Ann").split())
    text = f"Ann: {_of_hand(schrille, 'Ann')}\nBob: 14+9 13+9 12+9 11+9 10+9 1n 2p\n"
    err = schrille("place", "--from", "-", input=text, code=1).stderr
    assert "standard input, line 1, Ann's slip: the slip is in already" in err
    assert "standard input, line 2, Bob's slip, hole 1" in err
    assert "+9" not in err


def _of_hand(schrille: Command, player: str) -> str:
    chips = schrille.json("show", "--hand", player)["hands"][0]["chips"][:5]
    return " ".join(
        [f"{hole}{chip:+d}" for hole, chip in zip(range(14, 9, -1), chips, strict=True)] + ["1n", "2p"]
    )


def test_a_dry_run_says_what_would_be(schrille: Command) -> None:
    schrille.new()
    out = schrille("place", "Ann", *SLIP.split(), "--dry-run").stdout
    assert out.startswith("Ann's slip can be entered. Still owed: Ann, Bob")
    both = f"Ann: {SLIP}\nBob: {SLIP}\n"
    assert schrille("place", "--from", "-", "--dry-run", input=both).stdout.startswith(
        "Ann's and Bob's slips can be"
    )
    assert schrille("place", "--from", "-", input=both).stdout.startswith("Ann's and Bob's slips are in. Still")


def test_a_colon_behind_the_player_is_taken(schrille: Command) -> None:
    schrille.new()
    schrille("place", "Ann:", *SLIP.split())


def test_scoring_and_going_on_says_which_round_was_scored(schrille: Command) -> None:
    schrille.new()
    schrille(*PASSED)
    answer = schrille.json("score", "--next")
    assert (answer["scored_round"], answer["round"], answer["phase"]) == (1, 2, "placing")
    assert [row["place"] for row in answer["new"]] == list(range(14, 14 - len(answer["new"]), -1))


def test_a_past_round_has_no_next_commands(schrille: Command) -> None:
    schrille.new()
    schrille(*PASSED)
    schrille("score", "--next")
    past, now = schrille.json("show", "--round", "1"), schrille.json("show", "--round", "2")
    assert (past["round"], past["phase"], past["next_commands"]) == (1, "scored", [])
    assert now["next_commands"] == ["place"]


def test_history_marks_who_fell_and_who_retired(schrille: Command) -> None:
    schrille.new("--set", "retire_at=1")
    schrille.place_all("14-1 13-2 5+1 6+2 7+3 1n 2p")
    fallen = [row["band"] for row in schrille.json("resolve")["fallen"]]
    retired = schrille.json("score", "--next")["retired"]
    history = schrille.json("show", "--history")["history"]
    assert history["rounds"] == [1, 2]
    bands = {row["band"]: row for row in history["bands"]}
    assert {band for band, row in bands.items() if row["fell"] == 1} == set(fallen)
    assert {band for band, row in bands.items() if row["retired"] == 1} == set(retired)
    assert all(bands[band]["places"][1] is None for band in [*fallen, *retired])
    out = schrille("show", "--history").stdout
    assert "round 2 as it opened" in out
    assert len(re.findall(r"  \d+ ret\b", out)) == len(retired)
    assert len(re.findall(r"  fell\b", out)) == len(fallen)


def test_show_names_the_rules_in_force(schrille: Command) -> None:
    schrille.new("--rules", "brettspielwelt", "--set", "target=50")
    assert "Rules: brettspielwelt, target=50." in schrille("show").stdout.replace("\n", " ")


def test_fields_of_tsv_can_be_compared(schrille: Command) -> None:
    schrille.new()
    line = next(line for line in schrille("show", "--format", "tsv").stdout.splitlines() if line.startswith("1\t"))
    row = schrille.json("show")["chart"][0]
    assert line.split("\t")[:3] == ["1", row["band"], ", ".join(row["labels"])]


def test_rules_without_a_save_are_those_of_the_presets(schrille: Command) -> None:
    assert set(schrille.json("rules")["rules"]) == {"rulebook", "brettspielwelt"}
    schrille("rules", "-g", "none.toml", code=1)
    schrille.new("--set", "target=50")
    assert schrille.json("rules")["rules"]["rulebook"]["target"] == 50


def test_many_faults_are_cut_short(schrille: Command) -> None:
    schrille.save.write_text(
        'game = "schrille-stille"\nformat = 1\n' + "".join(f"x{i} = 1\n" for i in range(5000))
    )
    err = schrille("show", code=1).stderr
    assert err.count("\n") == 101
    assert "more faults" in err


@pytest.mark.parametrize("call", [lambda game: game.place_all({}), lambda game: game.place_all([], replace=True)])
def test_no_slip_is_no_command(game: Game, call: Callable[[Game], object]) -> None:
    with pytest.raises(GameError, match="no slip"):
        call(game)
    assert game.steps == []


def test_no_wish_is_no_command() -> None:
    game = Game.new(dict.fromkeys(PLAYERS))
    with pytest.raises(GameError, match="no label"):
        game.label({})
    assert game.steps == []


def test_a_chart_of_fifteen_places_is_refused() -> None:
    game = Game.new(PLAYERS, chart=[f"Band {number}=blue" for number in range(1, 15)])
    text = dumps(game)
    loads(text)
    with pytest.raises(GameError, match=r"rounds\[0\]\.chart"):
        loads(text.replace('    "Band 14",\n', '    "Band 14",\n    "Band 1",\n'))


def test_both_marks_are_said_together() -> None:
    rules = with_settings(Rules(), ["retire_at=1,2", "both_marks=once"])
    game = Game.new(PLAYERS, rules=rules, seed="marks")
    game.resolve(missing_pass=True)
    game.score()
    assert (game.state.marks, len(game.state.retired)) == ((1, 2), 3)


def test_too_few_players_are_said_beside_other_faults(errors: Callable[..., list[str]]) -> None:
    said = errors(Game.new, [("Ann", "blue"), ("Bob", "blue")])
    assert len(said) == 2
    assert said[1].startswith("2 players: Ann and Bob")


def test_a_game_with_the_tool_s_deck_wants_no_cards(schrille: Command) -> None:
    schrille.new()
    schrille(*PASSED)
    schrille("score")
    for args in (["--band", "X"], ["--deck-empty"]):
        assert "come from the tool's deck" in schrille("next", *args, code=1).stderr


def test_a_log_with_an_empty_deck_in_a_game_with_the_tool_s_is_refused(game: Game) -> None:
    game.resolve(missing_pass=True)
    game.score()
    game.next()
    with pytest.raises(GameError, match=r"rounds\[0\]\.log\[2\]"):
        loads(dumps(game).replace('"next"', '"next deck-empty"'))
