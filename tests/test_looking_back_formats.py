"""What looks back, in every table format, with names and reasons that hold what formats use for themselves."""

from __future__ import annotations

import html
import re
from collections.abc import Iterator

import pytest
import tabulate
from conftest import LABELS, Command
from screens import NAMES, check_columns, check_lines, deck_file, on_terminal, played
from test_formats import AWKWARD_BANDS, AWKWARD_PLAYERS, LATEX, SOURCE, Cells, markdown_rows, unescaped

from schrille_cli.schrille import Game, load_deck, save

REASON = "<i>*x*|y</i> 100% & $5_{z} [l](u) \\n ~`t`~"
RUN = "The run of the scores"
SLIP = "14-4 13-3 12-2 1+2 2+3 3n 4p"
BAND = "Pipe | Pipes"  # on place 2 in the first round
CHIPS = ", ".join(f"+3 {player}" for player in AWKWARD_PLAYERS)
TEXT = ["html", "unsafehtml"]
WIKIS = ["jira", "mediawiki", "moinmoin", "textile", "youtrack", "asciidoc"]


@pytest.fixture
def awkward(schrille: Command) -> Command:
    """A folder with two rounds of awkward names, a label that was changed, and points by the moderator's word."""
    deck = load_deck(deck_file(schrille.folder, AWKWARD_BANDS))
    seats = list(zip(AWKWARD_PLAYERS, LABELS, strict=False))
    games = (Game.new(seats, seed=str(seed), deck=deck) for seed in range(500))
    game = next(game for game in games if game.state.opened.chart[1] == BAND)
    for number in range(2):
        game.place_all(dict.fromkeys(AWKWARD_PLAYERS, SLIP))
        game.resolve()
        game.score()
        if not number:
            game.label({AWKWARD_PLAYERS[0]: "orange"})
            game.adjust(AWKWARD_PLAYERS[0], 2, REASON)
            game.next()
    save(game, str(schrille.save))
    return schrille


def looking_back(schrille: Command, table_format: str) -> str:
    """All that looks back in a format: the history, the first player, and a band."""
    args = ["--history", "--band", BAND, "--player", AWKWARD_PLAYERS[0], "--explain"]
    done = schrille("show", *args, "--format", table_format)
    assert done.stderr == ""
    return done.stdout.partition("Places and scores after each round")[2]


def seen(schrille: Command) -> list[str]:
    """All names that the tables must give back."""
    bands = [entry["band"] for entry in schrille.json("show", "--history")["history"]["bands"]]
    return [*AWKWARD_PLAYERS, *bands]


@pytest.mark.parametrize("table_format", tabulate.tabulate_formats)
def test_every_format_looks_back(awkward: Command, table_format: str) -> None:
    text = looking_back(awkward, table_format)
    looked_at = not any(table_format in names for names in SOURCE.values())
    assert (RUN in text) == looked_at
    assert "fallen" in text
    assert "round by round" in html.unescape(text).replace("\\", "")


@pytest.mark.parametrize("table_format", TEXT)
def test_html(awkward: Command, table_format: str) -> None:
    text = looking_back(awkward, table_format)
    found = Cells(text)
    assert found.open == []
    assert set(found.tags) <= {"table", "thead", "tbody", "tr", "th", "td"}
    assert found.tags.count("table") == 5  # places, scores, corrections, the band, the player
    cells = [cell.strip() for cell in found.cells]
    assert {*seen(awkward), REASON, CHIPS, f"the +2 points for {AWKWARD_PLAYERS[0]}"} <= set(cells)
    beside = html.unescape(re.sub(r"<[^>]*>", "", re.sub(r"<table>.*?</table>", "", text, flags=re.DOTALL)))
    assert f"{AWKWARD_PLAYERS[0]}, round by round" in beside
    assert f"+2 points by the moderator's word ({REASON})." in beside
    assert f"{BAND} (" in beside


def tables_of(text: str) -> Iterator[list[list[str]]]:
    """The rows of each table of Markdown."""
    for part in text.split("\n\n"):
        if part.startswith("|"):
            yield list(markdown_rows(part))


