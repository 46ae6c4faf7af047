"""The run of the scores in plain text: a line a player along the score track, for screens."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from ..kit.language import _
from ..kit.screen import Screen
from . import lookback
from .game import Game
from .tables import blocks, label_cell

LONGEST_NAME = 16  # in cells; longer names are wrapped
LEAST_TRACK = 20


class Signs(NamedTuple):
    """What a track is drawn with: the way a score has come, what is still ahead, a mark on either."""

    way: str
    ahead: str
    passed: str
    mark: str


LINES = Signs("─", " ", "┼", "│")
PLAIN = Signs("-", " ", "+", "|")


class Track(NamedTuple):
    """A score track in columns: the scores at its ends, and its width."""

    low: int
    high: int
    width: int

    def column(self, score: int) -> int:
        """The column of a score, from 0."""
        return round((score - self.low) * (self.width - 1) / (self.high - self.low))

    def names(self, marks: list[int]) -> str:
        """A line with the numbers of the marks, each beginning in its column; the last has precedence."""
        line = [" "] * (self.width + len(str(self.high)))
        for mark in sorted({0, self.low, *marks}, reverse=True):
            first, text = self.column(mark), str(mark)
            if not "".join(line[max(0, first - 1) : first + len(text) + 1]).strip():
                line[first : first + len(text)] = text
        return "".join(line).rstrip()

    def line(self, scores: Mapping[int, int], marks: list[int], signs: Signs) -> str:
        """A player's line: the way from 0 as far as the scores have ever come, over the marks, and the last digit
        of each round's number where the score was after it."""
        line = [signs.ahead] * self.width
        reached = [self.column(score) for score in (0, *scores.values())]
        for column in range(min(reached), max(reached) + 1):
            line[column] = signs.way
        for mark in marks:
            column = self.column(mark)
            line[column] = signs.passed if line[column] == signs.way else signs.mark
        for number, score in scores.items():
            line[self.column(score)] = str(number % 10)
        return "".join(line).rstrip()


def score_run(screen: Screen, game: Game, last: int | None = None) -> str:
    """The run of the scores up to round ``last``; empty before the first points, and in formats not to look at.

    Every round counts that is scored, and the one in play once its scores have changed.
    """
    from wcwidth import wcswidth, wrap

    states = [
        state for state in lookback.rounds(game, last) if state.points or state.scores != state.opened.scores
    ]
    if not states or not screen.seen:
        return ""
    every = [score for state in states for score in state.scores.values()]
    rules = game.setup.rules
    marks = [*rules.retire_at, rules.target]
    names = {player: wrap(screen.fit(player), LONGEST_NAME) for player in game.setup.players}
    indent = max(wcswidth(line) for lines in names.values() for line in lines) + 2
    room = screen.width - indent - len(str(max(every + marks))) - 3
    track = Track(min(0, *every), max(every + marks), max(LEAST_TRACK, room))
    signs = LINES if screen.arrows and screen.encoding.lower().startswith("utf") else PLAIN
    lines = [" " * indent + track.names(marks)]
    for player, name in names.items():
        scores = {state.opened.number: state.scores[player] for state in states}
        label = states[-1].labels.get(player)
        colour = label_cell(game, [label]).colour if label else ""
        first = name[0] + " " * (indent - wcswidth(name[0]))
        lines += [first + screen.paint(track.line(scores, marks, signs), colour), *name[1:]]
    legend = _("The last digit of a round stands where the score was after it.")
    return blocks(screen.heading(_("The run of the scores")), "\n".join(lines), screen.prose(legend))
