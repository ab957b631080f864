"""Pages of others' PDFs are copied into ours: their operators and what these need, and nothing else."""

import tracemalloc
from collections.abc import Callable
from pathlib import Path
from random import randbytes

import pikepdf
import pytest
from drawn import opened
from pikepdf import Array, Dictionary, Name

from pnp.export.pdf import Info, write_pdf, write_pdf_to
from pnp.io.pdf import read_page
from pnp.model.display import PageArt, Picture
from pnp.model.length import MM_PER_POINT
from pnp.model.problem import FileError

MM = 1 / MM_PER_POINT
DOTS = b"1 0 0 rg 0 0 1 1 re f 0 0 1 rg 3 1 1 1 re f"  # red bottom left, blue top right, of 4 × 2

Make = Callable[..., PageArt]


@pytest.fixture
def make_page(tmp_path: Path) -> Make:
    """`make_page(content, …)`: a page of 4 × 2 mm that draws in millimetres; other entries of it, other objects."""

    def make(content: bytes = DOTS, resources: Dictionary | None = None, **entries: object) -> PageArt:
        pdf = pikepdf.new()
        page = pdf.add_blank_page(page_size=(4 * MM, 2 * MM))
        page.Contents = pdf.make_stream(b"%f 0 0 %f 0 0 cm " % (MM, MM) + content)
        page.Resources = resources or Dictionary()
        for key, value in entries.items():
            page[f"/{key}"] = value
        pdf.save(tmp_path / "some.pdf")
        art, problems = read_page(tmp_path / "some.pdf", 1, "some.pdf", "some.pdf")
        assert art and not problems, problems
        return art

    return make


def test_a_page_is_shown_as_it_is(make_page, looks) -> None:
    art = make_page()
    assert (round(art.w, 6), round(art.h, 6)) == (4, 2)
    looks("___B R___", Picture(art, 0, 0, 4, 2))


@pytest.mark.parametrize(
    ("turn", "seen"),
    [(90, "R_ __ __ _B"), (180, "___R B___"), (270, "B_ __ __ _R"), (-90, "B_ __ __ _R"), (360, "___B R___")],
)
def test_a_turned_page_is_turned(turn: int, seen: str, make_page, looks) -> None:
    art = make_page(Rotate=turn)
    looks(seen, Picture(art, 0, 0, art.w, art.h))


def test_what_a_page_crops_is_not_seen(make_page, looks) -> None:
    art = make_page(CropBox=Array([1 * MM, 0, 99 * MM, 2 * MM]))
    assert round(art.w, 6) == 3
    looks("___B ____", Picture(art, 1, 0, 3, 2))


def test_a_page_is_stretched_onto_its_picture(make_page, looks) -> None:
    looks("______BB ______BB RR______ RR______", Picture(make_page(), 0, 0, 8, 4))


def test_units_of_a_page(make_page) -> None:
    assert round(make_page(UserUnit=2).w, 6) == 8


def test_contents_in_parts_and_inherited_resources(tmp_path: Path, looks) -> None:
    pdf = pikepdf.new()
    page = pdf.add_blank_page(page_size=(4 * MM, 2 * MM))
    parts = b"/Big gs %f 0 0 %f 0 0" % (MM, MM), b"cm 1 0 0 rg", b"0 0 1 1 re f"
    page.Contents = Array([pdf.make_stream(part) for part in parts])
    del page.obj["/Resources"]
    pdf.Root.Pages.Resources = Dictionary(ExtGState=Dictionary(Big=Dictionary(ca=1)))
    pdf.save(tmp_path / "parts.pdf")
    art, _ = read_page(tmp_path / "parts.pdf", 1, "parts.pdf", "parts.pdf")
    looks("____ R___", Picture(art, 0, 0, 4, 2))


def written(page, card, *items) -> bytes:
    return write_pdf([page(card(*items))], Info("test"))


def test_a_page_is_stored_once_and_as_it_is(make_page, page, card) -> None:
    art = make_page()
    data = written(page, card, Picture(art, 0, 0, 4, 2), Picture(art, 9, 0, 4, 2))
    assert data == written(page, card, Picture(art, 0, 0, 4, 2), Picture(art, 9, 0, 4, 2))
    with opened(data) as pdf:
        forms = [each for each in pdf.objects if isinstance(each, pikepdf.Stream) and each.get("/Subtype") == "/Form"]
        assert len(forms) == 1
        assert forms[0].read_bytes().endswith(DOTS)


@pytest.mark.parametrize("name", ["/Ä b", "/#1", "/(x)%"])
def test_names_of_any_letters(name: str, make_page: Make, looks: Callable[..., None]) -> None:
    art = make_page(Name(name).unparse() + b" gs " + DOTS, Dictionary(ExtGState=Dictionary({name: Dictionary(ca=0)})))
    looks("____ ____", Picture(art, 0, 0, 4, 2))


