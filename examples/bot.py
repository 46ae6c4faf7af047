"""A bot, and a game that it plays against two that come with the tool."""

from schrille_cli.schrille import Game, Observation, Slip, bots, step


def supporter(seen: Observation) -> Slip:
    """The best chips on the own bands from place 1 on, what is left on the bands of others."""
    own = [place for place, labels in enumerate(seen.contracts, 1) if seen.label in labels]
    no1, pick = 1, max(2, len(seen.chart))
    holes = sorted({*range(1, 15)} - {no1, pick}, key=lambda hole: (hole not in own, hole))
    best = sorted(seen.hand, reverse=True)[: seen.rules.keep]
    return Slip(tuple(zip(holes, best, strict=False)), no1, pick)


if __name__ == "__main__":
    game = Game.new({"Ann": "blue", "Bob": "red", "Cid": "green"}, deal_hands=True)
    while game.phase != "over":
        step(game, {"Ann": supporter, "Bob": bots.find("random"), "Cid": bots.find("fan")})
    print(dict(game.state.scores), *game.state.winners)
