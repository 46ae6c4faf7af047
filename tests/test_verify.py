"""Verifying: nothing is found in a sound save, and everything that was changed in another one, at its key path."""

from __future__ import annotations

import random
import re
import tomllib
from typing import Any

import pytest
import tomli_w
from conftest import PLAYERS, ROOT
from replays import Table, moved
from sound_saves import TEXTS, Data, rich
from stages import at
from tampering import other_hand, where
from test_damage import own, values

from schrille_cli.schrille import Game, GameError, bots, dumps, loads, step, verify

KINDS = {"tool": (False, True), "no hands": (False, False), "table": (True, False), "table, hands": (True, True)}


# Sound saves


@pytest.mark.parametrize("name", TEXTS)
def test_nothing_is_found_in_a_sound_save(name: str) -> None:
    game = loads(TEXTS[name])
    assert verify(TEXTS[name]) == (game.round, game.phase, ())
    assert verify(TEXTS[name]).sound


@pytest.mark.parametrize("phase", ["opening", "placing", "full", "resolved", "scored", "over"])
def test_nothing_is_found_in_any_phase(phase: str) -> None:
    game = at(phase)
    assert verify(dumps(game)) == (1, game.phase, ())


def test_nothing_is_found_in_the_example() -> None:
    assert verify((ROOT / "examples" / "game.toml").read_text("utf-8")).sound


@pytest.mark.parametrize("kind", KINDS)
def test_nothing_is_found_in_games_at_random(kind: str) -> None:
    """With replaced and missing slips, labels that change, points by word, decks that run out, amended slips."""
    amended = 0
    for seed in range(8):
        table = Table(seed, 3 + seed % 3, *KINDS[kind])
        table.play(rounds=5)
        game, chance = table.game, random.Random(seed)
        assert verify(dumps(game)) == (game.round, game.phase, ())
        for _ in range(2):
            number = chance.choice([number for number, state in game.rounds.items() if state.movement])
            slips = game.at_round(number).slips
            player = chance.choice(list(slips))
            try:
                game.amend(number, player, moved(chance, slips[player]))
            except GameError:  # the table would have to draw more cards
                continue
            amended += 1
            assert verify(dumps(game)) == (game.round, game.phase, ())
    assert amended > 8


def test_slips_that_bots_placed() -> None:
    """Their names are part of the record, and a slip that another bot would have placed is as good."""
    game = Game.new({"A": "blue", "B": "red", "C": "green"}, seed="bots", deal_hands=True)
    for player, name in zip("ABC", ("random", "fan", "mine"), strict=True):
        game.place(player, bots.find("rival")(game.observe(player)), bot=name)
    text = dumps(game)
    assert text.count("bot=") == 3
    assert verify(text) == (1, "placing", ())
    assert [fault.place for fault in verify(text.replace("A bot=random ", "A bot= ")).faults] == [
        "rounds[0].log[0]"
    ]
    assert [fault.place for fault in verify(text.replace("format = 3", "format = 2")).faults] == ["format"]


# One value changed


def other(path: tuple[str | int, ...], value: Any) -> Any:
    """Another value of the same type, as somebody might edit it; None for what holds others."""
    if "hands" in path and isinstance(value, str):
        return other_hand(value)
    if path[-1] == "preset":
        return "brettspielwelt" if value == "rulebook" else "rulebook"
    if type(value) is int:
        return value + 1
    return f"{value}x" if isinstance(value, str) else None


@pytest.mark.parametrize("name", TEXTS)
def test_every_value_changed(name: str) -> None:
    """What loading refuses is found; what departs in a round is found in that round, and at its key."""
    whole = tomllib.loads(TEXTS[name])
    found = 0
    for path, holder, value in values(whole):
        changed = other(path, value)
        if changed is None or not own(name, path):
            continue
        holder[path[-1]] = changed
        places = where(whole)
        try:
            loads(tomli_w.dumps(whole))
        except GameError:
            assert places, path
        if path[0] != "rounds":
            continue
        if len(path) == 4 and path[2] != "bands":
            key = f"rounds[{path[1]}].{path[2]}"
            start = f"{key}[{path[3]}]" if isinstance(path[3], int) else f'{key}["{path[3]}"]'
            starts = (
                (start, f"{key}.{path[3]}", key)
                if path[1] == 0 or path[2] == "chart"
                else (start, f"{key}.{path[3]}")
            )
            assert any(place.startswith(starts) for place in places), (path, places)
            found += 1
    assert found > 40 or name == "by mail"


def test_a_value_changed_is_the_only_departure(data: Data) -> None:
    """In the rounds behind the first, where nothing was taken over from what is written."""
    for number, entry in enumerate(data["rounds"][1:], 1):
        for key in ("scores", "labels", "hands"):
            for player, value in entry[key].items():
                entry[key][player] = {"scores": value, "labels": "nobody's"}.get(key) or other_hand(str(value))
                if key == "scores":
                    entry[key][player] = value + 1
                quoted = player if player.isascii() and player.isalnum() else f'"{player}"'
                path = f".{quoted}" if quoted == player else f"[{quoted}]"
                assert where(data) == [f"rounds[{number}].{key}{path}"]
                entry[key][player] = value
        for place, band in enumerate(entry["chart"]):
            entry["chart"][place] = "Nobody"
            assert where(data) == [f"rounds[{number}].chart[{place}]"]
            entry["chart"][place] = band
    assert where(data) == []


