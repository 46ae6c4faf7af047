"""What a player is asked for, and how to write it: a slip, a label."""

from __future__ import annotations

from itertools import cycle, islice

from ...kit.language import _, ngettext
from ..game import Game
from ..rounds import State, free_labels
from ..rules import PLACES, Rules
from ..slips import Slip
from ..tables import chip_text
from .post import STAY, Post
from .wording import block, due_text, indented, paragraph

SLIP, LABEL = "slip", "label"  # as they are written in answers, in every language


def hand(game: Game, player: str) -> str:
    """The player's chips, as far as the tool has dealt them; from the best to the worst.

    They stand in a sentence, where nobody who reads a mail can take them for a slip.
    """
    chips = sorted(game.state.opened.hands.get(player, ()), reverse=True)
    if not chips or game.setup.hands != "tool":
        return ""
    held = _("You hold {chips}.").format(chips=" · ".join(map(chip_text, chips)))
    keep = _("Of these {number} chips you place {keep}.").format(number=len(chips), keep=game.setup.rules.keep)
    return paragraph(f"{held} {keep}")


def slip_form(rules: Rules) -> str:
    """How a slip is written, and a line to fill in. Nothing in it can be read as chips."""
    hole = _("H")
    how = _(
        "Answer with a line that begins as the last one here does, above all that is quoted. For each chip write "
        "its hole and what it is, with spaces between them: {hole}+3 puts a +3 into hole {hole}, which is 1 to "
        "{last}; "
        "{hole}:no1 is your New Number 1, {hole}:pick your Pick of the Week."
    )
    example = _("An example, in which {hole} stands for a different hole each time:")
    few = sorted((value for value, count in rules.bag.items() if count), key=abs)
    values = islice(cycle(few or [1]), rules.keep)
    chips = " ".join(
        [*(f"{hole}{value:+d}" for value in sorted(values, reverse=True)), f"{hole}:no1", f"{hole}:pick"]
    )
    return block(
        paragraph(how.format(hole=hole, last=PLACES)),
        paragraph(example.format(hole=hole)),
        indented(paragraph(chips).split("\n")),
        f"{SLIP}:",
    )


def deadline(post: Post) -> str:
    """Until when answers are wanted; empty where there is no deadline."""
    if not post.deadline:
        return ""
    text = _(
        "Your answer is wanted by {due}. The moderator decides what happens then; nothing is decided by the clock "
        "alone."
    )
    return paragraph(text.format(due=due_text(post.deadline)))


def label_question(game: Game, player: str) -> str:
    """Whether the player wants another label, after a scoring (R24)."""
    state, rules = game.state, game.setup.rules
    free = ", ".join(free_labels(game.setup, state))
    cost = ngettext("A change costs {number} point.", "A change costs {number} points.", rules.label_cost)
    if not rules.label_cost:
        cost = _("A change costs nothing.")
    order = _("Where several want the same label, the one with the lowest score gets it.")
    if rules.label_order == "first-come":
        order = _("Where several want the same label, the one whose answer came first gets it.")
    return block(
        paragraph(
            _("Would you like to change your label? You have {label}. Free: {free}.").format(
                label=state.labels[player], free=free
            )
        ),
        paragraph(f"{cost.format(number=rules.label_cost)} {order}"),
        _label_words(game, stay=True),
    )


def claim_question(game: Game) -> str:
    """Which label a player wants who has none yet (R6), with those that are taken."""
    state = game.state
    free = ", ".join(free_labels(game.setup, state))
    held = [_("{player}: {label}").format(player=who, label=label) for who, label in state.labels.items()]
    final = _("The first one that you get is yours.")
    if game.setup.rules.opening_claims == "free":
        final = _("You can change it until everybody has one.")
    return block(
        paragraph(_("Which label would you like? Free: {free}.").format(free=free)),
        paragraph(_("Taken: {labels}.").format(labels=", ".join(held))) if held else "",
        paragraph(_("Whose answer comes first is served first.") + " " + final),
        _label_words(game, stay=False),
    )


def _label_words(game: Game, stay: bool) -> str:
    free = ", ".join(free_labels(game.setup, game.state)[:2])
    text = _('Answer with the word {word} and the labels that you would like, the best first: "{word} {labels}".')
    if stay:
        text = _(
            'Answer with the word {word} and the labels that you would like, the best first: "{word} {labels}", '
            'or with "{stay}", and you keep yours. The next round opens when everybody has answered.'
        )
    return paragraph(text.format(word=LABEL, labels=free, stay=STAY))


def slip_told(state: State, slip: Slip) -> str:
    """A slip hole by hole, from 14 down, with the bands that were there when the round opened; and in notation."""
    chart = state.opened.chart
    chips: list[tuple[int, int | str]] = [*slip.influence, (slip.no1, "no1"), (slip.pick, "pick")]
    lines = []
    for hole, chip in sorted(chips, key=lambda pair: -pair[0]):
        band = chart[hole - 1] if hole <= len(chart) else _("no band")
        lines.append(f"{hole:>2}  {chip_text(chip):<4}  {band}")
    return block(indented(lines), paragraph(_("In short: {slip}").format(slip=slip.in_order())))
