"""``schrille deck new``: a deck file from a spreadsheet, or from what is typed at a terminal."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import click

from ...kit import files
from ...kit.ask import ask, asking
from ...kit.errors import error, quoted
from ...kit.language import N_, _, in_use, ngettext
from ...kit.outputs import Output
from ...kit.verbs import Answer, Call, emit, verb
from ..colours import completed, named_labels
from ..deck import Deck
from ..deckcheck import summary, warnings
from ..deckfile import JSON, deck_text, parse_deck
from .common import offered

if TYPE_CHECKING:
    from ...kit.screen import Screen
    from ..deckentry import DeckEntry

WRITTEN = N_("the deck file is written")
SEPARATORS = {"tab": "\t", "semicolon": ";", "comma": ","}


def _separator(ctx: click.Context, param: click.Parameter, value: str | None) -> str:
    if value is None:
        return ""
    char = SEPARATORS.get(value.lower(), value)
    if len(char) != 1 or char.isalnum() or char in ' "\r\n':
        message = _("{value} is neither {words} nor a sign")
        raise click.BadParameter(message.format(value=quoted(value), words=", ".join(SEPARATORS)), ctx, param)
    return char


def _encoding(ctx: click.Context, param: click.Parameter, value: str | None) -> str:
    from ...kit.csvfiles import is_encoding

    if value is not None and not is_encoding(value):
        message = _("{value} is no encoding that Python knows").format(value=quoted(value))
        raise click.BadParameter(message, ctx, param)
    return value or ""


def _columns(ctx: click.Context, param: click.Parameter, value: str | None) -> tuple[int, ...]:
    from ..csvcolumns import column_number

    if value is None:
        return ()
    columns = tuple(column_number(word) for word in value.split(","))
    if not 2 <= len(columns) <= 3 or len({*columns}) < len(columns) or -1 in columns:
        message = _("{value} is not the column of the band and one or two of its labels")
        raise click.BadParameter(message.format(value=quoted(value)), ctx, param)
    return columns


@verb(
    help=_(
        "Write a deck file by asking, or from a spreadsheet's table. On a terminal, it asks for the labels and "
        "bands of your box, and saves each band as it is typed. With --csv, it reads a table that was exported as "
        "CSV, and says how it understood it."
    ),
    example="schrille deck new -o deck.toml\n"
    "schrille deck new -o deck.toml --continue\n"
    "schrille deck new -o deck.toml --csv bands.csv",
    game=False,
)
@click.option(
    "path",
    "-o",
    "--output",
    required=True,
    metavar=_("FILE"),
    shell_complete=offered("files"),
    help=_("The deck file to write."),
)
@click.option("go_on", "--continue", is_flag=True, help=_("Go on with the file; as it was, it is kept as FILE~."))
@click.option("--force", is_flag=True, help=_("Write even where the file exists; the old one is kept as FILE~."))
@click.option(
    "label_texts",
    "--label",
    multiple=True,
    metavar=_("NAME=COLOUR"),
    help=_("A label that is not called by its colour; once for each."),
)
@click.option(
    "--csv",
    metavar=_("FILE"),
    shell_complete=offered("files"),
    help=_("A table with a column of bands and one or two of labels."),
)
@click.option(
    "--encoding",
    callback=_encoding,
    metavar=_("NAME"),
    help=_("The table's encoding, such as mac-roman, where it is not UTF-8, UTF-16 or Windows-1252."),
)
@click.option(
    "--separator",
    callback=_separator,
    metavar=_("SIGN"),
    help=_("What separates its columns, such as tab or comma."),
)
@click.option(
    "--columns",
    callback=_columns,
    metavar="A,B[,C]",
    help=_("The column of the band and those of its labels, by letter or number."),
)
@click.option("--header/--no-header", default=None, help=_("Whether the first row has headings."))
def command(
    call: Call,
    path: str,
    go_on: bool,
    force: bool,
    label_texts: tuple[str, ...],
    csv: str | None,
    encoding: str,
    separator: str,
    columns: tuple[int, ...],
    header: bool | None,
) -> None:
    """Write a deck file."""
    if csv is None and (encoding or separator or columns or header is not None):
        raise click.UsageError(_("These options are about a table: name it with --csv."))
    if go_on and (force or label_texts or csv is not None):
        raise click.UsageError(_("--continue goes on with what the file has: leave the other options out."))
    labels = named_labels(label_texts)
    if csv is not None:
        output = Output(path, force, _("name another file, or add --force: the old one is then kept"))
        reading = {"encoding": encoding, "separator": separator, "header": header, "columns": columns}
        _from_table(call, output, csv, labels, reading)
        return
    if not call.interactive:
        hint = _("name a table with --csv, or run it on a terminal")
        raise error("deck", _("there is nobody who could be asked for the bands"), hint=hint)
    deck = Deck(completed(labels, in_use()) if labels else {}, {})
    if go_on:
        deck = parse_deck(files.read_input(path, JSON), path, unfinished=True)
    hint = _("add --continue to go on with it, or --force to begin anew: the old one is then kept")
    _ask(call, Output(path, force or go_on, hint), deck)


def _text(deck: Deck) -> str:
    comment = _(
        "A deck file for schrille new --deck. [labels] has the six labels, each with its colour,\n"
        "[bands] every band with its one or two labels. schrille deck check says what is wrong with it."
    )
    return deck_text(deck, comment)


def _from_table(call: Call, output: Output, csv: str, labels: dict[str, str], reading: dict[str, Any]) -> None:
    """Write the deck of a table, and say how the table was read."""
    from ..csvcolumns import source_data
    from ..deckcsv import load_table

    deck, source = load_table(csv, labels, **reading)
    data = {
        "file": output.path,
        "kept": output.kept,
        "source": {"file": csv, **source_data(source)},
        **summary(deck),
        "warnings": [fault._asdict() for fault in warnings(deck)],
    }

    def text(screen: Screen) -> str:
        from .. import decktables

        read = decktables.source(screen, files.input_name(csv), source, deck)
        return decktables.written(screen, output.path, output.kept, deck, read)

    rendered = call.render(Answer(data, text))
    output.write(_text(deck))
    emit(rendered, WRITTEN)


def _ask(call: Call, output: Output, deck: Deck) -> None:
    """Ask for labels and bands until end of input, and say what the deck has then."""
    from ..deckentry import DeckEntry

    entry = DeckEntry(deck, in_use(), lambda deck: output.write(_text(deck)))
    try:
        with asking():
            while True:
                _ask_next(entry)
    except EOFError:
        pass
    except KeyboardInterrupt:
        raise click.Abort(*filter(None, [_so_far(entry, output)])) from None
    if not entry.saved:
        emit(_("Nothing was typed, and nothing is written."))
        return

    def text(screen: Screen) -> str:
        from .. import decktables

        return decktables.written(screen, output.path, output.kept, entry.deck)

    emit(call.render(Answer({}, text)), WRITTEN)


def _so_far(entry: DeckEntry, output: Output) -> str:
    if not entry.saved:
        return ""
    number = len(entry.bands)
    message = ngettext("{number} band is in {path}", "{number} bands are in {path}", number)
    return message.format(number=number, path=quoted(output.path))


def _ask_next(entry: DeckEntry) -> None:
    """Ask for the labels where there are none, else for a band, and print what was taken."""
    if entry.wants_labels:
        ask(_("labels> "), entry.accept_labels, initial=entry.labels_line, note=entry.help())
        emit(entry.labels_note())
        return
    number = len(entry.bands) + 1
    taken = ask(
        _("band {number}> ").format(number=number),
        entry.accept_band,
        initial=entry.reopened,
        completions=entry.completions,
        status=entry.status,
        note=entry.note(),
    )
    emit(f"{number:4}  {taken}" if taken else _("The last line is taken back."))
