"""Draws the pictures of the documentation: `make docs`.

Each ```xml WxH block of layout-language.md becomes docs/pictures/layout-N.png, named in the line below the block; the
README's pieces, sheet and setup are those of our games, looks.md shows what `pnp new` begins with, gallery.md small
games of docs/gallery, tutorial.md and cookbook.md what comes of their files, each language of scripts.md has its proof
sheet, and proofing.md shows the page of `pnp proof`, where there is a Chromium. The generated pages (cli.md,
game-yaml.md, checks.md) are written, too.
"""

import re
import tempfile
from collections.abc import Iterator, Mapping
from dataclasses import replace
from io import BytesIO
from pathlib import Path
from typing import NamedTuple

from gallery_pictures import gallery_pictures
from game_yaml import game_yaml_reference
from page_pictures import page_pictures
from PIL import Image
from readme_pictures import look_picture, readme_pictures
from reference import checks_reference, cli_reference
from script_sheets import LANGUAGES, proof_sheet
from step_pictures import cookbook_pictures, tutorial_pictures

from pnp.build.calibration import write_calibration
from pnp.build.loading import load_game
from pnp.build.pipeline import build
from pnp.build.printing import press_of
from pnp.export.rasteriser import face_png, pdf_page_pngs
from pnp.importing.new_games import list_looks
from pnp.io.project import Project
from pnp.io.writing import write_atomically
from pnp.layout.editions import Layout
from pnp.load import find_project, load_fonts, load_style
from pnp.localise import make_edition
from pnp.model.display import Face
from pnp.model.game import Format
from pnp.model.options import Options
from pnp.model.problem import Problem

DOCS = Path(__file__).parent
PICTURES = DOCS / "pictures"
LANGUAGE_PAGE = DOCS / "layout-language.md"
GAME, COMPONENT = "starter", "creatures"
SHEET_DPI, SHEET_COLOURS = 110, 256

_EXAMPLE = re.compile(r"```xml (?P<w>\d+)x(?P<h>\d+)\n(?P<xml>.*?)```\n(?:\n<img [^\n]*\n)?", re.DOTALL)


class Example(NamedTuple):
    """A block of the layout language's page."""

    number: int
    line: int
    w: float
    h: float
    xml: str


def examples() -> Iterator[Example]:
    text = LANGUAGE_PAGE.read_text(encoding="utf-8")
    for number, match in enumerate(_EXAMPLE.finditer(text), 1):
        line = text.count("\n", 0, match.start()) + 1
        yield Example(number, line, float(match["w"]), float(match["h"]), match["xml"])


def lay_out(example: Example, ink: str = "low") -> tuple[list[Face], list[Problem]]:
    """Return the example's faces, seen by the first piece of the starter game."""
    bundled = find_project(DOCS).bundled
    with tempfile.TemporaryDirectory() as folder:
        project = Project(Path(folder).resolve(), bundled)
        template = project.root / "layouts" / GAME / f"example-{example.number}.xml.j2"
        template.parent.mkdir(parents=True)
        template.write_text(f"<face>\n{example.xml}</face>\n", encoding="utf-8")
        game, problems = load_game(project, GAME)
        assert game is not None, problems
        edition = make_edition(game, "", ink, ())
        component = replace(
            edition.components[COMPONENT], front=template.name, back="", format=Format(example.w, example.h, safe=0.0)
        )
        edition = replace(edition, components={**edition.components, COMPONENT: component})
        layout = Layout(edition, load_style(project, GAME)[0], load_fonts(project)[0], project)
        first = component.pieces[0]
        leaves, found = layout.leaves(lambda of, piece: of is component and piece is first)
        return [leaf.front for leaf in leaves], [*problems, *found]


def draw_examples() -> None:
    """One picture an example, and the line that shows it."""
    for example in examples():
        faces, problems = lay_out(example)
        for problem in problems:
            print(f"{LANGUAGE_PAGE.name}:{example.line}: {problem}")
        write_atomically(PICTURES / f"layout-{example.number}.png", face_png(faces[0], 220), DOCS)
    numbers = iter(range(1, 1000))

    def show_example(match: re.Match[str]) -> str:
        block = match[0].partition("```\n")[0] + "```\n"
        width = round(float(match["w"]) * 6)
        return f'{block}\n<img src="pictures/layout-{next(numbers)}.png" width="{width}" alt="the example, drawn">\n'

    text = LANGUAGE_PAGE.read_text(encoding="utf-8")
    write_atomically(LANGUAGE_PAGE, _EXAMPLE.sub(show_example, text).encode(), DOCS)


