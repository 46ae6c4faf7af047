"""Names: which are good ones, when two are the same, and which one a typed word means."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from hypothesis import given
from hypothesis import strategies as st

from schrille_cli.kit.names import clean_name, find, folded, twice
from schrille_cli.schrille import Game, GameError

GOOD = [
    "Ann",
    "Ann Lee",
    "Mjølk",
    "宇多田",
    "Zoë",
    "x",
    "a" * 40,
    "👩‍👩‍👧",
    "3+2",
    "14+3",
    "O'Neil",
    'The "X"',
    "a\\b",
    "#1",
    "...",
]
BAD = [
    "",
    "   ",
    "a" * 41,
    "a\tb",
    "a\nb",
    "a\x00",
    "\x7f",
    "a\x1b[31m",
    "\u202eevil",
    "a\u2066b",
    "\udc80",
    "a\u2028b",
]
BAD_PLAYERS = ["a=b", "a:b", "a,b", "-Ann"]


@pytest.mark.parametrize("name", GOOD)
def test_good_names(name: str) -> None:
    assert clean_name(name, "player", "=:,") == name


@pytest.mark.parametrize("name", BAD)
def test_bad_names(name: str) -> None:
    with pytest.raises(GameError) as caught:
        clean_name(name, "band")
    text = str(caught.value)
    assert text.isprintable() or "…" in text


@pytest.mark.parametrize("name", BAD_PLAYERS)
def test_what_separates_is_not_in_the_names_of_players(name: str) -> None:
    assert clean_name(name, "band") == name
    with pytest.raises(GameError):
        clean_name(name, "player", "=:,")


def test_names_are_trimmed_and_composed() -> None:
    assert clean_name("  Zoe\u0308 ", "player") == "Zoë"


def test_names_are_the_same_without_regard_to_case() -> None:
    assert twice(["Ann", "ANN", "Straße", "STRASSE", "Bob"]) == ["ANN", "STRASSE"]


def test_names_are_the_same_without_what_cannot_be_seen() -> None:
    assert twice(["Ann", "Ann\u200b", "A\u200enn"]) == ["Ann\u200b", "A\u200enn"]
    assert find("ann", ["A\u00adnn", "Bob"], "player") == "A\u00adnn"


@pytest.mark.parametrize(
    ("typed", "meant"),
    [("ann", "Ann"), ("ANNA", "Anna"), (" b", "Bob"), ("zoe\u0308", "Zoë"), ("宇", "宇多田"), ("C", "Cid")],
)
def test_a_typed_name_is_matched_whole_or_by_prefix(typed: str, meant: str) -> None:
    assert find(typed, ["Ann", "Anna", "Bob", "Zoë", "宇多田", "Cid"], "player") == meant


@pytest.mark.parametrize(("typed", "said"), [("an", "Ann or Anna"), ("x", "no player"), ("", "no player")])
def test_a_name_that_is_not_clear(typed: str, said: str) -> None:
    with pytest.raises(GameError, match=said):
        find(typed, ["Ann", "Anna", "Bob"], "player")


@given(st.lists(st.text(min_size=1), min_size=1, max_size=6), st.data())
def test_a_whole_name_always_means_itself(names: list[str], data: st.DataObject) -> None:
    unique = list({folded(name.strip()): name.strip() for name in names if name.strip()}.values())
    if unique:
        name = data.draw(st.sampled_from(unique))
        assert find(name.upper() if folded(name.upper()) == folded(name) else name, unique, "player") == name


def test_players_whose_names_are_awkward_can_play() -> None:
    awkward = ["3+2", 'O\'Neil "X"', "a\\ b", "#1 no1", "宇多田 光", "next"]
    game = Game.new([(name, None) for name in awkward], seed="names")
    for name, label in zip(awkward, game.setup.labels, strict=True):
        game.label([(name, label)])
    game.place_all([(name, "14+3 9-2 7-1 3+2 12+4 1n 8p") for name in awkward])
    game.resolve()
    from schrille_cli.schrille import dumps, loads

    assert dumps(loads(dumps(game))) == dumps(game)
    assert [game.undo(), game.undo()] == [
        "resolve",
        'the slips of 3+2, O\'Neil "X", a\\ b, #1 no1, 宇多田 光 and next',
    ]


def test_every_fault_of_a_new_game_is_said_at_once(errors: Callable[..., list[str]]) -> None:
    players = [("Ann", "blue"), ("ann", "blue"), ("B=b", None), ("Cid", "mauve")]
    said = "\n".join(errors(Game.new, players, seed="x" * 41, chart=["nobody"]))
    for part in ("claimed already", "holds", "mauve", "twice", "41 characters", "nobody", "1 card"):
        assert part in said
