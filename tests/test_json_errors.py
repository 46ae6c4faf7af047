"""Errors with ``--json``: one object on standard error, an empty standard output, whatever goes wrong."""

from __future__ import annotations

import json
import subprocess
import sys
from typing import Any

import pytest
from conftest import SCHRILLE, SLIP, Command, environment
from contract import hold
from processes import finish, refused, start
from stages import CHANGES, THREE, at, prepared
from test_schema import commands

from schrille_cli.schrille import save


def error(schrille: Command, *args: str, code: int = 1, **settings: Any) -> Any:
    """The object that a command prints on standard error; nothing else is printed, and nothing is changed."""
    return json.loads(refused(schrille, *args, "--json", code=code, **settings))


# A fault of the game for every verb that has them.
FAULTS = [
    (["new", "-p", "Ann=blue", "-g", "other.toml"], "name", ""),
    (["new", *THREE], "file", '"schrille.toml"'),
    (["label", "Ann=pink"], "phase", ""),
    (["place", "Zed", *SLIP.split()], "name", ""),
    (["place", "Ann", "14+3"], "slip", "Ann's slip"),
    (["place", "--from", "missing.txt"], "file", '"missing.txt"'),
    (["place", "--from", "-"], "slip", "standard input"),
    (["resolve"], "missing", ""),
    (["score"], "phase", ""),
    (["next"], "phase", ""),
    (["amend", "1", "Ann", *SLIP.split()], "phase", ""),
    (["adjust", "Ann", "0", "--reason", "x"], "points", ""),
    (["undo"], "undo", ""),
    (["show", "--round", "2"], "round", ""),
    (["show", "--hand", "Ann"], "hand", ""),
    (["show", "--reveal"], "phase", ""),
    (["show", "-g", "missing.toml"], "file", '"missing.toml"'),
    (["chart", "-o", "missing/a.svg"], "file", '"missing/a.svg"'),
    (["rules", "-g", "missing.toml"], "file", '"missing.toml"'),
    (["deck", "show", "missing.toml"], "file", '"missing.toml"'),
    (["deck", "check", "missing.toml"], "file", '"missing.toml"'),
    (["deck", "new", "-o", "deck.toml"], "deck", ""),
    (["odds", "--bot", "nobody"], "bot", ""),
    (["simulate", "--bot", "nobody"], "bot", ""),
    (["schema", "nope"], "schema", ""),
    (["mail", "batch", "missing", "--inbox", ".", "--outbox", "out"], "file", '"missing"'),
    (["mail", "batch", ".", "--inbox", "missing", "--outbox", "out"], "file", '"missing"'),
    (["mail", "accept", "3f9a"], "mail", ""),
    (["mail", "list"], "mail", ""),
    (["mail", "extend", "--due", "never"], "due", ""),
    (["mail", "remind"], "mail", ""),
    (["mail", "address", "Ann=ann@example.org"], "mail", ""),
    (["mail", "leave", "Ann"], "mail", ""),
    (["mail", "check", "missing.eml"], "file", '"missing.eml"'),
    (["mail", "send", "out"], "settings", ""),
    (["mail", "send", "out", "--settings", "missing.toml"], "file", '"missing.toml"'),
]


@pytest.mark.parametrize(("args", "kind", "place"), FAULTS, ids=lambda value: " ".join(value) if value else "-")
def test_what_the_game_refuses(schrille: Command, args: list[str], kind: str, place: str) -> None:
    save(at("placing"), str(schrille.save))
    found = error(schrille, *args, input="")
    assert (found["kind"], found["place"]) == (kind, place)
    assert found["message"]
    assert error(schrille, *args, "--lang", "de", input="") == found


def test_a_fault_for_every_verb() -> None:
    tried = {"-".join(args[:2]) if args[0] in ("deck", "mail") else args[0] for args, _kind, _place in FAULTS}
    only_usage, with_an_answer = {"completion", "play"}, {"verify"}
    assert {name for name, _verb in commands()} - tried == only_usage | with_an_answer


