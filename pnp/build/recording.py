"""What was laid out → its build record. What is known of each face was found in the job that made it.

What stands for the reason of a change is a matter of degree: texts and art move when words change, so where these stand
counts as looks only where nothing else explains why a face is another one.
"""

from collections.abc import Iterable
from dataclasses import fields
from functools import cache
from hashlib import blake2b
from typing import Any

from pnp import __version__
from pnp.build.record import BuildRecord, RecordedFace, RecordedPiece
from pnp.build.results import Result
from pnp.model.display import AnyFace, FontFace, SetText, facts_of
from pnp.model.game import Format
from pnp.model.options import Options
from pnp.model.sheet import Leaf

_TITLES = ("title", "name")  # fields that say what a piece is called
_ELSEWHERE = ("game", "language", "ink", "modules", "overlay", "cache", "jobs", "executor", "given", "thorough")


def recorded(result: Result) -> BuildRecord:
    """Return the record of all that was laid out."""
    assert result.prepared and result.edition
    edition, options = result.edition, result.prepared.options
    faces = _FaceRecords()
    pieces: dict[tuple[str, str], list[Leaf]] = {}
    for leaf in result.leaves:
        pieces.setdefault((leaf.component, leaf.piece), []).append(leaf)
    game = edition.game
    recorded_pieces = tuple([_record_piece(leaves, faces) for leaves in pieces.values()])
    find_font = result.prepared.layout.fonts.face if faces.fonts else lambda name: None
    found = [(name, font) for name in sorted(faces.fonts) if (font := find_font(name))]
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


def _record_piece(leaves: list[Leaf], records: "_FaceRecords") -> RecordedPiece:
    first = leaves[0]
    faces = [leaf.front for leaf in leaves] + [leaf.back for leaf in leaves if leaf.back]
    label = f"{first.component}/{first.piece}"
    each_once = {face.label: face for face in faces}.values()
    recorded = tuple([records.record(face, first.format, side_of(face.label, label)) for face in each_once])
    return RecordedPiece(first.component, first.piece, first.copies, _title(facts_of(first.front).texts), recorded)


def side_of(face: str, piece: str) -> str:
    side = face.removeprefix(piece).strip()
    return "front" if side in ("", "page 1") else side


def _title(texts: Iterable[SetText]) -> str:
    """Return what it is called, where its face says that."""
    return next((each.says for field in _TITLES for each in texts if each.field == field), "")


class _FaceRecords:
    """Records faces of one edition; what many have in common, as backs, once."""

    def __init__(self) -> None:
        self.fonts: set[str] = set()  # names of those that were met
        self._known: dict[tuple[bytes, int], RecordedFace] = {}
        self._cut = cache(_cut)

    def record(self, face: AnyFace, format: Format, side: str) -> RecordedFace:
        facts = facts_of(face)
        self.fonts.update(facts.fonts)
        cut = self._cut(format)
        words = tuple([text.says for text in facts.texts])
        looks, whole = _digest(cut, facts.looks), _digest(cut, facts.whole)
        return RecordedFace(side, words, facts.fonts, facts.type, facts.art, looks, whole)


@cache
def _digest_font(font: FontFace) -> str:
    """Return a digest of all of its file, which takes a millisecond a megabyte."""
    digest = blake2b(repr((font.index, font.instance)).encode(), digest_size=8)
    digest.update(font.data)
    return digest.hexdigest()


def _cut(format: Format) -> str:
    """Return what is visible of it when the piece is cut out."""
    return repr((format.w, format.h, str(format.outline), format.corner, format.is_cut))


def _digest(*parts: str) -> str:
    return blake2b("\0".join(parts).encode(errors="surrogatepass"), digest_size=8).hexdigest()
