"""Deck files: the cards of one's own box as TOML (R1, R2, R4)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from ..kit import files
from ..kit.errors import Fault, GameError, gathered, quoted
from ..kit.fields import Fields
from ..kit.language import N_, _, ngettext
from ..kit.names import folded
from ..kit.reasons import parser_reason
from ..kit.toml import parse_toml
from .builtin import LABELS
from .deck import Deck, label_answers, label_faults, name_faults, parse_labels
from .rules import PLACES

if TYPE_CHECKING:
    from ..kit.tomllines import Lines

JSON = "{"  # with which a deck file begins that is JSON; a TOML file may begin with a bracket


def parse_deck(text: str, path: str, unfinished: bool = False) -> Deck:
    """A deck from the text of a deck file; ``path`` is named in errors.

    ``[labels]`` maps the six labels' names to their colours (left out: the built-in ones), ``[bands]`` each
    band's name to its labels, such as ``"blue, red"``. A file with labels alone is for games whose cards come from
    the table. ``unfinished``: it may also have some bands, but fewer than 14 (R2). It is TOML, or a JSON object of
    the same form or of the one that ``deck show --json`` prints.

    Raises `GameError` (kinds ``"file"``, ``"deck"``, ``"name"``) with everything that is wrong and its line.
    """
    place = files.input_name(path)
    faults: list[Fault] = []
    if files.is_json(text, JSON):
        return _json_deck(text, place, unfinished)
    lines: Lines | None = None
    try:
        data = parse_toml(text, path)
    except GameError:
        from ..kit.tomllines import Lines

        lines = Lines(text)
        if not lines.trusted:
            raise
        faults += _wrong_lines(lines)
        data = {} if lines.torn else lines.data
    deck = Deck({}, {})
    if lines is None or not lines.torn:
        deck = _read(data, faults, unfinished)
    if faults:
        from ..kit.tomllines import Lines

        raise GameError(*_with_lines(faults, lines or Lines(text))).at(place)
    return deck


def load_deck(path: str) -> Deck:
    """The deck of a deck file. Raises `GameError` as `parse_deck` does, or where it cannot be read."""
    return parse_deck(files.read_input(path, JSON), path)


def _json_deck(text: str, place: str, unfinished: bool) -> Deck:
    from .deckjson import plain_deck

    faults: list[Fault] = []
    data, paths = plain_deck(text, place, faults)
    deck = _read(data, faults, unfinished)
    if faults:
        raise GameError(*(fault._replace(place=paths.get(fault.place, fault.place)) for fault in faults)).at(place)
    return deck


def deck_text(deck: Deck, comment: str = "") -> str:
    """The text of a deck file, which `parse_deck` reads as the same deck; ``comment`` stands at its top."""
    lines = [f"# {line}".rstrip() for line in comment.splitlines()]
    lines += ["[labels]", *(f"{_toml(name)} = {_toml(colour)}" for name, colour in deck.labels.items())]
    lines += [
        "",
        "[bands]",
        *(f"{_toml(name)} = {_toml(', '.join(labels))}" for name, labels in deck.bands.items()),
    ]
    return "\n".join(lines) + "\n"


def _toml(text: str) -> str:
    """A name, which never holds a control character, as a TOML string."""
    return '"' + text.replace("\\", "\\\\").replace('"', '\\"') + '"'


def _read(data: dict[str, Any], faults: list[Fault], unfinished: bool) -> Deck:
    """The deck of plain data; what is wrong with it goes to ``faults``, with key paths.

    Where there are faults already, of lines that could not be read, nobody knows how many bands there are.
    """
    whole = not faults
    fields = Fields(data, "", faults, "deck")
    own = fields.has("labels")
    labels = fields.table("labels").text_items() if own else dict(LABELS)
    none_needed = own and not fields.has("bands")
    table = Fields({}, "bands", faults, "deck") if none_needed else fields.table("bands")
    before = len(faults)
    texts = table.text_items()
    mistyped = {fault.place for fault in faults[before:]}  # no text: their labels are not looked at
    fields.done()
    wrong_labels = [fault._replace(place="labels") for fault in label_faults(labels)]
    faults += wrong_labels
    faults += _band_names(texts, table)
    bands: dict[str, tuple[str, ...]] = {}
    for name, text in texts.items():
        found: list[Fault] = []
        with gathered(found, table.where(name)):
            bands[name] = parse_labels(text, label_answers(labels))
        if table.where(name) not in mistyped:
            # where the labels themselves are wrong, bands may well name one that is meant to be there
            faults += [fault for fault in found if fault.kind != "name" or not wrong_labels]
    enough = (own and not texts) or (unfinished and texts) or len(texts) >= PLACES
    if not enough and whole and isinstance(data.get("bands"), dict):
        message = ngettext("there is {number} band", "there are {number} bands", len(texts))
        hint = _("at least {number} are wanted (R2)").format(number=PLACES)
        faults.append(Fault("deck", message.format(number=len(texts)), "bands", hint))
    return Deck(labels, bands)


def _band_names(texts: Mapping[str, str], table: Fields) -> list[Fault]:
    faults: list[Fault] = []
    first: dict[str, str] = {}
    for name in texts:
        where = table.where(name)
        faults += [fault._replace(place=where) for fault in name_faults([name], N_("band"))]
        other = first.setdefault(folded(name), name)
        if other != name:
            message = _("the band {name} is there twice, also as {other}")
            message = message.format(name=quoted(name), other=quoted(other))
            faults.append(Fault("name", message, where))
    return faults


def _line(number: int) -> str:
    return _("line {number}").format(number=number)


def _wrong_lines(lines: Lines) -> list[Fault]:
    faults = []
    for wrong in lines.wrong:
        place = _line(wrong.line)
        if wrong.first:
            message = _("this key stands in line {number} already").format(number=wrong.first)
            faults.append(Fault("deck", message, place, _("leave one of them out")))
        else:
            message = _("this is not TOML: {reason}").format(reason=quoted(parser_reason(wrong.message))[1:-1])
            hint = _('a band is written as "NAME" = "label" or "NAME" = "label, label"')
            faults.append(Fault("file", message, place, hint))
    return faults


def _with_lines(faults: list[Fault], lines: Lines) -> list[Fault]:
    """The faults in the order of their lines, as far as these are known."""
    root = Fields({}, "", [], "")
    numbers: dict[str, int] = {}
    for path, number in lines.numbers.items():
        where = root
        for key in path[:-1]:
            where = Fields({}, where.where(key), [], "")
        numbers.setdefault(where.where(path[-1]), number)
    order = {**numbers, **{_line(wrong.line): wrong.line for wrong in lines.wrong}}
    place = _("line {number}, {key}")
    return [
        fault._replace(place=place.format(number=numbers[fault.place], key=fault.place))
        if fault.place in numbers
        else fault
        for fault in sorted(faults, key=lambda fault: order.get(fault.place, 0))
    ]
