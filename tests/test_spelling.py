"""Slips in all the spellings of people, which mean one slip or none, never another one."""

from __future__ import annotations

import re
import time
import unicodedata
from collections import Counter
from collections.abc import Callable
from contextlib import suppress
from itertools import product

import naive
import pytest
from chances import VALUES
from hypothesis import example, given, settings
from hypothesis import strategies as st

from schrille_cli.schrille import GameError, Rules, Slip, parse_slip
from schrille_cli.schrille.slips import TOKEN, chips_of
from schrille_cli.schrille.spelling import Atom, in_words, pieces, spelled

RULES = Rules()
NO1 = ["no1", "n", "No. 1", "no.1", "NO 1", "nr1", "Nr.1", "Nr. 1", "nr 1", "#1", "№1", "№ 1", "number 1"]
NO1 += ["Number One", "new number 1", "New Number One", "Nummer 1", "Nummer eins", "Neue Nummer 1", "neue nr. 1"]
PICK = ["pick", "p", "Pick", "pick of the week", "Pick of the Week", "Aufsteiger", "AUFSTEIGER DER WOCHE"]
MINUS = "-\u2010\u2011\u2012\u2013\u2014\u2015\u2212\u2043\ufe58\ufe63\uff0d\u02d7\u2796"
PLUS = ["+", "\uff0b", "\u2795", " plus "]
SPACES = ["", " ", "\u00a0", "\u2009", "\u202f", "  "]
WIDE = str.maketrans("0123456789", "０１２３４５６７８９")


def pick(draw: st.DrawFn, *choices: str) -> str:
    return draw(st.sampled_from(choices))


@st.composite
def chips(draw: st.DrawFn, hole: int, chip: int | str) -> str:
    """One of the many ways to write a chip in a hole."""
    where = pick(draw, str(hole), str(hole).translate(WIDE), f"hole {hole}", f"Loch {hole}")
    if isinstance(chip, str):
        name = pick(draw, *(NO1 if chip == "no1" else PICK))
        if draw(st.booleans()):
            return f"{where}{pick(draw, ' ', ': ', ':', ' = ', '. ', ') ', ' is ', ' -> ', ' - ')}{name}"
        return f"{name}{pick(draw, ': ', ' : ', ' = ', ' ', ' in ', ' auf ', ' - ', ' ist ')}{where}"
    sign = pick(draw, *PLUS) if chip > 0 else pick(draw, *MINUS, " minus ")
    value = pick(draw, str(abs(chip)), str(abs(chip)).translate(WIDE))
    before, after = pick(draw, *SPACES), pick(draw, *SPACES)
    form = draw(st.integers(0, 4))
    if form == 0:
        return f"{where}{before}{pick(draw, ':', '=', '.', ')', ' |', ',', ' ->')}{after}{sign}{before}{value}"
    if form == 1 and chip > 0:
        return f"{where}{before}{pick(draw, ':', '=')}{after}{value}"
    if form == 2:
        return f"{sign}{before}{value}{pick(draw, ' in ', ' on ', ' auf ')}{where}"
    return f"{where}{before}{sign}{after}{value}"


@st.composite
def written(draw: st.DrawFn) -> tuple[Slip, str]:
    """A valid slip, and one of the many ways to write it."""
    holes = draw(st.permutations(range(1, 15)))
    values = draw(st.lists(st.sampled_from(VALUES), min_size=5, max_size=5))
    slip = Slip(tuple(zip(holes[2:7], values, strict=True)), holes[0], holes[1])
    pairs: list[tuple[int, int | str]] = [*slip.influence, (slip.no1, "no1"), (slip.pick, "pick")]
    parts = [draw(chips(hole, chip)) for hole, chip in draw(st.permutations(pairs))]
    signs = (", ", "; ", ",", " / ", " | ", "\n", "\r\n", ".\n", " \n\n", "\n- ", "\n* ", " and ", " und ")
    between = pick(draw, *signs)
    head, tail = pick(draw, "", "(", "- "), pick(draw, "", ".", "!", "\n")
    return slip, head + between.join(parts) + tail


@given(written())
@settings(max_examples=500, deadline=None)
def test_a_slip_in_any_mixture_of_spellings_is_that_slip(case: tuple[Slip, str]) -> None:
    slip, text = case
    assert parse_slip(text, RULES) == slip.in_order()


@given(written(), st.data())
@settings(max_examples=500, deadline=None)
def test_what_was_cut_or_doubled_is_never_another_slip(case: tuple[Slip, str], data: st.DataObject) -> None:
    """Without one of its words, or with one twice, a slip may still be the same one (and, bullets), or none."""
    slip, text = case
    words = text.split(" ")
    at = data.draw(st.integers(0, len(words) - 1))
    words[at : at + 1] = data.draw(st.sampled_from(([], [words[at]] * 2)))
    try:
        read = parse_slip(" ".join(words), RULES)
    except GameError:
        return
    assert read.in_order()._replace(influence=()) == slip._replace(influence=())
    assert {hole for hole, _ in read.influence} == {hole for hole, _ in slip.influence}


SIGNS = st.sampled_from(["\n", " ", "\u00ad", *"+-:=.,()*"])
WORDS = SIGNS | st.sampled_from(["14", "3", "1", "5", "9", "14+3", "9-2", "7", "1:no1", "8p", "+3", "-2", "12:30"])
WORDS |= st.sampled_from(["no1", "n", "p", "pick", "nr.", "Nummer", "eins", "in", "and", "x", "p.m.", "hole"])