def test_what_is_written_and_what_should_be_is_said(data: Data) -> None:
    score = data["rounds"][2]["scores"]["Ann"]
    band, other = data["rounds"][3]["chart"][6:8]
    data["rounds"][2]["scores"]["Ann"] = score + 5
    data["rounds"][3]["chart"][6:8] = other, band
    first, second, third = map(str, verify(tomli_w.dumps(data)).faults)
    led = "this is not what the rounds before it led to"
    assert first == f'rounds[2].scores.Ann: {led}: "Ann" has {score} there, not {score + 5}'
    assert second == f'rounds[3].chart[6]: {led}: place 7 has "{band}" there, not "{other}"'
    assert third == f'rounds[3].chart[7]: {led}: place 8 has "{other}" there, not "{band}"'


def test_players_who_are_missing_or_too_many(data: Data) -> None:
    scores = data["rounds"][2]["scores"]
    data["rounds"][2]["scores"] = {"Zed": 1, **{name: scores[name] for name in scores if name != "Ann"}}
    data["rounds"][3]["labels"] = dict(reversed(data["rounds"][3]["labels"].items()))
    del data["rounds"][3]["chart"][13]
    data["rounds"][1]["chart"].append("Zed")
    assert where(data) == [
        "rounds[1].chart[14]",
        "rounds[2].scores.Ann",
        "rounds[2].scores.Zed",
        "rounds[3].chart[13]",
        "rounds[3].labels",
    ]


# Deck, seed and hands


def test_another_seed() -> None:
    def places(game: Game) -> list[str]:
        return where({**tomllib.loads(dumps(game)), "seed": "another"})

    assert places(rich()) == ["seed", "seed"]
    assert places(at("full")) == ["seed"]
    assert places(Table(1, 3, True, True).game) == ["seed"]
    assert places(Table(1, 3, True, False).game) == []  # nothing came from the seed


def test_another_order_of_the_deck(data: Data) -> None:
    """All of it: the hands tell that the seed is right, and else the seed may be wrong."""
    data["deck"] = data["deck"][1:] + data["deck"][:1]
    assert where(data)[0] == "deck"
    whole = tomllib.loads(dumps(at("placing")))
    whole["deck"].reverse()
    assert where(whole)[0] == "seed"


def test_cards_that_are_still_to_come_are_not_named(data: Data) -> None:
    data["deck"][40], data["deck"][41] = data["deck"][41], data["deck"][40]
    said = " ".join(map(str, verify(tomli_w.dumps(data)).faults))
    assert said.count("this is not the card that the seed gives (R5)") == 2
    assert not any(band in said for band in data["deck"])


def test_a_card_twice_in_the_deck(data: Data) -> None:
    data["deck"][30] = data["deck"][31]
    data["rounds"][2]["scores"]["Ann"] += 1
    assert where(data) == ["deck[30]", "rounds[2].scores.Ann"]


def test_other_chips_in_the_bag(data: Data) -> None:
    """The deck tells that the seed is right, but most hands are others."""
    data["rules"]["bag"]["+4"] += 1
    places = where(data)
    assert "seed" not in places
    assert all(".hands" in place for place in places)
    assert len(places) > len(data["rounds"]) * 2


def edited(text: str, at: str, value: object) -> str:
    """A save with one value changed, by its key path."""
    data = tomllib.loads(text)
    *way, last = [int(part) if part.isdigit() else part for part in re.findall(r"\w+", at)]
    inner: Any = data
    for part in way:
        inner = inner[part]
    assert inner[last] != value
    inner[last] = value
    return tomli_w.dumps(data)


@pytest.mark.parametrize("number", range(4))
def test_a_change_in_any_round_is_told_once(number: int) -> None:
    game = Game.new(PLAYERS, seed="once", deal_hands=True)
    for _round in range(4):
        step(game, dict.fromkeys(PLAYERS, bots.find("fan")))
    text = dumps(game)
    score = f"rounds[{number}].scores.Bob"
    assert [fault.place for fault in verify(edited(text, score, 99)).faults] == [score]
    chart = tomllib.loads(text)["rounds"][number]["chart"]
    swapped = edited(edited(text, f"rounds[{number}].chart[0]", chart[1]), f"rounds[{number}].chart[1]", chart[0])
    places = [f"rounds[{number}].chart[{index}]" for index in (0, 1)]
    assert [fault.place for fault in verify(swapped).faults] == places
    count = f"rounds[{number}].number"
    data = tomllib.loads(text)
    data["rounds"][number]["number"] = 9
    assert [fault.place for fault in verify(tomli_w.dumps(data)).faults] == [count]


def test_a_wrong_card_of_the_table_is_told_at_its_place() -> None:
    """Not at the line that opened the round, which says nothing of the cards."""
    table = Table(3, 4, table=True, dealt=True)
    table.play(2)
    text = dumps(table.game)
    opened = tomllib.loads(text)["rounds"][1]["chart"]
    last = len(opened) - 1
    found = verify(edited(text, f"rounds[1].chart[{last}]", opened[0])).faults
    assert (found[0].place, found[0].message) == (f"rounds[1].chart[{last}]", "this band came before")
    found = verify(edited(text, f"rounds[1].chart[{last}]", "Nobody")).faults
    assert (found[0].place, found[0].message) == (f"rounds[1].chart[{last}]", "this band is not known")
    assert not any(".log" in fault.place for fault in found)
