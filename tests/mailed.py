"""Games by mail, and mails of them, for tests."""

from __future__ import annotations

from collections.abc import Iterator
from email.message import EmailMessage
from random import Random
from typing import Any

from conftest import LABELS, PLAYERS, SLIP

from schrille_cli.kit.errors import Fault
from schrille_cli.schrille import PRESETS, Game, Slip
from schrille_cli.schrille.mail import commitments
from schrille_cli.schrille.mail.answers import REASONS
from schrille_cli.schrille.mail.messages import Message, News
from schrille_cli.schrille.mail.post import Post, Seat
from schrille_cli.schrille.mail.writer import Writer
from schrille_cli.schrille.rounds import State, free_labels

SECRET = "5c" * 32
NAMES = ("Ann", "Bob Lee", "Zoë", "O'Hara", "陳大文", "Émile-Χρήστος the longest name of us all")
ONE = [Fault("slip", "the hand does not hold all these chips", "hole 3", "see the hand again (R8)")]


def post_of(game: Game, *by_mail: str, **changes: Any) -> Post:
    """What makes a game one by mail; all players have an address where none is named."""
    seats = {player: Seat(address_of(player)) for player in by_mail or game.setup.players}
    post = Post("friday", "moderator@example.org", SECRET, "en", False, "", "1 placing", 0, 0, seats, ())
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
    """A mail with a text, as it goes out: the one of this number to its player."""
    message = EmailMessage()
    message["Subject"], message["From"], message["To"] = subject, "moderator@example.org", "ann@example.org"
    message["Message-ID"] = f"<schrille-abcdefgh-1-abcdefghijklmnop.{number}@{of}.example>"
    message.set_content(text, **settings)
    return message.as_bytes()


def result_and_receipt() -> tuple[str, str]:
    """The lines by which a result and a receipt give a slip."""
    slip = Slip(((14, 3), (9, -2)), 1, 8)
    told = ("abcdefgh", 3, "Ann", slip, "0123456789abcdef" * 2)
    return commitments.result_lines(*told), commitments.receipt_lines(*told)


def played(chance: Random, players: int, preset: str, rounds: int, labels: bool = True) -> Game:
    """A game by chance of so many players, which is placing or over; some pass, some change the label."""
    names = NAMES[:players]
    game = Game.new(
        dict(zip(names, LABELS, strict=False)), rules=PRESETS[preset], seed=str(chance.random()), deal_hands=True
    )
    while game.phase != "over" and game.round <= rounds:
        place_some(game, chance, 0.8)
        game.resolve(missing_pass=True)
        game.score()
        free = free_labels(game.setup, game.state)
        if game.phase == "scored" and labels and free:
            game.label(dict.fromkeys(chance.sample(names, 2), free))
        if game.phase == "scored":
            game.next()
    return game


def place_some(game: Game, chance: Random, share: float = 1.0) -> None:
    """Enter slips by chance for some of the players."""
    for player in game.setup.players:
        if chance.random() < share:
            game.place(player, any_slip(game, player, chance))


def phases() -> Iterator[tuple[str, Game]]:
    """Games of 3 and 6 players in every phase."""
    for players in (3, 6):
        game = played(Random(players), players, "brettspielwelt", 1)
        yield f"placing {players}", game
        place_some(game, Random(1))
        yield f"full {players}", game
        game.resolve()
        yield f"resolved {players}", game
        game.score()
        yield f"scored {players}", game
    opening = Game.new(dict.fromkeys(PLAYERS), seed="o", deal_hands=True, rules=PRESETS["brettspielwelt"])
    yield "opening", opening
    opening.label({"Ann": "blue"})
    yield "opening, one claim", opening
    over = Game.new(PLAYERS, seed="end", deal_hands=True, rules=PRESETS["rulebook"]._replace(target=1))
    over.resolve(missing_pass=True)
    over.score()
    yield "over", over
    table = Game.new(PLAYERS, seed="t")
    table.place("Ann", SLIP)
    yield "chips drawn at the table", table


# What is told


def scored(game: Game) -> State:
    """The scored state of the round that was scored last."""
    return next(state for state in reversed(game.states) if state.points)


def told(game: Game, post: Post, player: str) -> dict[str, Message]:
    """Every message that a player can get as a game stands."""
    writer = Writer(game, post)
    own = game.state.slips.get(player)
    news = {
        "opened": News(opened=True),
        "claim": News(claim=True),
        "question": News(question=True),
        "reminder": News(reminder=True),
        "extended": News(extended=True, withdrawn=True),
        "corrected": News(corrected=True, opened=True, reminder=True),
    }
    if own and game.phase == "placing":
        news["placed"] = News(placed=own, corrected=True)
    messages = {name: writer.news(player, one) for name, one in news.items()}
    if own and game.phase == "placing":
        messages["counted"] = writer.counted(player, own, "<a@b>", replaced=True, unread=["I think +3"])
        messages["counted first"] = writer.counted(player, own, "<a@b>", replaced=False)
    messages["faulty"] = writer.faulty(player, ONE, "<a@b>")
    messages["unwished"] = writer.unwished(player, ONE, "<a@b>")
    messages["wished"] = writer.wished(player, ["orange", "violet"], "<a@b>")
    messages["stays"] = writer.wished(player, [], "<a@b>")
    for why in REASONS:
        messages[why] = writer.question(player, why, "<a@b>")
    return messages


def with_results(game: Game, post: Post, player: str) -> Iterator[Message]:
    """The messages with results that a player can get as a game stands."""
    if any(state.points for state in game.states):
        writer = Writer(game, post)
        for corrected in (False, True):
            news = News(report=scored(game), corrected=corrected, question=True, opened=game.phase == "placing")
            yield writer.news(player, news)


def all_told(game: Game, post: Post, player: str) -> list[Message]:
    return [*told(game, post, player).values(), *with_results(game, post, player)]