@given(st.one_of(st.lists(WORDS, max_size=20).map("".join), st.lists(WORDS, max_size=20).map(" ".join), st.text()))
@settings(max_examples=600, deadline=None)
@example("1 no1 5 n 1")
@example("14+3 12+4 9-2 7-1 3+2 1:no1 8:pick\u00ad")
@example("\u2460. \u2116 1")
def test_any_text_is_read_or_left(text: str) -> None:
    """No digit is made up, what was read is read again as it is, and what cannot be read is no slip."""
    plain = spelled(text)
    assert digits(plain) <= digits(unicodedata.normalize("NFKC", text)) + Counter("1" * plain.count("no1"))
    if all(map(TOKEN.fullmatch, plain.split())):
        assert chips_of(plain) == plain.split()
    with suppress(GameError):
        assert naive.valid(parse_slip(text, RULES), RULES.keep, list(RULES.bag))


def digits(text: str) -> Counter[str]:
    """How often each digit stands in a text."""
    return Counter(re.findall("[0-9]", text))


@pytest.mark.parametrize(
    ("text", "plain"),
    [
        ("14 + 3", "14+3"),
        ("14 : + 3", "14+3"),
        ("14. +3\n9) -2\n1. no1", "14+3 9-2 1:no1"),
        ("1. 14+3\n2. 9-2\n3. no1: 5", "14+3 9-2 5:no1"),
        ("- 14+3\n- 9-2", "14+3 9-2"),
        ("14+3 9\n- 2 7-1", "14+3 9-2 7-1"),
        ("1n8p", "1:no1 8:pick"),
        ("p8", "8:pick"),
        ("03 + 2", "03+2"),
        ("15 + 3", "15+3"),
        ("14+3 foo", "14+3 foo"),
    ],
)
def test_what_is_read(text: str, plain: str) -> None:
    assert spelled(text) == plain


@pytest.mark.parametrize(
    "text",
    [
        *("n1", "n14", "no15", "no 1", "nr. 2: 5", "5 n 1", "no1 8 pick", "5 no1 8", "3 no1 no1"),
        *("14 3", "14. 3", "14) 3", "14 | 3", "14, 3", "3 14+", "+3 14", "14+3 -2", "5 - 3 - 2 - 1", "- 14+3 - 2"),
        *("14+39-2", "14++3", "12+-4", "9--2", "14::3", "8:-p", "1+n", "-14+3", "14+3x", "a14+3", "14+3kg"),
        *("12:30", "1.5", "12.3.", "5 p.m.", "5 pm", "8 picks", "8 pick?", "1 pick of the", "2nd", "1st no1"),
        *("14~3", "14 to 3", "1\u00ad4+3", "8:\u00ad2", "4:\n3", "5\nno1 pick\n8", "5 no1 - 8", "14+3²", "14½"),
    ],
)
def test_what_may_mean_something_else_is_left(text: str) -> None:
    assert any(not TOKEN.fullmatch(word) or word.isdigit() for word in spelled(text).split())


def test_what_was_read_before_means_the_same() -> None:
    """Every chip in the plain notation is read as it stands, also beside one in another spelling."""
    tips = [f"{at}{name}" for at in (":", "=", "") for name in ("no1", "n", "PICK", "p")]
    values = [f"{at}{sign}4" for at in (":", "=", "") for sign in ("+", "-", "") if at or sign]
    for chip in product((1, 9, 14), (*tips, *values)):
        token = "".join(map(str, chip))
        match = TOKEN.fullmatch(token)
        assert match
        hole, _separator, sign, digit, no1, tip = match.groups()
        plain = f"{hole}{sign or '+'}{digit}" if digit else f"{hole}:{'no1' if no1 else 'pick'}"
        assert chips_of(token) == [token]
        assert spelled(f"5 + 1 {token} 6, - 1") == f"5+1 {plain} 6-1"
        assert (no1 is None) or (tip is None)


def test_one_way_to_read_it() -> None:
    """Of all short rows of numbers, signs and names, none is read where it could be read in two ways."""
    texts = {"d": "3", "D": "14", "+": "+", ":": ":", ".": ".", "n": "no1", "p": "pick", "o": "in"}
    read = 0
    for length in range(1, 7):
        for kinds in product(texts if length < 6 else "d+.n", repeat=length):
            for gap in " \n":
                atoms = [Atom(kind, texts[kind], gap if at else "\n") for at, kind in enumerate(kinds)]
                found, only = pieces(atoms)
                whole = not any(piece.rest for piece in found)
                assert only == whole
                if only:
                    read += 1
                    said = " ".join(in_words(found, atoms)).replace("no1", "")
                    assert digits(said) <= digits("".join(texts[kind] for kind in kinds if kind in "dD"))
    assert read > 500


@pytest.mark.parametrize(
    "text",
    ["14+3 ", "1", "no ", "new ", "- ", "14 + ", "pick of the ", "a.", "1.", " ", "\n", "(", "-", "=", "neue\n"],
)
def test_long_texts_take_no_longer_than_their_length(text: str) -> None:
    def seconds(size: int) -> float:
        long = (text * size)[: size - 1]
        return min(_timed(spelled, long) for _ in range(3))

    assert seconds(19_000) < 0.05 + 12 * seconds(4_750)
    assert spelled(text * 100_000) == text * 100_000


def _timed(function: Callable[[str], object], text: str) -> float:
    start = time.process_time()
    function(text)
    return time.process_time() - start