def test_scripts_and_ways_out_stay_behind(make_page, page, card) -> None:
    bad = Dictionary(
        ExtGState=Dictionary(
            A=Dictionary(Type=Name.ExtGState, ca=1, AA=Dictionary(S=Name.JavaScript, JS="app.alert(1)"))
        ),
        Evil=Dictionary(JS="app.alert(2)"),
    )
    art = make_page(DOTS, bad, AA=Dictionary(O=Dictionary(S=Name.JavaScript, JS="app.alert(3)")), Annots=Array())
    with opened(written(page, card, Picture(art, 0, 0, 4, 2))) as pdf:
        written_out = b"".join(
            each.unparse(resolved=True) for each in pdf.objects if not isinstance(each, pikepdf.Stream)
        )
    assert b"ca" in written_out and b"alert" not in written_out and b"JavaScript" not in written_out


def test_a_file_that_has_gone(make_page, page, card) -> None:
    art = make_page()
    art.path.unlink()
    with pytest.raises(FileError, match=r"some\.pdf: cannot be read: no such file"):
        written(page, card, Picture(art, 0, 0, 4, 2))


def test_streams_are_read_when_they_are_written(tmp_path: Path, page, card) -> None:
    """One after the other, so that memory doesn't grow with the file."""
    pdf, size = pikepdf.new(), 500_000
    for _ in range(8):
        form = pdf.make_stream(randbytes(size), Type=Name.XObject, Subtype=Name.Form, BBox=Array([0, 0, 1, 1]))
        new = pdf.add_blank_page(page_size=(4 * MM, 2 * MM))
        new.Contents, new.Resources = pdf.make_stream(b"/X Do"), Dictionary(XObject=Dictionary(X=form))
    pdf.save(tmp_path / "some.pdf", compress_streams=False)
    arts = [read_page(tmp_path / "some.pdf", number, "some.pdf", "some.pdf")[0] for number in range(1, 9)]
    cards = [card(Picture(art, 0, 0, 4, 2)) for art in arts if art]
    written(page, card)  # what is imported, once
    parts = list[int]()
    tracemalloc.start()
    try:
        write_pdf_to(lambda data: parts.append(len(data)), [page(*cards)], Info("x"))
        _, most = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    assert sum(part > size for part in parts) == 8
    assert most < 6 * size


def test_what_only_describes_a_picture_stays_behind(
    make_page: Make, page: Callable[..., object], card: Callable[..., object]
) -> None:
    """But a name that somebody gave to one, whatever it is, is kept."""
    path = make_page(b"/Metadata Do").path
    with pikepdf.open(path, allow_overwriting_input=True) as pdf:
        image = pdf.make_stream(b"\xff\x00\x00", Type=Name.XObject, Subtype=Name.Image, Width=1, Height=1)
        image.BitsPerComponent, image.ColorSpace, image.StructParent = 8, Name.DeviceRGB, 3
        image.Metadata = pdf.make_stream(b"<secret/>")
        pdf.pages[0].Resources = Dictionary(XObject=Dictionary(Metadata=image))
        pdf.save(path)
    art, _ = read_page(path, 1, "some.pdf", "some.pdf")
    with opened(write_pdf([page(card(Picture(art, 0, 0, 4, 2)))], Info("test"))) as written:  # type: ignore[list-item, arg-type]
        streams = [found for found in written.objects if isinstance(found, pikepdf.Stream)]
        assert not any(b"secret" in found.read_bytes() for found in streams)
        (shown,) = [found for found in streams if found.get("/Subtype") == "/Image"]
        assert "/Metadata" not in shown
        assert "/StructParent" not in shown


def test_true_and_false_stay_what_they_are(
    make_page: Make, page: Callable[..., object], card: Callable[..., object]
) -> None:
    state = Dictionary(Type=Name.ExtGState, SA=False, AIS=True)
    art = make_page(DOTS, Dictionary(ExtGState=Dictionary(A=state)))
    written = write_pdf([page(card(Picture(art, 0, 0, 4, 2)))], Info("test"))  # type: ignore[list-item]
    assert b"/SA false" in written
    assert b"/AIS true" in written


def test_objects_in_objects_without_end_are_refused(
    make_page: Make, page: Callable[..., object], card: Callable[..., object]
) -> None:
    deep = Array([])
    for _ in range(150):
        deep = Array([deep])
    art = make_page(DOTS, Dictionary(Properties=Dictionary(A=Dictionary(B=deep))))
    with pytest.raises(FileError, match="nested too deeply"):
        write_pdf([page(card(Picture(art, 0, 0, 4, 2)))], Info("test"))  # type: ignore[list-item]
