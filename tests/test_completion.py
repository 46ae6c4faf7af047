"""What shells are offered: commands, options, and the names of the game at hand."""

from __future__ import annotations

import os
import subprocess
import unicodedata
from collections.abc import Iterator
from pathlib import Path

import click
import pytest
from conftest import PLAYERS, SLIP, Command, environment
from offers import answer, asked, offered, scored
from sound_saves import TEXTS
from test_purity import loaded, unwanted

from schrille_cli.cli import TABLE, root
from schrille_cli.schrille import Deck, Game, dumps, loads
from schrille_cli.schrille.builtin import DECK, LABELS
from schrille_cli.schrille.rules import PRESETS


@pytest.fixture
def four(schrille: Command) -> Path:
    """The folder of `scored`."""
    return scored(schrille)


ALL = ["Ann", "O'Hara Lee", "Zoë", "Anton"]
CASES = {
    "schrille ": list(TABLE),
    "schrille plac": ["place"],
    "schrille --ver": ["--version"],
    "schrille --lang ": ["en", "de"],
    "schrille --lang=d": ["--lang=de"],
    "schrille --lang de sh": ["show"],
    "schrille completion ": ["bash", "zsh", "fish"],
    "schrille resolve --re": ["--reveal"],
    "schrille resolve --missing ": ["pass"],
    "schrille show --format gi": ["github"],
    "schrille show --format=gi": ["--format=github"],
    "schrille new --rules ": list(PRESETS),
    "schrille new --set label_o": ["label_order="],
    "schrille new --set label_order=": ["label_order=last-place-first", "label_order=first-come"],
    "schrille new --set bag.+": ["bag.+1=", "bag.+2=", "bag.+3=", "bag.+4="],
    "schrille new --set target=": [],
    "schrille new -p ": [],
    "schrille new -p Ann=": [f"Ann={label}" for label in LABELS],
    "schrille new -p Ann=blue -p Bob=b": [],
    "schrille new -p Ann=blue --player Bob=gr": ["Bob=green"],
    "schrille new --deck ": ["file"],
    "schrille new --chart ca": ["file"],
    "schrille new --deck=ca": ["file"],
    "schrille place --from ": ["file"],
    "schrille chart -o ": ["file"],
    "schrille chart -": [
        "-o",
        "--output",
        "-g",
        "--game",
        "--json",
        "--format",
        "--lang",
        "-h",
        "--help",
    ],
    "schrille show -g ": ["file"],
    "schrille show --game ./": ["file"],
    "schrille show --hand ": ALL,
    "schrille show --hand z": ["Zoë"],
    "schrille show --hand an": ["Ann", "Anton"],
    "schrille show --hand=o": ["--hand=O'Hara Lee"],
    "schrille show --hand x": [],
    "schrille show --round ": ["1"],
    "schrille show --json ": [],
    "schrille label ": [f"{player}=" for player in ALL],
    "schrille label ant": ["Anton="],
    "schrille label Anton=violet ": ["Ann=", "O'Hara Lee=", "Zoë="],
    "schrille label an=x ": [f"{player}=" for player in ALL],
    "schrille label Ann=": [f"Ann={label}" for label in LABELS if label != "blue"],
    "schrille label ann=vi": ["ann=violet"],
    "schrille label Ann=violet,": ["Ann=violet,red", "Ann=violet,green", "Ann=violet,yellow", "Ann=violet,orange"],
    "schrille label Ann=violet,O": ["Ann=violet,orange"],
    "schrille label --frobnicate Ann=vi": ["Ann=violet"],
    "schrille label Nobody=vi": ["Nobody=violet"],
    "schrille frobnicate ": [],
    "schrille place --frobnicate ": [],
    "schrille place Ann --bot ": ["random", "fan", "rival", "scout"],
    "schrille place Ann --bot r": ["random", "rival"],
    "schrille place Ann --bot=SC": ["--bot=scout"],
    "schrille place Ann --bot own": ["file"],
    "schrille place Ann --bot own.py:s": [],
    "schrille place Ann --hand ": [],
    "schrille show -x ": [],
    "schrille undo ": [],
    "schrille deck ": ["new", "check", "show"],
    "schrille deck check ": ["file"],
    "schrille mail ": ["batch", "send", "list", "accept", "extend", "remind", "address", "leave", "check"],
    "schrille mail send ": ["file"],
    "schrille mail send out --settings ": ["file"],
    "schrille amend ": ["1"],
    "schrille odds --bot r": ["random", "rival"],
    "schrille odds --bot=fa": ["--bot=fan"],
    "schrille verify a.toml b": ["file"],
    "schrille schema dec": ["deck", "deck-check", "deck-new", "deck-show"],
    "schrille schema show ": [],
    "schrille amend 1 ": ALL,
    "schrille amend 1 Ann ": [],
    "schrille adjust z": ["Zoë"],
    "schrille adjust Ann ": [],
    "schrille next --band ": [],
}


