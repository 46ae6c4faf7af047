"""The moderator's orders in a game by mail: ``schrille mail accept``, ``extend`` and others, and ``list``.

What the players are to hear of them, the next batch tells.
"""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Any

import click

from ...kit.errors import listed
from ...kit.language import _, ngettext
from ...kit.screen import Screen
from ...kit.verbs import Answer, Call, verb
from .. import report
from ..game import Game
from ..mail import orders
from ..mail.post import Handled, Post, handled
from ..mail.wording import due_text
from ..saves import load
from ..tables import Rows, blocks
from .common import change, offered

SHOWN = 12  # digits of a mail's id, of which some are enough to name it


def _said(game: Game, text: str, **data: Any) -> Answer:
    return Answer({**report.common(game), **data}, lambda screen: screen.prose(text))


@verb(
    help=_(
        "Let a mail count again: its slip, after an undo or where another one counts, or its answer about labels. "
        "schrille mail list shows the mails with their ids."
    ),
    example="schrille mail accept 3f9a02",
)
@click.argument("id", metavar=_("ID"), shell_complete=offered("mails"))
def accept(call: Call, id: str) -> None:
    """Accept a mail; its slip is not shown."""

    def act(game: Game) -> Answer:
        mail = orders.accept(game, id)
        return _said(
            game,
            _("The mail {id} counts, which the next batch tells.").format(id=mail.id[:SHOWN]),
            accepted=mail.id,
        )

    change(call, act)


@verb(
    help=_("List the mails that were handled, newest last, with what came of them; what they say is not shown."),
    example="schrille mail list\nschrille mail list --round 3 --who",
)
@click.option("number", "--round", type=int, metavar=_("N"), help=_("Only mails of round N."))
@click.option("--who", is_flag=True, help=_("Also show the players' addresses, and whose mails they are."))
def list_mails(call: Call, number: int | None, who: bool) -> None:
    """List mails that were handled."""
    game = load(call.path)
    mails = [handled(line) for line in orders.post_of(game).mails]
    mails = [mail for mail in mails if number in (None, mail.round)]
    post = orders.post_of(game)
    data = {**report.common(game), "due": post.deadline or None}
    if who:
        data["seats"] = [
            {"player": player, "address": seat.address, "left": seat.left} for player, seat in post.seats.items()
        ]
    data["mails"] = [_mail_data(game, mail, who) for mail in mails]
    call.print(Answer(data, lambda screen: _list(screen, post, data["mails"], who)))


def _list(screen: Screen, post: Post, mails: list[dict[str, Any]], who: bool) -> str:
    until = _("Wanted until {due}.").format(due=due_text(post.deadline)) if post.deadline else ""
    return blocks(
        _seats(screen, post) if who else "", _mails(screen, mails, who), screen.prose(until) if until else ""
    )


def _seats(screen: Screen, post: Post) -> str:
    """Where the players get their mails."""
    rows: Rows = [
        [player, seat.address, _("has left") if seat.left else ""] for player, seat in post.seats.items()
    ]
    return screen.table([_("player"), _("address"), _("note")], rows, "lll")


def _mail_data(game: Game, mail: Handled, who: bool) -> dict[str, Any]:
    date = datetime.fromtimestamp(mail.date, UTC).isoformat() if mail.date else None
    data = {
        "id": mail.id,
        "round": mail.round,
        "kind": mail.kind,
        "date": date,
        "counts": orders.counts(game, mail),
    }
    return {**data, "player": mail.player} if who else data


def _mails(screen: Screen, mails: list[dict[str, Any]], who: bool) -> str:
    rows: Rows = []
    for mail in mails:
        date = (mail["date"] or "").replace("T", " ").removesuffix("+00:00")
        cells = [mail["id"][:SHOWN], str(mail["round"]), *[mail.get("player", "")] * who, date, _(mail["kind"])]
        rows.append([*cells, _("yes") if mail["counts"] else ""])
    headers = [_("id"), _("round"), *[_("player")] * who, _("written (UTC)"), _("what came of it"), _("counts")]
    return screen.table(headers, rows, "lr" + "l" * who + "lll")


@verb(
    help=_(
        "Set another deadline for what is owed now. It is a date that players are told: nothing ends by itself."
    ),
    example="schrille mail extend --due 2026-12-12\nschrille mail extend --due +3",
)
@click.option("--due", required=True, metavar=_("WHEN"), help=_("A day, a time, +3 for days from now, or none."))
def extend(call: Call, due: str) -> None:
    """Extend the deadline."""

    def act(game: Game) -> Answer:
        orders.extend(game, orders.deadline(due, orders.moment()))
        until = orders.post_of(game).deadline
        text = _("The deadline is {due}.").format(due=due_text(until)) if until else _("There is no deadline.")
        text += " " + _("The next batch tells those who owe something.")
        return _said(game, text, due=until or None)

    change(call, act)


@verb(
    help=_("Have everybody reminded who owes something. A reminder says nothing of what others have sent."),
    example="schrille mail remind",
)
@click.option("--who", is_flag=True, help=_("Also name the players who are reminded."))
def remind(call: Call, who: bool) -> None:
    """Remind players."""

    def act(game: Game) -> Answer:
        owing = orders.remind(game)
        text = ngettext(
            "The next batch reminds {number} player.", "The next batch reminds {number} players.", len(owing)
        )
        text = text.format(number=len(owing))
        if who:
            text = _("The next batch reminds {players}.").format(players=listed(owing))
        return _said(game, text, reminded=len(owing), **({"who": owing} if who else {}))

    change(call, act)


@verb(
    help=_(
        "Give a player's seat to another address. What went to the old one opens nothing any more, and the next "
        "batch sends everything that is needed to the new one."
    ),
    example="schrille mail address Ann=ann@example.net",
)
@click.argument("seats", nargs=-1, required=True, metavar=_("NAME=ADDRESS..."), shell_complete=offered("players"))
def address(call: Call, seats: tuple[str, ...]) -> None:
    """Change addresses."""

    def act(game: Game) -> Answer:
        changed = orders.readdress(game, [split_address(seat) for seat in seats])
        text = _("The next batch sends everything that is needed to the new address of {players}.")
        return _said(game, text.format(players=listed(changed)), players=changed)

    change(call, act)


def split_address(text: str) -> tuple[str, str]:
    """A player's name and what is written behind its first ``=``, since addresses may hold one too."""
    name, _equals, given = text.partition("=")
    return name, given


@verb(
    help=_(
        "Note that a player has left: nothing is awaited or accepted from there any more. The seat stays in the "
        "game, and passes each round (R29); schrille mail address gives it to somebody else."
    ),
    example="schrille mail leave Cid",
)
@click.argument("player", metavar=_("PLAYER"), shell_complete=offered("players"))
def leave(call: Call, player: str) -> None:
    """Let a player leave."""

    def act(game: Game) -> Answer:
        name = orders.leave(game, player)
        return _said(game, _("{player} has left, and passes every round.").format(player=name), player=name)

    change(call, act)
