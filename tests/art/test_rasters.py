"""Picture files → rasters and problems. The pictures are made here."""

import hashlib
import struct
import zlib
from io import BytesIO
from pathlib import Path

import pytest
from PIL import Image

from pnp.art.rasters import CANNOT_READ, UNREADABLE, effective_dpi, read_art, read_container, read_raster
from pnp.model.span import Span


def picture(format="PNG", mode="RGB", size=(6, 4), **options):
    file = BytesIO()
    Image.effect_noise(size, 50).convert(mode).save(file, format, **options)
    return file.getvalue()


def chunk(kind, content):
    return struct.pack(">I", len(content)) + kind + content + struct.pack(">I", zlib.crc32(kind + content))


def exif_of(orientation):
    exif = Image.Exif()
    exif[0x0112] = orientation
    return exif


def summarise(problem):
    return problem.code, *[value for _, value in (*problem.values, *problem.details)]


@pytest.fixture
def read(tmp_path):
    def read_bytes(data, name="oak.png"):
        path = tmp_path / name
        path.write_bytes(data)
        raster, problems = read_raster(path, "oak", f"art/{name}")
        assert {problem.span for problem in problems} <= {Span(f"art/{name}")}
        return raster, [summarise(problem) for problem in problems]

    return read_bytes


@pytest.mark.parametrize(
    ("format", "name"),
    [("PNG", "oak.png"), ("JPEG", "oak.jpg"), ("JPEG", "OAK.JPEG"), ("WEBP", "oak.webp"), ("PNG", "oak")],
)
def test_rasters(read, tmp_path, format, name):
    data = picture(format)
    raster, problems = read(data, name)
    assert problems == []
    assert (raster.name, raster.path, raster.w, raster.h) == ("oak", tmp_path / name, 6, 4)
    assert raster.digest == hashlib.sha256(data).hexdigest()


@pytest.mark.parametrize(("orientation", "size"), [(1, (6, 4)), (3, (6, 4)), (6, (4, 6)), (8, (4, 6))])
@pytest.mark.parametrize("format", ["PNG", "JPEG", "WEBP"])
def test_sizes_are_those_after_rotation(read, format, orientation, size):
    raster, _ = read(picture(format, exif=exif_of(orientation)))
    assert (raster.w, raster.h) == size


def test_rotation_that_comes_after_the_pixels(read):
    data = picture()
    late = data[:-12] + chunk(b"eXIf", exif_of(6).tobytes().removeprefix(b"Exif\0\0")) + data[-12:]
    raster, problems = read(late)
    assert (raster.w, raster.h, problems) == (4, 6, [])


def replace_pixels(data, pixels):
    """Replace the image data of a PNG, with the right checksum."""
    start = data.index(b"IDAT") - 4
    length = struct.unpack_from(">I", data, start)[0]
    return data[:start] + chunk(b"IDAT", pixels) + data[start + 12 + length :]


def rows(data):
    start = data.index(b"IDAT") - 4
    return zlib.decompress(data[start + 8 : start + 8 + struct.unpack_from(">I", data, start)[0]])


@pytest.mark.parametrize("mode", ["1", "L", "LA", "P", "RGB", "RGBA", "I;16"])
@pytest.mark.parametrize("size", [(1, 1), (7, 5), (64, 64)])
def test_pixels_that_are_missing_or_damaged_are_found_out(read, mode, size):
    data = picture(mode=mode, size=size)
    whole = rows(data)
    damage = ("PNP272", "its pixels are damaged")
    for pixels in (zlib.compress(whole[:-1]), zlib.compress(b""), zlib.compress(whole)[:2], b"\xff" * 99):
        raster, problems = read(replace_pixels(data, pixels))
        assert (raster, problems[:1]) == (None, [damage])
    assert damage not in read(replace_pixels(data, zlib.compress(whole + b"more")))[1]


@pytest.mark.parametrize("size", [(1, 1), (2, 3), (5, 5), (9, 17)])
def test_rows_of_interlaced_pictures_are_counted_pass_by_pass(read, size):
    """Seven passes, of which narrow pictures lack some: as the standard counts them, pixel by pixel."""
    wide, high = size
    starts = [(0, 0, 8, 8), (4, 0, 8, 8), (0, 4, 4, 8), (2, 0, 4, 4), (0, 2, 2, 4), (1, 0, 2, 2), (0, 1, 1, 2)]
    length = 0
    for x, y, across, down in starts:
        pixels = len(range(x, wide, across))
        length += len(range(y, high, down)) * (1 + 3 * pixels) if pixels else 0
    header = chunk(b"IHDR", struct.pack(">IIBBBBB", wide, high, 8, 2, 0, 0, 1))
    for missing, found in ((0, []), (1, [("PNP272", "its pixels are damaged")])):
        pixels = chunk(b"IDAT", zlib.compress(bytes(length - missing)))
        assert read(b"\x89PNG\r\n\x1a\n" + header + pixels + chunk(b"IEND", b""))[1] == found


