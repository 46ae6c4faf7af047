"""The language of what is printed: who chooses it, and what stays the same in every one."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from email import message_from_bytes, policy

import pytest
from catalogues import commands
from conftest import PLAYERS, SLIP, Command, environment
from processes import files, finish, refused, start
from stages import THREE

from schrille_cli.kit.language import chosen

GERMAN = {"LC_ALL": None, "LANG": "de_DE.UTF-8"}
ENGLISH = {"LC_ALL": None, "LANG": "en_GB.UTF-8"}


def language(text: str) -> str:
    """The language of a help text: both Click's part and ours are in it."""
    said = {"Usage:": "en", "Options:": "en", "Start:": "en", "Aufruf:": "de", "Optionen:": "de", "Beginn:": "de"}
    found = [said[line.split(" ")[0]] for line in text.splitlines() if line.split(" ")[0] in said]
    assert len(found) == 3
    assert len(set(found)) == 1, text
    return found[0]


@pytest.mark.parametrize(
    ("variables", "args", "expected"),
    [
        ({}, [], "en"),
        (GERMAN, [], "de"),
        ({"LC_ALL": None, "LANG": "de_AT@euro"}, [], "de"),
        ({"LC_ALL": None, "LANG": "de"}, [], "de"),
        ({"LC_ALL": None, "LANG": None}, [], "en"),
        ({"LC_ALL": None, "LANG": "den_CA.UTF-8"}, [], "en"),
        ({"LC_ALL": None, "LANG": "fr_FR.UTF-8"}, [], "en"),
        ({**ENGLISH, "LC_MESSAGES": "de_CH.UTF-8"}, [], "de"),
        ({**GERMAN, "LC_MESSAGES": "en_GB.UTF-8"}, [], "en"),
        ({**ENGLISH, "LC_ALL": "de_DE.UTF-8"}, [], "de"),
        ({**GERMAN, "LC_ALL": "C"}, [], "en"),
        ({**GERMAN, "LC_ALL": "C.UTF-8", "LANGUAGE": "de"}, [], "en"),
        ({**ENGLISH, "LANGUAGE": "fr:de:en"}, [], "de"),
        ({**GERMAN, "LANGUAGE": "en:de"}, [], "en"),
        ({**GERMAN, "LANGUAGE": "fr"}, [], "de"),
        ({**ENGLISH, "SCHRILLE_LANG": "de"}, [], "de"),
        ({**GERMAN, "SCHRILLE_LANG": "en"}, [], "en"),
        ({**GERMAN, "SCHRILLE_LANG": ""}, [], "de"),
        ({"SCHRILLE_LANG": "de"}, ["--lang", "en"], "en"),
        ({"SCHRILLE_LANG": "en"}, ["--lang=de"], "de"),
        ({}, ["--lang", "en", "--lang", "de"], "de"),
        ({"SCHRILLE_LANG": "DE"}, [], "de"),
        ({"SCHRILLE_LANG": "de_DE"}, [], "de"),
        ({"SCHRILLE_LANG": "de_DE.UTF-8"}, [], "de"),
        ({**GERMAN, "SCHRILLE_LANG": "en_GB"}, [], "en"),
        ({}, ["--lang", "de-AT"], "de"),
    ],
)
def test_the_language_is_chosen(
    schrille: Command, variables: dict[str, str | None], args: list[str], expected: str
) -> None:
    variables = {"LANGUAGE": None, **variables}
    assert language(schrille(*args, "--help", env=environment(**variables)).stdout) == expected


def test_the_language_is_chosen_for_a_verb(schrille: Command) -> None:
    schrille.new()
    german = environment(**GERMAN)
    assert "Runde 1, Eingabe." in schrille("show", env=german).stdout
    assert "Runde 1, Eingabe." in schrille("--lang", "de", "show").stdout
    assert "Runde 1, Eingabe." in schrille("--lang", "en", "show", "--lang=de").stdout
    assert "Round 1, placing." in schrille("--lang", "de", "show", "--lang", "en", env=german).stdout
    assert "Fehler:" in refused(schrille, "score", "--lang", "de")
    assert "Error:" in refused(schrille, "score", env=environment(LANGUAGE="de"))


def test_an_unknown_language_is_refused(schrille: Command) -> None:
    for args in (["--lang", "fr", "show"], ["show", "--lang", "fr"], ["show", "--lang"]):
        assert "--lang" in schrille(*args, code=2).stderr
    assert "SCHRILLE_LANG" in schrille("--help").stdout
    for unknown in ("fr", "fr_FR.UTF-8", "den", "de!", "german"):
        assert f"'{unknown}'" in schrille("show", code=2, env=environment(SCHRILLE_LANG=unknown)).stderr


@pytest.mark.parametrize(
    ("args", "expected"),
    [
        (["place", "Ann", "--", "--lang", "de"], "en"),
        (["--lang"], "en"),
        (["--lang", "de", "--lang"], "en"),
        (["show", "--language=de"], "en"),
        (["show", "--lang=de", "--", "x"], "de"),
    ],
)
def test_only_an_option_chooses(args: list[str], expected: str) -> None:
    assert chosen(args, {}) == expected


