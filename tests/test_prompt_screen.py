"""What the prompt shows: in windows of all sizes, with colour and without, hidden, and on dumb terminals."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from conftest import SLIP, Command
from dialogs import BACKSPACE, CTRL_C, CTRL_D, CTRL_L, CTRL_U, ENTER, Dialog, slips
from screens import NAMES, deck_file
from stages import SECRET
from wcwidth import wcswidth

from schrille_cli.schrille import load

RUN = "3.4..-2p-1...2.n"
Terminal = Callable[..., Dialog]
COLOURS = re.compile(r"\x1b\[[0-9;]*m")


def bands(schrille: Command) -> tuple[str, ...]:
    """The chart of the save."""
    return load(str(schrille.save)).state.opened.chart


def chart_is_shown(dialog: Dialog, schrille: Command) -> bool:
    """Whether each place stands on the screen with its band's name, or the beginning of it."""
    return all(
        re.search(rf"(^|\s){place} {re.escape(band[:6])}", dialog.shown, re.MULTILINE)
        for place, band in enumerate(bands(schrille), 1)
    )


@pytest.mark.parametrize("size", [(60, 24), (60, 8), (80, 10), (120, 40), (40, 12)], ids=str)
def test_the_chart_fits_the_window(three: Command, terminal: Terminal, size: tuple[int, int]) -> None:
    dialog = terminal("place", size=size)
    dialog.prompt("Ann's slip:")
    dialog.settle()
    assert chart_is_shown(dialog, three)
    assert dialog.all_shown == dialog.shown  # nothing has gone up out of the window
    dialog.enter(RUN)
    dialog.prompt("Bob's slip:")
    assert slips(three) == {"Ann": SLIP}


@pytest.mark.parametrize("size", [(20, 4), (60, 3), (30, 2), (12, 24), (5, 5)], ids=str)
def test_a_tiny_window_still_takes_slips(three: Command, terminal: Terminal, size: tuple[int, int]) -> None:
    dialog = terminal("place", size=size)
    dialog.settle()
    dialog.enter(f"{RUN}n")
    dialog.settle()
    dialog.send(BACKSPACE)
    for _player in range(3):
        dialog.enter(RUN if _player else "")
        dialog.settle()
    dialog.end()
    assert slips(three) == dict.fromkeys(["Ann", "Bob", "Cid"], SLIP)


def test_faults_are_wrapped_at_sixty_columns(three: Command, terminal: Terminal) -> None:
    dialog = terminal("place", size=(60, 20))
    dialog.prompt("Ann's slip:")
    dialog.enter("14+7 14+4 15-1 7 3+2 1n 2n")
    dialog.wait("(one is placed each round (R7))")
    lines = dialog.lines()
    below = lines[lines.index("Ann's slip: 14+7 14+4 15-1 7 3+2 1n 2n") + 1 :]
    said = (
        "token 1 (hole 14): the bag has no chip of that value (its values are -4, -3, -2, -1, +1, +2, +3, +4) "
        "token 3: there is no hole of that number (holes go from 1 to 14) token 4: this is not a chip in a hole "
        "(write hole and chip, spaces between them, such as 14+3, 9-2, 1:no1 or 8:pick) token 1 and token 2: hole "
        "14 holds 2 chips (put each chip in a hole of its own (R7)) the slip has 2 New Number 1 (no1) tips (one "
        "is placed each round (R7))"
    )
    assert " ".join(" ".join(below).split()) == said


def test_where_faults_need_the_room_the_chart_gives_way(three: Command, terminal: Terminal) -> None:
    dialog = terminal("place", size=(60, 8))
    dialog.prompt("Ann's slip:")
    dialog.enter("14+7 14+4 15-1 7 3+2 1n 2n")
    dialog.wait("Ann's slip: 14+7", "(hole 14): the bag has no chip of that value", "…")
    assert not chart_is_shown(dialog, three)
    dialog.send(CTRL_U)
    dialog.until(lambda d: chart_is_shown(d, three))


