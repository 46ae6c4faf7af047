"""What a game has to tell, as text: rows first, tabulate last."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from ..kit.errors import listed
from ..kit.screen import Cell, Screen
from . import report
from .game import Game
from .labels import Wish
from .movement import sums
from .rounds import OVER, PLACING, RESOLVED, SCORED, State
from .rules import DANGER_ZONE, PRESETS, Rules
from .rulings import value_text
from .slips import Slip

Rows = list[list[str | Cell]]
COLOURS = {
    "blue": "blue",
    "red": "red",
    "green": "green",
    "yellow": "yellow",
    "violet": "magenta",
    "orange": "bright_yellow",
}
MOVE_COLOURS = {"up": "green", "down": "red"}
REASONS = {"below-14": "fell below 14", "danger-zone": "falls: danger zone"}


def blocks(*parts: str) -> str:
    """Parts of an answer, each after an empty line; empty ones left out."""
    return "\n\n".join(part for part in parts if part)


def _labels(game: Game, labels: list[str]) -> Cell:
    """Labels as a cell, in the label's colour where it is one."""
    colour = game.setup.labels[labels[0]].lower() if len(labels) == 1 else ""
    return Cell(", ".join(labels), COLOURS.get(colour, ""))


def chart(screen: Screen, game: Game, state: State) -> str:
    """The chart; once resolved, where each band came from, the sum on it, and who tipped it."""
    return _moved_chart(screen, game, state) if state.movement else _opened_chart(screen, game, state)


def _opened_chart(screen: Screen, game: Game, state: State) -> str:
    rows: Rows = []
    for row in report.chart(state):
        notes = []
        if row["band"] in state.new:
            notes.append("new")
        if row["place"] >= DANGER_ZONE:
            notes.append("danger zone")
        rows.append([str(row["place"]), row["band"], _labels(game, row["labels"]), ", ".join(notes)])
    return screen.table(["place", "band", "labels", "note"], rows, "rlll")


def _moved_chart(screen: Screen, game: Game, state: State) -> str:
    total = sums(state.slips.values())
    rows: Rows = []
    for row in report.chart(state):
        note = Cell("")
        if row["retired"]:
            note = Cell("retires", "magenta")
        elif row["fallen"]:
            note = Cell(REASONS["danger-zone"], "red")
        elif row["place"] >= DANGER_ZONE:
            note = Cell("danger zone")
        if row["band"] in state.new:
            note = Cell(", ".join(filter(None, ["new", note.text])), note.colour)
        move = _move(screen, row["marker"] - row["place"])
        rows.append([str(row["place"]), *_moved_cells(game, state, row, move, total), note])
    for row in report.fallen(state):
        if row["reason"] == "below-14":
            move = Cell(f"{screen.signs['down']} off", MOVE_COLOURS["down"])
            rows.append(["off", *_moved_cells(game, state, row, move, total), Cell(REASONS["below-14"], "red")])
    headers = ["place", "band", "labels", "was", "move", "sum", "tips", "note"]
    return screen.table(headers, rows, "rllrlrll")


def _moved_cells(game: Game, state: State, row: report.Data, move: Cell, total: list[int]) -> list[str | Cell]:
    marker = row["marker"]
    chips = report.chips_on(state, marker)
    points = total[marker]
    return [
        row["band"],
        _labels(game, row["labels"]),
        str(marker),
        move,
        (f"{points:+d}" if points else "0") if chips else "",
        _tips(chips),
    ]


def _move(screen: Screen, places: int) -> Cell:
    kind = "up" if places > 0 else "down" if places < 0 else "stayed"
    text = f"{screen.signs[kind]} {abs(places)}" if places else screen.signs[kind]
    return Cell(text, MOVE_COLOURS.get(kind, ""))


