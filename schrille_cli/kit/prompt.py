"""The prompt of `schrille_cli.kit.ask`, on prompt_toolkit; imported when one is shown."""

from __future__ import annotations

import os
import select
import sys
from collections.abc import Callable
from functools import cache
from typing import Generic, TypeVar

from prompt_toolkit.application import Application
from prompt_toolkit.buffer import Buffer
from prompt_toolkit.document import Document
from prompt_toolkit.filters import Condition
from prompt_toolkit.formatted_text import ANSI, AnyFormattedText
from prompt_toolkit.input import Input, create_input
from prompt_toolkit.input.typeahead import get_typeahead
from prompt_toolkit.key_binding import KeyBindings, KeyPress, KeyPressEvent
from prompt_toolkit.keys import Keys
from prompt_toolkit.layout import (
    BufferControl,
    Dimension,
    FormattedTextControl,
    HSplit,
    Layout,
    VerticalAlign,
    Window,
)
from prompt_toolkit.layout.processors import BeforeInput, PasswordProcessor, Processor
from prompt_toolkit.output import Output, create_output
from prompt_toolkit.output.vt100 import Vt100_Output
from prompt_toolkit.styles import Style
from prompt_toolkit.utils import get_cwidth

from .ask import PASTE_SECONDS, Again, Prompt, Unusable, completed
from .errors import GameError
from .language import _
from .screen import Screen, screen_of

T = TypeVar("T")
LEAST_LINE = 20  # cells for what is typed; a longer message stands in a line of its own
LEAST_BELOW = 2  # lines kept free under the line, so that the prompt does not jump with every fault
ENTER = (Keys.ControlM, Keys.ControlJ)
# What the library would make a character of the line: itself, or the key that comes next.
LITERAL = (Keys.ControlZ, Keys.ControlQ)
STYLE = Style.from_dict({"fault": "fg:ansired"})
PLAIN_STYLE = Style.from_dict({})


def run_prompt(prompt: Prompt, accept: Callable[[str], T]) -> T:
    """Show a prompt until a line is accepted; see `schrille_cli.kit.ask.ask`."""
    return _Line(prompt, accept).run()


@cache
def _input() -> Input:
    """The terminal's input: one for the whole process, since it may have read a part of a key or a paste."""
    return create_input()


def _coming_keys() -> list[KeyPress]:
    """The keys that come in so fast that they belong to one paste."""
    keys: list[KeyPress] = []
    if os.name != "nt":
        while not _input().closed and select.select([_input().fileno()], [], [], PASTE_SECONDS)[0]:
            keys += _input().read_keys()
    return keys


def forget_what_follows() -> None:
    """Forget what was pasted behind the last line that was asked for: the shell would take it for commands."""
    if get_typeahead(_input()):
        with _input().raw_mode():
            _coming_keys()


class _Terminal(Vt100_Output):
    """A terminal that is wiped line by line.

    Where a whole screen is erased at once, many terminals keep what it showed where one can scroll back to it; but
    what was typed shall be gone.
    """

    def erase_down(self) -> None:
        """Erase from the cursor to the end of the screen."""
        below = "\x1b[B\r\x1b[2K" * (self.get_size().rows - 1)
        self.write_raw(f"\x1b7\x1b[K{below}\x1b8")

    def erase_screen(self) -> None:
        """Erase the screen; the cursor goes to its first line."""
        self.cursor_goto(1, 1)
        self.erase_down()


def _output() -> Output:
    """The terminal's output, which is not asked where its cursor is: not every terminal answers."""
    if os.name == "nt":
        return create_output()
    output = _Terminal.from_pty(sys.stdout, term=os.environ.get("TERM"))
    output.enable_cpr = False
    return output


