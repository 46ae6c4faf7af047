"""``schrille new``: start a game."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

import click
from click.core import ParameterSource

from ...kit import files
from ...kit.errors import Fault, error, gathered, listed, quoted, raise_all
from ...kit.jsonerrors import Asked
from ...kit.language import _, in_use
from ...kit.screen import Screen
from ...kit.verbs import Answer, Call, emit, interruptible, verb
from .. import report, tables
from ..builtin import LABELS
from ..deck import Deck
from ..deckfile import load_deck
from ..game import Game
from ..rules import Rules, preset, with_settings
from ..saves import write_new
from ..seats import unguessable
from .common import SAVED, offered, rule_options, split_name, text_lines

if TYPE_CHECKING:
    from collections.abc import Sequence


@verb(
    help=_(
        "Start a game and deal the chart. Players named without a label leave the game in the opening. On a "
        "terminal, without players, it asks."
    ),
    example="schrille new -p Ann=blue -p Bob=red -p Cid=green --seed friday",
)
@click.option(
    "players",
    "-p",
    "--player",
    multiple=True,
    metavar=_("NAME[=LABEL]"),
    shell_complete=offered("seats"),
    help=_("A player, in seat order."),
)
@rule_options
@click.option("--no-deck", is_flag=True, help=_("No band is known before its card comes; with --chart."))
@click.option("--seed", metavar=_("TEXT"), help=_("Makes the game's chance reproducible."))
@click.option("--deal-hands", is_flag=True, help=_("The tool also draws each player's chips."))
@click.option(
    "--chart",
    metavar=_("FILE"),
    shell_complete=offered("files"),
    help=_("The 14 cards that lie on the table, place 1 first; later ones come from it too."),
)
@click.option(
    "mails",
    "--mail",
    multiple=True,
    metavar=_("NAME=ADDRESS"),
    help=_("A game by mail: where a player gets mails. The tool then deals the chips."),
)
@click.option("--moderator-mail", metavar=_("ADDRESS"), help=_("From where the mails come; with --mail."))
@click.option("--due", metavar=_("WHEN"), help=_("The first deadline, such as 2026-12-05 or +7; with --mail."))
@click.option("--show-addresses", is_flag=True, help=_("The players see each other's addresses; with --mail."))
@click.option("--force", is_flag=True, help=_("Start even where the file exists; the old one is kept as FILE~."))
def command(
    call: Call,
    players: tuple[str, ...],
    preset_name: str,
    settings: tuple[str, ...],
    deck: str | None,
    no_deck: bool,
    seed: str | None,
    deal_hands: bool,
    chart: str | None,
    mails: tuple[str, ...],
    moderator_mail: str | None,
    due: str | None,
    show_addresses: bool,
    force: bool,
) -> None:
    """Begin a game and write its first save."""
    if bool(mails) != bool(moderator_mail) or ((due or show_addresses) and not mails):
        raise click.UsageError(_("--mail goes with --moderator-mail; --due and --show-addresses go with both."))
    if mails and chart is not None:
        raise click.UsageError(_("--mail and --chart exclude each other: by mail, the cards come from the tool."))
    if no_deck and (chart is None or deck is not None):
        message = _("--no-deck goes with --chart and without --deck: each card is named with its labels.")
        raise click.UsageError(message)
    if force:
        files.require_replaceable(call.path)
    else:
        _refuse_existing(call.path)
    faults: list[Fault] = []
    loaded = Deck(LABELS, {}) if no_deck else None
    rules, cards = preset(preset_name), None
    with gathered(faults):
        loaded = load_deck(deck) if deck is not None else loaded
    with gathered(faults):
        cards = _cards(chart) if chart is not None else None
    readable = not faults
    with gathered(faults):
        rules = with_settings(rules, settings)
    if not players and not mails and not faults and call.interactive:
        _ask(call, rules, settings, loaded, seed, deal_hands, cards, force)
        return
    if readable:
        with gathered(faults):
            seats = [split_name(text) for text in players]
            if mails:
                deal_hands, seed = True, unguessable(seed)
            game = Game.new(seats, rules=rules, deck=loaded, seed=seed, deal_hands=deal_hands, chart=cards)
            if moderator_mail:
                _by_mail(call, game, mails, moderator_mail, due, show_addresses)
    raise_all(faults)
    _start(call, game, force)


def _by_mail(
    call: Call, game: Game, mails: Sequence[str], moderator: str, due: str | None, show_addresses: bool
) -> None:
    """Make a new game one that is played by mail."""
    from ..mail import orders

    addresses = [(name, address) for name, _equals, address in (text.partition("=") for text in mails)]
    title = os.path.basename(call.path).removesuffix(".toml")
    asked = click.get_current_context().find_object(Asked)
    spoken = asked.language if asked else in_use()
    post = orders.new_post(game, addresses, moderator, title, show_addresses)._replace(language=spoken)
    game.post = post._replace(due=orders.deadline(due, orders.moment()) if due else "")


def _cards(path: str) -> list[str]:
    """The cards of a file: a line each, or JSON."""
    text = files.read_input(path, "{[")
    if files.is_json(text):
        from ..jsonread import read_cards

        return read_cards(text, files.input_name(path))
    return [line for _number, line in text_lines(text)]


def _ask(
    call: Call,
    rules: Rules,
    settings: Sequence[str],
    deck: Deck | None,
    seed: str | None,
    deal_hands: bool,
    cards: Sequence[str] | None,
    force: bool,
) -> None:
    """Ask for what the command line does not say, and begin the game."""
    from ..dialogs.setup import Given, ask_setup

    ctx = click.get_current_context()
    chosen = ctx.get_parameter_source("preset_name") is not ParameterSource.DEFAULT
    given = Given(
        rules=rules.preset if chosen else None,
        deck=deck,
        deal_hands=deal_hands or None,
        cards=None if cards is None else tuple(cards),
    )
    asked = ask_setup(call.path, given)
    if asked is None:
        return
    draft, wanted = asked
    rules = with_settings(preset(wanted.rules), settings)
    deal_hands = wanted.deal_hands
    game = Game.new(
        wanted.players, rules=rules, deck=wanted.deck, seed=seed, deal_hands=deal_hands, chart=wanted.cards
    )
    _start(call, game, force)
    draft.forget()


def _start(call: Call, game: Game, force: bool) -> None:
    """Write the first save of a game, and print it."""
    seed = None if game.post else game.setup.seed
    data = {**report.common(game), "seed": seed, "chart": report.chart(game.state)}
    with interruptible(), files.locked(call.path):
        if not force:
            _refuse_existing(call.path)
        elif os.path.exists(call.path):
            data["kept"] = files.keep_old(call.path)
        rendered = call.render(Answer(data, lambda screen: _text(screen, game, data.get("kept"))))
        write_new(game, call.path)
    emit(rendered, SAVED)


def _refuse_existing(path: str) -> None:
    if os.path.exists(path):
        hint = _("name another file with --game, or add --force: the old one is then kept")
        raise error("file", _("there is a file of that name already"), quoted(path, 200), hint)


def _by_mail_note(game: Game) -> str:
    """How a new game by mail came to be. The seed, from which all hands follow, stays in the save."""
    assert game.post
    notes = [_("A game by mail: the tool deals cards and chips, and schrille mail batch goes on with it.")]
    unreached = [player for player in game.setup.players if player not in game.post.seats]
    if unreached:
        text = _("No mail goes to {players}: what they do is entered here.")
        notes.append(text.format(players=listed(unreached)))
    return " ".join(notes)


def _text(screen: Screen, game: Game, kept: object) -> str:
    return tables.blocks(
        screen.prose(_by_mail_note(game) if game.post else tables.opening_note(game)),
        screen.prose(_("The old file is kept as {file}.").format(file=kept)) if kept else "",
        tables.show(screen, game, game.state),
    )
