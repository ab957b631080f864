"""What was laid out → its build record, and the file beside what is printed.

Faces are taken apart as they are drawn: operators, which are the same whoever drew them. What stands for the reason of
a change is a matter of degree: texts and art move when words change, so where these stand counts as looks only where
nothing else explains why a face is another one.
"""

import re
from collections.abc import Iterable, Mapping
from dataclasses import fields
from hashlib import blake2b
from typing import Any, NamedTuple

from pnp import __version__
from pnp.build.record import BuildRecord, RecordedFace, RecordedPiece
from pnp.build.results import Result
from pnp.model.display import DrawnContent, Face, SetText
from pnp.model.game import Format
from pnp.model.options import Options
from pnp.model.sheet import Leaf

_FONT = re.compile(r"/(F[0-9a-f]{12}) 1 Tf")
_COLOUR = re.compile(r"T[TfJ]? (\d\S* (?:g|\d\S* \d\S* rg)) ")
_PLACED = re.compile(r"q (?:\S+ \S+ \S+ \S+ \S+ \S+ cm)? /([XI][0-9a-f]{12}) Do Q ?")
_USED = re.compile(r"/([XI][0-9a-f]{12}) Do")
_MOVED = re.compile(r"q \S+ \S+ \S+ \S+ \S+ \S+ cm ")
_BEGIN, _END = "BT ", " ET"  # of a text
_LAST = ("TJ", "MC", "BT")  # before its end; glyphs may look like one
_TITLES = ("title", "name")  # fields that say what a piece is called
_ELSEWHERE = ("game", "language", "ink", "modules", "overlay", "cache", "jobs", "executor", "given", "thorough")


def recorded(result: Result) -> BuildRecord:
    """The record of all that was laid out."""
    assert result.prepared and result.edition
    edition, options = result.edition, result.prepared.options
    taking = FaceTaker()
    pieces: dict[tuple[str, str], list[Leaf]] = {}
    for leaf in result.leaves:
        pieces.setdefault((leaf.component, leaf.piece), []).append(leaf)
    game = edition.game
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
        pieces=tuple([_piece(leaves, taking) for leaves in pieces.values()]),
        fonts=dict(sorted(taking.fonts.items())),
    )


def settings_of(options: Options) -> dict[str, Any]:
    """The options that a record says nothing else of; of an overlay the file's name alone."""
    named = [field.name for field in fields(options) if field.name not in _ELSEWHERE]
    found = {name: getattr(options, name) for name in named}
    return found | ({"overlay": options.overlay.name} if options.overlay else {})


def _piece(leaves: list[Leaf], taking: "FaceTaker") -> RecordedPiece:
    first = leaves[0]
    faces = [leaf.front for leaf in leaves] + [leaf.back for leaf in leaves if leaf.back]
    label = f"{first.component}/{first.piece}"
    each_once = {face.label: face for face in faces}.values()
    taken = tuple([taking.taken(face, first.format, side_of(face.label, label)) for face in each_once])
    return RecordedPiece(first.component, first.piece, first.copies, _title(texts_of(first.front)), taken)


def side_of(face: str, piece: str) -> str:
    side = face.removeprefix(piece).strip()
    return "front" if side in ("", "page 1") else side


def texts_of(face: Face) -> tuple[SetText, ...]:
    """In the order in which they are drawn."""
    assert isinstance(face.content, DrawnContent)
    return face.content.texts


def _title(texts: Iterable[SetText]) -> str:
    """What it is called, where its face says that."""
    return next((each.says for field in _TITLES for each in texts if each.field == field), "")


def _digest(*parts: str) -> str:
    return blake2b("\0".join(parts).encode(errors="surrogatepass"), digest_size=8).hexdigest()


