"""Colours and signs: what is shown on terminals, in pipes, and in encodings that lack a sign."""

from __future__ import annotations

import json
import re
import subprocess

import pytest
from conftest import SCHRILLE, Command, environment
from screens import COMMANDS, NAMES, Screen, check_columns, check_lines, on_terminal, played


@pytest.fixture
def short(schrille: Command) -> Command:
    """A folder with a resolved round of short names."""
    played(schrille.folder, *NAMES["short"])
    return schrille


# Colour


def test_colour_on_a_terminal(short: Command) -> None:
    screen = on_terminal(short.folder, "show")
    assert "\x1b[" in screen
    assert "\x1b" not in screen.plain
    assert screen.plain.rstrip("\n") == short("show").stdout.rstrip("\n")


@pytest.mark.parametrize(
    ("variables", "coloured"),
    [
        ({"NO_COLOR": "1"}, False),
        ({"NO_COLOR": "0"}, False),
        ({"NO_COLOR": ""}, True),
        ({"TERM": "dumb"}, False),
        ({"TERM": "vt100"}, True),
    ],
)
def test_when_there_is_colour(short: Command, variables: dict[str, str], coloured: bool) -> None:
    for args in (["show"], ["show", "--history", "--explain"]):
        assert ("\x1b" in on_terminal(short.folder, *args, **variables)) == coloured


def test_no_colour_in_a_pipe(short: Command) -> None:
    for args in (["show"], COMMANDS["all"], ["rules"], ["score"]):
        done = short(*args, env=environment(TERM="xterm-256color"))
        assert "\x1b" not in done.stdout + done.stderr


def test_no_colour_in_json(short: Command) -> None:
    screen = on_terminal(short.folder, "show", "--json", "--slips")
    assert "\x1b" not in screen
    assert screen.isascii()
    assert screen.count("\n") == 1
    assert json.loads(screen)["phase"] == "resolved"


@pytest.mark.parametrize("table_format", ["html", "github", "latex", "tsv", "rst"])
def test_no_colour_in_source_text(short: Command, table_format: str) -> None:
    assert "\x1b" not in on_terminal(short.folder, "show", "--format", table_format)


def test_colour_is_never_the_only_sign(short: Command) -> None:
    """Without colour the labels, the direction of moves and the fallen bands are still told."""
    text = on_terminal(short.folder, "show", NO_COLOR="1")
    for word in ("blue", "↑", "↓", "falls", "danger"):
        assert word in text


# Encodings and locales


PLAIN_LOCALES: list[dict[str, str | None]] = [
    {"LC_ALL": None, "LANG": "C"},
    {"LC_ALL": None, "LANG": "POSIX"},
    {"LC_ALL": "C", "LANG": "de_DE.UTF-8"},
    {"LC_ALL": "POSIX", "LANG": "C.UTF-8"},
    {"PYTHONIOENCODING": "ascii"},
    {"PYTHONIOENCODING": "ascii:strict"},
    {"PYTHONIOENCODING": "cp1252"},
    {"PYTHONIOENCODING": "latin-1"},
    {"LC_ALL": "C", "PYTHONUTF8": "0", "PYTHONCOERCECLOCALE": "0"},
]


def run(schrille: Command, *args: str, env: dict[str, str]) -> subprocess.CompletedProcess[bytes]:
    """Run a command whose output is looked at byte by byte."""
    return subprocess.run([SCHRILLE, *args], cwd=schrille.folder, env=env, capture_output=True, timeout=60)


@pytest.mark.parametrize("variables", PLAIN_LOCALES, ids=str)
def test_plain_signs(schrille: Command, variables: dict[str, str | None]) -> None:
    players, bands = ["Zoë", "李小龍", "Cid 🎲"], [f"{n:02} Café 樂" for n in range(30)]
    played(schrille.folder, players, bands)
    env = environment(**variables)
    for args in (COMMANDS["all"], ["undo"], ["resolve"], ["score", "--next"], ["rules"]):
        done = run(schrille, *args, env=env)
        assert done.returncode == 0, done.stderr
        assert done.stderr == b""
        for arrow in "↑↓":
            assert arrow.encode() not in done.stdout
            assert f"\\u{ord(arrow):04x}".encode() not in done.stdout
    for args in (
        ["--help"],
        ["place", "--help"],
        ["new", "--help"],
        ["show", "-h"],
        ["frobnicate"],
        ["undo", "x"],
    ):
        done = run(schrille, *args, env=env)
        assert b"Traceback" not in done.stderr
        assert done.returncode in (0, 2)
    done = run(schrille, "place", "李", "x", env=env)
    assert done.returncode == 1
    assert b"Traceback" not in done.stderr


@pytest.mark.parametrize(
    ("encoding", "zoe", "dragon"),
    [
        ("ascii", b"Zo\\xeb", b"\\u674e"),
        ("cp1252", b"Zo\xeb", b"\\u674e"),
        ("utf-8", "Zoë".encode(), "李".encode()),
    ],
)
def test_what_cannot_be_encoded_is_escaped(schrille: Command, encoding: str, zoe: bytes, dragon: bytes) -> None:
    played(schrille.folder, ["Zoë", "李", "Cid"], [f"{n:02} Café 樂" for n in range(30)])
    for args in (
        ["show"],
        COMMANDS["all"],
        ["show", "--format", "html"],
        ["show", "--format", "github"],
    ):
        env = environment(PYTHONIOENCODING=encoding)
        done = run(schrille, *args, env=env)
        assert done.returncode == 0
        escaped = re.sub(rb"\\\\", rb"\\", done.stdout)
        assert zoe in escaped, args
        assert dragon in escaped, args


@pytest.mark.parametrize("variables", [{"PYTHONIOENCODING": "ascii"}, {"PYTHONIOENCODING": "cp1252"}], ids=str)
def test_escaped_names_stay_aligned(schrille: Command, variables: dict[str, str]) -> None:
    played(schrille.folder, *NAMES["CJK"])
    done = run(schrille, *COMMANDS["all"], env=environment(**variables))
    screen = Screen(done.stdout.decode("cp1252"))
    check_lines(screen, 80)
    assert check_columns(screen) >= 5


def test_arrows_where_they_can_be_written(short: Command) -> None:
    for variables in ({}, {"LC_ALL": None, "LANG": "de_DE.UTF-8"}, {"LC_ALL": "en_US.UTF-8", "LANG": "C"}):
        text = short("show", env=environment(**variables)).stdout
        assert "↑" in text
        assert "↓" in text
