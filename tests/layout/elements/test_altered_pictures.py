"""`tint`, `recolour` and `mask` of `<image>`."""

from base64 import b64encode
from collections.abc import Iterable, Iterator
from io import BytesIO
from pathlib import Path

import pytest
from desk import Desk
from PIL import Image

from pnp.art.paths import path_bounds
from pnp.model.display import Drawing, Gradient, Group, Item, Picture, Raster, Shape

SVG = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 20 10">{}</svg>'
COLOURS = '<path d="M0 0h9v9z" fill="#000"/><path d="M1 1h9v8z" fill="#fff" stroke="#d40000"/>'
SHADED = (
    '<linearGradient id="g"><stop stop-color="black"/><stop offset="1" stop-color="white"/></linearGradient>'
    '<rect width="9" height="9" fill="url(#g)"/>'
)
FOX = "#c24a1a"  # of low ink, as in style.yaml


@pytest.fixture(scope="module", autouse=True)
def art(desk: Desk) -> None:
    for name, inside in {
        "colours": COLOURS,
        "shaded": SHADED,
        "disc": '<circle cx="10" cy="5" r="5"/>',
        "on-paper": '<rect width="20" height="10" fill="white"/><rect x="5" width="5" height="10"/>',
        "over": '<rect x="-5" width="15" height="10"/>',
        "ring": '<circle cx="10" cy="5" r="5"/><circle cx="10" cy="5" r="2" fill="white"/>',
        "lines": '<path d="M1 1h9" fill="none" stroke="black"/>',
        "pale": '<rect width="9" height="9" fill="#eee"/>',
    }.items():
        desk.file(f"card_data/night/art/{name}.svg", SVG.format(inside))
    grey = Image.new("RGBA", (400, 200), (0, 0, 0, 255))
    grey.paste((255, 255, 255, 255), (200, 0, 400, 200))
    grey.paste((0, 0, 0, 0), (0, 0, 100, 200))
    held = BytesIO()
    Image.new("RGB", (60, 30), "#000000").save(held, "PNG")
    inside = f'<image width="20" height="10" href="data:image/png;base64,{b64encode(held.getvalue()).decode()}"/>'
    desk.file("card_data/night/art/inside.svg", SVG.format(f"{COLOURS}{inside}"))
    for name, image in {"halves": grey, "photo": Image.new("RGB", (600, 300), "#336699")}.items():
        file = BytesIO()
        image.save(file, "PNG")
        desk.file(f"card_data/night/art/{name}.png", file.getvalue())


def image(desk: Desk, attributes: str, **options: object) -> Item:
    laid = desk.face(f'<image href="art/{attributes} w="20" h="10"/>', **options)
    assert [line for line in laid.lines if "PNP364" not in line] == []
    item = laid.faces[0].content.items[0]
    while isinstance(item, Group) and item.clip is None:
        item = item.items[0]
    return item


def drawing(item: Item) -> Drawing:
    assert isinstance(item, Picture)
    assert isinstance(item.art, Drawing)
    return item.art


def raster(item: Item) -> Raster:
    assert isinstance(item, Picture)
    assert isinstance(item.art, Raster)
    return item.art


def pixels(item: Item) -> Image.Image:
    return Image.open(BytesIO(raster(item).data))


def paints(found: Drawing) -> list[object]:
    items = found.items[0].items if isinstance(found.items[0], Group) else found.items
    return [(item.fill, item.stroke and item.stroke.paint) for item in items if isinstance(item, Shape)]


def test_a_tint_turns_black_into_the_colour_and_keeps_white(desk: Desk) -> None:
    red = round(0.299 * 0xD4)  # how light the red is
    light = "#" + "".join(f"{round(own + (255 - own) * red / 255):02x}" for own in (0xC2, 0x4A, 0x1A))
    assert paints(drawing(image(desk, 'colours.svg" tint="fox"'))) == [(FOX, None), ("#ffffff", light)]


def test_a_tint_of_a_gradient(desk: Desk) -> None:
    ((fill, _),) = paints(drawing(image(desk, 'shaded.svg" tint="fox"')))
    assert isinstance(fill, Gradient)
    assert [stop.colour for stop in fill.stops] == [FOX, "#ffffff"]


def test_a_tint_of_a_bitmap_keeps_what_is_transparent(desk: Desk) -> None:
    made = pixels(image(desk, 'halves.png" tint="#ff0000"'))
    assert [made.getpixel((x, 9)) for x in (150, 300)] == [(255, 0, 0, 255), (255, 255, 255, 255)]
    assert made.getpixel((50, 9))[3] == 0


@pytest.mark.parametrize(
    ("altered", "pixel"), [('tint="#ff0000"', (255, 0, 0)), ('recolour="black: #00ff00"', (0, 0, 0))]
)
def test_bitmaps_within_drawings(altered: str, pixel: tuple[int, int, int], desk: Desk) -> None:
    """A tint is of all that there is, a recolouring of what is drawn."""
    (held,) = rasters(drawing(image(desk, f'inside.svg" {altered}')).items)
    with Image.open(BytesIO(held.data)) as made:
        assert made.convert("RGB").getpixel((30, 15)) == pixel


