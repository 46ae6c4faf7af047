"""Saves with one fault each: the change, the key path that must be named, and what must be said."""

from __future__ import annotations

import copy
import re
from collections.abc import Callable

import pytest
import tomli_w
from conftest import SLIP, Command
from sound_saves import Data

from schrille_cli.schrille import GameError, loads
from schrille_cli.schrille.codec import FORMAT


def band_twice(data: Data) -> None:
    data["rounds"][0]["chart"][3] = data["rounds"][0]["chart"][4]


def band_twice_later(data: Data) -> None:
    data["rounds"][2]["chart"][3] = data["rounds"][2]["chart"][4]


def a_fifteenth_place(data: Data) -> None:
    used = set(data["rounds"][0]["chart"])
    data["rounds"][0]["chart"].append(next(band for band in data["deck"] if band not in used))


def an_unknown_band(data: Data) -> None:
    data["rounds"][1]["chart"][0] = "The Unheard"


def a_wrong_score(data: Data) -> None:
    data["rounds"][2]["scores"]["Bob Lee"] += 7


def a_score_at_the_start(data: Data) -> None:
    data["rounds"][0]["scores"]["Ann"] = 5


def slip_line(data: Data, number: int) -> int:
    return next(i for i, line in enumerate(data["rounds"][number]["log"]) if line.startswith("place"))


def too_many_chips(data: Data) -> None:
    index = slip_line(data, 1)
    data["rounds"][1]["log"][index] = data["rounds"][1]["log"][index].replace("Ann ", "Ann 14+1 ")


def a_chip_not_in_the_hand(data: Data) -> None:
    hand = data["rounds"][3]["hands"]["Ann"].split()
    other = next(f"{value:+d}" for value in (-4, -3, -2, -1, 1, 2, 3, 4) if f"{value:+d}" not in hand)
    data["rounds"][3]["log"][0] = re.sub(r"5[+-]\d", f"5{other}", data["rounds"][3]["log"][0])


def a_newer_format(data: Data) -> None:
    data["format"] = FORMAT + 1


def an_older_format(data: Data) -> None:
    data["format"] = 0


def another_game(data: Data) -> None:
    data["game"] = "schrille-shelf"


def a_label_nobody_can_hold(data: Data) -> None:
    data["rounds"][1]["labels"]["Ann"] = "pink"


def one_label_for_two(data: Data) -> None:
    data["rounds"][2]["labels"]["Ann"] = data["rounds"][2]["labels"]["Bob Lee"]


def out_of_phase(data: Data) -> None:
    data["rounds"][2]["log"].insert(3, "score")


def not_canonical(data: Data) -> None:
    line = data["rounds"][2]["log"][0].split(" ")
    data["rounds"][2]["log"][0] = " ".join([*line[:2], line[3], line[2], *line[4:]])


def other_space(data: Data) -> None:
    data["rounds"][2]["log"][3] += " "


def no_command(data: Data) -> None:
    data["rounds"][2]["log"][3] = "shuffle"


def unclosed_quote(data: Data) -> None:
    data["rounds"][2]["log"][3] = "place 'Ann"


def an_unknown_player_in_the_log(data: Data) -> None:
    data["rounds"][3]["log"][0] = data["rounds"][3]["log"][0].replace("Ann", "Zed")


def a_prefix_in_the_log(data: Data) -> None:
    data["rounds"][3]["log"][0] = data["rounds"][3]["log"][0].replace("Ann", "An")


def a_round_missing(data: Data) -> None:
    del data["rounds"][1]


def the_last_round_missing(data: Data) -> None:
    del data["rounds"][3]


def a_round_too_many(data: Data) -> None:
    data["rounds"].append(copy.deepcopy(data["rounds"][3]))


def no_round(data: Data) -> None:
    data["rounds"] = []


def a_line_behind_next(data: Data) -> None:
    data["rounds"][0]["log"].append("resolve")


def chips_that_the_bag_has_not(data: Data) -> None:
    hands = data["rounds"][1]["hands"]
    hands["Ann"] = " ".join(["+4"] * 7)


def a_chip_of_no_value(data: Data) -> None:
    hands = data["rounds"][1]["hands"]
    hands["Ann"] = " ".join(["-4 -3 -2 -1 +1 +2 +9"])


def a_hand_too_small(data: Data) -> None:
    data["rounds"][1]["hands"]["Ann"] = "+1 +2"


def a_hand_missing(data: Data) -> None:
    del data["rounds"][1]["hands"]["Ann"]


def hands_out_of_order(data: Data) -> None:
    data["rounds"][1]["hands"]["Ann"] = " ".join(reversed(data["rounds"][1]["hands"]["Ann"].split()))


def cards_twice_in_the_deck(data: Data) -> None:
    data["deck"][20] = data["deck"][21]


