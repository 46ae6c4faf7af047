"""The bots: what they place is legal whatever the rules, follows from what they see, and from nothing else."""

from __future__ import annotations

import subprocess
import sys
from collections import Counter
from collections.abc import Mapping
from pathlib import Path

import pytest
from bot_games import dealt, observations
from conftest import PLAYERS, ROOT
from hypothesis import given, settings

from schrille_cli.schrille import (
    Game,
    GameError,
    Observation,
    Rules,
    Slip,
    bots,
    step,
    sums,
    with_settings,
)
from schrille_cli.schrille.bots import scout
from schrille_cli.schrille.observation import observe
from schrille_cli.schrille.playing import play_rounds

QUICK = ("random", "fan", "rival")


@pytest.mark.parametrize("name", QUICK)
@given(seen=observations())
@settings(deadline=None, max_examples=150)
def test_slips_are_legal_by_any_rules(name: str, seen: Observation) -> None:
    slip = bots.find(name)(seen)
    assert slip in seen.legal
    assert bots.find(name)(seen) == slip


@given(seen=observations())
@settings(deadline=None, max_examples=40)
def test_slips_of_the_scout_are_legal_by_any_rules(seen: Observation) -> None:
    slip = bots.find("scout")(seen)
    assert slip in seen.legal
    assert bots.find("scout")(seen) == slip


def test_bots_play_to_the_end_of_a_short_chart() -> None:
    """A deck that runs out: with marks that retire many bands, the last rounds have a few bands, or one."""
    house = with_settings(Rules(), ["target=999", "retire_at=[20,40,60,80,100]", "retire_places=9"])
    lengths = set()
    for number in range(3):
        game = dealt(str(number), 4, rules=house)
        players = {player: bots.find(name) for player, name in zip("ABCD", bots.NAMES, strict=True)}
        for state in play_rounds(game.setup, game.state, players):
            lengths.add(len(state.opened.chart))
        assert state.phase == "over"
    assert min(lengths) < 5


def test_the_names_and_what_they_do() -> None:
    assert bots.NAMES == ("random", "fan", "rival", "scout")
    described = bots.described()
    assert tuple(described) == bots.NAMES
    assert len({*described.values()}) == 4
    assert {bots.find(name).__module__.rpartition(".")[2] for name in bots.NAMES} == {*bots.NAMES}


@pytest.mark.parametrize("name", bots.NAMES)
def test_what_is_hidden_changes_no_choice(name: str) -> None:
    game = dealt("hidden")
    for _number in range(2):
        bot = bots.find(name)
        before = bot(game.observe("A"))
        hands = {**game.state.opened.hands, "B": (1,) * 7, "C": (-4,) * 7}
        other = game.state._replace(opened=game.state.opened._replace(hands=hands))
        seen = len(game.setup.deck) - (game.state.left or 0)
        setup = game.setup._replace(deck=game.setup.deck[:seen] + game.setup.deck[: seen - 1 : -1])
        assert bot(observe(setup, other, "A")) == before
        for player in "DBC":
            game.place(player, bots.find("random")(game.observe(player)), bot="random")
            assert bot(game.observe("A")) == before
        step(game, {"A": bots.find("fan")})


@pytest.mark.parametrize("name", ["random", "scout"])
def test_chance_differs_between_rounds_players_and_seeds(name: str) -> None:
    bot = bots.find(name)
    seen = dealt("chance").observe("A")
    slips = {bot(seen), *(bot(seen._replace(chance=str(number))) for number in range(5))}
    assert len(slips) > (5 if name == "random" else 1)


ELSEWHERE = """
import random
random.seed(1)
from schrille_cli.schrille import bots
from bot_games import dealt
seen = dealt("again").observe("C")
print(*(bots.find(name)(seen) for name in bots.NAMES), sep="\\n")
"""


def test_another_process_chooses_the_same() -> None:
    """Hashes of texts differ from process to process; no choice may follow from them."""
    seen = dealt("again").observe("C")
    expected = [str(bots.find(name)(seen)) for name in bots.NAMES]
    for number in ("1", "2"):
        env = {"PYTHONHASHSEED": number, "PYTHONPATH": str(ROOT / "tests")}
        done = subprocess.run(
            [sys.executable, "-c", ELSEWHERE], env=env, capture_output=True, text=True, check=True
        )
        assert done.stdout.splitlines() == expected


