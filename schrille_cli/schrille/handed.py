"""A hand of influence chips as people write it: chips that were drawn at the table (R8)."""

from __future__ import annotations

from collections.abc import Sequence

from ..kit.errors import Fault, error, listed, raise_all
from ..kit.language import _, ngettext
from .rules import Rules
from .slips import tokens_of

SIGNS = ("+", "-")


def parse_hand(text: str, rules: Rules) -> tuple[int, ...]:
    """Read the chips that a player drew, such as ``+4 -1 +2``: as many as the rules say, all from the bag.

    Raises `GameError` (kind ``"hand"``) with everything that is wrong. A message names chips by their number, and
    never by their value.

    >>> parse_hand("+4 -1 +2 –3 +1 +1 -2", Rules())
    (-3, -2, -1, 1, 1, 2, 4)
    """
    tokens = tokens_of(text)
    faults: list[Fault] = []
    found: list[tuple[int, int]] = []  # a chip's number, and its value
    for number, token in enumerate(tokens, 1):
        place = _("chip {number}").format(number=number)
        if token[:1] in SIGNS and len(token) == 2 and token[1].isascii() and token[1].isdigit():
            found.append((number, int(token)))
            faults += _not_in_the_bag(int(token), rules, place)
        else:
            hint = _("write a sign and a value, spaces between the chips, such as +4 -1")
            faults.append(Fault("hand", _("this is not an influence chip"), place, hint))
    if len(tokens) != rules.hand:
        message = ngettext("the hand has {number} chip", "the hand has {number} chips", len(tokens))
        hint = ngettext("{number} is drawn (R8)", "{number} are drawn (R8)", rules.hand)
        faults.append(Fault("hand", message.format(number=len(tokens)), hint=hint.format(number=rules.hand)))
    faults += _too_many(found, rules)
    raise_all(faults)
    return tuple(sorted(chip for _number, chip in found))


def require_hand(chips: Sequence[int], rules: Rules) -> tuple[int, ...]:
    """A hand that a script gives, smallest chip first. Raises `GameError` (kind ``"hand"``) where it is none."""
    held = tuple(chip for chip in chips if type(chip) is int)
    short_of = [value for value in held if held.count(value) > rules.bag.get(value, 0)]
    if len(held) != len(chips) or len(held) != rules.hand or short_of:
        message = ngettext(
            "this is not {number} chip of the bag", "these are not {number} chips of the bag", rules.hand
        )
        raise error("hand", message.format(number=rules.hand), hint=_("give the values of the chips drawn (R8)"))
    return tuple(sorted(held))


def _not_in_the_bag(chip: int, rules: Rules, place: str) -> list[Fault]:
    if chip in rules.bag:
        return []
    values = ", ".join(f"{value:+d}" for value in rules.bag)
    hint = _("its values are {values}").format(values=values)
    return [Fault("hand", _("the bag has no chip of that value"), place, hint)]


def _too_many(found: Sequence[tuple[int, int]], rules: Rules) -> list[Fault]:
    """Chips, each with its number, of which the bag does not hold so many."""
    left = dict(rules.bag)
    places = []
    for number, chip in found:
        if chip in left:
            left[chip] -= 1
            if left[chip] < 0:
                places.append(_("chip {number}").format(number=number))
    if not places:
        return []
    message = _("the bag does not hold so many chips of that value")
    return [Fault("hand", message, listed(places), _("compare the hand with the chips (R8)"))]
