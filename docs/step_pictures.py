"""What comes of the files that a page shows, as its pictures."""

import contextlib
import io
import tempfile
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

from page_files import Section, lend_fonts, sections_of, write_base
from PIL import Image
from readme_pictures import faces, png_of, rows_of

from pnp.build.pipeline import build
from pnp.cli.app import run_app
from pnp.export.rasteriser import pdf_page_pngs
from pnp.load import find_project
from pnp.model.options import Options

_DPI, _COLOURS = 100, 64
_SMALL = 90  # dots an inch of the cookbook's pieces
_SHEET = 60  # of sheets


def tutorial_pictures(page: Path) -> Iterator[tuple[str, bytes]]:
    """Names and PNGs; each step goes on with the files of those before it."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        lend_fonts(folder)
        for section in sections_of(page):
            if section.picture:
                yield section.picture, png_of(rows_of([_pieces(folder, _played(folder, section), _DPI)]), _COLOURS)


def cookbook_pictures(page: Path) -> Iterator[tuple[str, bytes]]:
    """Yield the same, each by itself: pieces, or the sheets that they are printed on."""
    for section in sections_of(page):
        with tempfile.TemporaryDirectory() as name:
            folder = Path(name)
            lend_fonts(folder)
            write_base(folder, page, section)
            options = _played(folder, section)
            is_sheet = section.picture.endswith("-sheet")
            shown = _sheets(folder, options) if is_sheet else _pieces(folder, options, _SMALL)
            yield section.picture, png_of(rows_of([shown]), _COLOURS)


def _played(folder: Path, section: Section) -> Options:
    """Return those of the last build of the section, whose files lie in the folder then."""
    builds: list[list[str]] = []

    def run(words: list[str]) -> None:
        if words[0] == "build":
            builds.append(words)
        else:
            with contextlib.redirect_stdout(io.StringIO()):
                assert run_app([*words, "--project", str(folder)]) == 0, words

    section.play(folder, run)
    return _options(builds[-1])


def _pieces(folder: Path, options: Options, dpi: int) -> list[Image.Image]:
    """Return the pieces; of two, with their backs, if these are printed."""
    drawn = list(faces(folder, options, dpi, backs=options.sides == "duplex").values())
    return drawn[:4] if options.sides == "duplex" else drawn


def _sheets(folder: Path, options: Options) -> list[Image.Image]:
    """All pages, without those that say how to print them."""
    built = build(find_project(folder), replace(options, instructions=False), folder / "output")
    assert built.files, built.problems
    return [_framed(png) for png in pdf_page_pngs(built.files[0].read_bytes(), _SHEET)]


def _framed(png: bytes) -> Image.Image:
    page = Image.open(io.BytesIO(png)).convert("RGBA")
    whole = Image.new("RGBA", (page.width + 2, page.height + 2), "#999999")
    whole.paste(page, (1, 1))
    return whole


def _options(words: list[str]) -> Options:
    """Return the options of `build GAME --ink full …`."""
    named = dict(zip(words[2::2], words[3::2], strict=True))
    for name in ("--format", "--dpi"):
        named.pop(name, None)
    modules = tuple(filter(None, named.pop("--with", "").split(",")))
    lists = {name: tuple(filter(None, named.pop(f"--{name}", "").split(","))) for name in ("only", "pieces")}
    return Options(
        words[1],
        named.pop("--lang", ""),
        modules=modules,
        **lists,
        **{name[2:]: value for name, value in named.items()},
    )
