"""What a game has to tell, as text: rows first, tabulate last."""

from __future__ import annotations

from collections.abc import Iterable

from ..kit.errors import listed
from ..kit.language import N_, _, ngettext
from ..kit.screen import Cell, Screen
from . import report
from .game import Game
from .labels import Wish
from .rounds import OVER, PLACING, RESOLVED, SCORED, State, free_labels
from .rules import DANGER_ZONE, PRESETS, Rules
from .rulings import value_text
from .slips import sums

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
REASONS = {"below-14": N_("fell below 14"), "danger-zone": N_("falls: danger zone")}
# By where the cards come from, and the chips.
OPENING_NOTES = {
    ("tool", "tool"): N_("Seed {seed}, cards from the tool's deck, {number} chips each dealt by the tool."),
    ("tool", "table"): N_("Seed {seed}, cards from the tool's deck, {number} chips each drawn at the table."),
    ("table", "tool"): N_("Seed {seed}, cards from the table, {number} chips each dealt by the tool."),
    ("table", "table"): N_("Seed {seed}, cards from the table, {number} chips each drawn at the table."),
}


def blocks(*parts: str) -> str:
    """Parts of an answer, each after an empty line; empty ones left out."""
    return "\n\n".join(part for part in parts if part)


def label_cell(game: Game, labels: list[str]) -> Cell:
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
            notes.append(_("new"))
        if row["place"] >= DANGER_ZONE:
            notes.append(_("danger zone"))
        rows.append([str(row["place"]), row["band"], label_cell(game, row["labels"]), ", ".join(notes)])
    return screen.table([_("place"), _("band"), _("labels"), _("note")], rows, "rlll")


def _moved_chart(screen: Screen, game: Game, state: State) -> str:
    total = sums(state.slips.values())
    rows: Rows = []
    for row in report.chart(state):
        note = Cell("")
        if row["retired"]:
            note = Cell(_("retires"), "magenta")
        elif row["fallen"]:
            note = Cell(_(REASONS["danger-zone"]), "red")
        elif row["place"] >= DANGER_ZONE:
            note = Cell(_("danger zone"))
        if row["band"] in state.new:
            note = Cell(", ".join(filter(None, [_("new"), note.text])), note.colour)
        move = move_cell(screen, row["marker"] - row["place"])
        rows.append([str(row["place"]), *_moved_cells(game, state, row, move, total), note])
    for row in report.fallen(state):
        if row["reason"] == "below-14":
            move = move_cell(screen, None)
            note = Cell(_(REASONS["below-14"]), "red")
            rows.append([_("off"), *_moved_cells(game, state, row, move, total), note])
    headers = [_("place"), _("band"), _("labels"), _("was"), _("move"), _("sum"), _("tips"), _("note")]
    return screen.table(headers, rows, "rllrlrll")


def _moved_cells(game: Game, state: State, row: report.Data, move: Cell, total: list[int]) -> list[str | Cell]:
    marker = row["marker"]
    chips = report.chips_on(state, marker)
    return [
        row["band"],
        label_cell(game, row["labels"]),
        str(marker),
        move,
        sum_text(total[marker]) if chips else "",
        _tips(chips),
    ]


def sum_text(points: int) -> str:
    """The sum on a marker, with its sign."""
    return f"{points:+d}" if points else "0"


def move_cell(screen: Screen, places: int | None) -> Cell:
    """How many places a band went up (below 0: down; None: off the chart), as a cell with a sign."""
    if places is None:
        return Cell(" ".join([screen.signs["down"], _("off")]), MOVE_COLOURS["down"])
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


def chips_and_players(chips: Iterable[report.Data]) -> str:
    """The chips on a marker, and whose they are."""
    return ", ".join(f"{chip_text(chip['chip'])} {chip['player']}" for chip in chips)


def moves(screen: Screen, state: State) -> str:
    """Every move in order, and the chips behind it."""
    rows: Rows = []
    for move in report.moves(state):
        chips, to_place = chips_and_players(move["chips"]), str(move["to_place"] or _("off"))
        cells = [move["marker"], move["band"], f"{move['sum']:+d}", move["from_place"], to_place, chips]
        rows.append(list(map(str, cells)))
    headers = [_("marker"), _("band"), _("sum"), _("from"), _("to"), _("chips")]
    return blocks(screen.heading(_("Moves, in order")), screen.table(headers, rows, "rlrrrl"))


def points(screen: Screen, game: Game, state: State) -> str:
    """The points of a round by kind, and what follows from them: marks, retirement, the end."""
    keys = ["top_six", "no1", "pick", "fallen_points", "total"]
    rows: Rows = [
        [row["player"], label_cell(game, [row["label"]]), *(str(row[key]) for key in keys)]
        for row in report.points(state)
    ]
    headers = [_("player"), _("label"), _("top six"), _("no1"), _("pick"), _("fallen"), _("total")]
    table = screen.table(headers, rows, "ll" + "r" * len(keys))
    heading = _("Points of round {number}").format(number=state.opened.number)
    return blocks(screen.heading(heading), table, screen.prose(_marks(state)))


def _marks(state: State) -> str:
    """The marks that a scoring reached and the bands that retire, as a sentence; empty where there are none."""
    many, retiring = len(state.marks), len(state.retired)
    if not many:
        return ""
    if not retiring:
        text = ngettext("Mark {marks} reached.", "Marks {marks} reached.", many)
    elif many == 1:
        text = ngettext(
            "Mark {marks} reached: {bands} retires.", "Mark {marks} reached: {bands} retire.", retiring
        )
    else:
        text = ngettext(
            "Marks {marks} reached: {bands} retires.", "Marks {marks} reached: {bands} retire.", retiring
        )
    return text.format(marks=listed(map(str, state.marks)), bands=listed(state.retired))


