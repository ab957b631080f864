"""A build record: what an edition's pieces looked like when it was built; as a file beside what was printed.

A face is told by its words and by digests of what is visible of it, split by what may be the reason of a change. The
same faces make the same bytes, on any day and machine.
"""

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any, NamedTuple

from pnp.io.opening import read_input
from pnp.io.writing import reason, shown
from pnp.model.problem import FileError, UsageError

SUFFIX = ".pnp.json"
FORM = 2  # of the file: another number is another form
_KIND = "pnp build record"
_LARGEST = 256 << 20  # bytes
_MOST_COPIES = 1_000_000


class RecordedFace(NamedTuple):
    side: str  # "front", "back", "page 2"
    words: tuple[str, ...]  # of each text, in the order in which they are drawn
    fonts: tuple[str, ...]  # their names
    type: tuple[str, ...]  # colours and sizes that its texts have
    art: str  # of the files of its pictures and icons
    looks: str  # of all that is drawn besides, but for where texts and art stand
    whole: str  # of all that is drawn


class RecordedPiece(NamedTuple):
    component: str
    id: str
    copies: int
    title: str  # what it prints of a field called so; empty where there is none
    faces: tuple[RecordedFace, ...]

    @property
    def label(self) -> str:
        return f"{self.component}/{self.id}"


class BuildRecord(NamedTuple):
    pnp: str  # its version
    game: str
    title: str
    version: str  # the game's
    language: str
    ink: str
    modules: tuple[str, ...]
    settings: Mapping[str, Any]  # the other options, as they were asked for
    components: Mapping[str, str]  # id → title
    fonts: Mapping[str, str]  # name → digest of the file
    pieces: tuple[RecordedPiece, ...]


def as_bytes(record: BuildRecord) -> bytes:
    """JSON with a piece a line."""
    head = {"kind": _KIND, "form": FORM, **record._asdict()}
    del head["pieces"]
    lines = [
        _encoded({**piece._asdict(), "faces": [face._asdict() for face in piece.faces]}) for piece in record.pieces
    ]
    pieces = ",\n".join(lines)
    return f'{json.dumps(head, ensure_ascii=False, indent=1)[:-2]},\n "pieces": [\n{pieces}\n ]\n}}\n'.encode(
        errors="replace"
    )


_encoded = json.JSONEncoder(ensure_ascii=False).encode


def read_record(path: Path) -> BuildRecord:
    """Raises FileError where it can't be read, UsageError where it is something else."""
    try:
        data = read_input(path, _LARGEST)
    except OSError as error:
        raise FileError(f"{shown(path)}: cannot be read: {reason(error)}") from None
    try:
        return _record(json.loads(data)) if len(data) <= _LARGEST else _refused("it is too large")
    except (ValueError, RecursionError) as error:
        why = f" ({error})" if isinstance(error, _NoRecordError) else ""
        raise UsageError(f"{shown(path)} is no build record as pnp build writes it beside its PDF{why}") from None


class _NoRecordError(ValueError):
    """Says what is wrong with it."""


def _refused(why: str) -> Any:
    raise _NoRecordError(why)


def _record(value: Any) -> BuildRecord:
    found = _JsonObject(value, "the file")
    if found.text("kind") != _KIND:
        _refused(f'"kind" isn\'t "{_KIND}"')
    if (form := found.number("form")) != FORM:
        _refused(f"of form {form}; this pnp reads {FORM}")
    pieces = tuple([_piece(each) for each in found.list("pieces")])
    if len({piece.label for piece in pieces}) < len(pieces):
        _refused("a piece stands in it twice")
    return BuildRecord(
        pnp=found.text("pnp"),
        game=found.text("game"),
        title=found.text("title"),
        version=found.text("version"),
        language=found.text("language"),
        ink=found.text("ink"),
        modules=found.texts("modules"),
        settings=found.mapping("settings"),
        components=found.names("components"),
        fonts=found.names("fonts"),
        pieces=pieces,
    )


def _piece(value: Any) -> RecordedPiece:
    found = _JsonObject(value, "a piece")
    copies = found.number("copies")
    if not 0 <= copies <= _MOST_COPIES:
        _refused(f"a piece has {copies} copies")
    faces = tuple([_face(each) for each in found.list("faces")])
    return RecordedPiece(found.text("component"), found.text("id"), copies, found.text("title"), faces)


def _face(value: Any) -> RecordedFace:
    found = _JsonObject(value, "a face")
    words, fonts, type = map(found.texts, ("words", "fonts", "type"))
    side, art, looks, whole = map(found.text, ("side", "art", "looks", "whole"))
    return RecordedFace(side, words, fonts, type, art, looks, whole)


class _JsonObject:
    """What stands under a name, if it is of the kind that belongs there."""

    def __init__(self, value: Any, what: str) -> None:
        self._what = what
        self._value: dict[str, Any] = value if isinstance(value, dict) else _refused(f"{what} is no object")

    def _get(self, name: str, kind: type, said: str) -> Any:
        value = self._value.get(name)
        return value if type(value) is kind else _refused(f'{self._what} has no {said} "{name}"')

    def text(self, name: str) -> str:
        return str(self._get(name, str, "text"))

    def number(self, name: str) -> int:
        return int(self._get(name, int, "number"))

    def list(self, name: str) -> list[Any]:
        return list(self._get(name, list, "list"))

    def mapping(self, name: str) -> dict[str, Any]:
        return dict(self._get(name, dict, "object"))

    def texts(self, name: str) -> tuple[str, ...]:
        values = self.list(name)
        return tuple(values) if all(isinstance(value, str) for value in values) else _refused(f'"{name}": no texts')

    def names(self, name: str) -> dict[str, str]:
        values = self.mapping(name)
        return values if all(isinstance(value, str) for value in values.values()) else _refused(f'"{name}": no texts')