@pytest.mark.parametrize("shell", ["bash", "zsh", "fish"])
def test_what_is_offered(four: Path, shell: str) -> None:
    lines = CASES if shell == "fish" else dict(list(CASES.items())[::4])
    for line, words in lines.items():
        found = offered(four, line, shell)
        if shell == "bash":
            words = [word.replace("'", "\\'").replace(" ", "\\ ") for word in words]
        assert found == words, line


def test_open_words_and_help(four: Path) -> None:
    """A word that goes on has no space behind it; zsh and fish show what commands and options do."""
    assert answer(four, asked("bash", "schrille label ant")) == "open,Anton=\n"
    assert answer(four, asked("zsh", "schrille label ant")) == "open\nAnton=\n\n"
    assert answer(four, asked("fish", "schrille plac")) == f"plain,place\t{TABLE['place'].help}\n"
    assert answer(four, asked("zsh", "schrille plac")) == f"plain\nplace\n{TABLE['place'].help}\n"
    scout = "plain,scout\tTries slips in rounds that may come, and places the one that does best.\n"
    assert answer(four, asked("fish", "schrille place Ann --bot sc")) == scout
    assert "The save file." in answer(four, asked("fish", "schrille show --ga"))


def test_bash_is_given_the_rest_of_the_word(four: Path) -> None:
    """It replaces what stands behind its last word break; quotes that are open stay so."""
    breaks = " \t\n\"'@><=;|&(:"
    for line, typed, rest in [
        ("schrille label Ann=vi", "vi", "violet"),
        ('schrille label "Ann"=vi', "vi", "violet"),
        ("schrille show --hand o", "o", "O\\'Hara\\ Lee"),
        ("schrille show --hand 'O", "O", "O'\\''Hara Lee"),
        ('schrille show --hand "O', "O", "O'Hara Lee"),
        ("schrille label O\\'Hara\\ Lee=or", "or", "orange"),
        ("schrille show --hand=Z", "Z", "Zoë"),
    ]:
        variables = {**asked("bash", line), "COMP_TYPED": typed, "COMP_BREAKS": breaks}
        assert answer(four, variables) == f"plain,{rest}\n", line


def test_umlauts_in_both_forms(four: Path) -> None:
    for typed in ("zoë", "Zoe\u0308", "ZOE\u0308"):
        assert offered(four, f"schrille show --hand {typed}", "bash") == ["Zoë"]
        assert offered(four, f"schrille show --hand {typed}", "zsh") == ["Zoë"]
    # Fish takes only what begins as typed.
    assert offered(four, "schrille show --hand Zoe\u0308") == ["Zoe\u0308"]
    assert [unicodedata.normalize("NFC", word) for word in offered(four, "schrille show --hand zo")] == ["Zoë"]


def test_letters_are_not_taken_away(schrille: Command) -> None:
    """Names that differ in the case of what is typed are offered as typed, since a shell takes what they share."""
    schrille.new(players={"ANNa": "blue", "annB": "red", "Cid": "green"})
    assert offered(schrille.folder, "schrille show --hand anN", "bash") == ["anNa", "anNB"]
    assert offered(schrille.folder, "schrille show --hand anna", "bash") == ["ANNa"]


# The game at hand


