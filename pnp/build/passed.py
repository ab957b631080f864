"""What passed all checks before → not looked at again, as long as all that it is made of is the same.

Kept is a digest for each such piece, of its values and of everything around it that could change how it looks: layouts,
styles, fonts, art, game.yaml, catalogues, pnp itself. Besides, what its templates read of other pieces or of what the
setup tells must be the same; such a piece is kept for each set of modules, all others for any set that doesn't change
them. Of a game with nothing wrong in its data and rules there is a digest of all its files, of one about which there
was nothing to say at all, and of one that was quiet in each edition.
"""

import marshal
import os
from collections.abc import Iterable, Iterator, Mapping
from hashlib import blake2b
from pathlib import Path
from typing import Any

from pnp import __version__
from pnp.build.cache import user_cache
from pnp.edition.expansions import are_looked_at
from pnp.files.catalogues import catalogues_in, parents_of
from pnp.files.opening import open_input
from pnp.files.project import DATA_FILES, Project, layout_folders
from pnp.model.game import Component, Edition, Game, Piece
from pnp.model.options import Options
from pnp.model.records import Read, Readable
from pnp.model.style import FontTable
from pnp.model.values import Record

MOST = 20_000  # pieces of one game
_SIZE = 16  # bytes
_LARGE = 2_000_000  # bytes of a file

_Kept = tuple[tuple[Read, ...], bytes, bytes]  # what was read, digests of what stood there and of the whole game
_NOTHING_READ: _Kept = (), b"", b""


class Passed:
    """What is known of one game as it was asked for, in a file of the user's cache."""

    def __init__(self, project: Project, edition: Edition, fonts: FontTable, options: Options) -> None:
        self._cache = user_cache("passed")
        self._name = _digest(f"{project.root} {edition.game.id}").hex()
        self._kept = _unpacked(self._cache.read(self._name))
        self._digests = _Digests(project, edition, fonts, options)

    def has(self, component: Component, piece: Piece) -> bool:
        if self._digests.of_piece(component, piece) in self._kept:
            return True
        kept = self._kept.get(self._digests.of_reader(component, piece))
        if kept is None:
            return False
        reads, there, game = kept
        return game == self._digests.of_game() or there == self._digests.of_reads(reads)

    def has_game(self) -> bool:
        """Is nothing wrong with its data and its rules?"""
        return self._digests.of_game() in self._kept

    def was_quiet_in_each(self) -> bool:
        """Was there nothing to say about any edition of it? All of them are made of the same files."""
        return self._digests.of_quiet("each") in self._kept

    def key(self) -> str:
        """Of all that the game as it was asked for depends on."""
        return self._digests.of_game().hex()

    def was_quiet(self) -> bool:
        """Was there nothing to say about all of it, not counting what is ignored?"""
        return self._digests.of_quiet() in self._kept

    def keep(
        self,
        pieces: Iterable[tuple[Component, Piece, Iterable[Read]]] = (),
        *,
        game: bool = False,
        quiet: bool = False,
        quiet_in_each: bool = False,
    ) -> None:
        """These, which read that, passed, too."""
        whole = self._digests.of_game()
        new: dict[bytes, _Kept] = {whole: _NOTHING_READ} if game else {}
        if quiet:
            new[self._digests.of_quiet()] = _NOTHING_READ
        if quiet_in_each:
            new[self._digests.of_quiet("each")] = _NOTHING_READ
        for component, piece, read in pieces:
            reads = tuple(sorted(read))
            if reads:
                new[self._digests.of_reader(component, piece)] = reads, self._digests.of_reads(reads), whole
            else:
                new[self._digests.of_piece(component, piece)] = _NOTHING_READ
        if any(self._kept.get(digest) != kept for digest, kept in new.items()):
            known = _unpacked(self._cache.read(self._name))  # others may have written meanwhile
            self._cache.write(self._name, _packed({**known, **new}))


def _packed(kept: dict[bytes, _Kept]) -> bytes:
    """The newest, behind a digest of them."""
    data = marshal.dumps(dict(list(kept.items())[-MOST:]))
    return _digest(data) + data


def _unpacked(packed: bytes) -> dict[bytes, _Kept]:
    """Nothing where it isn't what was packed."""
    digest, data = packed[:_SIZE], packed[_SIZE:]
    if digest != _digest(data):
        return {}
    try:
        kept = marshal.loads(data)
    except (ValueError, TypeError, EOFError):
        return {}
    return kept if isinstance(kept, dict) and all(map(_is_kept, kept.items())) else {}


def _is_kept(item: tuple[Any, Any]) -> bool:
    match item:
        case bytes(), (tuple() as reads, bytes(), bytes()):
            return all(isinstance(read, tuple) and all(isinstance(part, str) for part in read) for read in reads)
    return False


