"""An SVG of matplotlib made fit to be passed round: with a title, named lines, and names that keep their place."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from xml.etree import ElementTree as Xml

from .sheet import harmless

SVG = "http://www.w3.org/2000/svg"
XLINK = "http://www.w3.org/1999/xlink"
STYLE = ".line:hover { filter: drop-shadow(0 0 2px #000); }"
FAMILIES = "font-family: 'DejaVu Sans', Verdana, sans-serif"


def finished(
    drawn: bytes, title: str, description: str, groups: Sequence[str], group: str, live: Mapping[str, float]
) -> str:
    """The text of an SVG, without a declaration, with a title and a description for those who do not see it.

    ``groups`` are the titles of groups, shown where a reader points at a line; the ids of a group's elements begin
    with ``group`` and its number from 0. ``live`` has elements by id, and the width in points of the text in each:
    it is set in letters of the reader's machine, and squeezed or stretched to the width.
    """
    Xml.register_namespace("", SVG)
    Xml.register_namespace("xlink", XLINK)
    root = Xml.fromstring(drawn)
    for element in root.findall(f"{{{SVG}}}metadata"):
        root.remove(element)
    for axes in list(root.iter(f"{{{SVG}}}g")):
        _gather(axes, group, groups)
    for element in root.iter(f"{{{SVG}}}g"):
        if element.get("id") in live:
            _set_width(element, live[element.get("id", "")])
    for number, (tag, text) in enumerate((("title", title), ("desc", description), ("style", STYLE))):
        child = Xml.Element(f"{{{SVG}}}{tag}", {"id": tag})
        child.text = harmless(text)
        root.insert(number, child)
    root.set("role", "img")
    root.set("aria-labelledby", "title desc")
    return Xml.tostring(root, encoding="unicode")


def _gather(parent: Xml.Element, group: str, titles: Sequence[str]) -> None:
    """Put the elements of each group, which follow each other, in one element with the group's title."""
    gathered: dict[str, Xml.Element] = {}
    children = []
    for child in list(parent):
        found = re.fullmatch(rf"{re.escape(group)}(\d+)-\d+", child.get("id", ""))
        if not found:
            children.append(child)
            continue
        if found[1] not in gathered:
            holder = gathered[found[1]] = Xml.Element(f"{{{SVG}}}g", {"class": "line"})
            title = Xml.SubElement(holder, f"{{{SVG}}}title")
            title.text = harmless(titles[int(found[1])])
            children.append(holder)
        gathered[found[1]].append(child)
    if gathered:
        parent[:] = children


def _set_width(element: Xml.Element, width: float) -> None:
    for text in element.iter(f"{{{SVG}}}text"):
        text.set("textLength", f"{width:.2f}")
        text.set("lengthAdjust", "spacingAndGlyphs")
        text.set("style", re.sub(r"font-family: [^;]*", FAMILIES, text.get("style", "")))


def as_file(svg: str) -> bytes:
    """The SVG as the bytes of a file of its own."""
    return f'<?xml version="1.0" encoding="utf-8"?>\n{svg}\n'.encode()