def track(screen: Screen, game: Game, state: State) -> str:
    """The score track in order of rank; while placing, who still owes a slip."""
    scores = sorted(state.scores.values(), reverse=True)
    slips = state.phase == PLACING
    rows: Rows = []
    for row in report.track(state):
        rank = str(scores.index(row["score"]) + 1)
        label = label_cell(game, [row["label"]]) if row["label"] else "-"
        slip = [_("in") if row["slip_in"] else _("owed")] if slips else []
        rows.append([rank, row["player"], label, str(row["score"]), *slip])
    headers = [_("rank"), _("player"), _("label"), _("score"), *[_("slip")] * slips]
    return blocks(screen.heading(_("Score track")), screen.table(headers, rows, "rllr" + "l" * slips))


def status(game: Game, state: State) -> str:
    """Where the game stands and what comes next, in a line or a few."""
    lines = [_("Round {number}, {phase}.").format(number=state.opened.number, phase=_(state.phase))]
    free = free_labels(game.setup, state)
    if free and state.phase != OVER:
        lines.append(_("Free labels: {labels}.").format(labels=", ".join(free)))
    if state.left is not None:
        lines.append(_("Cards in the deck: {number}.").format(number=state.left))
    if state.waiting:
        lines.append(_("On the deck again, the next one first: {bands}.").format(bands=", ".join(state.waiting)))
    if state.phase == PLACING and state.missing:
        lines.append(_("Slips owed: {players}.").format(players=", ".join(state.missing)))
    if state.winners:
        lines.append(ending(state))
    elif state is game.state:
        lines.append(following(game))
    return " ".join(lines)


def ending(state: State) -> str:
    """Who has won in a game that is over, in a sentence."""
    text = ngettext(
        "The game is over: {winners} wins with {points} points.",
        "The game is over: {winners} share the win with {points} points.",
        len(state.winners),
    )
    return text.format(winners=listed(state.winners), points=max(state.scores.values()))


def following(game: Game) -> str:
    """The commands that come next, in a sentence; empty where the game is over. Games by mail go on by batches."""
    after = ["mail batch"] if game.post and game.phase != OVER else game.next_commands
    commands = [f"schrille {command}" for command in after]
    return _("Next: {commands}.").format(commands=listed(commands, "or")) if commands else ""


def show(screen: Screen, game: Game, state: State) -> str:
    """A whole state: chart, points once scored, score track, status."""
    heading = _("Chart of round {number}").format(number=state.opened.number)
    paid = points(screen, game, state) if state.phase in (SCORED, OVER) else ""
    return blocks(
        screen.heading(heading),
        chart(screen, game, state),
        paid,
        track(screen, game, state),
        screen.prose(f"{status(game, state)} {rules_in_force(game)}"),
    )


def resolved(screen: Screen, game: Game, state: State, explain: bool) -> str:
    """What a resolve did: the new chart, and with ``explain`` every move."""
    heading = _("Chart after the moves of round {number}").format(number=state.opened.number)
    return blocks(
        screen.heading(heading),
        chart(screen, game, state),
        moves(screen, state) if explain else "",
        screen.prose(following(game)) if state.phase == RESOLVED else "",
    )


def scored(screen: Screen, game: Game, state: State) -> str:
    """What a scoring did: points, score track, status."""
    return blocks(points(screen, game, state), track(screen, game, state), screen.prose(status(game, state)))


def slips(screen: Screen, state: State) -> str:
    """The slips of a round, a row a player; where bots placed some, with their names."""
    rows: Rows = [[player, str(slip)] for player, slip in state.slips.items()]
    headers = [_("player"), _("slip")]
    if state.bots:
        rows = [[*row, state.bots.get(player, "")] for row, player in zip(rows, state.slips, strict=True)]
        headers.append(_("bot"))
    return blocks(screen.heading(_("Slips")), screen.table(headers, rows, "l" * len(headers)))


def hands(screen: Screen, hands: list[report.Data]) -> str:
    """Hands dealt by the tool, a row a player."""
    rows: Rows = [[hand["player"], " ".join(map(chip_text, hand["chips"]))] for hand in hands]
    return blocks(screen.heading(_("Hands")), screen.table([_("player"), _("hand")], rows, "ll"))


def wish(game: Game, outcome: Wish) -> str:
    """What became of a claim or wish, as a sentence."""
    label = outcome.label
    if not outcome.granted:
        text = _("{player}: not granted, keeps {label}.")
        label = game.state.labels[outcome.player]
    elif outcome.paid:
        text = ngettext(
            "{player}: {label} for {number} point.", "{player}: {label} for {number} points.", outcome.paid
        )
    else:
        text = _("{player}: {label}.")
    return text.format(player=outcome.player, label=label, number=outcome.paid)


def rules_in_force(game: Game) -> str:
    """The preset, and the house rules where there are any."""
    rules = game.setup.rules
    preset = PRESETS[rules.preset]
    changed = [value_text(rules, key) for key in Rules._fields if getattr(rules, key) != getattr(preset, key)]
    return _("Rules: {rules}.").format(rules=", ".join([rules.preset, *changed]))


def opening_note(game: Game) -> str:
    """How a new game came to be: the seed, the sources of cards and chips."""
    setup = game.setup
    return _(OPENING_NOTES[setup.cards, setup.hands]).format(seed=setup.seed, number=setup.rules.hand)