class _Digests:
    def __init__(self, project: Project, edition: Edition, fonts: FontTable, options: Options) -> None:
        self._edition = edition
        self._layouts = layout_folders(project, *edition.game.ids)
        self._around = self._all_around(fonts, options)
        self._bases: dict[str, bytes] = {}
        self._readable = Readable(edition.readable, edition.told)
        self._values: dict[Read, str] = {}
        self._thorough = options.thorough
        self._beside = _beside(project, edition.game) if are_looked_at(edition, options) else []
        self._modules = options.modules
        self._game = b""

    def of_game(self) -> bytes:
        self._game = self._game or self._of_game()
        return self._game

    def of_quiet(self, editions: str = "") -> bytes:
        """One that counts all editions depends on the catalogues of all languages."""
        files = [path for folder in self._edition.game.folders for path in _files(folder)] if editions else []
        return _digest(self.of_game(), "quiet", editions, *[_content(path) for path in files if path.suffix == ".po"])

    def _of_game(self) -> bytes:
        folders = [*self._edition.game.folders, *self._beside]
        data = [path for folder in folders for path in _files(folder) if path.suffix in DATA_FILES]
        return _digest(self._around, repr(("game", self._modules, self._thorough)), *map(_content, data))

    def of_piece(self, component: Component, piece: Piece) -> bytes:
        """Of one that shows no other: the same whatever modules are chosen, unless they change what all may show."""
        if component.id not in self._bases:
            self._bases[component.id] = self._base(component)
        return _digest(self._bases[component.id], _said(piece))

    def of_reader(self, component: Component, piece: Piece) -> bytes:
        """Of one that shows others, which other modules may have."""
        return _digest(self.of_piece(component, piece), repr(self._modules))

    def _all_around(self, fonts: FontTable, options: Options) -> bytes:
        game = self._edition.game
        asked = options.language, options.ink, options.players, __version__
        entries = [(id, [_said(each) for each in group.entries.values()]) for id, group in game.groups.items()]
        shared = entries, [(id, str(icon.path)) for id, icon in game.icons.items()]
        files = [folder / "game.yaml" for folder in game.folders]
        files += [path for folder in game.folders for path in _files(folder) if path.suffix not in (*DATA_FILES, ".po")]
        files += _catalogues(game, self._edition.language)
        files += [path for folder in self._layouts if folder.name == "layouts" for path in _files(folder)]
        files += [options.overlay] if options.overlay else []
        return _digest(repr((game.id, asked, shared, _code(), _stats(fonts))), *map(_content, files))

    def _base(self, component: Component) -> bytes:
        """What all pieces of a component depend on."""
        format = repr((component.id, component.title, component.format, component.front, component.back))
        return _digest(self._around, format)

    def of_reads(self, reads: tuple[Read, ...]) -> bytes:
        return _digest(*map(self._value, reads))

    def _value(self, read: Read) -> str:
        if read not in self._values:
            try:
                self._values[read] = repr((read, _plain(self._readable.at(read))))
            except Exception as error:  # whatever it is, it is said where a template asks for it
                self._values[read] = repr((read, error))
        return self._values[read]


def _beside(project: Project, game: Game) -> list[Path]:
    """The folders of the other expansions for the same game: what they say may not go with this one."""
    from pnp.load import expansions_of, game_folder

    base = game.base.id if game.base else game.id
    return [game_folder(project, id) for id in expansions_of(project, base) if id != game.id]


def _catalogues(game: Game, language: str) -> list[Path]:
    """Those that say something of what is printed; what other languages say changes nothing."""
    if language == game.languages[0]:
        return []
    there = [catalogues_in(folder) for folder in game.folders]
    return [path for tag in (language, *parents_of(language)) for found in there for path in found.get(tag, ())]


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
    """Of a large file, which is a picture or nothing of ours, only its size and when it was written."""
    name = str(path).encode(errors="surrogatepass")
    try:
        with open_input(path) as file:
            about = os.fstat(file.fileno())
            if about.st_size > _LARGE:
                return name + b" %d %d" % (about.st_size, about.st_mtime_ns)
            return name + file.read(_LARGE)
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
    about = [path.stat() for path in _files(Path(__file__).parents[1]) if path.suffix in (".py", ".yaml")]
    return max(each.st_mtime_ns for each in about), sum(each.st_size for each in about)


def _said(piece: Piece) -> str:
    return repr((piece.id, piece.copies, _plain(dict(piece.fields))))


def _plain(value: Any) -> Any:
    if isinstance(value, Record):
        return value.id, _plain(dict(value.read))
    if isinstance(value, Mapping):
        return {key: _plain(each) for key, each in value.items()}
    return tuple(_plain(each) for each in value) if isinstance(value, tuple) else value