def chips(seen: Observation, slip: Slip, label: str) -> list[int]:
    """The influence chips on a label's bands."""
    return [chip for hole, chip in slip.influence if label in seen.contracts[hole - 1]]


def test_the_fan_pushes_its_own_bands() -> None:
    laid: list[int] = []
    for number in range(30):
        seen = dealt(str(number)).observe("B")
        slip = bots.find("fan")(seen)
        laid += chips(seen, slip, "red")
        own = [place for place, labels in enumerate(seen.contracts, 1) if "red" in labels]
        assert slip.no1 == (own[0] if own[0] <= 2 else 1)
        assert slip.pick == (own[-1] if own[-1] >= 11 else 14)
    assert len(laid) > 40
    assert min(laid) > 0


def test_the_rival_pulls_the_leader_down() -> None:
    for leader, label in (("A", "blue"), ("C", "green"), ("D", "yellow")):
        pulled = 0
        for number in range(20):
            seen = dealt(str(number)).observe("B")
            seen = seen._replace(scores={**seen.scores, leader: 5})
            slip = bots.find("rival")(seen)
            bands = dict(enumerate(seen.contracts, 1))
            foe = [hole for hole in bands if label in bands[hole] and "red" not in bands[hole]]
            open_ = {*foe} - {slip.no1, slip.pick}
            laid = dict(slip.influence)
            worst = sorted(chip for chip in seen.hand if chip < 0)[: len(open_)]
            assert sorted(laid[hole] for hole in open_ if hole in laid)[: len(worst)] == worst
            pulled += sum(worst)
            assert all(chip > 0 for chip in chips(seen, slip, "red"))
        assert pulled < -60


def test_the_scout_places_what_does_best_in_the_rounds_that_it_tries() -> None:
    better = 0
    for number in range(8):
        seen = dealt(f"scout{number}").observe("A")
        chance = seen.random()
        samples = [scout._sample(seen, chance) for _number in range(scout.SAMPLES)]
        value = {name: scout._value(seen, bots.find(name)(seen), samples) for name in bots.NAMES}
        assert value["scout"] >= max(value["fan"], value["rival"])
        better += value["scout"] > max(value["fan"], value["rival"])
    assert better >= 6


@pytest.mark.parametrize("house", [[], ["keep=3", "hand=4"]], ids=str)
def test_the_scout_draws_the_hands_of_others_from_what_the_bag_still_holds(house: list[str]) -> None:
    game = dealt("bag", 4, rules=with_settings(Rules(), house))
    seen = game.observe("A", [4, 4, 4, 4, 4, 4, -1][: game.setup.rules.hand])
    chance = seen.random()
    for _number in range(50):
        slips, total = scout._sample(seen, chance)
        assert list(slips) == ["B", "C", "D"]
        laid = [chip for slip in slips.values() for _hole, chip in slip.influence]
        assert len(laid) == 3 * seen.rules.keep
        held = Counter((*laid, *seen.hand))
        assert all(held[chip] <= seen.rules.bag[chip] for chip in held)
        assert total == sums(slips.values())


# Own bots


def written(folder: Path, text: str, name: str = "own.py") -> str:
    (folder / name).write_text(text, "utf-8")
    return str(folder / name)


def test_own_bots_are_found_by_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "path", list(sys.path))
    written(tmp_path, "HOLES = list(range(14, 0, -1))\n", "beside_the_bot.py")
    text = "class Bots:\n    shy = staticmethod(lambda seen: next(iter(seen.legal)))\n"
    path = written(tmp_path, "from beside_the_bot import HOLES\n" + text)
    monkeypatch.chdir(tmp_path)
    bot = bots.find("own.py:Bots.shy")
    whole = bots.absolute("own.py:Bots.shy")
    assert whole == f"{path}:Bots.shy"
    monkeypatch.chdir("/")
    assert bots.find(whole) is bot
    assert bots.absolute(whole) == whole
    assert bots.short(whole) == "Bots.shy"
    assert bot(dealt("own").observe("A")) in dealt("own").observe("A").legal
    assert {entry.name for entry in tmp_path.iterdir() if entry.suffix != ".py"} <= {"__pycache__"}
    assert not list(tmp_path.glob("__pycache__/own*"))


