"""An edition and its options → digests of all that it is made of: while these are the same, so is the result."""

from collections.abc import Mapping
from functools import cache, cached_property
from pathlib import Path
from typing import Literal

from pnp import __version__
from pnp.build.cache import user_cache
from pnp.io.digests import Stamp, code_stamp, digest_file, digest_of, files_below, name_and_content, name_below, stamp
from pnp.io.project import DATA_FILES, Project, broader_tags, find_catalogues, game_folder, layout_folders
from pnp.load import find_expansions
from pnp.model.game import Edition
from pnp.model.options import Options
from pnp.model.style import FontTable
from pnp.model.values import Field


def is_checked_with_expansions(edition: Edition, options: Options) -> bool:
    """Return whether the check is a thorough one of all modules, in the language of the data."""
    return options.thorough and not (edition.modules or options.overlay or edition.translation)


class EditionInputs:
    """The inputs of an edition, each read when it is first needed, and then no more."""

    def __init__(
        self, project: Project, edition: Edition, fonts: FontTable, options: Options, known: dict[Path, bytes]
    ) -> None:
        """Take over `known`, digests of files that other editions have read."""
        self._project, self._edition, self._fonts, self._options = project, edition, fonts, options
        self._known = known

    @cached_property
    def key(self) -> bytes:
        """Return a digest of the game's files and others that count; of catalogues only those of its language."""
        options = self._options
        asked = options.language, options.ink, options.players, options.modules, options.thorough, __version__
        about = repr((self._edition.game.id, asked, code_stamp(), font_stats(self._fonts)))
        return digest_of(about, *self._contents.values())

    @cached_property
    def key_of_all_languages(self) -> bytes:
        """Return the same digest with the catalogues of all languages."""
        files = [path for folder in self._edition.game.folders for path in files_below(folder)]
        return digest_of(self.key, "each", *[self._digest_file(path) for path in files if path.suffix == ".po"])

    @cached_property
    def around_pieces(self) -> bytes:
        """Return a digest of all that templates see besides pieces, and of all files but those of data.

        Templates see of a file of data at most what pieces hold; the same goes for catalogues and other expansions.
        """
        edition, game = self._edition, self._edition.game
        groups = [(id, entry.id, entry.fields) for id, group in game.groups.items() for entry in group.entries.values()]
        components = [
            (each.id, each.title, each.format, each.front, each.back, _describe_types(each.fields))
            for each in edition.components.values()
        ]
        base = game.base and (game.base.id, game.base.title, game.base.version, game.base.credits)
        about = game.id, game.title, game.version, game.credits, base, edition.language, edition.ink
        icons = [(name, str(icon.path)) for name, icon in game.icons.items()]
        seen = repr((about, groups, components, icons, __version__, code_stamp(), font_stats(self._fonts)))
        drawn = []
        for path, digest in self._contents.items():
            in_game = any(path.is_relative_to(folder) for folder in game.folders)
            is_data = path.suffix == ".po" or (in_game and path.suffix.lower() in DATA_FILES) or path in self._others
            if not is_data:
                drawn.append(digest)
        return digest_of(seen, *drawn)

    def fingerprint(self) -> bytes:
        """Return a digest of the contents of all files and fonts, wherever they lie and whenever they were written."""
        bases = [self._project.root, self._project.bundled]
        bases += [self._options.overlay.resolve().parent] if self._options.overlay else []
        files = self._files()
        fonts = [
            (family.name, cut, file.number, _digest_once(file.path, stamp(str(file.path))).hex())
            for family in self._fonts.families.values()
            for cut, file in sorted(family.files.items())
        ]
        table = fonts, sorted(self._fonts.roles.items()), sorted(self._fonts.scripts.items()), self._fonts.fallback
        return digest_of(
            repr(table), *[part for path in files for part in (name_below(path, bases), digest_file(path))]
        )

    @cached_property
    def _contents(self) -> dict[Path, bytes]:
        return {path: self._digest_file(path) for path in self._files()}

    def _digest_file(self, path: Path) -> bytes:
        if path not in self._known:
            self._known[path] = digest_of(name_and_content(path))
        return self._known[path]

    def _files(self) -> list[Path]:
        """Return the files that the edition is made of, without its fonts."""
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
        """Return the files of other expansions for the game, where they are checked: they may not go with this one."""
        if not is_checked_with_expansions(self._edition, self._options):
            return {}
        game = self._edition.game
        ids = [id for id in find_expansions(self._project, game.base.id if game.base else game.id) if id != game.id]
        return {path: None for id in ids for path in files_below(game_folder(self._project, id))}


def _describe_types(fields: Mapping[str, Field]) -> object:
    """Return the types of fields and the components to which their values lead."""
    return [
        (name, field.type, field.to, field.of and _describe_types({"": field.of}), _describe_types(field.fields))
        for name, field in fields.items()
    ]


def font_stats(fonts: FontTable) -> object:
    """Return what is known of fonts without reading them: they are large, and change only as files."""
    files = [file.path for family in fonts.families.values() for file in family.files.values()]
    found = [(str(path), *stamp(str(path))) for path in files]
    return found, sorted(fonts.roles.items()), sorted(fonts.scripts.items()), fonts.fallback


@cache
def _digest_once(path: Path, _: Stamp) -> bytes:
    return digest_file(path)


_RIGHT = b"right"
PassedCheck = Literal["game", "edition", "each edition"]


class PassedChecks:
    """The checks that one game passed with these options."""

    def __init__(self, inputs: EditionInputs, *, wanted: bool) -> None:
        """Remember results if `wanted`."""
        self._inputs, self._cache = inputs, user_cache("passed", wanted=wanted)

    def has(self, check: PassedCheck) -> bool:
        """Return whether nothing was reported: of its data and rules, of all of it, or of any edition of it.

        What is ignored doesn't count. All editions of a game are made of the same files.
        """
        return self._cache.is_wanted and self._cache.read(self._name(check)) == _RIGHT

    def keep(self, check: PassedCheck) -> None:
        """Keep that nothing was reported."""
        if self._cache.is_wanted:
            self._cache.write(self._name(check), _RIGHT)

    def _name(self, check: PassedCheck) -> str:
        if check == "each edition":
            return self._inputs.key_of_all_languages.hex()
        return (self._inputs.key if check == "game" else digest_of(self._inputs.key, "quiet")).hex()
