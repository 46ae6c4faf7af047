"""Shell completion for bash, zsh and fish, on Click's own: what is offered, and how a shell takes it.

The shells' scripts run the command with `VARIABLE` set; what it offers, `complete` prints for them.
"""

from __future__ import annotations

import os
import re
import shlex
import sys
from collections.abc import Callable, Mapping
from contextlib import suppress

import click
from click.shell_completion import CompletionItem, ShellComplete

from . import language
from .names import folded, nfc

SHELLS = ("bash", "zsh", "fish")
ERRORS = "surrogateescape"  # what was typed comes back as it came
Item = CompletionItem[str]
ASSIGNMENT = re.compile(r"[A-Za-z_]\w*=", re.ASCII)
# The line goes up to the cursor. Bash replaces only $2, what stands behind the last of its word breaks.
BASH = """\
%(complete_func)s() {
    local answer line
    COMPREPLY=()
    answer=$(COMP_LINE="${COMP_LINE:0:COMP_POINT}" COMP_TYPED="$2" COMP_BREAKS="$COMP_WORDBREAKS" \\
        %(complete_var)s=bash_complete "${1/#\\~/$HOME}" 2>/dev/null)
    while IFS= read -r line; do
        case $line in
            plain,*) COMPREPLY+=("${line#plain,}") ;;
            open,*) COMPREPLY+=("${line#open,}"); compopt -o nospace 2>/dev/null ;;
            file,*) compopt -o default 2>/dev/null ;;
        esac
    done <<<"$answer"
}
complete -o nosort -F %(complete_func)s %(prog_name)s 2>/dev/null ||
    complete -F %(complete_func)s %(prog_name)s
"""
ZSH = """\
#compdef %(prog_name)s

%(complete_func)s() {
    local -a typed plain open described
    local kind value help
    typed=("${(@Q)words[1,CURRENT-1]}" "${(Q)PREFIX}")
    COMP_WORDS="${(F)typed}" COMP_LINE="$LBUFFER" \\
        %(complete_var)s=zsh_complete "${${(Q)words[1]}/#\\~/$HOME}" 2>/dev/null |
    while IFS= read -r kind && IFS= read -r value && IFS= read -r help; do
        case $kind in
            plain) if [[ -n $help ]]; then described+=("${value//:/\\\\:}:$help"); else plain+=("$value"); fi ;;
            open) open+=("$value") ;;
            file) [[ $PREFIX == --*=* ]] && compset -P '*='; _files ;;
        esac
    done
    (( $#described )) && _describe -V %(prog_name)s described -U
    (( $#plain )) && compadd -U -V %(prog_name)s -a plain
    (( $#open )) && compadd -U -V %(prog_name)s -S '' -a open
}

if (( $+compstate )); then  # loaded as a file of fpath, by the first Tab
    %(complete_func)s "$@"
else
    compdef %(complete_func)s %(prog_name)s
fi
"""
FISH = """\
function %(complete_func)s
    set -l program (commandline -po | string match -rv '^[A-Za-z_]\\w*=')[1]
    set program (string replace -r '^~' $HOME -- $program)
    set -lx COMP_LINE (commandline -cp | string collect)
    set -lx %(complete_var)s fish_complete
    for line in ($program 2>/dev/null)
        set -l parts (string split -m 1 , -- $line)
        if test "$parts[1]" = file
            set -l parts (string split -m 2 , -- $line)
            for path in (__fish_complete_path "$parts[3]")
                echo "$parts[2]$path"
            end
        else
            echo "$parts[2]"
        end
    end
end
complete --no-files --command %(prog_name)s --arguments '(%(complete_func)s)'
"""


def split_words(line: str) -> tuple[list[str], str]:
    """The words of a line as a shell takes them apart, the last one being typed, and the quote open in it, if any.

    >>> split_words("label 'Ann Lee'=vi"), split_words('label "Ann L'), split_words("label ")
    ((['label', 'Ann Lee=vi'], ''), (['label', 'Ann L'], '"'), (['label', ''], ''))
    """
    mark = "\0"  # makes a word of what is not begun yet
    lexer = shlex.shlex(line + mark, posix=True)
    lexer.whitespace_split = True
    lexer.commenters = ""
    words: list[str] = []
    quote = ""
    try:
        words.extend(lexer)
    except ValueError:
        words.append(lexer.token)
        quote = getattr(lexer, "state", "")  # the quote; an escape ends at the mark
    words[-1] = words[-1].removesuffix(mark)
    return words, quote


class _Shell(ShellComplete):
    """What the three have in common."""

    def get_completions(self, args: list[str], incomplete: str) -> list[Item]:
        """What Click offers, as whole words: with the option before it in ``--option=value``."""
        head = ""
        if incomplete.startswith("--") and "=" in incomplete:
            option, _, incomplete = incomplete.partition("=")
            args, head = [*args, option], f"{option}="
        items = super().get_completions(args, incomplete)
        values = [item.value for item in items]
        begun = nfc(incomplete)
        spelt = {value[: len(begun)] for value in values}
        if len(spelt) > 1 and {folded(text) for text in spelt} == {folded(begun)}:
            # A shell would take away the letters in which they differ.
            values = [begun + value[len(begun) :] for value in values]
        return [
            Item(value if item.type == "file" else head + value, item.type, item.help, open=item.open, head=head)
            for value, item in zip(values, items, strict=True)
        ]


