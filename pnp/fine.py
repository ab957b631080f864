"""Pieces that were laid out before, with nothing wrong → not again, as long as all that they are made of is the same.

Kept is a digest for each such piece, of its values and of everything around it that could change how it looks: layouts,
styles, fonts, art, game.yaml, catalogues, pnp itself. A piece whose templates look at others also depends on all data.
"""

import os
import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import cache
from hashlib import blake2b
from pathlib import Path
from typing import Any

from pnp import __version__
from pnp.model.game import Component, Game, Piece
from pnp.model.project import Project
from pnp.model.style import FontTable
from pnp.model.values import Field, Record
from pnp.request import Request

MOST = 20_000  # digests kept for one game
_SIZE = 16  # bytes
_OTHERS = re.compile(r"\b(?:components|setup|victory)\b")  # what templates know of more than their piece
_TEMPLATE = re.compile(r"""["']([^"'\n{}]+\.j2)["']""")
_COMPUTED = re.compile(r"""\{%-?\s*(?:include|import|extends|from)\s+(?!["'])""")
_DATA = (".yaml", ".yml", ".csv")

Known = Callable[[Component, Piece], bytes]


class Fine:
    """The digests of one game's pieces, in a file of the user's cache."""

    def __init__(self, folder: Path | None, project: Project, game: Game) -> None:
        name = blake2b(f"{project.root} {game.id}".encode(errors="surrogatepass"), digest_size=_SIZE).hexdigest()
        self._file = folder / name if folder else None
        self._old = self._read()
        self._kept = frozenset(self._old)

    def __contains__(self, digest: bytes) -> bool:
        return digest in self._kept

    def keep(self, digests: Iterable[bytes]) -> None:
        """These are fine, too. Written beside the file, then renamed; where that can't be, nothing is kept."""
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

    def _read(self) -> list[bytes]:
        try:
            data = self._file.read_bytes() if self._file else b""
        except OSError:
            return []
        return [data[at : at + _SIZE] for at in range(0, len(data) - len(data) % _SIZE, _SIZE)]


def digests(project: Project, game: Game, fonts: FontTable, request: Request, layouts: list[Path]) -> Known:
    """What tells a piece, as it would be printed, from all others."""
    data = [path for folder in game.folders for path in _files(folder) if path.suffix in _DATA]
    around = blake2b(digest_size=_SIZE)
    asked = request.language, request.ink, request.modules, request.players, __version__
    around.update(repr((game.id, asked, _code(), _stats(fonts))).encode(errors="surrogatepass"))
    others = [path for folder in game.folders for path in _files(folder) if path.suffix not in _DATA]
    own = [folder / "game.yaml" for folder in game.folders]
    shared = [path for folder in layouts if folder.name == "layouts" for path in _files(folder)]
    for path in (*own, *others, *shared, *([request.overlay] if request.overlay else [])):
        _feed(around, path)

    @cache
    def all_data() -> bytes:
        whole = blake2b(digest_size=_SIZE)
        for path in data:
            _feed(whole, path)
        return whole.digest()

    @cache
    def base(id: str) -> bytes:
        component = game.components[id]
        digest = around.copy()
        digest.update(repr((component.id, component.title, component.format, component.front, component.back)).encode())
        if _looks_at_others(component, layouts) or _refers(component.fields, game):
            digest.update(all_data())
        return digest.digest()

    def of_piece(component: Component, piece: Piece) -> bytes:
        said = repr((piece.id, _plain(dict(piece.fields)))).encode(errors="surrogatepass")
        return blake2b(base(component.id) + said, digest_size=_SIZE).digest()

    return of_piece


def _files(folder: Path) -> Iterator[Path]:
    for root, folders, names in os.walk(folder):
        folders[:] = sorted(name for name in folders if name not in ("schema", "__pycache__") and name[0] != ".")
        yield from (Path(root, name) for name in sorted(names))


def _feed(digest: Any, path: Path) -> None:
    digest.update(str(path).encode(errors="surrogatepass"))
    try:
        digest.update(path.read_bytes())
    except OSError:
        digest.update(b"?")


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
    about = [path.stat() for path in _files(Path(__file__).parent) if path.suffix == ".py"]
    return max(each.st_mtime_ns for each in about), sum(each.st_size for each in about)


def _looks_at_others(component: Component, layouts: list[Path]) -> bool:
    """Whether a template, or one that it draws on, knows more than the piece."""
    names = [name for name in (component.front, component.back) if name]
    for name in names:  # grows on the way
        path = next((path for folder in layouts if (path := folder / name).is_file()), None)
        text = path.read_text(encoding="utf-8", errors="replace") if path else ""
        if not path or _COMPUTED.search(text) or _OTHERS.search(text):
            return True
        names += [other for other in _TEMPLATE.findall(text) if other not in names]
    return False


def _refers(fields: Mapping[str, Field], game: Game) -> bool:
    """Whether a field leads to pieces of a component; groups are in game.yaml."""
    return any(
        field.to in game.components or (field.of and _refers({"of": field.of}, game)) or _refers(field.fields, game)
        for field in fields.values()
    )


def _plain(value: Any) -> Any:
    if isinstance(value, Record):
        return value.id, _plain(dict(value))
    if isinstance(value, dict):
        return {key: _plain(each) for key, each in value.items()}
    return tuple(_plain(each) for each in value) if isinstance(value, tuple) else value
