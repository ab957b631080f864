"""Icons and pictures by name → art ready to place: each file read once for each colour it is drawn in."""

from collections.abc import Mapping, Sequence
from pathlib import Path

from pnp.layout.art.palette import Palette
from pnp.layout.art.pictures import read_raster
from pnp.layout.art.svg import read_drawing
from pnp.layout.element import Finding
from pnp.layout.text.paragraph import ICON_SIZE
from pnp.model.display import Colour, Drawing, Raster
from pnp.model.game import Icon
from pnp.model.problem import Problem, code
from pnp.model.suggest import did_you_mean

UNKNOWN_ICON = code(
    "PNP290",
    "unknown icon",
    """
A text or a template names an icon that `icons:` in `game.yaml` doesn't declare. It would print as its name in brackets.

Bad:  `Pay one [coyn].`
Good: `Pay one [coin].` - or, if brackets are meant: `Pay one \\[coyn].`
""",
)
MISSING_PICTURE = code(
    "PNP291",
    "picture is not there",
    """
An image names a file that isn't in the game's folder (`card_data/<game>/`) or its layouts' (`layouts/<game>/`). With
`--draft` a placeholder is printed instead.
""",
)

_PICTURES = {".png", ".jpg", ".jpeg", ".webp", ".gif"}


class IconWidths(Mapping[str, float]):
    """The icons' widths in ems when they stand in a text, looked up as they are needed."""

    def __init__(self, artwork: "Artwork", icons: Mapping[str, Icon]) -> None:
        self._artwork = artwork
        self._icons = icons

    def __getitem__(self, name: str) -> float:
        drawing = self._artwork.icon(name, "#000000") if name in self._icons else None
        if name not in self._icons:
            raise KeyError(name)
        return ICON_SIZE * (drawing.w / drawing.h if drawing else 1.0)

    def __contains__(self, name: object) -> bool:
        return name in self._icons

    def __iter__(self):  # type: ignore[no-untyped-def]
        return iter(self._icons)

    def __len__(self) -> int:
        return len(self._icons)


class Artwork:
    """All art of one edition. Problems of the files themselves are kept in `problems`, each once."""

    def __init__(self, icons: Mapping[str, Icon], folders: Sequence[Path], palette: Palette, display: object) -> None:
        self._icons = icons
        self._folders = [folder.resolve() for folder in folders]
        self._palette = palette
        self._display = display
        self._drawings: dict[tuple[Path, Colour], Drawing | None] = {}
        self._rasters: dict[Path, Raster | None] = {}
        self.problems: list[Problem] = []
        self.icon_widths = IconWidths(self, icons)

    def icon(self, name: str, colour: Colour) -> Drawing | None:
        """The icon in that colour; None where its file is missing or broken, which is a problem of its own."""
        icon = self._icons.get(name)
        return self._drawing(icon.path, colour) if icon and icon.path.is_file() else None

    def unknown_icon(self, name: str, field: str, origin: str) -> Finding:
        return Finding(UNKNOWN_ICON, f"there is no icon {name}", did_you_mean(name, self._icons), field, origin)

    def picture(self, href: str, colour: Colour) -> Drawing | Raster | None:
        """The picture of that name below the game's folders; None where there is none."""
        path = self._find(href)
        if path is None:
            return None
        if path.suffix.lower() == ".svg":
            return self._drawing(path, colour)
        if path not in self._rasters:
            raster, problems = read_raster(path, self._name(path), self._shown(path))
            self.problems += problems
            self._rasters[path] = raster
        return self._rasters[path]

    def missing_picture(self, href: str, field: str, origin: str) -> Finding:
        return Finding(MISSING_PICTURE, f"there is no picture {href}", self._similar(href), field, origin)

    def exists(self, href: str) -> bool:
        return self._find(href) is not None

    def _find(self, href: str) -> Path | None:
        for folder in self._folders:
            path = (folder / href).resolve()
            if path.is_relative_to(folder) and path.is_file():
                return path
        return None

    def _similar(self, href: str) -> str:
        wanted = Path(href)
        for folder in self._folders:
            beside = folder / wanted.parent
            if beside.is_dir() and beside.resolve().is_relative_to(folder):
                names = [path.name for path in beside.iterdir() if path.is_file()]
                if hint := did_you_mean(wanted.name, names):
                    return hint
        return f"looked in {', '.join(self._shown(folder) for folder in self._folders)}"

    def _drawing(self, path: Path, colour: Colour) -> Drawing | None:
        key = path, colour
        if key not in self._drawings:
            first = not any(known == path for known, _ in self._drawings)
            name = f"{self._name(path)} {colour}"
            drawing, problems = read_drawing(path, name, self._shown(path), self._palette, colour)
            if first:
                self.problems += problems
            self._drawings[key] = drawing
        return self._drawings[key]

    def _name(self, path: Path) -> str:
        for folder in self._folders:
            if path.is_relative_to(folder):
                return path.relative_to(folder).as_posix()
        return path.name

    def _shown(self, path: Path) -> str:
        return self._display(path)  # type: ignore[operator, no-any-return]
