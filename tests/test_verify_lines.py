"""Verifying goes on behind lines that cannot be carried out, and tells nothing of the round in play."""

from __future__ import annotations

import random
import re
import tomllib
from collections.abc import Callable

import pytest
import tomli_w
from sound_saves import TEXTS, Data
from tampering import other_hand, where

from schrille_cli.schrille import Game, GameError, dumps, loads, verify

CHIP = re.compile(r"\b(?:1[0-4]|[1-9])[:=]?(?:[+-][1-9]|no1|pick)\b")


def test_many_departures_are_all_found(data: Data) -> None:
    rounds = data["rounds"]
    rounds[1]["surprise"] = rounds[3]["scores"].pop("Ann")
    rounds[1]["scores"]["Ann"] = "many"
    rounds[0]["scores"]["Ann"] = 1
    rounds[1]["hands"]["Zoë"] = other_hand(rounds[1]["hands"]["Zoë"])
    rounds[1]["labels"]["Bob Lee"] = "orange"
    rounds[2]["chart"][0] = "Nobody"
    rounds[2]["scores"]["O'Hara"] += 3
    rounds[3]["hands"]["Ann"] = other_hand(rounds[3]["hands"]["Ann"])
    data["deck"][20], data["deck"][40] = data["deck"][40], data["deck"][20]
    assert where(data) == [
        "rounds[1].scores.Ann",
        "rounds[1].surprise",
        "deck[20]",
        "deck[40]",
        "rounds[0].scores.Ann",
        'rounds[1].labels["Bob Lee"]',
        'rounds[1].hands["Zoë"]',
        "rounds[2].chart[0]",
        'rounds[2].scores["O\'Hara"]',
        "rounds[3].scores.Ann",
        "rounds[3].hands.Ann",
    ]


def test_a_slip_changed_departs_from_then_on(data: Data) -> None:
    """Another possible slip: nothing is wrong with the line, but with what every later round opened with."""
    log = data["rounds"][1]["log"]
    index = next(i for i, line in enumerate(log) if line.startswith("place Ann"))
    chips = log[index].split()
    assert chips[-1].endswith(":pick")
    log[index] = " ".join([*chips[:-1], "13:pick"])
    places = where(data)
    assert {place.partition(".")[0] for place in places} == {"rounds[2]", "rounds[3]"}
    assert any(place.startswith("rounds[2].scores") for place in places)


@pytest.mark.parametrize(
    "line", ["place Ann 14+3", "nonsense", "place Zed 14+3 9-2 7-1 3+2 12+4 1:no1 8:pick", "'"]
)
def test_a_line_that_cannot_be_carried_out_hides_nothing(data: Data, line: str) -> None:
    """Neither do the lines that wait for it count, nor is what departs in later rounds lost."""
    log = data["rounds"][1]["log"]
    index = next(i for i, written in enumerate(log) if written.startswith("place Ann"))
    log[index] = line
    log.insert(0, "next")
    data["rounds"][3]["scores"]["Ann"] += 1
    places = where(data)
    assert [place for place in places if place.startswith(f"rounds[1].log[{index + 1}]")]
    beside = [place for place in places if "log" not in place and not place.startswith("rounds[2]")]
    assert beside == ["rounds[3].scores.Ann"]
    assert places[0] == "rounds[1].log[0]"


def test_what_only_waits_for_a_line_is_not_named(data: Data) -> None:
    """The slip is missing at resolve, the round is not resolved at score, and not scored at next."""
    log = data["rounds"][0]["log"]
    index = next(i for i, line in enumerate(log) if line.startswith("place Zoë"))
    assert log[-4:] == ["resolve", "score", "label Ann=violet 'O'\"'\"'Hara=orange,blue'", "next"]
    log[index] = "nonsense"
    data["rounds"][2]["scores"]["Ann"] += 1
    assert where(data) == [f"rounds[0].log[{index}]", "rounds[2].scores.Ann"]


@pytest.mark.parametrize("lost", [(0,), (1, 2)])
def test_marks_stay_used_behind_a_round_that_was_lost(lost: tuple[int, ...]) -> None:
    """Else three bands more would retire, when the replay goes on from what is written."""
    game = Game.new({"A": "blue", "B": "red", "C": "green"}, seed="marks")
    game.adjust("A", 35, "a mark")
    for _ in range(4):
        game.resolve(missing_pass=True)
        game.score(go_on=True)
    data = tomllib.loads(dumps(game))
    assert [len(entry["log"]) for entry in data["rounds"]] == [3, 2, 2, 2, 0]
    for index in lost:
        data["rounds"][index]["log"][-2] = "nonsense"
    data["rounds"][4]["scores"]["B"] += 1
    lines = [f"rounds[{index}].log[{len(data['rounds'][index]['log']) - 2}]" for index in lost]
    assert where(data) == [*lines, "rounds[4].scores.B"]


