"""What was looked at before, with nothing wrong → not again, as long as all that it is made of is the same.

Kept is a digest for each such piece, of its values and of everything around it that could change how it looks: layouts,
styles, fonts, art, game.yaml, catalogues, pnp itself. A piece whose templates look at others, or at what the setup
tells, also depends on those. Of a game with nothing wrong in its data and rules there is a digest of all its files.
"""

import os
import re
from collections.abc import Iterable, Iterator, Mapping
from hashlib import blake2b
from pathlib import Path
from typing import Any

from pnp import __version__
from pnp.folders import cache_folder
from pnp.model.game import Component, Edition, Piece
from pnp.model.project import Project, layout_folders
from pnp.model.style import FontTable
from pnp.model.values import Field, Record
from pnp.request import Request, Wanted

MOST = 20_000  # digests kept for one game
_SIZE = 16  # bytes
_OTHERS = re.compile(r"\bcomponents\b(?:\.([a-z_]\w*)|\[[\"']([\w-]+)[\"']\])?")  # what templates know of other pieces
_COMMENT = re.compile(r"\{#.*?#\}", re.DOTALL)
_TEMPLATE = re.compile(r"""["']([^"'\n{}]+\.j2)["']""")
_COMPUTED = re.compile(r"""\{%-?\s*(?:include|import|extends|from)\s+(?!["'])""")
_DATA = (".yaml", ".yml", ".csv")
_EVERYTHING = "*"
_TOLD = {"setup", "victory"}


class Fine:
    """What is known of one game as it was asked for, in a file of the user's cache."""

    def __init__(self, project: Project, edition: Edition, fonts: FontTable, request: Request) -> None:
        folder, game = cache_folder("fine"), edition.game.id
        self._file = folder / _digest(f"{project.root} {game}").hex() if folder else None
        self._old = self._read()
        self._kept = frozenset(self._old)
        self._digests = _Digests(project, edition, fonts, request)

    def has(self, component: Component, piece: Piece) -> bool:
        return self._digests.of_piece(component, piece) in self._kept

    def has_all(self, wanted: Wanted) -> bool:
        return all(self.has(*each) for each in self._digests.pieces(wanted))

    def has_game(self) -> bool:
        """Is nothing wrong with its data and its rules?"""
        return self._digests.of_game() in self._kept

    def keep(self, pieces: Iterable[tuple[Component, Piece]], *, game: bool) -> None:
        """These are fine, too. Written beside the file, then renamed; where that can't be, nothing is kept."""
        digests = [*(self._digests.of_piece(*each) for each in pieces), *([self._digests.of_game()] if game else [])]
        new = [digest for digest in digests if digest not in self._kept]
        if not new or self._file is None:
            return
        beside = self._file.with_name(f"{self._file.name}.{os.urandom(4).hex()}")
        try:
            self._file.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
            beside.write_bytes(b"".join([*self._old, *new][-MOST:]))
            beside.replace(self._file)
        except OSError:
            beside.unlink(missing_ok=True)

    def keep_all(self, wanted: Wanted, *, game: bool) -> None:
        self.keep(self._digests.pieces(wanted), game=game)

    def _read(self) -> list[bytes]:
        try:
            data = self._file.read_bytes() if self._file else b""
        except OSError:
            return []
        return [data[at : at + _SIZE] for at in range(0, len(data) - len(data) % _SIZE, _SIZE)]


