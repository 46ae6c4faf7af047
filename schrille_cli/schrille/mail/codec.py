"""What belongs to a game by mail as plain TOML data, and back."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any

from ...kit.errors import Fault
from ...kit.fields import Fields
from ...kit.language import LANGUAGES, N_, _
from ...kit.names import name_fault
from .post import ADDRESS, DATELESS, NEWS, Post, Seat, handled

SECRET = re.compile(r"[0-9a-f]{64}")
TOLD = re.compile(r"[0-9]{1,4}:[0-9a-f]{12}")
ANSWER = re.compile(r"[0-9]{1,4}:[0-9a-f]{12} .+")
DUE_OF = re.compile(r"[1-9][0-9]{0,3} (?:opening|placing|resolved|scored|over)")
DUE = re.compile(r"\d{4}-\d\d-\d\dT\d\d:\d\d[+-]\d\d:\d\d", re.ASCII)


def encode(post: Post) -> dict[str, Any]:
    """The part of a save, as plain data, with keys in the order in which the save has them."""
    return {
        "title": post.title,
        "moderator": post.moderator,
        "secret": post.secret,
        "language": post.language,
        "open_addresses": "yes" if post.open_addresses else "no",
        "due": post.due,
        "due_of": post.due_of,
        "reminders": post.reminders,
        "mailings": post.mailings,
        "mails": list(post.mails),
        "players": {player: _encode_seat(seat) for player, seat in post.seats.items()},
    }


def _encode_seat(seat: Seat) -> dict[str, Any]:
    data: dict[str, Any] = {"address": seat.address, "person": seat.person}
    if seat.left:
        data["left"] = "yes"
    if seat.answer:
        data["answer"] = seat.answer
    return {**data, "mails": seat.mails, "told": dict(seat.told)}


def decode(fields: Fields, players: Sequence[str]) -> Post:
    """Read the part of a save; everything that is wrong is noted in the faults of the fields."""
    title, moderator, secret = fields.text("title"), fields.text("moderator"), fields.text("secret")
    _check(fields, "title", not name_fault(title, N_("title")))
    _check(fields, "moderator", bool(ADDRESS.fullmatch(moderator)))
    _check(fields, "secret", bool(SECRET.fullmatch(secret)))
    language = fields.text("language", LANGUAGES)
    shown = fields.text("open_addresses", ("yes", "no"))
    due = fields.text("due")
    _check(fields, "due", due in ("", DATELESS) or bool(DUE.fullmatch(due)))
    due_of = fields.text("due_of")
    _check(fields, "due_of", bool(DUE_OF.fullmatch(due_of)))
    reminders, mailings = fields.integer("reminders"), fields.integer("mailings")
    _check(fields, "reminders", reminders >= 0)
    _check(fields, "mailings", mailings >= 0)
    mails = tuple(fields.texts("mails"))
    for index, line in enumerate(mails):
        try:
            known = handled(line).player in players
        except ValueError:
            known = False
        if not known:
            message = _("this is not a mail that was handled")
            fields.faults.append(Fault(fields.kind, message, f"{fields.where('mails')}[{index}]"))
    table = fields.table("players")
    seats = {}
    for player in table.data:
        if player in players:
            seats[player] = _decode_seat(table.table(player))
    table.done()
    if list(seats) != [player for player in players if player in seats]:
        fields.fault("players", _("the players are not in seat order"))
    fields.done()
    return Post(title, moderator, secret, language, shown == "yes", due, due_of, reminders, mailings, seats, mails)


def _decode_seat(fields: Fields) -> Seat:
    address, person = fields.text("address"), fields.integer("person")
    _check(fields, "address", bool(ADDRESS.fullmatch(address)))
    _check(fields, "person", person >= 1)
    left = fields.text("left", ("yes",)) if fields.has("left") else ""
    answer = fields.text("answer") if fields.has("answer") else ""
    _check(fields, "answer", not answer or bool(ANSWER.fullmatch(answer)))
    mails = fields.integer("mails")
    _check(fields, "mails", mails >= 0)
    table = fields.table("told")
    told = table.text_items()
    for kind, digest in told.items():
        _check(table, kind, kind in NEWS and bool(TOLD.fullmatch(digest)))
    fields.done()
    return Seat(address, person, bool(left), answer, told, mails)


def _check(fields: Fields, key: str, good: bool) -> None:
    """Note that a value cannot be, unless it was found missing or mistyped before."""
    if not good and isinstance(fields.data.get(key), str | int):
        fields.fault(key, _("this cannot be"))
