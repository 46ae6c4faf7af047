"""What is said of bots that place slips comes from the catalogues too; their names are the same everywhere."""

from __future__ import annotations

import pytest
from saying import Program

from schrille_cli.schrille import bots

CHIPS = "+4 +3 +2 -1 -2 -3 -4"


def test_bots_that_place_are_said(program: Program) -> None:
    program.new("--deal-hands")
    assert program.latin("place", "α", "--bot", "fan", "--dry-run") == {"fan"}
    assert program.latin("place", "α", "--bot", "fan") == {"fan"}
    assert program.latin("place", "α", "--bot", "9.py:α", "--replace") == set()
    assert program.latin("undo") == set()
    assert program.latin("undo") == {"fan"}
    program("place", "α", "--bot", "scout")
    assert program.latin("show", "--slips", "--format", "tsv") == {"scout"}


NO_BOTS = [
    ["--bot", "9"],
    ["--bot", "99:9"],
    ["--bot", "99.py:α"],
    ["--bot", "9.py:ω"],
    ["--bot", "9.py:λ"],
    ["--bot", "99.py:α", "--hand", "9"],
    *(["--bot", f"9.py:{bot}"] for bot in "βγδεζ"),
]


@pytest.mark.parametrize("args", NO_BOTS, ids=" ".join)
def test_bots_that_cannot_place_are_said(program: Program, args: list[str]) -> None:
    program.new("--deal-hands")
    words = {"py", "NAME", "FILE", "MODULE", "ValueError", "SyntaxError", "int", "Slip", "PYTHONPATH"}
    assert program.latin("place", "α", *args, code=1) <= {*bots.NAMES, *words, *program.path_words}


def test_a_bot_that_is_no_python_is_said(program: Program) -> None:
    """What Python says of it is English."""
    program.new("--deal-hands")
    (program.folder / "99.py").write_text("?")
    python = {"py", "SyntaxError", "invalid", "syntax"}
    assert program.latin("place", "α", "--bot", "99.py:α", code=1) <= {*python, *program.path_words}


HANDS = ["", "9", "+9", "+4 +4 +4 +4 +4 +4 +4", f"{CHIPS} +1"]


def test_hands_of_bots_are_said(program: Program) -> None:
    program.new()
    assert program.latin("place", "α", "--bot", "random", "--hand", CHIPS) == {"random"}
    assert program.latin("place", "α", "--bot", "random", code=1) == set()
    for hand in HANDS:
        assert program.latin("place", "α", "--bot", "random", "--hand", hand, code=1) == set()
    program.new("--force", "--deal-hands")
    assert program.latin("place", "α", "--bot", "random", "--hand", CHIPS, code=1) == set()
    program.new("--force", "--set", "hand=5")
    assert program.latin("place", "α", "--bot", "random", code=1) == set()
