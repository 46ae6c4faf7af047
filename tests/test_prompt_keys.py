"""Keys at the prompt for slips: how many a slip takes, and what is typed or pasted faster than it is asked for."""

from __future__ import annotations

from collections.abc import Callable
from itertools import zip_longest

import pytest
from conftest import SCHRILLE, SLIP, Command
from dialogs import BACKSPACE, ENTER, Dialog, slips
from stages import SIX

from schrille_cli.schrille import Rules, parse_slip
from schrille_cli.schrille.slips import Slip

Terminal = Callable[..., Dialog]
SHORTEST = "14+3 9-2 7-1 3+2 12+4 1n 8p"
RUN = "3.4..-2p-1...2.n"
# The slips of a round, as six players write them.
ROUND = [
    SHORTEST,
    "13+4 11-4 6+1 5-3 4+2 2n 10p",
    "12+1 10-3 8+4 6-4 4-1 11n 13p",
    "13-1 11+1 6-2 5+3 2+4 12n 4p",
    "14+3 13+2 12+4 10+1 9-2 3n 11p",
    "11+2 5+3 1-4 8-1 12-2 6n 14p",
]


def as_run(text: str) -> str:
    """A slip typed with a key or two a hole, from 14 down."""
    slip = parse_slip(text, Rules())
    return "".join(map(key_of(slip), range(14, lowest(slip) - 1, -1)))


def lowest(slip: Slip) -> int:
    return min(hole for hole, _chip in (*slip.influence, (slip.no1, "no1"), (slip.pick, "pick")))


def key_of(slip: Slip) -> Callable[[int], str]:
    def key(hole: int) -> str:
        chips = slip.chips_in(hole)
        return {"no1": "n", "pick": "p"}.get(str(chips[0]), str(chips[0])) if chips else "."

    return key


def test_the_least_keys_for_a_slip(schrille: Command, terminal: Terminal) -> None:
    """From the end of the slip before: nothing comes on top of the slip itself and Enter."""
    schrille.new()
    dialog = terminal("place")
    dialog.prompt("Ann's slip:")
    dialog.keys = 0
    dialog.enter(SHORTEST)
    dialog.prompt("Bob's slip:")
    assert dialog.keys == 28
    dialog.keys = 0
    dialog.enter(RUN)
    dialog.prompt("Cid's slip:")
    assert dialog.keys == 17
    dialog.keys = 0
    dialog.enter("-4-3-2-1-4np")  # the longest of the seven upper holes
    dialog.prompt("Dora's slip:")
    assert dialog.keys == 13
    dialog.keys = 0
    dialog.enter("14132np")
    dialog.end()
    assert dialog.keys == 8
    assert slips(schrille)["Ann"] == slips(schrille)["Bob"] == SLIP


@pytest.mark.parametrize(("typed", "keys"), [(ROUND, 176), ([as_run(slip) for slip in ROUND], 96)])
def test_the_keys_of_a_round(schrille: Command, terminal: Terminal, typed: list[str], keys: int) -> None:
    """Six slips, all in one go, faster than they are asked for."""
    schrille.new(players=SIX)
    dialog = terminal("place")
    for slip in typed:
        dialog.enter(slip)
    assert "All slips are in." in dialog.end()
    assert dialog.keys == keys
    assert slips(schrille) == {player: str(parse_slip(slip, Rules())) for player, slip in zip_longest(SIX, ROUND)}


def test_what_is_typed_before_the_first_prompt_counts(schrille: Command, terminal: Terminal) -> None:
    schrille.new()
    dialog = terminal("place")
    dialog.send(SLIP + ENTER + RUN[:5])
    dialog.prompt(f"Bob's slip: {RUN[:5]}")
    dialog.enter(RUN[5:])
    dialog.prompt("Cid's slip:")
    assert slips(schrille) == {"Ann": SLIP, "Bob": SLIP}


@pytest.mark.parametrize(
    ("bracketed", "end"), [(True, "\n"), (True, "\r\n"), (True, "\r"), (False, "\r"), (False, "\n")]
)
def test_each_pasted_line_is_entered(schrille: Command, terminal: Terminal, bracketed: bool, end: str) -> None:
    schrille.new()
    dialog = terminal("place")
    dialog.prompt("Ann's slip:")
    text = end.join([SLIP, RUN, "", SLIP[:10]])
    dialog.paste(text) if bracketed else dialog.send(text)
    dialog.prompt(f"Cid's slip: {SLIP[:10]}")
    assert slips(schrille) == {"Ann": SLIP, "Bob": SLIP}


@pytest.mark.parametrize("bracketed", [True, False])
def test_behind_a_faulty_line_a_paste_is_left_out(schrille: Command, terminal: Terminal, bracketed: bool) -> None:
    schrille.new(players=SIX)
    dialog = terminal("place")
    dialog.prompt("Ann's slip:")
    lines = [SLIP, RUN, f"{RUN}n", *[SLIP] * 200]
    text = "".join(f"{line}\r" for line in lines)
    dialog.paste(text) if bracketed else dialog.send(text)
    dialog.wait("these are more than 14 holes", "What was typed or pasted behind this line is left out.")
    dialog.settle()
    dialog.until(lambda d: d.line == f"Cid's slip: {RUN}n")
    assert slips(schrille) == {"Ann": SLIP, "Bob": SLIP}
    dialog.send(BACKSPACE + ENTER)
    dialog.prompt("Dora's slip:")
    dialog.settle()
    dialog.until(lambda d: d.line == "Dora's slip: ")
    assert slips(schrille) == {"Ann": SLIP, "Bob": SLIP, "Cid": SLIP}


@pytest.mark.parametrize("bracketed", [True, False])
def test_too_many_lines_do_not_reach_the_shell(schrille: Command, terminal: Terminal, bracketed: bool) -> None:
    schrille.new()
    dialog = terminal("-c", f'{SCHRILLE} place; read -t 1 line; echo "rest=$line"', command="/bin/bash")
    dialog.prompt("Ann's slip:")
    dialog.paste(f"{SLIP}\n" * 60) if bracketed else dialog.send(f"{SLIP}\r" * 60)
    dialog.wait("rest=")
    assert "rest=\r\n" in dialog.end()
    assert dict.fromkeys(slips(schrille).values()) == {SLIP: None}


def test_a_paste_in_the_middle_of_a_line(schrille: Command, terminal: Terminal) -> None:
    schrille.new()
    dialog = terminal("place")
    dialog.prompt("Ann's slip:")
    dialog.send("14+3  7-1 3+2 12+4 1n 8p" + "\x1b[D" * 19)
    dialog.paste("9-2\t")
    dialog.send(ENTER)
    dialog.prompt("Bob's slip:")
    assert slips(schrille) == {"Ann": SLIP}
