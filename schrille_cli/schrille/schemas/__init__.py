"""JSON Schemas (draft 2020-12) of what ``--json`` prints, of errors, and of the JSON that commands read.

A file each: ``show.json`` is ``schrille show --json``, ``deck-check.json`` is ``schrille deck check --json``,
``error.json`` what stands on standard error, and ``slips.json``, ``cards.json`` and ``deck.json`` are inputs. What
several of them use is in ``shared.json``. A file beside these is a schema more; it may have ``$defs`` of its own.
"""

from __future__ import annotations

import os
from collections.abc import Iterator, Mapping
from functools import lru_cache
from typing import Any

from ...kit.errors import error, listed, quoted
from ...kit.language import _

DRAFT = "https://json-schema.org/draft/2020-12/schema"
SHARED = "shared"
ENDING = ".json"
DEFS = "#/$defs/"


@lru_cache
def names() -> tuple[str, ...]:
    """The names of the schemas, in order: of commands with a hyphen (``deck-check``), ``error``, and of inputs."""
    files = os.listdir(os.path.dirname(__file__))
    found = sorted(file.removesuffix(ENDING) for file in files if file.endswith(ENDING))
    return tuple(name for name in found if name != SHARED)


def schema(name: str = "") -> dict[str, Any]:
    """The schema of a command (``"show"``, ``"deck check"``), of ``"error"`` or of an input (``"slips"``).

    It needs no other one: what it refers to is in its ``$defs``. Without a name, one document has all of them in
    its ``$defs``. They allow further keys, since keys may be added later; ``required`` are those that are always
    there. Raises `GameError` (kind ``"schema"``) where there is none of that name.

    >>> schema("show")["properties"]["chart"], schema("deck check")["title"]
    ({'$ref': '#/$defs/chart_rows'}, 'schrille deck check --json')
    """
    if not name:
        return _all()
    key = "-".join(name.casefold().split())
    if key not in names():
        message = _("there is no schema {name}").format(name=quoted(name))
        raise error("schema", message, hint=_("choose {names}").format(names=listed(names(), "or")))
    found = _read(key)
    known = {**_read(SHARED)["$defs"], **found.pop("$defs", {})}
    used = _used(found, known)
    defs = {"$defs": {word: known[word] for word in known if word in used}} if used else {}
    return {"$schema": DRAFT, **found, **defs}


def _all() -> dict[str, Any]:
    defs: dict[str, Any] = {}
    shared: dict[str, Any] = _read(SHARED)["$defs"]
    for name in names():
        found = _read(name)
        shared |= found.pop("$defs", {})
        defs[name] = found
    return {
        "$schema": DRAFT,
        "title": "schrille",
        "description": "What the commands of schrille print with --json, errors, and the JSON that they read.",
        "$defs": {**defs, **shared},
    }


def _read(name: str) -> dict[str, Any]:
    """The data of a file of this folder."""
    import json

    with open(os.path.join(os.path.dirname(__file__), name + ENDING), encoding="ascii") as file:
        data: dict[str, Any] = json.load(file)
    return data


def _used(found: Any, known: Mapping[str, Any]) -> set[str]:
    """The definitions that a schema refers to, also by way of others."""
    used: set[str] = set()
    waiting = [found]
    while waiting:
        for word in _references(waiting.pop()):
            if word not in used:
                used.add(word)
                waiting.append(known[word])
    return used


def _references(data: Any) -> Iterator[str]:
    """The names of the definitions to which a part of a schema refers."""
    if isinstance(data, dict):
        if str(data.get("$ref", "")).startswith(DEFS):
            yield data["$ref"].removeprefix(DEFS)
        for value in data.values():
            yield from _references(value)
    elif isinstance(data, list):
        for value in data:
            yield from _references(value)
