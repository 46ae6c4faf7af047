"""Claiming labels in the opening (R6) and changing them after a scoring (R24, R25)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from ..kit.errors import Fault, listed, raise_all
from ..kit.language import _
from .rounds import PLACING, Setup, State


class Wish(NamedTuple):
    """What became of one player's claim or wish: the label wished first or granted, and the points paid."""

    player: str
    label: str
    granted: bool
    paid: int


def _own_label(player: str, label: str) -> Fault:
    message = _("{player} holds {label} already").format(player=player, label=label)
    return Fault("label", message, hint=_("name another label"))


def claim(setup: Setup, state: State, wishes: Mapping[str, Sequence[str]]) -> tuple[State, list[Wish]]:
    """Claim labels in the order given (R6); a claim may name several, the first free one is taken.

    Raises `GameError` (kind ``"label"``) for every claim that cannot be met; then none is made.
    """
    labels = dict(state.labels)
    faults: list[Fault] = []
    claims = []
    for player, wanted in wishes.items():
        own = labels.get(player)
        if len(labels) == len(setup.players):
            message = _("{player} is too late: everybody has a label by then (R6)").format(player=player)
            faults.append(Fault("label", message, hint=_("leave it out")))
            continue
        if own and setup.rules.opening_claims == "final":
            message = _("{player} has claimed {label}, and the first call locks it in (R6)")
            message = message.format(player=player, label=own)
            faults.append(Fault("label", message, hint=_("undo takes a mistaken claim back")))
            continue
        if own and own in wanted:
            faults.append(_own_label(player, own))
            continue
        free = [label for label in wanted if label not in labels.values()]
        if free:
            labels[player] = free[0]
            claims.append(Wish(player, free[0], True, 0))
        else:
            held = _("{label} is {player}'s")
            taken = [held.format(label=label, player=who) for who, label in labels.items() if label in wanted]
            message = _("{player} cannot claim {labels}: {taken}")
            message = message.format(player=player, labels=listed(wanted, "or"), taken=listed(taken))
            faults.append(Fault("label", message, hint=_("name a label that nobody holds (R6)")))
    raise_all(faults)
    ordered = {player: labels[player] for player in setup.players if player in labels}
    complete = len(ordered) == len(setup.players)
    return state._replace(labels=ordered, phase=PLACING if complete else state.phase), claims


def serve(setup: Setup, state: State, wishes: Mapping[str, Sequence[str]]) -> tuple[State, list[Wish]]:
    """Serve wishes for another label, each player's in order of preference (R24).

    A label that somebody served earlier has taken is passed over; a wish for which nothing is left costs
    nothing and is reported. Raises `GameError` (kind ``"label"``) for impossible wishes; then none is served.
    """
    labels = dict(state.labels)
    taken: set[str] = set()
    faults: list[Fault] = []
    served = []
    for player in _serving_order(setup, state, wishes):
        wanted = wishes[player]
        if player in state.changed:
            message = _("{player} has changed the label in this round already").format(player=player)
            faults.append(Fault("label", message, hint=_("once a round is allowed (R24)")))
            continue
        if labels[player] in wanted:
            faults.append(_own_label(player, labels[player]))
            continue
        outcome = Wish(player, wanted[0], False, 0)
        for label in wanted:
            if label in taken:
                continue
            holder = next((other for other, held in labels.items() if held == label), None)
            if holder:
                message = _("{player} cannot have {label}: {holder} holds it and does not leave it before")
                message = message.format(player=player, label=label, holder=holder)
                faults.append(Fault("label", message, hint=_("wish for a label that nobody holds (R24)")))
            else:
                taken.add(label)
                labels[player] = label
                outcome = Wish(player, label, True, setup.rules.label_cost)
            break
        served.append(outcome)
    raise_all(faults)
    scores = dict(state.scores)
    for wish in served:
        scores[wish.player] -= wish.paid
    changed = state.changed | {wish.player for wish in served if wish.granted}
    return state._replace(labels=labels, scores=scores, changed=changed), served


def _serving_order(setup: Setup, state: State, wishes: Mapping[str, Sequence[str]]) -> list[str]:
    """Last place first by the scores before anybody paid, or in the order given (R24)."""
    if setup.rules.label_order == "first-come":
        return list(wishes)
    return sorted(wishes, key=lambda player: state.scores[player])
