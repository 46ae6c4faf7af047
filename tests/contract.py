"""The contract of ``--json``: every output is held against the schema that ships, with every key closed."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from copy import deepcopy
from functools import cache
from typing import Any

from schrille_cli.cli import TABLE
from schrille_cli.schrille import schema

GROUPS = {
    "deck": ("check", "new", "show"),
    "mail": ("accept", "address", "batch", "check", "extend", "leave", "list", "remind", "send"),
}
# They answer also where something is wrong.
VERDICTS = ("deck-check", "mail-batch", "mail-check", "mail-send", "verify")


def command_of(args: Sequence[str]) -> str:
    """The name of the schema for a command line, empty where it names no command."""
    words = iter(args)
    for word in words:
        if word == "--lang":
            next(words, "")
        elif word in GROUPS:
            return "-".join([word, *(inner for inner in words if inner in GROUPS[word])][:2])
        elif not word.startswith("-"):
            return word if word in TABLE else ""
    return ""


def closed(found: Any) -> Any:
    """A copy of a schema in which every object has the properties that are described, and no others."""
    found = deepcopy(found)
    for part in parts(found):
        if part.get("type") == "object" and "additionalProperties" not in part:
            part["additionalProperties"] = False
    return found


def parts(found: Any) -> Iterator[dict[str, Any]]:
    """All objects in a schema, itself included."""
    if isinstance(found, dict):
        yield found
    for value in found.values() if isinstance(found, dict) else found if isinstance(found, list) else ():
        yield from parts(value)


@cache
def validator(name: str, strict: bool = True) -> Any:
    """What tells whether data is as a schema says; ``strict``: with no further key."""
    from jsonschema import Draft202012Validator

    return Draft202012Validator(closed(schema(name)) if strict else schema(name))


def hold(name: str, text: str) -> Any:
    """The object that a text is, one line of ASCII, held against a schema."""
    assert text.isascii()
    assert text.count("\n") == 1
    assert text.endswith("\n")
    data = json.loads(text)
    problems = [f"{error.json_path}: {error.message}" for error in validator(name).iter_errors(data)]
    assert not problems, (name, problems)
    return data


def hold_all(args: Sequence[str], code: int, out: str, err: str) -> None:
    """Hold what a command line printed against the contract, where it asks for JSON and not for help.

    An answer or an error is there; both only where one of `VERDICTS` answers that something is wrong.
    """
    before = args[: args.index("--")] if "--" in args else args
    if "--json" not in before or {"-h", "--help", "--version"} & {*before}:
        return
    name = command_of(args)
    if code:
        error = hold("error", err)
        assert {key: error[key] for key in ("kind", "message", "place", "hint")} == error["faults"][0]
    else:
        assert err == ""
    if not code or (name in VERDICTS and out):
        hold(name, out)
    else:
        assert out == ""
