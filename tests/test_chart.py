"""``schrille chart``: the files it writes, those it does not touch, and what it says."""

from __future__ import annotations

import os
import resource
import stat
import struct
import sys
from html.parser import HTMLParser
from pathlib import Path

import pytest
from chart_games import Drawn, awkward, played
from conftest import SLIP, Command, environment
from processes import LOCK, files, finish, refused, run_python, start

from schrille_cli.schrille import Game, dumps
from schrille_cli.schrille.pictures.palette import COLOURS

BANNED = """
import sys
sys.modules[{module!r}] = None
from schrille_cli.cli import run
sys.exit(run())
"""
LOADED = "import sys; from schrille_cli.cli import run; run(); print(*sys.modules, file=sys.stderr)"


class Page(HTMLParser):
    """An HTML page taken apart: its elements with their attributes, its heading, the rows of its table."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.elements: list[tuple[str, dict[str, str | None]]] = []
        self.heading = ""
        self.rows: list[list[str]] = []
        self.inside = ""
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.elements.append((tag, dict(attrs)))
        self.inside = tag
        if tag == "tr":
            self.rows.append([])
        if tag in ("td", "th"):
            self.rows[-1].append("")

    def handle_endtag(self, tag: str) -> None:
        self.inside = ""

    def handle_data(self, data: str) -> None:
        if self.inside == "h1":
            self.heading += data
        if self.inside in ("td", "th"):
            self.rows[-1][-1] += data


@pytest.fixture
def over(schrille: Command) -> Game:
    """A game that is over, in the folder of the command."""
    game = played(rounds=99, seed="over")
    assert game.phase == "over"
    schrille.save.write_text(dumps(game), "utf-8")
    return game


def png_size(data: bytes) -> tuple[int, int]:
    assert data[:8] == b"\x89PNG\r\n\x1a\n"
    assert data[-8:-4] == b"IEND"
    width, height = struct.unpack(">II", data[16:24])
    return width, height


# What is written


@pytest.mark.parametrize("name", ["a.svg", "a.html", "a.png", "UPPER.SVG"])
def test_a_picture_is_written_and_the_save_only_read(schrille: Command, over: Game, name: str) -> None:
    before = schrille.save.read_bytes()
    done = schrille("chart", "-o", name)
    assert (done.stdout, done.stderr) == (f'The picture is in "{name}".\n', "")
    assert set(files(schrille.folder)) == {"schrille.toml", name}  # and no lock
    assert schrille.save.read_bytes() == before
    data = (schrille.folder / name).read_bytes()
    if name.endswith("png"):
        width, height = png_size(data)
        assert width > height > 1200
    elif name.endswith("html"):
        assert data.startswith(b"<!DOCTYPE html>")
    else:
        assert data.startswith(b"<?xml")


def test_json(schrille: Command, over: Game) -> None:
    answer = schrille.json("chart", "-o", "a.png")
    expected = {"round": over.round, "phase": "over", "next_commands": [], "file": "a.png", "type": "png"}
    assert answer == expected


def test_an_svg_names_its_lines_and_shows_their_labels(schrille: Command, over: Game) -> None:
    schrille("chart", "-o", "a.svg")
    drawn = Drawn((schrille.folder / "a.svg").read_bytes())
    (winner,) = over.state.winners
    assert drawn.title == f"Schrille Stille: {winner} wins with {over.state.scores[winner]} points"
    assert drawn.root.get("role") == "img"
    bands = {*over.state.gone, *over.state.opened.chart}
    for band in bands:
        labels = over.state.bands[band]
        assert {COLOURS[label] for label in labels} <= drawn.colours(f"{band} ({' and '.join(labels)})")
    titles = {title.partition(" (")[0] for title in drawn.titles}
    assert titles == {*bands, *over.setup.players}
    text = (schrille.folder / "a.svg").read_text("utf-8")
    assert "matplotlib" not in text
    assert "DOCTYPE" not in text


def test_a_page_has_its_table_and_fetches_nothing(schrille: Command) -> None:
    game = awkward("odd")
    schrille.save.write_text(dumps(game), "utf-8")
    schrille("chart", "-o", "a.html")
    text = (schrille.folder / "a.html").read_text("utf-8")
    page = Page(text)
    assert ("meta", {"charset": "utf-8"}) in page.elements
    assert ("html", {"lang": "en"}) in page.elements
    assert page.heading == "Schrille Stille after round 4"
    ranked = sorted(game.state.scores, key=lambda player: -game.state.scores[player])
    scores = [game.state.scores[player] for player in ranked]
    expected = [
        [str(scores.index(game.state.scores[player]) + 1), player, game.state.labels[player], str(score)]
        for player, score in zip(ranked, scores, strict=True)
    ]
    assert page.rows == [["rank", "player", "label", "score"], *expected]
    tags = {tag for tag, _ in page.elements}
    assert not tags & {"script", "link", "img", "image", "iframe", "object", "b", "i", "foreignobject"}
    links = [
        value or "" for _, attrs in page.elements for key, value in attrs.items() if key.endswith(("href", "src"))
    ]
    assert links
    assert [link for link in links if not link.startswith("#")] == []
    assert "@import" not in text
    assert [part for part in text.split("url(")[1:] if not part.startswith("#")] == []


def test_a_page_in_german_says_so(schrille: Command, over: Game) -> None:
    schrille("chart", "-o", "a.html", "--lang", "de")
    text = (schrille.folder / "a.html").read_text("utf-8")
    assert ("html", {"lang": "de"}) in Page(text).elements
    answer = schrille.json("chart", "-o", "b.html", "--lang", "de")  # for a script, and the picture for people
    assert answer["file"] == "b.html"
    assert (schrille.folder / "b.html").read_text("utf-8") == text


def test_letters_that_no_font_has(schrille: Command) -> None:
    """No font has the letters that are left for private use, unless somebody has put them there."""
    players = {"A\U0010fffd": "blue", "Bob": "red", "C\U0010fffd": "green"}
    schrille.new(players=players)
    done = schrille("chart", "-o", "a.png")
    assert "No font here has all letters of 2 names" in " ".join(done.stdout.split())
    assert done.stderr == ""
    assert schrille("chart", "-o", "a.svg").stdout == 'The picture is in "a.svg".\n'
    live = Drawn((schrille.folder / "a.svg").read_bytes()).live
    assert set(live) == {"A\U0010fffd: 0", "C\U0010fffd: 0"}
    assert all(10 < width < 60 for width in live.values())


def test_the_same_save_gives_the_same_bytes(schrille: Command, over: Game) -> None:
    for number in ("1", "2"):
        settings = schrille.folder / f"settings {number}"
        settings.mkdir()
        env = environment(PYTHONHASHSEED=number, MPLCONFIGDIR=str(settings), SOURCE_DATE_EPOCH=number)
        for kind in ("svg", "html", "png"):
            schrille("chart", "-o", f"{number}.{kind}", env=env)
    for kind in ("svg", "html", "png"):
        assert (schrille.folder / f"1.{kind}").read_bytes() == (schrille.folder / f"2.{kind}").read_bytes()


def test_slips_of_the_round_in_play_never_show(schrille: Command) -> None:
    schrille.new()
    schrille("chart", "-o", "before.html")
    schrille("place", "Ann", *SLIP.split())
    schrille("chart", "-o", "after.html")
    assert (schrille.folder / "before.html").read_bytes() == (schrille.folder / "after.html").read_bytes()


# What the machine is like


def test_of_two_fonts_of_a_name_matplotlib_s_own_is_taken(schrille: Command) -> None:
    """In whichever order the system lists them."""
    code = """
