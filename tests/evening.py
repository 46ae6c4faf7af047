"""A small game with cards from the table, worked out by hand, to look back at.

A slip is one influence chip and the two tips. The marks are at 25 and 50, the end at 60.

Round 1. Chart: Amsel 1, Biene 2, Clown 3, Dachs 4, Eule 5, Fuchs 6, Grille 7, Hummel 8, Igel 9, Jaguar 10, Krake
11, Luchs 12, Maus 13, Natter 14. Sums: 14 -1, 13 +3, 8 +2, 5 +1, 4 +4, 1 +1. Natter falls below 14; Maus to 10;
Hummel to 6; Eule to 4; Dachs, now on 5, to 1; Amsel, now on 2, to 1. Final: Amsel, Dachs, Biene, Clown, Eule,
Hummel, Fuchs, Grille, Igel, Maus, Jaguar, Krake, Luchs; the last three have markers 10, 11, 12 on 11, 12, 13 and
fall. Points: Ann (blue) 6+5+1. Bob (red) 5+4, pick 8-6, Natter -2. Cid (green) 3, no1 5, pick 8-6, Jaguar -2.
Then Cid gets 2 by the moderator's word, and Bob changes to orange for 5: Ann 12, Bob 4, Cid 10.

Round 2. New: Otter 14, Pirol 13, Qualle 12, Rabe 11. Sums: 14 +1, 13 +5, 12 +1, 11 +3, 2 +1-1, 1 +2. Otter to
13; Pirol, now on 14, to 9; Qualle, now on 13, to 12; Rabe, now on 13, to 10; Amsel stays. Final: Amsel, Dachs,
Biene, Clown, Eule, Hummel, Fuchs, Grille, Pirol, Rabe, Igel 11, Maus 12, Qualle 13, Otter 14; markers 9, 10 and
12 fall, 14 on 14 does not. Points: Ann 6+5+1, no1 5, pick 14-14, Maus -2. Bob (orange) pick 13-9. Cid 3, no1 5,
pick 12-15, Maus and Qualle -4. Ann has 27, the mark is reached, and Amsel, Dachs and Biene retire; Bob has 8,
Cid 11.

Round 3. New: Specht 10, Taube 9, and the deck is empty. Ann's slip is in.
"""

from __future__ import annotations

from schrille_cli.schrille import Game, Rules, with_settings

CHART = [
    *("Amsel=blue", "Biene=red", "Clown=green", "Dachs=blue,red", "Eule=yellow", "Fuchs=green,yellow"),
    *("Grille=violet", "Hummel=blue", "Igel=red", "Jaguar=green", "Krake=orange", "Luchs=violet"),
    *("Maus=blue,green", "Natter=red,yellow"),
]
NEW_2 = ["Otter=orange", "Pirol=blue", "Qualle=green", "Rabe=orange,violet"]
NEW_3 = ["Specht=red", "Taube=blue"]
SLIPS_1 = {"Ann": "14-1 4n 5p", "Bob": "13+3 4n 8p", "Cid": "4+2 1n 8p"}
SLIPS_2 = {"Ann": "13+4 1n 14p", "Bob": "11+3 2n 13p", "Cid": "2-1 1n 12p"}
IN_PLAY = "7-4 8n 9p"


def first_round(target: int = 60) -> Game:
    """The game as the second round opens."""
    rules = with_settings(Rules(), ["keep=1", "retire_at=25,50", f"target={target}"])
    game = Game.new({"Ann": "blue", "Bob": "red", "Cid": "green"}, rules=rules, seed="x", chart=CHART)
    game.place_all(SLIPS_1)
    game.resolve()
    game.score()
    game.adjust("Cid", 2, "a slip misread")
    game.label({"Bob": "orange"})
    game.next(NEW_2)
    return game


def evening(in_play: str = IN_PLAY) -> Game:
    """The game in the third round's placing, with Ann's slip."""
    game = first_round()
    game.place_all(SLIPS_2)
    game.resolve()
    game.score()
    game.next(NEW_3, deck_empty=True)
    game.place("Ann", in_play)
    return game