def draw_gallery() -> None:
    for name, png in gallery_pictures():
        write_atomically(PICTURES / f"gallery-{name}.png", png, DOCS)


def draw_readme() -> None:
    """Pieces, a printed page, a setup."""
    for name, png in readme_pictures(DOCS):
        write_atomically(PICTURES / f"{name}.png", png, DOCS)
    cards = Options("hidden-leaders", only=("heroes",), ink="full", instructions=False)
    _draw_pages(cards, {"sheet": 4}, SHEET_DPI, SHEET_COLOURS)
    setup = Options("hidden-leaders", only=("setup",), players=4, instructions=False)
    _draw_pages(setup, {"setup": 0}, SHEET_DPI, SHEET_COLOURS)


def draw_looks() -> None:
    """Return the pictures of looks.md."""
    for look in list_looks():
        write_atomically(PICTURES / f"look-{look}.png", look_picture(look), DOCS)


def draw_steps() -> None:
    """Return the pictures of tutorial.md and cookbook.md."""
    drawn = (*tutorial_pictures(DOCS / "tutorial.md"), *cookbook_pictures(DOCS / "cookbook.md"))
    for name, png in drawn:
        write_atomically(PICTURES / f"{name}.png", png, DOCS)


def draw_printing() -> None:
    """Return the sheets of printing.md."""
    cards = Options(GAME, only=(COMPONENT,), ink="full", instructions=False)
    _draw_pages(replace(cards, sides="duplex"), {"printing-duplex": 0, "printing-duplex-back": 1}, 44)
    _draw_pages(replace(cards, sides="fold"), {"printing-fold": 0}, 44)
    few = replace(cards, only=(COMPONENT, "tiles"), pieces=("hare", "owl", "fox", "coin", "lantern"))
    _draw_pages(replace(few, paper="letter", safe=True), {"printing-together": 0}, 44)
    board = Options(GAME, only=("board",), paper="148x210", instructions=False)
    _draw_pages(board, {"printing-tiles": 0}, 60)
    _draw_pages(Options(GAME), {"printing-instructions": 0}, 60)
    with tempfile.TemporaryDirectory() as folder:
        made = write_calibration(find_project(DOCS), press_of(Options("")), Path(folder))
        _write_pages(made, {"printing-calibration": 0}, 60)


def draw_scripts() -> None:
    """Return the proof sheets of scripts.md."""
    for language in LANGUAGES:
        face, problems = proof_sheet(language)
        for problem in problems:
            print(f"scripts/{language}: {problem}")
        write_atomically(PICTURES / f"script-{language}.png", face_png(face, 110), DOCS)


def draw_page() -> None:
    """Return the page of proofing.md."""
    for name, png in page_pictures(DOCS.parent).items():
        write_atomically(PICTURES / f"{name}.png", _reduce_colours(png, SHEET_COLOURS), DOCS)


def _draw_pages(options: Options, wanted: Mapping[str, int], dpi: int, colours: int = 0) -> None:
    with tempfile.TemporaryDirectory() as folder:
        built = build(find_project(DOCS), options, Path(folder))
        assert built.files, built.problems
        _write_pages(built.files[0], wanted, dpi, colours)


def _write_pages(pdf: Path, wanted: Mapping[str, int], dpi: int, colours: int = 0) -> None:
    pages = list(pdf_page_pngs(pdf.read_bytes(), dpi))
    for name, number in wanted.items():
        write_atomically(
            PICTURES / f"{name}.png", _reduce_colours(pages[number], colours) if colours else pages[number], DOCS
        )


def _reduce_colours(png: bytes, colours: int) -> bytes:
    """Return the picture in so many colours: a third as large, and nobody sees it."""
    few = BytesIO()
    octree = Image.Quantize.FASTOCTREE  # which keeps colours that are rare
    Image.open(BytesIO(png)).quantize(colours, octree).save(few, "PNG", optimize=True)
    return few.getvalue()


if __name__ == "__main__":
    draw_examples()
    draw_readme()
    draw_gallery()
    draw_looks()
    draw_steps()
    draw_printing()
    draw_scripts()
    draw_page()
    write_atomically(DOCS / "cli.md", cli_reference().encode(), DOCS)
    write_atomically(DOCS / "game-yaml.md", game_yaml_reference().encode(), DOCS)
    write_atomically(DOCS / "checks.md", checks_reference().encode(), DOCS)
