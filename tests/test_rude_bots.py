"""Bots that print, raise and return what no bot should: nothing of it is seen at the table, nor by scripts."""

from __future__ import annotations

import json
import re
import subprocess
import threading
import time
from collections.abc import Callable

import pytest
from conftest import PLAYERS, SCHRILLE, SLIP, Command, environment
from dialogs import Dialog
from processes import refused
from stages import at

from schrille_cli.schrille import Game, GameError, Slip, bots, load, save, simulate, step
from schrille_cli.schrille.bots.seat import seated

RUDE = """
import logging, os, subprocess, sys, time, warnings
from schrille_cli.schrille import GameError, Slip, bots

logging.basicConfig(level=logging.INFO)
print("SECRET while loading")

def logs(seen):
    logging.info("SECRET %s", seen.hand)
    warnings.warn("SECRET")
    return bots.find("fan")(seen)

def writes(seen):
    os.write(1, b"SECRET")
    os.write(2, b"SECRET")
    if sys.__stdout__:
        sys.__stdout__.write("SECRET")
    return bots.find("fan")(seen)

def calls(seen):
    subprocess.run(["echo", "SECRET"])
    return bots.find("fan")(seen)

class Rude(BaseException):
    pass

class Mute(Exception):
    def __str__(self):
        raise ValueError("SECRET")

class Odd(Slip):
    @property
    def influence(self):
        raise RuntimeError("SECRET")

def base(seen):
    raise Rude("SECRET")

def mute(seen):
    raise Mute()

def sub(seen):
    return Odd(*bots.find("fan")(seen))

def asks(seen):
    return bots.find(f"SECRET{seen.hand}")(seen)

def says(seen):
    from schrille_cli.schrille import Fault
    raise GameError(Fault("bot", "SECRET"))

async def waits(seen):
    return bots.find("fan")(seen)

class Holes:
    def __iter__(self):
        raise RuntimeError("SECRET")

def holes(seen):
    return Slip(Holes(), 1, 2)

def shuts(seen):
    if sys.stdout:
        sys.stdout.detach()
    sys.stdout = sys.stderr = None
    return bots.find("fan")(seen)

class Leaving:
    def __index__(self):
        raise SystemExit("SECRET")

def leaves(seen):
    return Slip(((Leaving(), 1),), 1, 2)

class Marked(int):
    __hash__ = int.__hash__
    def __radd__(self, other):
        return other + 30
    def __eq__(self, other):
        return True

def marked(seen):
    influence, no1, pick = bots.find("random")(seen)
    return Slip(tuple((hole, Marked(chip)) for hole, chip in influence), Marked(no1), Marked(pick))

def plain(seen):
    return bots.find("random")(seen)

def slow(seen):
    open("thinking", "w").close()
    time.sleep(1.5)
    return bots.find("fan")(seen)
"""
LOUD = ("logs", "writes", "calls", "shuts")
WRONG = ("base", "mute", "sub", "asks", "says", "waits", "holes", "leaves")


@pytest.fixture
def rude(schrille: Command) -> Command:
    """A game whose hands the tool deals, and bots without manners."""
    (schrille.folder / "rude.py").write_text(RUDE)
    save(Game.new(PLAYERS, seed="rude", deal_hands=True), str(schrille.save))
    return schrille


@pytest.mark.parametrize("flags", [(), ("--json",)], ids=["text", "json"])
@pytest.mark.parametrize("name", LOUD + WRONG)
def test_nothing_of_it_is_seen_at_the_table(rude: Command, name: str, flags: tuple[str, ...]) -> None:
    right = name in LOUD
    for args in (("place", "Cid"), ("odds", "-n", "2")):
        done = rude(*args, "--bot", f"rude.py:{name}", *flags, code=0 if right else 1)
        assert "Traceback" not in done.stderr
        if args[0] == "place":
            assert "SECRET" not in done.stdout + done.stderr
        assert bool(done.stderr) is not right
        if flags and not right:
            assert json.loads(done.stderr)["kind"] in ("bot", "slip")
    assert list(load(str(rude.save)).state.slips) == (["Cid"] if right else [])


@pytest.mark.parametrize("jobs", ["1", "2"])
@pytest.mark.parametrize("name", LOUD + WRONG)
def test_nothing_of_it_is_seen_by_scripts(rude: Command, name: str, jobs: str) -> None:
    args = ("simulate", "-n", "2", "--bot", f"rude.py:{name}", "--seed", "x", "--jobs", jobs, "--json")
    done = rude(*args, code=0 if name in LOUD else 1)
    if name in LOUD:
        assert done.stderr == ""
        assert json.loads(done.stdout)["games"] == 2
    else:
        assert done.stdout == ""
        told = json.loads(done.stderr)
        assert told["kind"] == "bot"
        assert told["place"].startswith(f'game 1 (seed "x/1"), round 1, bot "rude.py:{name}"')


def test_numbers_of_a_kind_of_their_own_count_as_they_are_written(rude: Command) -> None:
    """Neither what they add up to, nor what they say that they are equal to."""
    args = ("simulate", "-n", "20", "--bot", "random", "--seed", "x", "--json")
    marked, plain = (rude.json(*args[:-1], "--bot", f"rude.py:{name}") for name in ("marked", "plain"))
    assert marked["seats"] == plain["seats"]
    assert marked["bots"][1]["points"] == plain["bots"][1]["points"]


