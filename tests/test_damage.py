"""Damaged saves: every one is refused with the place of the fault, or is another sound game."""

from __future__ import annotations

import copy
import random
import re
import tomllib
from collections.abc import Callable, Iterator
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest
import tomli_w
from conftest import SLIP, Command

from schrille_cli.schrille import Game, GameError, dumps, load, loads

Data = dict[str, Any]
Path_ = tuple[str | int, ...]
PLAYERS = {"Ann": "blue", "Bob Lee": "red", "Zoë": "green", "O'Hara": "yellow"}


def hand_slip(game: Game, player: str, lowest: int) -> str:
    """A slip from a player's hand."""
    hand = game.state.opened.hands[player]
    chips = [f"{lowest + i}{chip:+d}" for i, chip in enumerate(hand[-5:])]
    return " ".join([*chips, f"{lowest + 5}:no1", f"{lowest + 6}:pick"])


def rich() -> Game:
    """Four rounds with hands dealt, a replaced slip, a pass, label changes and a slip in the last one."""
    game = Game.new(dict.fromkeys(PLAYERS), seed="damage", deal_hands=True)
    game.label(list(PLAYERS.items())[:2])
    game.label(list(PLAYERS.items())[2:])
    for number in range(3):
        for index, player in enumerate(PLAYERS):
            if number != 1 or player != "Zoë":
                game.place(player, hand_slip(game, player, 1 + 2 * index))
        if number == 0:
            game.place("Ann", hand_slip(game, "Ann", 3), replace=True)
        game.resolve(missing_pass=number == 1)
        if number == 2:
            game.score(go_on=True)
            break
        game.score()
        if number == 0:
            game.label({"Ann": "violet", "O'Hara": "orange,blue"})
        game.next()
    game.place("Ann", hand_slip(game, "Ann", 1))
    assert game.round == 4
    return game


def table() -> Game:
    """Two rounds with the cards from the table."""
    game = Game.new({"A": "blue", "B": "red", "C": "green"}, seed="t", chart=[f"Card {n}=blue" for n in range(14)])
    game.place("A", "14-4 13-4 1+4 2+3 3+3 4:no1 5:pick")
    game.resolve(missing_pass=True)
    game.score()
    game.next(["New one=red,green", "Moosbosse"])
    game.place("A", SLIP)
    return game


TEXTS = {"rich": dumps(rich()), "table": dumps(table())}


@pytest.fixture
def data() -> Data:
    """The rich save as plain data."""
    return tomllib.loads(TEXTS["rich"])


def paths(value: Any, path: Path_ = ()) -> Iterator[Path_]:
    """Every key and every list element at every level."""
    items = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for key, child in items:
        yield (*path, key)
        yield from paths(child, (*path, key))


def parent(data: Data, path: Path_) -> Any:
    for key in path[:-1]:
        data = data[key]  # type: ignore[call-overload]
    return data


def sound_or_refused(text: str, what: object) -> bool:
    """Load a text: either `GameError`, or a game that dumps to the same text; whether it is refused."""
    try:
        game = loads(text)
    except GameError as problem:
        return all(fault.message for fault in problem.faults)
    except Exception as problem:
        pytest.fail(f"{what}: {problem!r}")
    assert dumps(game) == text, what
    return False


@pytest.mark.parametrize("name", TEXTS)
def test_the_saves_are_sound(name: str) -> None:
    assert not sound_or_refused(TEXTS[name], name)


@pytest.mark.parametrize("name", TEXTS)
def test_every_key_removed(name: str) -> None:
    whole = tomllib.loads(TEXTS[name])
    removed = list(paths(whole))
    assert len(removed) > 150
    accepted = []
    for path in removed:
        data = copy.deepcopy(whole)
        del parent(data, path)[path[-1]]
        if not sound_or_refused(tomli_w.dumps(data), path):
            accepted.append(path)
    # What can be taken away and leave a sound game: the last lines of the log, a mark, chips that nobody has
    # used, and a band that the cards on the table did not need.
    last = len(whole["rounds"]) - 1
    free = [("rounds", last, "log"), ("rules", "retire_at"), ("rules", "bag"), ("bands",)]
    for path in accepted:
        assert any(path[: len(start)] == start for start in free), path


TYPES = ["blue", 7, 2**70, float("nan"), True, ["x"], {"x": "y"}, datetime(2024, 1, 1, tzinfo=UTC)]


@pytest.mark.parametrize("name", TEXTS)
def test_every_value_replaced_by_another_type(name: str) -> None:
    whole = tomllib.loads(TEXTS[name])
    for path in paths(whole):
        holder = parent(whole, path)
        value = holder[path[-1]]
        for other in TYPES:
            holder[path[-1]] = other
            refused = sound_or_refused(tomli_w.dumps(whole), (path, other))
            if type(other) is not type(value):
                assert refused, (path, other)
        holder[path[-1]] = value
    assert tomli_w.dumps(whole) == TEXTS[name]


