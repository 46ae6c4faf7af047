"""The examples are sound: the deck file, the slips, the script, the recorded game."""

from __future__ import annotations

import re
import subprocess
import sys

from conftest import ROOT, SCHRILLE, Command, environment

from schrille_cli.schrille import Game, Rules, bots, dumps, load, load_deck, parse_slip, step

EXAMPLES = ROOT / "examples"


def test_the_deck_file_can_be_used(schrille: Command) -> None:
    deck = load_deck(str(EXAMPLES / "deck.toml"))
    assert len(deck.bands) == 21
    assert set(deck.labels.values()) == {"blue", "red", "green", "yellow", "violet", "orange"}
    chart = schrille.new("--deck", str(EXAMPLES / "deck.toml"))["chart"]
    assert {row["band"] for row in chart} <= set(deck.bands)


def test_the_slips_can_be_entered(schrille: Command) -> None:
    for line in (EXAMPLES / "slips.txt").read_text().splitlines():
        parse_slip(line.partition(":")[2], Rules())
    schrille.new()
    schrille("place", "--from", str(EXAMPLES / "slips.txt"))
    assert schrille.json("show")["next_commands"] == ["resolve"]


def test_the_script_plays_a_whole_round(tmp_path: object) -> None:
    env = environment(TMPDIR=str(tmp_path))
    env["PATH"] = f"{SCHRILLE.parent}:{env['PATH']}"
    done = subprocess.run(
        ["sh", EXAMPLES / "round.sh"], env=env, capture_output=True, text=True, check=True, timeout=60
    )
    for heading in ("Chart of round 1", "Moves, in order", "Points of round 1", "Score track", "Chart of round 2"):
        assert heading in done.stdout
    assert done.stderr == ""


def test_the_recorded_game_reaches_its_end() -> None:
    path = EXAMPLES / "game.toml"
    game = load(str(path))
    assert game.phase == "over"
    assert max(game.state.scores.values()) >= 70
    assert game.state.used_marks + game.state.marks == (30, 50)
    assert dumps(game) == path.read_text(encoding="utf-8")


def test_the_recorded_game_can_be_taken_back_to_its_start() -> None:
    game = load(str(EXAMPLES / "game.toml"))
    while game.steps:
        game.undo()
    assert (game.round, game.phase, game.state.slips) == (1, "placing", {})


BOT = f"{EXAMPLES / 'bot.py'}:supporter"


def test_the_bot_plays_a_game_to_its_end() -> None:
    done = subprocess.run(
        [sys.executable, EXAMPLES / "bot.py"], capture_output=True, text=True, check=True, env=environment()
    )
    scores = re.fullmatch(r"\{'Ann': (-?\d+), 'Bob': (-?\d+), 'Cid': (-?\d+)\} (Ann|Bob|Cid)[ \w]*\n", done.stdout)
    assert scores, done.stdout
    assert max(map(int, scores.groups()[:3])) >= 70


def test_the_bot_can_be_found_and_wins_against_chance() -> None:
    bot = bots.find(BOT)
    players = {"Ann": bots.find("random"), "Bob": bot, "Cid": bots.find("random")}
    won = 0
    for number in range(20):
        game = Game.new({"Ann": "blue", "Bob": "red", "Cid": "green"}, seed=f"{number}", deal_hands=True)
        assert bot(game.observe("Bob")) in game.observe("Bob").legal
        while game.phase != "over":
            step(game, players)
        won += game.state.winners == ("Bob",)
    assert won > 12


def test_the_bot_places_by_any_rules(schrille: Command) -> None:
    schrille.new("--deal-hands", "--set", "keep=12", "--set", "hand=12")
    assert "by the bot supporter" in schrille("place", "Ann", "--bot", BOT).stdout
