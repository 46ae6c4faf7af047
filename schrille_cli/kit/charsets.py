"""The bytes of a text as characters: the charset that mail declares for it, and what its bytes really are."""

from __future__ import annotations

import codecs
import re

# What mail programs call by one name and mean by another that has more characters.
_MEANT = {
    "ansi": "cp1252",
    "big5": "cp950",
    "euc-kr": "cp949",
    "gb2312": "gb18030",
    "gbk": "gb18030",
    "iso-8859-8-i": "iso8859-8",
    "ks_c_5601-1987": "cp949",
    "shift-jis": "cp932",
    "shift_jis": "cp932",
    "sjis": "cp932",
    "utf8mb4": "utf-8",
    "x-sjis": "cp932",
}
_NARROW = frozenset(["ascii", "iso8859-1", "cp1252"])
# Not for texts from outside: two that hide characters from everybody else, and some that are no charsets.
_NEVER = frozenset(
    ["utf-7", "idna", "punycode", "unicode_escape", "unicode-escape", "raw_unicode_escape", "raw-unicode-escape"]
)
_WIDE = re.compile(r"utf-?(?:8|16|32)|cp9(?:32|49|50)|gb|big5|euc|iso2022|hz|johab|shift")
_MARKS = (
    (codecs.BOM_UTF8, "utf-8"),
    (codecs.BOM_UTF32_LE, "utf-32-le"),
    (codecs.BOM_UTF32_BE, "utf-32-be"),
    (codecs.BOM_UTF16_LE, "utf-16-le"),
    (codecs.BOM_UTF16_BE, "utf-16-be"),
)
_NAME = re.compile(r"[a-z0-9_.:-]{1,40}")
# The bytes that are no UTF-8, as Python's surrogates carry them, and what most programs mean by them.
_AS_CP1252 = {0xDC00 + byte: bytes([byte]).decode("cp1252", "ignore") for byte in range(0x80, 0x100)}
# The same where a program took such bytes for characters.
_C1 = {byte: bytes([byte]).decode("cp1252", "ignore") for byte in range(0x80, 0xA0)}
_ENDS = re.compile("\r\n|[\r\v\f\x85\u2028\u2029]")
# What nobody sees: control characters but tabs and line ends, what turns or joins text, halves of pairs.
_UNSEEN = re.compile(
    "[\x00-\x08\x0b-\x1f\x7f-\x9f\xad\u200b-\u200f\u202a-\u202e\u2060-\u2064\u2066-\u206f\ud800-\udfff\ufeff]+"
)


def decode(data: bytes, declared: str = "") -> str:
    """The characters of a text, whatever it is declared to be; never an error.

    Bytes that are UTF-8 are UTF-8, unless a charset of more bytes a character is declared and right. UTF-7 never
    counts. What cannot be read in any other way is read as Windows-1252.

    >>> decode(b"9\\x962", "utf-8"), decode("9−2".encode(), "iso-8859-1"), decode(b"9+ADs-", "utf-7")
    ('9–2', '9−2', '9+ADs-')
    """
    for mark, name in _MARKS:
        if data.startswith(mark):
            return data[len(mark) :].decode(name, "replace")
    name = _codec(declared)
    if name.startswith(("utf-16", "utf-32")):
        return _by_pairs(data, name)
    if _WIDE.match(name) and name != "utf-8":
        try:
            return data.decode(name)
        except (UnicodeError, ValueError):
            pass
    try:
        return data.decode("utf-8")
    except UnicodeDecodeError:
        pass
    if name and name != "utf-8" and name not in _NARROW:
        return data.decode(name, "replace")
    return data.decode("utf-8", "surrogateescape").translate(_AS_CP1252)


def _codec(declared: str) -> str:
    """Python's name of a charset, or nothing where it has none that may be used."""
    name = declared.strip(" \t'\"").lower()
    name = _MEANT.get(name, name)
    if not _NAME.fullmatch(name):
        return ""
    try:
        b"".decode(name)  # refuses what is in the list of codecs, but no charset
        found = codecs.lookup(name).name
    except (LookupError, ValueError):
        return ""
    return "" if found in _NEVER else found


def _by_pairs(data: bytes, name: str) -> str:
    """UTF-16 or UTF-32 without a mark of its byte order, which many declare where it is nothing of the kind."""
    if b"\0" not in data:
        return decode(data)
    if name in ("utf-16", "utf-32"):
        name += "-le" if data[:2].endswith(b"\0") else "-be"
    return data.decode(name, "replace")


def readable(text: str) -> str:
    """A text with line ends that are ``\\n``, without NULs and other characters that nobody sees.

    >>> readable("a\\r\\nb\\x00\\rc\\u200b")
    'a\\nb\\nc'
    >>> readable("9\\x962")
    '9–2'
    """
    return _UNSEEN.sub("", _ENDS.sub("\n", text).translate(_C1))