@pytest.mark.parametrize("names", ["long", "CJK", "combining", "emoji"])
@pytest.mark.parametrize("width", [60, 100])
def test_any_names(schrille: Command, terminal: Terminal, names: str, width: int) -> None:
    players, bands_ = NAMES[names]
    seats = [word for player in players for word in ("-p", player)]
    schrille("new", *seats, "--deck", deck_file(schrille.folder, bands_))
    for player, label in zip(players, ("blue", "red", "green", "yellow", "violet", "orange"), strict=True):
        schrille("label", f"{player}={label}")
    dialog = terminal("place", size=(width, 30))
    dialog.wait("? helps.")
    dialog.settle()
    assert all(wcswidth(line) <= width for line in dialog.lines())
    assert len([line for line in dialog.lines() if re.match(r" ?\d+ ", line)]) == 7
    for _player in players:
        dialog.enter(RUN)
    assert "All slips are in." in dialog.end()


def test_a_window_that_is_resized_while_somebody_types(three: Command, terminal: Terminal) -> None:
    dialog = terminal("place", size=(100, 30))
    dialog.prompt("Ann's slip:")
    dialog.send("3.4..-2p")
    dialog.wait("Next: hole 7.")
    for size in [(60, 30), (60, 8), (24, 10), (60, 20), (120, 40), (50, 12)]:
        dialog.resize(*size)
        dialog.until(lambda d: d.line.startswith("Ann's slip: ") or d.line.startswith("> "))
        dialog.settle()
        assert dialog.line.endswith("3.4..-2p")
        assert dialog.shown.count("3.4..-2p") == 1
        assert dialog.shown.count("Still") <= 1
        if size[0] >= 50:
            assert chart_is_shown(dialog, three)
            assert [dialog.shown.count(band[:6]) for band in bands(three)] == [1] * 14
    dialog.enter("-1...2.n")
    dialog.prompt("Bob's slip:")
    assert slips(three) == {"Ann": SLIP}
    assert "-2p" not in dialog.all_shown
    # Erased at once, the screen could be scrolled back to in many terminals.
    assert re.search(r"\x1b\[[023]?J", dialog.output) is None


def test_redrawing(three: Command, terminal: Terminal) -> None:
    dialog = terminal("place")
    dialog.prompt("Ann's slip:")
    dialog.send("3.4")
    dialog.wait("Next: hole 11.")
    dialog.screen.reset()  # as if something else had written over it
    dialog.send(CTRL_L)
    dialog.prompt("Ann's slip: 3.4")
    assert chart_is_shown(dialog, three)


@pytest.mark.parametrize("variables", [{}, {"NO_COLOR": "1"}, {"TERM": "vt100", "NO_COLOR": "1"}], ids=str)
def test_colour(three: Command, terminal: Terminal, variables: dict[str, str]) -> None:
    dialog = terminal("place", **variables)
    dialog.prompt("Ann's slip:")
    dialog.enter(f"{RUN}n")
    dialog.wait("these are more than 14 holes")
    dialog.send(BACKSPACE + ENTER)
    dialog.prompt("Bob's slip:")
    dialog.send(CTRL_D)
    codes = {code for match in COLOURS.findall(dialog.end()) for code in match[2:-1].split(";")}
    assert codes == ({"0"} if variables else {"0", "31"})


@pytest.mark.parametrize("term", ["dumb", "", None], ids=str)
def test_a_dumb_terminal(three: Command, terminal: Terminal, term: str | None) -> None:
    dialog = terminal("place", TERM=term)
    dialog.prompt("Ann's slip:")
    assert chart_is_shown(dialog, three)
    dialog.enter("14+3 14+4 9-2 7-1 3+2 1n 8p")
    dialog.wait("hole 14 holds 2 chips")
    dialog.prompt("Ann's slip: 14+3 14+4 9-2 7-1 3+2 1n 8p")
    dialog.send(BACKSPACE * len("14+4 9-2 7-1 3+2 1n 8p"))
    dialog.enter("12+4 9-2 7-1")
    dialog.wait("Still wanted: 1 influence chip, no1, pick.")
    dialog.prompt("Ann's slip: 14+3 12+4 9-2 7-1")
    dialog.enter("3+2 1n 8p")
    dialog.wait("Ann's slip is in.")
    dialog.prompt("Bob's slip:")
    dialog.send(f"{RUN}n\r{RUN}\r")
    dialog.wait("What was typed or pasted behind this line is left out.")
    dialog.prompt(f"Bob's slip: {RUN}n")
    dialog.send(BACKSPACE + ENTER)
    dialog.prompt("Cid's slip:")
    dialog.send(CTRL_C)
    assert "\x1b" not in dialog.end(130)
    assert slips(three) == {"Ann": SLIP, "Bob": SLIP}


