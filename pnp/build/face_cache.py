"""Faces that were drawn before, and what was found on them, in the user's cache: asked for by what they come from.

A face is kept under a digest of the document that its template rendered and of what that prints of the piece. What it
looks like depends, besides, on looks, fonts and art: of these there is a digest for each name. Where some have changed,
only faces that say one of their names are laid out again.
"""

import pickle
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache, cached_property
from typing import TYPE_CHECKING, Any, NamedTuple

from pnp import __version__
from pnp.build.cache import Cache, user_cache
from pnp.build.passed import code_digest, content_of, digest_of, files_below, stats_of
from pnp.build.results import Prepared
from pnp.files.project import DATA_FILES, Project, layout_folders
from pnp.model.display import DrawnContent
from pnp.model.game import Edition, Piece
from pnp.model.options import Options, design_of
from pnp.model.style import FontTable, Style

if TYPE_CHECKING:
    from pnp.check.faces import Flaw
    from pnp.emit.pdf.resources import Kit
    from pnp.layout import KnownSide, Sources
    from pnp.layout.element import Finding
    from pnp.layout.text.fonts import FontStore
    from pnp.model.records import Read

MOST = 20_000  # sides of one edition
_FEW, _TIMES = 1000, 4  # pieces that are known: so many, or times as many as there are
_KITS = 12  # which the kept faces refer to, before they become one
_IMPLIED = ("ink", "paper")  # colours that elements have which name none


class KeptSide(NamedTuple):
    """A front or a back with all its pages."""

    documents: tuple[bytes, ...]
    pages: tuple[tuple[str, int, bytes], ...]  # content, bits of the kit, its texts
    kit: int
    flaws: tuple[tuple["Flaw", ...], ...]  # of each page
    findings: tuple["Finding", ...]
    stamp: bytes  # where there are findings: of what they name, lines of templates and all that there is


class KeptPiece(NamedTuple):
    """What became of a piece's values, when it was laid out with everything else as it is."""

    whole: bytes  # digest of the whole game, where its templates looked at other pieces
    reads: frozenset["Read"]
    sides: tuple[bytes, ...]  # their keys


class _KeptKit(NamedTuple):
    """A kit whose fonts are named: their files are read again."""

    fonts: dict[str, str]
    others: tuple[dict[str, Any], ...]
    names: list[str]

    @classmethod
    def of(cls, kit: "Kit") -> "_KeptKit":
        fonts, *others = kit.parts()
        return cls({name: face.name for name, face in fonts.items()}, tuple(others), kit.names)


@dataclass
class _KeptFaces:
    around: bytes  # what all faces depend on
    names: dict[str, bytes]
    kits: list[_KeptKit] = field(default_factory=list)
    sides: dict[bytes, KeptSide] = field(default_factory=dict)
    pieces: dict[bytes, KeptPiece] = field(default_factory=dict)  # by the digest of their values


