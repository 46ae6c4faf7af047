"""What is printed, on terminals of all kinds and in every table format."""

from __future__ import annotations

import fcntl
import html
import json
import os
import pty
import re
import struct
import subprocess
import termios
from collections.abc import Iterator
from html.parser import HTMLParser
from pathlib import Path
from typing import Any

import pytest
import tabulate
from conftest import SCHRILLE, Command, environment
from wcwidth import wcswidth

from schrille_cli.schrille import Game, load_deck, save

ESCAPE = re.compile(r"\x1b\[[0-9;]*m")
LABELS = ("blue", "red", "green", "yellow", "violet", "orange")
SLIPS = [
    "14+3 12+4 9-2 7-1 3+2 1:no1 8:pick",
    "14-4 13-4 12+4 7-1 3+2 1:no1 8:pick",
    "2+4 12+4 9-2 7-3 5-2 1:no1 8:pick",
    "14+1 11+1 10+1 4-1 3-1 6:no1 8:pick",
]


class Screen(str):
    """What a command printed on a terminal, with its escapes."""

    code = 0

    @property
    def plain(self) -> str:
        return ESCAPE.sub("", self)


def on_terminal(folder: Path, *args: str, width: int = 80, **variables: str | None) -> Screen:
    """Run the installed command on a pseudo-terminal and collect what it prints there."""
    master, slave = pty.openpty()
    fcntl.ioctl(slave, termios.TIOCSWINSZ, struct.pack("HHHH", 40, width, 0, 0))
    env = environment(**{"TERM": "xterm-256color", "NO_COLOR": None, "COLUMNS": None, **variables})
    process = subprocess.Popen([SCHRILLE, *args], cwd=folder, env=env, stdin=slave, stdout=slave, stderr=slave)
    os.close(slave)
    parts = []
    while True:
        try:
            part = os.read(master, 65536)
        except OSError:  # the other end is closed
            break
        if not part:
            break
        parts.append(part)
    os.close(master)
    screen = Screen(b"".join(parts).decode("utf-8", "replace").replace("\r\n", "\n"))
    screen.code = process.wait(30)
    assert "Traceback" not in screen, screen
    return screen


def deck_file(folder: Path, bands: list[str]) -> str:
    """A deck file with a band a name, single and double labels in turn."""
    lines = []
    for number, band in enumerate(bands):
        labels = LABELS[number % 6] if number % 2 else f"{LABELS[number % 6]},{LABELS[(number + 1) % 6]}"
        lines.append(f"{json.dumps(band, ensure_ascii=False)} = {json.dumps(labels)}\n")
    path = folder / "deck.toml"
    path.write_text("[bands]\n" + "".join(lines), "utf-8")
    return str(path)


def played(folder: Path, players: list[str], bands: list[str], rounds: int = 3) -> None:
    """A save with some rounds behind it, the last one resolved."""
    deck = load_deck(deck_file(folder, bands))
    game = Game.new(list(zip(players, LABELS, strict=False)), seed="screen", deck=deck)
    for number in range(rounds):
        game.place_all([(player, SLIPS[i % len(SLIPS)]) for i, player in enumerate(players)])
        game.resolve()
        if number < rounds - 1:
            game.score(go_on=True)
    save(game, str(folder / "schrille.toml"))


NAMES: dict[str, tuple[list[str], list[str]]] = {
    "short": (["Ann", "Bob", "Cid"], [f"Band {n}" for n in range(30)]),
    "long": (
        [f"{letter}nnabella Longname of the Longest House"[:40].ljust(40, "x") for letter in "ABCDEF"],
        [f"Band {n:02} with a name of forty characters"[:40].ljust(40, "y") for n in range(30)],
    ),
    "one word": ([letter * 40 for letter in "ABCDEF"], [f"{n:02}" + "W" * 38 for n in range(30)]),
    "CJK": (
        [f"{letter}李小龍的音樂公司" for letter in "ABCDEF"],
        [f"{n:02}不思議な楽団と愉快な仲間達" for n in range(30)],
    ),
    "long CJK": ([letter + "龍" * 39 for letter in "ABC"], [f"{n:02}" + "樂" * 38 for n in range(30)]),
    "combining": (
        [letter + "z\u0323\u0304" * 13 for letter in "ABCDEF"],
        [f"{n:02}" + "q\u0323\u0307" * 12 for n in range(30)],
    ),
    "emoji": (
        [f"{letter} 🎸🥁🎹 👩\u200d🎤 ❤\ufe0f" for letter in "ABCDEF"],
        [f"{n:02} 🎸 👨\u200d👩\u200d👧 🇩🇪 ☎\ufe0f 🤘🏽" for n in range(30)],
    ),
    "Hangul and Hindi": (
        [f"{letter} 방탄소년단 팬클럽" for letter in "ABCDEF"],
        [f"{n:02} बैंड का नाम है" for n in range(30)],
    ),
}
COMMANDS: dict[str, list[str]] = {
    "show": ["show"],
    "all": ["show", "--history", "--slips", "--explain"],
    "history": ["show", "--history"],
    "round 1": ["show", "--round", "1", "--slips", "--explain"],
}


