"""Of which games nothing was wrong → not judged again, as long as all that they are made of is the same.

Kept are digests of all of a game's files: of a game with nothing wrong in its data and rules, of one about which there
was nothing to say at all, and of one that was quiet in each edition.
"""

import os
import sys
from collections.abc import Container, Iterator, Sequence
from functools import cache, cached_property
from hashlib import blake2b
from pathlib import Path

from pnp import __version__
from pnp.build.cache import user_cache
from pnp.edition.expansions import are_looked_at
from pnp.files.catalogues import catalogues_in, parents_of
from pnp.files.opening import open_input
from pnp.files.project import Project, layout_folders
from pnp.model.game import Edition
from pnp.model.options import Options
from pnp.model.style import FontTable

MOST = 1000  # digests of one game
_SIZE = 16  # bytes
_LARGE = 2_000_000  # bytes of a file


class Passed:
    """What is known of one game as it was asked for, in a file of the user's cache."""

    def __init__(self, project: Project, edition: Edition, fonts: FontTable, options: Options) -> None:
        self._cache = user_cache("passed", wanted=options.cache)
        self._project, self._edition, self._fonts, self._options = project, edition, fonts, options
        self._name = digest_of(f"{project.root} {edition.game.id}").hex()
        self._kept = _unpacked(self._cache.read(self._name))

    def has_game(self) -> bool:
        """Is nothing wrong with its data and its rules?"""
        return self._game in self._kept

    def was_quiet_in_each(self) -> bool:
        """Was there nothing to say about any edition of it? All of them are made of the same files."""
        return self._quiet_in_each in self._kept

    def key(self) -> bytes:
        """Of all that the game as it was asked for depends on."""
        return self._game

    def was_quiet(self) -> bool:
        """Was there nothing to say about all of it, not counting what is ignored?"""
        return digest_of(self._game, "quiet") in self._kept

    def keep(self, *, game: bool = False, quiet: bool = False, quiet_in_each: bool = False) -> None:
        """What turned out to be right."""
        new = [self._game] if game else []
        new += [digest_of(self._game, "quiet")] if quiet else []
        new += [self._quiet_in_each] if quiet_in_each else []
        if any(digest not in self._kept for digest in new):
            known = _unpacked(self._cache.read(self._name))  # others may have written meanwhile
            data = b"".join(list(dict.fromkeys([*known, *new]))[-MOST:])
            self._cache.write(self._name, digest_of(data) + data)

    @cached_property
    def _game(self) -> bytes:
        """Of a game's files, and of those beside it that count; of catalogues only those of its language."""
        return digest_of(self._asked, *self._contents.values())

    def around(self, pieces: Container[str]) -> bytes:
        """Of all but these files, by the names that spans have for them."""
        display = self._project.display
        return digest_of(
            self._asked, *[digest for path, digest in self._contents.items() if display(path) not in pieces]
        )

    @cached_property
    def _asked(self) -> str:
        options = self._options
        asked = options.language, options.ink, options.players, options.modules, options.thorough, __version__
        return repr((self._edition.game.id, asked, code_digest(), stats_of(self._fonts)))

    @cached_property
    def _contents(self) -> dict[Path, bytes]:
        return {path: digest_of(content_of(path)) for path in self._files()}

    def fingerprint(self) -> bytes:
        """Of what is in all these files and in the fonts, wherever they lie and whenever they were written."""
        bases = [self._project.root, self._project.bundled]
        bases += [self._options.overlay.resolve().parent] if self._options.overlay else []
        files = self._files()
        cuts = [(family, cut) for family in self._fonts.families.values() for cut in sorted(family.files)]
        fonts = [
            (family.name, cut, family.files[cut].number, _bytes_of_font(family.files[cut].path).hex())
            for family, cut in cuts
        ]
        told = fonts, sorted(self._fonts.roles.items()), sorted(self._fonts.scripts.items()), self._fonts.fallback
        return digest_of(repr(told), *[part for path in files for part in (_below(path, bases), bytes_of(path))])

    def _files(self) -> list[Path]:
        """What the game as it was asked for is made of, without its fonts."""
        game, options = self._edition.game, self._options
        files = [path for folder in game.folders for path in files_below(folder) if path.suffix != ".po"]
        if self._edition.language != game.languages[0]:
            there = [catalogues_in(folder) for folder in game.folders]
            tags = (self._edition.language, *parents_of(self._edition.language))
            files += [path for tag in tags for found in there for path in found.get(tag, ())]
        if are_looked_at(self._edition, options):
            files += self._of_others()
        layouts = [folder for folder in layout_folders(self._project, *game.ids) if folder.name == "layouts"]
        files += [path for folder in layouts for path in files_below(folder)]
        return files + ([options.overlay.resolve()] if options.overlay else [])

    @cached_property
    def _quiet_in_each(self) -> bytes:
        """It depends on the catalogues of all languages."""
        files = [path for folder in self._edition.game.folders for path in files_below(folder)]
        return digest_of(self._game, "each", *[content_of(path) for path in files if path.suffix == ".po"])

    def _of_others(self) -> Iterator[Path]:
        """The files of the other expansions for the same game: what they say may not go with this one."""
        from pnp.load import expansions_of, game_folder

        game = self._edition.game
        for id in expansions_of(self._project, game.base.id if game.base else game.id):
            if id != game.id:
                yield from files_below(game_folder(self._project, id))


