"""The installed command on terminals, saves of names that are hard to print, and checks of what is printed."""

from __future__ import annotations

import fcntl
import json
import os
import pty
import re
import struct
import subprocess
import termios
from collections.abc import Iterator
from pathlib import Path

from conftest import LABELS, SCHRILLE, environment
from wcwidth import wcswidth

from schrille_cli.schrille import Game, load_deck, save

ESCAPE = re.compile(r"\x1b\[[0-9;]*m")
SLIPS = [
    "14+3 12+4 9-2 7-1 3+2 1:no1 8:pick",
    "14-4 13-4 12+4 7-1 3+2 1:no1 8:pick",
    "2+4 12+4 9-2 7-3 5-2 1:no1 8:pick",
    "14+1 11+1 10+1 4-1 3-1 6:no1 8:pick",
]


class Screen(str):
    """What a command printed on a terminal, with its escapes."""

    code = 0

    @property
    def plain(self) -> str:
        return ESCAPE.sub("", self)


def on_terminal(folder: Path, *args: str, width: int = 80, **variables: str | None) -> Screen:
    """Run the installed command on a pseudo-terminal and collect what it prints there."""
    master, slave = pty.openpty()
    fcntl.ioctl(slave, termios.TIOCSWINSZ, struct.pack("HHHH", 40, width, 0, 0))
    env = environment(**{"TERM": "xterm-256color", "NO_COLOR": None, "COLUMNS": None, **variables})
    process = subprocess.Popen([SCHRILLE, *args], cwd=folder, env=env, stdin=slave, stdout=slave, stderr=slave)
    os.close(slave)
    parts = []
    while True:
        try:
            part = os.read(master, 65536)
        except OSError:  # the other end is closed
            break
        if not part:
            break
        parts.append(part)
    os.close(master)
    screen = Screen(b"".join(parts).decode("utf-8", "replace").replace("\r\n", "\n"))
    screen.code = process.wait(30)
    assert "Traceback" not in screen, screen
    return screen


def deck_file(folder: Path, bands: list[str]) -> str:
    """A deck file with a band a name, single and double labels in turn."""
    lines = []
    for number, band in enumerate(bands):
        labels = LABELS[number % 6] if number % 2 else f"{LABELS[number % 6]},{LABELS[(number + 1) % 6]}"
        lines.append(f"{json.dumps(band, ensure_ascii=False)} = {json.dumps(labels)}\n")
    path = folder / "deck.toml"
    path.write_text("[bands]\n" + "".join(lines), "utf-8")
    return str(path)


def played(folder: Path, players: list[str], bands: list[str], rounds: int = 3) -> None:
    """A save with some rounds behind it, the last one resolved."""
    deck = load_deck(deck_file(folder, bands))
    game = Game.new(list(zip(players, LABELS, strict=False)), seed="screen", deck=deck)
    for number in range(rounds):
        game.place_all([(player, SLIPS[i % len(SLIPS)]) for i, player in enumerate(players)])
        game.resolve()
        if number < rounds - 1:
            game.score(go_on=True)
    save(game, str(folder / "schrille.toml"))


NAMES: dict[str, tuple[list[str], list[str]]] = {
    "short": (["Ann", "Bob", "Cid"], [f"Band {n}" for n in range(30)]),
    "long": (
        [f"{letter}nnabella Longname of the Longest House"[:40].ljust(40, "x") for letter in "ABCDEF"],
        [f"Band {n:02} with a name of forty characters"[:40].ljust(40, "y") for n in range(30)],
    ),
    "one word": ([letter * 40 for letter in "ABCDEF"], [f"{n:02}" + "W" * 38 for n in range(30)]),
    "CJK": (
        [f"{letter}李小龍的音樂公司" for letter in "ABCDEF"],
        [f"{n:02}不思議な楽団と愉快な仲間達" for n in range(30)],
    ),
    "long CJK": ([letter + "龍" * 39 for letter in "ABC"], [f"{n:02}" + "樂" * 38 for n in range(30)]),
    "combining": (
        [letter + "z\u0323\u0304" * 13 for letter in "ABCDEF"],
        [f"{n:02}" + "q\u0323\u0307" * 12 for n in range(30)],
    ),
    "emoji": (
        [f"{letter} 🎸🥁🎹 👩\u200d🎤 ❤\ufe0f" for letter in "ABCDEF"],
        [f"{n:02} 🎸 👨\u200d👩\u200d👧 🇩🇪 ☎\ufe0f 🤘🏽" for n in range(30)],
    ),
    "Hangul and Hindi": (
        [f"{letter} 방탄소년단 팬클럽" for letter in "ABCDEF"],
        [f"{n:02} बैंड का नाम है" for n in range(30)],
    ),
}
COMMANDS: dict[str, list[str]] = {
    "show": ["show"],
    "all": ["show", "--history", "--slips", "--explain"],
    "history": ["show", "--history"],
    "round 1": ["show", "--round", "1", "--slips", "--explain"],
}


def check_lines(screen: Screen, width: int) -> None:
    for line in screen.plain.split("\n"):
        cells = wcswidth(line)
        assert cells >= 0, line
        assert cells <= width, (cells, line)


def tables(text: str) -> Iterator[tuple[str, list[str]]]:
    """Every table of the format simple: its separator row, and its other rows."""
    lines = text.split("\n")
    for number, line in enumerate(lines):
        if re.fullmatch(r"-+(  -+)*", line):
            end = next(i for i in range(number, len(lines) + 1) if i == len(lines) or not lines[i].strip())
            first = next(i for i in range(number, -1, -1) if i == 0 or not lines[i - 1].strip())
            yield line, lines[first:number] + lines[number + 1 : end]


def check_columns(screen: Screen) -> int:
    """Check that every row of every table has space where its separator row has; the number of tables."""
    count = 0
    for separator, rows in tables(screen.plain):
        count += 1
        assert rows
        gaps = [match.start() for match in re.finditer("  ", separator)]
        for row in rows:
            assert wcswidth(row.rstrip()) <= len(separator), row
            for gap in gaps:
                if gap >= wcswidth(row):
                    continue
                ends = [i for i in range(len(row) + 1) if wcswidth(row[:i]) == gap]
                assert any(row[i : i + 2].strip() == "" for i in ends), (gap, row, separator)
    return count