class Bash(_Shell):
    """Bash, which is given the rest of the word alone, quoted as the user has begun it."""

    name = "bash"
    source_template = BASH
    quote = ""
    done = ""  # the part of the word that Bash leaves as it is, without its quotes

    def get_completion_args(self) -> tuple[list[str], str]:
        """The whole words of the line and the one that is typed."""
        line = os.environ["COMP_LINE"]
        words, self.quote = split_words(line)
        self.done = split_words(line.removesuffix(os.environ.get("COMP_TYPED", "")))[0][-1]
        return words[1:-1], words[-1]

    def format_completion(self, item: Item) -> str:
        """A line for the script: the kind, and what Bash puts in the place of the rest."""
        breaks = os.environ.get("COMP_BREAKS", "")
        rest = item.value
        for _ in filter(breaks.__contains__, self.done):
            rest = re.sub(f"^.*?[{re.escape(breaks)}]", "", rest, count=1)
        return f"{_kind(item)},{_quoted(rest, self.quote)}"


class Zsh(_Shell):
    """Zsh, which takes whole words and quotes them itself."""

    name = "zsh"
    source_template = ZSH

    def get_completion_args(self) -> tuple[list[str], str]:
        """The whole words, which Zsh has freed from their quotes, and the one that is typed."""
        command, *args, incomplete = os.environ["COMP_WORDS"].split("\n")
        _assign(os.environ.get("COMP_LINE", ""), command)
        return args, incomplete

    def format_completion(self, item: Item) -> str:
        """Three lines for the script: kind, word and help."""
        return f"{_kind(item)}\n{item.value}\n{_help(item)}"


class Fish(_Shell):
    """Fish, which takes whole words that begin as typed, and quotes them itself."""

    name = "fish"
    source_template = FISH
    typed = ""

    def get_completion_args(self) -> tuple[list[str], str]:
        """The whole words of the line and the one that is typed."""
        line = os.environ["COMP_LINE"]
        words, _ = split_words(line)
        while ASSIGNMENT.match(words[0]):
            words.pop(0)
        _assign(line, words[0])
        self.typed = words[-1]
        return words[1:-1], words[-1]

    def format_completion(self, item: Item) -> str:
        """A line for the script: the kind, and the word with its help behind a tab."""
        value = item.value
        if item.type == "file":
            return f"file,{item.head},{value}"
        if not value.casefold().startswith(self.typed.casefold()):
            value = self.typed + value[len(nfc(self.typed)) :]  # an umlaut that is composed in another way
        return f"{_kind(item)},{value}\t{_help(item)}".rstrip("\t")


def _kind(item: Item) -> str:
    return "open" if item.open else item.type


def _printable(item: Item) -> bool:
    """Whether the shell's encoding has the letters of a word."""
    with suppress(UnicodeEncodeError):
        return bool(item.value.encode(sys.stdout.encoding, ERRORS)) or item.type == "file"
    return False


def _help(item: Item) -> str:
    text = " ".join((item.help or "").split())
    return text.encode(sys.stdout.encoding, "replace").decode(sys.stdout.encoding)


def _quoted(text: str, quote: str) -> str:
    """A text that Bash reads as it stands, within a quote that is open already or in none."""
    if quote == "'":
        return text.replace("'", "'\\''")
    special = r"[\"\\$`]" if quote else r"(?=[\x00-\x7f])[^\w\-+.,/:=@%]"
    return re.sub(special, r"\\\g<0>", text, flags=re.ASCII)


def _assign(line: str, command: str) -> None:
    """Set the variables that stand before a command in its line, as in ``GAME=friday.toml command``."""
    words, _ = split_words(line)
    if command not in words:
        return
    last = len(words) - 1 - words[::-1].index(command)
    while last and ASSIGNMENT.match(words[last - 1]):
        last -= 1
        name, _, value = words[last].partition("=")
        os.environ[name] = value


CLASSES: Mapping[str, type[_Shell]] = {"bash": Bash, "zsh": Zsh, "fish": Fish}


def script(shell: str, program: str) -> str:
    """The script for a shell (one of `SHELLS`) that makes it complete a program's words."""
    return CLASSES[shell](click.Command(program), {}, program, variable(program)).source()


def variable(program: str) -> str:
    """The variable through which the scripts ask a program what there is; Click has it so."""
    return f"_{program.upper()}_COMPLETE"


def complete(make: Callable[[], click.Command], program: str) -> None:
    """Print what a shell asks for, ``bash_complete`` in `variable`; nothing, where anything is wrong.

    ``make`` makes the program's command, in the language that is in use by then.
    """
    shell, _, what = os.environ[variable(program)].partition("_")
    with suppress(Exception):
        if what == "source":
            answer = script(shell, program)
        else:
            asked = CLASSES[shell](click.Command(program), {}, program, variable(program))
            args, incomplete = asked.get_completion_args()
            language.use(language.chosen(args, os.environ))
            asked.cli = make()
            items = filter(_printable, asked.get_completions(args, incomplete))
            answer = "".join(f"{asked.format_completion(item)}\n" for item in items)
        sys.stdout.buffer.write(answer.encode(sys.stdout.encoding, ERRORS))
        sys.stdout.buffer.flush()
