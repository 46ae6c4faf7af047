"""Ask for labels: claims in the opening, wishes after a scoring."""

from __future__ import annotations

from collections.abc import Iterator

import click

from ...kit.ask import Again, ask, asking
from ...kit.errors import error, quoted
from ...kit.language import _
from ...kit.names import folded
from .. import record, tables
from ..game import Game
from ..rounds import OPENING, SCORED, free_labels, require
from ..saves import changing, load
from .words import SKIP, asks_help, is_word, keys_help, say

Wishes = list[tuple[str, str]]


def ask_labels(path: str) -> bool:
    """Ask for claims or for wishes, as the phase has it; False where the input ended before.

    Raises `GameError` where the game cannot be loaded or takes no labels now.
    """
    game = load(path)
    require(game.setup, game.state, "label", OPENING, SCORED)
    with asking():
        try:
            if game.phase == OPENING:
                _ask_claims(path)
            else:
                _ask_wishes(path, game)
        except EOFError:
            return False
        except KeyboardInterrupt:
            raise click.Abort(_("the labels that were accepted are saved")) from None
    return True


def _ask_claims(path: str) -> None:
    """Ask each player who has no label yet, in seat order, once."""
    asked: set[str] = set()
    while True:
        game = load(path)
        open_seats = [player for player in game.setup.players if player not in game.state.labels]
        coming = [player for player in open_seats if player not in asked]
        if game.phase != OPENING or not coming:
            break
        player = coming[0]
        done = _ask_claim(path, game, player)
        if not done:
            asked.add(player)
        say(*done)
    if open_seats:
        say(_("Still without a label: {players}.").format(players=", ".join(open_seats)))
    else:
        say(_("Everybody has a label."), tables.following(game))


def _ask_claim(path: str, game: Game, player: str) -> list[str]:
    """Ask for one player's label, or for another's who is quicker; what was done, nothing where it is skipped."""

    def accept(text: str) -> list[str]:
        line = text.strip()
        if is_word(line, SKIP):
            return []
        if not line or asks_help(line):
            note = _("Type the label, or PLAYER=LABEL where another player is first; {skip} skips {player}.")
            raise Again("", f"{note.format(skip=SKIP, player=player)} {keys_help()}")
        return _serve(path, OPENING, read_wishes(line, game) if "=" in line else [(player, line)])

    return ask(
        _("{player}'s label: ").format(player=player),
        accept,
        completions=lambda before: _completions(before, game),
        status=lambda text: "" if text.strip() else _free_labels(game),
    )


def _ask_wishes(path: str, game: Game) -> None:
    """Ask once who changes the label: all wishes in one line, since the last in rank is served first (R24)."""
    if not free_labels(game.setup, game.state):
        say(_("No label is free: nobody can change."))
        return

    def accept(text: str) -> list[str]:
        line = text.strip()
        if asks_help(line):
            raise Again(
                "",
                _(
                    "All wishes in one line, labels in order of preference: Ann=violet,orange Bob=red. "
                    "With spaces in names, put commas between: Ann Lee=violet, Bob=red. Enter alone: nobody."
                )
                + " "
                + keys_help(),
            )
        if not line or is_word(line, SKIP):
            return [_("Nobody changes the label.")]
        return _serve(path, SCORED, read_wishes(line, game))

    done = ask(
        _("Who changes the label? "),
        accept,
        completions=lambda before: _completions(before, game),
        status=lambda text: "" if text.strip() else " ".join([_free_labels(game), _("Enter: nobody. ? helps.")]),
    )
    for sentence in done:
        say(sentence)


def _serve(path: str, phase: str, wishes: Wishes) -> list[str]:
    """Serve claims or wishes as one command; what became of each, as sentences."""
    with changing(path) as game:
        require(game.setup, game.state, "label", phase)
        return [tables.wish(game, outcome) for outcome in game.label(wishes)]


def _free_labels(game: Game) -> str:
    free = free_labels(game.setup, game.state)
    return _("Free labels: {labels}.").format(labels=", ".join(free))


def read_wishes(line: str, game: Game) -> Wishes:
    """The wishes of a line: with spaces between them as on the command line, or with commas.

    ``Ann=violet,orange Bob=red`` and ``Ann Lee=violet, orange, Bob=red`` both have two. Raises `GameError` (kind
    ``"label"``) where a part is no wish.
    """
    try:
        words = record.split(" ".join(line.split()))
    except ValueError:  # a quote that is a part of a name
        words = []
    if words and all("=" in word for word in words):
        parts = [word.strip(",") for word in words]
    else:
        parts = list(_by_commas(line))
    wishes = []
    for part in parts:
        player, equals, labels = part.partition("=")
        if not equals or "=" in labels:
            hint = _("write PLAYER=LABEL, and put commas between wishes")
            raise error("label", _("{text} names no label").format(text=quoted(part)), hint=hint)
        wishes.append((player, labels))
    return wishes


def _by_commas(line: str) -> Iterator[str]:
    """The parts of a line at those commas behind which a new wish begins."""
    part = ""
    for piece in line.split(","):
        if part and "=" in piece:
            yield part
            part = ""
        part = f"{part},{piece}" if part else piece
    yield part


def _completions(before: str, game: Game) -> list[str]:
    """What the end of a line may become: a free label behind ``=``, a player at the beginning or behind a space,
    both behind a comma. Names can have spaces, so that the longest end is taken that is the beginning of one."""
    free = free_labels(game.setup, game.state)
    players = [f"{player}=" for player in game.setup.players]
    words = {
        "": [*players, *(free if game.phase == OPENING else [])],
        " ": players,
        "=": free,
        ",": [*free, *players],
    }
    for start in range(len(before) + 1):
        sign = before[start - 1 : start]
        if sign not in words:
            continue
        begun = folded(before[start:])
        found = [word for word in words[sign] if folded(word).startswith(begun) and folded(word) != begun]
        if found and not before[start : start + 1].isspace():
            return [before[:start] + word for word in found]
    return []
