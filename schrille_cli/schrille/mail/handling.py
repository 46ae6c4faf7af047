"""What a mail says, and what is done about it: a slip that counts, an answer about labels, or a question back."""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from typing import TYPE_CHECKING

from ...kit.errors import Fault, GameError, error, gathered, quoted, raise_all
from ...kit.language import _
from ...kit.names import twice
from ..deck import find_label
from ..game import Game
from ..rounds import OPENING, PLACING, RESOLVED, SCORED, free_labels
from ..slips import Slip, chips_of, hand_faults, parse_slip, readable_chips
from . import news
from .finding import Said, said
from .post import ASKED, COPY, LABELS, LATE, OLDER, SLIP, STAY

if TYPE_CHECKING:
    from ...kit.letters import Letter
    from .desk import Desk, Incoming


SHORTEST = 3  # letters of a label's beginning that is meant


def answer(desk: Desk, player: str, letter: Letter, twins: Collection[str]) -> tuple[str, str, str]:
    """Do what a player's mail says, and write the answer to it.

    ``twins`` are what mails said that were handled before and seem to be the same one, come by another way: one
    that says the same is a copy. (One that says something else may have been cut off when it was read.)

    Returns what came of it (a kind of `schrille_cli.schrille.mail.post.KINDS`), what it said where that may count,
    and the kind of a note where the moderator should look at it.
    """
    game = desk.game
    placing = game.phase == PLACING
    found = _found(game, player, letter, labels_wanted=not placing)
    if found.kind == "nothing" and placing:  # an answer about labels that nobody asked for is told as such
        found = _found(game, player, letter, labels_wanted=True)
    late = clear_slip(game, letter) if found.kind == "slip" and game.phase in (RESOLVED, SCORED) else ""
    if twins and (late or _meant(game, player, found)) in twins:
        return COPY, "", ""
    if found.quoted and found.kind == "slip" and not placing:  # the results that are answered are full of them
        return _question(desk, player, letter, "nothing")
    if found.quoted:
        kind, text, _looked_at = _question(desk, player, letter, "quoted")
        return kind, text, "words" if any(line.text.strip() for line in letter.lines if not line.quoted) else ""
    if found.doubtful:
        return _question(desk, player, letter, "doubtful")
    if found.kind == "slip":
        if placing:
            return _place(desk, player, letter, found)
        asked = _question(desk, player, letter, "opening" if game.phase == OPENING else "resolved")
        return (LATE, late, "late") if late else asked
    if found.kind in ("labels", STAY):
        return _labels(desk, player, letter, found)
    return _question(desk, player, letter, "nothing")


def heard(game: Game, mail: Incoming) -> str:
    """The slip in a mail that does not count as it came, but can by `accept`; nothing where none is clear."""
    try:
        return clear_slip(game, mail.read())
    except GameError:
        return ""


def clear_slip(game: Game, letter: Letter) -> str:
    """The valid slip that a mail clearly says, whatever is wanted now, whosever it is; else nothing."""
    rules = game.setup.rules

    def valid(text: str) -> bool:
        return _reads(lambda: parse_slip(text, rules))

    found = said(letter.lines, rules.slip_size, valid, labels_wanted=False)
    clear = found.kind == "slip" and not found.quoted and not found.doubtful and valid(found.text)
    return str(parse_slip(found.text, rules)) if clear else ""


def _found(game: Game, player: str, letter: Letter, labels_wanted: bool) -> Said:
    """What a mail says; where ``labels_wanted``, it is read as an answer about labels first."""

    def valid(text: str) -> bool:
        return _reads(lambda: _slip(game, player, text))

    def is_label(word: str) -> bool:
        try:
            return len(word) >= min(SHORTEST, len(find_label(word, game.setup.labels)))
        except GameError:
            return False

    def own_label(word: str) -> bool:
        return is_label(word) and find_label(word, game.setup.labels) == game.state.labels.get(player)

    return said(
        letter.lines,
        game.setup.rules.slip_size,
        valid,
        labels_wanted,
        is_label=is_label,
        own_label=own_label,
        bands=dict(enumerate(game.state.opened.chart, 1)),
        others=_others(game, player),
        number=game.round,
    )


def _reads(read: Callable[[], object]) -> bool:
    """Whether something can be read."""
    try:
        read()
    except GameError:
        return False
    return True


def _others(game: Game, player: str) -> list[str]:
    """The names of the other players, and their first words where these are not the player's too."""
    own = {player.casefold(), player.split()[0].casefold()}
    names = {name: None for other in game.setup.players if other != player for name in (other, other.split()[0])}
    return [name for name in names if name.casefold() not in own]


def _meant(game: Game, player: str, found: Said) -> str:
    """What a mail says as the save has it, where that can count; else nothing."""
    if found.quoted or found.doubtful:
        return ""
    try:
        if found.kind == "slip":
            return str(_slip(game, player, found.text))
        if found.kind == "labels":
            return ",".join(labels_of(game, player, found.text))
        return STAY if found.kind == STAY else ""
    except GameError:
        return ""


