"""``schrille simulate``: the same figures however many play, as tables, JSON and CSV; and what is refused."""

from __future__ import annotations

import csv
import json
import re
from io import StringIO
from typing import Any

import pytest
from conftest import ROOT, Command, environment
from processes import run_python
from simulations import value, write_bots

import schrille_cli.schrille as api

GAMES = ("simulate", "-n", "300", "--seed", "same", "--bot", "random", "--bot", "own.py:first")


@pytest.fixture
def own(schrille: Command) -> Command:
    """A folder with a file of own bots."""
    write_bots(schrille.folder)
    return schrille


def rows_of(text: str) -> list[dict[str, str]]:
    """The rows of a CSV text."""
    return list(csv.DictReader(StringIO(text)))


@pytest.mark.parametrize("form", [(), ("--json",), ("--csv",), ("--format", "html", "--lang", "de")], ids=" ".join)
def test_any_number_of_processes_gives_the_same_to_the_byte(own: Command, form: tuple[str, ...]) -> None:
    alone = own(*GAMES, *form)
    assert len(alone.stdout) > 500
    assert alone.stderr == ""
    for jobs in ("2", "3"):
        done = own(*GAMES, *form, "--jobs", jobs)
        assert (done.stdout, done.stderr) == (alone.stdout, "")


def test_the_same_seed_gives_the_same_and_another_one_other_figures(schrille: Command) -> None:
    one = schrille("simulate", "-n", "40", "--seed", "x").stdout
    assert schrille("simulate", "-n", "40", "--seed", "x").stdout == one
    assert schrille("simulate", "-n", "40", "--seed", "y").stdout.replace("y", "x") != one
    assert schrille("simulate", "-n", "41", "--seed", "x").stdout != one


def test_without_a_seed_one_is_chosen_by_which_it_can_be_repeated(schrille: Command) -> None:
    first = schrille.json("simulate", "-n", "20")
    assert schrille.json("simulate", "-n", "20")["seed"] != first["seed"]
    assert schrille.json("simulate", "-n", "20", "--seed", first["seed"]) == first
    assert f"seed {first['seed']}." in schrille("simulate", "-n", "20", "--seed", first["seed"]).stdout


def test_a_game_of_it_can_be_looked_at(schrille: Command) -> None:
    """Game 1 of a seed is the game that ``new`` begins with that seed, so that a bot can be watched."""
    data = schrille.json("simulate", "-n", "1", "--seed", "look", "--players", "3")
    game = api.Game.new({"Seat 1": "blue", "Seat 2": "red", "Seat 3": "green"}, seed="look/1", deal_hands=True)
    bots = dict.fromkeys(game.setup.players, lambda seen: seen.legal.choice(seen.random()))
    while game.phase != "over":
        api.step(game, bots)
    assert [seat["score"]["mean"] for seat in data["seats"]] == list(game.state.scores.values())
    assert data["rounds"]["mean"] == game.round


def test_tables_json_and_csv_say_the_same(own: Command) -> None:
    data = own.json(*GAMES)
    rows = rows_of(own(*GAMES, "--csv").stdout)
    text = own(*GAMES).stdout
    rounds = data["rounds"]
    assert f"{rounds['mean']:.2f}    {rounds['low']:.2f}" in text
    assert value(rows, "games", "", "rounds") == str(rounds["mean"])
    assert [row["low"] for row in rows if row["figure"] == "rounds"] == [str(rounds["low"])]
    assert sum(int(row["value"]) for row in rows if row["of"] == "rounds") == data["finished"] == 300
    for seat in data["seats"]:
        line = rf"{seat['seat']}  {seat['label']} +{seat['won']['wins']} +{seat['won']['shared']} "
        assert re.search(line, text)
        assert value(rows, "seat", seat["seat"], "wins") == str(seat["won"]["wins"])
    for bot in data["bots"]:
        assert bot["players"] == 2
        assert re.search(rf"{bot['bot']} +2 +{bot['won']['wins']} ", text)
        for kind, points in bot["points"].items():
            assert f"{points['mean']:.2f}" in text
            assert value(rows, "bot", bot["bot"], kind) == str(points["mean"])
    assert value(rows, "setting", "", "seed") == "same"
    assert f"{100 * data['ran_out']['rate']:.1f} %" in text


