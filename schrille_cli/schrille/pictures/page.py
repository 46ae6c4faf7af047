"""A page to be passed round: one HTML file that holds the picture and the final scores, and fetches nothing."""

from __future__ import annotations

from html import escape

from ...kit.language import _, in_use
from ..run import Run

STYLE = """
:root { color-scheme: light dark; }
body { font: 100%/1.4 system-ui, sans-serif; margin: 1rem; overflow-wrap: anywhere; }
h1 { font-size: 1.4rem; margin: 0 0 .8rem; }
figure { margin: 0 0 1.2rem; overflow-x: auto; background: #fff; border-radius: .4rem; }
svg { display: block; width: 100%; min-width: WIDTHpx; max-width: 150rem; height: auto; margin: 0 auto; }
table { border-collapse: collapse; }
caption { text-align: left; font-weight: bold; padding: .25rem .8rem; }
.won { font-weight: bold; }
th, td { padding: .25rem .8rem; text-align: left; border-bottom: 1px solid #8888; }
.number { text-align: right; font-variant-numeric: tabular-nums; }
@media print { @page { size: landscape; } svg { min-width: 0; } }
"""
POLICY = "default-src 'none'; style-src 'unsafe-inline'"
LEGIBLE = 0.7  # of its own size: a picture on a smaller screen is moved sideways


def page(run: Run, svg: str, title: str, width: float) -> str:
    """The page of a run: heading, picture and the score track in order of rank.

    ``svg`` is the picture, which says its size itself, ``width`` that size in pixels; ``title`` is plain text.
    """
    style = STYLE.replace("WIDTH", str(round(width * LEGIBLE)))
    return f"""<!DOCTYPE html>
<html lang="{in_use()}">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="{POLICY}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>{escape(title)}</title>
<style>{style}</style>
</head>
<body>
<h1>{escape(title)}</h1>
<figure tabindex="0">
{svg}
</figure>
{_table(run)}
</body>
</html>
"""


def _table(run: Run) -> str:
    """The score track as a table, equal scores with the same rank."""
    scores = sorted((line.stops[-1].score for line in run.scores), reverse=True)
    heads = ((_("rank"), True), (_("player"), False), (_("label"), False), (_("score"), True))
    rows = ["<tr>" + "".join(_cell("th", text, number) for text, number in heads) + "</tr>"]
    for line in sorted(run.scores, key=lambda line: -line.stops[-1].score):
        last = line.stops[-1]
        cells = (
            (scores.index(last.score) + 1, True),
            (line.player, False),
            (last.label, False),
            (last.score, True),
        )
        won = ' class="won"' if line.player in run.winners else ""
        rows.append(f"<tr{won}>" + "".join(_cell("td", str(text), number) for text, number in cells) + "</tr>")
    title = escape(_("Score track"))
    caption = f"<caption>{title}</caption>"
    return "\n".join(["<table>", caption, *rows, "</table>"])


def _cell(tag: str, text: str, number: bool) -> str:
    kind = ' class="number"' if number else ""
    # Names may be written from right to left; the cells beside them stay where they are.
    return f'<{tag}{kind} dir="auto">{escape(text)}</{tag}>'
