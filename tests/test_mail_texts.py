"""What players are told by mail: all the facts, in lines of 78 columns, and nothing of others."""

from __future__ import annotations

import re
import sys
from collections.abc import Iterator
from random import Random
from typing import Any

import pytest
from conftest import PLAYERS
from hypothesis import given, settings
from hypothesis import strategies as st
from mailed import SECRET, all_told, any_slip, phases, place_some, played, post_of, scored
from wcwidth import wcswidth

from schrille_cli.kit import language
from schrille_cli.kit.errors import GameError
from schrille_cli.schrille import Game, report
from schrille_cli.schrille.mail.answers import REASONS
from schrille_cli.schrille.mail.commitments import receipts_in, slips_in
from schrille_cli.schrille.mail.messages import News
from schrille_cli.schrille.mail.tokens import game_id
from schrille_cli.schrille.mail.writer import Writer
from schrille_cli.schrille.rules import PRESETS

RANDOM = st.builds(Random, st.integers(0, 10**9))
PLAYED = st.tuples(RANDOM, st.integers(3, 6), st.sampled_from(sorted(PRESETS)), st.integers(0, 4))


def unwrapped(text: str) -> str:
    return " ".join(text.split())


# The facts


@settings(max_examples=30, deadline=None)
@given(PLAYED)
def test_the_results_have_every_fact(given: Any) -> None:
    chance, players, preset, rounds = given
    game = played(chance, players, preset, rounds + 1)
    for number in {1, game.state.opened.number - (game.phase != "over")}:
        state = game.scored(number)
        post = post_of(game, *game.setup.players[:2])
        text = Writer(game, post).news(game.setup.players[0], News(report=state)).text
        words = unwrapped(text)
        for player, slip in state.slips.items():
            assert str(slip) in text
            assert player in words
        rows = [line.split() for line in text.split("\n")]
        for move in report.moves(state):
            start = [str(move["marker"]), *move["band"].split()]
            end = [f"{move['sum']:+d}", str(move["from_place"]), str(move["to_place"] or "off")]
            found = [row for row in rows if row[: len(start)] == start and row[len(start) :][:3] == end]
            assert found, move
            for chip in move["chips"]:
                said = f"{chip['chip']:+d}" if isinstance(chip["chip"], int) else chip["chip"]
                assert f"{said} {chip['player']}".split()[0] in words
        for row in report.chart(state):
            place = [str(row["place"]), row["band"].split()[0]]
            assert [line for line in rows if line[:2] == place], row
        points = [
            [str(row[key]) for key in ("top_six", "no1", "pick", "fallen_points", "total")]
            for row in report.points(state)
        ]
        assert all(any(row[-5:] == paid for row in rows) for paid in points)
        for player in game.setup.players:
            assert any(row[-1:] == [str(state.scores[player])] for row in rows)
        assert {slip.player: slip.slip for slip in slips_in(text)} == {p: str(s) for p, s in state.slips.items()}
        assert all(slip.good and slip.round == number for slip in slips_in(text))
        assert all((winner in words and "wins" in words) or "share" in words for winner in state.winners)
        assert all(player in words for player in state.missing)


def test_the_end_is_told() -> None:
    game = Game.new(PLAYERS, seed="end", deal_hands=True, rules=PRESETS["rulebook"]._replace(target=1))
    game.resolve(missing_pass=True)
    game.score()
    message = Writer(game, post_of(game)).news("Ann", News(report=game.state))
    assert game.state.winners
    assert "The game is over" in message.text
    assert "end of the game" in message.subject
    assert "Would you like" not in message.text


def test_the_results_of_a_round_are_made_once() -> None:
    """A table each for all players together, since thousands of games are told of."""

    def tables(players: list[str]) -> int:
        calls = 0

        def count(frame: Any, event: str, _arg: Any) -> None:
            nonlocal calls
            calls += event == "call" and frame.f_code.co_name == "tabulate"

        writer = Writer(game, post_of(game))
        sys.setprofile(count)
        try:
            for player in players:
                writer.news(player, News(report=scored(game), opened=True))
        finally:
            sys.setprofile(None)
        return calls

    game = played(Random(1), 6, "rulebook", 1, labels=False)
    assert tables(["Ann"]) == tables([*game.setup.players]) == 7


def test_a_round_that_opens_has_chart_hand_and_form() -> None:
    game = played(Random(3), 4, "rulebook", 2)
    post = post_of(game, due="2026-12-05T18:00+01:00")
    for player in game.setup.players:
        text = Writer(game, post).news(player, News(opened=True)).text
        for place, band in enumerate(game.state.opened.chart, 1):
            row = next(line for line in text.split("\n") if line.split()[:1] == [str(place)])
            assert band in row
            assert ("new" in row.removeprefix(f"   {place}")) == (band in game.state.new) or "new" in band
        hand = sorted(game.state.opened.hands[player], reverse=True)
        assert " · ".join(f"{chip:+d}" for chip in hand) in unwrapped(text)
        assert "2026-12-05 18:00 (UTC+01:00)" in text
        assert "clock alone" in unwrapped(text)
        assert "\nslip:\n" in text
        assert f"label: {game.state.labels[player]}." in text


def test_label_changes_are_told_when_the_next_round_opens() -> None:
    game = Game.new(PLAYERS, seed="labels", deal_hands=True)
    game.resolve(missing_pass=True)
    game.score()
    low = min(game.state.scores, key=lambda player: game.state.scores[player])
    other = next(player for player in PLAYERS if player != low)
    wishes = {low: ["orange"], other: ["orange"]}
    old = dict(game.state.labels)
    game.label(wishes)
    game.adjust("Cid", -3, "a late slip")
    game.next()
    lost = next(player for player in wishes if player not in game.rounds[1].changed)
    won = next(player for player in wishes if player != lost)
    for player in PLAYERS:
        text = unwrapped(Writer(game, post_of(game)).news(player, News(opened=True)).text)
        assert (
            f"{won} changes from {old[won]} to orange for 5 points, and has {game.state.scores[won]} now." in text
        )
        assert ("could not be granted" in text) == (player == lost)
        assert "Cid: -3 points by the moderator's word (a late slip)." in text