def test_the_module_speaks_the_language_too(schrille: Command) -> None:
    run = [sys.executable, "-m", "schrille_cli", "--help"]
    done = subprocess.run(run, cwd=schrille.folder, env=environment(**GERMAN), capture_output=True, check=True)
    assert language(done.stdout.decode()) == "de"


@pytest.mark.parametrize(
    ("line", "value", "german", "english"),
    [
        ("schrille sh", "show", "Punkteleiste", "score track"),
        ("schrille odds --bot r", "random", "Zufall", "chance"),
    ],
)
def test_completions_are_in_the_language(
    schrille: Command, line: str, value: str, german: str, english: str
) -> None:
    words = line.split()
    typed = {"_SCHRILLE_COMPLETE": "zsh_complete", "COMP_WORDS": "\n".join(words), "COMP_LINE": line}
    typed["COMP_CWORD"] = str(len(words) - 1)
    for locale, word in ((GERMAN, german), (ENGLISH, english)):
        _kind, found, help, *_rest = schrille(env=environment(**typed, **locale)).stdout.splitlines()
        assert found == value
        assert word in help


# A game in which every command is used that makes or changes one, and some that are refused.
COMMANDS = [
    ["new", *(word for pair in PLAYERS.items() for word in ("-p", "=".join(pair))), "--seed", "s", "--deal-hands"],
    ["undo"],
    ["place", "Ann", *SLIP.split(), "--dry-run"],
    ["place", "Bob", "--bot", "fan"],
    ["place", "Cid", "--bot", "nobody"],
    ["show", "--hand", "Ann"],
    ["resolve", "--missing", "pass", "--explain"],
    ["undo"],
    ["resolve", "--missing", "pass"],
    ["score"],
    ["label", "Ann=orange", "Bob=orange,violet"],
    ["undo"],
    ["adjust", "Ann", "-3", "--reason", "too late"],
    ["undo"],
    ["next", "--hands"],
    ["amend", "1", "Ann", *SLIP.split(), "--dry-run"],
    ["show", "--history", "--slips"],
    ["rules"],
    ["verify", "schrille.toml", "nothing.toml"],
    ["schema", "show"],
    ["simulate", "-n", "20", "--seed", "s", "--bot", "rival", "--bot", "random", "--set", "retire_at=25,45"],
]


def test_programs_read_the_same_in_every_language(schrille: Command) -> None:
    """The answers as JSON and the saves are the same bytes; so are errors, where ``--json`` is asked for."""
    runs = []
    for name in ("en", "de"):
        schrille.save.unlink(missing_ok=True)
        said = []
        for args in COMMANDS:
            (done,) = finish([start(schrille.folder, *args, "--json", env=environment(SCHRILLE_LANG=name))])
            said.append((*done, files(schrille.folder).get("schrille.toml")))
        runs.append(said)
    assert runs[0] == runs[1]
    assert [code for code, *_ in runs[0]].count(0) > 10
    assert all(json.loads(out) for code, out, *_ in runs[0] if code == 0)
    assert {json.loads(err)["kind"] for code, _, err, _ in runs[0] if code} == {"undo", "slip", "bot", "save"}


def test_spreadsheets_and_schemas_are_the_same_in_every_language(schrille: Command) -> None:
    simulate = ("simulate", "-n", "20", "--seed", "s", "--bot", "rival", "--bot", "random")
    for args in ((*simulate, "--csv"), ("schema",), ("schema", "error")):
        said = [schrille(*args, "--lang", name).stdout for name in ("en", "de")]
        assert said[0] == said[1]
        assert len(said[0]) > 1000


def test_chances_are_the_same_in_every_language(schrille: Command) -> None:
    schrille.new()
    found = [schrille.json("odds", "-n", "20", "--seconds", "60", "--lang", name) for name in ("en", "de")]
    assert [data.pop("seconds") > 0 for data in found] == [True, True]
    assert found[0] == found[1]


def test_figures_have_a_decimal_comma_in_german(schrille: Command) -> None:
    """The same digits, but for what is typed, such as the value of an option."""
    simulate = ("simulate", "-n", "20", "--seed", "s", "--format", "tsv")
    english, german = (schrille(*simulate, "--lang", name).stdout for name in ("en", "de"))
    figures = [re.findall(r"\d+[.,]\d+(?: %)?", text) for text in (english, german)]
    assert len(figures[0]) > 50
    assert not any("," in figure for figure in figures[0])
    assert [figure.replace(".", ",") for figure in figures[0]] == figures[1]
    schrille.new()
    assert re.search(
        r"\d,\d % bis \d+,\d %\n.* in \d,\d Sekunden",
        schrille("odds", "-n", "9", "--lang", "de").stdout,
        re.DOTALL,
    )
    assert "1.5" in schrille("odds", "--help", "--lang", "de").stdout


