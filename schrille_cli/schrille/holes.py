"""Slips as they are typed at the prompt: in the notation of ``place`` chip by chip, or hole by hole from 14 down.

The second form is for the prompt only: one run without spaces, a key or two for each hole, beginning with hole 14.
``3`` or ``+3`` is an influence chip, ``-2`` one below 0, ``n`` New Number 1, ``p`` the Pick of the Week, and ``.``
a hole without a chip (or ``0`` or ``,``, for number pads). Holes behind the last chip are left out.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import NamedTuple

from ..kit.errors import Fault, GameError, error, raise_all
from ..kit.language import _, ngettext
from .rules import PLACES, Rules
from .slips import TIP_NAMES, TOKEN, chips_of, parse_slip, tokens_of

STEP = re.compile(r"\+?([0-9])|(-[0-9])|([np])|[.,]", re.IGNORECASE | re.ASCII)
TIPS = {"n": "no1", "p": "pick"}
Chip = int | str
Chips = list[tuple[int, Chip]]


class Typed(NamedTuple):
    """A slip as far as it is typed.

    ``text`` is what there is in the notation of ``place``; ``chips`` counts the influence chips that are still
    wanted, ``tips`` has the tips that are. ``run``: it is typed from hole 14 down; ``hole`` is then the next one,
    0 behind the last.
    """

    text: str
    chips: int
    tips: tuple[str, ...]
    run: bool = False
    hole: int = 0

    @property
    def complete(self) -> bool:
        """Whether nothing is wanted any more."""
        return not self.chips and not self.tips


def read(text: str, rules: Rules) -> Typed:
    """Read what was typed of a slip.

    A single word that is no chip in a hole (``14+3``) is taken for a run. Raises `GameError` (kind ``"slip"``)
    with everything that is wrong with the chips that are there (R7); that some are not there yet is no fault.

    >>> read("3.4..-2p", Rules()).text
    '14+3 12+4 9-2 8:pick'
    >>> read("14+3 9-2", Rules()).tips
    ('no1', 'pick')
    """
    tokens = tokens_of(text)
    if is_run(tokens):
        steps, rest = _steps(tokens[0])
        try:
            _check_run(steps, rest, rules)
        except GameError:
            whole = chips_of(text)  # chips with signs between them, and no spaces, are one word too
            if len(whole) != rules.slip_size or not all(map(TOKEN.fullmatch, whole)):
                raise
        else:
            return _run(steps, rules)
    tokens = chips_of(text)
    typed = _notation(tokens, rules)
    parse_slip(f"{typed.text} {_text(_filling(_readable(tokens), typed, rules))}", rules)
    return typed


def glance(text: str, rules: Rules) -> Typed:
    """What can be read of a slip while it is typed; what cannot is passed over."""
    tokens = tokens_of(text)
    return _run(_steps(tokens[0])[0], rules) if is_run(tokens) else _notation(chips_of(text), rules)


def wanted(typed: Typed) -> str:
    """What is still wanted of a slip, in a sentence; empty where nothing is."""
    parts = []
    if typed.chips:
        chips = ngettext("{number} influence chip", "{number} influence chips", typed.chips)
        parts.append(chips.format(number=typed.chips))
    parts += typed.tips
    return _("Still wanted: {things}.").format(things=", ".join(parts)) if parts else ""


def is_run(tokens: Sequence[str]) -> bool:
    """Whether words are one run from hole 14 down, and not chips in the notation of ``place``.

    No whole slip is both: it has both tips, and a word of the notation has one chip.
    """
    if len(tokens) != 1:
        return False
    match = TOKEN.fullmatch(tokens[0])
    return not match or not any(match.group(2, 3, 5, 6))  # a chip without a sign is none in the notation


def _notation(tokens: Sequence[str], rules: Rules) -> Typed:
    return _typed(_readable(tokens), " ".join(tokens), rules)


def _readable(tokens: Sequence[str]) -> Chips:
    """The chips of those words that can be read; a chip without its sign counts too."""
    chips: Chips = []
    for match in map(TOKEN.fullmatch, tokens):
        if match:
            hole, _separator, sign, digit, no1, _pick = match.groups()
            chip: Chip = int(f"{sign or ''}{digit}") if digit else "no1" if no1 else "pick"
            chips.append((int(hole), chip))
    return chips


def _typed(chips: Chips, text: str, rules: Rules) -> Typed:
    there = [chip for _hole, chip in chips]
    influence = sum(isinstance(chip, int) for chip in there)
    return Typed(text, max(0, rules.keep - influence), tuple(tip for tip in TIP_NAMES if tip not in there))


def _text(chips: Chips) -> str:
    return " ".join(f"{hole}{chip:+d}" if isinstance(chip, int) else f"{hole}:{chip}" for hole, chip in chips)


def _filling(chips: Chips, typed: Typed, rules: Rules) -> Chips:
    """Chips that would make a slip whole, in holes that are free; what is wrong then is wrong already."""
    used = {hole for hole, _chip in chips}
    free = [hole for hole in range(1, PLACES + 1) if hole not in used]
    missing: list[Chip] = [*typed.tips, *[next(iter(rules.bag))] * typed.chips]
    return list(zip(free, missing, strict=False))


def _steps(run: str) -> tuple[Chips, str]:
    """The chips of a run by hole, 0 for a hole without one, and the rest that cannot be read."""
    steps: Chips = []
    at = 0
    while match := STEP.match(run, at):
        above, below, tip = match.groups()
        steps.append((PLACES - len(steps), TIPS[tip.lower()] if tip else int(above or below or 0)))
        at = match.end()
    return steps, run[at:]


def _run(steps: Chips, rules: Rules) -> Typed:
    chips = [(hole, chip) for hole, chip in steps[:PLACES] if chip]
    return _typed(chips, _text(chips), rules)._replace(run=True, hole=max(0, PLACES - len(steps)))


def _check_run(steps: Chips, rest: str, rules: Rules) -> None:
    """Raise `GameError` for all that is wrong with a run as far as it goes; holes are named, never chips."""
    if len(steps) + bool(rest) > PLACES:
        hint = _("write a chip or a point for each hole from {last} down").format(last=PLACES)
        raise error("slip", _("these are more than {last} holes").format(last=PLACES), hint=hint)
    faults = []
    if rest:
        where = _("hole {hole}").format(hole=PLACES - len(steps))
        hint = _("from hole {last} down, write 3, -2, n, p, or a point for no chip; or chips such as 14+3 9-2")
        faults.append(Fault("slip", _("this is not a chip"), where, hint.format(last=PLACES)))
    chips = [(hole, chip) for hole, chip in steps if chip]
    strange = (hole for hole, chip in chips if isinstance(chip, int) and chip not in rules.bag)
    try:
        parse_slip(_text(chips + _filling(chips, _run(steps, rules), rules)), rules)
    except GameError as problem:
        # A run has no tokens to be counted: only values that the bag lacks have a place, in the order typed.
        for fault in problem.faults:
            place = _("hole {hole}").format(hole=next(strange)) if fault.place else ""
            faults.append(fault._replace(place=place))
    raise_all(faults)
