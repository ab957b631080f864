"""What comes of the files that a page shows, as its pictures."""

import contextlib
import io
import tempfile
from collections.abc import Iterator
from pathlib import Path

from page_files import Section, lend_fonts, sections_of
from PIL import Image
from readme_pictures import faces, png_of, rows_of

from pnp.cli.app import run_app
from pnp.model.options import Options

_DPI, _COLOURS = 100, 64


def tutorial_pictures(page: Path) -> Iterator[tuple[str, bytes]]:
    """Names and PNGs; each step goes on with the files of those before it."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        lend_fonts(folder)
        for section in sections_of(page):
            if section.picture:
                yield section.picture, png_of(rows_of([list(_played(folder, section).values())]), _COLOURS)


def _played(folder: Path, section: Section) -> dict[str, Image.Image]:
    """Pieces as the section's last build makes them; with their backs, if it prints these, those of two."""
    builds: list[list[str]] = []

    def run(words: list[str]) -> None:
        if words[0] == "build":
            builds.append(words)
        else:
            with contextlib.redirect_stdout(io.StringIO()):
                assert run_app([*words, "--project", str(folder)]) == 0, words

    section.play(folder, run)
    options = _options(builds[-1])
    drawn = faces(folder, options, _DPI, backs=options.sides == "duplex")
    return {name: drawn[name] for name in list(drawn)[:4]} if options.sides == "duplex" else drawn


def _options(words: list[str]) -> Options:
    """Of `build GAME --ink full …`, what says how pieces look."""
    named = dict(zip(words[2::2], words[3::2], strict=True))
    language, ink, sides = named.get("--lang", ""), named.get("--ink", "low"), named.get("--sides", "fronts")
    only, modules = (tuple(filter(None, named.get(name, "").split(","))) for name in ("--only", "--with"))
    return Options(words[1], language, ink, modules, only=only, sides=sides)
