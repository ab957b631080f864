"""Icons and pictures by name → art ready to place: each file read once for each colour it is drawn in."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import lru_cache
from pathlib import Path

from pnp.art.palette import Palette
from pnp.art.rasters import mask_raster, read_raster, recolour, tint
from pnp.art.svg_files import FAILED, draw_with_resvg, read_drawing
from pnp.cardtext.icons import write_tag
from pnp.cardtext.suggest import Suggestion, did_you_mean
from pnp.io.opening import PDF, explain_outside, is_file, path_inside, split_page
from pnp.layout.templates import Orders
from pnp.model.display import Colour, Drawing, PageArt, Picture, Raster
from pnp.model.game import Game, Icon
from pnp.model.problem import Finding, Problem, code, find
from pnp.model.span import Span
from pnp.typesetting.fonts import FontStore
from pnp.typesetting.words import ICON_SIZE

UNKNOWN_ICON = code("PNP290", says="there is no icon {name}", once=True)
MISSING_PICTURE = code("PNP291", says="there is no picture {href}", once=True)

_DRAWINGS = (".svg", ".svgz")
_ASIDE = 1.0  # of the em: room for an icon whose file can't be drawn

_EXPRESSIONS = ("piece.", "game.", "component.", "groups.")  # names that templates know, and no icon has


class IconWidths(Mapping[str, float]):
    """The icons' widths in ems when they stand in a text, looked up as they are needed."""

    def __init__(self, artwork: "Artwork", icons: Mapping[str, Icon]) -> None:
        self._artwork, self._icons = artwork, icons

    def __getitem__(self, name: str) -> float:
        if name not in self._icons:
            raise KeyError(name)
        drawing = self._artwork.icon(name, "#000000")
        return ICON_SIZE * (drawing.w / drawing.h if drawing else _ASIDE)

    def __contains__(self, name: object) -> bool:
        return name in self._icons

    def __iter__(self) -> Iterator[str]:
        return iter(self._icons)

    def __len__(self) -> int:
        return len(self._icons)


