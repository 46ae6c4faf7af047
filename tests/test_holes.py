"""Slips as they are typed at the prompt: runs from hole 14 down, and slips that are not complete yet."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from conftest import SLIP
from hypothesis import given
from hypothesis import strategies as st

from schrille_cli.schrille import Rules, parse_slip, with_settings
from schrille_cli.schrille.holes import Typed, glance, read

RULES = Rules()
RUN = "3.4..-2p-1...2.n"
TIP_KEYS = {"no1": "n", "pick": "p"}


@pytest.mark.parametrize(
    "text",
    [RUN, "+3.+4..-2p-1...+2.n", "3,4,,-2p-1,,,2,n", "304..-2P-1...2.N", "3.4..–2p−1…2.n", f"  {RUN} "],
)
def test_a_run_is_a_slip(text: str) -> None:
    typed = read(text, RULES)
    assert typed.complete
    assert typed.run
    assert parse_slip(typed.text, RULES) == parse_slip(SLIP, RULES)


@st.composite
def slips(draw: st.DrawFn) -> dict[int, int | str]:
    """A valid slip: seven holes, and what lies in them."""
    holes = draw(st.lists(st.integers(1, 14), min_size=7, max_size=7, unique=True))
    chips = draw(st.lists(st.sampled_from(sorted(RULES.bag)), min_size=5, max_size=5))
    return dict(zip(holes, [*chips, "no1", "pick"], strict=True))


@given(slips(), st.booleans(), st.sampled_from(".,0"))
def test_every_slip_can_be_typed_as_a_run(slip: dict[int, int | str], plus: bool, nothing: str) -> None:
    run = ""
    for hole in range(14, min(slip) - 1, -1):
        chip = slip.get(hole)
        sign = "+" if plus and isinstance(chip, int) and chip > 0 else ""
        run += nothing if chip is None else TIP_KEYS[chip] if isinstance(chip, str) else f"{sign}{chip}"
    typed = read(run, RULES)
    assert (typed.run, typed.complete, typed.hole) == (True, True, min(slip) - 1)
    notation = " ".join(
        f"{hole}:{chip}" if isinstance(chip, str) else f"{hole}{chip:+d}" for hole, chip in slip.items()
    )
    assert parse_slip(typed.text, RULES) == parse_slip(notation, RULES)
    assert read(notation, RULES) == Typed(notation, 0, ())


@given(slips(), st.randoms(use_true_random=False))
def test_every_part_of_a_slip_is_right_so_far(slip: dict[int, int | str], chance: object) -> None:
    tokens = [f"{hole}:{chip}" if isinstance(chip, str) else f"{hole}{chip:+d}" for hole, chip in slip.items()]
    chance.shuffle(tokens)  # type: ignore[attr-defined]
    for count in range(8):
        part = " ".join(tokens[:count])
        typed = read(part, RULES)
        tips = tuple(tip for tip in ("no1", "pick") if tip not in part)
        assert typed == Typed(part, 5 - (count - 2 + len(tips)), tips)
        assert typed.complete == (count == 7)


@pytest.mark.parametrize(
    ("text", "run"),
    [
        ("14+3", False),
        ("8p", False),
        ("1N", False),
        ("3:4", False),
        ("14", True),
        ("3", True),
        ("344", True),
        ("n", True),
    ],
)
def test_one_word_of_the_notation_is_no_run(text: str, run: bool) -> None:
    assert read(text, RULES).run == run
    assert read(f"{text} 10+1", RULES).run is False if not run else True


@pytest.mark.parametrize(
    ("text", "faults"),
    [
        (
            "3.4x",
            [
                "hole 11: this is not a chip (from hole 14 down, write 3, -2, n, p, or a point for no chip; or "
                "chips such as 14+3 9-2)"
            ],
        ),
        (
            "3-",
            [
                "hole 13: this is not a chip (from hole 14 down, write 3, -2, n, p, or a point for no chip; or "
                "chips such as 14+3 9-2)"
            ],
        ),
        (
            "9.-5",
            [
                "hole 14: the bag has no chip of that value (its values are -4, -3, -2, -1, +1, +2, +3, +4)",
                "hole 12: the bag has no chip of that value (its values are -4, -3, -2, -1, +1, +2, +3, +4)",
            ],
        ),
        (
            "nn7pp",
            [
                "the slip has 2 New Number 1 (no1) tips (one is placed each round (R7))",
                "the slip has 2 Pick of the Week (pick) tips (one is placed each round (R7))",
                "hole 12: the bag has no chip of that value (its values are -4, -3, -2, -1, +1, +2, +3, +4)",
            ],
        ),
        ("333333", ["the slip has 6 influence chips (5 are placed (R7))"]),
        ("." * 15, ["these are more than 14 holes (write a chip or a point for each hole from 14 down)"]),
        ("." * 14 + "x", ["these are more than 14 holes (write a chip or a point for each hole from 14 down)"]),
        ("14+3 14+2", ["token 1 and token 2: hole 14 holds 2 chips (put each chip in a hole of its own (R7))"]),
        ("14+3 15-1", ["token 2: there is no hole of that number (holes go from 1 to 14)"]),
        ("14+3 8p 9p", ["the slip has 2 Pick of the Week (pick) tips (one is placed each round (R7))"]),
    ],
)
def test_all_that_is_wrong_is_said(text: str, faults: list[str], errors: Callable[..., list[str]]) -> None:
    assert sorted(errors(read, text, RULES)) == sorted(faults)


@given(st.text(alphabet="0123456789+-.npx ", max_size=20))
def test_a_glance_never_fails(text: str) -> None:
    typed = glance(text, RULES)
    assert 0 <= typed.hole <= 14
    assert 0 <= typed.chips <= 5
    if typed.run:
        assert all(1 <= int(re.split(r"[:+-]", token)[0]) <= 14 for token in typed.text.split())


def test_house_rules_count() -> None:
    rules = with_settings(RULES, ["keep=3"])
    assert read("3.4..-2p", rules).tips == ("no1",)
    assert read("3.4..-2pn", rules).complete


@pytest.mark.parametrize(
    "text",
    [
        "14 + 3, 12: +4, 9 - 2, 7 -1, 3 + 2, Nummer 1: 1, Aufsteiger 8",
        "14+3,12+4,9-2,7-1,3+2,1n,8p",  # one word, but 15 holes as a run
    ],
)
def test_other_spellings_are_read(text: str) -> None:
    typed = read(text, RULES)
    assert typed == Typed("14+3 12+4 9-2 7-1 3+2 1:no1 8:pick", 0, ())
    assert read("14 + 3 9 - 2", RULES) == glance("14 + 3 9 - 2", RULES) == Typed("14+3 9-2", 3, ("no1", "pick"))


def test_a_run_stays_a_run() -> None:
    assert read("1n.p", RULES).text == "14+1 13:no1 11:pick"
    assert read("3,-2", RULES).text == "14+3 12-2"
