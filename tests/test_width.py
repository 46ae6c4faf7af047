"""Tables on terminals of several widths: lines fit and columns stay aligned, whatever the names."""

from __future__ import annotations

from pathlib import Path

import pytest
from conftest import LABELS, Command
from screens import COMMANDS, NAMES, SLIPS, Screen, check_columns, check_lines, deck_file, on_terminal, played

from schrille_cli.kit import screen
from schrille_cli.schrille import Game, load_deck, save


@pytest.mark.parametrize("width", [60, 80, 120])
@pytest.mark.parametrize("names", NAMES)
def test_lines_fit_and_columns_stay_aligned(schrille: Command, names: str, width: int) -> None:
    played(schrille.folder, *NAMES[names])
    commands = COMMANDS if width == 80 and names != "short" else {"all": COMMANDS["all"]}
    for args in commands.values():
        screen = on_terminal(schrille.folder, *args, width=width)
        assert screen.code == 0
        check_lines(screen, width)
        assert check_columns(screen) >= 2
    if width != 80:
        return
    seats = [word for player in NAMES[names][0] for word in ("-p", player)]
    label = [["label", "A=orange"]] if len(seats) < 12 else []
    for args in [["undo"], ["resolve", "--explain"], ["score"], *label, ["next"], ["new", *seats]]:
        if args[0] == "new":
            args += ["--force", "--deck", "deck.toml"]
        screen = on_terminal(schrille.folder, *args, width=width)
        assert screen.code == 0, screen
        check_lines(screen, width)
        check_columns(screen)


@pytest.mark.parametrize("names", ["long", "CJK", "emoji"])
def test_lines_fit_eighty_columns_in_a_pipe(schrille: Command, names: str) -> None:
    played(schrille.folder, *NAMES[names])
    screen = Screen(schrille(*COMMANDS["all"]).stdout)
    check_lines(screen, 80)
    assert check_columns(screen) >= 5


def test_names_stay_whole_where_there_is_room(schrille: Command) -> None:
    players, bands = NAMES["CJK"]
    played(schrille.folder, players, bands)
    screen = on_terminal(schrille.folder, "show", width=120).plain
    for player in players:
        assert player in screen


def test_a_wide_history(schrille: Command) -> None:
    """Many rounds come in several blocks."""
    players, bands = NAMES["long"]
    deck = load_deck(deck_file(schrille.folder, bands))
    game = Game.new(list(zip(players, LABELS, strict=True)), seed="wide", deck=deck)
    for _ in range(14):
        game.place(players[0], SLIPS[3])
        game.resolve(missing_pass=True)
        game.score(go_on=True)
        if game.phase == "over":
            break
    save(game, str(schrille.save))
    for width in (60, 80):
        screen = on_terminal(schrille.folder, "show", "--history", width=width)
        check_lines(screen, width)
        assert check_columns(screen) >= 4


def test_an_error_is_wrapped_at_words(tmp_path: Path) -> None:
    """A terminal alone would break it in the middle of one."""
    screen = on_terminal(tmp_path, "show", "-g", "no such game at all.toml", width=40)
    assert screen.code == 1
    lines = screen.plain.strip().split("\n")
    assert len(lines) > 2
    assert all(len(line) <= 40 for line in lines)
    assert "start a game with schrille new" in " ".join(lines)


def test_a_chart_in_german_fits_too(schrille: Command) -> None:
    """Its words are longer; a band off the chart makes the table of a resolved round the widest."""
    schrille("new", "-p", "Ann=blue", "-p", "Bob=red", "-p", "Cid=green", "--seed", "friday")
    schrille.place_all("14+3 9-2 7-1 3+2 12+4 1n 8p", "Ann", "Bob", "Cid")
    schrille("resolve")
    screen = on_terminal(schrille.folder, "show", "--lang", "de", width=60)
    check_lines(screen, 60)
    assert check_columns(screen) >= 2


def test_a_table_that_just_fits_is_not_wrapped() -> None:
    """Between two columns are two spaces, and at the ends none."""
    row = ["a word", "and another", "last"]
    for width in (25, 24):
        lines = screen.Screen(width=width).table(["1", "2", "3"], [row], "lll").split("\n")
        assert (lines[2:] == ["a word  and another  last"]) == (width == 25)
        assert max(map(len, lines)) <= width