def test_every_win_is_somebodys(schrille: Command) -> None:
    data = schrille.json("simulate", "-n", "200", "--seed", "w", "--players", "6", "--set", "target=20")
    assert sum(seat["won"]["share"] for seat in data["seats"]) == pytest.approx(200)
    assert sum(seat["won"]["wins"] for seat in data["seats"]) == data["bots"][0]["won"]["wins"] > 200
    assert sum(seat["won"]["shared"] for seat in data["seats"]) > 0


def test_house_rules_and_presets_count(schrille: Command) -> None:
    usual = schrille.json("simulate", "-n", "60", "--seed", "r")
    short = schrille.json(
        "simulate", "-n", "60", "--seed", "r", "--set", "target=20", "--set", "retire_at=[25,45]"
    )
    assert short["rounds"]["mean"] < usual["rounds"]["mean"] - 3
    assert short["rules"]["retire_at"] == [25, 45]
    online = schrille("simulate", "-n", "5", "--rules", "brettspielwelt", "--set", "target=30").stdout
    assert "brettspielwelt with target=30" in " ".join(online.split())


def test_a_deck_file_has_the_labels(schrille: Command) -> None:
    deck = str(ROOT / "examples" / "deck.toml")
    data = schrille.json("simulate", "-n", "30", "--seed", "d", "--deck", deck)
    assert [seat["label"] for seat in data["seats"]] == list(api.load_deck(deck).labels)[:4]


def test_what_bots_print_is_no_answer(own: Command) -> None:
    args = ("simulate", "-n", "5", "--bot", "own.py:loud", "--seed", "l")
    here = own(*args)
    assert here.stdout == own(*args, "--jobs", "2").stdout
    assert "loud" not in here.stdout.replace("own.py:loud", "")
    assert "loud" in here.stderr
    assert own.json(*args)["games"] == 5  # and nothing on standard error


def test_the_answer_fits_a_narrow_terminal_and_any_encoding(own: Command) -> None:
    env = environment(LC_ALL="C", LANG="C", PYTHONUTF8="0", PYTHONCOERCECLOCALE="0", PYTHONIOENCODING="ascii")
    done = own("simulate", "-n", "5", "--lang", "de", env=env)
    assert done.stdout.isascii()


FAILING = {
    "late": r"3, bot \"own.py:late\", .*own\.py, line 21: the bot that plays for Seat 2 failed: ValueError: no",
    "junk": r"1, bot \"own.py:junk\": the bot that plays for Seat 2 returned no slip, but str",
    "twice": r"1, bot \"own.py:twice\", Seat 2's slip: hole 8 holds",
    "half": r"1, bot \"own.py:half\": a slip is not made of whole numbers",
    "rich": r"1, bot \"own.py:rich\", Seat 2's slip, hole \d+.*: the hand does",
    "quits": r"1, bot \"own.py:quits\", .*own\.py, line \d+: the bot that plays for Seat 2 failed: SystemExit: 3",
}


@pytest.mark.parametrize("bot", FAILING)
def test_a_bot_that_fails_is_named_with_game_seed_and_round_by_any_process(own: Command, bot: str) -> None:
    args = ("simulate", "-n", "50", "--seed", "f", "--bot", "random", "--bot", f"own.py:{bot}")
    alone = own(*args, code=1)
    assert re.match(rf'Error: game 1 \(seed "f/1"\), round {FAILING[bot]}', alone.stderr)
    assert alone.stdout == ""
    assert own(*args, "--jobs", "2", code=1).stderr == alone.stderr


def test_of_several_failures_the_first_game_is_told(own: Command) -> None:
    """``late`` fails where seat 2 is asked in round 3, whoever sits there in game 1 to 4."""
    args = ("simulate", "-n", "50", "--seed", "f", "--bot", "random", "--bot", "random", "--bot", "own.py:late")
    told = own(*args, code=1).stderr
    assert told.startswith('Error: game 2 (seed "f/2"), round 3, ')
    assert own(*args, "--jobs", "3", code=1).stderr == told
    german = own(*args, "--lang", "de", code=1).stderr
    assert "Zeile 21" in german
    assert own(*args, "--lang", "de", "--jobs", "3", code=1).stderr == german