class FaceTaker:
    """Takes faces of one edition apart. What many have in common, as backs, is taken apart once."""

    def __init__(self) -> None:
        self.fonts: dict[str, str] = {}  # name → digest of those that were met
        self._kits: dict[int, _KnownKit] = {}
        self._named: dict[str, tuple[str, str]] = {}
        self._formats: dict[int, str] = {}
        self._sets: dict[tuple[str, ...], tuple[str, ...]] = {}
        self._sizes: dict[float, str] = {}
        self._known: dict[tuple[int, int], RecordedFace] = {}

    def taken(self, face: Face, format: Format, side: str) -> RecordedFace:
        content = face.content
        assert isinstance(content, DrawnContent)
        key = id(content), id(format)
        found = self._known.get(key)
        if found is None:
            found = self._known[key] = self._taken(content, format)
        return found if found.side == side else found._replace(side=side)

    def _taken(self, content: DrawnContent, format: Format) -> RecordedFace:
        kit = self._kits.get(id(content.kit))
        if kit is None:
            kit = self._kits[id(content.kit)] = _KnownKit(content.kit, self._named)
        cut = self._formats.get(id(format)) or self._formats.setdefault(id(format), _cut(format))
        parts = kit.apart(content)
        used = tuple(parts.fonts)
        fonts = self._sets.get(used)
        if fonts is None:
            named = [kit.font(name) for name in used]
            self.fonts.update(named)
            fonts = self._sets[used] = tuple(sorted([name for name, _ in named]))
        sizes = [
            self._sizes.get(text.full) or self._sizes.setdefault(text.full, f"{text.full} mm") for text in content.texts
        ]
        return RecordedFace(
            side="front",
            words=tuple([text.says for text in content.texts]),
            fonts=fonts,
            type=tuple(sorted(parts.colours.union(sizes))),
            art=_digest(*sorted(parts.art)) if parts.art else "",
            looks=_digest(cut, parts.looks),
            whole=_digest(cut, content.content),
        )


def _cut(format: Format) -> str:
    """What is visible of it when the piece is cut out."""
    return repr((format.w, format.h, str(format.outline), format.corner, format.is_cut))


class _FaceParts(NamedTuple):
    """What a content draws, by kinds."""

    fonts: set[str]  # as the content names them
    colours: set[str]  # of texts
    art: list[str]  # each as often as it is drawn
    looks: str  # what is left


class _KnownKit:
    """What the names in contents stand for, as far as records ask."""

    def __init__(self, kit: object, fonts: dict[str, tuple[str, str]]) -> None:
        """`fonts`: those that are known by their names in contents."""
        from pnp.emit.pdf.resources import ART, Kit

        assert isinstance(kit, Kit)
        self._kit = kit
        notes = ((number, name[1:].split(" ")) for number, name in enumerate(kit.names) if name[0] == ART)
        self._notes = [(1 << number, form, digest) for number, (digest, form) in notes]
        self._mask = sum(bit for bit, _, _ in self._notes)
        self._art: dict[int, dict[str, str]] = {}
        self._fonts = fonts

    def font(self, name: str) -> tuple[str, str]:
        """What it is called, and a digest of its file: whole, which takes a millisecond a megabyte, once a build."""
        if name not in self._fonts:
            face = self._kit.fonts[name]
            digest = blake2b(repr((face.index, face.instance)).encode(), digest_size=8)
            digest.update(face.data)
            self._fonts[name] = face.name, digest.hexdigest()
        return self._fonts[name]

    def apart(self, content: DrawnContent) -> _FaceParts:
        noted = content.uses & self._mask
        art = self._art.get(noted)
        if art is None:
            art = self._art[noted] = {form: digest for bit, form, digest in self._notes if noted & bit}
        return self._apart(content.content, art)

    def _apart(self, content: str, art: Mapping[str, str]) -> _FaceParts:
        """`art`: the digests of what forms show that are art."""
        texts, rest = _without_texts(content)
        fonts, colours, shown = set(_FONT.findall(texts)), set(_COLOUR.findall(texts)), list[str]()

        def looks(match: re.Match[str]) -> str:
            name = match[1]
            if name in art or name not in self._kit.forms:
                shown.append(art.get(name, name))
                return ""
            inner = self._apart(self._kit.forms[name].content, art)
            fonts.update(inner.fonts)
            colours.update(inner.colours)
            shown.extend(inner.art)
            return inner.looks

        rest = _PLACED.sub(looks, rest)
        if " Do" in rest:
            rest = _USED.sub(looks, rest)
        rest = _MOVED.sub("q ", rest)
        while "q Q" in rest:  # groups of nothing but texts and art
            rest = rest.replace("q Q ", "").replace("q Q", "")
        return _FaceParts(fonts, colours, shown, rest.rstrip())


def _without_texts(content: str) -> tuple[str, str]:
    """Its texts, and what is around them, without groups that only move a text."""
    texts, rest, at = list[str](), list[str](), 0
    while (start := content.find(_BEGIN, at)) >= 0:
        end = content.find(_END, start)
        while end >= 0 and content[end - 2 : end] not in _LAST:
            end = content.find(_END, end + 1)
        if end < 0:
            break
        end += len(_END)
        texts.append(content[start:end])
        before = content[at:start]
        if before.endswith(" cm ") and content.startswith(" Q", end):
            before = before[: before.rindex("q ")]
            end += 2
        rest.append(before)
        at = end + 1  # with the space behind it
    rest.append(content[at:])
    return " ".join(texts), "".join(rest)
