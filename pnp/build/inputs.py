"""An edition as asked for → digests of all that it is made of: while these are the same, so is what comes of it."""

from collections.abc import Mapping
from functools import cache, cached_property
from pathlib import Path

from pnp import __version__
from pnp.build.cache import user_cache
from pnp.io.digests import code_stamp, digest_file, digest_of, files_below, name_and_content, name_below
from pnp.io.project import DATA_FILES, Project, broader_tags, find_catalogues, layout_folders
from pnp.model.game import Edition
from pnp.model.options import Options
from pnp.model.style import FontTable
from pnp.model.values import Field


def are_looked_at(edition: Edition, options: Options) -> bool:
    """By a check of this edition: by a thorough one of all modules, in the language of the data."""
    return options.thorough and not (edition.modules or options.overlay or edition.translation)


class EditionInputs:
    """Read when they are first asked for, and then no more."""

    def __init__(
        self, project: Project, edition: Edition, fonts: FontTable, options: Options, known: dict[Path, bytes]
    ) -> None:
        """`known` are digests of files that other editions have read."""
        self._project, self._edition, self._fonts, self._options = project, edition, fonts, options
        self._known = known

    @cached_property
    def key(self) -> bytes:
        """Of a game's files, and of those beside it that count; of catalogues only those of its language."""
        return digest_of(self._asked, *self._contents.values())

    @cached_property
    def key_of_all_languages(self) -> bytes:
        files = [path for folder in self._edition.game.folders for path in files_below(folder)]
        return digest_of(self.key, "each", *[self._digest_file(path) for path in files if path.suffix == ".po"])

    @cached_property
    def around_pieces(self) -> bytes:
        """Of all that templates see besides pieces, and of all files but those of data."""
        edition, game = self._edition, self._edition.game
        groups = [(id, entry.id, entry.fields) for id, group in game.groups.items() for entry in group.entries.values()]
        components = [
            (each.id, each.title, each.format, each.front, each.back, _describe_types(each.fields))
            for each in edition.components.values()
        ]
        base = game.base and (game.base.id, game.base.title, game.base.version, game.base.credits)
        about = game.id, game.title, game.version, game.credits, base, edition.language, edition.ink
        icons = [(name, str(icon.path)) for name, icon in game.icons.items()]
        seen = repr((about, groups, components, icons, __version__, code_stamp(), stats_of(self._fonts)))
        drawn = [digest for path, digest in self._contents.items() if not self._is_data(path)]
        return digest_of(seen, *drawn)

    def _is_data(self, path: Path) -> bool:
        """Return whether templates see of a file at most what pieces say: data, catalogues, other expansions."""
        in_game = any(path.is_relative_to(folder) for folder in self._edition.game.folders)
        return path.suffix == ".po" or (in_game and path.suffix.lower() in DATA_FILES) or path in self._others

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
        return digest_of(repr(told), *[part for path in files for part in (name_below(path, bases), digest_file(path))])

    @cached_property
    def _asked(self) -> str:
        options = self._options
        asked = options.language, options.ink, options.players, options.modules, options.thorough, __version__
        return repr((self._edition.game.id, asked, code_stamp(), stats_of(self._fonts)))

    @cached_property
    def _contents(self) -> dict[Path, bytes]:
        return {path: self._digest_file(path) for path in self._files()}

    def _digest_file(self, path: Path) -> bytes:
        if path not in self._known:
            self._known[path] = digest_of(name_and_content(path))
        return self._known[path]

    def _files(self) -> list[Path]:
        """What the game as it was asked for is made of, without its fonts."""
        game, options = self._edition.game, self._options
        files = [path for folder in game.folders for path in files_below(folder) if path.suffix != ".po"]
        if self._edition.language != game.languages[0]:
            there = [find_catalogues(folder) for folder in game.folders]
            tags = (self._edition.language, *broader_tags(self._edition.language))
            files += [path for tag in tags for found in there for path in found.get(tag, ())]
        files += self._others
        layouts = [folder for folder in layout_folders(self._project, *game.ids) if folder.name == "layouts"]
        files += [path for folder in layouts for path in files_below(folder)]
        return files + ([options.overlay.resolve()] if options.overlay else [])

    @cached_property
    def _others(self) -> dict[Path, None]:
        """Files of the other expansions for the same game, where they are looked at: they may not go with this one."""
        if not are_looked_at(self._edition, self._options):
            return {}
        from pnp.load import find_expansions, game_folder

        game = self._edition.game
        ids = [id for id in find_expansions(self._project, game.base.id if game.base else game.id) if id != game.id]
        return {path: None for id in ids for path in files_below(game_folder(self._project, id))}


def _describe_types(fields: Mapping[str, Field]) -> object:
    """Return what tells to which things the values of these fields lead."""
    return [
        (name, field.type, field.to, field.of and _describe_types({"": field.of}), _describe_types(field.fields))
        for name, field in fields.items()
    ]


def stats_of(fonts: FontTable) -> object:
    """Fonts are large, and change only as files."""
    files = [file.path for family in fonts.families.values() for file in family.files.values()]
    about = [(path, path.stat()) for path in files if path.exists()]
    found = [(str(path), each.st_mtime_ns, each.st_size) for path, each in about]
    return found, sorted(fonts.roles.items()), sorted(fonts.scripts.items()), fonts.fallback


def _bytes_of_font(path: Path) -> bytes:
    """Fonts are large, and change only as files."""
    return _bytes_then(path, path.stat().st_mtime_ns, path.stat().st_size) if path.exists() else b"?"


@cache
def _bytes_then(path: Path, time: int, size: int) -> bytes:
    return digest_file(path)


_RIGHT = b"right"


class Passed:
    """What is known of one game as it was asked for."""

    def __init__(self, inputs: EditionInputs, *, wanted: bool) -> None:
        """`wanted`: whether anything is to be remembered."""
        self._inputs, self._cache = inputs, user_cache("passed", wanted=wanted)

    def has_game(self) -> bool:
        """Is nothing wrong with its data and its rules?"""
        return self._is_kept(self._inputs.key)

    def was_quiet(self) -> bool:
        """Was there nothing to say about all of it, not counting what is ignored?"""
        return self._is_kept(self._quiet)

    def was_quiet_in_each(self) -> bool:
        """Was there nothing to say about any edition of it? All of them are made of the same files."""
        return self._is_kept(self._inputs.key_of_all_languages)

    @property
    def _quiet(self) -> bytes:
        return digest_of(self._inputs.key, "quiet")

    def _is_kept(self, digest: bytes) -> bool:
        return self._cache.is_wanted and self._cache.read(digest.hex()) == _RIGHT

    def keep(self, *, game: bool = False, quiet: bool = False, quiet_in_each: bool = False) -> None:
        """Keep what turned out to be right."""
        right = [self._inputs.key] if game else []
        right += [self._quiet] if quiet else []
        right += [self._inputs.key_of_all_languages] if quiet_in_each else []
        for digest in right if self._cache.is_wanted else ():
            self._cache.write(digest.hex(), _RIGHT)
