"""The mails of a game, as texts: news, receipts, and answers to what cannot be taken."""

from __future__ import annotations

from collections.abc import Sequence

from ...kit.errors import Fault, listed, quoted
from ...kit.language import _
from .. import tables
from ..game import Game
from ..rounds import OPENING, PLACING, SCORED, State, free_labels
from ..slips import Slip
from . import answers as replies
from . import commitments, forms, reports
from .messages import Message, News
from .post import Post
from .subjects import news_subject
from .tokens import game_id
from .wording import TABLES, block, due_text, indented, paragraph


class Writer:
    """The mails of one game, in the language in use.

    Each text tells of the game as it stands when it is asked for. What all players are told alike is made once.
    """

    def __init__(self, game: Game, post: Post) -> None:
        self.game = game
        self.post = post
        self._results: tuple[State, str, str] | None = None
        self._chart: tuple[State, str] | None = None

    def news(self, player: str, news: News) -> Message:
        """What a player is told of the game, in one mail."""
        results, proofs = self._results_of(news.report) if news.report else ("", "")
        parts = [
            "" if self.post.seats[player].mails else reports.introduction(self.post, player),
            paragraph(" ".join(self._lead(player, news))),
            reports.amended(self.game) if news.corrected else "",
            forms.slip_told(self.game.state, news.placed) if news.placed else "",
            results,
            reports.adjusted(self.game.state, player) if news.adjusted else "",
            reports.invited(self.game) if news.claim else "",
            self._round(player) if news.opened else "",
            self._wanted(player, news),
        ]
        receipt = self._commitment(player, news.placed) if news.placed else ""
        return self._message(
            player, news_subject(self.game, news), "", *parts, proofs=tables.blocks(receipt, proofs)
        )

    def counted(
        self, player: str, slip: Slip, answers: str, *, replaced: bool, unread: Sequence[str] = ()
    ) -> Message:
        """The receipt for a slip that counts.

        ``replaced``: it takes the place of an earlier one. ``unread`` are the lines of the mail that look like
        chips and are no part of it.
        """
        subject = _("Round {number}: your slip counts").format(number=self.game.round)
        said = _("Your slip for round {number} is in. So it was understood:")
        if replaced:
            subject = _("Round {number}: your new slip counts").format(number=self.game.round)
            said = _("Your new slip for round {number} is in and replaces your earlier one. So it was understood:")
        look = _("These lines of your mail look like chips, but are no part of the slip as it was read:")
        again = _("As long as the round is not resolved, you can replace it: answer with another slip.")
        parts = [
            block(paragraph(said.format(number=self.game.round)), forms.slip_told(self.game.state, slip)),
            block(paragraph(look), indented(map(quoted, unread))) if unread else "",
            paragraph(again),
        ]
        return self._message(player, subject, answers, *parts, proofs=self._commitment(player, slip))

    def faulty(self, player: str, faults: Sequence[Fault], answers: str) -> Message:
        """What is wrong with a slip, all at once, what counts meanwhile, and the form."""
        subject = _("Round {number}: your slip does not count").format(number=self.game.round)
        said = _("Your slip for round {number} cannot be taken as it is:").format(number=self.game.round)
        return self._again(player, subject, answers, block(paragraph(said), replies.faults_text(faults)))

    def question(self, player: str, why: str, answers: str) -> Message:
        """The answer to a mail that counts for nothing, by why it does not (one of `answers.REASONS`)."""
        subject = _("Round {number}: a question about your mail").format(number=self.game.round)
        return self._again(player, subject, answers, replies.why_text(why))

    def wished(self, player: str, labels: Sequence[str], answers: str) -> Message:
        """The receipt for an answer about labels (none: the player keeps the label), or for a claim."""
        state = self.game.state
        own = state.labels.get(player, "")
        if not own:
            return self.question(player, "nothing", answers)
        if state.opened.number == 1 and state.phase in (OPENING, PLACING):
            subject = _("Your label is {label}").format(label=own)
            said = _("You have the label {label}.").format(label=own)
            if state.phase == OPENING:
                said += " " + _("The first round opens when everybody has one.")
        elif labels:
            subject = _("Round {number}: your wish for a label is in").format(number=state.opened.number)
            said = _("Your wish is in: {labels}.")
            if len(labels) > 1:
                said = _("Your wish is in: {labels}, the best first.")
            said = said.format(labels=", ".join(labels))
            said += " " + _(
                "It is served when everybody has answered, and costs nothing where it cannot be granted. Until "
                "then another answer replaces it."
            )
        else:
            subject = _("Round {number}: you keep your label").format(number=state.opened.number)
            said = _(
                "Your answer is in: you keep {label}. Until everybody has answered, another answer replaces it."
            ).format(label=own)
        return self._message(player, subject, answers, paragraph(said))

    def unwished(self, player: str, faults: Sequence[Fault], answers: str) -> Message:
        """What is wrong with an answer about labels, and the question again."""
        subject = _("Round {number}: your answer about labels does not count").format(number=self.game.round)
        said = _("Your answer about labels cannot be taken as it is:")
        return self._again(player, subject, answers, block(paragraph(said), replies.faults_text(faults)))

    def _message(self, player: str, subject: str, answers: str, *parts: str, proofs: str = "") -> Message:
        """A message with a greeting before its parts, and behind them what to do in case of trouble."""
        trouble = _(
            "Always answer the newest mail of the game, and leave its subject as it is: what stands there in "
            "square brackets tells that the answer is yours, so keep it to yourself."
        )
        hello = _("Hello {player},").format(player=player)
        return Message(player, subject, tables.blocks(hello, *parts, paragraph(trouble), proofs), answers)

    def _again(self, player: str, subject: str, answers: str, said: str) -> Message:
        """A message that says why something is not taken, what counts meanwhile, and what is wanted."""
        counts = replies.meanwhile(self.game, self.post, player)
        return self._message(player, subject, answers, said, counts, *self._asked(player))

    def _lead(self, player: str, news: News) -> list[str]:
        """The news in short, a sentence or two each."""
        number = self.game.round
        said = []
        if news.corrected and news.report:
            said.append(
                _("The game was corrected: these results take the place of those that you were told before.")
            )
        elif news.corrected:
            said.append(
                _(
                    "The game was corrected and now stands as told here. What you were told of later rounds, "
                    "results and slips does not count any more."
                )
            )
        if news.report:
            said.append(reports.own_points(news.report, player))
            if news.report.winners:
                said.append(tables.ending(news.report))
        if news.withdrawn:
            said.append(_("The slip that you were told counts does not count any more: it was taken back."))
        if news.placed:
            said.append(_("This slip counts for you in round {number}.").format(number=number))
        if news.answer:
            said.append(replies.answer_text(news.answer))
        if news.extended and self.post.deadline:
            said.append(_("There is another deadline: {due}.").format(due=due_text(self.post.deadline)))
        elif news.extended:
            said.append(_("There is no deadline any more."))
        if news.reminder:
            said.append(_("This is a reminder: an answer of yours is still wanted."))
        if news.opened:
            said.append(_("Round {number} is open.").format(number=number))
        return said

    def _results_of(self, state: State) -> tuple[str, str]:
        """The results of a round and the proofs behind them, which are the same for every player."""
        if self._results is None or self._results[0] is not state:
            self._results = state, reports.results(self.game, self.post, state), reports.proofs(self.post, state)
        return self._results[1:]

    def _round(self, player: str) -> str:
        """The round in play: what all see of it, and what is this player's."""
        state = self.game.state
        if self._chart is None or self._chart[0] is not state:
            self._chart = state, reports.round_opened(self.game, self.post)
        refused = reports.refused(self.game, player)
        label = state.labels.get(player, "")
        wish = _("Your wish for {labels} could not be granted, and cost nothing.").format(
            labels=listed(refused, "or")
        )
        return tables.blocks(
            self._chart[1],
            block(
                paragraph(wish) if refused else "",
                paragraph(_("Your label: {label}.").format(label=label)) if label else "",
            ),
        )

    def _wanted(self, player: str, news: News) -> str:
        """What is asked of the player by some news, with what is needed to answer."""
        state = self.game.state
        asked = news.opened or news.withdrawn or news.reminder or news.extended
        if state.phase == PLACING and asked:
            if player in state.slips:
                return block(
                    paragraph(_("Your slip for round {number} is in.").format(number=state.opened.number)),
                    self._hand(player) if news.opened else "",
                )
            return tables.blocks(*self._asked(player, chart=not news.opened))
        return self._form(player) if asked or news.question or news.claim else ""

    def _asked(self, player: str, chart: bool = True) -> list[str]:
        """What is needed for an answer; with the chart for who may not have the mail at hand that has it."""
        game = self.game
        shown = tables.chart(TABLES, game, game.state) if chart and game.phase == PLACING else ""
        return [shown, self._hand(player), self._form(player)]

    def _hand(self, player: str) -> str:
        return forms.hand(self.game, player) if self.game.phase == PLACING else ""

    def _form(self, player: str) -> str:
        """How to answer what is open in the game, and until when; empty where nothing is."""
        game, state = self.game, self.game.state
        form = ""
        if state.phase == PLACING:
            form = forms.slip_form(game.setup.rules)
        elif state.phase == OPENING and (player not in state.labels or game.setup.rules.opening_claims == "free"):
            form = forms.claim_question(game)
        elif state.phase == SCORED and free_labels(game.setup, state):
            form = forms.label_question(game, player)
        return tables.blocks(forms.deadline(self.post), form) if form else ""

    def _commitment(self, player: str, slip: Slip) -> str:
        """The commitment to a slip of the round in play."""
        opened = self.game.state.opened
        text = _(
            "Here is the commitment to this slip, with which you can check later that it was not changed. The "
            "results of the round will show what it was made of; "
            '"schrille mail check" compares them with this mail.'
        )
        salt = commitments.salt(self.post, player, opened, slip)
        lines = commitments.receipt_lines(game_id(self.post.secret), opened.number, player, slip, salt)
        return tables.blocks(paragraph(text), lines)
