"""Edits of one text, their results, and refusals."""

import re
from hashlib import sha256
from pathlib import Path
from typing import NamedTuple

from pnp.load import limits
from pnp.model.span import Span

_BREAK = re.compile("\r\n?")
_CONTROL = re.compile("[\x00-\x08\x0b-\x1f\x7f-\x9f\ufffe\uffff]")
_HALF = re.compile("[\ud800-\udfff]")


class Refusal(NamedTuple):
    """The reason why nothing has changed, in a sentence."""

    why: str


class ValueAt(NamedTuple):
    """A value in a YAML file or a table: where it begins, from 1, in the file as its editor saw it."""

    line: int
    column: int
    path: tuple[
        str, ...
    ] = ()  # keys, and ids or numbers of items; in a table the row's id, the column, an item's number

    @classmethod
    def from_span(cls, span: Span, *path: str) -> "ValueAt":
        return cls(span.line, span.column, path)


class EntryAt(NamedTuple):
    """A translation, by its message and the number of its plural form. `settled`: it is no longer in doubt."""

    context: str
    source: str
    plural: str = ""
    form: int = 0
    settled: bool = True


class Edit(NamedTuple):
    """A change of one text. `seen` is the digest of the file as its editor saw it; texts are as games have them."""

    file: Path
    at: ValueAt | EntryAt
    old: str
    new: str
    seen: str


class Edited(NamedTuple):
    """A file's bytes before and after an edit; `places` counts the values that share the text by an anchor."""

    before: bytes
    after: bytes
    places: int = 1


class EditedText(NamedTuple):
    """A file's text after an edit; `places` counts the values that share it."""

    text: str
    places: int = 1


CHANGED = Refusal("the file has changed meanwhile: look at it again")
UNREADABLE = Refusal("the file can't be read: fix what pnp check reports first")
UNWRITABLE = Refusal("the text can't be written there without changing something else")


def digest(data: bytes) -> str:
    return sha256(data).hexdigest()


def clean_text(text: str) -> str | Refusal:
    """Return a text with line breaks as values have them, or why it can't be written."""
    text = _BREAK.sub("\n", text)
    if half := _HALF.search(text):
        return Refusal(f"the text has half a character (U+{ord(half[0]):04X}): write it anew")
    if control := _CONTROL.search(text):
        return Refusal(f"the text has a control character (U+{ord(control[0]):04X}): delete it")
    if len(text) > (most := limits.TEXT_LENGTH):
        return Refusal(f"the text has {len(text):,} characters, at most {most:,} are possible")
    return text


def is_as_seen(text: str, old: str) -> bool:
    """Check that an editor who saw `old` saw this text; sentences are read without blanks around them."""
    return old in (text, text.strip())
