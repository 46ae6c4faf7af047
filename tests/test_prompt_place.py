"""``place`` at a terminal: slips typed, edited, skipped and typed again."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from conftest import SLIP, Command
from dialogs import BACKSPACE, CTRL_A, CTRL_C, CTRL_D, CTRL_U, ENTER, LEFT, Dialog, slips

from schrille_cli.schrille import load

RUN = "3.4..-2p-1...2.n"
OTHER = "13+4 11-4 6+1 5-3 4+2 2:no1 10:pick"
THIRD = "12+1 10-3 8+4 6-4 4-1 11:no1 13:pick"
Terminal = Callable[..., Dialog]


def test_slips_are_asked_for_in_seat_order(three: Command, terminal: Terminal) -> None:
    three("place", "Bob", *OTHER.split())
    dialog = terminal("place")
    dialog.prompt("Ann's slip:")
    chart = load(str(three.save)).state.opened.chart
    for place, band in enumerate(chart, 1):
        assert f"{place:2} {band}" in dialog.shown
    dialog.enter(SLIP)
    dialog.prompt("Cid's slip:")
    assert slips(three) == {"Ann": SLIP, "Bob": OTHER}
    dialog.enter(RUN)
    dialog.end()
    assert slips(three) == {"Ann": SLIP, "Bob": OTHER, "Cid": SLIP}
    # What was asked has gone from the screen: the chips too.
    assert dialog.shown.split("\n") == [
        "Ann's slip is in.",
        "Cid's slip is in.",
        "All slips are in. Next: schrille resolve.",
    ]


def test_a_fault_is_mended_and_not_typed_again(three: Command, terminal: Terminal) -> None:
    dialog = terminal("place")
    dialog.prompt("Ann's slip:")
    dialog.enter("14+3 14+4 9-2 7-1 3+2 1n 8p")
    dialog.wait("token 1 and token 2: hole 14 holds 2 chips (put each chip in a hole of its own (R7))")
    dialog.until(lambda d: d.line == "Ann's slip: 14+3 14+4 9-2 7-1 3+2 1n 8p")
    assert slips(three) == {}
    dialog.send(LEFT * len("+4 9-2 7-1 3+2 1n 8p") + BACKSPACE + "2")
    dialog.until(lambda d: "holds 2 chips" not in d.shown)
    dialog.send(ENTER)
    dialog.prompt("Bob's slip:")
    assert slips(three) == {"Ann": SLIP}


def test_all_faults_are_said_at_once(three: Command, terminal: Terminal) -> None:
    dialog = terminal("place")
    dialog.prompt("Ann's slip:")
    dialog.enter("14+7 14+4 15-1 7 3+2 1n 2n")
    dialog.wait(
        "token 1 (hole 14): the bag has no chip of that value",
        "token 3: there is no hole of that number",
        "token 4: this is not a chip in a hole",
        "token 1 and token 2: hole 14 holds 2 chips",
        "the slip has 2 New Number 1 (no1) tips",
    )
    dialog.send(CTRL_U)
    dialog.enter(RUN)
    dialog.prompt("Bob's slip:")


def test_the_bag_counts_slips_that_are_in(three: Command, terminal: Terminal) -> None:
    three("place", "Bob", *["14+4", "13+4", "12+4", "11+4", "10+3", "1n", "8p"])
    dialog = terminal("place")
    dialog.prompt("Ann's slip:")
    dialog.enter("444p..3n4")
    dialog.wait("the slips of this round use 8 chips of +4, the bag holds 6")
    dialog.send(BACKSPACE + "1" + CTRL_A + "\x1b[C" * 3 + BACKSPACE + "3" + ENTER)
    dialog.prompt("Cid's slip:")
    assert slips(three)["Ann"] == "14+4 13+4 12+3 8+3 6+1 7:no1 11:pick"


def test_chip_by_chip(three: Command, terminal: Terminal) -> None:
    dialog = terminal("place")
    dialog.prompt("Ann's slip:")
    left = ["4 influence chips, no1, pick", "4 influence chips, no1", "3 influence chips, no1"]
    for chips, wanted in zip(["14+3", "8p", "9-2"], left, strict=True):
        dialog.enter(chips)
        dialog.wait(f"Still wanted: {wanted}.")
    dialog.until(lambda d: d.line == "Ann's slip: 14+3 8p 9-2 ")
    dialog.enter("7-1 3+2 12+4")
    dialog.wait("Still wanted: no1.")
    dialog.enter("1n")
    dialog.prompt("Bob's slip:")
    assert slips(three) == {"Ann": SLIP}


def test_a_run_in_two_goes(three: Command, terminal: Terminal) -> None:
    dialog = terminal("place")
    dialog.prompt("Ann's slip:")
    dialog.enter(RUN[:8])
    dialog.wait("From hole 14 down: 14+3 12+4 9-2 8:pick. Next: hole 7. Still wanted: 2 influence chips, no1.")
    dialog.type(RUN[8:])
    dialog.wait("From hole 14 down: 14+3 12+4 9-2 8:pick 7-1 3+2 1:no1. Enter puts it in.")
    dialog.type(ENTER)
    dialog.prompt("Bob's slip:")
    assert slips(three) == {"Ann": SLIP}


def test_help(three: Command, terminal: Terminal) -> None:
    dialog = terminal("place")
    dialog.prompt("Ann's slip:")
    dialog.enter("14+3 ?")
    dialog.wait("Or a key for each hole from 14 down", "- skips the player, back goes to the one before")
    dialog.until(lambda d: d.line == "Ann's slip: 14+3 ")
    dialog.enter("9-2 7-1 3+2 12+4 1n 8p")
    dialog.prompt("Bob's slip:")
    assert slips(three) == {"Ann": SLIP}


def test_skipping_and_going_back(three: Command, terminal: Terminal) -> None:
    dialog = terminal("place")
    dialog.prompt("Ann's slip:")
    dialog.enter("back")
    dialog.wait("There is no player before Ann to go back to.")
    dialog.enter("-")
    dialog.prompt("Bob's slip:")
    dialog.enter(RUN)
    dialog.prompt("Cid's slip:")
    dialog.enter("BACK")
    dialog.prompt(f"Bob's slip: {RUN}")
    dialog.wait("Enter leaves the slip as it is.")
    before = three.save.read_bytes()
    dialog.type(ENTER)
    dialog.prompt("Cid's slip:")
    assert three.save.read_bytes() == before
    dialog.enter("back")
    dialog.prompt(f"Bob's slip: {RUN}")
    dialog.send(CTRL_U)
    dialog.enter(OTHER)
    dialog.wait("Bob's slip is replaced.")
    dialog.prompt("Cid's slip:")
    assert slips(three) == {"Bob": OTHER}
    dialog.enter("back")
    dialog.prompt(f"Bob's slip: {OTHER}")
    dialog.send(CTRL_U)
    dialog.enter("back")
    dialog.prompt("Ann's slip:")
    dialog.enter(SLIP)
    dialog.prompt("Cid's slip:")
    dialog.enter(THIRD)
    assert dialog.end().endswith("All slips are in. Next: schrille resolve.\r\n")
    assert slips(three) == {"Ann": SLIP, "Bob": OTHER, "Cid": THIRD}
    log = load(str(three.save)).steps
    assert [step.line.split()[0] for step in log] == ["place", "replace", "place", "place"]


def test_who_was_skipped_still_owes(three: Command, terminal: Terminal) -> None:
    dialog = terminal("place")
    for player, line in {"Ann": "-", "Bob": RUN, "Cid": "-"}.items():
        dialog.prompt(f"{player}'s slip:")
        dialog.enter(line)
    assert dialog.end().endswith("Still owed: Ann, Cid.\r\n")


def test_going_back_to_a_slip_that_was_in_before(three: Command, terminal: Terminal) -> None:
    """It is not shown: who sits at the keyboard need not know it."""
    three("place", "Ann", *OTHER.split())
    dialog = terminal("place")
    dialog.prompt("Bob's slip:")
    dialog.enter("back")
    dialog.prompt("Ann's slip:")
    dialog.settle()
    dialog.until(lambda d: d.line == "Ann's slip: ")
    dialog.type(ENTER)
    dialog.prompt("Bob's slip:")
    assert slips(three) == {"Ann": OTHER}
    assert "13+4" not in dialog.output


def test_one_player(three: Command, terminal: Terminal) -> None:
    dialog = terminal("place", "bob")
    dialog.prompt("Bob's slip:")
    dialog.enter(RUN)
    assert dialog.end().endswith("Bob's slip is in.\r\nStill owed: Ann, Cid.\r\n")
    assert terminal("place", "Bob").end(1).startswith("Error: Bob's slip: the slip is in already (put another in")
    assert terminal("place", "Bert").end(1).startswith('Error: there is no player "Bert"')
    dialog = terminal("place", "Bob", "--replace")
    dialog.prompt("Bob's slip:")
    dialog.until(lambda d: d.line == "Bob's slip: ")
    dialog.enter(OTHER)
    assert "Bob's slip is replaced." in dialog.end()
    assert slips(three) == {"Bob": OTHER}
    assert "no slip is in yet (leave out --replace)" in terminal("place", "Ann", "--replace").end(1)


def test_all_can_be_replaced(three: Command, terminal: Terminal) -> None:
    three.place_all(SLIP, "Ann", "Cid")
    dialog = terminal("place", "--replace")
    dialog.prompt("Ann's slip:")
    dialog.type(ENTER)
    dialog.prompt("Cid's slip:")
    dialog.enter(OTHER)
    dialog.end()
    assert slips(three) == {"Ann": SLIP, "Cid": OTHER}


def test_a_dry_run_saves_nothing(three: Command, terminal: Terminal) -> None:
    before = three.save.read_bytes()
    dialog = terminal("place", "--dry-run")
    dialog.prompt("Ann's slip:")
    dialog.enter("44444np")
    dialog.prompt("Bob's slip:")
    dialog.enter("44....333np")
    dialog.wait("the slips of this round use 7 chips of +4, the bag holds 6")
    dialog.send(CTRL_D + CTRL_U + CTRL_D)
    assert "Ann's slip can be entered." in dialog.end()
    assert three.save.read_bytes() == before


def test_hands_are_checked_and_never_shown(schrille: Command, terminal: Terminal) -> None:
    schrille.new("--deal-hands")
    dialog = terminal("place", "Ann")
    dialog.prompt("Ann's slip:")
    dialog.enter("44444np")
    dialog.wait("the hand does not hold all these chips")
    dialog.send(CTRL_C)
    dialog.end(130)


@pytest.mark.parametrize("keys", [CTRL_C, CTRL_D], ids=["Ctrl-C", "Ctrl-D"])
@pytest.mark.parametrize("entered", [0, 1, 2])
def test_leaving_keeps_what_was_accepted(three: Command, terminal: Terminal, keys: str, entered: int) -> None:
    dialog = terminal("place")
    players = ["Ann", "Bob", "Cid"]
    for player in players[:entered]:
        dialog.prompt(f"{player}'s slip:")
        dialog.enter(SLIP)
    dialog.prompt(f"{players[entered]}'s slip:")
    if keys == CTRL_C:
        dialog.type("14+3 9")
    dialog.send(keys)
    printed = dialog.end(130 if keys == CTRL_C else 0)
    if keys == CTRL_C:
        verb = "is" if entered == 1 else "are"
        assert printed.endswith(f"Aborted; {entered} of 3 slips {verb} in.\r\n")
    else:
        assert printed.endswith(f"Still owed: {', '.join(players[entered:])}.\r\n")
    assert slips(three) == dict.fromkeys(players[:entered], SLIP)


def test_in_another_phase_nothing_is_asked(three: Command, terminal: Terminal) -> None:
    three.place_all(SLIP, "Ann", "Bob", "Cid")
    dialog = terminal("place")
    dialog.end()
    assert dialog.all_shown == "All slips are in. Next: schrille resolve."
    three("resolve")
    assert "place is for the phase placing; round 1 is in the phase resolved" in terminal("place").end(1)
