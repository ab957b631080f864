"""A font put into the project's fonts/ folder, with one line in fonts.yaml, is printed with: OTF and variable ones."""

from contextlib import closing
from importlib.util import find_spec
from pathlib import Path
from random import Random

import pypdfium2
import pytest
from desk import Desk, boxes, texts_of
from reading import text_of

from pnp.export.pdf import Info, write_pdf
from pnp.load import load_fonts
from pnp.model.display import Face
from pnp.model.problem import FileError
from pnp.model.sheet import Paper, Placement, Rect, Sheet


def read_package(package: str, name: str) -> bytes:
    spec = find_spec(package)
    assert spec is not None and spec.origin is not None
    return (Path(spec.origin).parent / "files" / name).read_bytes()


def print_face(face: Face) -> bytes:
    paper = Paper("card", face.w, face.h)
    placement = Placement(face, 0, 0, face.w, face.h)
    sheet = Sheet(
        paper=paper, furniture=(), placements=(placement,), trim=Rect(0, 0, face.w, face.h),
        label="1", component="cards", title="Cards", side="front",
    )  # fmt: skip
    return write_pdf((sheet,), Info("test"))


def ink(pdf: bytes) -> float:
    """Return how dark the page is."""
    with closing(pypdfium2.PdfDocument(pdf)) as document:
        histogram = document[0].render(scale=4, grayscale=True).to_pil().histogram()
    return float(sum((255 - grey) * count for grey, count in enumerate(histogram)))


def lay_out(desk: Desk, line: str, text: str) -> Face:
    desk.file("fonts/fonts.yaml", line)
    desk.fonts, problems = load_fonts(desk.project)
    assert problems == []
    laid = desk.face(f'<text font="Own" size="20pt">{text}</text>')
    assert laid.lines == []
    return laid.faces[0]


@pytest.mark.parametrize("name", ["SourceSansPro-Regular.otf", "SourceSansPro-Regular.ttf"])
def test_a_font_of_ones_own(tmp_path: Path, name: str) -> None:
    desk = Desk(tmp_path)
    desk.file(f"fonts/{name}", read_package("font_source_sans_pro", name))
    face = lay_out(desk, f"families: {{Own: {{regular: {name}}}}}", "Fox 12")
    assert {run.font.name for text in texts_of([face.content]) for run in text.runs} == {"Own-Regular"}
    pdf = print_face(face)
    assert text_of(pdf) == "Fox 12"
    assert ink(pdf) > 0


def test_a_variable_font_prints_regular_and_bold(tmp_path: Path) -> None:
    desk = Desk(tmp_path)
    desk.file("fonts/Own.ttf", read_package("fontpkg_noto_sans_thai", "NotoSansThai[wdth,wght].ttf"))
    line = "families: {Own: {regular: Own.ttf, bold: Own.ttf}}"
    regular, bold = (print_face(lay_out(desk, line, text)) for text in ("จอก", "**จอก**"))
    assert [text_of(pdf) for pdf in (regular, bold)] == ["จอก", "จอก"]
    assert ink(bold) > 1.2 * ink(regular)


@pytest.mark.parametrize("name", ["SourceSansPro-Regular.otf", "SourceSansPro-Regular.ttf"])
def test_a_damaged_font_is_refused_or_printed_with(tmp_path: Path, name: str) -> None:
    desk, chance = Desk(tmp_path), Random(5)
    desk.file("fonts/fonts.yaml", f"families: {{Own: {{regular: {name}}}}}")
    whole = read_package("font_source_sans_pro", name)
    for reach in [400] * 25 + [len(whole)] * 10:
        damaged = bytearray(whole)
        for _ in range(6):
            damaged[chance.randrange(reach)] = chance.randrange(256)
        desk.file(f"fonts/{name}", bytes(damaged))
        desk.fonts, problems = load_fonts(desk.project)
        if problems:
            assert [problem.code for problem in problems] == ["PNP127"]
            continue
        try:
            print_face(desk.face('<text font="Own">Fox 12</text>').faces[0])
        except FileError as error:
            assert name in str(error)


def test_a_longer_text_has_more_room_where_the_layout_lets_it_grow(desk: Desk) -> None:
    """Rows of a table, children of columns and rows of grids are as high as what is in them."""
    short, long = "Ziehe.", "Ziehe zwei Karten vom Nachziehstapel und behalte davon eine auf der Hand."
    for xml in (
        '<column w="30" fill="ink"><text>{}</text></column>',
        '<column w="30"><row fill="ink"><text grow="1">{}</text></row></column>',
        '<column w="30"><grid columns="1" fill="ink"><text>{}</text></grid></column>',
        '<column w="30"><table columns="1"><tr><td fill="ink" padding="0"><text>{}</text></td></tr></table></column>',
    ):
        heights = []
        for text in (short, long):
            laid = desk.face(f'<column w="30" align="stretch">{xml.format(text)}</column>', language="de")
            assert laid.lines == []
            heights.append(float(boxes(laid.faces[0])[0].split()[3]))
        assert heights[1] > 2.5 * heights[0], xml
