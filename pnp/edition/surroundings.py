"""What faces depend on besides the documents that templates render: digests by name, and of all the rest."""

from collections.abc import Iterator, Mapping
from functools import cached_property
from typing import Any

from pnp import __version__
from pnp.edition.inputs import stats_of
from pnp.files.digests import code_digest, content_of, digest_of, files_below
from pnp.files.project import DATA_FILES, Project, layout_folders
from pnp.model.game import Edition
from pnp.model.options import Options, design_of
from pnp.model.style import FontTable, Style

_IMPLIED = ("ink", "paper")  # colours that elements have which name none


class Surroundings:
    """`names`: of each look, colour and picture; `around`: of what all faces depend on."""

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