def check_lines(screen: Screen, width: int) -> None:
    for line in screen.plain.split("\n"):
        cells = wcswidth(line)
        assert cells >= 0, line
        assert cells <= width, (cells, line)


def tables(text: str) -> Iterator[tuple[str, list[str]]]:
    """Every table of the format simple: its separator row, and its other rows."""
    lines = text.split("\n")
    for number, line in enumerate(lines):
        if re.fullmatch(r"-+(  -+)*", line):
            end = next(i for i in range(number, len(lines) + 1) if i == len(lines) or not lines[i].strip())
            first = next(i for i in range(number, -1, -1) if i == 0 or not lines[i - 1].strip())
            yield line, lines[first:number] + lines[number + 1 : end]


def check_columns(screen: Screen) -> int:
    """Check that every row of every table has space where its separator row has; the number of tables."""
    count = 0
    for separator, rows in tables(screen.plain):
        count += 1
        assert rows
        gaps = [match.start() for match in re.finditer("  ", separator)]
        for row in rows:
            assert wcswidth(row.rstrip()) <= len(separator), row
            for gap in gaps:
                if gap >= wcswidth(row):
                    continue
                ends = [i for i in range(len(row) + 1) if wcswidth(row[:i]) == gap]
                assert any(row[i : i + 2].strip() == "" for i in ends), (gap, row, separator)
    return count


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


# Colour


@pytest.fixture
def short(schrille: Command) -> Command:
    """A folder with a resolved round of short names."""
    played(schrille.folder, *NAMES["short"])
    return schrille


def test_colour_on_a_terminal(short: Command) -> None:
    screen = on_terminal(short.folder, "show")
    assert "\x1b[" in screen
    assert "\x1b" not in screen.plain
    assert screen.plain.rstrip("\n") == short("show").stdout.rstrip("\n")


@pytest.mark.parametrize(
    ("variables", "coloured"),
    [
        ({"NO_COLOR": "1"}, False),
        ({"NO_COLOR": "0"}, False),
        ({"NO_COLOR": ""}, True),
        ({"TERM": "dumb"}, False),
        ({"TERM": "vt100"}, True),
    ],
)
def test_when_there_is_colour(short: Command, variables: dict[str, str], coloured: bool) -> None:
    for args in (["show"], ["show", "--history", "--explain"]):
        assert ("\x1b" in on_terminal(short.folder, *args, **variables)) == coloured


def test_no_colour_in_a_pipe(short: Command) -> None:
    for args in (["show"], COMMANDS["all"], ["rules"], ["score"]):
        done = short(*args, env=environment(TERM="xterm-256color"))
        assert "\x1b" not in done.stdout + done.stderr


def test_no_colour_in_json(short: Command) -> None:
    screen = on_terminal(short.folder, "show", "--json", "--slips")
    assert "\x1b" not in screen
    assert screen.isascii()
    assert screen.count("\n") == 1
    assert json.loads(screen)["phase"] == "resolved"


@pytest.mark.parametrize("table_format", ["html", "github", "latex", "tsv", "rst"])
def test_no_colour_in_source_text(short: Command, table_format: str) -> None:
    assert "\x1b" not in on_terminal(short.folder, "show", "--format", table_format)


def test_colour_is_never_the_only_sign(short: Command) -> None:
    """Without colour the labels, the direction of moves and the fallen bands are still told."""
    text = on_terminal(short.folder, "show", NO_COLOR="1")
    for word in ("blue", "↑", "↓", "falls", "danger"):
        assert word in text


# Encodings and locales


PLAIN_LOCALES: list[dict[str, str | None]] = [
    {"LC_ALL": None, "LANG": "C"},
    {"LC_ALL": None, "LANG": "POSIX"},
    {"LC_ALL": "C", "LANG": "de_DE.UTF-8"},
    {"LC_ALL": "POSIX", "LANG": "C.UTF-8"},
    {"PYTHONIOENCODING": "ascii"},
    {"PYTHONIOENCODING": "ascii:strict"},
    {"PYTHONIOENCODING": "cp1252"},
    {"PYTHONIOENCODING": "latin-1"},
    {"LC_ALL": "C", "PYTHONUTF8": "0", "PYTHONCOERCECLOCALE": "0"},
]


