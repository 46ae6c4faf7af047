"""One sitting over one game by mail: mails are handled, the round goes on, and the players are told."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from datetime import datetime
from functools import cached_property
from typing import TYPE_CHECKING, NamedTuple

from ...kit.errors import Fault, GameError
from ..game import Game
from ..rounds import OPENING, OVER, PLACING, RESOLVED, SCORED, free_labels
from . import news
from .messages import Message, News
from .post import ASKED, COPY, LATE, SILENT, Handled, Post, handled
from .tokens import Token, digest, game_id, owner, token, tokens_in
from .writer import Writer

if TYPE_CHECKING:
    from ...kit.letters import Head, Letter

AHEAD = 600  # seconds by which clocks may be fast
MOST_MAILS = 200  # of one player in one round that are handled
MOST_ASKED = 10  # of these that are answered though nothing in them counts, lest machines write to each other


class Draft(NamedTuple):
    """A message, and the token of the round in which it was written."""

    message: Message
    token: Token


class Note(NamedTuple):
    """What the moderator should look at: its kind, where the mail lies, and whose it is."""

    kind: str
    path: str
    line: int
    player: str = ""


class Incoming(NamedTuple):
    """A mail that came in: its head, where it lies, and what reads the rest of it, which may raise `GameError`."""

    head: Head
    path: str
    line: int
    read: Callable[[], Letter]


def games_of(head: Head) -> set[str]:
    """The ids of the games whose tokens a mail has: in its subject, or where none is there, in what it answers."""
    return {token.game for token in tokens_in([head.subject]) or tokens_in(head.references)}


class Desk:
    """A game on the desk.

    ``game`` and its post change; ``drafts`` are the mails to be sent, in order; ``done`` what was done, each with
    a number (of slips or answers, or of the round); ``notes`` what the moderator should look at; ``faults`` why
    mails could not be read. ``waiting``: players were to pass, and what they owe is waited for all the same.
    ``now`` is the time in seconds since 1970.
    """

    def __init__(self, game: Game, now: int) -> None:
        assert game.post
        self.game = game
        self.now = now
        self.drafts: list[Draft] = []
        self.done: dict[str, int] = {}
        self.notes: list[Note] = []
        self.faults: list[Fault] = []
        self.waiting = False
        self._ids = {line.partition(" ")[0] for line in game.post.mails}

    @cached_property
    def mails(self) -> list[Handled]:
        """The mails that were handled, in order."""
        return [handled(line) for line in self.post.mails]

    @property
    def post(self) -> Post:
        """What belongs to the game by mail, as it stands."""
        assert self.game.post
        return self.game.post

    @post.setter
    def post(self, post: Post) -> None:
        """Put another in its place."""
        self.game.post = post

    def date(self, head: Head) -> int:
        """When a mail was written, in seconds since 1970; 0 where that is not said, or by a wrong clock."""
        date = head.date or 0
        return date if date <= self.now + AHEAD else 0

    def handle(self, mails: Sequence[Incoming]) -> None:
        """Handle mails in the order in which they were written; those without a date come last."""
        for mail in sorted(mails, key=lambda mail: self.date(mail.head) or self.now + AHEAD + 1):
            if not self.knows(mail.head.id):
                try:
                    self._handle(mail)
                except GameError as problem:
                    self.faults += problem.faults

    def again(self, mails: Sequence[Incoming]) -> None:
        """Handle mails once more whose tokens were none of the game as it stood before it went on."""
        self.notes = [note for note in self.notes if note.kind != "token"]
        self.handle(mails)

    def knows(self, id: str) -> bool:
        """Whether a mail was handled before."""
        return id in self._ids

    def _handle(self, mail: Incoming) -> None:
        from .handling import answer, heard

        head = mail.head
        whose = self._whose(head)
        if isinstance(whose, str):
            self._note(whose, mail)
            return
        player, number = whose
        twin = digest(head.message_id, head.date)[:8]
        persons = (one for one in self.mails if one.kind != SILENT)
        twins = [one for one in persons if head.message_id and (one.twin, one.player) == (twin, player)]
        entry = Handled(head.id, twin, number, SILENT, self.date(head), player)
        here = [one.kind for one in self.mails if (one.player, one.round) == (player, number)]
        if len(here) - here.count(SILENT) >= MOST_MAILS or here.count(SILENT) >= MOST_MAILS:
            self._note("flood", mail, player)
        elif head.automatic or self.post.seats[player].left:
            self._note(head.automatic or "left", mail, player)
            self._record(entry._replace(said=heard(self.game, mail)))
        elif number != self.game.round or self.game.phase == OVER:
            if not twins:
                self._note("late", mail, player)
            self._record(entry._replace(kind=COPY if twins else LATE, said=heard(self.game, mail)))
        else:
            drafts = len(self.drafts)
            placing = self.game.phase == PLACING  # a late one, which counted for nothing, may count by a copy now
            known = {one.said for one in twins if one.kind != LATE or not placing}
            kind, text, looked_at = answer(self, player, mail.read(), known)
            if kind in (ASKED, LATE) and here.count(ASKED) + here.count(LATE) >= MOST_ASKED:
                del self.drafts[drafts:]
                kind, looked_at = SILENT, "flood"
            if looked_at:
                self._note(looked_at, mail, player)
            self._record(entry._replace(kind=kind, said=text))

    def _whose(self, head: Head) -> tuple[str, int] | str:
        """The player and the round to whom the tokens of a mail belong, or what is wrong with them."""
        game, post = self.game, self.post
        id = game_id(post.secret)
        if len(games_of(head)) > 1:
            return "games"
        tokens = [one for one in tokens_in([head.subject, *head.references]) if one.game == id]
        opened = game.state.opened
        players = {owner(post, one, opened) for one in tokens if one.round == opened.number} - {""}
        if len(players) > 1:
            return "players"
        if players:
            return players.pop(), opened.number
        for one in tokens:
            earlier = game.rounds.get(one.round)
            player = owner(post, one, earlier.opened) if earlier else ""
            if player:
                return player, one.round
        return "token"

    def _note(self, kind: str, mail: Incoming, player: str = "") -> None:
        self.notes.append(Note(kind, mail.path, mail.line, player))

    def _record(self, entry: Handled) -> None:
        self._ids.add(entry.id)
        self.mails.append(entry)
        self.post = self.post._replace(mails=(*self.post.mails, str(entry)))

    def count(self, what: str, number: int) -> None:
        """Note that something was done, so many times."""
        self.done[what] = self.done.get(what, 0) + number

    @property
    def writer(self) -> Writer:
        """Who writes the mails of the game as it stands."""
        return Writer(self.game, self.post)

    def send(self, message: Message) -> None:
        """Put a message to the mails that are to be sent."""
        self.drafts.append(Draft(message, token(self.post, message.player, self.game.state.opened)))

    def go_on(self, passing: bool, due: Callable[[], str]) -> bool:
        """Do all that is due: resolve and score the round, serve the wishes, open the next one.

        With ``passing``, players who owe something pass (R29): a slip, or an answer about labels; but not what is
        owed only since. ``due`` gives the deadline for what is asked next. Returns whether anything was done.
        """
        before = len(self.game.steps)
        while not {*self.game.setup.players} <= self.post.gone and self._step(passing):
            passing = False
        if self.post.due_of != news.moment(self.game):  # whoever has brought the game there
            until = due() if news.owing(self.game, self.post) else ""
            self.post = self.post._replace(
                due=until or self._due_still() or self.post.dateless, due_of=news.moment(self.game), reminders=0
            )
        return len(self.game.steps) > before

    def _due_still(self) -> str:
        """The deadline from the opening, if it is still to come: the first round has it too."""
        claimed = self.post.due_of == f"1 {OPENING}" and news.moment(self.game) == f"1 {PLACING}"
        due = self.post.deadline
        return due if claimed and due and datetime.fromisoformat(due).timestamp() > self.now else ""

    def _step(self, passing: bool) -> bool:
        """Do the next thing that is due, and say whether there was one."""
        game, state = self.game, self.game.state
        if state.phase == OPENING:
            return self._claim(passing)
        if state.phase == PLACING and (passing or {*state.missing} <= self.post.gone):
            self._receipts()
            game.resolve(missing_pass=bool(state.missing))
            self.done["resolved"] = game.round
        elif state.phase == RESOLVED:
            game.score()
            self.done["scored"] = game.round
            if game.phase == OVER:
                self.done["over"] = game.round
        elif state.phase == SCORED and (passing or not news.owing(game, self.post)):
            self._next()
        else:
            return False
        return True

    def _receipts(self) -> None:
        """Send receipts for slips that count and that no mail told of, such as one entered by hand as the last.

        Who was not told of the round before gets it with the results.
        """
        for player, slip in self.game.state.slips.items():
            seat = self.post.seats.get(player)
            if seat is None or seat.left:
                continue
            now = news.known(self.game, self.post, player)
            asked = "slip" in seat.told or now["opened"] == seat.told.get("opened")
            if asked and now["slip"] != seat.told.get("slip"):
                self.send(self.writer.news(player, News(placed=slip)))
                self.told(player, "slip")

    def _claim(self, passing: bool) -> bool:
        """Give those who pass, or have left, a label that is free, since nobody plays without one (R6)."""
        setup, state = self.game.setup, self.game.state
        waiting = [player for player in setup.players if player not in state.labels]
        if not passing and not {*waiting} <= self.post.gone:
            return False
        self.game.label(dict(zip(waiting, free_labels(setup, state), strict=False)))
        self.count("claims", len(waiting))
        return True

    def _next(self) -> None:
        """Serve the wishes for labels, and open the next round."""
        game, post = self.game, self.post
        free = free_labels(game.setup, game.state)
        answers = news.answers(game, post)
        came = {mail.player: at for at, mail in enumerate(self.mails) if mail.said == answers.get(mail.player)}
        wishes: dict[str, list[str]] = {}
        for player in sorted(answers, key=lambda player: came.get(player, -1)):  # with some rules it counts (R24)
            wanted = [label for label in answers[player].split(",") if label in free]
            if wanted:
                wishes[player] = wanted
        if wishes:
            self.done["labels"] = sum(wish.granted for wish in game.label(wishes))
        seats = {player: seat._replace(answer="") for player, seat in post.seats.items()}
        game.next()
        self.done["over" if game.phase == OVER else "opened"] = game.round
        self.post = post._replace(seats=seats)

    def told(self, player: str, kind: str) -> None:
        """Note that a player is told by a receipt what else would be news of a kind."""
        told = {**self.post.seats[player].told, kind: news.known(self.game, self.post, player)[kind]}
        self.post = self.post.seated(player, told=told)

    def tell(self) -> None:
        """Write what is news to each player, and note that it was told."""
        writer = self.writer
        for player, seat in self.post.seats.items():
            if seat.left:
                continue
            told = news.known(self.game, self.post, player)
            found = news.news(self.game, self.post, player, told)
            if any(found):
                self.send(writer.news(player, found))
            if told != seat.told:
                self.post = self.post.seated(player, told=told)
