"""PDFs are read within limits: pages with the boxes that they inherit, and content that fits into memory."""

import zlib
from base64 import a85encode
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from pathlib import Path

import pikepdf
import pytest
from facts import facts, list_facts
from pikepdf import Array, Dictionary, Name, ObjectStreamMode, StreamDecodeLevel

from pnp.io.pdf import MOST_CONTENT, PdfPage, UnreadablePdf, list_pdf_pages, look_up, open_pdf, read_page

DRAWS = b"1 0 0 rg 0 0 100 50 re f\n"
Make = Callable[..., PdfPage]


@pytest.fixture
def make_pdf(tmp_path: Path) -> Iterator[Make]:
    """Provide `make_pdf(packed, "Filter", …, Rotate=90)`: the page of a file with such content and entries."""
    with ExitStack() as opened:

        def make(content: bytes = DRAWS, *filters: str, **entries: object) -> PdfPage:
            pdf = pikepdf.new()
            page = pdf.add_blank_page(page_size=(100, 50)).obj
            for key, value in entries.items():
                (pdf.Root.Pages if key.startswith("Around") else page)[f"/{key.removeprefix('Around')}"] = value
            page.Contents = pdf.make_stream(b"")
            page.Contents.write(content, filter=Array([Name(f"/{name}") for name in filters]) if filters else None)
            kept, streams = StreamDecodeLevel.none, ObjectStreamMode.generate
            path = tmp_path / "some.pdf"
            pdf.save(path, stream_decode_level=kept, object_stream_mode=streams, compress_streams=False)
            return list_pdf_pages(opened.enter_context(open_pdf(path)))[0]

        yield make


def problem_of(read: Callable[[], object]) -> str:
    with pytest.raises(UnreadablePdf) as error:
        read()
    return facts(error.value.at("some.pdf"))


def test_boxes_have_their_corners_in_order(make_pdf: Make) -> None:
    page = make_pdf(CropBox=Array([90, 40, 10, -5]), TrimBox=Array([0, 0, 0, 0]), BleedBox=Array([1, 2, 3]))
    assert page.box("/MediaBox") == (0, 0, 100, 50)
    assert page.box("/CropBox") == (10, -5, 90, 40)
    assert page.box("/TrimBox") is None
    assert page.box("/BleedBox") is None


def test_pages_inherit_boxes_and_rotations(make_pdf: Make, tmp_path: Path) -> None:
    page = make_pdf(AroundRotate=-90, AroundCropBox=Array([10, -5, 90, 40]), UserUnit=2)
    art = page.art(tmp_path / "some.pdf", "some", "digest")
    assert (art.box, art.turn) == ((10, 0, 90, 40), 270)
    assert art.unit == pytest.approx(2 * 25.4 / 72)


@pytest.mark.parametrize(
    ("content", "filters"),
    [
        (DRAWS, ()),
        (zlib.compress(DRAWS), ("FlateDecode",)),
        (a85encode(zlib.compress(DRAWS)) + b"~>", ("ASCII85Decode", "FlateDecode")),
        (a85encode(zlib.compress(DRAWS), adobe=True), ("ASCII85Decode", "FlateDecode")),
        (DRAWS.hex().encode() + b">", ("ASCIIHexDecode",)),
        (bytes([len(DRAWS) - 1]) + DRAWS + b"\x80", ("RunLengthDecode",)),
    ],
)
def test_content_is_unpacked(content: bytes, filters: tuple[str, ...], make_pdf: Make) -> None:
    assert make_pdf(content, *filters).read_content() == DRAWS


def test_what_there_is_of_content_that_is_cut_off(make_pdf: Make) -> None:
    whole = zlib.compress(b"".join(b"%d 0 m\n" % number for number in range(9_999)))
    assert make_pdf(whole[: len(whole) // 2], "FlateDecode").read_content().startswith(b"0 0 m\n1 0 m\n")


def packed_blanks(share: float = 1.0) -> bytes:
    """Return packed what is more than a page may draw, or a share of it."""
    return zlib.compress(b" " * int((MOST_CONTENT + 1 << 20) * share), 1)


def test_content_that_would_fill_memory(make_pdf: Make) -> None:
    once = make_pdf(packed_blanks(), "FlateDecode")
    twice = make_pdf(zlib.compress(packed_blanks()), "FlateDecode", "FlateDecode")
    runs = make_pdf(b"\x81 " * ((1 << 19) + 1), "RunLengthDecode")
    parts = make_pdf(packed_blanks(0.6), "FlateDecode")
    parts.object["/Contents"] = Array([parts.object["/Contents"]] * 2)
    for page in (once, twice, runs, parts):
        assert problem_of(page.read_content) == "some.pdf PNP410 most=64"


@pytest.mark.parametrize(
    ("content", "filters", "message"),
    [
        (b"\x78\x9c\x07", ("FlateDecode",), "some.pdf PNP410 why='what a page draws is damaged'"),
        (zlib.compress(DRAWS)[:-1] + b"?", ("FlateDecode",), "some.pdf PNP410 why='what a page draws is damaged'"),
        (b" " * 70_000, ("LZWDecode",), "some.pdf PNP410 why='a page is packed as /LZWDecode'"),
        (b" ", ("FlateDecode", "LZWDecode"), "some.pdf PNP410 why='a page is packed as /FlateDecode /LZWDecode'"),
        (b" ", ("JBIG2Decode",), "some.pdf PNP410 why='a page is packed as /JBIG2Decode'"),
    ],
)
def test_content_that_is_refused(content: bytes, filters: tuple[str, ...], message: str, make_pdf: Make) -> None:
    assert problem_of(make_pdf(content, *filters).read_content) == message


def test_pages_that_cannot_be_shown(make_pdf: Make, tmp_path: Path) -> None:
    make_pdf(MediaBox=Array([0, 0, 1e9, 50]))
    found = [read_page(tmp_path / "some.pdf", number, "some", "some.pdf") for number in (1, 2)]
    assert [(art, *list_facts(problems)) for art, problems in found] == [
        (None, "some.pdf PNP410 number=1"),
        (None, "some.pdf PNP410 number=2 last=1"),
    ]


def test_what_is_wrong_with_a_file(tmp_path: Path) -> None:
    (tmp_path / "text.pdf").write_text("no PDF")
    (tmp_path / "half.pdf").write_text("%PDF-1.7\n1 0 obj\n<<")
    found = [problem_of(open_pdf(tmp_path / f"{name}.pdf").__enter__) for name in ("text", "half", "none")]
    assert found == [
        "some.pdf PNP410",
        "some.pdf PNP410 why='unable to find trailer dictionary while recovering damaged file'",
        "some.pdf PNP410 why='no such file or directory'",
    ]


def test_entries_of_entries() -> None:
    outer = Dictionary(Inner=Dictionary(Number=3))
    assert look_up(outer, "/Inner", "/Number") == 3
    assert look_up(outer, "/Inner", "/Number", "/More") is None
    assert look_up(outer, "/Other", "/Number") is None
    assert look_up(None, "/Inner") is None
