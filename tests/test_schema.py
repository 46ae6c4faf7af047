"""The schemas that ship: sound, whole, described, printed, and of nothing that is not there."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import click
import pytest
from conftest import LABELS, PLAYERS, Command
from contract import closed, hold, parts, validator
from jsonschema import Draft202012Validator
from mailed import result_and_receipt
from mailmoderator import said_by_mail
from processes import refused
from sound_saves import TEXTS, rich, table
from stages import at

from schrille_cli.cli import TABLE, root
from schrille_cli.schrille import Game, GameError, save, schema
from schrille_cli.schrille.schemas import names

INPUTS = ("cards", "deck", "slips")
FALLS = ("14-4", "13-4", "12-4", "2+3", "3+3", "4:no1", "5:pick")
RICH = ["--history", "--player", "Ann", "--band"]


def commands() -> Iterator[tuple[str, click.Command]]:
    """Every command that has ``--json``, by the name of its schema."""
    group = root()
    context = click.Context(group)
    for name in TABLE:
        command = group.get_command(context, name)
        inner = command.commands if isinstance(command, click.Group) else {"": command}
        for word, verb in inner.items():
            if any("--json" in param.opts for param in verb.params):
                yield f"{name}-{word}".rstrip("-"), verb


def test_every_command_has_a_schema() -> None:
    assert sorted([*(name for name, _verb in commands()), "error", *INPUTS]) == list(names())


@pytest.mark.parametrize("name", ["", *names()])
def test_schemas_are_sound(name: str) -> None:
    found = schema(name)
    Draft202012Validator.check_schema(found)
    assert found["$schema"] == "https://json-schema.org/draft/2020-12/schema"
    referred = {part["$ref"] for part in parts(found) if "$ref" in part} - {found["$schema"]}
    known = {f"#/$defs/{word}" for word in found.get("$defs", ())}
    assert referred <= known
    assert known == referred or not name
    assert json.dumps(found).isascii()


@pytest.mark.parametrize("name", names())
def test_every_property_is_described(name: str) -> None:
    found = schema(name)
    assert found["title"]
    assert found["description"]
    for part in parts(found):
        for key, described in part.get("properties", {}).items():
            text = described.get("description")
            if not text:
                text = found["$defs"][described["$ref"].rpartition("/")[2]]["description"]
            assert re.fullmatch(r"[A-Z].{6,}\.", text), (key, text)


@pytest.mark.parametrize("name", names())
def test_keys_may_be_added_later(name: str) -> None:
    """Only the tests close objects, but for the bag, whose keys are the values of chips."""
    shut = [part for part in parts(schema(name)) if part.get("additionalProperties") is False]
    assert all("patternProperties" in part for part in shut)


def test_further_keys_are_let_through_but_not_by_the_tests(schrille: Command) -> None:
    schrille.new()
    data = schrille.json("show")
    for where in (data, data["chart"][0], data["rules"]):
        where["later"] = 1
        assert validator("show", strict=False).is_valid(data)
        assert not validator("show").is_valid(data)
        del where["later"]
    assert validator("show").is_valid(data)
    for missing in ("winners", "chart"):
        assert not validator("show", strict=False).is_valid({k: v for k, v in data.items() if k != missing})
    data["chart"][0]["place"] = 15
    assert not validator("show", strict=False).is_valid(data)


def test_one_document_has_them_all() -> None:
    found = schema()["$defs"]
    assert {*names()} <= {*found}
    folded = [word.replace("_", "").replace("-", "").lower() for word in found]
    assert len({*folded}) == len(folded)  # programs make names of types of them
    for name in names():
        alone = schema(name)
        assert {key: alone[key] for key in alone if key not in ("$schema", "$defs")} == found[name]
        assert alone.get("$defs", {}).items() <= found.items()


@pytest.mark.parametrize("args", [["show"], ["deck", "check"], ["deck check"], ["deck-check"], ["Slips"], []])
def test_schemas_are_printed(schrille: Command, args: list[str]) -> None:
    found = schema(" ".join(args))
    out = schrille("schema", *args).stdout
    assert out.isascii()
    assert json.loads(out) == found
    assert out.startswith('{\n  "$schema": ')
    assert schrille.json("schema", *args) == found
    assert schrille("schema", *args, "--lang", "de").stdout == out


def test_an_unknown_name_lists_those_that_there_are(schrille: Command) -> None:
    said = refused(schrille, "schema", "sho")
    assert 'there is no schema "sho"' in said
    assert all(name in said for name in names())
    with pytest.raises(GameError):
        schema("shared")


# What is described is there: every property is seen once.


class Seen:
    """The properties that were seen, each by the schema's part that describes it."""

    def __init__(self) -> None:
        self.found: set[tuple[str, str]] = set()

    def look(self, name: str, data: Any) -> None:
        assert not [error.message for error in validator(name).iter_errors(data)]
        self._walk(schema(name), name, data, schema(name).get("$defs", {}))

    def _walk(self, part: Any, where: str, data: Any, defs: dict[str, Any]) -> None:
        if word := part.get("$ref", "").removeprefix("#/$defs/"):
            if word in defs:
                self._walk(defs[word], word, data, defs)
            return
        for index, choice in enumerate(part.get("anyOf", ())):
            self._walk(choice, f"{where}/{index}", data, defs)
        if isinstance(data, list) and "items" in part:
            for item in data:
                self._walk(part["items"], f"{where}[]", item, defs)
        if isinstance(data, dict) and {*part.get("required", ())} <= {*data}:
            for key in part.get("properties", {}).keys() & data.keys():
                self.found.add((where, key))
                self._walk(part["properties"][key], f"{where}.{key}", data[key], defs)