def too_few_players(data: Data) -> None:
    del data["players"][2:]


def a_player_twice(data: Data) -> None:
    data["players"][1] = "ANN"


def a_rule_out_of_range(data: Data) -> None:
    data["rules"]["keep"] = 13


def too_small_a_bag(data: Data) -> None:
    data["rules"]["bag"] = {"+1": 20}


def a_rule_unknown(data: Data) -> None:
    data["rules"]["label_order"] = "alphabetical"


def an_unknown_label_of_a_band(data: Data) -> None:
    data["bands"]["Moosbosse"] = "pink"


def a_seventh_label(data: Data) -> None:
    data["labels"]["pink"] = "pink"


def an_empty_seed(data: Data) -> None:
    data["seed"] = ""


NAMED: list[tuple[Callable[[Data], None], str, str]] = [
    (band_twice, "rounds[0].chart", ""),
    (band_twice_later, "rounds[2].chart", ""),
    (a_fifteenth_place, "rounds[0].chart", ""),
    (an_unknown_band, "rounds[1].chart", ""),
    (a_wrong_score, "rounds[2].scores", "Bob Lee"),
    (a_score_at_the_start, "rounds[0].scores", "Ann"),
    (too_many_chips, "rounds[1].log[0]", "6 influence chips"),
    (a_chip_not_in_the_hand, "rounds[3].log[0]", "hole 5"),
    (a_newer_format, "format", "update"),
    (an_older_format, "format", ""),
    (another_game, "game", "schrille-stille"),
    (a_label_nobody_can_hold, "rounds[1].labels", ""),
    (one_label_for_two, "rounds[2].labels", ""),
    (out_of_phase, "rounds[2].log[3]", "phase"),
    (not_canonical, "rounds[2].log[0]", ""),
    (other_space, "rounds[2].log[3]", ""),
    (no_command, "rounds[2].log[3]", "command"),
    (unclosed_quote, "rounds[2].log[3]", ""),
    (an_unknown_player_in_the_log, "rounds[3].log[0]", "Zed"),
    (a_prefix_in_the_log, "rounds[3].log[0]", ""),
    (a_round_missing, "rounds[", ""),
    (the_last_round_missing, "rounds[", "missing"),
    (a_round_too_many, "rounds[4]", ""),
    (no_round, "rounds", "no round"),
    (a_line_behind_next, "rounds[0].log[", ""),
    (chips_that_the_bag_has_not, "rounds[1].hands", "bag"),
    (a_chip_of_no_value, "rounds[1].hands", "bag"),
    (a_hand_too_small, "rounds[1].hands", "2"),
    (a_hand_missing, "rounds[1].hands", ""),
    (hands_out_of_order, "rounds[1].hands", ""),
    (cards_twice_in_the_deck, "deck", ""),
    (too_few_players, "players", "2"),
    (a_player_twice, "players", "twice"),
    (a_rule_out_of_range, "rules.keep", "13"),
    (too_small_a_bag, "rules.", "20"),
    (a_rule_unknown, "rules.label_order", "alphabetical"),
    (an_unknown_label_of_a_band, "bands", "pink"),
    (a_seventh_label, "labels", "7"),
    (an_empty_seed, "seed", "empty"),
]


@pytest.mark.parametrize(("change", "place", "message"), NAMED, ids=lambda value: getattr(value, "__name__", ""))
def test_a_named_fault(data: Data, change: Callable[[Data], None], place: str, message: str) -> None:
    change(data)
    with pytest.raises(GameError) as caught:
        loads(tomli_w.dumps(data), "my save.toml")
    faults = [fault for fault in caught.value.faults if place in fault.place]
    assert faults, [str(fault) for fault in caught.value.faults]
    assert any(message in str(fault) for fault in faults), list(map(str, faults))
    assert all('"my save.toml"' in fault.place for fault in caught.value.faults)
    assert {fault.kind for fault in caught.value.faults} == {"save"}


# Through the installed command


CHOSEN = [band_twice, a_wrong_score, too_many_chips, a_newer_format, out_of_phase, the_last_round_missing]


@pytest.mark.parametrize("change", CHOSEN, ids=lambda change: change.__name__)
def test_the_command_refuses_and_never_writes(
    schrille: Command, data: Data, change: Callable[[Data], None]
) -> None:
    change(data)
    schrille.save.write_text(tomli_w.dumps(data), "utf-8")
    before = schrille.save.read_bytes()
    place = next(place for other, place, _ in NAMED if other is change)
    for args in (["show"], ["undo"], ["place", "Ann", *SLIP.split()], ["show", "--json"]):
        done = schrille(*args, code=1)
        assert done.stdout == ""
        assert place in done.stderr
        assert "schrille.toml" in done.stderr
        assert schrille.save.read_bytes() == before