def _question(desk: Desk, player: str, letter: Letter, why: str) -> tuple[str, str, str]:
    desk.send(desk.writer.question(player, why, letter.head.message_id))
    return ASKED, "", "words" if why == "nothing" else ""


def _slip(game: Game, player: str, text: str) -> Slip:
    """A player's slip, checked as far as it can be (R7, R8). Raises `GameError` with everything that is wrong."""
    faults: list[Fault] = []
    try:
        slip = parse_slip(text, game.setup.rules)
    except GameError as problem:
        slip = readable_chips(text)
        faults += _by_chips(problem.faults, text)
    raise_all([*faults, *hand_faults(slip, game.state.opened.hands[player])])
    return slip


def _by_chips(faults: Sequence[Fault], text: str) -> list[Fault]:
    """The faults of a slip by its tokens themselves instead of their numbers: nobody but its player reads them."""
    named = list(faults)
    tokens = chips_of(text)
    for number in range(len(tokens), 0, -1):
        place = _("token {number}").format(number=number)
        named = [fault._replace(place=fault.place.replace(place, quoted(tokens[number - 1]))) for fault in named]
    return named


def _place(desk: Desk, player: str, letter: Letter, found: Said) -> tuple[str, str, str]:
    game = desk.game
    try:
        slip = _slip(game, player, found.text)
    except GameError as problem:
        desk.send(desk.writer.faulty(player, problem.faults, letter.head.message_id))
        return ASKED, "", ""
    date, before = desk.date(letter.head), game.state.slips.get(player)
    if before and 0 < date < _written(desk, player, str(before), SLIP, OLDER, LATE):
        desk.send(desk.writer.question(player, "older", letter.head.message_id))
        return OLDER, str(slip), ""
    replaced = before is not None and before != slip
    if before != slip:
        game.place(player, slip, replace=replaced)
        desk.count("slips", 1)
    desk.told(player, "slip")
    desk.send(desk.writer.counted(player, slip, letter.head.message_id, replaced=replaced, unread=found.unread))
    return SLIP, str(slip), ""


def _written(desk: Desk, player: str, said: str, *kinds: str) -> int:
    """When the last mail was written that said what counts; 0 where it did not come by mail, or without a date."""
    came = (mail for mail in desk.mails if (mail.player, mail.round, mail.said) == (player, desk.game.round, said))
    return max((mail.date for mail in came if mail.kind in kinds), default=0)


def _labels(desk: Desk, player: str, letter: Letter, found: Said) -> tuple[str, str, str]:
    game, id = desk.game, letter.head.message_id
    labels: list[str] = []
    question = news.asked(game, desk.post, player)
    if not question and not (game.phase == OPENING and found.kind == "labels"):
        return _question(desk, player, letter, "not-now")
    before = news.answered(game, desk.post, player) if question else game.state.labels.get(player, "")
    if not question and 0 < desk.date(letter.head) < _written(desk, player, before, LABELS):
        return _question(desk, player, letter, "older-answer")
    try:
        if found.kind == "labels":
            labels = labels_of(game, player, found.text)
        if game.phase == OPENING:
            labels = [wish.label for wish in game.label({player: labels})]
            desk.count("claims", 1)
    except GameError as problem:
        desk.send(desk.writer.unwished(player, problem.faults, id))
        return ASKED, "", ""
    text = ",".join(labels) or STAY
    if question and 0 < desk.date(letter.head) < _written(desk, player, before, LABELS, OLDER):
        return OLDER, text, _question(desk, player, letter, "older-answer")[2]
    if question:
        desk.post = desk.post.seated(player, answer=f"{question} {text}")
        desk.told(player, "answer")
        desk.count("answers", 1)
    desk.send(desk.writer.wished(player, labels, id))
    return LABELS, text, ""


def labels_of(game: Game, player: str, text: str) -> list[str]:
    """The labels that a player wishes for, in order of preference.

    Each is one that nobody holds, but for claims in the opening: there all are asked at once, and the first one
    that is left by then is taken (R6). Raises `GameError` (kinds ``"name"`` and ``"label"``) with everything that
    is wrong.
    """
    faults: list[Fault] = []
    labels: list[str] = []
    free = free_labels(game.setup, game.state)
    for word in text.split(","):
        with gathered(faults):
            label = find_label(word, game.setup.labels)
            labels.append(label)
            if label not in free and game.phase != OPENING:
                message = _("nobody can have {label} now: it is {player}'s")
                holder = next(who for who, held in game.state.labels.items() if held == label)
                if holder == player:
                    message = _("{label} is your label already")
                raise error("label", message.format(label=label, player=holder), hint=_("name a free label"))
    if twice(labels):
        faults.append(Fault("label", _("each label is named once, in order of preference"), quoted(text)))
    raise_all(faults)
    return labels
