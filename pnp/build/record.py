"""A result → its build record, made of the records of its faces; a record ⇄ its file.

The reason of a change is a matter of degree: texts and art move when words change, so where these stand counts as looks
only where nothing else explains why a face has changed.
"""

import json
from collections.abc import Mapping
from dataclasses import fields
from functools import cache
from hashlib import blake2b
from pathlib import Path
from typing import Any, NamedTuple

from pnp import __version__
from pnp.build.face_records import RecordedFace, make_recorded_face
from pnp.build.results import Result
from pnp.io.opening import read_input
from pnp.io.writing import display_path, reason
from pnp.model.display import FontFace, facts_of
from pnp.model.options import Options
from pnp.model.problem import FileError, UsageError
from pnp.model.sheet import Leaf, leaves_by_piece

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


def encode_record(record: BuildRecord) -> bytes:
    """Return a record as JSON, with a piece a line."""
    encode = json.JSONEncoder(ensure_ascii=False).encode
    head = {"kind": _KIND, "form": FORM, **record._asdict()}
    del head["pieces"]
    pieces = ",\n".join(
        [encode({**piece._asdict(), "faces": [face._asdict() for face in piece.faces]}) for piece in record.pieces]
    )
    text = f'{json.dumps(head, ensure_ascii=False, indent=1)[:-2]},\n "pieces": [\n{pieces}\n ]\n}}\n'
    return text.encode(errors="replace")


def read_record(path: Path) -> BuildRecord:
    """Read a record. Raise FileError where it can't be read, UsageError where it is something else."""
    try:
        data = read_input(path, _LARGEST)
    except OSError as error:
        raise FileError(f"{display_path(path)}: cannot be read: {reason(error)}") from None
    try:
        if len(data) > _LARGEST:
            raise _NoRecordError("it is too large")
        return _parse_record(json.loads(data))
    except (ValueError, RecursionError) as error:
        why = f" ({error})" if isinstance(error, _NoRecordError) else ""
        named = display_path(path)
        raise UsageError(f"{named} is no build record as pnp build writes it beside its PDF{why}") from None


class _NoRecordError(ValueError):
    """Holds what is wrong with a record."""


def _parse_record(value: Any) -> BuildRecord:
    head = _parse_fields(value, "the file", kind="text", form="number", pieces="list")
    if head["kind"] != _KIND:
        raise _NoRecordError(f'"kind" isn\'t "{_KIND}"')
    if head["form"] != FORM:
        raise _NoRecordError(f"of form {head['form']}; this pnp reads {FORM}")
    pieces = []
    for each in head["pieces"]:
        piece = _parse_fields(each, "a piece", copies="number", faces="list", component="text", id="text", title="text")
        if not 0 <= piece["copies"] <= _MOST_COPIES:
            raise _NoRecordError(f"a piece has {piece['copies']} copies")
        faces = [_parse_fields(face, "a face", **_FACE) for face in piece["faces"]]
        pieces.append(RecordedPiece(**piece | {"faces": tuple([RecordedFace(**face) for face in faces])}))
    if len({piece.label for piece in pieces}) < len(pieces):
        raise _NoRecordError("a piece stands in it twice")
    return BuildRecord(**_parse_fields(value, "the file", **_RECORD), pieces=tuple(pieces))


_RECORD = dict.fromkeys(("pnp", "game", "title", "version", "language", "ink"), "text")
_RECORD |= {"modules": "texts", "settings": "object", "components": "names", "fonts": "names"}
_FACE = dict.fromkeys(("words", "fonts", "type"), "texts")
_FACE |= dict.fromkeys(("side", "art", "looks", "whole"), "text")
_TYPES: dict[str, type[Any]] = {"text": str, "number": int, "list": list, "object": dict}  # by their names
_OF_TEXTS = {"texts": "list", "names": "object"}  # kinds whose values are texts


def _parse_fields(value: Any, what: str, **kinds: str) -> dict[str, Any]:
    """Return fields of an object, each of the kind that it must have."""
    if not isinstance(value, dict):
        raise _NoRecordError(f"{what} is no object")
    found: dict[str, Any] = {}
    for name, kind in kinds.items():
        named = _OF_TEXTS.get(kind, kind)
        field: Any = value.get(name)
        if type(field) is not _TYPES[named]:
            raise _NoRecordError(f'{what} has no {named} "{name}"')
        if kind in _OF_TEXTS:
            texts = field.values() if isinstance(field, dict) else field
            if not all(isinstance(text, str) for text in texts):
                raise _NoRecordError(f'"{name}": no texts')
        found[name] = tuple(field) if kind == "texts" else field
    return found


_TITLES = ("title", "name")  # fields that hold what a piece is called
_ELSEWHERE = ("game", "language", "ink", "modules", "overlay", "cache", "jobs", "executor", "given", "thorough")


def make_record(result: Result) -> BuildRecord:
    """Return the record of all that was laid out."""
    assert result.prepared and result.edition
    edition, game = result.edition, result.edition.game
    fonts: set[str] = set()  # names of those that were met
    recorded_pieces = tuple([_record_piece(leaves, fonts) for leaves in leaves_by_piece(result.leaves).values()])
    found = [(name, font) for name in sorted(fonts) if (font := result.prepared.fonts.face(name))]
    return BuildRecord(
        pnp=__version__,
        game=game.id,
        title=game.title,
        version=game.version,
        language=edition.language,
        ink=edition.ink,
        modules=edition.modules,
        settings=settings_of(result.prepared.options),
        components={id: component.title for id, component in edition.components.items() if component.front},
        pieces=recorded_pieces,
        fonts={name: _digest_font(font) for name, font in found},
    )


def settings_of(options: Options) -> dict[str, Any]:
    """Return the options that stand nowhere else in a record; of an overlay the file's name alone."""
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
    recorded = tuple([make_recorded_face(each, first.format, side) for each, side in facts])
    words = {field: text for field, text, *_ in reversed(facts[0][0].texts)}
    title = next((words[field] for field in _TITLES if field in words), "")
    return RecordedPiece(first.component, first.piece, first.copies, title, recorded)


def side_of(face: str, piece: str) -> str:
    """Return the side that a face's label names besides its piece."""
    side = face.removeprefix(piece).strip()
    return "front" if side in ("", "page 1") else side


@cache
def _digest_font(font: FontFace) -> str:
    """Return a digest of all of its file, which takes a millisecond a megabyte."""
    digest = blake2b(repr((font.index, font.instance)).encode(), digest_size=8)
    digest.update(font.data)
    return digest.hexdigest()
