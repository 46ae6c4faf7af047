"""``deck check`` and ``deck show``: every fault with its line, warnings apart, and what a deck holds."""

from __future__ import annotations

import json

import pytest
from conftest import ROOT, Command
from processes import refused
from screens import check_columns, check_lines, on_terminal

from schrille_cli.schrille.builtin import DECK

LABELS = """[labels]
"Tiefblau" = "blue"
"Rotlicht" = "red"
"Moos" = "green"
"Gelbe Seiten" = "yellow"
"Veilchen" = "violet"
"Apfelsine" = "orange"
"""
PLACE = 'Error: "deck.toml", '


def bands(count: int = 14, first: int = 0) -> str:
    return "".join(f'"Kapelle {number:02}" = "blue, red"\n' for number in range(first, first + count))


def checked(schrille: Command, text: str, *args: str) -> list[str]:
    """The errors of a deck file that is refused, by ``deck check`` and by ``new`` alike."""
    (schrille.folder / "deck.toml").write_text(text, "utf-8")
    said = refused(schrille, "deck", "check", "deck.toml", *args)
    players = [word for name in "ABC" for word in ("-p", name)]
    assert refused(schrille, "new", *players, "--deck", "deck.toml") == said
    return said.splitlines()


def sound(schrille: Command, text: str) -> str:
    """What is said of a sound deck file, in one line."""
    (schrille.folder / "deck.toml").write_text(text, "utf-8")
    done = schrille("deck", "check", "deck.toml")
    assert done.stderr == ""
    return " ".join(done.stdout.split())


def test_every_fault_at_once_with_its_line(schrille: Command) -> None:
    text = f"""# My box
{LABELS}
[bands]
"Eins" = "blau, Rotlicht"
"Zwei" = "blue, red, green"
"eins" = "moos"  # as above
"Vier" = 4
" Fünf" = "gelbe s"
"Sechs\\u202e" = "veil"
Sieben = "Apfelsine, orange"
"Acht" = "r, v"
{bands()}
[cards]
number = 42
"""
    assert checked(schrille, text) == [
        PLACE + 'line 11, bands.Eins: there is no label "blau" '
        "(choose Tiefblau, Rotlicht, Moos, Gelbe Seiten, Veilchen or Apfelsine)",
        PLACE + 'line 12, bands.Zwei: "blue, red, green" is not one label or two different ones (R2)',
        PLACE + 'line 13, bands.eins: the band "eins" is there twice, also as "Eins"',
        PLACE + "line 14, bands.Vier: text is wanted here",
        PLACE + 'line 15, bands[" Fünf"]: the band " Fünf" has spaces around it or is not in composed form (NFC)',
        PLACE + 'line 16, bands["Sechs\\u202e"]: the band "Sechs\\u202e" holds the character U+202E',
        PLACE + 'line 17, bands.Sieben: "Apfelsine, orange" is not one label or two different ones (R2)',
        PLACE + "line 34, cards: this key is not known",
    ]


def test_every_line_that_is_no_toml(schrille: Command) -> None:
    text = f"""[bands]
{bands(12)}
"Eins" = blue
Die Zweiten = "red"
"Kapelle 03" = "red"
"Vier = "red"
"Fünf" = "rad"
"Sechs" "red"
"""
    hint = ' (a band is written as "NAME" = "label" or "NAME" = "label, label")'
    errors = checked(schrille, text)
    assert errors[0] == PLACE + "line 15: this is not TOML: Invalid value" + hint
    assert errors[1] == f"{PLACE}line 16: this is not TOML: Expected '=' after a key in a key/value pair{hint}"
    assert errors[2] == PLACE + "line 17: this key stands in line 5 already (leave one of them out)"
    assert errors[3].startswith(PLACE + "line 18: this is not TOML")
    assert errors[5].startswith(PLACE + "line 20: this is not TOML")
    assert errors[4].startswith(PLACE + 'line 19, bands["Fünf"]: there is no label "rad"')
    assert len(errors) == 6


def test_windows_line_ends_do_not_matter_for_lines(schrille: Command) -> None:
    text = f"[bands]\n{bands()}Eins = blue\nZwei = 'pink'\n".replace("\n", "\r\n")
    (schrille.folder / "deck.toml").write_bytes(b"\xef\xbb\xbf" + text.encode())
    errors = refused(schrille, "deck", "check", "deck.toml").splitlines()
    assert errors[0].startswith(PLACE + "line 16: this is not TOML")
    assert errors[1].startswith(PLACE + 'line 17, bands.Zwei: there is no label "pink"')