def _tips(chips: Iterable[report.Data]) -> str:
    chips = list(chips)
    tips = []
    for tip in ("no1", "pick"):
        players = [chip["player"] for chip in chips if chip["chip"] == tip]
        if players:
            tips.append(f"{tip} {', '.join(players)}")
    return "; ".join(tips)


def chip_text(chip: int | str) -> str:
    """A chip as people read it: with its sign."""
    return f"{chip:+d}" if isinstance(chip, int) else chip


def moves(screen: Screen, state: State) -> str:
    """Every move in order, and the chips behind it."""
    rows: Rows = []
    for move in report.moves(state):
        chips = ", ".join(f"{chip_text(chip['chip'])} {chip['player']}" for chip in move["chips"])
        to_place = str(move["to_place"] or "off")
        cells = [move["marker"], move["band"], f"{move['sum']:+d}", move["from_place"], to_place, chips]
        rows.append(list(map(str, cells)))
    headers = ["marker", "band", "sum", "from", "to", "chips"]
    return blocks(screen.heading("Moves, in order"), screen.table(headers, rows, "rlrrrl"))


def points(screen: Screen, game: Game, state: State) -> str:
    """The points of a round by kind, and what follows from them: marks, retirement, the end."""
    keys = ["top_six", "no1", "pick", "fallen_points", "total"]
    rows: Rows = [
        [row["player"], _labels(game, [row["label"]]), *(str(row[key]) for key in keys)]
        for row in report.points(state)
    ]
    headers = ["player", "label", "top six", "no1", "pick", "fallen", "total"]
    table = screen.table(headers, rows, "ll" + "r" * len(keys))
    marks = ""
    if state.marks:
        reached = f"Mark{'s' * (len(state.marks) > 1)} {listed(map(str, state.marks))} reached"
        marks = (
            f"{reached}: {listed(state.retired)} retire{'s' * (len(state.retired) == 1)}."
            if state.retired
            else f"{reached}."
        )
    return blocks(screen.heading(f"Points of round {state.opened.number}"), table, screen.prose(marks))


def track(screen: Screen, game: Game, state: State) -> str:
    """The score track in order of rank; while placing, who still owes a slip."""
    scores = sorted(state.scores.values(), reverse=True)
    slips = state.phase == PLACING
    rows: Rows = []
    for row in report.track(state):
        rank = str(scores.index(row["score"]) + 1)
        label = _labels(game, [row["label"]]) if row["label"] else "-"
        slip = ["in" if row["slip_in"] else "owed"] if slips else []
        rows.append([rank, row["player"], label, str(row["score"]), *slip])
    headers = ["rank", "player", "label", "score", *["slip"] * slips]
    return blocks(screen.heading("Score track"), screen.table(headers, rows, "rllr" + "l" * slips))


def status(game: Game, state: State) -> str:
    """Where the game stands and what comes next, in a line or a few."""
    lines = [f"Round {state.opened.number}, {state.phase}."]
    free = [label for label in game.setup.labels if label not in state.labels.values()]
    if free and state.phase != OVER:
        lines.append(f"Free labels: {', '.join(free)}.")
    if state.left is not None:
        lines.append(f"Cards in the deck: {state.left}.")
    if state.phase == PLACING and state.missing:
        lines.append(f"Slips owed: {', '.join(state.missing)}.")
    if state.winners:
        share = "share the win" if len(state.winners) > 1 else "wins"
        lines.append(
            f"The game is over: {listed(state.winners)} {share} with {max(state.scores.values())} points."
        )
    elif state is game.state:
        lines.append(following(game))
    return " ".join(lines)


def following(game: Game) -> str:
    """The commands that come next, in a sentence; empty where the game is over."""
    commands = [f"schrille {command}" for command in game.next_commands]
    return f"Next: {listed(commands, 'or')}." if commands else ""