def rasters(items: Iterable[Item]) -> Iterator[Raster]:
    for item in items:
        if isinstance(item, Group):
            yield from rasters(item.items)
        elif isinstance(item, Picture) and isinstance(item.art, Raster):
            yield item.art


def test_what_is_tinted_alike_is_there_once(desk: Desk) -> None:
    laid = desk.face(
        '<image href="art/photo.png" tint="fox" w="20" h="10"/><image href="art/photo.png" tint="fox" y="20" w="19"/>'
        '<image href="art/photo.png" w="20" h="10"/>'
    )
    found = [raster(item.items[0] if isinstance(item, Group) else item) for item in laid.faces[0].content.items]
    assert found[0] is found[1]
    assert found[0].digest != found[2].digest


def test_black_ink_takes_no_tint(desk: Desk) -> None:
    assert raster(image(desk, 'photo.png" tint="yellow"', ink="black")).data == b""
    pale = image(desk, 'colours.svg" tint="yellow"', ink="black")
    assert paints(drawing(pale))[0] == ("#000000", None)


def test_colours_of_a_drawing_become_others(desk: Desk) -> None:
    made = drawing(image(desk, 'colours.svg" recolour="#D40000: fox, black: #123456"'))
    assert paints(made) == [("#123456", None), ("#ffffff", FOX)]
    assert paints(drawing(image(desk, 'colours.svg"'))) == [("#000000", None), ("#ffffff", "#d40000")]


def test_colours_are_replaced_before_the_tint(desk: Desk) -> None:
    made = drawing(image(desk, 'colours.svg" recolour="white: black" tint="fox"'))
    assert paints(made)[1][0] == FOX  # type: ignore[index]


@pytest.mark.parametrize(
    ("mask", "box"),
    [
        ("circle", (5, 0, 15, 10)),
        ("rounded 3mm", (0, 0, 20, 10)),
        ("art/disc.svg", (5, 0, 15, 10)),
        ("art/on-paper.svg", (5, 0, 10, 10)),
    ],
)
def test_a_shape_cuts(desk: Desk, mask: str, box: tuple[float, ...]) -> None:
    for picture in ("photo.png", "colours.svg"):
        cut = image(desk, f'{picture}" mask="{mask}"')
        assert isinstance(cut, Group)
        assert cut.clip is not None
        assert path_bounds(cut.clip) == pytest.approx(box)


def test_a_hexagon_is_regular(desk: Desk) -> None:
    cut = image(desk, 'photo.png" mask="hexagon"')
    assert isinstance(cut, Group)
    assert cut.clip
    left, top, right, bottom = path_bounds(cut.clip)
    assert (bottom - top) / (right - left) == pytest.approx(2 / 3**0.5)


def test_a_mask_ends_where_its_drawing_ends(desk: Desk) -> None:
    outer = image(desk, 'photo.png" mask="art/over.svg"')
    assert isinstance(outer, Group)
    assert outer.clip
    assert path_bounds(outer.clip) == pytest.approx((0, 0, 20, 10))
    (inner,) = outer.items
    assert isinstance(inner, Group)
    assert inner.clip
    assert path_bounds(inner.clip) == pytest.approx((-5, 0, 10, 10))


def test_a_mask_lies_in_what_is_seen_of_the_picture(desk: Desk) -> None:
    laid = desk.face('<image href="art/photo.png" fit="cover" mask="art/disc.svg" x="3" w="10" h="10"/>')
    assert laid.lines == []
    clips: list[tuple[float, ...]] = []
    items = laid.faces[0].content.items
    while isinstance(items[0], Group):
        clips += [path_bounds(items[0].clip)] if items[0].clip else []
        items = items[0].items
    assert clips == [pytest.approx((2.5, 2.5, 7.5, 7.5)), pytest.approx((0, 0, 10, 10))]


def test_a_bitmap_cuts_a_bitmap_by_its_darkness_and_opacity(desk: Desk) -> None:
    made = pixels(image(desk, 'photo.png" mask="art/halves.png"'))
    assert made.size == (600, 300)
    assert [made.getpixel((x, 150)) for x in (50, 225, 500)] == [
        (0x33, 0x66, 0x99, 0),  # transparent
        (0x33, 0x66, 0x99, 255),  # black
        (0x33, 0x66, 0x99, 0),  # white
    ]


def test_where_a_picture_is_cropped_its_bitmap_mask_is_not(desk: Desk) -> None:
    laid = desk.face('<image href="art/photo.png" fit="cover" mask="art/halves.png" w="10" h="10"/>')
    item = laid.faces[0].content.items[0]
    while isinstance(item, Group):
        item = item.items[0]
    made = pixels(item).getchannel("A")
    # 10 mm of 20 are seen, from pixel 150 to 450; the mask's dark quarter is 2.5 mm wide there
    assert made.crop((0, 150, 600, 151)).getbbox() == pytest.approx((225, 0, 300, 1), abs=3)
    assert made.crop((250, 0, 251, 300)).getbbox() == pytest.approx((0, 75, 1, 225), abs=1)


