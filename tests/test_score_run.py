"""The run of the scores in plain text: a line a player along the score track."""

from __future__ import annotations

import re
import subprocess

import pytest
from conftest import SCHRILLE, Command, environment
from evening import evening
from screens import NAMES, Screen, check_lines, on_terminal, played

from schrille_cli.kit.names import nfc
from schrille_cli.schrille import save
from schrille_cli.schrille.score_run import LINES, PLAIN, Track

MARKS = [25, 50, 60]
HEADING = "The run of the scores"


@pytest.fixture
def past(schrille: Command) -> Command:
    """A folder with the game of `evening`: Ann has 12 and 27, Bob 4 and 8, Cid 10 and 11."""
    save(evening(), str(schrille.save))
    return schrille


def run_of(text: str) -> list[str]:
    """The lines of the run: the names of the marks, then the players."""
    return text[text.index(HEADING) :].split("\n\n")[1].rstrip("\n").split("\n")


# A track with a column a point


def test_a_way_along_the_track() -> None:
    track = Track(0, 60, 61)
    assert track.line({1: 12, 2: 31}, MARKS, PLAIN) == (
        "-" * 12 + "1" + "-" * 12 + "+" + "-" * 5 + "2" + " " * 18 + "|" + " " * 9 + "|"
    )
    assert track.line({1: 4}, MARKS, LINES) == "────1" + " " * 20 + "│" + " " * 24 + "│" + " " * 9 + "│"


def test_a_way_back_and_below_zero() -> None:
    track = Track(-5, 60, 66)
    assert track.line({1: -5, 2: 3, 3: 1}, MARKS, PLAIN)[:10] == "1-----3-2 "
    assert track.line({1: 10, 2: 5}, MARKS, PLAIN)[:17] == "     -----2----1 "


def test_a_later_round_stands_over_an_earlier_one_and_over_a_mark() -> None:
    track = Track(0, 60, 61)
    assert track.line({9: 25, 10: 25, 11: 30}, MARKS, PLAIN)[25:31] == "0----1"


def test_the_marks_are_named_where_they_are() -> None:
    names = Track(0, 60, 61).names(MARKS)
    assert names == "0" + " " * 24 + "25" + " " * 23 + "50" + " " * 8 + "60"


def test_a_name_that_has_no_room_gives_way_to_the_next_mark() -> None:
    assert Track(0, 70, 36).names([1, 30, 31, 50, 69, 70]).split() == ["1", "31", "50", "70"]
    assert Track(-8, 70, 40).names([30, 50, 70]).split() == ["-8", "0", "30", "50", "70"]


# On screens


@pytest.mark.parametrize("plain", [False, True])
@pytest.mark.parametrize("width", [60, 80, 120])
def test_the_run_on_a_terminal(past: Command, width: int, plain: bool) -> None:
    locale: dict[str, str | None] = {"LC_ALL": "C"} if plain else {}
    screen = on_terminal(past.folder, "show", "--history", width=width, NO_COLOR="1", **locale)
    check_lines(screen, width)
    names, ann, bob, cid = run_of(screen.plain)
    assert (ann[:5], bob[:5], cid[:5]) == ("Ann  ", "Bob  ", "Cid  ")
    mark = "|" if plain else "│"
    way, passed = ("-", "+") if plain else ("─", "┼")
    assert names.split() == ["0", "25", "50", "60"]
    assert [match.start() for match in re.finditer(r"\d+", names)] == [
        5,
        *(match.start() for match in re.finditer(re.escape(mark), bob)),
    ]
    assert len(names) <= width
    assert len(names) > 0.8 * width
    first = names.index("25")
    assert (ann[first], bob[first], cid[first]) == (passed, mark, mark)
    assert ann.index("1") < first < ann.index("2") < names.index("50")
    assert bob.index("1") < bob.index("2") < cid.index("1") < cid.index("2") < ann.index("1")
    assert bob[5 : bob.index("2")].replace("1", way) == way * (bob.index("2") - 5)
    assert screen.isascii() == plain


@pytest.mark.parametrize(
    ("encoding", "plain"), [("ascii", True), ("iso8859-1", True), ("cp437", True), ("gbk", True), ("utf-8", False)]
)
def test_the_run_in_an_encoding(past: Command, encoding: str, plain: bool) -> None:
    done = subprocess.run(
        [SCHRILLE, "show", "--history"],
        cwd=past.folder,
        env=environment(PYTHONIOENCODING=encoding),
        capture_output=True,
        check=True,
    )
    lines = run_of(done.stdout.decode(encoding))
    assert "".join(lines).isascii() == plain


def test_the_run_takes_the_colour_of_the_label(past: Command) -> None:
    *_, cid = run_of(on_terminal(past.folder, "show", "--history"))
    assert "\x1b[32m" in cid
    assert "\x1b" not in cid[:5]


@pytest.mark.parametrize("names", ["long", "one word", "CJK", "combining", "emoji"])
@pytest.mark.parametrize("width", [60, 80])
def test_names_of_all_kinds_stand_before_the_run(schrille: Command, names: str, width: int) -> None:
    players, bands = NAMES[names]
    played(schrille.folder, players, bands)
    screen = on_terminal(schrille.folder, "show", "--history", width=width)
    check_lines(screen, width)
    lines = run_of(screen.plain)
    joined = "".join("".join(re.split(r"  +|[─┼│]", line)[0] for line in lines[1:]).split())
    assert nfc(joined) == nfc("".join("".join(players).split()))


def test_every_scored_round_is_on_the_run_and_one_in_play_only_once_it_changed(past: Command) -> None:
    def digits() -> list[str]:
        return ["".join(sorted(re.sub(r"\D", "", line))) for line in run_of(past("show", "--history").stdout)[1:]]

    assert digits() == ["12", "12", "12"]
    past("adjust", "Ann", "10", "--reason", "found a chip")
    assert digits() == ["123", "13", "13"]  # what stands still, stands under the later round
    past("undo")
    text = past("show", "--history", "--round", "1").stdout
    assert [re.sub(r"\D", "", line) for line in run_of(text)[1:]] == ["1", "1", "1"]


def test_scores_below_zero_are_left_of_it(past: Command) -> None:
    past("adjust", "Bob", "-20", "--reason", "a long story")
    names, _, bob, _ = run_of(past("show", "--history").stdout)
    assert names.split() == ["-12", "0", "25", "50", "60"]
    assert bob.index("3") == names.index("-12") == 5
    assert bob.index("3") < names.index(" 0 ") + 1 < bob.index("1") < bob.index("2")


def test_no_run_before_the_first_points(schrille: Command) -> None:
    schrille.new()
    assert HEADING not in schrille("show", "--history").stdout
    schrille("resolve", "--missing", "pass")
    assert HEADING not in schrille("show", "--history").stdout
    schrille("score")
    assert HEADING in schrille("show", "--history").stdout


def test_house_rules_with_far_marks(schrille: Command) -> None:
    schrille.new("--set", "target=999", "--set", "retire_at=1,2,3,400,998")
    schrille("resolve", "--missing", "pass")
    schrille("score")
    screen = Screen(schrille("show", "--history").stdout)
    check_lines(screen, 80)
    names = run_of(screen)[0].split()
    assert names[-2:] == ["400", "999"]