def test_own_bots_are_found_by_module(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.syspath_prepend(tmp_path)
    written(tmp_path, "print('loud')\ndef shy(seen):\n    return next(iter(seen.legal))\n", "module_of_bots.py")
    assert bots.find("module_of_bots:shy")(dealt("own").observe("A")).no1
    assert bots.absolute("module_of_bots:shy") == "module_of_bots:shy"
    assert bots.find("schrille_cli.schrille.bots.fan:play") is bots.find("fan")


def test_what_a_bot_prints_on_loading_is_no_answer(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    bots.find(written(tmp_path, "print('loud')\ndef shy(seen): ...\n") + ":shy")
    assert capsys.readouterr() == ("", "loud\n")


UNKNOWN = ["", "nix", "Random", "scout:", ":scout", "fan "]


@pytest.mark.parametrize("name", UNKNOWN)
def test_unknown_names_list_those_there_are(name: str) -> None:
    with pytest.raises(GameError) as caught:
        bots.find(name)
    (fault,) = caught.value.faults
    assert fault.kind == "bot"
    assert all(known in fault.hint for known in (*bots.NAMES, "FILE.py:NAME", "MODULE:NAME"))


FAULTY: Mapping[str, tuple[str, str]] = {
    "syntax": ("def play(seen:\n", "line 1: the bot cannot be loaded: SyntaxError: "),
    "fails": ("x = 1\nraise ValueError('no\\n\\x1b[31m')\n", r"line 2: .*ValueError: no \\x1b\[31m \("),
    "divides": ("def f():\n    return 1 / 0\nf()\n", "line 2: .*ZeroDivisionError: division by zero"),
    "imports": ("import no_such_module\n", "line 1: .*ModuleNotFoundError: No module named 'no_such_module'"),
    "leaves": ("import sys\nsys.exit(3)\n", "line 2: .*SystemExit: 3"),
    "encoding": ("# coding: nix\n", '": .*SyntaxError: unknown encoding'),
    "nothing": ("", ':play": there is no "play" in it'),
    "a number": ("play = 7\n", ':play": "play" cannot be called'),
}


@pytest.mark.parametrize("name", FAULTY)
def test_own_bots_that_cannot_be_loaded(name: str, tmp_path: Path) -> None:
    text, said = FAULTY[name]
    path = written(tmp_path, text)
    for _again in range(2):
        with pytest.raises(GameError, match=rf"own\.py.*{said}") as caught:
            bots.find(f"{path}:play")
        (fault,) = caught.value.faults
        assert (fault.kind, bool(fault.hint)) == ("bot", True)
        assert str(path) in fault.place


def test_own_bots_that_are_not_there(tmp_path: Path) -> None:
    with pytest.raises(GameError, match="cannot read the bot: No such file or directory"):
        bots.find(f"{tmp_path}/nix.py:play")
    (tmp_path / "folder.py").mkdir()
    with pytest.raises(GameError, match="cannot read the bot: Is a directory"):
        bots.find(f"{tmp_path}/folder.py:play")
    for name in ("no_such_module:play", "json.nix:play", "examples/bot:supporter", ".relative:play", "..:play"):
        with pytest.raises(GameError, match="there is no module"):
            bots.find(name)
    for name in ("bot.py", "a/b.py"):
        with pytest.raises(GameError, match=r"name its function behind a colon, as in bots\.py:NAME"):
            bots.find(name)


def test_a_mended_bot_is_loaded_again(tmp_path: Path) -> None:
    path = written(tmp_path, "def play(seen):\n    return 1\n")
    first = bots.find(f"{path}:play")
    assert bots.find(f"{path}:play") is first
    written(tmp_path, "def play(seen):\n    return 2\n")
    assert bots.find(f"{path}:play") is not first


def test_a_bot_that_leaves_is_refused() -> None:
    def leaves(seen: Observation) -> Slip:
        sys.exit(3)

    game = Game.new(dict(list(PLAYERS.items())[:3]), seed="x", deal_hands=True)
    with pytest.raises(
        GameError, match=r"test_bots.py, line \d+: the bot that plays for Ann failed: SystemExit: 3"
    ):
        step(game, dict.fromkeys(game.setup.players, leaves))


@pytest.mark.parametrize("hole", [1.0, "1", None])
def test_a_slip_of_other_than_whole_numbers_is_refused(hole: object) -> None:
    def odd(seen: Observation) -> Slip:
        return seen.legal.choice(seen.random())._replace(no1=hole)  # type: ignore[arg-type]

    game = dealt("odd")
    with pytest.raises(GameError, match="a slip is not made of whole numbers"):
        step(game, dict.fromkeys("ABCD", odd))
