"""Tab in real shells: what the line becomes, with quotes, colons, blanks and umlauts in what is completed."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterator
from pathlib import Path

import pytest
from conftest import SCHRILLE, Command
from offers import scored
from shells import SET_UP, Shell

from schrille_cli.schrille import Deck, Game, dumps
from schrille_cli.schrille.builtin import LABELS

SHELLS = ["bash", "zsh", "fish"]
SPECIAL = [
    "AC:DC: Live",
    "AC:DC: Studio",
    "Rock & Roll (live)",
    'Über "Q" $x!',
    "a=b=c",
    "Zug @ 9",
    "~tilde",
    "#hash",
    "wow*",
    "back\\slash",
    "it's `so`",
]


@pytest.fixture(scope="module")
def players(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with a scored round of Ann, O'Hara Lee, Zoë and Anton, and a deck file."""
    folder = scored(Command(tmp_path_factory.mktemp("players")))
    (folder / "my deck.toml").write_text("")
    (folder / "copy.toml").write_bytes((folder / "schrille.toml").read_bytes())
    (folder / "broken.toml").write_text("no save")
    (folder / "bin").mkdir()
    (folder / "bin" / "schrille").symlink_to(SCHRILLE)
    return folder


@pytest.fixture(scope="module")
def cards(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with a game whose next cards have names that shells make something of."""
    folder = tmp_path_factory.mktemp("cards")
    chart = [f"Card {number}" for number in range(14)]
    deck = Deck(LABELS, dict.fromkeys([*chart, *SPECIAL], ("red",)))
    game = Game.new({"Ann": "blue", "Bob": "red", "Cid": "green"}, seed="s", deck=deck, chart=chart)
    game.resolve(missing_pass=True)
    game.score()
    (folder / "schrille.toml").write_text(dumps(game), "utf-8")
    return folder


@pytest.fixture(params=SHELLS, scope="module")
def shell(request: pytest.FixtureRequest, players: Path) -> Iterator[Shell]:
    """Each shell, in the folder of players."""
    started = Shell(request.param, players)
    yield started
    started.close()


@pytest.fixture(params=SHELLS, scope="module")
def dealer(request: pytest.FixtureRequest, cards: Path) -> Iterator[Shell]:
    """Each shell, in the folder of cards."""
    started = Shell(request.param, cards)
    yield started
    started.close()


@pytest.mark.parametrize(
    ("typed", "becomes"),
    [
        ("schrille plac", "schrille place "),
        ("schrille label Ann=vio", "schrille label Ann=violet "),
        ("schrille label ann=vio", "schrille label ann=violet "),
        ("schrille label Ann=violet,or", "schrille label Ann=violet,orange "),
        ("schrille label Ann=violet ant", "schrille label Ann=violet Anton="),
        ("schrille label o", "schrille label O\\'Hara\\ Lee="),
        ("schrille label \"O'Hara Lee=o", 'schrille label "O\'Hara Lee=orange" '),
        ("schrille label O\\'Hara\\ Lee=o", "schrille label O\\'Hara\\ Lee=orange "),
        ("schrille label zoë", "schrille label Zoë="),
        ("schrille label Zoe\u0308=o", "schrille label Zoe\u0308=orange "),
        ("schrille show --hand z", "schrille show --hand Zoë "),
        ("schrille show --hand=z", "schrille show --hand=Zoë "),
        ("schrille show --reve", "schrille show --reveal "),
        ("schrille show --round ", "schrille show --round 1 "),
        ("schrille show --format=gith", "schrille show --format=github "),
        ("schrille show -g copy.toml --hand z", "schrille show -g copy.toml --hand Zoë "),
        ("schrille show -g 'copy.toml' --hand z", "schrille show -g 'copy.toml' --hand Zoë "),
        ("schrille show -g cop", "schrille show -g copy.toml "),
        ("schrille new --rules=b", "schrille new --rules=brettspielwelt "),
        ("schrille new --deck my", "schrille new --deck my\\ deck.toml "),
        ("schrille new --deck=my", "schrille new --deck=my\\ deck.toml "),
        ("schrille new --set danger", "schrille new --set danger_zone_pick="),
        ("schrille new -p Eve=vi", "schrille new -p Eve=violet "),
        ("schrille undo; schrille show --hand z", "schrille undo; schrille show --hand Zoë "),
        ("bin/schrille show --hand z", "bin/schrille show --hand Zoë "),
        ("~/bin/schrille show --hand z", "~/bin/schrille show --hand Zoë "),
        ("schrille completion z", "schrille completion zsh "),
        ("schrille --lang d", "schrille --lang de "),
    ],
)
def test_tab(shell: Shell, typed: str, becomes: str) -> None:
    assert shell.complete(typed) == becomes


@pytest.mark.parametrize(
    "typed",
    [
        "schrille label An",  # Ann or Anton
        "schrille label Ann=x",
        "schrille show -g broken.toml --hand A",
        "schrille show -g nowhere.toml --hand A",
        "schrille frobnicate A",
        "schrille place Ann 1",
        "schrille show --frobnicate A",
    ],
)
def test_tab_changes_nothing(shell: Shell, typed: str) -> None:
    assert shell.complete(typed) == typed
    assert not shell.complained


@pytest.mark.parametrize("name", SHELLS)
def test_scripts_in_files(players: Path, tmp_path: Path, name: str) -> None:
    """They can lie where a shell looks for them, and are good for more than one Tab."""
    text = Command(players)("completion", name).stdout
    places = {"bash": "completions/schrille", "zsh": "_schrille", "fish": ".config/fish/completions/schrille.fish"}
    path = tmp_path / places[name]
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text)
    lines = {"bash": [f"source {path}"], "zsh": [f"fpath=({tmp_path} $fpath)"], "fish": []}
    started = Shell(name, players, [*lines[name], *SET_UP[name][-3:-1]], HOME=str(tmp_path))
    for _ in range(3):
        assert started.complete("schrille show --hand z") == "schrille show --hand Zoë "
    started.close()


def test_a_list(shell: Shell) -> None:
    said = shell.offered("schrille label Ann=")
    assert all(label in said for label in LABELS if label != "blue")
    said = shell.offered("schrille ")
    assert "resolve" in said
    assert ("Move the bands" in said) == (shell.name != "bash")


def test_the_game_before_the_command(shell: Shell) -> None:
    """Bash does not tell what stands before a command; an exported variable it hands on."""
    if shell.name != "bash":
        line = "SCHRILLE_GAME=copy.toml schrille show --hand z"
        assert shell.complete(line) == "SCHRILLE_GAME=copy.toml schrille show --hand Zoë "
        line = "SCHRILLE_GAME=broken.toml schrille show --hand z"
        assert shell.complete(line) == line
    exported = "set -gx SCHRILLE_GAME broken.toml" if shell.name == "fish" else "export SCHRILLE_GAME=broken.toml"
    shell.run(exported)
    assert shell.complete("schrille show --hand z") == "schrille show --hand z"
    shell.run("set -e SCHRILLE_GAME" if shell.name == "fish" else "unset SCHRILLE_GAME")
    assert shell.complete("schrille show --hand z") == "schrille show --hand Zoë "


@pytest.mark.parametrize(
    ("typed", "becomes"),
    [
        ("ac", "AC:DC:\\ "),
        ("AC:DC:", "AC:DC:\\ "),
        ("AC:DC:\\ s", "AC:DC:\\ Studio "),
        ("rock\\ \\&", "Rock\\ \\&\\ Roll\\ \\(live\\) "),
        ("a=", "a=b=c "),
        ("a=b=", "a=b=c "),
        ("zug", "Zug\\ @\\ 9 "),
        ("Zug\\ @", "Zug\\ @\\ 9 "),
        ("\\#h", "\\#hash "),
        ("wow", "wow\\* "),
        ("ba", "back\\\\slash "),
        ("NEW=re", "NEW=red "),
        ("NEW=red,or", "NEW=red,orange "),
        ("U\u0308b", {"bash": 'Über\\ \\"Q\\"\\ \\$x\\! ', "zsh": 'Über\\ \\"Q\\"\\ \\$x\\! ', "fish": None}),
        ('"ac:dc: s', {"bash": '"AC:DC: Studio" ', "zsh": '"AC:DC: Studio" ', "fish": "AC:DC:\\ Studio "}),
        ("'AC:DC: s", {"bash": "'AC:DC: Studio' ", "zsh": "'AC:DC: Studio' ", "fish": None}),
        ("\\~t", {"bash": "\\~tilde ", "zsh": "\\~tilde ", "fish": None}),
        ("'it", {"bash": "'it'\\''s `so`' ", "zsh": "'it'\\''s `so`' ", "fish": "'it\\'s `so`' "}),
        ('"it', {"bash": '"it\'s \\`so\\`" ', "zsh": '"it\'s \\`so\\`" ', "fish": '"it\'s `so`" '}),
    ],
)
def test_names_that_mean_something_to_shells(
    dealer: Shell, typed: str, becomes: str | dict[str, str | None]
) -> None:
    wanted = becomes if isinstance(becomes, str) else becomes[dealer.name]
    made = dealer.complete(f"schrille next --band {typed}").removeprefix("schrille next --band ")
    assert wanted is None or made == wanted
    # whatever it looks like, the shell hands on the name
    if made.endswith(" "):
        dealer.run(f"printf '%s\\n' {made}> word.txt")
        word = (dealer.folder / "word.txt").read_text("utf-8").rstrip("\n")
        assert unicodedata.normalize("NFC", word) in {*SPECIAL, "NEW=red", "NEW=red,orange", "AC:DC: "}
