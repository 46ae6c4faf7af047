"""Slips: the grammar in which they are written, and what makes one valid (R7 to R10).

A message about a slip never repeats a token, which may hold chips that count: it names tokens by their number
and chips by their hole, so that nobody at the table can read a slip from an error.
"""

from __future__ import annotations

import re
from collections.abc import Container, Iterable, Mapping, Sequence
from functools import lru_cache
from typing import NamedTuple

from ..kit.errors import Fault, listed, raise_all
from ..kit.language import N_, _, ngettext
from .rules import GREATEST_CHIP, HOLES, PLACES, Rules

MINUS = dict.fromkeys(map(ord, "\u2010\u2012\u2013\u2014\u2015\u2212"), "-")  # after NFKC
TOKEN = re.compile(r"([0-9]{1,2})([:=]?)(?:([+-]?)([0-9])|(no1|n)|(pick|p))", re.IGNORECASE | re.ASCII)
NUMBER = re.compile("[0-9]+", re.ASCII)
FAR = 10_000
TIP_NAMES = {"no1": N_("New Number 1 (no1)"), "pick": N_("Pick of the Week (pick)")}
EXAMPLE = N_("write hole and chip, spaces between them, such as 14+3, 9-2, 1:no1 or 8:pick")
ANY_CHIP = frozenset(range(-GREATEST_CHIP, GREATEST_CHIP + 1))
BITS = {hole: 1 << hole for hole in HOLES}  # as a set of holes in one number
HOLES_HINT = N_("holes go from 1 to {last}")


class Slip(NamedTuple):
    """One player's chips of a round: influence chips as pairs (hole 1 to 14, value), and a hole a tip.

    >>> str(Slip(((14, 3), (9, -2)), no1=1, pick=8))
    '14+3 9-2 1:no1 8:pick'
    """

    influence: tuple[tuple[int, int], ...]
    no1: int
    pick: int

    def __str__(self) -> str:
        chips = [f"{hole}{chip:+d}" for hole, chip in self.influence]
        return " ".join([*chips, f"{self.no1}:no1", f"{self.pick}:pick"])

    def in_order(self) -> Slip:
        """The same slip with its influence chips from hole 14 down to 1, as the save keeps it."""
        return self._replace(influence=tuple(sorted(self.influence, reverse=True)))

    def chips_in(self, hole: int) -> list[int | str]:
        """The chips in a hole, as they are named in output: an influence chip's value, "no1" or "pick"."""
        chips: list[int | str] = [chip for at, chip in self.influence if at == hole]
        if self.no1 == hole:
            chips.append("no1")
        if self.pick == hole:
            chips.append("pick")
        return chips


class _Token(NamedTuple):
    """One chip as typed: its hole, and its value or tip (None: not known); ``fault``, to be translated, where it
    cannot be taken; ``most`` is as how many chips it may be meant."""

    hole: int = 0
    chip: int | str | None = None
    fault: Fault | None = None
    most: int = 1


@lru_cache(maxsize=1024)
def _token(text: str) -> _Token:
    match = TOKEN.fullmatch(text)
    if not match:
        most = max(1, len(NUMBER.findall(text)))  # each chip has a hole, and may stand right behind another one
        return _Token(fault=Fault("slip", N_("this is not a chip in a hole"), hint=EXAMPLE), most=most)
    hole_text, separator, sign, digit, no1, pick = match.groups()
    hole = int(hole_text)
    chip = "no1" if no1 else "pick" if pick else int(f"{sign}{digit}")
    if hole not in HOLES:
        return _Token(chip=chip, fault=Fault("slip", N_("there is no hole of that number"), hint=HOLES_HINT))
    if digit and not sign and not separator:
        hint = N_("write + or - before it, such as 14+3")
        return _Token(chip=chip, fault=Fault("slip", N_("the chip has no sign"), hint=hint))
    return _Token(hole, chip)


def tokens_of(text: str) -> list[str]:
    """The tokens of a slip's text, with all dashes and digits in one form."""
    if not text.isascii():
        import unicodedata

        text = unicodedata.normalize("NFKC", text).translate(MINUS)
    return text.split()