def described(name: str) -> set[tuple[str, str]]:
    """All properties that a schema describes, as `Seen` has them."""
    defs = schema(name).get("$defs", {})
    found: set[tuple[str, str]] = set()

    def walk(part: Any, where: str) -> None:
        for index, choice in enumerate(part.get("anyOf", ())):
            walk(choice, f"{where}/{index}")
        if isinstance(part.get("items"), dict):
            walk(part["items"], f"{where}[]")
        for key, inner in part.get("properties", {}).items():
            found.add((where, key))
            walk(inner, f"{where}.{key}")

    for word, part in defs.items():
        walk(part, word)
    walk({key: value for key, value in schema(name).items() if key != "$defs"}, name)
    return found


def answers(schrille: Command) -> Iterator[tuple[str, Any]]:
    """What every command has to say, with all options that add something to it."""

    def ask(*args: str) -> tuple[str, Any]:
        name = "-".join(args[:2]) if args[0] in ("deck", "mail") else args[0]
        return name, schrille.json(*args)

    yield ask("rules")
    yield ask("new", *(word for player in PLAYERS for word in ("-p", player)), "--seed", "s", "--deal-hands")
    yield ask("label", *("=".join(pair) for pair in PLAYERS.items()))
    yield ask("show", "--hand", "Ann")
    yield ask("undo")
    yield ask("new", "--force", "-p", "A=blue", "-p", "B=red", "-p", "C=green")
    yield ask("place", "A", *FALLS)
    yield ask("place", "B", "--bot", "fan", "--hand", "+1 +2 +3 +4 -1 -2 -3")
    yield ask("show", "--slips")
    yield ask("resolve", "--missing", "pass", "--reveal")
    yield ask("show", "--explain", "--reveal")
    yield ask("score", "--next")
    yield ask("adjust", "B", "3", "--reason", "why not")
    yield ask("chart", "-o", "a.svg")
    yield ask("rules")
    save(rich(), str(schrille.save))
    yield ask("show", *RICH, "Frost", "--explain")
    schrille.save.write_text(TEXTS["corrected"], "utf-8")
    yield ask("show", "--history", "--player", "B", "--band", "Card 1", "--explain")
    game = table()
    game.resolve(missing_pass=True)
    save(game, str(schrille.save))
    amend = ["amend", "1", "A", *FALLS]
    yield ask(*amend, "--dry-run")
    yield ask(*amend, "--yes")
    save(at("scored", {"Ann": "blue", "Bob": "red", "Cid": "green"}), str(schrille.save))
    yield ask("label", "Ann=orange", "Bob=orange")
    save(Game.new(PLAYERS, seed="t", deal_hands=True), str(schrille.save))
    schrille("resolve", "--missing", "pass")
    yield ask("score")
    yield ask("next", "--hands")
    yield ask("completion", "zsh")
    yield ask("deck", "show")
    (schrille.folder / "box.csv").write_text("no;band;label\n" + "".join(f"{n};B {n};red\n" for n in range(20)))
    yield ask("deck", "new", "--csv", "box.csv", "-o", "box.toml")
    yield ask("deck", "check", "box.toml")
    yield ask("schema")
    yield ask("simulate", "-n", "20")
    yield ask("odds", "-n", "3")
    save(at("opening"), str(schrille.save))
    yield ask("odds", "-n", "3")
    save(at("over"), str(schrille.save))
    yield ask("odds")
    yield ask("verify", str(schrille.save))
    done = schrille("verify", str(schrille.save), "missing.toml", "--json", code=1)
    yield "verify", json.loads(done.stdout)
    (schrille.folder / "a.txt").write_text("\n".join(result_and_receipt()), "utf-8")
    yield ask("mail", "check", "a.txt", "a.txt")
    (schrille.folder / "wrong.toml").write_text("[bands]\n")
    done = schrille("deck", "check", "wrong.toml", "--json", code=1)
    yield "deck-check", json.loads(done.stdout)
    yield "error", json.loads(done.stderr)
    (schrille.folder / "smtp.toml").write_text('host = "localhost"\n')
    (schrille.folder / "out").mkdir()
    (schrille.folder / "out" / "a.eml").write_text("From: m@example.org\nTo: a@example.org\n\n")
    yield ask("mail", "send", "out", "--settings", "smtp.toml", "--dry-run")
    (schrille.folder / "out" / "b.eml").write_text("\n")
    done = schrille("mail", "send", "out", "--settings", "smtp.toml", "--dry-run", "--json", code=1)
    yield "mail-send", json.loads(done.stdout)
    yield from said_by_mail(schrille)


