"""Nothing of others is told by mail: no hand, no slip of the round in play, no token, no address."""

from __future__ import annotations

import re
from random import Random
from typing import Any

from conftest import PLAYERS
from hypothesis import given, settings
from hypothesis import strategies as st
from mailed import ONE, SECRET, address_of, all_told, any_slip, place_some, played, post_of, told, with_results

from schrille_cli.schrille import Game
from schrille_cli.schrille.mail.messages import News
from schrille_cli.schrille.mail.tokens import token, tokens_in
from schrille_cli.schrille.mail.writer import Writer
from schrille_cli.schrille.rules import PRESETS

CHIP = re.compile(r"(?<![\w+-])[0-9]{1,2}(?:[+-][0-9]|:no1|:pick)(?!\w)")
RANDOM = st.builds(Random, st.integers(0, 10**9))
PLAYED = st.tuples(RANDOM, st.integers(3, 6), st.sampled_from(sorted(PRESETS)), st.integers(0, 4))


@settings(max_examples=30, deadline=None)
@given(PLAYED, st.booleans())
def test_nothing_of_others_is_told(given: Any, shown: bool) -> None:
    chance, players, preset, rounds = given
    game = played(chance, players, preset, rounds)
    if game.phase == "placing":
        place_some(game, chance)
    names = game.setup.players
    mailed = names[: max(1, players - 1)]
    post = post_of(game, *mailed, open_addresses=shown)
    state = game.state
    for player in mailed:
        messages = told(game, post, player)
        own = str(state.slips.get(player, "")).split()
        hints = " ".join(map(str, ONE))
        for name, message in messages.items():
            text = f"{message.subject}\n{message.text}"
            assert set(CHIP.findall(text)) <= {*own, *CHIP.findall(hints)}, (name, text)
        for message in [*messages.values(), *with_results(game, post, player)]:
            text = f"{message.subject}\n{message.text}"
            assert SECRET not in text
            assert tokens_in([text]) == ()
            for other in names:
                proof = token(post, other, state.opened).proof if other in post.seats else "none"
                assert proof not in text
                if other != player and not (shown and other in post.seats):
                    assert address_of(other) not in text
                hand = sorted(state.opened.hands[other], reverse=True)
                if hand != sorted(state.opened.hands[player], reverse=True):
                    for chips in (hand, state.opened.hands[other], hand[::-1]):
                        for between in (" ", " · ", ", "):
                            assert between.join(f"{chip:+d}" for chip in chips) not in text
                if other != player and state.phase == "placing":
                    assert str(state.slips[other]) not in text


@settings(max_examples=20, deadline=None)
@given(PLAYED)
def test_no_text_depends_on_the_slips_of_others(given: Any) -> None:
    """Whether they are in, and what they say: with others, or none, every text is the same."""
    chance, players, preset, rounds = given
    game = played(chance, players, preset, rounds)
    if game.phase != "placing":
        return
    player = chance.choice(game.setup.players)
    own = any_slip(game, player, chance)
    game.place(player, own)
    post = post_of(game)
    alone = all_told(game, post, player)
    for _ in range(2):
        for other in game.setup.players:
            if other != player and chance.random() < 0.7:
                game.place(other, any_slip(game, other, chance), replace=other in game.state.slips)
        assert all_told(game, post, player) == alone


def test_an_address_of_another_is_told_only_where_it_may_be() -> None:
    game = Game.new(PLAYERS, seed="addresses", deal_hands=True)
    hidden, shown = (post_of(game, "Ann", "Bob", open_addresses=open) for open in (False, True))
    assert address_of("Bob") not in Writer(game, hidden).news("Ann", News(opened=True)).text
    assert address_of("Bob") in Writer(game, shown).news("Ann", News(opened=True)).text
    gone = shown.seated("Bob", left=True)
    assert address_of("Bob") not in Writer(game, gone).news("Ann", News(opened=True)).text
