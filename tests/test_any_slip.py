"""Slips of any kind, and texts of any kind as slips, compared with what `naive` takes for valid."""

from __future__ import annotations

import random

import naive
import pytest
from chances import VALUES, random_slip
from hypothesis import example, given, settings
from hypothesis import strategies as st

from schrille_cli.schrille import Fault, GameError, Slip, check_slip, parse_slip, with_settings
from schrille_cli.schrille.rules import Rules

RULES = Rules()
HOLES = st.permutations(range(1, 15))


# Read


MINUSES = "-\u2010\u2011\u2012\u2013\u2014\u2015\u2212\ufe58\ufe63\uff0d"
PLUSES = "+\uff0b"


@st.composite
def written_slips(draw: st.DrawFn) -> tuple[Slip, str]:
    """A valid slip and one of the many ways to write it."""
    holes = draw(HOLES)
    chips = draw(st.lists(st.sampled_from(VALUES), min_size=5, max_size=5))
    slip = Slip(tuple(zip(holes[2:7], chips, strict=True)), holes[0], holes[1])
    tokens = []
    for hole, chip in slip.influence:
        separator = draw(st.sampled_from(("", ":", "=", "\uff1a")))
        signs = MINUSES if chip < 0 else PLUSES
        sign = draw(st.sampled_from(signs))
        if chip > 0 and separator and draw(st.booleans()):
            sign = ""
        tokens.append(f"{hole}{separator}{sign}{abs(chip)}")
    for hole, names in ((slip.no1, ("no1", "n")), (slip.pick, ("pick", "p"))):
        name = draw(st.sampled_from(names))
        case = draw(st.sampled_from((str.lower, str.upper, str.title)))
        tokens.append(f"{hole}{draw(st.sampled_from(('', ':', '=')))}{case(name)}")
    space = draw(st.sampled_from((" ", "  ", "\t", "\u3000", "\u00a0")))
    return slip, space.join(draw(st.permutations(tokens)))


@given(written_slips())
@settings(max_examples=300, deadline=None)
def test_a_slip_reads_however_it_is_written(written: tuple[Slip, str]) -> None:
    slip, text = written
    read = parse_slip(text, RULES)
    assert read == slip.in_order()
    assert sorted(read.influence) == sorted(slip.influence)
    assert parse_slip(str(slip), RULES) == parse_slip(str(read), RULES) == read
    assert str(parse_slip(str(read), RULES)) == str(read)


TOKENS = st.from_regex(r"[0-9]{1,3}[:=]?([+\-\u2212\u2013]?[0-9]|no1|n|pick|p|P)", fullmatch=True)
WORDS = st.one_of(
    TOKENS, st.text("0123456789+-:=nop1ick \u2212\uff0b\u00b2\u0661", max_size=6), st.text(max_size=8)
)
TEXTS = st.one_of(
    st.lists(WORDS, max_size=9).map(" ".join), st.lists(TOKENS, min_size=7, max_size=7).map(" ".join)
)


def read(text: str) -> tuple[Slip | None, tuple[Fault, ...]]:
    """The slip of a text, or what is wrong with it; any other exception is a failure."""
    try:
        return parse_slip(text, RULES), ()
    except GameError as problem:
        return None, problem.faults


@pytest.mark.parametrize("digits", [3, 40, 4_301, 100_000])
@pytest.mark.parametrize("token", ["{}+3", "{}:no1", "14+{}", "0{}p"])
def test_numbers_of_any_length_are_refused(digits: int, token: str) -> None:
    slip, faults = read(token.format("9" * digits) + " 12+4 9-2 7-1 3+2 1:no1 8:pick")
    assert slip is None
    assert faults


@given(st.one_of(TEXTS, st.text(max_size=60)))
@settings(max_examples=300, deadline=None)
@example("1:no1 2:no1 3+1 4+1 5+1 6+1 7+1")
@example("14+3 12+4 9-2 7-1 3+2 1:no1 8:pick\x00")
@example("\ud800 1:n")
@example("\u00bd+3 \u2460\u2074n")
def test_any_text_is_a_slip_or_refused(text: str) -> None:
    slip, faults = read(text)
    if slip is None:
        assert faults
        assert all(fault.kind == "slip" and fault.message for fault in faults)
    else:
        assert naive.valid(slip, RULES.keep, list(RULES.bag))
        assert check_slip(slip, RULES) == ()
        assert parse_slip(str(slip), RULES) == slip


# Checked


ANY_SLIPS = st.builds(
    Slip,
    st.lists(st.tuples(st.integers(-1, 16), st.integers(-6, 6)), max_size=8).map(tuple),
    st.integers(-1, 16),
    st.integers(-1, 16),
)
NEARLY = st.builds(
    lambda holes, chips, keep: Slip(tuple(zip(holes[2:], chips[:keep], strict=False)), holes[0], holes[1]),
    st.one_of(HOLES, st.lists(st.integers(1, 14), min_size=9, max_size=9)),
    st.lists(st.sampled_from((*VALUES, *VALUES, 0, 5)), min_size=7, max_size=7),
    st.sampled_from((5, 5, 5, 4, 6)),
)
HOUSE_RULES = [RULES, with_settings(RULES, ["keep=4", "bag.+5=6"]), with_settings(RULES, ["keep=6", "bag.+4=0"])]


@given(st.one_of(ANY_SLIPS, NEARLY), st.sampled_from(HOUSE_RULES))
@settings(max_examples=400, deadline=None)
def test_a_slip_has_faults_exactly_when_it_is_not_valid(slip: Slip, rules: Rules) -> None:
    faults = check_slip(slip, rules)
    assert bool(faults) != naive.valid(slip, rules.keep, list(rules.bag))
    assert all(fault.kind == "slip" and fault.message for fault in faults)


def test_random_slips_are_valid_and_one_change_breaks_them() -> None:
    chance = random.Random("slips")
    for _ in range(500):
        slip = random_slip(chance)
        assert check_slip(slip, RULES) == ()
        hole, chip = slip.influence[0]
        rest = slip.influence[1:]
        for broken in (
            slip._replace(influence=rest),
            slip._replace(influence=(*slip.influence, slip.influence[0])),
            slip._replace(influence=((slip.no1, chip), *rest)),
            slip._replace(influence=((hole, 0), *rest)),
            slip._replace(influence=((15, chip), *rest)),
            slip._replace(pick=slip.no1),
            slip._replace(no1=0),
        ):
            assert not naive.valid(broken, 5, VALUES)
            assert check_slip(broken, RULES)
            with pytest.raises(GameError):
                parse_slip(str(broken), RULES)
