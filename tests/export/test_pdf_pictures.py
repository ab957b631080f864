"""Bitmaps go into the file as they are where PDF can hold them so, and as greys or RGB where it can't."""

from dataclasses import replace

import pikepdf
import pytest
from drawn import opened
from PIL import Image

from pnp.export.pdf import Info, art, write_pdf, write_pdf_to
from pnp.model.display import Picture
from pnp.model.problem import FileError


@pytest.fixture
def stored(card, page):
    """`stored(raster)`: the image objects of a file with this picture, the picture first."""
    files = []  # whose objects are gone when they are

    def make(raster):
        pdf = opened(write_pdf([page(card(Picture(raster, 0, 0, 10, 10)))], Info("test")))
        files.append(pdf)
        images = [o for o in pdf.objects if isinstance(o, pikepdf.Stream) and o.get("/Subtype") == "/Image"]
        return sorted(images, key=lambda image: "/SMask" not in image)

    return make


@pytest.mark.parametrize("mode", ["RGB", "L"])
def test_a_jpeg_is_passed_through_as_it_is(mode, stored, png):
    raster = png("a.jpg", Image.effect_noise((40, 30), 50).convert(mode))
    (image,) = stored(raster)
    assert image.Filter == "/DCTDecode"
    assert image.read_raw_bytes() == raster.path.read_bytes()
    assert (image.Width, image.Height, image.ColorSpace) == (40, 30, "/DeviceRGB" if mode == "RGB" else "/DeviceGray")


def test_a_turned_jpeg_is_turned(stored, png):
    exif = Image.Exif()
    exif[0x0112] = 6
    (image,) = stored(png("a.jpg", Image.new("RGB", (40, 30), "#ff0000"), exif=exif))
    assert (image.Width, image.Height, image.Filter) == (30, 40, "/FlateDecode")


def test_a_jpeg_for_the_press_becomes_rgb(stored, png):
    (image,) = stored(png("a.jpg", Image.new("CMYK", (4, 4), (0, 255, 255, 0))))
    assert (image.ColorSpace, image.Filter) == ("/DeviceRGB", "/FlateDecode")
    red, green, blue = image.read_bytes()[:3]
    assert red > 200 and green < 60 and blue < 60


@pytest.mark.parametrize(
    ("mode", "colour", "space", "expected"),
    [
        ("RGB", "#102030", "/DeviceRGB", b"\x10\x20\x30"),
        ("L", 77, "/DeviceGray", b"\x4d"),
        ("1", 1, "/DeviceGray", b"\xff"),
        ("P", 0, "/DeviceRGB", b"\x00\x00\x00"),
        ("RGBA", (16, 32, 48, 255), "/DeviceRGB", b"\x10\x20\x30"),
        ("I;16", 0x4D00, "/DeviceGray", b"\x4d"),
    ],
)
def test_pixels_are_greys_or_rgb(mode, colour, space, expected, stored, png):
    (image,) = stored(png("a.png", Image.new(mode, (3, 2), colour)))
    assert (image.ColorSpace, image.BitsPerComponent) == (space, 8)
    assert image.read_bytes() == expected * 6


@pytest.mark.parametrize("name", ["a.png", "a.jpg"])
def test_a_grey_picture_has_no_colours(name, stored, png):
    (image,) = stored(replace(png(name, Image.new("RGB", (8, 8), (255, 0, 0))), grey=True))
    assert image.ColorSpace == "/DeviceGray"


@pytest.mark.parametrize("mode", ["RGBA", "LA"])
def test_a_grey_picture_is_seen_through_as_before(mode, stored, png):
    picture = Image.new("RGBA", (8, 8), (255, 0, 0, 100)).convert(mode)
    image, mask = stored(replace(png("a.png", picture), grey=True))
    assert (image.ColorSpace, set(mask.read_bytes())) == ("/DeviceGray", {100})
    assert set(image.read_bytes()) == {76}


