"""The results of a round, which are the same for all players of a game: made once, told many times."""

from __future__ import annotations

from collections.abc import Sequence

from ...kit.errors import listed, quoted
from ...kit.language import _, ngettext
from .. import record, report, tables
from ..game import Game
from ..rounds import OVER, SCORED, Adjusted, State
from ..score_run import score_run
from . import commitments
from .news import amendments
from .post import Post
from .tokens import game_id
from .wording import TABLES, block, indented, paragraph


def results(game: Game, post: Post, state: State) -> str:
    """What happened in a round that is scored: slips, chart, moves with the chips behind them, points, scores."""
    return tables.blocks(
        _title(_("Results of round {number}").format(number=state.opened.number)),
        block(*_absent(state, post)),
        tables.slips(TABLES, state) if state.slips else "",
        tables.resolved(TABLES, game, state, explain=True),
        tables.points(TABLES, game, state),
        block(*_adjustments(state.adjusted)),
        tables.track(TABLES, game, state),
        score_run(TABLES, game, state.opened.number),
        paragraph(tables.ending(state)) if state.winners else "",
    )


def round_opened(game: Game, post: Post) -> str:
    """The round in play as it opened: what changed before it, the chart, and addresses where all may know them."""
    return tables.blocks(
        _title(_("Round {number}").format(number=game.round)),
        block(*_label_changes(game), *_adjusted_since(game)),
        players(game),
        tables.chart(TABLES, game, game.state),
        _addresses(game, post) if post.open_addresses else "",
    )


def invited(game: Game) -> str:
    """What a player has to know who is asked for a label: who plays, and the chart that lies there."""
    return tables.blocks(players(game), tables.chart(TABLES, game, game.state))


def introduction(post: Post, player: str) -> str:
    """What somebody has to know who gets the first mail of a game."""
    text = _(
        "This is the game {title} of Schrille Stille, played by mail, and you play {player} in it. {moderator} is "
        "its moderator's address."
    )
    return paragraph(text.format(title=quoted(post.title), player=player, moderator=post.moderator))


def amended(game: Game) -> str:
    """The slips that the moderator has corrected in rounds that were resolved, a line each."""
    text = _("The moderator has put another slip of {player} into round {number}.")
    slips = dict.fromkeys(tuple(record.split(line)[1:3]) for line in amendments(game))
    return block(*(paragraph(text.format(player=player, number=number)) for number, player in slips))


def players(game: Game) -> str:
    """Who plays, with labels and scores, the best first; never who has sent what."""
    rows: tables.Rows = [
        [row["player"], row["label"] or "-", str(row["score"])] for row in report.track(game.state)
    ]
    return TABLES.table([_("player"), _("label"), _("score")], rows, "llr")


def _title(text: str) -> str:
    return f"{text}\n{'=' * len(text)}"


def _addresses(game: Game, post: Post) -> str:
    """The players and their addresses, a line each; those who are not reached by mail have none."""
    seats = {player: seat for player, seat in post.seats.items() if not seat.left}
    lines = [
        _("{player}: {address}").format(player=player, address=seat.address) for player, seat in seats.items()
    ]
    return block(_("The players' addresses:"), indented(lines))


def _absent(state: State, post: Post) -> list[str]:
    """Who placed nothing, and who has left the game, a line each."""
    left = [player for player in state.missing if player in post.gone]
    passed = [player for player in state.missing if player not in left]
    lines = []
    if passed:
        text = _("No slip of {players} was in: the label alone scores.")
        lines.append(paragraph(text.format(players=listed(passed, "or"))))
    if left:
        text = ngettext(
            "{players} has left the game: the label alone scores.",
            "{players} have left the game: the labels alone score.",
            len(left),
        )
        lines.append(paragraph(text.format(players=listed(left))))
    return lines


def _adjustments(given: Sequence[Adjusted]) -> list[str]:
    """Points by the moderator's word, a line each."""
    lines = []
    for player, points, reason in given:
        text = ngettext(
            "{player}: {points} point by the moderator's word ({reason}).",
            "{player}: {points} points by the moderator's word ({reason}).",
            abs(points),
        )
        lines.append(paragraph(text.format(player=player, points=f"{points:+d}", reason=reason)))
    return lines


def adjusted(state: State, player: str) -> str:
    """Points by the moderator's word in the round in play, and what a player has now."""
    lines = _adjustments(state.adjusted)
    if not lines:
        lines = [paragraph(_("Points that the moderator had given or taken in this round were taken back."))]
    score = state.scores[player]
    text = ngettext("You have {score} point now.", "You have {score} points now.", abs(score))
    return block(*lines, paragraph(text.format(score=score)))


def _adjusted_since(game: Game) -> list[str]:
    """Points by the moderator's word after the last scoring, a line each."""
    before = _before(game)
    if before is None:
        return _adjustments(game.state.adjusted)
    told = game.scored(before.opened.number).adjusted
    return _adjustments([*before.adjusted[len(told) :], *game.state.adjusted])


def proofs(post: Post, state: State) -> str:
    """The slips of a round with salts and commitments, by which they can be checked against receipts."""
    if not state.slips:
        return ""
    text = _(
        "Here are the commitments of round {number}. The first six lines of each slip, as a text in UTF-8 in "
        "which every line ends with a line feed, also the sixth, give the SHA-256 in the seventh, which the "
        'receipt for the slip had. "schrille mail check" tells whether it does.'
    )
    game, number = game_id(post.secret), state.opened.number
    return tables.blocks(
        paragraph(text.format(number=number)),
        *(
            commitments.result_lines(
                game, number, player, slip, commitments.salt(post, player, state.opened, slip)
            )
            for player, slip in state.slips.items()
        ),
    )


def own_points(state: State, player: str) -> str:
    """What a player got in a round that is scored, in a sentence."""
    paid = state.points[player].total
    text = ngettext(
        "You get {paid} point in round {number}, which makes {score}.",
        "You get {paid} points in round {number}, which makes {score}.",
        abs(paid),
    )
    return text.format(paid=paid, number=state.opened.number, score=state.scores[player])


def _label_changes(game: Game) -> list[str]:
    """Who has changed the label before the round in play, and for how much, a sentence each."""
    before = _before(game)
    if before is None:
        return []
    cost = game.setup.rules.label_cost
    held = game.scored(before.opened.number).labels  # what was claimed in the opening included
    lines = []
    for player in game.setup.players:
        if player not in before.changed:
            continue
        text = _("{player} changes from {old} to {new}.")
        if cost:
            text = ngettext(
                "{player} changes from {old} to {new} for {number} point, and has {score} now.",
                "{player} changes from {old} to {new} for {number} points, and has {score} now.",
                cost,
            )
        old, new = held[player], before.labels[player]
        said = text.format(player=player, old=old, new=new, number=cost, score=before.scores[player])
        lines.append(paragraph(said))
    return lines


def refused(game: Game, player: str) -> list[str]:
    """The labels that a player wished for before the round in play, where none of them was granted."""
    before = _before(game)
    if before is None or player in before.changed:
        return []
    for step in reversed(game.counting):
        if step.state.opened is before.opened and record.split(step.line)[0] == "label":
            if step.state.phase != SCORED:  # a claim in the opening
                return []
            wishes = (word.rpartition("=") for word in record.split(step.line)[1:])
            for name, _equals, labels in wishes:
                if name == player:
                    return labels.split(",")
        elif step.state.opened is not before.opened and step.state.opened is not game.state.opened:
            break
    return []


def _before(game: Game) -> State | None:
    """The last state of the round before the one in play; None where there is none."""
    return game.rounds.get(game.round - 1) if game.phase != OVER else None