USAGE = [
    (["show", "--round", "two"], "--round", "schrille show --help"),
    (["show", "--frob"], "--frob", "schrille show --help"),
    (["show", "surplus"], "", "schrille show --help"),
    (["show", "--format", "nonsense"], "--format", "schrille show --help"),
    (["show", "--pace", "0"], "--pace", "schrille show --help"),
    (["show", "--lang", "xx"], "--lang", "schrille show --help"),
    (["place"], "", "schrille place --help"),
    (["label"], "", "schrille label --help"),
    (["resolve", "--missing", "x"], "--missing", "schrille resolve --help"),
    (["adjust", "--reason", "x"], "PLAYER", "schrille adjust --help"),
    (["adjust", "Ann", "3"], "--reason", "schrille adjust --help"),
    (["amend", "1"], "PLAYER", "schrille amend --help"),
    (["chart"], "--output", "schrille chart --help"),
    (["chart", "-o", "a.gif"], "--output", "schrille chart --help"),
    (["completion", "sh"], "SHELL", "schrille completion --help"),
    (["play"], "", "schrille play --help"),
    (["new", "--rules", "chess"], "--rules", "schrille new --help"),
    (["deck", "check"], "FILE", "schrille deck check --help"),
    (["deck", "new", "-o", "a", "--separator", "xx"], "--separator", "schrille deck new --help"),
    (["deck", "frob"], "frob", "schrille deck --help"),
    (["mail", "batch", "games"], "--inbox", "schrille mail batch --help"),
    (
        ["mail", "batch", "g", "--inbox", "i", "--outbox", "o", "--missing", "x"],
        "--missing",
        "schrille mail batch --help",
    ),
    (["mail", "extend"], "--due", "schrille mail extend --help"),
    (["mail", "address"], "NAME=ADDRESS...", "schrille mail address --help"),
    (["new", "--moderator-mail", "a@b.c"], "", "schrille new --help"),
    (["frob"], "frob", "schrille --help"),
    (["-x"], "-x", "schrille --help"),
]


@pytest.mark.parametrize(("args", "place", "hint"), USAGE, ids=lambda value: " ".join(value) if value else "-")
def test_wrong_command_lines(schrille: Command, args: list[str], place: str, hint: str) -> None:
    save(at("placing"), str(schrille.save))
    found = error(schrille, *args, code=2)
    assert (found["kind"], found["place"], found["hint"]) == ("usage", place, hint)
    assert len(found["faults"]) == 1
    assert "\n" not in found["message"]
    assert error(schrille, *args, code=2, env=environment(SCHRILLE_LANG="de")) == found


def test_an_option_without_its_value(schrille: Command) -> None:
    found = json.loads(schrille("show", "--json", "--round", code=2).stderr)
    assert (found["place"], found["hint"]) == ("--round", "schrille show --help")


def test_what_only_looks_like_json(schrille: Command) -> None:
    """What is behind ``--``, or is an option's value, asks for nothing; what a verb reads as the option does."""
    schrille.new()
    for args in (["show", "--json=1"], ["label", "--", "--json"]):
        (done,) = finish([start(schrille.folder, *args)])
        assert "Error: " in done[2]
        assert not done[2].startswith("{")
    (done,) = finish([start(schrille.folder, "adjust", "Zed", "0", "--reason", "--json")])
    assert done[2].startswith("Error: there is no player")
    (done,) = finish([start(schrille.folder, "adjust", "Zed", "0", "--reason", "--", "--json")])
    assert [fault["kind"] for fault in hold("error", done[2])["faults"]] == ["name", "points"]


def test_all_faults_are_there(schrille: Command) -> None:
    """People read a hundred of them; a script is given all."""
    schrille.new()
    lines = "nobody\n" * 250
    assert "150 more faults" in refused(schrille, "place", "--from", "-", input=lines)
    found = error(schrille, "place", "--from", "-", input=lines)
    assert len(found["faults"]) == 250
    assert found["faults"][-1]["place"] == "standard input, line 250"


def test_faults_keep_what_is_not_ascii(schrille: Command) -> None:
    schrille.new()
    assert error(schrille, "place", "Zoë", *SLIP.split())["message"] == 'there is no player "Zoë"'
    assert error(schrille, "show", "-g", "no\u2028.toml")["place"] == '"no\\u2028.toml"'