def fed() -> Iterator[tuple[str, Any]]:
    """JSON that commands read."""
    chips = [{"hole": 14, "chip": 3}, {"hole": 1, "chip": "no1"}]
    yield "slips", {"slips": [{"player": "A", "slip": "14+3", "chips": chips, "bot": "fan"}]}
    yield "cards", {"chart": ["Amber"] * 13 + [{"band": "Frost", "labels": ["blue"], "place": 14}]}
    labels = [{"name": label, "colour": label} for label in LABELS]
    yield "deck", {"labels": labels, "bands": [{"band": "Frost", "labels": ["blue"]}]}


def test_every_property_that_is_described_is_seen(schrille: Command) -> None:
    seen = Seen()
    looked = set()
    for name, data in [*answers(schrille), *fed()]:
        seen.look(name, data)
        looked.add(name)
    assert looked == {*names()} - {"play"}
    assert {name: described(name) - seen.found for name in names() if described(name) - seen.found} == {}


def test_a_key_that_is_not_described_is_found(schrille: Command) -> None:
    with pytest.raises(AssertionError):
        hold("undo", '{"round": 1, "phase": "placing", "next_commands": [], "undone": "x", "more": 1}\n')
    with pytest.raises(AssertionError):
        hold("undo", '{"round": 1, "phase": "placing", "next_commands": []}\n')
    assert closed({"type": "object"}) == {"type": "object", "additionalProperties": False}


def test_play_prints_no_object(schrille: Command) -> None:
    assert not validator("play").is_valid({})
    error = json.loads(schrille("play", "--json", code=2).stderr)
    assert error["kind"] == "usage"


def test_the_schemas_are_data_of_the_package() -> None:
    import schrille_cli.schrille.schemas as package

    folder = Path(package.__file__).parent
    assert {path.stem for path in folder.glob("*.json")} == {*names(), "shared"}