@pytest.mark.parametrize(
    ("data", "what"),
    [
        (b"", "empty"),
        (b"nothing known", "of an unknown kind"),
        (picture("GIF", "P"), "GIF"),
        (picture("BMP"), "BMP"),
        (picture("TIFF"), "TIFF"),
        (picture("PDF"), "PDF"),
        (b"%!PS-Adobe-3.0 EPSF-3.0\n%%BoundingBox: 0 0 9 9\n", "PostScript"),
        (b"<svg/>", "SVG"),
        (b"\0\0\0\x1cftypheic", "HEIC"),
        (b"version https://git-lfs.github.com/spec/v1\n", "a Git LFS pointer"),
    ],
)
def test_other_kinds_are_refused_by_their_content(read, data, what):
    assert read(data) == (None, [("PNP270", what)])


def test_a_name_that_says_another_kind(read):
    raster, problems = read(picture("JPEG"), "oak.PNG")
    assert raster is not None
    assert problems == [("PNP271", "JPEG", ".PNG")]


@pytest.mark.parametrize("format", ["PNG", "JPEG", "WEBP"])
def test_half_a_file_is_found_out(read, format):
    data = picture(format, size=(200, 200))
    ending = {"PNG": "png", "JPEG": "jpg", "WEBP": "webp"}[format]
    for kept in (len(data) // 2, len(data) - 13):
        raster, problems = read(data[:kept], f"oak.{ending}")
        assert problems == [("PNP272", "ends too early")]
        assert (raster and (raster.w, raster.h)) == ((200, 200) if format == "JPEG" else None)


def test_jpegs_with_thumbnails_scans_and_trailers(read):
    thumbnail = b"\xff\xd8\xff\xd9"
    data = picture("JPEG", size=(90, 90), progressive=True, restart_marker_blocks=2, comment=thumbnail)
    assert data.count(b"\xff\xda") > 1
    assert read(data + b"trailer", "oak.jpg")[1] == []
    assert len(read(data[: data.rindex(b"\xff\xda") + 50], "oak.jpg")[1]) == 1


def test_a_wrong_checksum(read):
    data = bytearray(picture())
    data[data.index(b"IDAT") + 5] ^= 1
    assert read(bytes(data))[1] == [("PNP272", "a checksum is wrong")]


@pytest.mark.parametrize("data", [b"\x89PNG\r\n\x1a\n" + chunk(b"IEND", b""), b"\xff\xd8\xff\xd9"])
def test_damaged_headers(read, data):
    raster, problems = read(data, "oak")
    assert raster is None
    assert problems == [("PNP272",)]


@pytest.mark.parametrize(("size", "values"), [((8001, 5000), (8001, 5000, 40)), ((20000, 20000), (40,))])
def test_too_many_pixels(read, size, values):
    """A few bytes that would unpack into gigabytes."""
    header = chunk(b"IHDR", struct.pack(">IIBBBBB", *size, 8, 2, 0, 0, 0))
    data = b"\x89PNG\r\n\x1a\n" + header + chunk(b"IDAT", zlib.compress(b"")) + chunk(b"IEND", b"")
    assert read(data) == (None, [("PNP273", *values)])


def test_too_many_bytes(read):
    data = picture() + bytes(64_000_000)
    assert read(data) == (None, [("PNP273", 64)])


@pytest.mark.parametrize(
    ("format", "mode", "name", "what"),
    [("JPEG", "CMYK", "oak.jpg", "CMYK"), ("PNG", "I;16", "oak.png", "16 bits a channel")],
)
def test_colours_that_will_be_converted_are_noted(read, format, mode, name, what):
    raster, problems = read(picture(format, mode), name)
    assert raster is not None
    assert problems == [("PNP274", what)]


@pytest.mark.parametrize("mode", ["1", "L", "LA", "P", "RGBA"])
def test_colours_that_print_as_they_are(read, mode):
    assert read(picture("PNG", mode))[1] == []


def test_files_that_are_not_there(tmp_path):
    assert read_raster(tmp_path / "oak.png", "oak", "art/oak.png") == (None, [UNREADABLE.at(Span("art/oak.png"))])


def test_dpi_is_that_of_the_coarser_direction(read):
    raster, _ = read(picture(size=(300, 200)))
    assert effective_dpi(raster, 25.4, 25.4) == pytest.approx(200)
    assert effective_dpi(raster, 50.8, 12.7) == pytest.approx(150)
    assert effective_dpi(raster, 0, 5) == float("inf")


def test_the_kind_of_a_photograph_is_told_by_its_first_bytes() -> None:
    assert read_container(b"\0\0\0\x1cftypheic\0\0\0\0mif1heic").kind == "HEIC"


def test_a_picture_that_may_not_be_read_says_so(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "oak.png").write_bytes(b"x")

    def refuse(*_: object) -> bytes:
        raise PermissionError(13, "Permission denied", "oak.png")

    monkeypatch.setattr("pnp.art.rasters.read_input", refuse)
    problem = read_art(tmp_path / "oak.png", "art/oak.png", 9)
    assert problem == CANNOT_READ.at(Span("art/oak.png"), reason="permission denied")


def test_a_jpeg_with_something_else_before_its_first_marker(read) -> None:
    data = picture("JPEG", size=(90, 90))
    _, problems = read(data[:2] + b"\xff\x00junk" + data[2:], "oak.jpg")
    assert problems == [("PNP272", "ends too early")]