def chips_of(text: str) -> list[str]:
    """The tokens of a slip's text, chips in other spellings (``14 + 3``, ``Nummer 1: 5``) as tokens too.

    Where each token can be read as it stands, they are those of `tokens_of`.
    """
    tokens = tokens_of(text)
    if not any(_token(token).fault for token in tokens):
        return tokens
    from .spelling import spelled  # most slips are in the plain notation and do not need it

    return spelled(text).split()


def parse_slip(text: str, rules: Rules) -> Slip:
    """Read a slip from text (R7).

    Other spellings are read too, see `schrille_cli.schrille.spelling`. Raises `GameError` (kind ``"slip"``) with
    everything that is wrong with it.

    >>> str(parse_slip("8p 9–2 14+3 7:-1 3=2 12+4 1N", Rules()))
    '14+3 12+4 9-2 7-1 3+2 1:no1 8:pick'
    >>> str(parse_slip("14 + 3, 12 + 4, 9 - 2, 7 - 1, 3 + 2, Nummer 1: 1, Aufsteiger: 8.", Rules()))
    '14+3 12+4 9-2 7-1 3+2 1:no1 8:pick'
    """
    tokens = [_token(token) for token in tokens_of(text)]
    slip = _slip(tokens)
    if len(tokens) != rules.slip_size or not _valid(slip, rules):
        tokens = [_token(token) for token in chips_of(text)]
        slip = _slip(tokens)
        if len(tokens) != rules.slip_size or not _valid(slip, rules):
            places = [_("token {number}").format(number=number) for number in range(1, len(tokens) + 1)]
            raise_all(_faults(tokens, places, rules))
    return slip.in_order()


def readable_chips(text: str) -> Slip:
    """The chips of a text that can be read, valid or not; a tip that cannot be is in hole 0."""
    return _slip([_token(token) for token in chips_of(text)])


def _slip(tokens: Sequence[_Token]) -> Slip:
    """The slip that tokens make, valid or not."""
    chips: dict[int | str, int] = {}
    influence = []
    for token in tokens:
        if token.fault or token.chip is None:
            continue
        if isinstance(token.chip, str):
            chips[token.chip] = token.hole
        else:
            influence.append((token.hole, token.chip))
    return Slip(tuple(influence), chips.get("no1", 0), chips.get("pick", 0))


def check_slip(slip: Slip, rules: Rules) -> tuple[Fault, ...]:
    """Everything that is wrong with a slip by itself (R7); hand and bag are other checks (R8)."""
    if _valid(slip, rules):
        return ()
    tokens = [_Token(_near(hole), _near(chip)) for hole, chip in slip.influence]
    tokens += [_Token(_near(slip.no1), "no1"), _Token(_near(slip.pick), "pick")]
    return tuple(_faults(tokens, [""] * len(tokens), rules))


def _near(number: int) -> int:
    """A number as it can be said: one that is far out may have thousands of digits."""
    return max(-FAR, min(FAR, number))


def sums(slips: Iterable[Slip], rules: Rules | None = None) -> list[int]:
    """The sum on each marker (R11): influence chips, plus 1 for each tip. Index 0 is not used.

    With ``rules``, the slips are checked on the way (R7). Raises `ValueError` or `KeyError` where one is not
    valid, of which `check_slip` says everything.

    >>> sums([Slip(((14, 3), (9, -2)), no1=1, pick=9)])[9]
    -1
    """
    total = [0] * (PLACES + 1)
    bag: Container[int] = rules.bag if rules else ANY_CHIP
    keep, size = (rules.keep, rules.slip_size) if rules else (0, 0)
    for influence, no1, pick in slips:
        holes = BITS[no1] | BITS[pick]
        for hole, chip in influence:
            if chip not in bag:
                raise ValueError
            holes |= BITS[hole]
            total[hole] += chip
        total[no1] += 1
        total[pick] += 1
        if rules and (len(influence) != keep or holes.bit_count() != size):
            raise ValueError
    return total


def _valid(slip: Slip, rules: Rules) -> bool:
    try:
        sums((slip,), rules)
    except (ValueError, KeyError):
        return False
    return True


