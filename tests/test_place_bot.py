"""``place --bot``: a bot on an empty seat, in every phase, with hands dealt or drawn; nothing tells its chips."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from pathlib import Path

import pytest
from conftest import PLAYERS, Command
from dialogs import Dialog
from evenings import to_line
from processes import refused
from stages import at
from test_privacy import CHIP

from schrille_cli.schrille import Game, bots, load, save

HAND = "+4 +3 +2 -1 -2 -3 -4"
OWN = """
def shy(seen):
    print("loud", seen.hand)
    return next(iter(seen.legal))

def fails(seen):
    raise ValueError(f"my hand is {seen.hand}")

def cheats(seen):
    return next(iter(seen.legal))._replace(influence=tuple(zip(range(14, 9, -1), (4, 4, 4, 4, 4))))

def odd(seen):
    return next(iter(seen.legal))._replace(no1="2:no1")

def silent(seen):
    return None

def a_name_that_is_longer_than_forty_characters(seen):
    return next(iter(seen.legal))
"""


@pytest.fixture
def dealt(schrille: Command) -> Command:
    """A game of four whose hands the tool deals."""
    save(Game.new(PLAYERS, seed="bots", deal_hands=True), str(schrille.save))
    (schrille.folder / "own.py").write_text(OWN)
    return schrille


@pytest.fixture
def drawn(schrille: Command) -> Command:
    """A game of four that draws its chips at the table."""
    save(Game.new(PLAYERS, seed="bots"), str(schrille.save))
    return schrille


@pytest.mark.parametrize("name", bots.NAMES)
def test_a_bot_places_from_the_hand_that_it_has(dealt: Command, name: str) -> None:
    chosen = bots.find(name)(load(str(dealt.save)).observe("Cid"))
    before = dealt.save.read_bytes()
    checked = dealt("place", "c", "--bot", name, "--dry-run")
    assert checked.stdout.startswith(f"Cid's slip (by the bot {name}) can be entered. Still owed: Ann")
    assert dealt.save.read_bytes() == before
    done = dealt("place", "c", "--bot", name)
    assert done.stdout == f"Cid's slip is in (by the bot {name}). Still owed: Ann, Bob, Dora.\n"
    assert done.stderr == ""
    game = load(str(dealt.save))
    assert game.state.slips == {"Cid": chosen.in_order()}
    assert dict(game.state.bots) == {"Cid": name}


def test_the_choice_is_the_same_after_undo_and_whoever_has_placed(dealt: Command) -> None:
    dealt("place", "Cid", "--bot", "scout")
    once = load(str(dealt.save)).state.slips["Cid"]
    assert dealt("undo").stdout.startswith("Undone: Cid's slip (by the bot scout).")
    for player in ("Dora", "Ann"):
        dealt("place", player, "--bot", "random")
    dealt("place", "Cid", "--bot", "scout")
    assert load(str(dealt.save)).state.slips["Cid"] == once
    dealt("place", "Cid", "--bot", "fan", "--replace")
    assert dealt("undo").stdout.startswith("Undone: Cid's replaced slip (by the bot fan).")
    assert load(str(dealt.save)).state.slips["Cid"] == once


def test_the_choice_follows_from_the_seed(schrille: Command) -> None:
    """From the same chips on the same table: by another seed, and for another player, another slip."""
    chart = [f"Card {number}=violet" for number in range(14)]
    slips = set()
    for seed in ("one", "two", "one"):
        save(Game.new(PLAYERS, seed=seed, chart=chart), str(schrille.save))
        for player in ("Ann", "Bob"):
            schrille("place", player, "--bot", "random", "--hand", HAND)
        slips |= set(map(str, load(str(schrille.save)).state.slips.values()))
    assert len(slips) == 4


def test_what_is_printed_in_json(dealt: Command) -> None:
    answer = dealt.json("place", "Cid", "--bot", "rival")
    assert answer["players"] == ["Cid"]
    assert answer["bots"] == [{"player": "Cid", "bot": "rival"}]
    slip = str(load(str(dealt.save)).state.slips["Cid"])
    assert dealt.json("place", "Ann", "--bot", "own.py:shy", "--dry-run")["bots"] == [
        {"player": "Ann", "bot": "shy"}
    ]
    assert dealt.json("place", "Cid", "--bot", "random", "--replace")["replaced"] is True
    dealt("undo")
    shown = dealt.json("show", "--slips")
    assert [(row["player"], row["slip"], row["bot"]) for row in shown["slips"]] == [("Cid", slip, "rival")]
    dealt("undo")
    dealt("place", "--from", "-", input=json.dumps(shown))
    assert dealt.json("show", "--slips")["slips"] == shown["slips"]


def test_bots_of_slips_that_scripts_feed(drawn: Command) -> None:
    slip = "14+3 12+4 9-2 7-1 3+2 1:no1 8:pick"
    rows = [{"player": "b", "slip": slip, "bot": "my bot"}, {"player": "Ann", "slip": slip, "bot": None}]
    answer = drawn.json("place", "--from", "-", input=json.dumps(rows))
    assert (answer["players"], answer["bots"]) == (["Bob", "Ann"], [{"player": "Bob", "bot": "my bot"}])
    assert "'bot=my bot'" in drawn.save.read_text()
    text = drawn("show", "--slips").stdout
    assert [
        line.split()[-2:] for line in text.splitlines() if line.startswith(("Ann", "Bob")) and "pick" in line
    ] == [
        ["1:no1", "8:pick"],
        ["my", "bot"],
    ]
    for bot in (7, "", "x" * 41, "a=b"):
        wrong = json.dumps([{"player": "Cid", "slip": slip, "bot": bot}])
        assert "standard input, [0]" in refused(drawn, "place", "--from", "-", input=wrong)


def test_hands_from_the_table(drawn: Command) -> None:
    said = refused(drawn, "place", "Cid", "--bot", "fan")
    assert "the bot's hand is not known (give the 7 chips drawn, as in --hand" in said
    done = drawn("place", "Cid", "--bot", "fan", "--hand", "\u22124 +4 \uff0b3 +2 -1 \u20132 -3")
    assert "Cid's slip is in (by the bot fan)" in done.stdout
    game = load(str(drawn.save))
    assert game.state.slips["Cid"] == bots.find("fan")(game.observe("Cid", (4, 3, 2, -1, -2, -3, -4))).in_order()
    # R8 is for all slips together, bots' and people's
    drawn("place", "Ann", "--hand", "+4 +4 +4 +4 +4 +1 +1", "--bot", "fan")
    said = refused(drawn, "place", "Bob", "--hand", "+4 +4 +4 +4 +4 +2 +2", "--bot", "fan")
    assert "the slips of this round use" in said


@pytest.mark.parametrize(
    ("hand", "said"),
    [
        ("+4 +3", ["the hand has 2 chips (7 are drawn (R8))"]),
        ("", ["the hand has 0 chips"]),
        ("+4 +3 +2 -1 -2 -3 -4 +1", ["the hand has 8 chips"]),
        (
            "+5 +3 +2 -1 -2 -3 x",
            ["chip 1: the bag has no chip of that value", "chip 7: this is not an influence chip"],
        ),
        ("4 +3 +2 -1 -2 -3 +0", ["chip 1: this is not an influence chip", "chip 7: the bag has no chip"]),
        ("+4 +4 +4 +4 +4 +4 +4", ["chip 7: the bag does not hold so many chips of that value"]),
        ("14+3 +4,+3 +-1 ++1", ["chip 1: this", "chip 2: this", "chip 3: this", "chip 4: this", "has 4 chips"]),
    ],
)
def test_hands_that_nobody_can_have_drawn(drawn: Command, hand: str, said: list[str]) -> None:
    """Everything is said at once, with what is wrong besides, and no chip is repeated."""
    errors = refused(drawn, "place", "nobody", "--bot", "nix", "--hand", hand)
    for text in (*said, "there is no player", "there is no bot"):
        assert text in errors
    assert errors.count("Error: ") == len(said) + 2
    shown = errors.replace("such as +4 -1", "").replace("its values are -4, -3, -2, -1, +1, +2, +3, +4", "")
    assert not any(chip in shown for chip in hand.split() if chip != "x")


def test_a_hand_where_the_tool_dealt(dealt: Command) -> None:
    said = refused(dealt, "place", "Cid", "--bot", "fan", "--hand", HAND)
    assert "the tool has dealt the hands of this game (leave --hand out)" in said


USAGE: Mapping[str, tuple[list[str], str]] = {
    "with a slip": (["Cid", "14+3", "--bot", "fan"], "not both"),
    "with a file": (["--from", "x", "--bot", "fan"], "not both"),
    "nobody": (["--bot", "fan"], "Name the player for whom the bot places."),
    "a hand alone": (["Cid", "--hand", HAND], "--hand goes with --bot"),
    "a hand and a slip": (["Cid", "14+3", "--hand", HAND], "--hand goes with --bot"),
}


@pytest.mark.parametrize("name", USAGE)
def test_usage(dealt: Command, name: str) -> None:
    args, said = USAGE[name]
    assert said in refused(dealt, "place", *args, code=2)
    error = json.loads(refused(dealt, "place", *args, "--json", code=2))
    assert (error["kind"], said in error["message"]) == ("usage", True)


@pytest.mark.parametrize("phase", ["opening", "full", "resolved", "scored", "over"])
def test_other_phases(schrille: Command, phase: str) -> None:
    save(at(phase), str(schrille.save))
    said = refused(schrille, "place", "Cid", "--bot", "scout", "--hand", HAND)
    assert {
        "opening": "place is for the phase placing; round 1 is in the phase opening",
        "full": "the slip is in already (put another in its place with --replace)",
        "over": "the game is over",
    }.get(phase, f"round 1 is in the phase {phase}") in said


def test_replace_wants_a_slip(dealt: Command) -> None:
    assert "no slip is in yet" in refused(dealt, "place", "Cid", "--bot", "fan", "--replace")


FAULTS = {
    "fails": "line 7: the bot that plays for Cid failed: ValueError (mend the bot)",
    "cheats": "Cid's slip",
    "odd": "a slip is not made of whole numbers",
    "silent": "returned no slip, but NoneType",
    "nix": 'there is no "nix" in it',
    "a_name_that_is_longer_than_forty_characters": "40 are allowed",
}


@pytest.mark.parametrize("name", FAULTS)
def test_own_bots_that_do_wrong(dealt: Command, name: str) -> None:
    said = refused(dealt, "place", "Cid", "--bot", f"own.py:{name}")
    assert FAULTS[name] in said
    assert "hand is" not in said
    assert not CHIP.search(said)
    error = json.loads(refused(dealt, "place", "Cid", "--bot", f"own.py:{name}", "--json"))
    assert error["kind"] in ("bot", "slip", "name")


def test_a_bot_places_from_the_hand_alone_where_the_bag_has_more(drawn: Command) -> None:
    (drawn.folder / "own.py").write_text(OWN)
    said = refused(drawn, "place", "Cid", "--bot", "own.py:cheats", "--hand", HAND)
    assert "the hand does not hold all these chips" in said
    assert "hole 14" not in said  # it has one +4


@pytest.mark.parametrize("flags", [[], ["--json"], ["--dry-run"], ["--dry-run", "--json"]], ids=" ".join)
def test_nothing_tells_its_chips(dealt: Command, flags: list[str]) -> None:
    for name in (*bots.NAMES, "own.py:shy"):
        save(Game.new(PLAYERS, seed="bots", deal_hands=True), str(dealt.save))
        done = dealt("place", "Cid", "--bot", name, *flags)
        if "--dry-run" not in flags:
            assert len(load(str(dealt.save)).state.slips) == 1
        undone = done if "--dry-run" in flags else dealt("undo", *flags)
        for text in (done.stdout, done.stderr, undone.stdout, dealt("show").stdout):
            assert not CHIP.search(text), text
            assert "loud" not in text


def test_an_own_bot_from_another_folder(dealt: Command, tmp_path: Path) -> None:
    inner = tmp_path / "inner"
    inner.mkdir()
    save_at = str(dealt.save)
    done = Command(inner)("place", "-g", save_at, "Cid", "--bot", "../own.py:shy")
    assert "(by the bot shy)" in done.stdout
    assert dict(load(save_at).state.bots) == {"Cid": "shy"}
    done = dealt("place", "-g", save_at, "Ann", "--bot", "~/own.py:shy", env={"HOME": str(tmp_path)})
    assert "(by the bot shy)" in done.stdout


def test_the_help_names_the_bots(schrille: Command) -> None:
    text = " ".join(schrille("place", "--help").stdout.split())
    assert "{}, {}, {} or {}".format(*bots.NAMES) in text


def test_at_the_prompt_of_play(dealt: Command, terminal: Callable[..., Dialog]) -> None:
    """A person's slip is skipped there, and a bot placed for the empty seat."""
    dialog = terminal("play")
    for player in PLAYERS:
        dialog.prompt(f"{player}'s slip:")
        dialog.enter("-")
    to_line(dialog, "place")
    dialog.enter("place Cid --bot scout")
    dialog.until(lambda d: "(by the bot scout)" in d.all_shown)
    dialog.process.close(force=True)
    game = load(str(dealt.save))
    assert game.state.slips == {"Cid": bots.find("scout")(game.observe("Cid")).in_order()}
    assert not CHIP.search(dialog.all_shown.partition("--bot scout")[2])
