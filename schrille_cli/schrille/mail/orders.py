"""What the moderator orders in a game by mail; the players are told by the next batch."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from datetime import datetime, timedelta

from ...kit.errors import Fault, GameError, error, gathered, listed, quoted, raise_all
from ...kit.language import N_, _
from ...kit.names import name_fault, nfc
from ..game import Game
from ..rounds import OPENING, OVER, PLACING, SCORED
from . import news
from .handling import labels_of
from .post import DATELESS, LABELS, LATE, OLDER, SILENT, SLIP, STAY, Handled, Post, Seat, address_of, handled

DAYS = re.compile(r"\+([1-9][0-9]{0,2})d?", re.IGNORECASE | re.ASCII)
DAY = re.compile(r"[0-9]{4}-[0-9]{2}-[0-9]{2}|[0-9]{8}", re.ASCII)
COUNTING = (SLIP, LABELS, OLDER, LATE, SILENT)  # the kinds of mails that may have said something which can count
FEWEST_DIGITS = 4  # of a mail's id that somebody types
BY_MAIL = N_("make one with schrille new --mail")


def post_of(game: Game) -> Post:
    """What belongs to a game by mail. Raises `GameError` (kind ``"mail"``) where the game is none."""
    if game.post is None:
        raise error("mail", _("this is no game by mail"), hint=_(BY_MAIL))
    return game.post


def new_post(
    game: Game, addresses: Iterable[tuple[str, str]], moderator: str, title: str, open_addresses: bool
) -> Post:
    """What a new game needs to be played by mail: a secret, and the addresses by player's name.

    Raises `GameError` with everything that is wrong.
    """
    from secrets import token_hex

    from ...kit.language import in_use

    faults: list[Fault] = []
    found: dict[str, Seat] = {}
    sender = ""
    for typed, address in addresses:
        with gathered(faults):
            player = game.player(typed)
            if player in found:
                raise error("mail", _("{player} has two addresses here").format(player=player))
            found[player] = Seat(address_of(address))
    with gathered(faults):
        sender = address_of(moderator)
    title = nfc(title.strip())
    if fault := name_fault(title, N_("title")):
        faults.append(Fault("mail", fault))
    if (game.setup.cards, game.setup.hands) != ("tool", "tool"):
        faults.append(Fault("mail", _("in a game by mail, the tool deals cards and chips")))
    if not found and not faults:
        faults.append(Fault("mail", _("no player has an address"), hint=_("name one with --mail NAME=ADDRESS")))
    raise_all(faults)
    seats = {player: found[player] for player in game.setup.players if player in found}
    return Post(title, sender, token_hex(32), in_use(), open_addresses, "", news.moment(game), 0, 0, seats, ())


def moment() -> datetime:
    """The time by the clock, in the time zone of the machine."""
    return datetime.now().astimezone()


def deadline(text: str, now: datetime, zoned: Callable[[datetime], datetime] = datetime.astimezone) -> str:
    """A deadline as the save has it, from ``2026-12-05``, ``2026-12-05 18:00``, ``+7`` for days, or ``none``.

    ``zoned`` gives a time the time zone in which it is meant, which is that of the machine, and which may have
    another offset from UTC on that day than now. A day alone means its end. Raises `GameError` (kind ``"due"``)
    for anything else, and for what lies in the past.

    >>> from datetime import timezone
    >>> utc = lambda time: time.replace(tzinfo=timezone.utc)
    >>> deadline("2026-12-05 18:00", utc(datetime(2026, 12, 1)), utc)
    '2026-12-05T18:00+00:00'
    """
    typed = text.strip()
    if typed.lower() == DATELESS:
        return DATELESS
    try:
        if days := DAYS.fullmatch(typed):
            found = zoned(now.replace(tzinfo=None) + timedelta(days=int(days[1])))
        else:
            found = datetime.fromisoformat(typed)
            if DAY.fullmatch(typed):
                found = found.replace(hour=23, minute=59)
            if found.tzinfo is None:
                found = zoned(found)
        if (found.utcoffset() or timedelta()) % timedelta(minutes=1):
            raise ValueError
        if found <= now:
            message = _("the deadline {typed} is past").format(typed=quoted(typed))
            raise error("due", message, hint=_("name a time that is still to come"))
        return found.isoformat(timespec="minutes")
    except (ValueError, OverflowError, OSError):
        message = _("{typed} is not a time").format(typed=quoted(typed))
        hint = _("write 2026-12-05, 2026-12-05T18:00, or +7 for days from now")
        raise error("due", message, hint=hint) from None


def past(post: Post, now: datetime) -> bool:
    """Whether the deadline is past, or the game never had one.

    A game that has had deadlines is played by them: without a new one, nobody passes, however often that is said.
    """
    if post.deadline:
        return datetime.fromisoformat(post.deadline) <= now
    return not post.due


def extend(game: Game, due: str) -> None:
    """Set another deadline for what is owed now. Raises `GameError` where the game is over."""
    post = post_of(game)
    _require_running(game)
    game.post = post._replace(due=due, due_of=news.moment(game))


def remind(game: Game) -> list[str]:
    """Have everybody reminded who owes something, and return them. Raises `GameError` where nobody does."""
    post = post_of(game)
    _require_running(game)
    owing = news.owing(game, post)
    if not owing:
        here, wanted = news.here(game, post)
        hint = _("the next batch goes on with the game")
        if len(here) < wanted:
            hint = _("players without an address do: enter what they say by schrille place or label")
        raise error("mail", _("nobody who gets mail owes anything"), hint=hint)
    game.post = post._replace(reminders=post.reminders + 1)
    return owing


def readdress(game: Game, addresses: Iterable[tuple[str, str]]) -> list[str]:
    """Give seats to other addresses, and return the players.

    The tokens that went to the old address are worth nothing from then on, and everything is told to the new one.
    Raises `GameError` with everything that is wrong.
    """
    post = post_of(game)
    faults: list[Fault] = []
    seats = dict(post.seats)
    changed = []
    for typed, text in addresses:
        with gathered(faults):
            player, address = game.player(typed), address_of(text)
            before = seats.get(player)
            if player in changed:
                raise error("mail", _("{player} has two addresses here").format(player=player))
            if before and before.address == address and not before.left:
                message = _("{player} plays from this address already").format(player=player)
                raise error("mail", message, hint=_("name another one"))
            seats[player] = Seat(address, before.person + 1 if before else 1)
            changed.append(player)
    raise_all(faults)
    game.post = post._replace(seats={player: seats[player] for player in game.setup.players if player in seats})
    return changed


def leave(game: Game, typed: str) -> str:
    """Note that a player has left: nothing is awaited from there any more, and nothing is sent there.

    Raises `GameError` (kinds ``"name"`` and ``"mail"``).
    """
    post, player = post_of(game), game.player(typed)
    if player not in post.seats:
        message = _("{player} gets no mail in this game").format(player=player)
        raise error("mail", message, hint=_("the players who do: {names}").format(names=listed(post.seats)))
    if post.seats[player].left:
        message = _("{player} has left already").format(player=player)
        raise error("mail", message, hint=_("schrille mail address gives the seat to somebody"))
    game.post = post.seated(player, left=True, answer="", told={})
    return player


def mail_of(game: Game, typed: str) -> Handled:
    """The mail that an id, or its first digits, means. Raises `GameError` (kind ``"mail"``)."""
    known = [handled(line) for line in post_of(game).mails]
    word = typed.strip().lower()
    found = [mail for mail in known if len(word) >= FEWEST_DIGITS and mail.id.startswith(word)]
    if len(found) != 1:
        message = _("there is no mail {id}") if not found else _("{id} may mean several mails")
        raise error("mail", message.format(id=quoted(typed)), hint=_("schrille mail list shows them"))
    return found[0]


def counts(game: Game, mail: Handled) -> bool:
    """Whether what a mail said counts in the round in play: it is the slip, or the answer about labels."""
    post, state = post_of(game), game.state
    if mail.round != game.round or mail.kind not in COUNTING or not mail.said or mail.player not in post.seats:
        return False
    if not _about_labels(game, mail):
        return str(state.slips.get(mail.player)) == mail.said
    if state.phase in (OPENING, PLACING):
        return state.labels.get(mail.player) in mail.said.split(",")
    return news.answered(game, post, mail.player) == mail.said


def _about_labels(game: Game, mail: Handled) -> bool:
    return mail.said == STAY or {*mail.said.split(",")} <= {*game.setup.labels}


def accept(game: Game, typed: str) -> Handled:
    """Let what a mail said count again: its slip in the round in play, or its answer about labels.

    Returns the mail. Raises `GameError` where it said nothing that can count now; nothing in it tells of a slip.
    """
    mail, post = mail_of(game, typed), post_of(game)
    fits = mail.kind in COUNTING and mail.said and _about_labels(game, mail) == (game.phase in (OPENING, SCORED))
    if not fits or mail.round != game.round or mail.player not in {*post.seats} - post.gone:
        message = _("nothing in this mail can count in round {round}, which is in the phase {phase}")
        message = message.format(round=game.round, phase=_(game.phase))
        raise error("mail", message, hint=_("schrille mail list shows what came in"))
    if game.phase == PLACING:
        before = game.state.slips.get(mail.player)
        if before and str(before) == mail.said:
            raise error("mail", _("this slip counts already"))
        try:
            game.place(mail.player, mail.said, replace=before is not None)
        except GameError:  # which says holes, and the round is not resolved yet
            message = _("the slip of this mail cannot be placed with the hand and the rules of this round")
            raise error("mail", message, hint=_("the player can send another one")) from None
        return mail
    question = news.asked(game, post, mail.player)
    if not question and game.phase != OPENING:
        raise error("mail", _("this player is not asked about labels now"))
    if mail.said != STAY:
        labels = labels_of(game, mail.player, mail.said)
        if game.phase == OPENING:
            game.label({mail.player: labels})
            return mail
    game.post = post.seated(mail.player, answer=f"{question} {mail.said}")
    return mail


def _require_running(game: Game) -> None:
    if game.phase == OVER:
        raise error("phase", _("the game is over"))
