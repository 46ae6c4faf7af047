"""Damaged saves, each key, value and byte in turn: refused with the place of the fault, or another sound game."""

from __future__ import annotations

import copy
import random
import re
import tomllib
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest
import tomli_w
from sound_saves import TEXTS, Data

from schrille_cli.schrille import GameError, dumps, load, loads

Path_ = tuple[str | int, ...]


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


def values(whole: Data) -> Iterator[tuple[Path_, Any, Any]]:
    """Every path, with what holds its value and the value; this stands there again before the next one."""
    for path in paths(whole):
        holder = parent(whole, path)
        value = holder[path[-1]]
        yield path, holder, value
        holder[path[-1]] = value


def own(name: str, path: Path_) -> bool:
    """Whether a key is one that is not tried in another save: the game by mail is the rich one else."""
    return name != "by mail" or path[0] in ("mail", "format")


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
    for path in filter(lambda path: own(name, path), removed):
        data = copy.deepcopy(whole)
        del parent(data, path)[path[-1]]
        if not sound_or_refused(tomli_w.dumps(data), path):
            accepted.append(path)
    # What can be taken away and leave a sound game: the last lines of the log, a mark, chips that nobody has
    # used, a band that the cards on the table did not need; of a game by mail, mails, players and what they know.
    last = len(whole["rounds"]) - 1
    free = [("rounds", last, "log"), ("rules", "retire_at"), ("rules", "bag"), ("bands",)]
    free += [("mail", "mails"), ("mail", "players")]
    for path in accepted:
        assert any(path[: len(start)] == start for start in free), path


TYPES = ["blue", 7, 2**70, float("nan"), True, ["x"], {"x": "y"}, datetime(2024, 1, 1, tzinfo=UTC)]


@pytest.mark.parametrize("name", TEXTS)
def test_every_value_replaced_by_another_type(name: str) -> None:
    whole = tomllib.loads(TEXTS[name])
    for path, holder, value in values(whole):
        if not own(name, path):
            continue
        for other in TYPES:
            holder[path[-1]] = other
            refused = sound_or_refused(tomli_w.dumps(whole), (path, other))
            if type(other) is not type(value):
                assert refused, (path, other)
    assert tomli_w.dumps(whole) == TEXTS[name]


@pytest.mark.parametrize("name", TEXTS)
def test_every_value_replaced_by_an_empty_one(name: str) -> None:
    whole = tomllib.loads(TEXTS[name])
    for path, holder, value in values(whole):
        if not own(name, path):
            continue
        holder[path[-1]] = type(value)()
        sound_or_refused(tomli_w.dumps(whole), path)


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


# Keys that are unknown, and more


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