def test_transparency_is_kept_beside_the_colours(stored, png):
    picture = Image.new("LA", (2, 1), (200, 255))
    picture.putpixel((1, 0), (200, 64))
    image, mask = stored(png("a.png", picture))
    assert (image.ColorSpace, image.read_bytes()) == ("/DeviceGray", b"\xc8\xc8")
    assert (mask.ColorSpace, mask.read_bytes()) == ("/DeviceGray", b"\xff\x40")


@pytest.mark.parametrize("mode", ["RGBA", "LA"])
@pytest.mark.parametrize("size", [(1, 1), (5, 4), (300, 200)])
def test_pixels_that_are_seen_through_come_back_one_by_one(mode, size, stored, png):
    colours = [Image.effect_noise(size, 90) for _ in mode[:-1]]
    noise = Image.merge(mode, [*colours, Image.effect_noise(size, 90).point(lambda alpha: min(alpha, 254))])
    image, mask = stored(png("a.png", noise))
    assert image.read_bytes() == noise.convert(mode[:-1]).tobytes()
    assert mask.read_bytes() == noise.getchannel("A").tobytes()


@pytest.mark.parametrize("mode", ["RGBA", "LA"])
def test_what_is_opaque_has_no_mask(mode, stored, png):
    picture = Image.merge(mode, [*[Image.effect_noise((30, 20), 90)] * (len(mode) - 1), Image.new("L", (30, 20), 255)])
    (image,) = stored(png("a.png", picture))
    assert image.read_bytes() == picture.convert(mode[:-1]).tobytes()


def test_pictures_are_unpacked_one_at_a_time(card, page, png, monkeypatch):
    made, written, image_objects = [], [], art.image_objects

    def make(name, raster):
        assert sum(map(len, written)) >= 1000 * len(made), "the one before isn't written yet"
        made.append(name)
        return image_objects(name, raster)

    monkeypatch.setattr(art, "image_objects", make)
    noises = [Image.merge("RGBA", [Image.effect_noise((40, 40), 90 + n) for _ in "RGBA"]) for n in range(4)]
    pictures = [Picture(png(f"{n}.png", noise), 0, 0, 10, 10) for n, noise in enumerate(noises)]
    write_pdf_to(written.append, [page(card(*pictures))], Info("test"))
    assert len(made) == 4


def test_a_transparent_palette_colour_is_transparent(stored, png):
    _, mask = stored(png("a.gif", Image.new("P", (1, 1), 0), transparency=0))
    assert mask.read_bytes() == b"\x00"


def test_large_pictures_come_back_pixel_for_pixel(stored, png):
    noise = Image.merge("RGB", [Image.effect_noise((400, 300), 90) for _ in range(3)])
    (image,) = stored(png("a.png", noise))
    assert image.read_bytes() == noise.tobytes()


def test_a_file_that_went_away_is_said_in_one_line(stored, png):
    raster = png("a.png")
    raster.path.unlink()
    with pytest.raises(FileError) as failed:
        stored(raster)
    assert str(failed.value) == f"{raster.path}: cannot be read: no such file or directory"


def test_a_file_that_is_no_picture_is_said_in_one_line(stored, png):
    raster = png("a.png")
    raster.path.write_bytes(b"%!PS-Adobe-3.0 EPSF-3.0\n")
    with pytest.raises(FileError) as failed:
        stored(raster)
    assert str(failed.value) == f"{raster.path}: cannot be read: no picture in a format that can be printed"


def test_a_half_picture_is_said_in_one_line(stored, png):
    raster = png("a.png", Image.effect_noise((100, 100), 50))
    raster.path.write_bytes(raster.path.read_bytes()[:3000])
    with pytest.raises(FileError) as failed:
        stored(raster)
    assert str(failed.value).startswith(f"{raster.path}: cannot be read: ")


@pytest.mark.parametrize("mode", ["RGB", "L"])
def test_rows_of_a_png_are_passed_through_as_they_are(mode, stored, png):
    raster = png("a.png", Image.effect_noise((40, 30), 50).convert(mode))
    (image,) = stored(raster)
    assert image.read_raw_bytes() in raster.path.read_bytes()
    assert image.read_bytes() == Image.open(raster.path).tobytes()