def test_the_save_does_not_know_the_language(schrille: Command) -> None:
    saves = []
    commands = [["new", *THREE, "--seed", "s"], ["place", "A", *SLIP.split()], ["resolve", "--missing", "pass"]]
    for name in ("en", "de"):
        schrille.save.unlink(missing_ok=True)
        for args in (*commands, ["score", "--next"], ["undo"], ["score"], ["label", "A=violet"], ["next"]):
            schrille(*args, "--lang", name)
        saves.append(schrille.save.read_bytes())
    assert saves[0] == saves[1]


def test_faults_are_said_in_german(schrille: Command) -> None:
    schrille.new()
    err = refused(schrille, "--lang", "de", "place", "Ann", "15+3", "14+3", "9", "7-9", "7-1", "8p")
    assert err.splitlines() == [
        f"Fehler: der Zettel von Ann, {said}"
        for said in (
            "Eintrag 1: ein Loch dieser Nummer gibt es nicht (die Löcher gehen von 1 bis 14)",
            "Eintrag 3: das ist kein Chip in einem Loch (schreib Loch und Chip, dazwischen Leerzeichen, etwa "
            "14+3, 9-2, 1:no1 oder 8:pick)",
            "Eintrag 4 (Loch 7): im Beutel ist kein Chip von diesem Wert (seine Werte sind -4, -3, -2, -1, +1, "
            "+2, +3, +4)",
            "Eintrag 4 und Eintrag 5: in Loch 7 liegen 2 Chips (leg jeden Chip in ein eigenes Loch (R7))",
        )
    ] + [
        "Fehler: der Zettel von Ann: mindestens 1 davon fehlt noch: 1 Einflusschip und Neue Nummer 1 (no1) (was "
        "nicht zu lesen ist, kann der Rest sein (R7))"
    ]
    assert refused(schrille, "--lang", "de", "show", "-g", "nichts.toml") == (
        'Fehler: "nichts.toml": diese Datei gibt es nicht (beginne ein Spiel mit schrille new, oder nenne seine '
        "Datei mit --game)\n"
    )


def test_what_the_system_says_is_said_in_german(schrille: Command) -> None:
    (schrille.folder / "kaputt.toml").write_text('game = "schrille-stille\n')
    said = refused(schrille, "--lang", "de", "show", "-g", "kaputt.toml")
    assert said.startswith(
        "Fehler: \"kaputt.toml\", Zeile 1, Spalte 24: das ist kein TOML: das Zeichen '\\n' ist hier"
    )
    (schrille.folder / "ende.toml").write_text("a = [1, 2")
    assert '"ende.toml", ganz am Ende: das ist kein TOML: eine Liste' in refused(
        schrille, "--lang", "de", "show", "-g", "ende.toml"
    )
    folder = schrille.folder / "keine" / "datei.toml"
    new = ["new", *THREE, "-g", str(folder), "--lang", "de"]
    assert "der Spielstand lässt sich nicht sperren: diese Datei oder diesen Ordner gibt es nicht" in refused(
        schrille, *new
    )


# Words that no English sentence is without for long, and that are none in German.
ENGLISH_WORDS = re.compile(
    r"\b(?:a|and|are|as|at|by|each|every|for|from|has|is|it|not|of|on|or|that|the|to|with)\b"
)


@pytest.mark.parametrize("command", commands(), ids=" ".join)
def test_no_help_is_english_in_german(schrille: Command, command: tuple[str, ...]) -> None:
    english, german = (schrille(*command, "--help", "--lang", name).stdout for name in ("en", "de"))
    assert len(ENGLISH_WORDS.findall(english)) > 3
    assert ENGLISH_WORDS.findall(german.partition("Beispiel:")[0].replace("--from", "")) == []
    assert ("Beispiel:" in german) is bool(command)


def test_mails_are_in_the_language_of_their_game(schrille: Command) -> None:
    """Whoever runs the batch, and whatever that one reads: what programs read is the same in every language."""
    (schrille.folder / "games").mkdir()
    for name in ("en", "de"):
        mail = ["--mail", "A=a@b.example", "--moderator-mail", "m@b.example", "-g", f"games/{name}.toml"]
        schrille("new", *THREE, "--seed", "s", *mail, "--lang", name)
    schrille.folder.joinpath("in").mkdir()
    batch = ("mail", "batch", "games", "--inbox", "in", "--outbox", "out")
    said = [schrille(*batch, "--json", "--dry-run", "--lang", name).stdout for name in ("en", "de")]
    assert said[0] == said[1]
    assert "2 Spielstände" in schrille(*batch, "--lang", "de").stdout
    texts = {}
    for path in (schrille.folder / "out").glob("*.eml"):
        sent = message_from_bytes(path.read_bytes(), policy=policy.default)
        texts[sent["Subject"].partition(":")[0]] = sent.get_content()
    assert len(ENGLISH_WORDS.findall(texts["en"])) > 20
    assert ENGLISH_WORDS.findall(texts["de"].replace("end of schrille-cli", "")) == []