class _Digests:
    def __init__(self, project: Project, edition: Edition, fonts: FontTable, request: Request) -> None:
        self._edition = edition
        self._layouts = layout_folders(project, *edition.game.ids)
        self._around = self._all_around(fonts, request)
        self._bases: dict[str, bytes] = {}
        self._thorough = request.thorough

    def pieces(self, wanted: Wanted) -> list[tuple[Component, Piece]]:
        components = self._edition.components.values()
        return [(each, piece) for each in components for piece in each.pieces if wanted(each, piece)]

    def of_game(self) -> bytes:
        data = [path for folder in self._edition.game.folders for path in _files(folder) if path.suffix in _DATA]
        return _digest(self._around, repr(("game", self._thorough)), *map(_content, data))

    def of_piece(self, component: Component, piece: Piece) -> bytes:
        if component.id not in self._bases:
            self._bases[component.id] = self._base(component)
        return _digest(self._bases[component.id], _said(piece))

    def _all_around(self, fonts: FontTable, request: Request) -> bytes:
        game = self._edition.game
        asked = request.language, request.ink, request.modules, request.players, __version__
        files = [folder / "game.yaml" for folder in game.folders]
        files += [path for folder in game.folders for path in _files(folder) if path.suffix not in _DATA]
        files += [path for folder in self._layouts if folder.name == "layouts" for path in _files(folder)]
        files += [request.overlay] if request.overlay else []
        return _digest(repr((game.id, asked, _code(), _stats(fonts))), *map(_content, files))

    def _base(self, component: Component) -> bytes:
        """What all pieces of a component depend on."""
        format = repr((component.id, component.title, component.format, component.front, component.back))
        others, told = _looks_at(component, self._layouts)
        others |= {to for to in _referred(component.fields) if to in self._edition.components}
        if _EVERYTHING in others:
            others = set(self._edition.components)
        named = [self._edition.components[id] for id in sorted(others) if id in self._edition.components]
        pieces = [_said(piece) for each in named for piece in each.pieces]
        return _digest(self._around, format, *pieces, *[self._told(name) for name in sorted(told)])

    def _told(self, name: str) -> str:
        try:
            return repr(_plain(dict(self._edition.told[name])))
        except Exception as error:  # whatever it is, it is said where a template asks for it
            return repr(error)


def _files(folder: Path) -> Iterator[Path]:
    for root, folders, names in os.walk(folder):
        folders[:] = sorted(name for name in folders if name not in ("schema", "__pycache__") and name[0] != ".")
        yield from (Path(root, name) for name in sorted(names))


def _digest(*parts: str | bytes) -> bytes:
    digest = blake2b(digest_size=_SIZE)
    for part in parts:
        data = part if isinstance(part, bytes) else part.encode(errors="surrogatepass")
        digest.update(b"%d " % len(data) + data)
    return digest.digest()


def _content(path: Path) -> bytes:
    try:
        return str(path).encode(errors="surrogatepass") + path.read_bytes()
    except OSError:
        return b"?"


def _stats(fonts: FontTable) -> list[tuple[str, int, int]]:
    """Fonts are large, and change only as files."""
    found = []
    for family in fonts.families.values():
        for file in family.files.values():
            try:
                about = file.path.stat()
            except OSError:
                continue
            found.append((str(file), about.st_mtime_ns, about.st_size))
    return [*found, (repr((sorted(fonts.roles.items()), fonts.fallback)), 0, 0)]


def _code() -> tuple[int, int]:
    """In a checkout pnp changes, and its version doesn't."""
    about = [path.stat() for path in _files(Path(__file__).parent) if path.suffix in (".py", ".yaml")]
    return max(each.st_mtime_ns for each in about), sum(each.st_size for each in about)


def _looks_at(component: Component, layouts: list[Path]) -> tuple[set[str], set[str]]:
    """The components, and the tellings, that a template knows more of than its piece, or one that it draws on."""
    others, told = set[str](), set[str]()
    names = [name for name in (component.front, component.back) if name]
    for name in names:  # grows on the way
        path = next((path for folder in layouts if (path := folder / name).is_file()), None)
        text = _COMMENT.sub(" ", path.read_text(encoding="utf-8", errors="replace")) if path else ""
        if not path or _COMPUTED.search(text):
            others.add(_EVERYTHING)
            told |= _TOLD
        others |= {(one or other).replace("_", "-") or _EVERYTHING for one, other in _OTHERS.findall(text)}
        told |= {word for word in _TOLD if re.search(rf"\b{word}\b", text)}
        names += [other for other in _TEMPLATE.findall(text) if other not in names]
    return others, told


def _referred(fields: Mapping[str, Field]) -> Iterator[str]:
    """Groups are in game.yaml; components aren't."""
    for field in fields.values():
        yield field.to
        if field.of:
            yield from _referred({"of": field.of})
        yield from _referred(field.fields)


def _said(piece: Piece) -> str:
    return repr((piece.id, piece.copies, _plain(dict(piece.fields))))


def _plain(value: Any) -> Any:
    if isinstance(value, Record):
        return value.id, _plain(dict(value))
    if isinstance(value, dict):
        return {key: _plain(each) for key, each in value.items()}
    return tuple(_plain(each) for each in value) if isinstance(value, tuple) else value
