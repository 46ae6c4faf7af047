"""What is told of a mail that came in and counts for nothing: why, and what counts meanwhile."""

from __future__ import annotations

from collections.abc import Sequence

from ...kit.errors import Fault
from ...kit.language import N_, _
from ..game import Game
from ..rounds import OPENING, OVER, PLACING
from .wording import block, indented, item, paragraph

# By the reason for which a mail is answered by a question.
REASONS = {
    "quoted": N_(
        "A slip stands in your mail only in lines that are quoted from an earlier mail. These are never taken for "
        "a slip. If it should count, write it above the quoted lines."
    ),
    "nothing": N_("No slip was found in your mail, and no answer about labels."),
    "doubtful": N_(
        "Your mail can be understood in several ways, or may not be meant to count, and so nothing was taken from "
        "it. Send what should count once more by itself: a line with nothing else, above all that is quoted."
    ),
    "older": N_(
        "Your mail was written before the one that counts, and was not taken. If it should count after all, send "
        "it again."
    ),
    "older-answer": N_(
        "The answer about labels in your mail was written before the one that counts, and was not taken. If it "
        "should count after all, send it again."
    ),
    "resolved": N_("There is a slip in your mail, but its round is resolved."),
    "opening": N_("There is a slip in your mail, but no round is open before everybody has a label."),
    "not-now": N_("Your mail is about labels, but no label can be changed now."),
}


def why_text(why: str) -> str:
    """Why a mail is answered by a question; ``why`` is one of `REASONS`."""
    return paragraph(_(REASONS[why]))


def faults_text(faults: Sequence[Fault]) -> str:
    """Everything that is wrong with what somebody wrote, a line each."""
    return block(*(item(str(fault)) for fault in faults))


def meanwhile(game: Game, player: str) -> str:
    """What counts for a player as the game stands: the slip, the label, or the end."""
    state = game.state
    label = state.labels.get(player, "")
    if state.phase == PLACING:
        slip = state.slips.get(player)
        if not slip:
            return paragraph(_("No slip of yours counts yet."))
        return block(paragraph(_("Meanwhile this slip of yours counts:")), indented([str(slip)]))
    if state.phase == OVER:
        return paragraph(_("The game is over, and nothing is wanted any more."))
    if state.phase == OPENING and not label:
        return paragraph(_("You have no label yet."))
    return paragraph(_("You have the label {label}.").format(label=label))