def test_everything_wrong_is_said_at_once(schrille: Command) -> None:
    (schrille.folder / "bad.toml").write_text("labels = 3\n")
    args = ("--deck", "bad.toml", "--set", "tarket=5", "--set", "x", "--bot", "nobody", "--bot", "random")
    err = schrille("simulate", *args, code=1).stderr
    for part in ("bad.toml", "tarket", '"x" is no setting', "nobody"):
        assert part in err


@pytest.mark.parametrize(
    ("args", "said"),
    [
        (("--bot", "random") * 5, "There are more bots than players: 5 for 4."),
        (("-n", "0"), "-n"),
        (("-n", "many"), "many"),
        (("--jobs", "0"), "--jobs"),
        (("--jobs", "two"), "--jobs"),
        (("--players", "7"), "--players"),
        (("--csv", "--json"), "exclude each other"),
        (("--dask", "tcp://127.0.0.1:1", "--jobs", "2"), "exclude each other"),
    ],
    ids=lambda value: " ".join(value) if isinstance(value, tuple) else "",
)
def test_wrong_command_lines(schrille: Command, args: tuple[str, ...], said: str) -> None:
    assert said in schrille("simulate", *args, code=2).stderr


def test_all_processors_are_a_number_of_jobs_too(schrille: Command) -> None:
    alone = schrille("simulate", "-n", "30", "--seed", "a").stdout
    assert schrille("simulate", "-n", "30", "--seed", "a", "--jobs", "all").stdout == alone


def test_one_process_loads_no_engine(schrille: Command) -> None:
    code = """
import sys
from schrille_cli.cli import run
code = run(sys.argv[1:])
heavy = {"joblib", "distributed", "cloudpickle", "multiprocessing", "asyncio", "prompt_toolkit", "matplotlib"}
print(*sorted(heavy & {*sys.modules}), file=sys.stderr)
"""
    done = run_python(schrille.folder, code, "simulate", "-n", "3")
    assert done.stdout
    assert done.stderr.split() == []


def test_the_python_function_gives_what_the_command_prints(own: Command) -> None:
    def first(seen: api.Observation) -> api.Slip:
        return next(iter(seen.legal))

    data: Any = own.json("simulate", "-n", "40", "--seed", "api", "--bot", "random", "--bot", "own.py:first")
    done = api.simulate({"random": api_random(), "own.py:first": first}, 40, seed="api")
    assert json.loads(json.dumps(done.as_data())) == data


def api_random() -> api.Player:
    """The bot that places any slip."""
    from schrille_cli.schrille import bots

    return bots.find("random")


def test_functions_of_a_program_play_in_other_processes_too(own: Command) -> None:
    code = """
from schrille_cli.schrille import simulate
from own import first
shift = 1
def parent(folder):
    try:
        return int((folder / "stat").read_text().rpartition(")")[2].split()[1])
    except OSError:
        return 0
def mine(seen):
    return list(zip(range(shift + 1), seen.legal))[-1][1]
if __name__ == "__main__":
    one, two = (simulate([mine, first, lambda seen: first(seen)], 60, seed="m", jobs=jobs) for jobs in (1, 2))
    print(one.tally == two.tally, one.as_data() == two.as_data(), list(one.plan.bots))
    import os
    from pathlib import Path
    mine = [path.parent for path in Path("/proc").glob("[0-9]*/stat") if path.exists()]
    lines = [(folder / "cmdline").read_text() for folder in mine if parent(folder) == os.getpid()]
    print([line for line in lines if "tracker" not in line])  # the helpers stay until the end
"""
    (own.folder / "program.py").write_text(code)
    done = run_python(own.folder, "import runpy; runpy.run_path('program.py', run_name='__main__')")
    assert done.stdout == "True True ['mine', 'first', '<lambda>']\n[]\n", done.stderr
    assert done.stderr == ""