def test_who_places_next(schrille: Command) -> None:
    schrille.new()
    schrille("place", "Bob", *SLIP.split())
    folder = schrille.folder
    assert offered(folder, "schrille place ") == ["Ann", "Cid", "Dora"]
    assert offered(folder, "schrille place --replace ") == ["Bob"]
    assert offered(folder, "schrille place --dry-run c") == ["Cid"]
    assert offered(folder, "schrille place Ann ") == []
    assert offered(folder, "schrille place Ann 14+3 ") == []
    schrille("place", "--from", "-", input="".join(f"{name}: {SLIP}\n" for name in ("Ann", "Cid", "Dora")))
    assert offered(folder, "schrille place ") == list(PLAYERS)


def test_claims_in_the_opening(schrille: Command) -> None:
    """Labels that are held are not free then; after a scoring, their holders may leave them."""
    schrille.save.write_text(dumps(Game.new({"Ann": "blue", "Bob": None, "Cid": None}, seed="s")), "utf-8")
    assert offered(schrille.folder, "schrille label Bob=") == [
        f"Bob={label}" for label in LABELS if label != "blue"
    ]


def test_labels_and_colours_of_a_deck(schrille: Command) -> None:
    names = {f"Label {letter}": colour for letter, colour in zip("ABCDEF", LABELS, strict=True)}
    bands = {
        band: tuple(f"Label {'ABCDEF'[list(LABELS).index(label)]}" for label in labels)
        for band, labels in DECK.bands.items()
    }
    game = Game.new(dict.fromkeys(PLAYERS), seed="s", deck=Deck(names, bands))
    schrille.save.write_text(dumps(game), "utf-8")
    folder = schrille.folder
    assert offered(folder, "schrille label Ann=") == [f"Ann={name}" for name in names]
    assert offered(folder, "schrille label Ann=g") == ["Ann=green"]
    assert offered(folder, "schrille label Ann=green,l", "bash") == [
        f"Ann=green,Label\\ {letter}" for letter in "ABDEF"
    ]
    lines = [f'"{name}" = "{colour}"\n' for name, colour in names.items()]
    lines += ["[bands]\n", *(f'"{band}" = "{", ".join(labels)}"\n' for band, labels in bands.items())]
    (folder / "deck.toml").write_text("[labels]\n" + "".join(lines), "utf-8")
    assert offered(folder, "schrille new --deck deck.toml -p Ann=gr") == ["Ann=green"]
    assert offered(folder, "schrille new --deck deck.toml -p Ann=blue -p Bob=")[0] == "Bob=Label B"
    assert offered(folder, "schrille new --deck no.toml -p Ann=") == []


def test_cards_from_the_table(schrille: Command) -> None:
    (schrille.folder / "chart.txt").write_text("\n".join(list(DECK.bands)[:14]))
    schrille.new("--chart", "chart.txt")
    schrille("resolve", "--missing", "pass")
    schrille("score")
    coming = list(DECK.bands)[14:]
    folder = schrille.folder
    assert offered(folder, "schrille next --band ") == coming
    first = coming[0]
    assert offered(folder, f'schrille next --band "{first.upper()}" --band ') == coming[1:]
    assert offered(folder, "schrille next --band New=vi") == ["New=violet"]
    assert offered(folder, "schrille next --band New=violet,o") == ["New=violet,orange"]
    seen = next(iter(DECK.bands))
    assert offered(folder, f"schrille next --band {seen[:4]}") == [b for b in coming if b.startswith(seen[:4])]


def test_bands_of_the_game(schrille: Command) -> None:
    """Those of the chart by place, then those that have left; none that is still in the deck."""
    schrille.save.write_text(TEXTS["rich"], "utf-8")
    state = loads(TEXTS["rich"]).state
    found = offered(schrille.folder, "schrille show --band ")
    assert found == [*state.opened.chart, *state.gone]
    assert len(state.gone) > 2
    assert offered(schrille.folder, f"schrille show --band {state.gone[0].lower()}") == [state.gone[0]]