from matplotlib import font_manager, get_data_path
font_manager.fontManager.ttflist.reverse()
from schrille_cli.schrille.pictures.fonts import Fonts
fonts = Fonts(["Ann"], boxes=False)
for bold in (False, True):
    assert font_manager.findfont(fonts.properties(8, bold)).startswith(get_data_path())
"""
    done = run_python(schrille.folder, code)
    assert (done.returncode, done.stderr) == (0, "")


def test_a_home_that_may_not_be_written_to(schrille: Command, over: Game, tmp_path: Path) -> None:
    junk = tmp_path / "junk"
    junk.mkdir()
    env = environment(
        HOME="/dev/null", TMPDIR=str(junk), XDG_CONFIG_HOME=None, XDG_CACHE_HOME=None, MPLCONFIGDIR=None
    )
    done = schrille("chart", "-o", "a.svg", env=env)
    assert done.stderr == ""
    assert list(junk.iterdir()) == []


def test_settings_of_other_programs_change_nothing(schrille: Command, over: Game) -> None:
    schrille("chart", "-o", "plain.svg")
    (schrille.folder / "matplotlibrc").write_text("text.usetex: True\nsvg.fonttype: none\nfigure.dpi: 30\nx: y\n")
    done = schrille("chart", "-o", "set.svg", env=environment(MPLBACKEND="no such thing"))
    assert done.stderr == ""
    assert (schrille.folder / "set.svg").read_bytes() == (schrille.folder / "plain.svg").read_bytes()


@pytest.mark.parametrize("module", ["matplotlib", "PIL"])
def test_without_matplotlib_it_says_how_to_get_it(schrille: Command, over: Game, module: str) -> None:
    before = files(schrille.folder)
    done = run_python(schrille.folder, BANNED.format(module=module), "chart", "-o", "a.svg")
    assert (done.returncode, done.stdout) == (1, "")
    assert module in done.stderr
    assert "pip install 'schrille-cli[chart]'" in done.stderr
    assert "Traceback" not in done.stderr
    assert files(schrille.folder) == before


@pytest.mark.parametrize("args", [["chart", "--help"], ["show"], ["chart", "-o", "a.pdf"]], ids=" ".join)
def test_matplotlib_is_loaded_for_pictures_alone(schrille: Command, over: Game, args: list[str]) -> None:
    assert "matplotlib" not in run_python(schrille.folder, LOADED, *args).stderr.split()


def test_a_picture_loads_matplotlib_without_what_opens_windows(schrille: Command, over: Game) -> None:
    modules = run_python(schrille.folder, LOADED, "chart", "-o", "a.svg").stderr.split()
    assert "matplotlib" in modules
    assert "matplotlib.pyplot" not in modules


# What is not touched


@pytest.mark.parametrize("name", ["a.pdf", "a", ".svg", "svg", "schrille.toml", "-", "a.svg/", ""])
def test_an_unknown_ending_is_a_wrong_command_line(schrille: Command, over: Game, name: str) -> None:
    said = refused(schrille, "chart", "-o", name, code=2)
    assert all(kind in said for kind in (".svg", ".html", ".png"))


def test_without_a_file_it_is_a_wrong_command_line(schrille: Command, over: Game) -> None:
    assert "-o" in refused(schrille, "chart", code=2)


def test_an_old_picture_is_replaced_and_keeps_its_mode(schrille: Command, over: Game) -> None:
    path = schrille.folder / "a.svg"
    path.write_text("\ufeff \n<svg>old picture</svg>", "utf-8")
    path.chmod(0o640)
    schrille("chart", "-o", "a.svg")
    assert b"old picture" not in path.read_bytes()
    assert stat.S_IMODE(path.stat().st_mode) == 0o640
    path.write_bytes(b"")
    schrille("chart", "-o", "a.svg")
    assert len(path.read_bytes()) > 1000


def test_files_of_another_kind_are_not_replaced(schrille: Command, over: Game) -> None:
    folder = schrille.folder
    os.rename(schrille.save, folder / "game.svg")
    assert "of another kind" in refused(schrille, "chart", "-g", "game.svg", "-o", "game.svg")
    (folder / "link.svg").symlink_to("game.svg")
    assert "of another kind" in refused(schrille, "chart", "-g", "game.svg", "-o", "link.svg")
    (folder / "notes.html").write_text("Do not forget\n")
    assert "of another kind" in refused(schrille, "chart", "-g", "game.svg", "-o", "notes.html")
    (folder / "page.png").write_text("<html>\n")
    assert "of another kind" in refused(schrille, "chart", "-g", "game.svg", "-o", "page.png")


def test_folders_and_places_that_are_not_there(schrille: Command, over: Game) -> None:
    (schrille.folder / "folder.svg").mkdir()
    assert "not a regular file" in refused(schrille, "chart", "-o", "folder.svg")
    assert '"no/where.svg": cannot write the file' in refused(schrille, "chart", "-o", "no/where.svg")
    os.mkfifo(schrille.folder / "pipe.svg")
    assert "not a regular file" in refused(schrille, "chart", "-o", "pipe.svg")


@pytest.mark.skipif(os.geteuid() == 0, reason="root writes everywhere")
def test_a_protected_picture(schrille: Command, over: Game) -> None:
    (schrille.folder / "a.svg").write_text("<svg/>")
    (schrille.folder / "a.svg").chmod(0o444)
    assert "write-protected" in refused(schrille, "chart", "-o", "a.svg")


def test_a_link_to_a_picture_stays_one(schrille: Command, over: Game) -> None:
    (schrille.folder / "shown.svg").symlink_to("real.svg")
    schrille("chart", "-o", "shown.svg")
    assert (schrille.folder / "shown.svg").is_symlink()
    assert (schrille.folder / "real.svg").read_bytes().startswith(b"<?xml")


def test_a_disk_that_is_full_leaves_the_old_picture(schrille: Command, over: Game) -> None:
    schrille("chart", "-o", "a.svg")
    before = files(schrille.folder)

    def bind() -> None:
        resource.setrlimit(resource.RLIMIT_FSIZE, (1000, 1000))

    ((code, out, err),) = finish([start(schrille.folder, "chart", "-o", "a.svg", preexec_fn=bind)])
    assert (code, out) == (1, "")
    assert "File too large" in err
    assert files(schrille.folder) == before


def test_many_that_write_one_picture_at_a_time(schrille: Command, over: Game) -> None:
    schrille("chart", "-o", "alone.svg")
    (schrille.folder / ".a.svg.tmp").write_text("<svg>of another that is not ready yet</svg>")
    results = finish([start(schrille.folder, "chart", "-o", "a.svg") for _ in range(4)])
    assert {result[0] for result in results} == {0}
    assert (schrille.folder / "a.svg").read_bytes() == (schrille.folder / "alone.svg").read_bytes()
    assert set(files(schrille.folder)) == {"schrille.toml", "a.svg", "alone.svg", ".a.svg.tmp"}


@pytest.mark.skipif(sys.platform != "linux", reason="needs a device that is full")
def test_where_nothing_can_be_printed_the_picture_is_there(schrille: Command, over: Game) -> None:
    with open("/dev/full", "w") as full:
        process = start(schrille.folder, "chart", "-o", "a.svg", stdout=full)
        _, err = process.communicate(timeout=60)
    assert process.returncode == 1
    assert b"the picture is written" in err
    assert b"Traceback" not in err
    Drawn((schrille.folder / "a.svg").read_bytes())


def test_a_save_that_is_damaged(schrille: Command, over: Game) -> None:
    schrille.save.write_text(dumps(over).replace("score", "scare"))
    refused(schrille, "chart", "-o", "a.svg")
    assert LOCK not in files(schrille.folder)