@pytest.mark.parametrize("name", CHANGES)
def test_an_answer_that_cannot_be_printed(schrille: Command, name: str) -> None:
    """The save is done by then, and the error says so."""
    before, args = prepared(schrille, name)
    with open("/dev/full", "wb") as full:
        done = start(schrille.folder, *args, "--json", stdout=full)
        err = done.communicate(timeout=60)[1].decode()
    assert done.returncode == 1
    found = hold("error", err)
    assert found["kind"] == "output"
    assert "the save is done" in found["message"]
    assert schrille.save.read_bytes() != before


def test_what_saves_nothing_and_cannot_be_printed(schrille: Command) -> None:
    save(at("placing"), str(schrille.save))
    for args in (["show"], ["rules"], ["deck", "show"], ["schema"], ["completion", "bash"], ["show", "--help"]):
        with open("/dev/full", "wb") as full:
            done = start(schrille.folder, *args, "--json", stdout=full)
            err = done.communicate(timeout=60)[1].decode()
        assert done.returncode == 1
        assert hold("error", err)["kind"] == "output"
    closed = ["sh", "-c", 'exec "$@" >&-', "sh", str(SCHRILLE), "show", "--json"]
    done = subprocess.run(
        closed, cwd=schrille.folder, env=environment(), capture_output=True, text=True, check=False
    )
    assert (done.returncode, hold("error", done.stderr)["kind"]) == (1, "output")


def test_amend_needs_a_yes(schrille: Command) -> None:
    save(at("scored"), str(schrille.save))
    args = ["amend", "1", "Ann", "14-1", *SLIP.split()[1:]]
    found = error(schrille, *args)
    assert (found["kind"], found["hint"]) == ("amend", "add --yes to do it, or --dry-run only to look")
    assert schrille.json(*args, "--yes")["done"] is True


def test_the_faults_of_a_deck_are_an_answer_and_an_error(schrille: Command) -> None:
    (schrille.folder / "deck.toml").write_text("[bands]\na = 1\nb = 'pink'\n")
    done = schrille("deck", "check", "deck.toml", "--json", code=1)
    assert json.loads(done.stdout)["errors"] == json.loads(done.stderr)["faults"]
    assert len(json.loads(done.stderr)["faults"]) > 1


LOADING = """
import builtins, sys
from schrille_cli.__main__ import main

def stop(name, *rest, load=builtins.__import__):
    if name == "cli":
        raise KeyboardInterrupt
    return load(name, *rest)

builtins.__import__ = stop
sys.argv = ["schrille", "show", *sys.argv[1:]]
main()
"""


def test_ctrl_c_while_modules_load() -> None:
    command = [sys.executable, "-c", LOADING]
    done = subprocess.run([*command, "--json"], env=environment(), capture_output=True, text=True, check=False)
    found = hold("error", done.stderr)
    assert (done.returncode, done.stdout, done.stderr.count("\n"), found["kind"]) == (130, "", 1, "aborted")
    done = subprocess.run(command, env=environment(), capture_output=True, text=True, check=False)
    assert (done.returncode, done.stdout, done.stderr) == (130, "", "")


@pytest.mark.parametrize("args", [["--json", "show"], ["--json"], ["--help", "--json"]], ids=" ".join)
def test_where_the_option_belongs(schrille: Command, args: list[str]) -> None:
    found = json.loads(schrille(*args, code=2).stderr)
    assert found["message"] == "Write --json behind the command."


def test_long_words_are_cut(schrille: Command) -> None:
    """What was fed is repeated as far as somebody may want to read it."""
    schrille.new()
    slip = json.dumps([{"player": "Ann", "slip": "1+1 " * 50_000}])
    for args in (["place", "--from", "-"], ["place", "--from", "-", "--json"]):
        assert len(schrille(*args, code=1, input=slip).stderr) < 20_000
    deck = json.dumps({"labels": {}, "bands": {"x" * 300_000: "blue"}})
    for args in (["deck", "check", "-"], ["deck", "check", "-", "--json"]):
        done = schrille(*args, code=1, input=deck)
        assert len(done.stdout + done.stderr) < 20_000
