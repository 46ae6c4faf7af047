"""Games by mail, and mails of them, for tests."""

from __future__ import annotations

from email.message import EmailMessage
from random import Random
from typing import Any

from schrille_cli.schrille import Game, Slip
from schrille_cli.schrille.mail import commitments
from schrille_cli.schrille.mail.post import Post, Seat

SECRET = "5c" * 32


def post_of(game: Game, *by_mail: str, **changes: Any) -> Post:
    """What makes a game one by mail; all players have an address where none is named."""
    seats = {player: Seat(address_of(player)) for player in by_mail or game.setup.players}
    post = Post("friday", "moderator@example.org", SECRET, "en", False, "", 0, 0, seats, ())
    return post._replace(**changes)


def address_of(player: str) -> str:
    """The address of a player, which nobody else may see."""
    return f"{player.encode().hex()}@players.example"


def any_slip(game: Game, player: str, chance: Random) -> Slip:
    """A slip by chance, from the player's hand."""
    holes = chance.sample(range(1, 15), game.setup.rules.slip_size)
    chips = chance.sample(game.state.opened.hands[player], game.setup.rules.keep)
    return Slip(tuple(zip(holes[2:], chips, strict=True)), holes[0], holes[1]).in_order()


def mail(text: str, subject: str = "a mail", number: int = 1, of: str = "friday", **settings: Any) -> bytes:
    """A mail with a text, as it goes out: the one of this number of its mailing."""
    message = EmailMessage()
    message["Subject"], message["From"], message["To"] = subject, "moderator@example.org", "ann@example.org"
    message["Message-ID"] = f"<schrille-abcdefgh-1-abcdefghijklmnop.{number}-1@{of}.example>"
    message.set_content(text, **settings)
    return message.as_bytes()


def result_and_receipt() -> tuple[str, str]:
    """The lines by which a result and a receipt give a slip."""
    slip = Slip(((14, 3), (9, -2)), 1, 8)
    told = ("abcdefgh", 3, "Ann", slip, "0123456789abcdef" * 2)
    return commitments.result_lines(*told), commitments.receipt_lines(*told)
