"""Looking back at a game, as text: rows first, tabulate last."""

from __future__ import annotations

from ..kit.language import N_, _, ngettext
from ..kit.screen import Cell, Screen
from . import lookback
from .game import Game
from .report import Data
from .rules import DANGER_ZONE
from .score_run import score_run
from .tables import MOVE_COLOURS, Rows, blocks, chips_and_players, label_cell, move_cell, sum_text

FELL = {"below-14": N_("fell below 14"), "danger-zone": N_("fell: danger zone")}
ROOM_FOR_ALL = 72  # the width of a screen on which every column of a player's points has room


def history(screen: Screen, game: Game, data: Data) -> str:
    """Every band's place and every player's score from the data of `lookback.history`, a column a round, in as
    many blocks as fit the screen; the corrections; and in formats to look at, the run of the scores."""
    numbers = data["rounds"]
    bands = {entry["band"]: _band_places(entry, numbers) for entry in data["bands"]}
    scores = {entry["player"]: list(map(str, entry["scores"])) for entry in data["scores"]}
    room = max(1, (screen.width - 36) // 6) if screen.seen else len(numbers)
    parts = []
    for first in range(0, len(numbers), room):
        columns = slice(first, first + room)
        headers = list(map(str, numbers[columns]))
        for what, entries in ((_("band"), bands), (_("player"), scores)):
            rows: Rows = [[name, *cells[columns]] for name, cells in entries.items() if any(cells[columns])]
            parts.append(screen.table([what, *headers], rows, "l" + "r" * len(headers)))
    heading = _("Places and scores after each round")
    if lookback.rounds(game)[len(numbers) - 1].movement is None:
        heading = _("Places and scores after each round; round {number} as it opened").format(number=numbers[-1])
    return blocks(
        screen.heading(heading),
        *parts,
        _corrections(screen, data["corrections"]),
        score_run(screen, game, len(numbers)),
    )


def _band_places(entry: Data, numbers: list[int]) -> list[str]:
    cells = []
    for number, place in zip(numbers, entry["places"], strict=True):
        text = "{place}" if place else ""
        if entry["fell"] == number:
            text = _("fell")
        elif entry["retired"] == number:
            text = _("{place} ret")
        cells.append(text.format(place=place))
    return cells


def _corrections(screen: Screen, corrections: list[Data]) -> str:
    """The moderator's corrections, and what is void by them."""
    if not corrections:
        return ""
    rows: Rows = []
    void = _("void by it: {commands}")
    for row in corrections:
        commands = [one["command"] for one in row["void"]]
        note = void.format(commands=", ".join(commands)) if commands else row["reason"] or ""
        rows.append([str(row["round"]), row["command"], note])
    table = screen.table([_("round"), _("correction"), _("note")], rows, "rll")
    return blocks(screen.heading(_("Corrections, by the round in which they were made")), table)


def band_history(screen: Screen, data: Data, last: int) -> str:
    """A band's way through the charts up to round ``last``, from the data of `lookback.band_history`: a row a
    round, with the chips on it where the data has them."""
    name, labels = data["band"], ", ".join(data["labels"])
    if not data["rounds"]:
        text = _("{band} ({labels}) was not on the chart up to round {number}.")
        return screen.prose(text.format(band=name, labels=labels, number=last))
    explained = any("chips" in row for row in data["rounds"])
    rows: Rows = []
    for row in data["rounds"]:
        chips = [chips_and_players(row.get("chips", []))] if explained else []
        rows.append([str(row["round"]), str(row["marker"]), *_moved_cells(screen, row), *chips])
    headers = [_("round"), _("was"), _("sum"), _("move"), _("place"), _("note"), *[_("chips")] * explained]
    heading = _("{band} ({labels}), round by round").format(band=name, labels=labels)
    return blocks(screen.heading(heading), screen.table(headers, rows, "rrrlrl" + "l" * explained))


def _moved_cells(screen: Screen, row: Data) -> list[str | Cell]:
    """What became of a band in a round: sum, move, place, note."""
    new = _("new") if row["new"] else ""
    if not row["resolved"]:
        return ["", "", "", new]
    points = sum_text(row["sum"])
    place, note = row["place"], Cell("")
    if row["reason"]:
        note = Cell(_(FELL[row["reason"]]), MOVE_COLOURS["down"])
    elif row["retired"]:
        note = Cell(_("retired"), "magenta")
    elif place >= DANGER_ZONE:
        note = Cell(_("danger zone"))
    note = Cell(", ".join(filter(None, [new, note.text])), note.colour)
    if place is None:
        return [points, move_cell(screen, None), _("off"), note]
    return [points, move_cell(screen, row["marker"] - place), str(place), note]


def player_history(screen: Screen, game: Game, data: Data) -> str:
    """A player's points by kind from the data of `lookback.player_history`: a row a round and their sum, and in
    words what was paid for labels and given by the moderator."""
    together = screen.seen and screen.width < ROOM_FOR_ALL
    kinds = ["top_six", "no1", "pick", "fallen_points", "total"]
    rows: Rows = []
    for row in [*data["rounds"], data["sums"]]:
        points = ["" if row[kind] is None else str(row[kind]) for kind in kinds]
        paid, given = -row["paid"], row["adjusted"]
        besides = [f"{n:+d}" if n else "" for n in ([paid + given] if together else [paid, given])]
        number, label, score = _("all"), Cell(""), data["rounds"][-1]["score"]
        if row is not data["sums"]:
            number, score = str(row["round"]), row["score"]
            label = label_cell(game, [row["label"]]) if row["label"] else Cell("-")
        rows.append([number, label, *points, *besides, str(score)])
    headers = [_("round"), _("label"), _("top six"), _("no1"), _("pick"), _("fallen"), _("total")]
    headers += [*([_("other")] if together else [_("paid"), _("by word")]), _("score")]
    heading = _("{player}, round by round").format(player=data["player"])
    return blocks(
        screen.heading(heading),
        screen.table(headers, rows, "rl" + "r" * (len(headers) - 2)),
        screen.prose(" ".join(_besides(data))),
    )


def _besides(data: Data) -> list[str]:
    """What changed a score besides the points of the rounds, a sentence each."""
    sentences = []
    for row in data["rounds"]:
        if row["new_label"]:
            text = _("Round {round}: changed to {label}.")
            if row["paid"]:
                text = ngettext(
                    "Round {round}: changed to {label} for {number} point.",
                    "Round {round}: changed to {label} for {number} points.",
                    row["paid"],
                )
            sentences.append(text.format(round=row["round"], label=row["new_label"], number=row["paid"]))
        for given in row["adjustments"]:
            text = ngettext(
                "Round {round}: {points} point by the moderator's word ({reason}).",
                "Round {round}: {points} points by the moderator's word ({reason}).",
                abs(given["points"]),
            )
            points = f"{given['points']:+d}"
            sentences.append(text.format(round=row["round"], points=points, reason=given["reason"]))
    return sentences