def test_a_value_over_several_lines_is_not_taken_apart(schrille: Command) -> None:
    text = f'[bands]\n"Eins" = """\nblue"""\n{bands()}"Zwei" = red\n"Drei" = pink\n'
    errors = checked(schrille, text)
    assert errors == [PLACE + "line 18, column 10: this is not TOML: Invalid value (mend the file)"]


def test_a_header_that_is_wrong_is_not_followed_by_more(schrille: Command) -> None:
    errors = checked(schrille, f"[bands\n{bands()}")
    assert len(errors) == 1
    assert errors[0].startswith(PLACE + "line 1: this is not TOML: Expected ']'")


def test_a_file_that_is_wrong_all_over(schrille: Command) -> None:
    errors = checked(schrille, "[bands]\n" + "Dear diary, no TOML today.\n" * 5000)
    assert len(errors) == 100
    assert errors[-1].startswith(PLACE + "line 101: ")


def test_labels_that_are_wrong_do_not_make_every_band_wrong(schrille: Command) -> None:
    five = LABELS.replace('"Moos" = "green"\n', "")
    errors = checked(schrille, f'{five}[bands]\n{bands()}"Eins" = "Moos"\n"Zwei" = "blue, blue"\n')
    assert errors == [
        PLACE + "line 1, labels: there are 5 labels, there must be 6 (R1)",
        PLACE + 'line 23, bands.Zwei: "blue, blue" is not one label or two different ones (R2)',
    ]


@pytest.mark.parametrize(
    ("text", "wrong"),
    [
        ("", "bands: the key is missing"),
        ("[bands]\n", "line 1, bands: there are 0 bands (at least 14 are wanted (R2))"),
        (f"{LABELS}[bands]\n{bands(13)}", "line 8, bands: there are 13 bands (at least 14 are wanted (R2))"),
        (f"bands = 3\n{LABELS}", "line 1, bands: a table is wanted here"),
        ("[labels]\n" + "[bands]\n" + bands(), "line 1, labels: there are 0 labels, there must be 6 (R1)"),
        (f"{LABELS}[bands]\n[bands]\n{bands()}", "line 9: this key stands in line 8 already"),
        (f"bands.Eins = 'blue'\n{LABELS}", "bands: there is 1 band (at least 14"),
    ],
)
def test_files_without_enough(schrille: Command, text: str, wrong: str) -> None:
    errors = checked(schrille, text)
    assert len(errors) == 1
    assert wrong in errors[0]


def test_a_box_of_42(schrille: Command) -> None:
    lines = [f'"{band}" = "{", ".join(labels)}"\n' for band, labels in DECK.bands.items()]
    out = sound(schrille, "[bands]\n" + "".join(lines))
    assert '"deck.toml": 42 bands' in out
    assert "label bands alone shared with" in out
    assert "blue 12 2 red 2, green 2, yellow 2, violet 2, orange 2" in out
    assert "orange 12 2 blue 2, red 2, green 2, yellow 2, violet 2" in out
    assert "Warning" not in out


def test_warnings(schrille: Command) -> None:
    text = f'{LABELS}[bands]\n{bands()}"Frost" = "blue"\n"Frostpunkt" = "green"\n"FROSTSCHUTZ" = "moos"\n'
    text += '"Die-Anderen" = "orange, violet"\n"Die anderen!" = "orange"\n"Kapelle" = "violet"\n'
    out = sound(schrille, text)
    assert "Warning: there are 20 bands, the box has 42 (R2)" in out
    counts = "Tiefblau 15, Rotlicht 14, Moos 2, Gelbe Seiten 0, Veilchen 2, Apfelsine 2"
    assert f"Warning: the labels have different numbers of bands: {counts}" in out
    assert (
        'Warning: "Frostpunkt" and "FROSTSCHUTZ" begin with "Frost" (to mean "Frost", type the whole name)' in out
    )
    assert 'Warning: "Die-Anderen" and "Die anderen!" may be the same band' in out
    assert '"Kapelle 04" … begin with "Kapelle"' in out
    assert out.count("Warning") == 5