@pytest.mark.parametrize("variables", PLAIN_LOCALES, ids=str)
def test_plain_signs(schrille: Command, variables: dict[str, str | None]) -> None:
    players, bands = ["Zoë", "李小龍", "Cid 🎲"], [f"{n:02} Café 樂" for n in range(30)]
    played(schrille.folder, players, bands)
    env = environment(**variables)
    for args in (COMMANDS["all"], ["undo"], ["resolve"], ["score", "--next"], ["rules"]):
        done = subprocess.run([SCHRILLE, *args], cwd=schrille.folder, env=env, capture_output=True, timeout=60)
        assert done.returncode == 0, done.stderr
        assert done.stderr == b""
        for arrow in "↑↓":
            assert arrow.encode() not in done.stdout
            assert f"\\u{ord(arrow):04x}".encode() not in done.stdout
    for args in (
        ["--help"],
        ["place", "--help"],
        ["new", "--help"],
        ["show", "-h"],
        ["frobnicate"],
        ["undo", "x"],
    ):
        done = subprocess.run([SCHRILLE, *args], cwd=schrille.folder, env=env, capture_output=True, timeout=60)
        assert b"Traceback" not in done.stderr
        assert done.returncode in (0, 2)
    done = subprocess.run([SCHRILLE, "place", "李", "x"], cwd=schrille.folder, env=env, capture_output=True)
    assert done.returncode == 1
    assert b"Traceback" not in done.stderr


@pytest.mark.parametrize(
    ("encoding", "zoe", "dragon"),
    [
        ("ascii", b"Zo\\xeb", b"\\u674e"),
        ("cp1252", b"Zo\xeb", b"\\u674e"),
        ("utf-8", "Zoë".encode(), "李".encode()),
    ],
)
def test_what_cannot_be_encoded_is_escaped(schrille: Command, encoding: str, zoe: bytes, dragon: bytes) -> None:
    played(schrille.folder, ["Zoë", "李", "Cid"], [f"{n:02} Café 樂" for n in range(30)])
    for args in (
        ["show"],
        COMMANDS["all"],
        ["show", "--format", "html"],
        ["show", "--format", "github"],
    ):
        env = environment(PYTHONIOENCODING=encoding)
        done = subprocess.run([SCHRILLE, *args], cwd=schrille.folder, env=env, capture_output=True, timeout=60)
        assert done.returncode == 0
        escaped = re.sub(rb"\\\\", rb"\\", done.stdout)
        assert zoe in escaped, args
        assert dragon in escaped, args


@pytest.mark.parametrize("variables", [{"PYTHONIOENCODING": "ascii"}, {"PYTHONIOENCODING": "cp1252"}], ids=str)
def test_escaped_names_stay_aligned(schrille: Command, variables: dict[str, str]) -> None:
    played(schrille.folder, *NAMES["CJK"])
    done = subprocess.run(
        [SCHRILLE, *COMMANDS["all"]], cwd=schrille.folder, env=environment(**variables), capture_output=True
    )
    screen = Screen(done.stdout.decode("cp1252"))
    check_lines(screen, 80)
    assert check_columns(screen) >= 5


def test_arrows_where_they_can_be_written(short: Command) -> None:
    for variables in ({}, {"LC_ALL": None, "LANG": "de_DE.UTF-8"}, {"LC_ALL": "en_US.UTF-8", "LANG": "C"}):
        text = short("show", env=environment(**variables)).stdout
        assert "↑" in text
        assert "↓" in text


# Table formats


AWKWARD_PLAYERS = ["A|B *b* _u_", "<b>&amp;</b> \\n", "$x^2$ 50% {c}", "`code` #1 ~t~", "'q' \"d\" [l](u)"]
AWKWARD_BANDS = [
    *(
        "Pipe | Pipes",
        "*bold* _under_ __dunder__",
        "<b>Bold</b> <script>",
        "Salt & Pepper &amp; &lt;",
        "back\\slash \\|",
    ),
    *("$ dollar $$ 100%", "{brace} {{x}} }{", "`tick` ``two``", "# no heading", "^caret~ !bang!", "[link](url)"),
    *("|leads", "trails|", "- a list", "+ plus", "1. number", "-", "|", "=eq= :colon: ; semi", "https://a.b/?c&d"),
    *("\"double\" 'single'", "a  b", "|| double ||", "!! wiki", "'''x'''", "@at", "\\textbf{x}", "&#42;"),
]
SOURCE = {
    "backslash": ["github", "pipe", "colon_grid", "rst", "jira"],
    "entities": ["mediawiki", "moinmoin", "textile", "youtrack", "asciidoc", "html", "unsafehtml"],
    "latex": ["latex", "latex_booktabs", "latex_longtable", "latex_raw"],
    "none": ["orgtbl", "tsv"],
}
LATEX = {
    r"\textbackslash{}": "\\",
    r"\textasciicircum{}": "^",
    r"\textasciitilde{}": "~",
    r"\^{}": "^",
    r"\~{}": "~",
    r"\ensuremath{<}": "<",
    r"\ensuremath{>}": ">",
    r"\ensuremath{|}": "|",
    r"\textbar{}": "|",
    r"\textquotedbl{}": '"',
    **{"\\" + char: char for char in "&%$#_{}"},
}


