"""The CD player read out: every chart on the way, compared with the naive rules stopped at that place."""

from __future__ import annotations

import naive
from hypothesis import given, settings
from hypothesis import strategies as st

from schrille_cli.schrille.movement import move
from schrille_cli.schrille.readout import readings

SUMS = st.lists(st.one_of(st.just(0), st.integers(-16, 16), st.integers(-3, 3)), min_size=14, max_size=14)


def order(moved: naive.Moved) -> tuple[int, ...]:
    return tuple(sorted(moved.place, key=moved.place.__getitem__))


@settings(max_examples=300, deadline=None)
@given(bands=st.integers(0, 14), sums=SUMS)
def test_every_chart_on_the_way_is_the_naive_one(bands: int, sums: list[int]) -> None:
    total = [0, *sums]
    found = move(bands, total)
    read = readings(found)
    assert [step.marker for step in read] == list(range(14, 0, -1))
    before = naive.move(bands, {})
    for step in read:
        after = naive.move(bands, {marker: total[marker] for marker in range(step.marker, 15)})
        assert step.order == order(after)
        assert list(step.below) == after.below
        assert step.from_place == before.place.get(step.marker)
        assert step.to_place == after.place.get(step.marker)
        assert list(step.passed) == passed(step.marker, before, after)
        before = after
    assert read[-1].order == found.order
    assert read[-1].below == found.below


def passed(marker: int, before: naive.Moved, after: naive.Moved) -> list[int]:
    """The bands that lay on the other side of a band before, the nearest first; none for one that is gone."""
    if marker not in after.place:
        return []
    old, new = before.place, after.place
    over = [band for band in new if (old[band] < old[marker]) != (new[band] < new[marker])]
    return sorted(over, key=lambda band: abs(old[band] - old[marker]))


def test_a_way_that_was_looked_at_by_hand() -> None:
    """14 bands: +4 on 14, 12 falls, 11 is pushed down to 12 and stays there."""
    total = [0] * 15
    total[14], total[12] = 4, -3
    first, second, third, *rest = readings(move(14, total))
    assert first == (14, 14, 10, (13, 12, 11, 10), (1, 2, 3, 4, 5, 6, 7, 8, 9, 14, 10, 11, 12, 13), ())
    assert second == (13, 14, 14, (), first.order, ())
    assert third == (12, 13, None, (), (1, 2, 3, 4, 5, 6, 7, 8, 9, 14, 10, 11, 13), (12,))
    assert rest[0][:4] == (11, 12, 12, ())
    assert {step.order for step in rest} == {third.order}


def test_places_without_a_band_are_read_too() -> None:
    """Three bands, chips in hole 9: nothing moves; place 3 goes down and is the last already (R14)."""
    total = [0] * 15
    total[9], total[3], total[2] = 4, -5, 8
    read = readings(move(3, total))
    assert all(step[1:] == (None, None, (), (1, 2, 3), ()) for step in read[:11])
    assert read[11] == (3, 3, 3, (), (1, 2, 3), ())
    assert read[12] == (2, 2, 1, (1,), (2, 1, 3), ())
