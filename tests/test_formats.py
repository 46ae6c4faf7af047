"""Table formats: each prints names that hold what it uses for itself, so that they can be read back."""

from __future__ import annotations

import html
import re
from collections.abc import Iterator
from html.parser import HTMLParser
from typing import Any

import pytest
import tabulate
from conftest import LABELS, Command
from screens import SLIPS, deck_file

from schrille_cli.schrille import Game, load_deck, save

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
    "backslash": ["github", "pipe", "colon_grid", "rst"],
    "entities": ["jira", "mediawiki", "moinmoin", "textile", "youtrack", "asciidoc", "html", "unsafehtml"],
    "latex": ["latex", "latex_booktabs", "latex_longtable", "latex_raw"],
    "none": ["orgtbl", "tsv"],
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


# HTML


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


# Markdown


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


# Others


@pytest.mark.parametrize("table_format", ["jira", "mediawiki", "moinmoin", "textile", "youtrack", "asciidoc"])
def test_wikis_give_the_names_back(awkward: Command, table_format: str) -> None:
    text = shown_tables(awkward, table_format)
    plain = html.unescape(text)
    for name in [*AWKWARD_PLAYERS, *shown_bands(awkward)]:
        assert name in plain
        if len(name) > 2 and re.search(r"[|*<&{\[]", name):
            assert name not in text


def test_restructured_text_gives_the_names_back(awkward: Command) -> None:
    text = shown_tables(awkward, "rst")
    plain = re.sub(r"\\(.)", r"\1", text)
    for name in [*AWKWARD_PLAYERS, *shown_bands(awkward)]:
        assert name in plain, name
        if "*" in name or "_" in name:
            assert name not in text


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
    assert {len(row) for row in rows} == {4, 5}
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


@pytest.mark.parametrize("name", ["latex", "latex_raw", "latex_booktabs", "latex_longtable"])
@pytest.mark.parametrize("player", ["[2cm] Ann", "*Ann"])
def test_no_row_of_latex_begins_with_what_belongs_to_the_row_before(
    schrille: Command, name: str, player: str
) -> None:
    schrille.new(players={player: "blue", "Bob": "red", "Cid": "green"})
    schrille("resolve", "--missing", "pass")
    rows = [line.strip() for line in schrille("score", "--format", name).stdout.splitlines() if "Ann" in line]
    assert any(row.startswith("{}" + player[0]) for row in rows)
    assert not any(row.startswith(("[", "*")) for row in rows)