@pytest.fixture
def awkward(schrille: Command) -> Command:
    """A folder with a placing round of names that hold what formats use for themselves."""
    deck = load_deck(deck_file(schrille.folder, AWKWARD_BANDS))
    game = Game.new(list(zip(AWKWARD_PLAYERS, LABELS, strict=False)), seed="awkward", deck=deck)
    save(game, str(schrille.save))
    return schrille


def shown_tables(schrille: Command, table_format: str) -> str:
    """What show prints in a format, without the status at its end."""
    return schrille("show", "--format", table_format).stdout.rpartition("\n\n")[0]


def shown_bands(schrille: Command) -> list[str]:
    return [row["band"] for row in schrille.json("show")["chart"]]


def test_every_format_is_known_here() -> None:
    looked_at = {"plain", "simple", "presto", "pretty", "psql", "grid"}
    looked_at |= {name for name in tabulate.tabulate_formats if name.endswith(("_grid", "outline"))}
    known = looked_at | {name for names in SOURCE.values() for name in names}
    assert set(tabulate.tabulate_formats) <= known


@pytest.mark.parametrize("table_format", tabulate.tabulate_formats)
def test_every_format_prints(awkward: Command, table_format: str) -> None:
    done = awkward("show", "--format", table_format)
    assert done.stderr == ""
    assert "rank" in done.stdout


class Cells(HTMLParser):
    """The texts of the cells of tables, and the tags that were seen."""

    def __init__(self, text: str) -> None:
        super().__init__(convert_charrefs=True)
        self.tags: list[str] = []
        self.cells: list[str] = []
        self.open: list[str] = []
        self.feed(text)
        self.close()

    def handle_starttag(self, tag: str, attrs: Any) -> None:
        self.tags.append(tag)
        self.open.append(tag)
        if tag in ("td", "th"):
            self.cells.append("")

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag

    def handle_data(self, data: str) -> None:
        if self.open and self.open[-1] in ("td", "th"):
            self.cells[-1] += data


@pytest.mark.parametrize("table_format", ["html", "unsafehtml"])
def test_html_gives_the_names_back(awkward: Command, table_format: str) -> None:
    found = Cells(shown_tables(awkward, table_format))
    assert found.open == []
    assert set(found.tags) <= {"table", "thead", "tbody", "tr", "th", "td"}
    cells = [cell.strip() for cell in found.cells]
    for name in [*AWKWARD_PLAYERS, *shown_bands(awkward)]:
        assert name in cells


@pytest.mark.parametrize("args", [["show"], ["undo"], ["place", "A", *SLIPS[0].split()]], ids=lambda args: args[0])
def test_html_holds_no_tag_of_a_name(awkward: Command, args: list[str]) -> None:
    """The sentences beside the tables name players too."""
    if args[0] == "undo":
        awkward("place", "<b>", *SLIPS[1].split())
    text = awkward(*args, "--format", "html").stdout
    assert "<b>" not in text


@pytest.mark.parametrize("table_format", ["github", "pipe"])
def test_markdown_holds_no_mark_of_a_name(awkward: Command, table_format: str) -> None:
    status = awkward("show", "--format", table_format).stdout.rpartition("\n\n")[2]
    assert not re.search(r"(?<!\\)[*`<]", status)


def markdown_rows(text: str) -> Iterator[list[str]]:
    for line in text.splitlines():
        if line.startswith("|"):
            cells = re.split(r"(?<!\\)(?:\\\\)*\|", line)
            assert cells[0] == ""
            assert cells[-1].strip() == ""
            yield [cell.strip() for cell in cells[1:-1]]


