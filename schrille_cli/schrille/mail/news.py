"""What each player should know by now, and what of it is news.

Everything follows from the game as it stands and from what went to the player before, whoever changed the game:
the mails that came in, or the moderator by hand.
"""

from __future__ import annotations

from collections.abc import Mapping

from ..game import Game
from ..rounds import OPENING, OVER, PLACING, SCORED, State, free_labels
from .messages import News
from .post import Post
from .tokens import digest, opened_digest

Told = Mapping[str, str]  # what a player should know, by kind: the round, and a digest of the facts
DEADLINES = (OPENING, PLACING, SCORED)  # the phases in which players owe something


def last_scored(game: Game) -> State | None:
    """The state in which the points of the last scored round had just been paid; None before the first."""
    number = game.round if game.state.points else game.round - 1
    return game.scored(number) if number else None


def questions(game: Game, post: Post) -> dict[str, str]:
    """The players who are asked whether they change the label (R24), with a digest of the question."""
    state = game.state
    free = free_labels(game.setup, state) if state.phase == SCORED else []
    if not free:
        return {}
    facts = opened_digest(state.opened)
    return {
        player: _digest(state, "asked", facts, state.labels[player], *free)
        for player, seat in post.seats.items()
        if not seat.left and player not in state.changed
    }


def amendments(game: Game) -> list[str]:
    """The commands by which the moderator has corrected slips of rounds that were resolved."""
    return [step.line for step in game.steps if step.past is not None]


def asked(game: Game, post: Post, player: str) -> str:
    """The digest of the question whether a player changes the label; empty where it is not asked."""
    return questions(game, post).get(player, "")


def answers(game: Game, post: Post) -> dict[str, str]:
    """The players' answers to the questions that are asked: ``stay``, or labels; empty where there is none."""
    given = {}
    for player, now in questions(game, post).items():
        question, _space, answer = post.seats[player].answer.partition(" ")
        given[player] = answer if question == now else ""
    return given


def answered(game: Game, post: Post, player: str) -> str:
    """A player's answer to the question that is asked; empty where there is none."""
    return answers(game, post).get(player, "")


def owing(game: Game, post: Post) -> list[str]:
    """The players who get mails and owe something: a label, a slip, an answer about labels."""
    state = game.state
    if state.phase == OPENING:
        owe = [player for player in post.seats if player not in state.labels]
    elif state.phase == PLACING:
        owe = [player for player in post.seats if player not in state.slips]
    else:
        owe = [player for player, answer in answers(game, post).items() if not answer]
    return [player for player in owe if not post.seats[player].left]


def moment(game: Game) -> str:
    """The round and the phase of a game, for which its deadline is."""
    return f"{game.round} {game.phase}"


def all_asked(game: Game, post: Post) -> bool:
    """Whether everybody who owes something was asked for it by an earlier mail, with the deadline in force."""
    return post.due_of == moment(game) and all(
        now.get(kind) == post.seats[player].told.get(kind)
        for player in owing(game, post)
        for now in [known(game, post, player)]
        for kind in ("opened", "asked", "claim")
    )


def here(game: Game, post: Post) -> tuple[tuple[str, ...], int]:
    """The players from whom is there what is wanted now (labels, slips, answers about labels), and of how many."""
    state, players = game.state, game.setup.players
    if state.phase == OPENING:
        return tuple(state.labels), len(players)
    if state.phase == PLACING:
        return tuple(state.slips), len({*players} - post.gone | {*state.slips})
    given = answers(game, post)
    return tuple(player for player, answer in given.items() if answer), len(given)


def known(game: Game, post: Post, player: str) -> Told:
    """What a player should know of the game as it stands."""
    state = game.state
    facts = opened_digest(state.opened)
    told: dict[str, str] = {}
    if scored := last_scored(game):
        slips = (f"{who} {slip}" for who, slip in scored.slips.items())
        told["scored"] = _digest(
            scored, opened_digest(scored.opened), *slips, game.phase == OVER, *amendments(game)
        )
    if question := asked(game, post, player):
        told["asked"] = question
    if state.phase == OPENING and player not in state.labels:
        told["claim"] = _digest(state, "claim", facts)
    if state.phase == PLACING:
        told["opened"] = _digest(state, "opened", facts)
    if slip := state.slips.get(player):  # also when the round is over, lest it be told again after an undo
        told["slip"] = _digest(state, "slip", facts, slip)
    if state.adjusted:
        told["adjusted"] = _digest(state, "adjusted", facts, *(word for given in state.adjusted for word in given))
    if post.deadline and state.phase in DEADLINES:
        told["due"] = _digest(state, post.deadline)
    if answer := answered(game, post, player):
        told["answer"] = _digest(state, "answer", told["asked"], answer)
    if post.reminders and player in owing(game, post):
        told["reminder"] = _digest(state, facts, post.reminders)
    return told


def news(game: Game, post: Post, player: str, now: Told) -> News:
    """What a player should know by ``now``, which is `known`, and has not been told."""
    state, before = game.state, post.seats[player].told
    new = {kind for kind, told in now.items() if before.get(kind) != told}
    last = last_scored(game)
    number = last.opened.number if last else 0
    told_before = _round(before.get("scored"))  # of a later round where that is in play again
    report = last if "scored" in new and told_before <= number else None
    same = before.get("opened") == now.get("opened")
    afresh = bool(new & {"opened", "asked", "claim"})  # what is owed is told with the deadline
    owes = player in owing(game, post)
    shown = "opened" in new or (report is not None and report.adjusted == state.adjusted)
    later = max(map(_round, before.values()), default=0) > state.opened.number  # a later round was taken back
    withdrawn = "slip" in before and "slip" not in now and state.phase == PLACING and same
    return News(
        report=report,
        corrected=later or told_before > number or (report is not None and told_before == number),
        question="asked" in new,
        claim="claim" in new,
        opened="opened" in new,
        extended="due" in new and owes and not afresh,
        withdrawn=withdrawn,
        placed=state.slips.get(player) if "slip" in new else None,
        answer=answered(game, post, player) if "answer" in new else "",
        adjusted=_adjusted(state, now, before) and not shown,
        reminder="reminder" in new and owes and not afresh and not withdrawn,
    )


def _adjusted(state: State, now: Told, before: Told) -> bool:
    """Whether the points by the moderator's word in this round are others than a player was told."""
    told = before.get("adjusted")
    return now.get("adjusted") != (told if _round(told) == state.opened.number else None)


def _digest(state: State, *facts: object) -> str:
    return f"{state.opened.number}:{digest(*facts)}"


def _round(told: str | None) -> int:
    """The round of something that was told; 0 where nothing was."""
    return int(told.partition(":")[0]) if told else 0