class Artwork:
    """All art of one edition. Problems of the files themselves are kept in `problems`, each once."""

    def __init__(
        self, game: Game, orders: Orders, palette: Palette, fonts: FontStore, display: Callable[[Path], str]
    ) -> None:
        self._game, self._icons, self._orders = game, game.icons, orders
        self.home: Path | None = None  # the folder of the game whose piece is drawn
        self._palette, self._fonts, self._display = palette, fonts, display
        self._found: dict[tuple[Path | None, str], Path | None] = {}
        self._names: dict[str, Path] = {}
        self._drawing = lru_cache(None)(self._read_drawing)
        self._raster = lru_cache(None)(self._read_raster)
        self._sources: dict[Drawing, Path] = {}  # of drawings that become bitmaps
        self._bitmaps: dict[tuple[Drawing, float, float], Drawing] = {}
        self._icon_bitmaps: dict[Path, Drawing | None] = {}
        self.tinted = lru_cache(None)(tint)
        # a drawing and pairs of colours → the drawing in the others, and the colours that it has
        self.recoloured = lru_cache(None)(lambda drawing, colours: recolour(drawing, dict(colours)))
        self.masked = lru_cache(None)(mask_raster)
        self._pages: dict[tuple[Path, int], PageArt | None] = {}
        self._reported: set[Path] = set()
        self.problems: list[Problem] = []
        self.icon_widths = IconWidths(self, game.icons)

    def turn_to(self, file: str) -> bool:
        """Turn to a piece of this file, and return whether the folder whose pictures count first is another now."""
        before, self.home = self.home, self._orders.home(file)
        return self.home != before

    def icon(self, name: str, colour: Colour) -> Drawing | None:
        """Return the icon in that colour; None where its file is missing or broken, which is a problem of its own."""
        icon = self._icons.get(name)
        if icon is None:
            return None
        if icon.path.suffix.lower() in _DRAWINGS:
            return self._drawing(icon.path, colour, name)
        if icon.path not in self._icon_bitmaps:  # a drawing that shows nothing but a picture, in its own colours
            made = None
            if is_file(icon.path) and (raster := self._raster(icon.path)):
                w, h = float(raster.w), float(raster.h)
                shown = Picture(raster, 0.0, 0.0, w, h)
                made = Drawing(raster.name, w, h, (shown,), icon=icon.name, digest=raster.digest[:12])
            self._icon_bitmaps[icon.path] = made
        return self._icon_bitmaps[icon.path]

    def picture(self, href: str, colour: Colour) -> Drawing | Raster | PageArt | None:
        """Return the picture of that name below the game's folders; None where there is none, or a broken one."""
        path = self._find(href)
        if path is None:
            return None
        if path.suffix.lower() == PDF:
            number = split_page(href)[1]
            key = path, number
            if key not in self._pages:
                from pnp.io.pdf import read_page

                self._pages[key], problems = read_page(path, number, self._name(path), self._display(path))
                self.problems += [problem for problem in problems if problem not in self.problems]
            return self._pages[key]
        return self._drawing(path, colour) if path.suffix.lower() in _DRAWINGS else self._raster(path)

    def at_size(self, drawing: Drawing, w: float, h: float) -> Drawing:
        """Return what is placed at a size in mm: a drawing that only resvg can draw becomes a bitmap for it."""
        if not drawing.source or min(w, h) <= 0:
            return drawing
        key = drawing, round(w, 2), round(h, 2)
        if key not in self._bitmaps:
            path = self._sources[drawing]
            made = draw_with_resvg(drawing.source, path, drawing.name, (w, h), [face.data for face in drawing.fonts])
            if isinstance(made, str):
                self.problems.append(FAILED.at(Span(self._display(path)), why=made))
            items = () if isinstance(made, str) else (Picture(made, 0.0, 0.0, drawing.w, drawing.h),)
            self._bitmaps[key] = replace(drawing, items=items, source="", fonts=())
        return self._bitmaps[key]

    def exists(self, href: str) -> bool:
        return self._find(href) is not None

    def unknown_icon(self, name: str, field: str, origin: str, *, in_text: bool = False) -> Finding:
        word = write_tag(name) if field else name
        hint, cause = did_you_mean(name, self._icons), self._game.cause("icons", name)
        if not in_text and name.startswith(_EXPRESSIONS):
            hint = f"what a template is to fill in stands in braces: {{{{ {name} }}}}"
        if in_text and self._palette.has_colour(name):
            ends = f"write {write_tag('/' + name)} where it ends"
            if isinstance(hint, Suggestion):  # it stays so: one name that is written for another is told once
                hint = Suggestion(f"{hint} If the colour is meant, {ends}", hint.name, hint.wrong)
            else:
                hint = f"it is a colour: {ends}"
        return find(UNKNOWN_ICON, hint=hint, field=field, origin=origin, word=word, cause=cause, name=name)

    def missing_picture(self, href: str, origin: str) -> Finding:
        return find(MISSING_PICTURE, hint=self._similar(href), origin=origin, word=href, href=href)

    def _find(self, href: str) -> Path | None:
        key = self.home, href
        if key not in self._found:
            paths = [path_inside(folder, split_page(href)[0]) for folder in self._orders.pictures(self.home)]
            self._found[key] = next((path for path in paths if path and is_file(path)), None)
        return self._found[key]

    def _similar(self, href: str) -> str:
        """Suggest a similar name near where it was looked for."""
        if "\\" in href:
            return Suggestion(explain_outside(href, "the game's folder")[1], href.replace("\\", "/"), href)
        for folder in self._orders.pictures(self.home):
            wanted = path_inside(folder, href)
            if wanted and wanted.parent.is_dir():
                hint = did_you_mean(wanted.name, [path.name for path in wanted.parent.iterdir() if path.is_file()])
                if hint.startswith("did"):
                    return hint
        return f"looked in {', '.join(self._display(folder) for folder in self._orders.pictures(self.home))}"

    def _read_drawing(self, path: Path, colour: Colour, icon: str = "") -> Drawing | None:
        if not is_file(path):
            return None
        name = f"{self._name(path)} {colour}"
        drawing, problems = read_drawing(path, name, self._display(path), self._palette, colour, self._fonts)
        self._report(path, problems)
        drawing = replace(drawing, icon=icon) if drawing and icon else drawing
        if drawing and drawing.source:
            self._sources[drawing] = path
        return drawing

    def _read_raster(self, path: Path) -> Raster | None:
        raster, problems = read_raster(path, self._name(path), self._display(path))
        self._report(path, problems)
        return raster

    def _report(self, path: Path, problems: Sequence[Problem]) -> None:
        self.problems += problems if path not in self._reported else ()
        self._reported.add(path)

    def _name(self, path: Path) -> str:
        """Return the art's name in the printed file: its path below its folder, or with that if the name is taken."""
        home = next((folder for folder in self._orders.pictures(self.home) if path.is_relative_to(folder)), path.parent)
        name = path.relative_to(home).as_posix()
        return name if self._names.setdefault(name, path) == path else f"{home.name}/{name}"
