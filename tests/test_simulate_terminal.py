"""``schrille simulate`` on a terminal: a bar with the time left, and Ctrl-C, which prints what is done."""

from __future__ import annotations

import json
import re
import subprocess
from collections.abc import Callable
from pathlib import Path

import pytest
from conftest import SCHRILLE, Command, environment
from dialogs import CTRL_C, Dialog
from processes import run_python
from simulations import left_over, write_bots

ENDLESS = ("simulate", "-n", "10000000", "--seed", "stop", "--bot", "random")
TIME_LEFT = re.compile(r"games +\[[#-]{24}\] +\d+% +(\d+d )?\d\d:\d\d:\d\d")


@pytest.mark.parametrize("columns", [80, 60])
def test_a_bar_shows_how_much_is_done_and_the_time_left(terminal: Callable[..., Dialog], columns: int) -> None:
    dialog = terminal(*ENDLESS, size=(columns, 24))
    dialog.until(lambda dialog: bool(TIME_LEFT.search(dialog.line)))
    assert len(dialog.line) < columns
    dialog.process.send(CTRL_C)
    dialog.end(130)


def test_the_bar_is_full_in_the_end_and_the_tables_stand_below(terminal: Callable[..., Dialog]) -> None:
    dialog = terminal("simulate", "-n", "400", "--seed", "bar", size=(80, 80))
    dialog.end()
    first, *rest = dialog.shown.split("\n")
    assert re.match(r"games +\[#{24}\] +100%", first)
    assert rest[0].startswith("400 games of 4 players")


@pytest.mark.parametrize(
    ("args", "variables"), [(("--json",), {}), ((), {"TERM": "dumb"})], ids=["under --json", "on a dumb terminal"]
)
def test_no_bar_where_it_would_be_in_the_way(
    terminal: Callable[..., Dialog], args: tuple[str, ...], variables: dict[str, str]
) -> None:
    dialog = terminal("simulate", "-n", "300", "--seed", "bar", *args, **variables)
    dialog.end()
    assert "[#" not in dialog.output
    assert "[-" not in dialog.output
    assert "\x1b" not in dialog.output


def test_no_bar_where_errors_go_to_a_file(schrille: Command) -> None:
    done = schrille("simulate", "-n", "300")
    assert done.stderr == ""
    assert "%" in done.stdout


def figures(text: str) -> str:
    """The tables of an answer."""
    return text[text.index("\nGames\n") : text.index("fill the chart.")]


@pytest.mark.parametrize("jobs", ["1", "2"])
def test_ctrl_c_prints_what_is_done_which_is_what_so_many_games_give(
    schrille: Command, terminal: Callable[..., Dialog], jobs: str
) -> None:
    dialog = terminal(*ENDLESS, "--jobs", jobs, size=(80, 100), NO_COLOR="1")
    dialog.until(lambda dialog: bool(TIME_LEFT.search(dialog.line)))
    dialog.process.send(CTRL_C)
    dialog.end(130)
    found = re.search(r"Aborted; games played and counted: (\d+) of 10000000\.", dialog.shown)
    assert found, dialog.shown
    assert int(found[1]) > 100
    same = schrille("simulate", "-n", found[1], "--seed", "stop").stdout
    assert figures(dialog.shown) == figures(same)
    assert left_over(dialog.process.pid) == []


def test_ctrl_c_under_json_prints_the_object_of_what_is_done(
    terminal: Callable[..., Dialog], tmp_path: Path
) -> None:
    write_bots(tmp_path)
    dialog = terminal(*ENDLESS, "--bot", "own.py:slow", "--json", size=(2000, 24))
    dialog.read(1.5)
    dialog.process.send(CTRL_C)
    dialog.end(130)
    found = re.search(r'"asked": 10000000, .*"games": (\d+), "finished": (\d+)', dialog.output)
    assert found, dialog.output
    assert found[1] == found[2]
    error = json.loads(dialog.output[dialog.output.index('{"kind"') :])
    assert (error["kind"], error["message"]) == (
        "aborted",
        f"aborted; games played and counted: {found[1]} of 10000000",
    )


@pytest.mark.parametrize("seconds", [0.02, 0.1, 0.2, 0.35, 0.5, 0.7, 1.0])
def test_ctrl_c_at_any_moment_leaves_no_process_and_no_traceback(tmp_path: Path, seconds: float) -> None:
    """It reaches the processes that play, too, as every process of a terminal hears it; also while they start."""
    script = tmp_path / "stopped.py"
    script.write_text(STOPPED)
    done = subprocess.run(
        [SCHRILLE.with_name("python"), script, str(seconds), SCHRILLE, *ENDLESS, "--jobs", "3"],
        env=environment(),
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )
    code, group, *said = done.stdout.split("\n")
    assert code == "130", done
    assert "Traceback" not in done.stdout + done.stderr
    assert "Error" not in "".join(said)
    assert "leaked" not in "".join(said)
    assert left_over(int(group)) == []


HELD = """
import os, signal, threading, time
threading.Thread(target=time.sleep, args=(5,), daemon=True).start()  # it hears what this one does not
from schrille_cli.kit.quiet import undisturbed
try:
    with undisturbed():
        os.kill(os.getpid(), signal.SIGINT)
        time.sleep(0.2)
        print("held", signal.SIGINT in signal.pthread_sigmask(signal.SIG_BLOCK, ()))
    print("lost")
except KeyboardInterrupt:
    print("heard", signal.SIGINT in signal.pthread_sigmask(signal.SIG_BLOCK, ()))
try:
    os.kill(os.getpid(), signal.SIGINT)
    time.sleep(1)
except KeyboardInterrupt:
    print("again")
"""


def test_ctrl_c_is_held_back_but_not_lost(tmp_path: Path) -> None:
    assert run_python(tmp_path, HELD).stdout == "held True\nheard False\nagain\n"


STOPPED = """
import os, signal, subprocess, sys, time
process = subprocess.Popen(
    sys.argv[2:], stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, start_new_session=True
)
ticks = 0  # of the processor's time; in Python's own first ones, a signal may be lost or told of by Python
while ticks < 5:
    time.sleep(0.01)
    with open(f"/proc/{process.pid}/stat") as stat:
        ticks = sum(map(int, stat.read().rpartition(")")[2].split()[11:13]))
time.sleep(float(sys.argv[1]))
os.killpg(process.pid, signal.SIGINT)
try:
    out = process.communicate(timeout=30)[0]
finally:
    if process.poll() is None:
        os.killpg(process.pid, signal.SIGKILL)
print(process.returncode, process.pid, out, sep="\\n")
"""


@pytest.mark.parametrize("language", ["en", "de"])
def test_tables_stay_readable_on_60_columns(terminal: Callable[..., Dialog], language: str) -> None:
    """No number is torn from its percent sign."""
    dialog = terminal("simulate", "-n", "200", "--seed", "60", "--lang", language, size=(60, 100), NO_COLOR="1")
    dialog.end()
    assert len(re.findall(r"\d %", dialog.shown)) > 20
    assert not re.search(r"^ *%", dialog.shown, re.MULTILINE)
