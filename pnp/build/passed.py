"""Of which games nothing was wrong → not judged again, as long as all that they are made of is the same.

Kept are digests of all of a game's files: of a game with nothing wrong in its data and rules, of one about which there
was nothing to say at all, and of one that was quiet in each edition.
"""

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
from pnp.model.game import Edition, Game, Piece
from pnp.model.options import Options
from pnp.model.style import FontTable
from pnp.model.values import Record

MOST = 1000  # digests of one game
_SIZE = 16  # bytes
_LARGE = 2_000_000  # bytes of a file


class Passed:
    """What is known of one game as it was asked for, in a file of the user's cache."""

    def __init__(self, project: Project, edition: Edition, fonts: FontTable, options: Options) -> None:
        self._cache = user_cache("passed", wanted=options.cache)
        self._name = _digest(f"{project.root} {edition.game.id}").hex()
        self._kept = _unpacked(self._cache.read(self._name))
        self._digests = _Digests(project, edition, fonts, options)

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

    def keep(self, *, game: bool = False, quiet: bool = False, quiet_in_each: bool = False) -> None:
        """What turned out to be right."""
        new = [self._digests.of_game()] if game else []
        new += [self._digests.of_quiet()] if quiet else []
        new += [self._digests.of_quiet("each")] if quiet_in_each else []
        if any(digest not in self._kept for digest in new):
            known = _unpacked(self._cache.read(self._name))  # others may have written meanwhile
            self._cache.write(self._name, _packed([*known, *new]))


def _packed(kept: Iterable[bytes]) -> bytes:
    """The newest, behind a digest of them."""
    data = b"".join(list(dict.fromkeys(kept))[-MOST:])
    return _digest(data) + data


def _unpacked(packed: bytes) -> dict[bytes, None]:
    """Nothing where it isn't what was packed."""
    digest, data = packed[:_SIZE], packed[_SIZE:]
    if digest != _digest(data):
        return {}
    return dict.fromkeys(data[at : at + _SIZE] for at in range(0, len(data), _SIZE))


class _Digests:
    def __init__(self, project: Project, edition: Edition, fonts: FontTable, options: Options) -> None:
        self._edition = edition
        self._layouts = layout_folders(project, *edition.game.ids)
        self._around = self._all_around(fonts, options)
        self._thorough = options.thorough
        self._beside = _beside(project, edition.game) if are_looked_at(edition, options) else []
        self._modules = options.modules
        self._game = b""

    def of_game(self) -> bytes:
        self._game = self._game or self._of_game()
        return self._game

    def of_quiet(self, editions: str = "") -> bytes:
        """One that counts all editions depends on the catalogues of all languages."""
        files = [path for folder in self._edition.game.folders for path in files_below(folder)] if editions else []
        return _digest(self.of_game(), "quiet", editions, *[content_of(path) for path in files if path.suffix == ".po"])

    def _of_game(self) -> bytes:
        folders = [*self._edition.game.folders, *self._beside]
        data = [path for folder in folders for path in files_below(folder) if path.suffix in DATA_FILES]
        return _digest(self._around, repr(("game", self._modules, self._thorough)), *map(content_of, data))

    def _all_around(self, fonts: FontTable, options: Options) -> bytes:
        game = self._edition.game
        asked = options.language, options.ink, options.players, __version__
        entries = [(id, [_said(each) for each in group.entries.values()]) for id, group in game.groups.items()]
        shared = entries, [(id, str(icon.path)) for id, icon in game.icons.items()]
        files = [folder / "game.yaml" for folder in game.folders]
        files += [
            path for folder in game.folders for path in files_below(folder) if path.suffix not in (*DATA_FILES, ".po")
        ]
        files += _catalogues(game, self._edition.language)
        files += [path for folder in self._layouts if folder.name == "layouts" for path in files_below(folder)]
        files += [options.overlay] if options.overlay else []
        return _digest(repr((game.id, asked, shared, code_digest(), _stats(fonts))), *map(content_of, files))


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


def files_below(folder: Path) -> Iterator[Path]:
    for root, folders, names in os.walk(folder):
        folders[:] = sorted(name for name in folders if name not in ("schema", "__pycache__") and name[0] != ".")
        yield from (Path(root, name) for name in sorted(names))


def _digest(*parts: str | bytes) -> bytes:
    digest = blake2b(digest_size=_SIZE)
    for part in parts:
        data = part if isinstance(part, bytes) else part.encode(errors="surrogatepass")
        digest.update(b"%d " % len(data) + data)
    return digest.digest()


def content_of(path: Path) -> bytes:
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


def code_digest() -> tuple[int, int]:
    """In a checkout pnp changes, and its version doesn't."""
    about = [path.stat() for path in files_below(Path(__file__).parents[1]) if path.suffix in (".py", ".yaml")]
    return max(each.st_mtime_ns for each in about), sum(each.st_size for each in about)


def _said(piece: Piece) -> str:
    return repr((piece.id, piece.copies, _plain(dict(piece.fields))))


def _plain(value: Any) -> Any:
    if isinstance(value, Record):
        return value.id, _plain(dict(value.read))
    if isinstance(value, Mapping):
        return {key: _plain(each) for key, each in value.items()}
    return tuple(_plain(each) for each in value) if isinstance(value, tuple) else value
