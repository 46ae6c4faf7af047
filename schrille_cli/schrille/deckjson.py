"""Deck files in JSON: as ``deck show --json`` prints them, or by names as in TOML."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from ..kit.errors import Fault
from ..kit.fields import Fields
from ..kit.jsoninput import Node, parse
from ..kit.language import _
from .jsonread import label_list


def plain_deck(text: str, file: str, faults: list[Fault]) -> tuple[dict[str, Any], dict[str, str]]:
    """The plain data of a deck file that is a JSON object, in the form that a TOML one has.

    The second part gives, for a key path of that data, the path in the JSON text. What is wrong goes to
    ``faults``. Raises `GameError` (kind ``"file"``) where the text is no JSON.
    """
    root = parse(text, file).of_kind("deck")
    data: dict[str, Any] = {}
    paths: dict[str, str] = {}
    for key, read in (("labels", _label), ("bands", _band)):
        if not root.has(key):
            continue
        node = root.entries()[key]
        if node.is_object():
            data[key] = dict(node.value)
        elif node.is_list():
            data[key] = _listed(node, key, read, paths)
        else:
            data[key] = {}
            node.fault(_("an object or a list is wanted here"))
    faults += root.faults
    return data, paths


def _listed(
    node: Node, key: str, read: Callable[[Node], tuple[Node | None, str]], paths: dict[str, str]
) -> dict[str, str]:
    """The names of a list of objects, each with what it has."""
    found: dict[str, str] = {}
    table = Fields({}, key, [], "")
    for item in node.items():
        named, value = read(item)
        name = named.text() if named else ""
        if named and name in found:
            named.fault(_("this name is there twice"), _("leave one of them out"))
        elif named and named.is_text():
            found[name] = value
            paths[table.where(name)] = item.path
    return found


def _label(node: Node) -> tuple[Node | None, str]:
    colour = node.get("colour") if node.is_object() else None
    return node.get("name"), colour.text() if colour else ""


def _band(node: Node) -> tuple[Node | None, str]:
    labels = node.get("labels") if node.is_object() else None
    return node.get("band"), label_list(labels) if labels else ""
