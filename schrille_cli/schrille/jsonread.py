"""Slips and cards that scripts feed as JSON, turned into the text that people write.

What is wrong is named by its path in the input and never repeated, since it may hold chips.
"""

from __future__ import annotations

from ..kit.errors import Fault, error, raise_all
from ..kit.jsoninput import Node, parse
from ..kit.language import _
from .reading import Given
from .rules import GREATEST_CHIP, HOLES, PLACES
from .slips import TIP_NAMES, TOKEN, chips_of


def read_slips(text: str, file: str, faults: list[Fault]) -> Given:
    """The slips of a JSON text, the input ``file``.

    It is what ``show --slips --json`` prints, its list of slips, or an object with each player's slip. A slip has
    its text, its ``chips`` by hole, or both where they are the same, and a ``bot`` where one placed it. What is
    wrong goes to ``faults``; raises `GameError` where the text is no JSON or there is no slip in it.
    """
    root = parse(text, file, secret=True).of_kind("slip")
    slips: list[tuple[str, str]] = []
    places: list[str] = []
    bots: dict[str, str] = {}
    nodes = _by_player(root) if root.is_object() else [(None, item) for item in root.items()]
    for player, node in nodes:
        before = len(root.faults)
        slip = _slip(node) if player is None else (player, node.text())
        if len(root.faults) == before:
            slips.append(slip)
            places.append(f"{file}, {node.path}")
            bots |= _bot(slip[0], node)
    if not nodes and not root.faults:
        raise error("slip", _("there is no slip in it"), file, _hint())
    faults += [fault.at(file) for fault in root.faults]
    return Given(slips, places, bots)


def _by_player(root: Node) -> list[tuple[str | None, Node]]:
    """The slips of an object: each player's, or its list of them, where None stands for the player."""
    entries = root.entries()
    if "slips" in entries and not entries["slips"].is_text():
        return [(None, item) for item in entries["slips"].items()]
    return list(entries.items())


def read_cards(text: str, file: str) -> list[str]:
    """The cards of a JSON text as lines of a chart: a list of them, or an object with a ``chart``.

    A card is such a line, or an object of a band and, where it has them, its ``labels`` and its ``place``. Raises
    `GameError` with everything that is wrong.
    """
    root = parse(text, file).of_kind("deck")
    given = root.get("chart") if root.is_object() else root
    items = given.items() if given else []
    cards = [_card(item, number) for number, item in enumerate(items, 1)]
    raise_all(fault.at(file) for fault in root.faults)
    return cards


def label_list(node: Node) -> str:
    """A band's labels, a list of names, as a deck file has them."""
    names = []
    for item in node.items():
        if "," in item.text():
            item.fault(_("one label is wanted here"), _("write a list of labels"))
        names.append(str(item.value))
    return ", ".join(names)


def _hint() -> str:
    return _("schrille schema {name} describes what is wanted").format(name="slips")


def _slip(node: Node) -> tuple[str, str]:
    """The player and the slip of an object."""
    before = len(node.faults)
    player = node.get("player")
    name = player.text() if player else ""
    entries = node.entries() if node.is_object() else {}
    texts = [entries["slip"].text()] if "slip" in entries else []
    if "chips" in entries:
        texts.append(" ".join(_chip(chip) for chip in entries["chips"].items()))
    if node.is_object() and not texts:
        node.fault(_("there is neither a slip nor its chips"), _hint())
    if len(texts) == 2 and len(node.faults) == before and _chips(texts[0]) != _chips(texts[1]):
        node.fault(_("slip and chips are not the same"), _("leave one of them out"))
    return name, "".join(texts[:1])


def _bot(player: str, node: Node) -> dict[str, str]:
    """The bot that placed a player's slip, where it is named."""
    found = node.entries().get("bot") if node.is_object() else None
    return {player: found.text()} if found and found.value is not None else {}


def _chip(node: Node) -> str:
    """A chip in a hole as a token."""
    hole, chip = node.get("hole"), node.get("chip") if node.is_object() else None
    number, value = hole.whole() if hole else 0, chip.whole() if chip else 0
    if hole and number not in HOLES:
        hole.fault(_("a hole is wanted here"), _("holes go from 1 to {last}").format(last=PLACES))
    if chip and chip.is_text() and chip.value in TIP_NAMES:
        return f"{number}:{chip.value}"
    if chip and not (value and -GREATEST_CHIP <= value <= GREATEST_CHIP):
        hint = _('write a whole number from -{most} to {most}, not 0, or "no1" or "pick"')
        chip.fault(_("a chip is wanted here"), hint.format(most=GREATEST_CHIP))
    return f"{number}{value or 0:+d}"


def _chips(text: str) -> list[tuple[str, ...]]:
    """What the tokens of a slip mean, in one order, however they are written."""
    found = []
    for token in chips_of(text):
        match = TOKEN.fullmatch(token)
        hole, _separator, sign, digit, no1, pick = match.groups() if match else (token, "", "", "", "", "")
        chip = "no1" if no1 else "pick" if pick else f"{sign or '+'}{digit}"
        found.append((hole.lstrip("0"), chip))
    return sorted(found)


def _card(node: Node, number: int) -> str:
    """A card of the chart as its line; ``number`` is the place at which it stands in the list, from 1."""
    if node.is_text():
        return node.text()
    band = node.get("band")
    name = band.text() if band else ""
    entries = node.entries() if node.is_object() else {}
    if "place" in entries and entries["place"].whole() != number:
        message = _("place {number} is wanted here").format(number=number)
        entries["place"].fault(message, _("the cards stand in the order of their places"))
    return f"{name}={label_list(entries['labels'])}" if "labels" in entries else name
