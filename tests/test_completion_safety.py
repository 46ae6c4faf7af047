"""Completion never says a word of its own, whatever the save and the question are, and gives no slip away."""

from __future__ import annotations

import os
import time
from pathlib import Path

import click
import pytest
from conftest import Command
from offers import answer, offered, scored
from sound_saves import TEXTS
from stages import SECRET, at
from test_privacy import CHIP

from schrille_cli.cli import TABLE, root
from schrille_cli.schrille import dumps


@pytest.fixture
def four(schrille: Command) -> Path:
    """The folder of `scored`."""
    return scored(schrille)


@pytest.mark.parametrize("kind", ["missing", "empty", "no TOML", "damaged", "folder", "pipe", "large", "binary"])
def test_a_save_that_is_none_offers_nothing(schrille: Command, kind: str) -> None:
    if kind == "folder":
        schrille.save.mkdir()
    elif kind == "pipe":
        os.mkfifo(schrille.save)
    elif kind != "missing":
        good = TEXTS["rich"]
        schrille.save.write_bytes(
            {
                "empty": b"",
                "no TOML": good[:200].encode(),
                "damaged": good.replace("place Ann", "place Anton").encode(),
                "large": good.encode() + b"# x\n" * 400_000,
                "binary": bytes(range(256)) * 40,
            }[kind]
        )
    begin = time.monotonic()
    for line in ("schrille place ", "schrille label Ann=", "schrille show --round ", "schrille show --hand A"):
        assert offered(schrille.folder, line) == []
    assert time.monotonic() - begin < 8
    assert offered(schrille.folder, "schrille sh") == ["show"]
    assert not (schrille.folder / ".schrille.toml.lock").exists()


@pytest.mark.parametrize(
    "variables",
    [
        {"_SCHRILLE_COMPLETE": "bash_complete"},
        {"_SCHRILLE_COMPLETE": "tcsh_complete", "COMP_LINE": "schrille "},
        {"_SCHRILLE_COMPLETE": "", "COMP_LINE": "schrille "},
        {"_SCHRILLE_COMPLETE": "bash_frobnicate", "COMP_LINE": "schrille "},
        {"_SCHRILLE_COMPLETE": "bash_complete", "COMP_LINE": "schrille"},
        {"_SCHRILLE_COMPLETE": "fish_complete", "COMP_LINE": ""},
        {"_SCHRILLE_COMPLETE": "fish_complete", "COMP_LINE": "schrille show --hand 'A\\"},
        {"_SCHRILLE_COMPLETE": "zsh_complete", "COMP_WORDS": ""},
    ],
    ids=str,
)
def test_odd_questions(four: Path, variables: dict[str, str | None]) -> None:
    answer(four, variables)


def test_names_that_the_shell_s_encoding_lacks(four: Path) -> None:
    for line, words in {
        "schrille show --hand ": ["Ann", "O'Hara Lee", "Anton"],
        "schrille show --hand z": [],
    }.items():
        assert offered(four, line, PYTHONIOENCODING="ascii") == words


def test_chips_are_never_offered(schrille: Command) -> None:
    game = at("placing")
    for player, slip in SECRET.items():
        game.place(player, slip)
    schrille.save.write_text(dumps(game), "utf-8")
    lines = [f"schrille {verb} " for verb in TABLE] + ["schrille place --replace ", "schrille undo A"]
    for player, slip in SECRET.items():
        words = ["", *slip.split(), "1", "1n", "+"]
        lines += [f"schrille place {player} {' '.join(words[:n])}" for n in (1, 2, 4)]
        lines += [f"schrille place --replace {player} {word}" for word in words[:3]]
    for verb in TABLE:
        command = root().get_command(click.Context(root()), verb)
        assert command
        options = [p for p in command.params if isinstance(p, click.Option) and p._custom_shell_complete]
        lines += [f"schrille {verb} {option.opts[-1]} " for option in options if option.name != "game"]
    for line in lines:
        text = "\n".join(word for word in offered(schrille.folder, line) if not word.startswith("bag."))
        assert not CHIP.search(text), (line, text)
