"""What simulated games came to, as text: tables for people, and rows for a spreadsheet."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from ..kit.errors import listed
from ..kit.language import N_, _, decimal, ngettext
from ..kit.screen import Screen
from .figures import Figures, Mean, Rate, Spread, Won
from .rules import PRESETS, Rules
from .rulings import value_text
from .simulation import Simulation
from .tables import Rows, blocks

KINDS = {
    "top_six": N_("top six"),
    "no1": N_("New Number 1"),
    "pick": N_("Pick of the Week"),
    "fallen_points": N_("fallen bands"),
    "total": N_("all points"),
}
MOST_GROUPS = 20  # lines of the distribution of rounds
COLUMNS = ("of", "name", "figure", "value", "low", "high")  # of the rows for a spreadsheet
NONE = "-"


def tables(screen: Screen, done: Simulation) -> str:
    """All figures as tables, with the words that they need."""
    figures = done.figures
    return blocks(
        screen.prose(_settings(done)),
        screen.prose(_unfinished(figures)) if figures.unfinished else "",
        _games(screen, figures),
        _wins(screen, figures),
        _points(screen, figures),
        _rounds(screen, figures),
        screen.prose(_notes()),
    )


def _settings(done: Simulation) -> str:
    setup = done.plan.setup
    number = done.tally.games
    text = ngettext(
        "{number} game of {players} players by the rules {rules}, seed {seed}. "
        "Game 1 is what the seed {seed}/1 gives.",
        "{number} games of {players} players by the rules {rules}, seed {seed}. "
        "Game 1 is what the seed {seed}/1 gives.",
        number,
    )
    players = len(setup.players)
    return text.format(number=number, players=players, rules=_rules(setup.rules), seed=setup.seed)


def _rules(rules: Rules) -> str:
    """The preset, and what house rules make of it."""
    own = [key for key in Rules._fields if getattr(rules, key) != getattr(PRESETS[rules.preset], key)]
    if not own:
        return rules.preset
    settings = listed(value_text(rules, key) for key in own)
    return _("{preset} with {settings}").format(preset=rules.preset, settings=settings)


def _unfinished(figures: Figures) -> str:
    text = ngettext(
        "{number} game did not come to an end and counts no further.",
        "{number} games did not come to an end and count no further.",
        figures.unfinished,
    )
    return text.format(number=figures.unfinished)


def _notes() -> str:
    return _(
        "The truth lies between low and high 95 times of 100. A player who shares a win has won, too: the rate is "
        "that of wins of games played, by Wilson's interval. Points are those of one player in a game. The deck "
        "runs out where a round has too few cards to fill the chart."
    )


def _number(value: float | None) -> str:
    return NONE if value is None else decimal(value, 2)


def _whole(value: int | None) -> str:
    return NONE if value is None else str(value)


def _percent(value: float | None) -> str:
    return NONE if value is None else f"{decimal(100 * value, 1)} %"


def _mean(mean: Mean | Spread) -> list[str]:
    return [_number(mean.mean), _number(mean.low), _number(mean.high)]


def _rate(rate: Rate | Won) -> list[str]:
    return [_percent(rate.rate), _percent(rate.low), _percent(rate.high)]


def _games(screen: Screen, figures: Figures) -> str:
    rounds = figures.rounds
    rows: Rows = [
        [_("rounds to the end"), *_mean(rounds), _whole(rounds.least), _whole(rounds.most)],
        [_("bands that fell below 14"), *_mean(figures.below_14), "", ""],
        [_("bands that the Danger Zone took"), *_mean(figures.danger_zone), "", ""],
        [_("bands that retired"), *_mean(figures.retired), "", ""],
        [_("the deck runs out"), *_rate(figures.ran_out), "", ""],
    ]
    titles = [_("in a game"), _("mean"), _("low"), _("high"), _("least"), _("most")]
    return blocks(screen.heading(_("Games")), screen.table(titles, rows, "lrrrrr"))


def _wins(screen: Screen, figures: Figures) -> str:
    common = [_("wins"), _("shared"), _("rate"), _("low"), _("high"), _("score")]
    seats: Rows = [
        [str(seat.seat), seat.label, *_won(seat.won), _number(seat.score.mean)] for seat in figures.seats
    ]
    bots: Rows = [[bot.bot, str(bot.players), *_won(bot.won), _number(bot.score.mean)] for bot in figures.bots]
    return blocks(
        screen.heading(_("Wins by seat")),
        screen.table([_("seat"), _("label"), *common], seats, "rlrrrrrr"),
        screen.heading(_("Wins by bot")),
        screen.table([_("bot"), _("players"), *common], bots, "lrrrrrrr"),
    )


def _won(won: Won) -> list[str]:
    return [str(won.wins), str(won.shared), *_rate(won)]


def _points(screen: Screen, figures: Figures) -> str:
    rows: Rows = [
        [bot.bot, _(KINDS[kind]), *_mean(points)] for bot in figures.bots for kind, points in bot.points.items()
    ]
    titles = [_("bot"), _("points for"), _("mean"), _("low"), _("high")]
    return blocks(screen.heading(_("Points of a player in a game")), screen.table(titles, rows, "llrrr"))


def _rounds(screen: Screen, figures: Figures) -> str:
    rows: Rows = [
        [label, str(games), _percent(games / figures.finished)]
        for label, games in grouped(figures.distribution).items()
    ]
    titles = [_("rounds"), _("games"), _("rate")]
    return blocks(screen.heading(_("Rounds to the end")), screen.table(titles, rows, "rrr"))


def grouped(distribution: Mapping[int, int]) -> dict[str, int]:
    """How many games had how many rounds, neighbours together where there would be too many lines.

    >>> grouped({7: 2, 8: 3})
    {'7': 2, '8': 3}
    >>> list(grouped(dict.fromkeys(range(1, 41), 1)).items())[-1]
    ('39-40', 2)
    """
    if not distribution:
        return {}
    least, most = min(distribution), max(distribution)
    width = 1 + (most - least) // MOST_GROUPS
    found = {}
    for first in range(least, most + 1, width):
        last = min(first + width - 1, most)
        games = sum(distribution.get(number, 0) for number in range(first, last + 1))
        if games:
            found[str(first) if first == last else f"{first}-{last}"] = games
    return found


def csv_text(done: Simulation) -> str:
    """All figures and settings as comma-separated values, one a row; the same in every language."""
    import csv
    from io import StringIO

    written = StringIO()
    writer = csv.writer(written, lineterminator="\n")
    writer.writerow(COLUMNS)
    writer.writerows(csv_rows(done.as_data()))
    return written.getvalue().rstrip("\n")


def csv_rows(data: Mapping[str, Any]) -> Iterable[list[Any]]:
    """The rows of `csv_text`, from what ``--json`` prints: whose figure it is, which, and its interval."""
    for key in ("seed", "players"):
        yield ["setting", "", key, data[key], "", ""]
    yield ["setting", "", "fixed_seats", "yes" if data["fixed_seats"] else "no", "", ""]
    for seat, bot in enumerate(data["dealt"], 1):
        yield ["setting", seat, "bot", bot, "", ""]
    for key, value in data["rules"].items():
        shown = " ".join(f"{chip}:{count}" for chip, count in value.items()) if key == "bag" else value
        yield ["rule", "", key, " ".join(map(str, shown)) if isinstance(shown, list) else shown, "", ""]
    for key in ("asked", "games", "finished", "unfinished"):
        yield ["games", "", key, data[key], "", ""]
    yield from _csv_mean("games", "", "rounds", data["rounds"])
    for row in data["distribution"]:
        yield ["rounds", row["rounds"], "games", row["games"], "", ""]
    for key in ("below_14", "danger_zone", "retired"):
        yield from _csv_mean("games", "", key, data[key])
    rate = data["ran_out"]
    yield ["games", "", "ran_out", rate["times"], "", ""]
    yield ["games", "", "ran_out_rate", rate["rate"], rate["low"], rate["high"]]
    for of in ("seat", "bot"):
        for row in data[f"{of}s"]:
            name, won = row[of], row["won"]
            yield [of, name, *(["label", row["label"]] if of == "seat" else ["players", row["players"]]), "", ""]
            for key in ("played", "wins", "shared", "share"):
                yield [of, name, key, won[key], "", ""]
            yield [of, name, "rate", won["rate"], won["low"], won["high"]]
            yield from _csv_mean(of, name, "score", row["score"])
            for kind, mean in row.get("points", {}).items():
                yield from _csv_mean(of, name, kind, mean)


def _csv_mean(of: str, name: object, figure: str, mean: Mapping[str, Any]) -> Iterable[list[Any]]:
    yield [of, name, figure, mean["mean"], mean["low"], mean["high"]]
    for key in ("least", "most"):
        if key in mean:
            yield [of, name, f"{figure}_{key}", mean[key], "", ""]