def test_a_line_behind_the_one_that_opened_the_next_round(data: Data) -> None:
    log = data["rounds"][0]["log"]
    log.append("score")
    data["rounds"][2]["scores"]["Ann"] += 1
    assert where(data) == [f"rounds[0].log[{len(log) - 1}]", "rounds[2].scores.Ann"]


def test_a_round_that_no_line_opens(data: Data) -> None:
    data["rounds"][0]["log"].pop()
    data["rounds"][2]["scores"]["Ann"] += 1
    assert where(data) == ["rounds[1]", "rounds[2].scores.Ann"]


def test_a_round_that_is_missing(data: Data) -> None:
    count = len(data["rounds"][2]["log"])
    data["rounds"].pop()
    verdict = verify(tomli_w.dumps(data))
    assert [fault.place for fault in verdict.faults] == [f"rounds[2].log[{count - 1}]"]
    assert (verdict.rounds, verdict.phase) == (3, "resolved")


def test_no_round_opens_with_what_is_written(data: Data) -> None:
    """Then the rounds behind it are still looked at."""
    data["rounds"][1]["log"].pop()
    data["rounds"][2]["chart"][0] = data["rounds"][2]["chart"][1]
    data["rounds"][2]["labels"]["Ann"] = "pink"
    assert where(data) == ["rounds[2]", "rounds[2].chart", "rounds[2].labels"]


# Nothing of the round in play is told


@pytest.mark.parametrize(
    "line",
    [
        "place Ann 13+4 13-4 6+1 5-3 4+2 2:no1 10:pick",
        "place Ann 13+4 11+4 6+4 5+4 4+4 2:no1 10:pick",
        "place 13+4 11-4 6+1 5-3 4+2 2:no1 10:pick",
        "adjust 13+4 11-4 6+1",
    ],
)
def test_no_chip_of_the_round_in_play_is_told(data: Data, line: str) -> None:
    log = data["rounds"][3]["log"]
    assert len(log) == 1
    log[0] = line
    data["rounds"][3]["hands"]["Ann"] = other_hand(data["rounds"][3]["hands"]["Ann"])
    faults = verify(tomli_w.dumps(data)).faults
    assert [fault.place for fault in faults] == ["rounds[3].hands.Ann", "rounds[3].log[0]"]
    said = " ".join(map(str, faults))
    assert not CHIP.search(said)
    assert not re.search(r"hole|[+-]\d", said)
    assert '"Ann"' in faults[0].message


def test_a_slip_of_a_resolved_round_is_explained(data: Data) -> None:
    log = data["rounds"][1]["log"]
    log[0] = log[0].replace("6:no1", "15:no1")
    assert any("no hole" in fault.message for fault in verify(tomli_w.dumps(data)).faults)


# What was never a save


@pytest.mark.parametrize(
    ("change", "place"),
    [
        (lambda data: data.update(game="chess"), "game"),
        (lambda data: data.update(format=99), "format"),
        (lambda data: data.update(surprise=1), "surprise"),
        (lambda data: data["rules"].update(hand=99), "rules.hand"),
        (lambda data: data.update(rounds=[]), "rounds"),
        (lambda data: data["rounds"][1].update(bands={"New": "blue"}), "rounds[1].bands"),
    ],
)
def test_the_set_up(data: Data, change: Callable[[Data], None], place: str) -> None:
    change(data)
    assert place in where(data)


def test_labels_of_new_bands_are_written_by_their_names() -> None:
    data = tomllib.loads(TEXTS["corrected"])
    data["rounds"][1]["bands"]["New one"] = "red, green"
    data["rounds"][2]["scores"]["A"] += 1
    assert where(data) == ['rounds[1].bands["New one"]', "rounds[2].scores.A"]


@pytest.mark.parametrize("name", TEXTS)
def test_several_values_changed_at_random(name: str) -> None:
    """Whatever stands there, something is told of it, or it is another sound game."""
    chance = random.Random(name)
    lines = TEXTS[name].splitlines()
    for _ in range(150):
        damaged = list(lines)
        for _ in range(chance.randrange(1, 5)):
            index = chance.randrange(len(damaged))
            match chance.randrange(4):
                case 0:
                    damaged[index] = re.sub(r"\d", lambda digit: str(chance.randrange(10)), damaged[index])
                case 1:
                    damaged[index] = damaged[chance.randrange(len(damaged))]
                case 2:
                    del damaged[index]
                case _:
                    damaged.insert(index, damaged[chance.randrange(len(damaged))])
        text = "\n".join(damaged) + "\n"
        try:
            loads(text)
        except GameError:
            assert not verify(text).sound
