"""The kinds of rule cases about movement, points, marks and the end."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from notation import (
    HOLDS,
    TRIO,
    Kinds,
    band_names,
    bands_of,
    markers,
    moved,
    numbers,
    position,
    refusal,
    rules_of,
    sums_on,
    tips_slip,
)

from schrille_cli.schrille import Game, parse_slip
from schrille_cli.schrille.incoming import incoming
from schrille_cli.schrille.movement import move as move_bands
from schrille_cli.schrille.rounds import advance
from schrille_cli.schrille.rounds import score as score_round
from schrille_cli.schrille.rules import Rules
from schrille_cli.schrille.scoring import points as points_of
from schrille_cli.schrille.slips import sums as sums_of

kind = Kinds()


@kind
def move(
    *,
    order: str,
    bands: int = 14,
    sums: str | None = None,
    slips: Sequence[str] | None = None,
    below: str = "",
    danger: str = "",
    moves: str | None = None,
) -> None:
    total = sums_on(sums or "")
    if slips is not None:
        total = sums_of(parse_slip(slip, Rules()) for slip in slips)
        assert sums is None or total == sums_on(sums)
    else:
        assert sums is not None
    found = move_bands(bands, total)
    expected = moved(bands, order, below, danger)
    assert found.order == expected.order
    assert found.below == expected.below
    assert found.danger == expected.danger
    assert found.fallen == (*expected.below, *expected.danger)
    if moves is not None:
        shown = [f"{m.marker}{m.sum:+d} {m.from_place}>{m.to_place or 'off'}" for m in found.moves]
        assert shown == (moves.split(", ") if moves else [])


@kind
def points(
    *,
    points: Mapping[str, str],
    bands: int = 14,
    order: str | None = None,
    below: str = "",
    danger: str = "",
    contracts: str = "",
    tips: Mapping[str, str] = {},
    rules: Sequence[str] = (),
) -> None:
    slips = {player: tips_slip(text) for player, text in tips.items()}
    assert {*slips} <= {*points}
    found = points_of(
        moved(bands, order, below, danger),
        list(bands_of(contracts, bands).values()),
        {player: HOLDS[player] for player in points},
        slips,
        rules_of("rulebook", rules),
    )
    assert {player: " ".join(map(str, paid)) for player, paid in found.items()} == dict(points)
    assert {player: paid.total for player, paid in found.items()} == {
        player: sum(map(int, text.split())) for player, text in points.items()
    }


@kind
def scoring(
    *,
    before: str,
    after: str,
    phase: str,
    bands: int = 14,
    order: str | None = None,
    below: str = "",
    danger: str = "",
    contracts: str = "",
    tips: Mapping[str, str] = {},
    rules: Sequence[str] = (),
    used: Sequence[int] = (),
    left: int | str = 28,
    marks: Sequence[int] = (),
    retired: str = "",
    stay: str | None = None,
    winners: str = "",
) -> None:
    scores = numbers(before)
    labels = {player: HOLDS[player] for player in scores}
    cards = left if isinstance(left, int) else None
    setup, state = position(labels, scores, rules_of("rulebook", rules), bands_of(contracts, bands), cards)
    movement = moved(bands, order, below, danger)
    slips = {player: tips_slip(text) for player, text in tips.items()}
    found = score_round(setup, state._replace(movement=movement, slips=slips, used_marks=tuple(used)))
    assert found.scores == numbers(after)
    assert found.phase == phase
    assert found.marks == tuple(marks)
    assert found.retired == band_names(retired)
    assert found.winners == tuple(winners.split())
    if stay is not None:
        assert found.remaining == band_names(stay)


@kind
def marks(
    *,
    scorings: Sequence[str],
    marks: Sequence[Sequence[int]],
    retired: Sequence[int],
    rules: Sequence[str] = (),
) -> None:
    scores = [numbers(text) for text in scorings]
    labels = {player: HOLDS[player] for player in scores[0]}
    setup, state = position(labels, scores[0], rules_of("rulebook", rules), bands_of("", 14), 40)
    found = []
    for now in scores:
        state = score_round(setup, state._replace(phase="resolved", movement=moved(14, None, "", ""), scores=now))
        assert state.phase == "scored"
        assert state.scores == now
        found.append((list(state.marks), len(state.retired)))
        state = advance(state, incoming(setup, state, {}))
    assert found == list(zip([list(reached) for reached in marks], retired, strict=True))


@kind
def resolve(*, slips: Mapping[str, str], pass_: bool = False, order: str | None = None, refused: str = "") -> None:
    assert (order is None) == bool(refused)
    game = Game.new(TRIO, seed="test")
    for player, slip in slips.items():
        game.place(player, slip)
    if order is None:
        refusal(refused, game.resolve)
        assert game.phase == "placing"
    else:
        assert game.resolve(missing_pass=pass_).order == tuple(markers(order))