def show(screen: Screen, game: Game, state: State) -> str:
    """A whole state: chart, points once scored, score track, status."""
    heading = screen.heading(f"Chart of round {state.opened.number}")
    paid = points(screen, game, state) if state.phase in (SCORED, OVER) else ""
    return blocks(
        heading,
        chart(screen, game, state),
        paid,
        track(screen, game, state),
        screen.prose(f"{status(game, state)} {rules_in_force(game)}"),
    )


def resolved(screen: Screen, game: Game, state: State, explain: bool) -> str:
    """What a resolve did: the new chart, and with ``explain`` every move."""
    return blocks(
        screen.heading(f"Chart after the moves of round {state.opened.number}"),
        chart(screen, game, state),
        moves(screen, state) if explain else "",
        screen.prose(following(game)) if state.phase == RESOLVED else "",
    )


def scored(screen: Screen, game: Game, state: State) -> str:
    """What a scoring did: points, score track, status."""
    return blocks(points(screen, game, state), track(screen, game, state), screen.prose(status(game, state)))


def slips(screen: Screen, slips: Mapping[str, Slip]) -> str:
    """Slips, a row a player."""
    rows: Rows = [[player, str(slip)] for player, slip in slips.items()]
    return blocks(screen.heading("Slips"), screen.table(["player", "slip"], rows, "ll"))


def hands(screen: Screen, hands: list[report.Data]) -> str:
    """Hands dealt by the tool, a row a player."""
    rows: Rows = [[hand["player"], " ".join(map(chip_text, hand["chips"]))] for hand in hands]
    return blocks(screen.heading("Hands"), screen.table(["player", "hand"], rows, "ll"))


def wish(game: Game, outcome: Wish) -> str:
    """What became of a claim or wish, as a sentence."""
    if not outcome.granted:
        return f"{outcome.player}: not granted, keeps {game.state.labels[outcome.player]}."
    cost = f" for {outcome.paid} points" if outcome.paid else ""
    return f"{outcome.player}: {outcome.label}{cost}."


def history(screen: Screen, game: Game) -> str:
    """Every band's place and every player's score, a column a round, in as many blocks as fit the screen."""
    data = report.history(game)
    numbers = data["rounds"]
    bands = {entry["band"]: _band_history(entry, numbers) for entry in data["bands"]}
    scores = {entry["player"]: list(map(str, entry["scores"])) for entry in data["scores"]}
    room = max(1, (screen.width - 36) // 6) if screen.seen else len(numbers)
    parts = []
    for first in range(0, len(numbers), room):
        columns = slice(first, first + room)
        headers = list(map(str, numbers[columns]))
        for what, entries in (("band", bands), ("player", scores)):
            rows: Rows = [[name, *cells[columns]] for name, cells in entries.items() if any(cells[columns])]
            parts.append(screen.table([what, *headers], rows, "l" + "r" * len(headers)))
    opened = "" if game.state.movement else f"; round {numbers[-1]} as it opened"
    return blocks(screen.heading(f"Places and scores after each round{opened}"), *parts)


def _band_history(entry: report.Data, numbers: list[int]) -> list[str]:
    cells = []
    for number, place in zip(numbers, entry["places"], strict=True):
        retired = " ret" if entry["retired"] == number else ""
        cells.append("fell" if entry["fell"] == number else f"{place}{retired}" if place else "")
    return cells


def rules_in_force(game: Game) -> str:
    """The preset, and the house rules where there are any."""
    rules = game.setup.rules
    preset = PRESETS[rules.preset]
    changed = [value_text(rules, key) for key in Rules._fields if getattr(rules, key) != getattr(preset, key)]
    return f"Rules: {', '.join([rules.preset, *changed])}."


def opening_note(game: Game) -> str:
    """How a new game came to be: the seed, the sources of cards and chips."""
    setup = game.setup
    cards = "the tool's deck" if setup.cards == "tool" else "the table"
    chips = "dealt by the tool" if setup.hands == "tool" else "drawn at the table"
    return f"Seed {setup.seed}, cards from {cards}, {setup.rules.hand} chips each {chips}."