def _unpacked(packed: bytes) -> dict[bytes, None]:
    """Nothing where it isn't what was packed."""
    digest, data = packed[:_SIZE], packed[_SIZE:]
    if digest != digest_of(data):
        return {}
    return dict.fromkeys(data[at : at + _SIZE] for at in range(0, len(data), _SIZE))


def files_below(folder: Path) -> Iterator[Path]:
    for root, folders, names in os.walk(folder):
        folders[:] = sorted(name for name in folders if name not in ("schema", "__pycache__") and name[0] != ".")
        yield from (Path(root, name) for name in sorted(names))


def digest_of(*parts: str | bytes) -> bytes:
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


def bytes_of(path: Path) -> bytes:
    """A digest of all that is in a file."""
    try:
        with open_input(path) as file:
            digest = blake2b(digest_size=_SIZE)
            while part := file.read(_LARGE):
                digest.update(part)
            return digest.digest()
    except OSError:
        return b"?"


def _bytes_of_font(path: Path) -> bytes:
    """Fonts are large, and change only as files."""
    return _bytes_then(path, path.stat().st_mtime_ns, path.stat().st_size) if path.exists() else b"?"


@cache
def _bytes_then(path: Path, time: int, size: int) -> bytes:
    return bytes_of(path)


def _below(path: Path, bases: Sequence[Path]) -> str:
    """A file's name in the first of these folders that it lies in."""
    base = next((base for base in bases if path.is_relative_to(base)), path.parent)
    return path.relative_to(base).as_posix()


def stats_of(fonts: FontTable) -> object:
    """Fonts are large, and change only as files."""
    files = [file.path for family in fonts.families.values() for file in family.files.values()]
    about = [(path, path.stat()) for path in files if path.exists()]
    found = [(str(path), each.st_mtime_ns, each.st_size) for path, each in about]
    return found, sorted(fonts.roles.items()), sorted(fonts.scripts.items()), fonts.fallback


def code_digest() -> tuple[float, ...]:
    """In a checkout pnp changes, and its version doesn't; with the packages that are installed it may lay out anew."""
    about = [path.stat() for path in files_below(Path(__file__).parents[1]) if path.suffix in (".py", ".yaml")]
    packages = [path.stat().st_mtime_ns for path in map(Path, sys.path) if path.name == "site-packages"]
    return max(each.st_mtime_ns for each in about), sum(each.st_size for each in about), *packages


@cache
def code_content() -> bytes:
    """Of pnp itself, wherever it is installed."""
    package = Path(__file__).parents[1]
    files = [path for path in files_below(package) if not path.is_relative_to(package / "bundled")]
    return digest_of(*[part for path in files for part in (_below(path, [package]), bytes_of(path))])