@pytest.mark.parametrize("name", TEXTS)
def test_every_value_replaced_by_an_empty_one(name: str) -> None:
    whole = tomllib.loads(TEXTS[name])
    for path in paths(whole):
        holder = parent(whole, path)
        value = holder[path[-1]]
        holder[path[-1]] = type(value)()
        sound_or_refused(tomli_w.dumps(whole), path)
        holder[path[-1]] = value


def test_every_list_element_doubled_and_swapped(data: Data) -> None:
    for path in list(paths(data)):
        holder = parent(data, path)
        if isinstance(holder, list):
            kept = list(holder)
            holder.insert(path[-1], kept[path[-1]])  # type: ignore[arg-type]
            sound_or_refused(tomli_w.dumps(data), ("doubled", path))
            holder[:] = [*kept[1:], kept[0]]
            sound_or_refused(tomli_w.dumps(data), ("turned", path))
            holder[:] = kept
    assert tomli_w.dumps(data) == TEXTS["rich"]


@pytest.mark.parametrize("seed", range(5))
@pytest.mark.parametrize("name", TEXTS)
def test_flipped_bytes(tmp_path: Path, name: str, seed: int) -> None:
    chance = random.Random(seed)
    whole = TEXTS[name].encode()
    path = tmp_path / "flipped.toml"
    refused = accepted = 0
    for _ in range(100):
        damaged = bytearray(whole)
        for _ in range(chance.choice((1, 1, 1, 3))):
            damaged[chance.randrange(len(damaged))] ^= 1 << chance.randrange(8)
        path.write_bytes(damaged)
        try:
            game = load(str(path))
        except GameError as problem:
            refused += "flipped.toml" in str(problem)
            continue
        # Another sound game: free text such as the seed, or space where TOML has it.
        accepted += 1
        again = dumps(game)
        assert dumps(loads(again)) == again
    assert refused + accepted == 100
    assert refused > 80


@pytest.mark.parametrize("seed", range(2))
def test_cut_and_shuffled_texts(seed: int) -> None:
    chance = random.Random(seed)
    lines = TEXTS["rich"].splitlines(keepends=True)
    for _ in range(100):
        damaged = list(lines)
        at, other = sorted(chance.randrange(len(lines)) for _ in range(2))
        match chance.randrange(4):
            case 0:
                del damaged[at : at + chance.randrange(1, 5)]
            case 1:
                damaged.insert(other, damaged[at])
            case 2:
                damaged[at], damaged[other] = damaged[other], damaged[at]
            case _:
                damaged = damaged[:at]
        try:
            again = dumps(loads("".join(damaged)))
        except GameError:
            continue
        assert dumps(loads(again)) == again


# Named faults: the change, the key path that must be named, and what must be said


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
    data["format"] = 2


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


TABLES = ["", "rules", "rounds[1]", "rounds[1].labels", "rounds[1].scores", "rounds[1].hands"]


@pytest.mark.parametrize("where", TABLES)
@pytest.mark.parametrize("value", ["blue", 1, {"x": 1}, [1]])
def test_an_unknown_key_in_every_table(data: Data, where: str, value: Any) -> None:
    holder: Any = data
    for key in re.findall(r"\w+", where):
        holder = holder[int(key) if key.isdigit() else key]
    holder["surprise"] = value
    with pytest.raises(GameError) as caught:
        loads(tomli_w.dumps(data))
    assert any(where in fault.place for fault in caught.value.faults)
    if where.count(".") == 0:
        assert f"{where}.surprise".lstrip(".") in str(caught.value)


@pytest.mark.parametrize("where", ["rules.bag", "labels", "bands"])
def test_an_unknown_key_in_an_open_table(data: Data, where: str) -> None:
    holder = data
    for key in where.split("."):
        holder = holder[key]
    holder["surprise"] = "blue"
    with pytest.raises(GameError):
        loads(tomli_w.dumps(data))


def test_all_faults_of_shape_are_said_at_once(data: Data) -> None:
    data["surprise"] = 1
    data["rules"]["keep"] = "five"
    del data["rounds"][2]["scores"]
    with pytest.raises(GameError) as caught:
        loads(tomli_w.dumps(data))
    said = str(caught.value)
    for place in ("surprise", "rules.keep", "rounds[2].scores"):
        assert place in said


@pytest.mark.parametrize("text", ["a\x1b[31m", "a\u202eb", " a", "a" * 41, "e\u0301"])
def test_names_in_a_save_are_as_clean_as_others(data: Data, text: str) -> None:
    changed = tomli_w.dumps(data).replace("Bob Lee", text.replace("\x1b", "\\u001b"))
    with pytest.raises(GameError) as caught:
        loads(changed)
    assert "\x1b" not in str(caught.value)
    assert "\u202e" not in str(caught.value)


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
