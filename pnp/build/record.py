"""What was laid out → its build record. What is known of each face was found in the job that made it.

What stands for the reason of a change is a matter of degree: texts and art move when words change, so where these stand
counts as looks only where nothing else explains why a face is another one.
"""

import json
from collections.abc import Mapping
from dataclasses import fields
from functools import cache
from hashlib import blake2b
from pathlib import Path
from typing import Any, NamedTuple

from pnp import __version__
from pnp.build.face_records import RecordedFace, recorded_face
from pnp.build.results import Result
from pnp.io.opening import read_input
from pnp.io.writing import display_path, reason
from pnp.model.display import FontFace, facts_of
from pnp.model.options import Options
from pnp.model.problem import FileError, UsageError
from pnp.model.sheet import Leaf

SUFFIX = ".pnp.json"
FORM = 2  # of the file: another number is another form
_KIND = "pnp build record"
_LARGEST = 256 << 20  # bytes
_MOST_COPIES = 1_000_000


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
        raise FileError(f"{display_path(path)}: cannot be read: {reason(error)}") from None
    try:
        return _record(json.loads(data)) if len(data) <= _LARGEST else _refused("it is too large")
    except (ValueError, RecursionError) as error:
        why = f" ({error})" if isinstance(error, _NoRecordError) else ""
        named = display_path(path)
        raise UsageError(f"{named} is no build record as pnp build writes it beside its PDF{why}") from None


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


_TITLES = ("title", "name")  # fields that say what a piece is called
_ELSEWHERE = ("game", "language", "ink", "modules", "overlay", "cache", "jobs", "executor", "given", "thorough")


def recorded(result: Result) -> BuildRecord:
    """Return the record of all that was laid out."""
    assert result.prepared and result.edition
    edition, options = result.edition, result.prepared.options
    fonts: set[str] = set()  # names of those that were met
    pieces: dict[tuple[str, str], list[Leaf]] = {}
    for leaf in result.leaves:
        pieces.setdefault((leaf.component, leaf.piece), []).append(leaf)
    game = edition.game
    recorded_pieces = tuple([_record_piece(leaves, fonts) for leaves in pieces.values()])
    find_font = result.prepared.fonts.face
    found = [(name, font) for name in sorted(fonts) if (font := find_font(name))]
    return BuildRecord(
        pnp=__version__,
        game=game.id,
        title=game.title,
        version=game.version,
        language=edition.language,
        ink=edition.ink,
        modules=edition.modules,
        settings=settings_of(options),
        components={id: component.title for id, component in edition.components.items() if component.front},
        pieces=recorded_pieces,
        fonts={name: _digest_font(font) for name, font in found},
    )


def settings_of(options: Options) -> dict[str, Any]:
    """Return the options that a record says nothing else of; of an overlay the file's name alone."""
    named = [field.name for field in fields(options) if field.name not in _ELSEWHERE]
    found = {name: getattr(options, name) for name in named}
    return found | ({"overlay": options.overlay.name} if options.overlay else {})


def _record_piece(leaves: list[Leaf], fonts: set[str]) -> RecordedPiece:
    first = leaves[0]
    faces = [leaf.front for leaf in leaves] + [leaf.back for leaf in leaves if leaf.back]
    label = f"{first.component}/{first.piece}"
    each_once = {face.label: face for face in faces}.values()
    facts = [(facts_of(face), side_of(face.label, label)) for face in each_once]
    fonts.update(*[each.fonts for each, _ in facts])
    recorded = tuple([recorded_face(each, first.format, side) for each, side in facts])
    says = {field: text for field, text, *_ in reversed(facts[0][0].texts)}
    title = next((says[field] for field in _TITLES if field in says), "")
    return RecordedPiece(first.component, first.piece, first.copies, title, recorded)


def side_of(face: str, piece: str) -> str:
    side = face.removeprefix(piece).strip()
    return "front" if side in ("", "page 1") else side


@cache
def _digest_font(font: FontFace) -> str:
    """Return a digest of all of its file, which takes a millisecond a megabyte."""
    digest = blake2b(repr((font.index, font.instance)).encode(), digest_size=8)
    digest.update(font.data)
    return digest.hexdigest()