class FaceCache:
    """Of one edition: a language and an ink of a game, with any modules."""

    def __init__(self, prepared: Prepared, spare: int = MOST) -> None:
        """`spare`: how many sides are kept that nobody asked for this time."""
        self._spare = spare
        edition, options, loaded = prepared.edition, prepared.options, prepared.loaded
        project = loaded.project
        self._fonts: FontStore = prepared.layout.fonts
        self._passed = prepared.passed
        self._edition = edition
        self._cache: Cache = user_cache("faces", wanted=options.cache)
        self._surroundings = _Surroundings(project, edition, loaded.style, loaded.fonts, options)
        asked = (str(project.root), edition.game.id, edition.language, edition.ink, options.draft)
        self._name = digest_of(repr(asked)).hex()

    @cached_property
    def _kept(self) -> _KeptFaces:
        now = self._surroundings
        kept = _unpacked(self._cache.read(self._name))
        return kept if kept and kept.around == now.around else _KeptFaces(now.around, now.names)

    @cached_property
    def _changed(self) -> tuple[str, ...]:
        """The names of what isn't as it was."""
        now, before = self._surroundings.names, self._kept.names
        return tuple([name for name in now.keys() | before.keys() if now.get(name) != before.get(name)])

    @cached_property
    def kits(self) -> list["Kit"]:
        from pnp.emit.pdf.resources import Kit

        found = []
        for fonts, others, names in self._kept.kits:
            faces = {name: face for name, known in fonts.items() if (face := self._fonts.face(known))}
            found.append(Kit.made(faces, others, names))
        return found

    def piece(self, piece: Piece) -> KeptPiece | None:
        """If nothing that its faces were made of has changed: then no template need be rendered."""
        kept = self._kept.pieces.get(self._values(piece)) if self._kept.pieces and not self._changed else None
        if kept is None or (kept.whole and kept.whole != self._passed.key()):
            return None
        sides = [self._kept.sides.get(key) for key in kept.sides]
        is_there = all(side and (not side.stamp or side.stamp == self._surroundings.stamp) for side in sides)
        return kept if is_there else None

    def side(self, key: bytes) -> KeptSide:
        return self._kept.sides[key]

    def kept(self, reads: frozenset["Read"], sides: tuple[bytes, ...]) -> KeptPiece:
        return KeptPiece(self._passed.key() if reads else b"", reads, sides)

    def _values(self, piece: Piece) -> bytes:
        """Of a piece's, and of all but other pieces."""
        return digest_of(self._around, repr((piece.label, piece.copies, piece.fields)))

    @cached_property
    def _around(self) -> bytes:
        components = self._edition.components.values()
        own = {piece.file for component in components for piece in component.pieces}
        return self._passed.around(own - {component.span.file for component in components})

    def known(self, key: bytes, sources: "Sources") -> "KnownSide | None":
        """If its pages are what they were, and name nothing that has changed."""
        from pnp.layout import KnownSide

        side = self._kept.sides.get(key)
        if side is None or (side.stamp and side.stamp != self._surroundings.stamp):
            return None
        pages = sources(len(side.pages))
        if side.documents != tuple([page.digest for page in pages]):
            return None
        if self._changed and any(name in page.text for page in pages for name in self._changed):
            return None
        kit = self.kits[side.kit]
        return KnownSide(tuple([DrawnContent(*page, kit) for page in side.pages]), side.findings, side.documents)

    def keep(
        self,
        used: Iterable[bytes],
        new: Mapping[bytes, KeptSide],
        kits: Iterable["Kit"],
        pieces: Iterable[tuple[Piece, KeptPiece]],
    ) -> None:
        """With new sides, whose kits come behind those that there were. Where names have changed, all that wasn't used
        goes: nobody knows whether it would be the same."""
        made = {self._values(piece): kept for piece, kept in pieces}
        if not new and all(self._kept.pieces.get(values) == kept for values, kept in made.items()):
            return
        used = set(used)
        kept, stamp = self._kept, self._surroundings.stamp
        if self._changed:
            kept.sides = {key: kept.sides[key] for key in used if key in kept.sides}
        kept.sides |= {key: side._replace(stamp=stamp if side.findings else b"") for key, side in new.items()}
        kept.names = self._surroundings.names
        kept.pieces = dict(list((kept.pieces | made).items())[-max(_FEW, _TIMES * len(made)) :])
        asked = {*used, *new}
        if len(kept.sides) - len(asked) > self._spare:
            others = [key for key in kept.sides if key not in asked][-self._spare or len(kept.sides) :]
            kept.sides = {key: kept.sides[key] for key in (*others, *(key for key in kept.sides if key in asked))}
        if len(kept.sides) > MOST:
            kept.sides = dict(list(kept.sides.items())[-MOST:])
        whole = [*self.kits, *kits]
        if len(whole) > _KITS:
            kept.sides, merged = _merged(kept.sides, whole)
            kept.kits = [_KeptKit.of(merged)]
        else:
            kept.kits += map(_KeptKit.of, kits)
        self._cache.write(self._name, _packed(kept))