def test_a_receipt_repeats_the_slip_with_its_bands() -> None:
    game = Game.new(PLAYERS, seed="receipt", deal_hands=True)
    slip = any_slip(game, "Ann", Random(1))
    game.place("Ann", slip)
    writer = Writer(game, post_of(game))
    shuffled = slip._replace(influence=slip.influence[::-1])
    message = writer.counted("Ann", shuffled, "<a@b>", replaced=False, unread=["perhaps 7+3\x1b"])
    assert message.answers == "<a@b>"
    assert f"In short: {slip}\n" in message.text
    lines = [line.split(maxsplit=2) for line in message.text.split("\n")]
    for hole in range(1, 15):
        band = game.state.opened.chart[hole - 1]
        rows = [line for line in lines if line[:1] == [str(hole)] and len(line) == 3]
        chips = [f"{chip:+d}" if isinstance(chip, int) else chip for chip in slip.chips_in(hole)]
        assert rows == [[str(hole), chip, band] for chip in chips]
    assert '"perhaps 7+3\\x1b"' in message.text
    assert "replaces" not in message.text
    assert "replaces your earlier one" in unwrapped(writer.counted("Ann", slip, "", replaced=True).text)
    (receipt,) = receipts_in(message.text)
    assert receipt[:3] == (game_id(SECRET), 1, "Ann")
    place_some(game, Random(2), 0)
    game.resolve(missing_pass=True)
    game.score()
    shown = slips_in(writer.news("Bob", News(report=game.state)).text)
    assert [one.commitment for one in shown] == [receipt.commitment]


def test_a_slip_by_the_moderator_comes_with_a_receipt() -> None:
    game = Game.new(PLAYERS, seed="placed", deal_hands=True)
    slip = any_slip(game, "Ann", Random(1))
    game.place("Ann", slip)
    writer = Writer(game, post_of(game))
    text = writer.news("Ann", News(placed=slip)).text
    assert str(slip) in text
    assert receipts_in(text) == receipts_in(writer.counted("Ann", slip, "", replaced=False).text)


def test_what_is_wrong_is_told_at_once_with_what_counts() -> None:
    game = Game.new(PLAYERS, seed="faults", deal_hands=True)
    writer = Writer(game, post_of(game))
    with pytest.raises(GameError) as caught:
        game.check_slips({"Ann": "15+3 9 x 9+1 9-2"})
    assert len(caught.value.faults) > 2
    for slip in ("", str(any_slip(game, "Ann", Random(1)))):
        if slip:
            game.place("Ann", slip)
        text = writer.faulty("Ann", caught.value.faults, "<a@b>").text
        said = [re.sub(r" \(R\d+\)", "", str(fault)) for fault in caught.value.faults]
        assert all(unwrapped(fault) in unwrapped(text) for fault in said)
        assert (slip in text) if slip else ("No slip of yours counts yet" in text)
        assert "\nslip:\n" in text


def test_each_reason_has_words_of_its_own() -> None:
    game = Game.new(PLAYERS, seed="why", deal_hands=True)
    texts = {Writer(game, post_of(game)).question("Ann", why, "<a@b>").text for why in REASONS}
    assert len(texts) == len(REASONS) == 8


# All of them


@pytest.fixture
def german(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    monkeypatch.setenv("LANGUAGE", "de")
    language.use("de")
    yield
    language.use("en")


def check_all() -> None:
    for name, game in phases():
        post = post_of(game, due="2026-12-05T18:00+01:00").seated(game.setup.players[-1], left=True)
        for player in game.setup.players[:-1]:
            for message in all_told(game, post, player):
                assert message.player == player
                assert message.subject.isprintable()
                assert message.subject.strip() == message.subject != ""
                assert message.text.strip("\n") == message.text
                for line in message.text.split("\n"):
                    assert wcswidth(line) <= 78, (name, line)
                    assert line == line.rstrip()


def test_every_text_is_in_lines_of_78_columns() -> None:
    check_all()


def test_every_text_can_be_made_in_german(german: None) -> None:
    check_all()


def test_who_has_left_is_told() -> None:
    game = Game.new(PLAYERS, seed="gone", deal_hands=True)
    game.resolve(missing_pass=True)
    game.score()
    post = post_of(game).seated("Bob", left=True)
    text = unwrapped(Writer(game, post).news("Ann", News(report=game.state)).text)
    assert "Bob has left the game" in text
    assert "No slip of Ann, Cid or Dora was in" in text


def test_a_deadline_that_is_gone_is_told() -> None:
    game = Game.new(PLAYERS, seed="due", deal_hands=True)
    assert "no deadline any more" in Writer(game, post_of(game)).news("Ann", News(extended=True)).text
    post = post_of(game, due="2027-01-31T09:05-03:30")
    assert "2027-01-31 09:05 (UTC-03:30)" in Writer(game, post).news("Ann", News(extended=True)).text


def test_claims_are_asked_with_what_is_taken() -> None:
    game = Game.new(dict.fromkeys(PLAYERS), seed="o", deal_hands=True)
    game.label({"Ann": "blue"})
    writer = Writer(game, post_of(game))
    text = unwrapped(writer.news("Bob", News(claim=True)).text)
    assert "Ann: blue" in text
    assert "red, green, yellow, violet, orange" in text
    assert "You have the label blue" in unwrapped(writer.wished("Ann", ["blue"], "").text)
