"""What was laid out → its build record. What is known of each face was found in the job that made it.

What stands for the reason of a change is a matter of degree: texts and art move when words change, so where these stand
counts as looks only where nothing else explains why a face is another one.
"""

from dataclasses import fields
from functools import cache
from hashlib import blake2b
from typing import Any

from pnp import __version__
from pnp.build.face_records import recorded_face
from pnp.build.record import BuildRecord, RecordedPiece
from pnp.build.results import Result
from pnp.model.display import FontFace, facts_of
from pnp.model.options import Options
from pnp.model.sheet import Leaf

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
