"""House rules: what can be set, what cannot, and that they are in force."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from schrille_cli.schrille import PRESETS, Game, Rules, with_settings
from schrille_cli.schrille.rules import CHOICES, LISTS, RANGES, rule_faults


def test_the_presets_differ_as_the_tables_of_rulings_say() -> None:
    rulebook, online = PRESETS["rulebook"], PRESETS["brettspielwelt"]
    different = {key for key in Rules._fields if getattr(rulebook, key) != getattr(online, key)}
    assert different == {"preset", "hand", "label_order", "opening_claims"}
    assert (rulebook.hand, rulebook.keep, rulebook.label_order, rulebook.opening_claims) == (
        7,
        5,
        "last-place-first",
        "final",
    )
    assert (online.hand, online.keep, online.label_order, online.opening_claims) == (8, 5, "first-come", "free")
    assert rulebook.chips == 48
    assert list(rulebook.bag) == [-4, -3, -2, -1, 1, 2, 3, 4]


@pytest.mark.parametrize(
    ("setting", "key", "value"),
    [
        ("target=50", "target", 50),
        (" target = 50 ", "target", 50),
        ("retire_at=[25,45]", "retire_at", (25, 45)),
        ("retire_at=25, 45", "retire_at", (25, 45)),
        ("retire_at=", "retire_at", ()),
        ("top_places=10,5", "top_places", (10, 5)),
        ("fallen_points=-3", "fallen_points", -3),
        ("both_marks=once", "both_marks", "once"),
    ],
)
def test_a_setting(setting: str, key: str, value: object) -> None:
    rules = with_settings(Rules(), [setting])
    assert getattr(rules, key) == value
    assert rule_faults(rules) == []


def test_a_chip_s_count_is_set_by_its_value() -> None:
    rules = with_settings(Rules(), ["bag.+4=5", "bag.-5=2", "bag.1=0"])
    assert rules.bag == {-5: 2, -4: 6, -3: 6, -2: 6, -1: 6, 1: 0, 2: 6, 3: 6, 4: 5}
    assert list(rules.bag) == sorted(rules.bag)


@pytest.mark.parametrize(
    "setting",
    [
        "target",
        "target=",
        "target=x",
        "bag.x=3",
        "retire_at=a,b",
        "preset=x",
        "x=1",
        "",
        "target=1_0",
        "retire_at=]30,40[",
        "retire_at=30,,50",
        "retire_at=,",
        "retire_at=[30",
        "target=٣",
    ],
)
def test_what_is_no_setting(setting: str, errors: Callable[..., list[str]]) -> None:
    assert errors(with_settings, Rules(), [setting])


@pytest.mark.parametrize(
    "setting",
    [
        *(f"{key}={low - 1}" for key, (low, _) in RANGES.items()),
        *(f"{key}={high + 1}" for key, (_, high) in RANGES.items()),
        *(f"{key}=never" for key in CHOICES),
        *(f"{key}={','.join(['1'] * (most + 1))}" for key, (_, _, most) in LISTS.items()),
        "retire_at=50,30",
        "bag.0=3",
        "bag.10=3",
        "bag.4=-1",
        "keep=8",
    ],
)
def test_values_that_cannot_be(setting: str, errors: Callable[..., list[str]]) -> None:
    rules = with_settings(Rules(), [setting])
    assert errors(Game.new, {"Ann": "blue", "Bob": "red", "Cid": "green"}, rules=rules)


def test_house_rules_are_in_force() -> None:
    rules = with_settings(Rules(), ["target=5", "top_places=9", "number_one_bonus=0", "fallen_points=0"])
    game = Game.new({"Ann": "blue", "Bob": "red", "Cid": "green"}, rules=rules, seed="house")
    first = game.state.bands[game.state.opened.chart[0]]
    game.resolve(missing_pass=True)
    game.score()
    holders = {player for player, label in game.state.labels.items() if label in first}
    assert {player: score for player, score in game.state.scores.items() if score} == dict.fromkeys(holders, 9)
    assert game.phase == ("over" if holders else "scored")