def unescaped(text: str) -> str:
    """Text of Markdown with its backslashes resolved; nothing that means something may stand without one."""
    bare = re.sub(r"\\[!-/:-@\[-`{-~]", "", text)
    assert not re.search(r"[*_`<>\[\]|\\]", bare), text
    assert not re.search(r"&#?\w+;", bare), text
    return re.sub(r"\\([!-/:-@\[-`{-~])", r"\1", text)


@pytest.mark.parametrize("table_format", ["github", "pipe"])
def test_markdown_gives_the_names_back(awkward: Command, table_format: str) -> None:
    text = shown_tables(awkward, table_format)
    rows = list(markdown_rows(text))
    assert {len(row) for row in rows} == {4, 5}
    bands = [unescaped(row[1]) for row in rows if len(row) == 4 and row[0].isdigit()]
    assert [re.sub(" +", " ", band) for band in bands] == [re.sub(" +", " ", b) for b in shown_bands(awkward)]
    players = [unescaped(row[1]) for row in rows if len(row) == 5 and row[0].isdigit()]
    assert players == AWKWARD_PLAYERS


@pytest.mark.parametrize("table_format", ["mediawiki", "moinmoin", "textile", "youtrack", "asciidoc"])
def test_wikis_give_the_names_back(awkward: Command, table_format: str) -> None:
    text = shown_tables(awkward, table_format)
    plain = html.unescape(text)
    for name in [*AWKWARD_PLAYERS, *shown_bands(awkward)]:
        assert name in plain
        if len(name) > 2 and re.search(r"[|*<&{\[]", name):
            assert name not in text


@pytest.mark.parametrize("table_format", ["rst", "jira"])
def test_backslash_formats_give_the_names_back(awkward: Command, table_format: str) -> None:
    text = shown_tables(awkward, table_format)
    plain = re.sub(r"\\(.)", r"\1", text)
    for name in [*AWKWARD_PLAYERS, *shown_bands(awkward)]:
        assert name in plain, name
        if "*" in name or "_" in name:
            assert name not in text


@pytest.mark.parametrize("table_format", SOURCE["latex"])
def test_latex_gives_the_names_back(awkward: Command, table_format: str) -> None:
    text = shown_tables(awkward, table_format)
    pattern = re.compile("|".join(map(re.escape, sorted(LATEX, key=len, reverse=True))))
    cells = []
    for line in text.splitlines():
        if "&" in line and line.rstrip().endswith("\\\\"):
            row = re.split(r"(?<!\\)&", line.rstrip().removesuffix("\\\\"))
            assert len(row) in (4, 5), line
            assert not re.search(r"[%$#_^~]", pattern.sub("", line)), line
            cells += [pattern.sub(lambda match: LATEX[match[0]], cell).strip() for cell in row]
    for name in [*AWKWARD_PLAYERS, *shown_bands(awkward)]:
        assert name in cells, name


def test_org_rows_have_the_right_number_of_pipes(awkward: Command) -> None:
    text = awkward("show", "--format", "orgtbl").stdout
    rows = [line for line in text.splitlines() if line.startswith("|") and "-+-" not in line]
    assert {row.count("|") for row in rows} == {5, 6}


def test_tsv_rows_have_the_right_number_of_tabs(awkward: Command) -> None:
    text = awkward("show", "--format", "tsv").stdout
    rows = [line.split("\t") for line in text.splitlines() if "\t" in line]
    assert {len(row) for row in rows} <= {3, 4, 5}
    cells = {cell.strip() for row in rows for cell in row}
    assert cells >= {*AWKWARD_PLAYERS, *shown_bands(awkward)}


@pytest.mark.parametrize("table_format", ["plain", "simple", "grid", "psql", "pretty", "fancy_grid", "outline"])
def test_formats_that_are_looked_at_show_names_as_they_are(awkward: Command, table_format: str) -> None:
    text = shown_tables(awkward, table_format)
    for name in [*AWKWARD_PLAYERS, *shown_bands(awkward)]:
        assert name in text


@pytest.mark.parametrize("table_format", ["simple", "github", "html", "latex"])
def test_numbers_in_names_stay_as_they_are(schrille: Command, table_format: str) -> None:
    bands = [f"{n}.50" if n % 2 else f"0{n}" for n in range(20)]
    deck = load_deck(deck_file(schrille.folder, bands))
    save(Game.new({"007": "blue", "1e5": "red", "0x10": "green"}, seed="n", deck=deck), str(schrille.save))
    text = schrille("show", "--format", table_format).stdout
    for name in ["007", "1e5", "0x10", *shown_bands(schrille)]:
        assert re.search(rf"(?<![\w.]){re.escape(name)}(?![\w.])", text)