def _faults(tokens: Sequence[_Token], places: Sequence[str], rules: Rules) -> Iterable[Fault]:
    """What is wrong with the tokens of a slip, each found at its place."""
    holes: dict[int, int] = {}
    for token, place in zip(tokens, places, strict=True):
        if token.fault:
            yield Fault("slip", _(token.fault.message), place, _(token.fault.hint).format(last=PLACES))
            continue
        holes[token.hole] = holes.get(token.hole, 0) + 1
        if token.hole not in HOLES:
            message = _("there is no hole {hole}").format(hole=token.hole)
            yield Fault("slip", message, place, _(HOLES_HINT).format(last=PLACES))
        if isinstance(token.chip, int) and token.chip not in rules.bag:
            values = ", ".join(f"{value:+d}" for value in rules.bag)
            where = _("{token} (hole {hole})") if place else _("hole {hole}")
            where = where.format(token=place, hole=token.hole)
            hint = _("its values are {values}").format(values=values)
            yield Fault("slip", _("the bag has no chip of that value"), where, hint)
    for hole, count in holes.items():
        if count > 1:
            places_of = [p for p, t in zip(places, tokens, strict=True) if t.hole == hole and p]
            message = _("hole {hole} holds {number} chips").format(hole=hole, number=count)
            yield Fault("slip", message, listed(places_of), _("put each chip in a hole of its own (R7)"))
    readable = [token.chip for token in tokens if token.chip is not None]
    broken = len(tokens) - len(readable)
    for tip, name in TIP_NAMES.items():
        count = readable.count(tip)
        if count > 1 or (count == 0 and not broken):
            message = _("the slip has {number} {tip} tips").format(number=count, tip=_(name))
            yield Fault("slip", message, hint=_("one is placed each round (R7)"))
    count = sum(isinstance(chip, int) for chip in readable)
    if count > rules.keep or (count != rules.keep and not broken):
        message = ngettext("the slip has {number} influence chip", "the slip has {number} influence chips", count)
        hint = ngettext("{number} is placed (R7)", "{number} are placed (R7)", rules.keep)
        yield Fault("slip", message.format(number=count), hint=hint.format(number=rules.keep))
    if broken:
        most = sum(token.most for token in tokens if token.chip is None)
        yield from _surely_missing(readable, most, rules)


def _surely_missing(readable: Sequence[int | str], most: int, rules: Rules) -> Iterable[Fault]:
    """What is missing in a slip even if what cannot be read is ``most`` of the chips that it needs."""
    chips = max(0, rules.keep - sum(isinstance(chip, int) for chip in readable))
    tips = [_(name) for tip, name in TIP_NAMES.items() if tip not in readable]
    number = chips + len(tips) - most
    if number > 0:
        text = ngettext("{number} influence chip", "{number} influence chips", chips).format(number=chips)
        message = ngettext(
            "at least {number} more is needed, of these: {chips}",
            "at least {number} more are needed, of these: {chips}",
            number,
        ).format(number=number, chips=listed([*([text] if chips else []), *tips]))
        yield Fault("slip", message, hint=_("what cannot be read may be the rest (R7)"))


def hand_faults(slip: Slip, hand: Sequence[int]) -> list[Fault]:
    """What a slip holds that its player's hand does not (R8): the holes, never the values."""
    left = list(hand)
    holes = []
    for hole, chip in slip.influence:
        if chip in left:
            left.remove(chip)
        else:
            holes.append(_("hole {hole}").format(hole=hole))
    if not holes:
        return []
    message = _("the hand does not hold all these chips")
    return [Fault("slip", message, listed(holes), _("see the hand again (R8)"))]


def bag_faults(slips: Iterable[Slip], bag: Mapping[int, int]) -> list[Fault]:
    """Values of which the slips of a round use more chips than the bag holds (R8), without players."""
    used: dict[int, int] = {}
    for slip in slips:
        for _hole, chip in slip.influence:
            used[chip] = used.get(chip, 0) + 1
    message = _("the slips of this round use {number} chips of {chip}, the bag holds {held}")
    return [
        Fault(
            "bag",
            message.format(number=count, chip=f"{value:+d}", held=bag[value]),
            hint=_("compare the slips with the chips (R8)"),
        )
        for value, count in sorted(used.items())
        if count > bag[value]
    ]