def _merged(sides: Mapping[bytes, KeptSide], kits: Sequence["Kit"]) -> tuple[dict[bytes, KeptSide], "Kit"]:
    """The sides as they refer to one kit, which knows nothing but what they need."""
    from pnp.emit.pdf.resources import Kit

    whole = Kit()
    for kit in kits:
        whole.add(kit)

    @cache
    def bits(kit: int, mask: int) -> int:
        return sum(map(whole.bit, kits[kit].named(mask)))

    found = {
        key: side._replace(pages=tuple([(one, bits(side.kit, mask), texts) for one, mask, texts in side.pages]), kit=0)
        for key, side in sides.items()
    }
    needed, _ = whole.needed(whole.names)
    needed.names = whole.names
    return found, needed


class _Surroundings:
    """What faces depend on besides their documents: by name, and what all of them do."""

    def __init__(self, project: Project, edition: Edition, style: Style, fonts: FontTable, options: Options) -> None:
        self._project, self._edition, self._style = project, edition, style
        game = edition.game
        palette = style.palettes.get(design_of(edition.ink)) or {}
        self.names = dict[str, bytes]()
        colours = ((name, digest_of(colour)) for name, colour in palette.items())
        styles = ((name, self._of_style(name, palette)) for name in style.styles)
        for name, of_it in (*colours, *styles, *self._of_art(palette)):
            self.names[name] = digest_of(self.names.get(name, b""), of_it)  # a colour and an icon may have one name
        asked = __version__, code_digest(), edition.language, edition.ink, options.draft, game.id
        looks = style.contrast, style.smallest, style.mirror, [palette.get(name) for name in _IMPLIED]
        self.around = digest_of(repr((asked, looks, stats_of(fonts))))

    @cached_property
    def stamp(self) -> bytes:
        """Of what findings name: lines of templates, and in hints any name."""
        folders = layout_folders(self._project, *self._edition.game.ids)
        templates = [content_of(path) for folder in folders for path in files_below(folder)]
        return digest_of(repr(sorted(self.names.items())), *templates)

    def _of_style(self, name: str, palette: Mapping[str, str]) -> bytes:
        style = self._style.styles[name]
        values = [(key, value) for key, value in _values(style) if key != "span"]
        return digest_of(repr((values, [palette.get(value) for _, value in values if isinstance(value, str)])))

    def _of_art(self, palette: Mapping[str, str]) -> Iterator[tuple[str, bytes]]:
        """Icons by their names, pictures by their files; a drawing has the colours that it names."""
        game, known = self._edition.game, {}
        for folder in (*game.folders, *layout_folders(self._project, *game.ids)):
            for path in files_below(folder):
                if path.suffix.lower() not in (*DATA_FILES, ".po", ".j2"):
                    if path not in known:
                        content = content_of(path)
                        colours = [colour for name, colour in palette.items() if name.encode() in content]
                        known[path] = digest_of(content, repr(colours))
                    yield path.relative_to(folder).as_posix(), known[path]
        for name, icon in game.icons.items():
            yield name, known.get(icon.path, b"")


def _values(of: Any) -> Iterator[tuple[str, Any]]:
    return ((name, getattr(of, name)) for name in type(of).__dataclass_fields__)


def _packed(kept: _KeptFaces) -> bytes:
    data = pickle.dumps(kept, pickle.HIGHEST_PROTOCOL)
    return digest_of(data) + data


def _unpacked(packed: bytes) -> _KeptFaces | None:
    """None where it isn't what was packed."""
    digest, data = packed[:16], memoryview(packed)[16:]
    if not data or digest != digest_of(bytes(data)):
        return None
    try:
        kept = pickle.loads(data)
    except Exception:  # of another version of pnp or of Python, whose values may be others
        return None
    return kept if isinstance(kept, _KeptFaces) else None
