"""The rulings in short: what is decided where the printed rules are silent, vague or at odds."""

from __future__ import annotations

from typing import NamedTuple

from ..kit.language import N_, _
from .rules import Rules


class Ruling(NamedTuple):
    """A ruling: its number, its text (to be translated where it is printed), and the rules (keys of `Rules`)
    whose values it depends on."""

    number: str
    text: str
    keys: tuple[str, ...] = ()


RULINGS = (
    Ruling("R1", N_("3 to 6 players; six labels, told apart by colour, named by the deck file.")),
    Ruling("R2", N_("14 places. The box has 42 bands, a deck file 14 or more, each with one or two labels.")),
    Ruling(
        "R3",
        N_("The printed rules do not list the influence chips: the bag holds these counts of each value."),
        ("bag",),
    ),
    Ruling("R4", N_("The built-in deck has names of its own: 2 bands a label, 2 for each pair of labels.")),
    Ruling("R5", N_("Cards are dealt from place 14 up to place 1.")),
    Ruling(
        "R6",
        N_(
            "Each player claims one label, first come, free of charge. final: the first call locks it in; "
            "free: it may be changed until everybody has one."
        ),
        ("opening_claims",),
    ),
    Ruling(
        "R7",
        N_("A slip is the chips kept, a New Number 1 and a Pick of the Week, each in its own hole, 1 to 14."),
        ("keep",),
    ),
    Ruling(
        "R8",
        N_(
            "Chips come from the hand dealt; where people draw, all slips together from one bag. All hands "
            "together never exceed the bag."
        ),
        ("hand",),
    ),
    Ruling("R9", N_("A chip in a hole without a band does nothing, a tip there scores nothing.")),
    Ruling("R10", N_("A tip may lie on any band, also on the present number 1 or another label's band.")),
    Ruling(
        "R11",
        N_(
            "Markers are worked from 14 to 1: a band moves by its influence chips plus 1 for each tip, "
            "wherever it is by then."
        ),
    ),
    Ruling("R12", N_("Up by n: n places up, at most to 1; the bands passed slide down one.")),
    Ruling(
        "R13",
        N_("Down by n: below 14 is off the chart and the gap closes at once; else the bands passed slide up."),
    ),
    Ruling("R14", N_("The chart has no holes: a target below the last band but not below 14 is the last place.")),
    Ruling("R15", N_("With 5 bands missing, 9 bands fill places 1 to 9.")),
    Ruling(
        "R16",
        N_(
            "Danger Zone: after all moves, bands on 11 to 14 with a marker smaller than their place fall, "
            "also if others pushed them down."
        ),
    ),
    Ruling("R17", N_("The top places pay each label of the band in full, from place 1 on."), ("top_places",)),
    Ruling(
        "R18",
        N_("New Number 1: a bonus for each tip on the band at place 1, even if it was there before."),
        ("number_one_bonus",),
    ),
    Ruling(
        "R19",
        N_(
            "Pick of the Week: marker minus final place, before the Danger Zone's gaps close. A fallen band "
            "counts as 15; final-place: not if the Danger Zone took it."
        ),
        ("danger_zone_pick",),
    ),
    Ruling(
        "R20", N_("Each fallen band costs each of its labels points, whichever way it fell."), ("fallen_points",)
    ),
    Ruling("R21", N_("Scores may go below 0.")),
    Ruling(
        "R22",
        N_(
            "The game ends when a score after a round reaches the target. The most points win, equal scores "
            "share. No retirement then."
        ),
        ("target",),
    ),
    Ruling(
        "R23",
        N_(
            "The first time that a score reaches a mark, the bands on the first places retire without minus "
            "points, fallen ones gone before. Two marks at once: twice or once."
        ),
        ("retire_at", "retire_places", "both_marks"),
    ),
    Ruling(
        "R24",
        N_(
            "Label change: once a round, to a label that nobody holds then. The lowest score is served first, "
            "or the first come. What cannot be granted costs nothing; an impossible wish refuses all."
        ),
        ("label_cost", "label_order"),
    ),
    Ruling("R25", N_("Labels change after the points and before new bands come.")),
    Ruling(
        "R26", N_("New bands: the first card drawn takes the lowest open place, each next one the place above.")
    ),
    Ruling(
        "R27",
        N_(
            "Bands that left never come back. An empty deck leaves the chart short; when no band is left "
            "anywhere, the game is over."
        ),
    ),
    Ruling("R28", N_("Then chips go back to the bag, hands are dealt afresh, markers are set to the places.")),
    Ruling(
        "R29",
        N_(
            "resolve waits for all slips; with --missing pass a missing player places nothing, and the label "
            "still scores."
        ),
    ),
    Ruling("R30", N_("Fallen bands are listed as they fell below 14, then those of the Danger Zone by place.")),
)


def value_text(rules: Rules, key: str) -> str:
    """A rule's value as text, such as ``target=70``."""
    value = getattr(rules, key)
    if key == "bag":
        return "bag=" + " ".join(f"{chip:+d}:{count}" for chip, count in value.items())
    if isinstance(value, tuple):
        value = ",".join(map(str, value)) or _("none")
    return f"{key}={value}"
