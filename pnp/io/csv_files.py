"""CSV files as spreadsheets write them: their encoding, what separates cells, and cells that a spreadsheet would run.

A cell that a spreadsheet would take for a formula is written behind an apostrophe, and read without it: the spreadsheet
shows the apostrophe, and runs nothing. So is a text that would be read as an error that a spreadsheet wrote.
"""

import codecs
import re
from itertools import pairwise
from typing import NamedTuple

from pnp.model.regex import regex

SEPARATORS = {",": "commas", ";": "semicolons", "\t": "tabs", "|": "pipes"}

_MARKS = (
    (codecs.BOM_UTF8, "utf-8", "UTF-8"),
    (codecs.BOM_UTF16_LE, "utf-16-le", "UTF-16"),
    (codecs.BOM_UTF16_BE, "utf-16-be", "UTF-16"),
)
_SEVERAL_BYTES = regex(rb"[\xc2-\xdf][\x80-\xbf]|[\xe0-\xef][\x80-\xbf]{2}|[\xf0-\xf4][\x80-\xbf]{3}")
_SEPARATOR_LINE = regex(r"sep=([,;\t|])[ \t]*(?=\n|\Z)")  # Excel's own first line
_OUTSIDE = regex(r'"(?:[^"]|"")*+"|[,;\t|]|\n')
_FIRST_LINES = 12  # among which a title may stand above the headings
_FEWEST = 2  # separators of headings that a title can stand above
_ERRORS = (  # of spreadsheets, in the languages of those who wrote most of them
    *("#NULL!", "#DIV/0!", "#VALUE!", "#REF!", "#NAME?", "#NUM!", "#N/A", "#SPILL!", "#CALC!", "#ERROR!"),
    *("#WERT!", "#BEZUG!", "#ZAHL!", "#NV", "#ÜBERLAUF!", "#VALEUR!", "#NOM?", "#NOMBRE!", "#N/D", "#VALORE!"),
    *("#RIF!", "#NOME?", "#¡VALOR!", "#¡REF!", "#¿NOMBRE?", "#¡NUM!", "#¡DIV/0!", "#VALOR!", "#WAARDE!", "#NAAM?"),
    "#FIELD!",
)
_ERROR = rf"{'|'.join(map(re.escape, _ERRORS))}|Err:5[0-9]{{2}}"  # the last: as LibreOffice numbers them
ERROR_VALUE = regex(_ERROR)
_GUARDED = regex(rf"'*(?:\s*[=+\-@＝＋－＠]|(?:{_ERROR})\Z)")


class DecodedText(NamedTuple):
    text: str
    codec: str
    name: str  # of the encoding, for messages
    mark: bytes = b""  # that the file begins with

    def encode(self, text: str) -> bytes:
        """Return another text as the same file would have it. Raises UnicodeEncodeError."""
        return self.mark + text.encode(self.codec)


def decode_csv(data: bytes) -> DecodedText:
    """Decode UTF-8, UTF-16 or Windows-1252. Raises UnicodeDecodeError, whose object begins behind a byte order mark."""
    for mark, codec, name in _MARKS:
        if data.startswith(mark):
            return DecodedText(data[len(mark) :].decode(codec), codec, name, mark)
    begin = data[:200]
    if len(begin) >= 4 and b"\0" in begin:  # every other byte of Latin letters in UTF-16 is zero
        even, odd = begin[::2].count(0), begin[1::2].count(0)
        if codec := "utf-16-le" if odd > len(begin) / 4 and not even else "utf-16-be" if even > len(begin) / 4 else "":
            return DecodedText(data.decode(codec), codec, "UTF-16")
    try:
        return DecodedText(data.decode("utf-8"), "utf-8", "UTF-8")
    except UnicodeDecodeError:
        if _SEVERAL_BYTES.search(data):  # UTF-8, and something in it is broken
            raise
        return DecodedText(data.decode("cp1252"), "cp1252", "Windows-1252")


class Dialect(NamedTuple):
    """`start`: where the table begins, behind a line that only says what separates cells."""

    separator: str
    start: int = 0


def find_dialect(text: str) -> Dialect:
    """Return what there is most of between the cells of the first line that isn't empty; commas for nothing.

    If the line below it has less of that, the first is a title, and two lines with as many of one sign tell.
    """
    if stated := _SEPARATOR_LINE.match(text):
        return Dialect(stated[1], stated.end())
    # how often each sign stands in each of the first lines that aren't empty, outside of quotes
    lines = [dict.fromkeys(SEPARATORS, 0)]
    begun = len(text) - len(text.lstrip("\n"))
    for found in _OUTSIDE.finditer(text, begun):
        if found[0] in SEPARATORS:
            lines[-1][found[0]] += 1
        elif found[0] == "\n":
            if text[begun : found.start()].strip():
                if len(lines) == _FIRST_LINES:
                    break
                lines.append(dict.fromkeys(SEPARATORS, 0))
            begun = found.end()
    sign = max(SEPARATORS, key=lambda sign: lines[0][sign])
    if len(lines) > 2 and (not lines[0][sign] or lines[1][sign] < lines[0][sign]):
        alike = ((sign, one[sign], two[sign]) for one, two in pairwise(lines[1:]) for sign in SEPARATORS)
        sign = next((each for each, one, two in alike if _FEWEST <= one == two), sign)
    return Dialect(sign)


def needs_quotes(text: str, separator: str = ",") -> bool:
    return text != text.strip() or any(sign in text for sign in (separator, '"', "\n"))


def guard_formula(text: str) -> str:
    """Return `'=1+1` for `=1+1`, `'#REF!` for `#REF!`; a text with apostrophes before these gets one more."""
    return f"'{text}" if _GUARDED.match(text) else text


def unguard_formula(text: str) -> str:
    """Return what `guard_formula` was given, of what it returned; all other texts as they are."""
    return text[1:] if text[:1] == "'" and _GUARDED.match(text) else text