@pytest.mark.parametrize("table_format", ["github", "pipe"])
def test_markdown(awkward: Command, table_format: str) -> None:
    text = looking_back(awkward, table_format)
    tables = list(tables_of(text))
    assert len(tables) == 5
    for rows in tables:
        assert len({len(row) for row in rows}) == 1
    cells = [
        unescaped(cell) for rows in tables for row in rows if not set("".join(row)) <= set(":-") for cell in row
    ]
    squeezed = {re.sub(" +", " ", cell) for cell in cells}
    assert {re.sub(" +", " ", name) for name in [*seen(awkward), REASON, CHIPS]} <= squeezed
    beside = [unescaped(part) for part in text.split("\n\n") if not part.startswith("|")]
    assert any(f"({REASON})." in part for part in beside)
    assert any(part == f"{AWKWARD_PLAYERS[0]}, round by round" for part in beside)


def test_tsv(awkward: Command) -> None:
    parts = [part for part in looking_back(awkward, "tsv").split("\n\n") if "\t" in part]
    tables = [[line.split("\t") for line in part.splitlines()] for part in parts]
    assert [len(rows[0]) for rows in tables] == [3, 3, 3, 7, 10]
    for rows in tables:
        assert {len(row) for row in rows} == {len(rows[0])}
    cells = {cell for rows in tables for row in rows for cell in row}
    assert {*seen(awkward), REASON, CHIPS} <= cells


@pytest.mark.parametrize("table_format", SOURCE["latex"])
def test_latex(awkward: Command, table_format: str) -> None:
    text = looking_back(awkward, table_format)
    pattern = re.compile("|".join(map(re.escape, sorted(LATEX, key=len, reverse=True))))
    cells, widths = [], []
    for line in text.splitlines():
        if "&" in line and line.rstrip().endswith("\\\\"):
            row = re.split(r"(?<!\\)&", line.rstrip().removesuffix("\\\\"))
            assert not re.search(r"[%$#_^~]", pattern.sub("", line)), line
            widths.append(len(row))
            cells += [pattern.sub(lambda match: LATEX[match[0]], cell).strip().removeprefix("{}") for cell in row]
        elif not line.lstrip().startswith("\\"):
            assert not re.search(r"[%$#_^~&]", pattern.sub("", line)), line
    assert set(widths) == {3, 7, 10}
    assert {*seen(awkward), REASON, CHIPS} <= {
        cell.replace("{}", "") if cell.startswith("{}") else cell for cell in cells
    }


@pytest.mark.parametrize("table_format", WIKIS)
def test_wikis(awkward: Command, table_format: str) -> None:
    text = looking_back(awkward, table_format)
    for name in [*seen(awkward), REASON, CHIPS]:
        assert name in html.unescape(text), name
        if len(name) > 2 and re.search(r"[|*<&{\[]", name):
            assert name not in text


def test_restructured_text(awkward: Command) -> None:
    text = looking_back(awkward, "rst")
    for name in [*seen(awkward), REASON, CHIPS]:
        assert name in re.sub(r"\\(.)", r"\1", text), name
        if "*" in name or "_" in name:
            assert name not in text


def test_org(awkward: Command) -> None:
    text = looking_back(awkward, "orgtbl")
    for part in text.split("\n\n"):
        rows = [line for line in part.splitlines() if line.startswith("|") and "-+-" not in line]
        assert len({row.count("|") for row in rows}) <= 1


@pytest.mark.parametrize("table_format", ["plain", "simple", "grid", "psql", "pretty", "fancy_grid", "outline"])
def test_formats_that_are_looked_at(awkward: Command, table_format: str) -> None:
    text = looking_back(awkward, table_format)
    for name in AWKWARD_PLAYERS:
        assert name in text
    assert RUN in text


# Widths


@pytest.mark.parametrize("width", [60, 80])
@pytest.mark.parametrize("names", NAMES)
def test_what_looks_back_fits_the_screen(schrille: Command, names: str, width: int) -> None:
    players, bands = NAMES[names]
    played(schrille.folder, players, bands)
    schrille("score")
    if len(players) < len(LABELS):
        schrille("label", f"{players[0]}={LABELS[-1]}")
    schrille("adjust", players[0], "-3", "--reason", "a long story, " * 7)
    band = schrille.json("show", "--round", "1")["chart"][0]["band"]
    args = ["--history", "--player", players[0], "--band", band, "--explain"]
    screen = on_terminal(schrille.folder, "show", *args, width=width)
    assert screen.code == 0
    check_lines(screen, width)
    assert check_columns(screen) >= 6