@pytest.mark.parametrize(
    ("attributes", "line"),
    [
        ('colours.svg" tint="none"', "PNP206 tag=image name=tint what='\"none\" is no colour'"),
        ('colours.svg" tint="fxo"', "PNP207 name=fxo ~meant=fox"),
        ('colours.svg" recolour="#d40000"', "PNP206 tag=image name=recolour what='\"#d40000\" is no pair'"),
        (
            'colours.svg" recolour="blakc: fox"',
            "PNP206 tag=image name=recolour what='\"blakc\" is no colour of a file' ~meant=black",
        ),
        (
            'colours.svg" recolour="none: fox"',
            "PNP206 tag=image name=recolour what='\"none\" is no colour that could be replaced'",
        ),
        ('colours.svg" recolour="black: fox, #000: ink"', "PNP206 tag=image name=recolour what='#000 is there twice'"),
        ('colours.svg" recolour="#d30000: fox"', "PNP336 name=art/colours.svg colour=#d30000"),
        (
            'photo.png" recolour="black: fox"',
            "PNP206 tag=image name=recolour what='the picture is no drawing of lines and curves'",
        ),
        ('photo.png" mask="star"', "PNP206 tag=image name=mask what='\"star\" is no shape'"),
        ('photo.png" mask="rounded"', "PNP206 tag=image name=mask what='\"rounded\" has no radius'"),
        ('photo.png" mask="art/dics.svg"', "PNP291 href=art/dics.svg ~meant=disc.svg"),
        ('photo.png" mask="art/ring.svg"', "PNP335 name=art/ring.svg why='something light lies on something dark'"),
        ('photo.png" mask="art/lines.svg"', "PNP335 name=art/lines.svg why='it has lines'"),
        ('photo.png" mask="art/pale.svg"', "PNP335 name=art/pale.svg why='nothing in it is dark'"),
        ('photo.png" mask="art/shaded.svg"', "PNP335 name=art/shaded.svg why='it has a gradient'"),
        (
            'colours.svg" mask="art/halves.png"',
            "PNP335 name=art/halves.png why='it is a bitmap, and the picture is none'",
        ),
    ],
)
def test_what_is_wrong_is_told_with_what_would_be_right(desk: Desk, attributes: str, line: str) -> None:
    assert desk.face(f'<image href="art/{attributes} w="20" h="10"/>').mistakes == [line]


def kinds_of_files() -> Iterator[tuple[str, Image.Image, dict[str, object]]]:
    """Yield the same picture - its left half black, its right half white - as files hold pictures."""
    halves = Image.new("L", (400, 200), 255)
    halves.paste(0, (0, 0, 200, 200))
    for mode in ("1", "L", "LA", "RGB", "RGBA", "P"):
        yield f"as-{mode}.png", halves.convert(mode), {}
    deep = Image.frombytes("I;16", halves.size, b"".join(bytes((level, level)) for level in halves.tobytes()))
    yield "as-16-bit.png", deep, {}
    yield "as-cmyk.jpg", halves.convert("RGB").convert("CMYK"), {}
    turned = Image.Exif()
    turned[0x0112] = 6  # to be turned to the right by whoever shows it
    yield "as-turned.jpg", halves.rotate(90, expand=True), {"exif": turned}
    yield "as-webp.webp", halves.convert("RGB"), {"lossless": True}


@pytest.mark.parametrize(("name", "picture", "options"), list(kinds_of_files()))
def test_tints_and_masks_of_every_kind_of_bitmap(
    name: str, picture: Image.Image, options: dict[str, object], desk: Desk
) -> None:
    file = BytesIO()
    picture.save(file, {".png": "PNG", ".jpg": "JPEG", ".webp": "WEBP"}[Path(name).suffix], **options)  # type: ignore[arg-type]
    desk.file(f"card_data/night/art/{name}", file.getvalue())
    xml = f'<image href="art/{name}" tint="#ff0000" mask="art/halves.png" crop="100 0 300 200" w="15" h="10"/>'
    laid = desk.face(xml)
    assert [str(problem) for problem in laid.problems if problem.code != "PNP274"] == []
    item = laid.faces[0].content.items[0]
    while isinstance(item, Group):
        item = item.items[0]
    made = pixels(item).convert("RGBA")
    # the mask, transparent left, black, and white from its middle on, lies in the middle of what the crop leaves
    assert [made.getpixel((x, 100)) for x in (190, 240)] == [(255, 0, 0, 255), (255, 255, 255, 255)]
    assert [made.getpixel((x, 100))[3] for x in (110, 390)] == [0, 0]  # type: ignore[index]
