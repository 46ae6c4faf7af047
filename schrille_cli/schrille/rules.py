"""The numbers and switches of the game: presets, constants, house rules."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, NamedTuple

from ..kit.errors import Fault, error, listed, quoted, raise_all
from ..kit.language import _

PLACES = 14  # R2: places on the chart, and holes on a CD
DANGER_ZONE = 11  # R16: the first place of the Danger Zone, which ends at 14
FALLEN_PLACE = 15  # R19: the place that counts for a Pick of the Week that fell
FEWEST_PLAYERS, MOST_PLAYERS = 3, 6  # R1
TIPS = 2  # R7: New Number 1 and Pick of the Week
HOLES = frozenset(range(1, PLACES + 1))
GREATEST_CHIP = 9  # a slip writes a chip's value with one digit


class Rules(NamedTuple):
    """The rules in force; the defaults are the preset ``rulebook``.

    ``hand`` chips are drawn and ``keep`` of them placed each round. Points: ``target`` ends the game,
    ``retire_at`` are the marks, ``label_cost`` is paid for a label, ``number_one_bonus`` for a right New
    Number 1, ``fallen_points`` for a fallen band, ``top_places`` from place 1 on. ``bag`` counts the influence
    chips of each value.
    """

    preset: str = "rulebook"
    hand: int = 7
    keep: int = 5
    label_order: str = "last-place-first"
    opening_claims: str = "final"
    target: int = 70
    retire_at: tuple[int, ...] = (30, 50)
    retire_places: int = 3
    both_marks: str = "twice"
    label_cost: int = 5
    number_one_bonus: int = 5
    fallen_points: int = -2
    top_places: tuple[int, ...] = (6, 5, 4, 3, 2, 1)
    danger_zone_pick: str = "fifteenth"
    bag: Mapping[int, int] = {-4: 6, -3: 6, -2: 6, -1: 6, 1: 6, 2: 6, 3: 6, 4: 6}

    @property
    def slip_size(self) -> int:
        """Chips on a slip: influence chips and tips."""
        return self.keep + TIPS

    @property
    def chips(self) -> int:
        """Influence chips in the bag."""
        return sum(self.bag.values())


PRESETS = {
    "rulebook": Rules(),
    "brettspielwelt": Rules("brettspielwelt", 8, 5, "first-come", "free"),
}
CHOICES = {
    "label_order": ("last-place-first", "first-come"),
    "opening_claims": ("final", "free"),
    "both_marks": ("twice", "once"),
    "danger_zone_pick": ("fifteenth", "final-place"),
}
RANGES = {
    "hand": (1, 99),
    "keep": (1, PLACES - TIPS),
    "target": (1, 999),
    "retire_places": (0, PLACES),
    "label_cost": (0, 99),
    "number_one_bonus": (0, 99),
    "fallen_points": (-99, 99),
}
# Paid places end above the Danger Zone, where every band stays.
LISTS = {"retire_at": (1, 999, 9), "top_places": (0, 99, DANGER_ZONE - 1)}


def as_data(rules: Rules) -> dict[str, Any]:
    """The rules as plain data, the bag by chip value, as the save and ``--json`` have them."""
    values = rules._asdict()
    for key in LISTS:
        values[key] = list(values[key])
    values["bag"] = {f"{value:+d}": count for value, count in rules.bag.items()}
    return values


def rule_faults(rules: Rules, players: int = FEWEST_PLAYERS) -> list[Fault]:
    """Everything that is wrong with the values of rules for a number of players (R8, and the ranges)."""
    faults: list[Fault] = []

    def wrong(key: str, message: str) -> None:
        faults.append(Fault("rules", message, key))

    if rules.preset not in PRESETS:
        wrong("preset", _unknown(rules.preset, PRESETS))
    for key, choices in CHOICES.items():
        if getattr(rules, key) not in choices:
            wrong(key, _unknown(getattr(rules, key), choices))
    for key, (low, high) in RANGES.items():
        if not low <= getattr(rules, key) <= high:
            message = _("the value must be from {low} to {high}, not {value}")
            wrong(key, message.format(low=low, high=high, value=getattr(rules, key)))
    for key, (low, high, most) in LISTS.items():
        values = getattr(rules, key)
        if len(values) > most or any(not low <= value <= high for value in values):
            message = _("at most {number} values from {low} to {high} are allowed")
            wrong(key, message.format(number=most, low=low, high=high))
    if list(rules.retire_at) != sorted(set(rules.retire_at)):
        wrong("retire_at", _("the marks must rise"))
    for value, count in rules.bag.items():
        if not 1 <= abs(value) <= GREATEST_CHIP or not 0 <= count <= 99:
            message = _("{number} chips of {chip}: values are -9 to +9 without 0, counts 0 to 99")
            wrong("bag", message.format(number=count, chip=f"{value:+d}"))
    if rules.keep > rules.hand:
        message = _("{number} chips cannot be placed from a hand of {hand}")
        wrong("keep", message.format(number=rules.keep, hand=rules.hand))
    if players * rules.hand > rules.chips:
        message = _("{players} players draw {drawn} chips, the bag holds {number} (R8)")
        drawn = players * rules.hand
        wrong("hand", message.format(players=players, drawn=drawn, number=rules.chips))
    return faults


def _unknown(value: str, choices: Iterable[str]) -> str:
    message = _("{value} is not known; choose {choices}")
    return message.format(value=quoted(value), choices=listed(choices, "or"))


def whole_number(text: str) -> int:
    """A whole number as people write it; Python takes more, such as underscores and foreign digits.

    Raises `ValueError` for anything else.
    """
    digits = text.strip().removeprefix("-").removeprefix("+")
    if not (digits.isascii() and digits.isdigit()):
        raise ValueError
    return int(text)


def _value(key: str, text: str) -> Any:
    """The value of a setting from text, of the type that the rule has."""
    if key in CHOICES:
        return text
    if key in RANGES:
        return whole_number(text)
    if text[:1] == "[" and text[-1:] == "]":
        text = text[1:-1]
    return tuple(map(whole_number, text.split(","))) if text.strip() else ()


def with_settings(rules: Rules, settings: Iterable[str]) -> Rules:
    """Rules changed by house rules such as ``target=50``, ``retire_at=[25,45]`` or ``bag.+4=5``.

    Raises `GameError` (kind ``"rules"``) for every setting that is none. The ranges are checked by
    `rule_faults`, once all settings are known.

    >>> with_settings(Rules(), ["target=50", "retire_at=[25,45]"]).retire_at
    (25, 45)
    """
    faults = []
    changes: dict[str, Any] = {}
    bag = dict(rules.bag)
    for setting in settings:
        key, equals, text = (part.strip(" \"'") for part in setting.partition("="))
        try:
            if not equals:
                raise ValueError
            if key.startswith("bag."):
                bag[whole_number(key.removeprefix("bag."))] = whole_number(text)
            elif key in RANGES or key in LISTS or key in CHOICES:
                changes[key] = _value(key, text)
            else:
                message = _("there is no rule {rule}").format(rule=quoted(key))
                hint = _choose([*CHOICES, *RANGES, *LISTS, "bag.VALUE"])
                faults.append(Fault("rules", message, hint=hint))
        except ValueError:
            message = _("{setting} is no setting").format(setting=quoted(setting))
            faults.append(Fault("rules", message, hint=_("write target=50 or retire_at=[25,45]")))
    raise_all(faults)
    return rules._replace(**changes, bag={value: bag[value] for value in sorted(bag)})


def preset(name: str) -> Rules:
    """The rules of a preset. Raises `GameError` (kind ``"rules"``) where there is none of that name."""
    if name not in PRESETS:
        message = _("there is no preset {preset}").format(preset=quoted(name))
        raise error("rules", message, hint=_choose(PRESETS))
    return PRESETS[name]


def _choose(names: Iterable[str]) -> str:
    return _("choose {names}").format(names=listed(names, "or"))