class _Line(Generic[T]):
    """A line that is being typed, with what stands over and under it."""

    def __init__(self, prompt: Prompt, accept: Callable[[str], T]) -> None:
        self.prompt = prompt
        self.accept = accept
        self.faults = list(prompt.faults)
        self.note = prompt.note
        self.note_lasts = True
        self.screen = screen_of(sys.stdout, "simple", os.environ)
        self.message = self.screen.fit(prompt.message)
        self.buffer = Buffer(multiline=False, document=Document(prompt.initial))
        self.buffer.on_text_changed += self._changed
        self.output = _output()
        self.width = self.output.get_size().columns
        self.app: Application[T] = Application(
            layout=self._layout(),
            key_bindings=self._keys(),
            style=STYLE if self.screen.colour else PLAIN_STYLE,
            erase_when_done=True,
            input=_input(),
            output=self.output,
            before_render=self._narrowed,
        )

    def run(self) -> T:
        """Ask until the line is accepted."""
        return self.app.run()

    # What is shown

    def _layout(self) -> Layout:
        masks: list[Processor] = [PasswordProcessor()] if self.prompt.hidden else []
        line = BufferControl(self.buffer, input_processors=[*masks, BeforeInput(self._before_line)])
        self.line = Window(line, wrap_lines=True, dont_extend_height=True, height=Dimension(min=1))
        above = Window(FormattedTextControl(self._above), height=self._height_of(self._above_lines))
        below = Window(FormattedTextControl(self._below), height=self._height_of(self._below_lines))
        return Layout(HSplit([above, self.line, below], align=VerticalAlign.TOP), focused_element=line)

    @staticmethod
    def _height_of(lines: Callable[[], list[str]]) -> Callable[[], Dimension]:
        def height() -> Dimension:
            number = len(lines())
            return Dimension(min=0, preferred=number, max=number)

        return height

    def _size(self) -> tuple[int, int]:
        size = self.output.get_size()
        return max(size.columns, 1), size.rows

    def _long_message(self) -> bool:
        """Whether the message needs a line of its own, since it would leave too little of the line."""
        return get_cwidth(self.message) + LEAST_LINE > self._size()[0]

    def _before_line(self) -> str:
        return "> " if self._long_message() else self.message

    def _line_rows(self) -> int:
        width, _rows = self._size()
        return (get_cwidth(self._before_line()) + get_cwidth(self.buffer.text)) // width + 1

    def _above_lines(self) -> list[str]:
        width, rows = self._size()
        message = self._wrapped(self.message) if self._long_message() else []
        below = max(len(self._wanted_below()), LEAST_BELOW)
        room = max(0, rows - self._line_rows() - len(message) - below)
        text = self.screen.fit(self.prompt.above(width, room)) if self.prompt.above and room else ""
        lines = text.split("\n") if text else []
        return [*(lines if len(lines) <= room else []), *message]

    def _above(self) -> AnyFormattedText:
        return ANSI("\n".join(self._above_lines()))

    def _wrapped(self, text: str) -> list[str]:
        """A text in lines that fit the window."""
        screen = Screen(self.screen.encoding, width=self._size()[0])
        return [row for line in text.split("\n") for row in screen.prose(line).split("\n")] if text else []

    def _wanted_below(self) -> list[str]:
        if self.faults:
            return [row for fault in self.faults for row in self._wrapped(fault)]
        status = self.prompt.status(self.buffer.text) if self.prompt.status else ""
        return self._wrapped(self.note) + self._wrapped("" if status in self.note else status)

    def _below_lines(self) -> list[str]:
        lines = self._wanted_below()
        room = max(0, self._size()[1] - self._line_rows())
        if len(lines) > room > 0:
            lines = [*lines[: room - 1], "…"]
        return lines[:room]

    def _below(self) -> AnyFormattedText:
        return [("class:fault" if self.faults else "", "\n".join(self._below_lines()))]

    def _narrowed(self, app: Application[T]) -> None:
        """Begin on an empty screen where the window became narrower.

        Many terminals then break the old lines anew, so that nobody knows any more how far up they reach.
        """
        width = self._size()[0]
        if width < self.width:
            app.renderer.clear()
        self.width = width

    # What the keys do

    def _changed(self, buffer: Buffer) -> None:
        """Faults are those of a line that is no more, and so may be the note."""
        self.faults = []
        if not self.note_lasts:
            self.note = ""

    def _set(self, text: str, note: str, lasting: bool = True) -> None:
        self.buffer.document = Document(text)
        self.faults = []
        self.note = note
        self.note_lasts = lasting

    def _can_end(self) -> bool:
        """Whether Ctrl-D ends the input: nothing was typed, and there is nothing that it could delete."""
        return self.buffer.text in ("", self.prompt.initial) and self.buffer.document.is_cursor_at_the_end

    def _keys(self) -> KeyBindings:
        keys = KeyBindings()
        keys.add(Keys.Enter)(self._enter)
        keys.add(Keys.Tab)(self._tab)
        keys.add(Keys.BracketedPaste)(self._paste)

        @keys.add(Keys.ControlC)
        @keys.add(Keys.SIGINT)
        def interrupt(event: KeyPressEvent) -> None:
            self.app.exit(exception=KeyboardInterrupt)

        for literal in LITERAL:
            keys.add(literal)(lambda event: None)

        @keys.add(Keys.ControlD, filter=Condition(self._can_end))
        def end(event: KeyPressEvent) -> None:
            self.app.exit(exception=EOFError)

        return keys

    def _enter(self, event: KeyPressEvent) -> None:
        try:
            self.app.exit(result=self.accept(self.buffer.text))
        except Again as again:
            self._set(again.line, again.note, again.lasting)
        except GameError as problem:
            if isinstance(problem, Unusable):
                self.buffer.reset()
            self.note = ""
            self.faults = list(map(str, problem.faults))
            if self._drop_what_follows(event):
                self.faults.append(_("What was typed or pasted behind this line is left out."))
        except BaseException as problem:  # it would end in the event loop, which only reports it
            self.app.exit(exception=problem)

    def _drop_what_follows(self, event: KeyPressEvent) -> bool:
        """Forget the keys that came in behind a faulty line: they were meant for another one.

        Returns whether there were any.
        """
        keys = event.key_processor.empty_queue() + _coming_keys()
        if any(key.key == Keys.ControlC for key in keys):
            self.app.exit(exception=KeyboardInterrupt)
        return bool(keys)

    def _tab(self, event: KeyPressEvent) -> None:
        before, choices = completed(self.buffer.document.text_before_cursor, self.prompt.completions)
        after = self.buffer.document.text_after_cursor
        self.buffer.document = Document(before + after, len(before))
        self.note, self.note_lasts = "  ".join(choices), True

    def _paste(self, event: KeyPressEvent) -> None:
        """Take a paste as if it had been typed: each line of it is entered."""
        text = event.data.replace("\r\n", "\n").replace("\r", "\n")
        line, newline, rest = text.partition("\n")
        self.buffer.insert_text("".join(char if char.isprintable() else " " for char in line))
        if newline:
            coming = [KeyPress(Keys.ControlM, "\r")]
            if rest:
                coming.append(KeyPress(Keys.BracketedPaste, rest))
            event.key_processor.feed_multiple(coming, first=True)