def test_rounds(schrille: Command) -> None:
    schrille.save.write_text(TEXTS["rich"], "utf-8")
    assert offered(schrille.folder, "schrille show --round ") == ["4", "3", "2", "1"]
    assert offered(schrille.folder, "schrille show --round 3") == ["3"]


def test_the_game_at_hand(schrille: Command) -> None:
    """The line's own game wins over the environment's, and that over the one of the folder."""
    for name, player in (("schrille", "Ann"), ("env", "Eve"), ("line", "Lea")):
        schrille.new("-g", f"{name}.toml", players={player: "blue", "Bob": "red", "Cid": "green"})
    folder = schrille.folder
    for shell in ("bash", "zsh", "fish"):
        assert offered(folder, "schrille place ", shell)[0] == "Ann"
        assert offered(folder, "schrille place ", shell, SCHRILLE_GAME="env.toml")[0] == "Eve"
        assert offered(folder, "schrille place -g line.toml ", shell, SCHRILLE_GAME="env.toml")[0] == "Lea"
        assert offered(folder, "schrille place --game=line.toml ", shell)[0] == "Lea"
        assert offered(folder, "schrille show -g line.toml --hand ", shell)[0] == "Lea"
    assert offered(folder, "SCHRILLE_GAME=line.toml schrille place ")[0] == "Lea"
    line = "SCHRILLE_GAME=line.toml schrille show; X=1 SCHRILLE_GAME=env.toml schrille place "
    zsh = {"COMP_WORDS": "schrille\nplace\n", "COMP_LINE": line, "_SCHRILLE_COMPLETE": "zsh_complete"}
    assert answer(folder, zsh).splitlines()[1] == "Eve"
    zsh["COMP_LINE"] = "SCHRILLE_GAME=line.toml schrille show; schrille place "
    assert answer(folder, zsh).splitlines()[1] == "Ann"
    assert offered(folder, "schrille place -g ~/line.toml ", HOME=str(folder))[0] == "Lea"
    assert offered(folder, "schrille place -g $THERE/line.toml ", THERE=str(folder))[0] == "Lea"


# The verb, and what hangs together


def test_the_script(schrille: Command) -> None:
    for shell in ("bash", "zsh", "fish"):
        text = schrille("completion", shell).stdout
        assert "_SCHRILLE_COMPLETE" in text
        assert answer(schrille.folder, {"_SCHRILLE_COMPLETE": f"{shell}_source"}) == text
        assert schrille.json("completion", shell) == {"shell": shell, "script": text}
    assert "'tcsh' is not one of" in schrille("completion", "tcsh", code=2).stderr
    schrille("completion", code=2)


def commands(group: click.Group) -> Iterator[click.Command]:
    """Every command of a group and of the groups in it."""
    with click.Context(group) as context:
        for name in group.list_commands(context):
            command = group.get_command(context, name)
            assert command
            yield from commands(command) if isinstance(command, click.Group) else [command]


def test_every_file_and_player_can_be_completed() -> None:
    seen = 0
    for command in commands(root()):
        for param in command.params:
            if param.metavar in ("FILE", "PLAYER", "RESULT", "[RECEIPT]..."):
                assert param._custom_shell_complete, (command.name, param.name)
                seen += 1
    assert seen >= len(TABLE) + 8


def test_nothing_is_loaded_before_a_shell_asks(schrille: Command) -> None:
    schrille.new()
    heavy = ("click.shell_completion", "schrille_cli.kit.shells", "shlex")
    for args in (["show"], ["place", "Ann", *SLIP.split()], ["--help"]):
        assert unwanted(loaded(schrille.folder, *args), *heavy) == []


def test_commands_are_offered_without_loading_them(schrille: Command) -> None:
    code = """
import sys
from schrille_cli.cli import run
run()
print(*sys.modules, file=sys.stderr)
"""
    variables = asked("bash", "schrille ")
    done = subprocess.run(
        ["env", *(f"{key}={value}" for key, value in variables.items()), os.sys.executable, "-c", code],
        cwd=schrille.folder,
        env=environment(),
        capture_output=True,
        text=True,
        check=True,
    )
    assert "plain,resolve" in done.stdout
    assert "schrille_cli.schrille.commands" not in done.stderr
