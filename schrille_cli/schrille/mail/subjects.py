"""What stands in the subject of a mail with news: the most important of them."""

from __future__ import annotations

from ...kit.language import _
from ..game import Game
from .messages import News


def news_subject(game: Game, news: News) -> str:
    """The subject of a mail with some news, without the game's title and the token."""
    subject = _told(game, news)
    return _("Corrected: {subject}").format(subject=subject) if news.corrected else subject


def _told(game: Game, news: News) -> str:
    number = game.round
    if news.report:
        text = _("Results of round {number}")
        if news.report.winners:
            text = _("Results of round {number}, and the end of the game")
        elif news.opened:
            text = _("Results of round {number}, and round {next} is open")
        elif news.question:
            text = _("Results of round {number}, and a question")
        return text.format(number=news.report.opened.number, next=number)
    if news.claim:
        return _("Which label would you like?")
    texts = [
        (news.opened, _("Round {number} is open")),
        (news.question, _("Round {number}: would you like another label?")),
        (news.withdrawn, _("Round {number}: your slip does not count any more")),
        (news.placed is not None, _("Round {number}: a slip counts for you")),
        (bool(news.answer), _("Round {number}: an answer about labels counts for you")),
        (news.adjusted, _("Round {number}: points by the moderator's word")),
        (news.extended, _("Round {number}: another deadline")),
        (news.reminder, _("Round {number}: a reminder")),
    ]
    text = next((text for told, text in texts if told), _("Round {number}: how the game stands"))
    return text.format(number=number)
