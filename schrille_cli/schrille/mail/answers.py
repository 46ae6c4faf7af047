"""What is told of a mail that came in and counts for nothing: why, and what counts meanwhile."""

from __future__ import annotations

import re
from collections.abc import Sequence

from ...kit.errors import Fault, listed
from ...kit.language import N_, _
from ..game import Game
from ..rounds import OPENING, OVER, PLACING
from . import news
from .post import STAY, Post
from .wording import block, indented, item, paragraph

RULING = re.compile(r" ?\(R[0-9]+\)")
# By the reason for which a mail is answered by a question.
REASONS = {
    "quoted": N_(
        "A slip stands in your mail only in lines that are quoted from an earlier mail. These are never taken for "
        "a slip. If it should count, write it above the quoted lines."
    ),
    "nothing": N_(
        "A program reads these mails, and it found no slip in the text of yours, and no answer about labels. The "
        "moderator is told that there was a mail with something else."
    ),
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
    """Everything that is wrong with what somebody wrote, a line each; without numbers of rulings, as in (R7)."""
    return block(*(item(RULING.sub("", str(fault))) for fault in faults))


def answer_text(answer: str) -> str:
    """An answer about labels that counts, in a sentence."""
    if answer == STAY:
        return _("Your answer counts that you keep your label.")
    return _("Your answer counts that you would like {labels}.").format(labels=listed(answer.split(","), "or"))


def meanwhile(game: Game, post: Post, player: str) -> str:
    """What counts for a player as the game stands: the slip, the answer about labels, the label, or the end."""
    state = game.state
    answer = news.answered(game, post, player)
    if answer:
        return paragraph(answer_text(answer))
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