@pytest.mark.parametrize("term", ["xterm-256color", "dumb"])
def test_hidden_chips_never_appear(three: Command, terminal: Terminal, term: str) -> None:
    dumb = term == "dumb"
    dialog = terminal("place", "--hidden", TERM=term)
    dialog.prompt("Ann's slip:")
    dialog.send("13+4 11-4 6+1 5-3 5+2")
    if not dumb:
        dialog.prompt("Ann's slip: *********************")
    dialog.send(ENTER)
    dialog.wait("token 4 and token 5: hole 5 holds 2 chips")
    # A dumb terminal cannot show what would be edited there, so that the line is typed again.
    dialog.send("13+4 11-4 6+1 5-3 4+2" + ENTER if dumb else BACKSPACE * 3 + "4+2" + ENTER)
    dialog.wait("Still wanted: no1, pick.")
    dialog.send("2n 10p" + ENTER)
    dialog.wait("Ann's slip is in.", "Bob's slip:")
    dialog.send("..1.-3.4.-4.-1x" + ENTER)
    dialog.wait("hole 3: this is not a chip")
    if not dumb:
        dialog.send("?" + ENTER)
        dialog.wait("- skips the player")
        dialog.send(CTRL_U)
    dialog.send("..1.-3" + ENTER)
    dialog.wait("Next: hole 9. Still wanted: 3 influence chips, no1, pick.")
    dialog.send(CTRL_C)
    output = dialog.end(130)
    assert [chip for chip in SECRET["Ann"].split() if chip in output] == []
    assert [typed for typed in ("2n", "10p", "1.-3", "12+1", "10-3") if typed in output] == []
    assert slips(three) == {"Ann": SECRET["Ann"]}


def test_hidden_chips_typed_ahead_do_not_stay(three: Command, terminal: Terminal) -> None:
    """Before the command runs, the terminal itself shows them."""
    dialog = terminal("place", "--hidden")
    dialog.send("13+4 11-4 6+1 5-3 4+2 2n")
    dialog.prompt("Ann's slip: ************************")
    dialog.send(" 10p" + ENTER + "13-1")
    dialog.prompt("Bob's slip: ****")
    assert "11-4" not in dialog.all_shown
    assert dialog.output.count("11-4") <= 1
    assert "13-1" not in dialog.output
    assert slips(three) == {"Ann": SECRET["Ann"]}


@pytest.mark.parametrize("term", ["xterm", "dumb"])
@pytest.mark.parametrize(
    ("variables", "name"),
    [
        ({"PYTHONIOENCODING": "ascii"}, "J\\xf6rg"),
        ({"LC_ALL": "C", "PYTHONUTF8": "0", "PYTHONCOERCECLOCALE": "0"}, "J\\xf6rg"),
        ({"PYTHONIOENCODING": "utf-8"}, "Jörg"),
    ],
)
def test_encodings(schrille: Command, terminal: Terminal, variables: dict[str, str], name: str, term: str) -> None:
    schrille.new(players={"Jörg": "red", "Ann": "blue", "Cid": "green"})
    dialog = terminal("place", TERM=term, **variables)
    dialog.prompt(f"{name}'s slip:")
    dialog.enter("14+3 ö")
    dialog.wait("token 2: this is not a chip in a hole")
    dialog.until(lambda d: re.fullmatch(rf"{re.escape(name)}'s slip: 14\+3 .+", d.line))
    dialog.send(CTRL_U)
    dialog.enter(RUN)
    dialog.wait("Ann's slip:")
    dialog.send(CTRL_C)
    dialog.end(130)
    assert slips(schrille) == {"Jörg": SLIP}