def test_the_example(schrille: Command) -> None:
    out = " ".join(schrille("deck", "check", str(ROOT / "examples" / "deck.toml")).stdout.split())
    assert "21 bands" in out
    assert "Apfelsine 6 1 Tiefblau 1, Rotlicht 1, Grünspan 1, Gelbe Seiten 1, Veilchen 1" in out
    assert out.count("Warning") == 1


def test_labels_alone(schrille: Command) -> None:
    for text in (LABELS, LABELS + "[bands]\n"):
        out = sound(schrille, text)
        assert "Warning: there are no bands: this is for games whose cards come from the table" in out


def test_json(schrille: Command) -> None:
    (schrille.folder / "deck.toml").write_text(f'{LABELS}[bands]\n{bands()}"Frost" = "moos"\n', "utf-8")
    answer = schrille.json("deck", "check", "deck.toml")
    assert (answer["file"], answer["errors"], answer["bands"]) == ("deck.toml", [], 15)
    assert answer["labels"][0] == {"name": "Tiefblau", "colour": "blue", "bands": 14, "alone": 0}
    assert answer["labels"][2] == {"name": "Moos", "colour": "green", "bands": 1, "alone": 1}
    assert {"labels": ["Tiefblau", "Rotlicht"], "bands": 14} in answer["pairs"]
    assert len(answer["pairs"]) == 15
    assert answer["warnings"][0]["message"] == "there are 15 bands, the box has 42 (R2)"


def test_json_of_a_deck_file_that_is_wrong(schrille: Command) -> None:
    """Scripts find the faults in the answer, people on standard error; only the latter are translated."""
    (schrille.folder / "deck.toml").write_text(f'[bands]\n{bands()}"Frost" = "moos"\n', "utf-8")
    done = schrille("deck", "check", "deck.toml", "--json", code=1)
    assert done.stdout.count("\n") == 1
    answer = json.loads(done.stdout)
    assert answer["warnings"] == []
    assert [(fault["kind"], fault["message"]) for fault in answer["errors"]] == [
        ("name", 'there is no label "moos"')
    ]
    assert answer["errors"][0]["place"] == '"deck.toml", line 16, bands.Frost'
    assert "line 16" in done.stderr
    assert json.loads(schrille("deck", "check", "deck.toml", "--json", "--lang", "de", code=1).stdout) == answer


@pytest.mark.parametrize("width", [40, 60, 80])
def test_at_any_width(schrille: Command, width: int) -> None:
    for args in (["deck", "check", str(ROOT / "examples" / "deck.toml")], ["deck", "show"]):
        screen = on_terminal(schrille.folder, *args, width=width)
        assert screen.code == 0
        check_lines(screen, width)
        assert check_columns(screen) == 1


def test_standard_input(schrille: Command) -> None:
    out = schrille("deck", "check", "-", input="[bands]\n" + bands()).stdout
    assert out.startswith("standard input: 14 bands\n")
    wrong = "[bands]\nx = 'z'\n"
    assert "standard input, line 2, bands.x: " in schrille("deck", "check", "-", input=wrong, code=1).stderr


# show


def test_show(schrille: Command) -> None:
    (schrille.folder / "deck.toml").write_text(f'{LABELS}[bands]\n"A|B" = "red, moos"\n{bands()}', "utf-8")
    lines = schrille("deck", "show", "deck.toml").stdout.splitlines()
    assert lines[2].split() == ["A|B", "Rotlicht,", "Moos"]
    assert len(lines) == 2 + 15
    github = schrille("deck", "show", "deck.toml", "--format", "github").stdout
    assert "| A\\|B       | Rotlicht, Moos     |" in github
    shown = schrille.json("deck", "show", "deck.toml")
    assert shown["bands"][0] == {"band": "A|B", "labels": ["Rotlicht", "Moos"]}
    assert shown["labels"][3] == {"name": "Gelbe Seiten", "colour": "yellow"}
    (schrille.folder / "deck.toml").write_text("[bands]\nx = 'z'\n")
    assert "line 2" in refused(schrille, "deck", "show", "deck.toml")


def test_the_built_in_deck_as_a_table_makes_a_deck_file(schrille: Command) -> None:
    table = schrille("deck", "show", "--format", "tsv").stdout
    schrille("deck", "new", "--csv", "-", "-o", "deck.toml", input=table)
    shown = schrille.json("deck", "show")
    assert schrille.json("deck", "show", "deck.toml") == shown
    assert {entry["band"]: tuple(entry["labels"]) for entry in shown["bands"]} == DECK.bands