@pytest.mark.parametrize("closed", ["<&- >&-", ">&- 2>&-", "<&- 2>&-", "2>&-", ">&-"])
def test_nothing_is_seen_where_streams_are_closed(rude: Command, closed: str) -> None:
    command = f"{SCHRILLE} place Cid --bot rude.py:writes {closed}"
    done = subprocess.run(
        ["sh", "-c", command], cwd=rude.folder, env=environment(), capture_output=True, check=False
    )
    assert b"SECRET" not in done.stdout + done.stderr
    assert b"Traceback" not in done.stdout + done.stderr
    assert "Cid" in load(str(rude.save)).state.slips
    for jobs in "12":
        command = f"{SCHRILLE} simulate -n 4 --csv --bot rude.py:writes --jobs {jobs} {closed}"
        done = subprocess.run(
            ["sh", "-c", command], cwd=rude.folder, env=environment(), capture_output=True, check=False
        )
        assert b"SECRET" not in done.stdout
        assert b"Traceback" not in done.stdout + done.stderr
        assert done.returncode == (1 if ">&-" in closed.replace("2>&-", "") else 0)


def test_simulate_lets_it_through_to_standard_error(rude: Command) -> None:
    done = rude("simulate", "-n", "1", "--bot", "rude.py:writes", "--seed", "x", "--csv")
    assert "SECRET" in done.stderr
    assert "SECRET" not in done.stdout


def test_the_save_is_free_while_a_bot_thinks(rude: Command) -> None:
    """Somebody else can place meanwhile; where the round has gone on, the bot's slip no longer counts."""
    found: list[str] = []

    def think() -> None:
        found.append(rude("place", "Cid", "--bot", "rude.py:slow").stdout)

    thread = threading.Thread(target=think)
    thread.start()
    while not (rude.folder / "thinking").exists():
        time.sleep(0.02)
    rude("place", "Bob", "--bot", "fan")
    assert not found
    thread.join()
    assert found
    assert set(load(str(rude.save)).state.slips) == {"Bob", "Cid"}


def test_a_slip_for_a_round_that_is_over_does_not_count(rude: Command) -> None:
    game = load(str(rude.save))
    thought = seated(game, "Cid", "fan", None)
    assert dict(thought.in_game(game).bots) == {"Cid": "fan"}
    step(game, dict.fromkeys(PLAYERS, bots.find("random")))
    with pytest.raises(GameError, match="the game has gone on while the bot was thinking"):
        thought.in_game(game)


def test_a_step_that_cannot_be_done_changes_nothing() -> None:
    dealt = Game.new(PLAYERS, seed="step", deal_hands=True)
    with pytest.raises(GameError, match="nobody plays for Bob, Cid and Dora"):
        step(dealt, {"ann": bots.find("fan")})
    table = Game.new(PLAYERS, seed="step", deal_hands=True, chart=dealt.state.opened.chart)
    with pytest.raises(GameError, match="come from the table"):
        step(table, dict.fromkeys(PLAYERS, bots.find("fan")))
    assert not dealt.steps
    assert not table.steps
    step(dealt, {name.upper(): bots.find("fan") for name in PLAYERS})
    assert dealt.round == 2


def test_nonsense_in_python_is_refused() -> None:
    game = at("placing")
    for hand in ([9, 9], "+4 +3 +2 +1 -1 -2 -3", [1, 2], [4] * 7, [1.0] * 7, []):
        with pytest.raises(GameError, match="these are not 7 chips of the bag"):
            game.observe("Ann", hand)  # type: ignore[arg-type]
    legal = Game.new(PLAYERS, deal_hands=True).observe("Ann").legal
    for thing in (None, "14+3", (), 5, SLIP, Slip(None, 1, 2), Slip((1, 2), 3, 4)):  # type: ignore[arg-type]
        assert thing not in legal
    for games, jobs in ((0, 1), (-1, 1), (1, 0), (1, -1)):
        with pytest.raises(GameError, match="there is nothing to play"):
            simulate(["fan"], games, jobs=jobs)
    assert [bot.bot for bot in simulate("fan", 1, seed="x").figures.bots] == ["fan"]


def test_a_slip_cannot_pass_for_the_name_of_a_bot(rude: Command) -> None:
    game = load(str(rude.save))
    slip = str(bots.find("fan")(game.observe("Ann")))
    for name in (slip, slip.replace(" ", " x "), slip.split()[0], "bot 14=3"):
        fed = json.dumps([{"player": "Ann", "bot": name, "slip": slip}])
        said = refused(rude, "place", "--from", "-", input=fed)
        assert "this cannot be the name of a bot" in said
        assert slip.split()[0] not in said


@pytest.mark.parametrize("columns", [20, 40, 50, 80])
def test_the_progress_bar_fits_or_is_left_out(terminal: Callable[..., Dialog], columns: int) -> None:
    dialog = terminal("simulate", "-n", "3000", "--bot", "random", "--seed", "x", size=(columns, 100))
    dialog.end()
    drawn = dialog.output.partition("Games")[0].replace("\x1b[?25l", "").replace("\x1b[?25h", "")
    assert ("%" in drawn) is (columns > 35)
    assert all(len(line.replace("\x1b[K", "")) <= columns for line in re.split("[\r\n]", drawn))


def test_the_number_of_processes_has_bounds(schrille: Command) -> None:
    for value in ("0", "-1", "1001", "x", "1.5", ""):
        said = schrille("simulate", f"--jobs={value}", code=2, env=environment()).stderr
        assert "is neither a number from 1 to 1000 nor all" in " ".join(said.split())
