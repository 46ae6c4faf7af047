"""The built-in deck (R4): 42 names of our own. Every label has 2 bands alone, every pair shares 2."""

from __future__ import annotations

from .deck import Deck

LABELS = {color: color for color in ("blue", "red", "green", "yellow", "violet", "orange")}
BANDS = {
    ("blue",): ("Frostpunkt", "Die Tiefsee"),
    ("red",): ("Ampelphase", "Ketchup Riot"),
    ("green",): ("Moosbosse", "Salad Days Off"),
    ("yellow",): ("Dottergold", "Sun Dial Tone"),
    ("violet",): ("Flieder Alarm", "Ultra Viola"),
    ("orange",): ("Karotin Club", "Marmalade Mob"),
    ("blue", "red"): ("Blaulicht", "Polar Fever"),
    ("blue", "green"): ("Algenpest", "Lagoon Loons"),
    ("blue", "yellow"): ("Kornblumen", "Submarine Sun"),
    ("blue", "violet"): ("Tintenfass", "Bruise Cruise"),
    ("blue", "orange"): ("Eiskürbis", "Rusty Rivers"),
    ("red", "green"): ("Tomatenstiel", "Holly & Thorn"),
    ("red", "yellow"): ("Currywurst 3", "Mustard Rose"),
    ("red", "violet"): ("Rote Bete", "Velvet Siren"),
    ("red", "orange"): ("Glutnester", "Lava Lamppost"),
    ("green", "yellow"): ("Senfgurken", "Lime Disease"),
    ("green", "violet"): ("Distelfink", "Moor Heather"),
    ("green", "orange"): ("Kresse Kombo", "Pumpkin Patch"),
    ("yellow", "violet"): ("Krokuswerk", "Pansy Panzer"),
    ("yellow", "orange"): ("Honigmelone", "Amber Alarm"),
    ("violet", "orange"): ("Sonnenbrand", "Dusk Patrol"),
}
DECK = Deck(LABELS, {name: labels for labels, names in BANDS.items() for name in names})
