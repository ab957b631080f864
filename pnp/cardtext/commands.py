"""Cells that a spreadsheet would take for a command: written to CSV behind an apostrophe, and read without it.

A spreadsheet shows the apostrophe, and runs nothing.
"""

import re

_COMMAND = re.compile(r"'*\s*[=+\-@＝＋－＠]")


def guarded(text: str) -> str:
    """`=1+1` → `'=1+1`; a text that begins with apostrophes before such a sign gets one more."""
    return f"'{text}" if _COMMAND.match(text) else text


def unguarded(text: str) -> str:
    """What `guarded` was given, of what it returned; all other texts as they are."""
    return text[1:] if text[:1] == "'" and _COMMAND.match(text) else text
