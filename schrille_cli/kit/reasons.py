"""Why a file or a server could not be reached: what the system and libraries say, in the language in use.

They say it in English only. What is not listed here stays English.
"""

from __future__ import annotations

import re

from .language import N_, _

SYSTEM = (
    N_("Bad file descriptor"),
    N_("Broken pipe"),
    N_("Cannot allocate memory"),
    N_("Cannot assign requested address"),
    N_("Connection refused"),
    N_("Connection reset by peer"),
    N_("Connection timed out"),
    N_("Device or resource busy"),
    N_("Directory not empty"),
    N_("Disk quota exceeded"),
    N_("File exists"),
    N_("File name too long"),
    N_("File too large"),
    N_("Function not implemented"),
    N_("Input/output error"),
    N_("Interrupted system call"),
    N_("Invalid argument"),
    N_("Is a directory"),
    N_("Name or service not known"),
    N_("Network is unreachable"),
    N_("No address associated with hostname"),
    N_("No locks available"),
    N_("No route to host"),
    N_("No space left on device"),
    N_("No such device"),
    N_("No such device or address"),
    N_("No such file or directory"),
    N_("Not a directory"),
    N_("Operation not permitted"),
    N_("Operation not supported"),
    N_("Permission denied"),
    N_("Read-only file system"),
    N_("Resource temporarily unavailable"),
    N_("Stale file handle"),
    N_("Temporary failure in name resolution"),
    N_("Text file busy"),
    N_("Too many levels of symbolic links"),
    N_("Too many open files"),
    N_("Too many open files in system"),
    N_("Transport endpoint is not connected"),
)
TLS = (
    N_("certificate has expired"),
    N_("certificate is not yet valid"),
    N_("no certificate or crl found"),
    N_("self-signed certificate"),
    N_("self-signed certificate in certificate chain"),
    N_("unable to get local issuer certificate"),
    N_("unexpected eof while reading"),
    N_("wrong version number"),
)
JSON = (
    N_("Expecting ',' delimiter"),
    N_("Expecting ':' delimiter"),
    N_("Expecting property name enclosed in double quotes"),
    N_("Expecting value"),
    N_("Extra data"),
    N_("Illegal trailing comma before end of array"),
    N_("Illegal trailing comma before end of object"),
    N_("Invalid \\escape"),
    N_("Invalid \\uXXXX escape"),
    N_("Invalid control character at"),
    N_("Unterminated string starting at"),
)
TOO_MANY_DOTS = N_("Too many dots")
PARSER = (
    TOO_MANY_DOTS,
    N_("Cannot declare {what} twice"),
    N_("Cannot mutate immutable namespace {what}"),
    N_("Cannot overwrite a value"),
    N_("Cannot redefine namespace {what}"),
    N_("Duplicate inline table key {what}"),
    N_("Escaped character is not a Unicode scalar value"),
    N_("Expected '=' after a key in a key/value pair"),
    N_("Expected ']' at the end of a table declaration"),
    N_("Expected ']]' at the end of an array declaration"),
    N_("Expected newline or end of document after a statement"),
    N_("Expected {what}"),
    N_("Found invalid character {what}"),
    N_("Illegal character {what}"),
    N_("Invalid date or datetime"),
    N_("Invalid hex value"),
    N_("Invalid initial character for a key part"),
    N_("Invalid statement"),
    N_("Invalid value"),
    N_("Unclosed array"),
    N_("Unclosed inline table"),
    N_("Unescaped '\\' in a string"),
    N_("Unterminated string"),
)


def parser_reason(said: str) -> str:
    """What the TOML parser said, or a reader in its place; without the place in the text at its end."""
    for text in PARSER:
        before, what, after = text.partition("{what}")
        match = re.fullmatch(re.escape(before) + ("(.*)" if what else "") + re.escape(after), said)
        if match:
            return _(text).format(what=match[1]) if what else _(text)
    return said
