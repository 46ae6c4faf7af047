"""The chart in few lines, to stand over a prompt."""

from __future__ import annotations

from ..rounds import State

NARROWEST = 12  # cells of a column: a place and the beginning of a name
GAP = "  "


def compact(state: State, width: int, most_lines: int) -> str:
    """The bands by place, 1 to 14, in as few columns as fit; at least two where they can have their labels.

    Empty where there is no room for it.
    """
    bands = list(enumerate(state.opened.chart, 1))
    for columns in range(2 if width >= 2 * NARROWEST else 1, len(bands) + 1):
        room = (width + len(GAP)) // columns - len(GAP)
        rows = -(-len(bands) // columns)
        if room < NARROWEST:
            return ""
        if rows <= most_lines:
            entries = [_entry(place, band, state.bands[band], room) for place, band in bands]
            return "\n".join(GAP.join(entries[row::rows]).rstrip() for row in range(rows))
    return ""


def _entry(place: int, band: str, labels: tuple[str, ...], room: int) -> str:
    """A band with its labels, without them or cut off, filled up to a number of cells."""
    from wcwidth import wcswidth

    text = f"{place:2} {band} ({', '.join(labels)})"
    if wcswidth(text) > room:
        text = f"{place:2} {band}"
    if wcswidth(text) > room:
        while wcswidth(text) >= room:
            text = text[:-1]
        text = text.rstrip() + "…"
    return text + " " * (room - wcswidth(text))
