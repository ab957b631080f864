"""The file as viewers, printers and other tools find it: complete, embedded, labelled, and always the same bytes."""

import marshal
import os
import subprocess
import sys
from io import BytesIO
from pathlib import Path

import pikepdf
import pytest
import uharfbuzz as hb
from drawn import opened

from pnp.export.pdf import Info, compose, write_pdf
from pnp.export.pdf.content import ContentComposer
from pnp.model.display import (
    Drawing,
    DrawnFace,
    FontFace,
    Gradient,
    Group,
    Picture,
    Run,
    Shape,
    Shaped,
    Stop,
    Stroke,
    Text,
)

INFO = Info("Hidden – Ærø", "A game", "de-DE")


@pytest.fixture
def rich(card, line, png, rectangle):
    """Provide a face with everything a display list can hold."""

    def make(label="cards/one"):
        sky = Gradient(0, 0, 0, 30, (Stop(0, "#3366ff"), Stop(0.5, "#ffffff"), Stop(1, "#000000")))
        drawing = Drawing("shield", 10, 10, (Shape(rectangle(0, 0, 10, 10), "#00aa00"), line("in", 1, 5)))
        return card(
            Shape(rectangle(0, 0, 63, 30), sky, Stroke("#000000", 0.3, dash=(1, 2))),
            Group((line("faint", y=40), Shape(rectangle(1, 41, 5, 5), "#ff0000")), opacity=0.5),
            Picture(png("red.png"), 30, 30, 8, 6),
            Picture(drawing, 40, 40, 5, 5),
            Shape(rectangle(5, 60, 5, 5), "#0000ff", fill_opacity=0.25),
            line(f"Words on {label}", y=70),
            label=label,
        )

    return make


def test_qpdf_finds_nothing_to_complain_about(rich, page, tmp_path):
    (tmp_path / "test.pdf").write_bytes(write_pdf([page(rich()), page(rich("cards/two"))], INFO))
    with pikepdf.open(tmp_path / "test.pdf") as pdf:
        assert pdf.check_pdf_syntax() == []
        assert pdf.pdf_version == "1.7"


def test_the_file_says_what_it_is(rich, page):
    with opened(write_pdf([page(rich())], INFO)) as pdf:
        said = {key: str(value) for key, value in pdf.docinfo.items()}
        assert said == {"/Title": "Hidden – Ærø", "/Subject": "A game", "/Creator": "pnp", "/Producer": "pnp"}
        assert pdf.Root.Lang == "de-DE"
        assert pdf.Root.ViewerPreferences.PrintScaling == "/None"
        assert pdf.Root.ViewerPreferences.DisplayDocTitle


@pytest.mark.parametrize(
    ("printed", "said"),
    [("", None), ("one-sided", "/Simplex"), ("long", "/DuplexFlipLongEdge"), ("short", "/DuplexFlipShortEdge")],
)
def test_print_dialogues_are_told_how_sheets_are_turned_over(printed, said, page, card):
    with opened(write_pdf([page(card())], INFO._replace(printed=printed))) as pdf:
        assert pdf.Root.ViewerPreferences.get("/Duplex") == said


def test_a_line_ends_before_each_endstream(rich, page):
    data = write_pdf([page(rich())], INFO)
    assert data.count(b"endstream") > 5
    assert data.count(b"\nendstream\nendobj") == data.count(b"endstream")
    with opened(data) as pdf:
        streams = [found for found in pdf.objects if isinstance(found, pikepdf.Stream)]
        assert all(len(found.read_raw_bytes()) == found.Length for found in streams)


def test_pages_are_labelled_and_components_outlined(card, page):
    sheets = [
        page(card(), label="heroes 1", component="heroes", title="Heroes"),
        page(card(), label="heroes 1 back", component="heroes", title="Heroes"),
        page(card(), label="tiles 1", component="tiles", title="Tiles (25 mm)"),
        page(card(), label="Übersicht", component="board", title="Spielplan — Süd"),
    ]
    with opened(write_pdf(sheets, INFO)) as pdf:
        assert [page.label for page in pdf.pages] == ["heroes 1", "heroes 1 back", "tiles 1", "Übersicht"]
        with pdf.open_outline() as outline:
            entries = [(entry.title, pdf.pages.index(pikepdf.Page(entry.destination[0]))) for entry in outline.root]
        assert entries == [("Heroes", 0), ("Tiles (25 mm)", 2), ("Spielplan — Süd", 3)]
        assert pdf.Root.PageMode == "/UseOutlines"


def test_a_file_without_sheets_is_still_a_pdf():
    with opened(write_pdf([], INFO)) as pdf:
        assert len(pdf.pages) == 0
        assert "/Outlines" not in pdf.Root


def fonts_of(pdf):
    return [found for found in pdf.objects if isinstance(found, pikepdf.Dictionary) and found.get("/Type") == "/Font"]


def test_every_font_is_embedded_and_subset(card, page, line, font):
    data = write_pdf([page(card(line("Move"))), page(card(line("Moves (3)")))], INFO)
    with opened(data) as pdf:
        whole, descendant = sorted(fonts_of(pdf), key=lambda found: "/DescendantFonts" not in found)
        tag, _, name = str(descendant.BaseFont).partition("+")
        assert tag.removeprefix("/").isalpha() and len(tag) == 7 and name == font.name.replace(".", "")
        assert whole.Encoding == "/Identity-H" and whole.Subtype == "/Type0"
        key, subtype = ("/FontFile3", "/CIDFontType0") if font.is_cff else ("/FontFile2", "/CIDFontType2")
        assert descendant.Subtype == subtype
        assert 500 < len(descendant.FontDescriptor[key].read_bytes()) < 0.1 * len(font.data)
    assert b"Helvetica" not in data and b"/Type1" not in data


def test_the_subset_holds_the_glyphs_under_their_own_ids(card, page, ttf, shaped):
    part = shaped("Move", ttf)
    text = Text((Run(5, 5, ttf, 3, "#000000", (part,)),), "", 3)
    with opened(write_pdf([page(card(text))], INFO)) as pdf:
        (descriptor,) = [found.FontDescriptor for found in fonts_of(pdf) if "/FontDescriptor" in found]
        kept = hb.Font(hb.Face(descriptor.FontFile2.read_bytes()))
    assert all(kept.get_glyph_extents(glyph.id).width for glyph in part.glyphs)
    assert kept.get_glyph_extents(shaped("Q", ttf).glyphs[0].id).width == 0


def images_of(pdf):
    return [found for found in pdf.objects if isinstance(found, pikepdf.Stream) and found.get("/Subtype") == "/Image"]


def test_pictures_and_drawings_are_stored_once(card, page, png, rectangle):
    art, icon = png("a.png"), Drawing("icon", 5, 5, (Shape(rectangle(0, 0, 5, 5), "#123456"),))
    again = Drawing("icon", 5, 5, icon.items)
    faces = [
        card(Picture(art, 0, i, 10, 10), Picture(icon, 20, i, 5, 5), Picture(again, 30, i, 9, 9)) for i in range(5)
    ]
    with opened(write_pdf([page(face) for face in faces], INFO)) as pdf:
        forms = [o for o in pdf.objects if isinstance(o, pikepdf.Stream) and o.get("/Subtype") == "/Form"]
        assert (len(images_of(pdf)), len(forms)) == (1, 1)


def test_pages_name_only_what_they_use(card, page, png, line):
    sheets = [page(card(Picture(png("a.png"), 0, 0, 9, 9))), page(card(line("words"))), page(card())]
    with opened(write_pdf(sheets, INFO)) as pdf:
        assert [sorted(found.Resources.keys()) for found in pdf.pages] == [["/XObject"], ["/Font"], []]


def draw_sheets(composer, sheets):
    """Return the sheets with their faces drawn by it."""

    def placed(placement):
        face = placement.face
        drawn = DrawnFace(face.label, face.w, face.h, face.language, composer.draw(face), composer.parts, b"")
        return placement._replace(face=drawn)

    return [sheet._replace(placements=tuple(map(placed, sheet.placements))) for sheet in sheets]


def test_faces_that_others_drew_make_the_same_file(rich, page, line, card):
    sheets = [page(rich(f"cards/{i}"), card(line(f"word{i} same"))) for i in range(7)]
    shared = [*draw_sheets(ContentComposer(), sheets[:3]), *draw_sheets(ContentComposer(), sheets[3:6]), sheets[6]]
    assert write_pdf(shared, INFO) == write_pdf(sheets, INFO)


def test_resources_can_be_sent_as_plain_values(rich, page, line, card):
    """What marshal takes holds no code, and comes back the same."""
    sheets = [page(rich(f"cards/{i}"), card(line(f"word{i} same"))) for i in range(3)]
    sender, receiver, fonts = ContentComposer(), ContentComposer(), {}
    drawn = draw_sheets(sender, sheets)
    fonts = {font.name: font for font in sender.resources.values() if isinstance(font, FontFace)}
    contents = [place.face.drawn for sheet in drawn for place in sheet.placements]
    packed = marshal.loads(marshal.dumps(sender.pack_parts(contents)))
    receiver.unpack_parts(packed, fonts.get)
    with pytest.raises(KeyError):
        ContentComposer().unpack_parts(packed, {}.get)
    received = [
        sheet._replace(
            placements=tuple(
                place._replace(
                    face=place.face._replace(drawn=marshal.loads(marshal.dumps(place.face.drawn)), parts=receiver.parts)
                )
                for place in sheet.placements
            )
        )
        for sheet in drawn
    ]
    assert write_pdf(received, INFO) == write_pdf(sheets, INFO)


def test_a_glyph_stands_for_the_same_text_whatever_else_is_drawn(card, page, font, shape):
    latin = shape("A")
    greek = Shaped("Α", font, latin.glyphs, latin.width)

    def words(part):
        return card(Text((Run(5, 5, font, 3, "#000000", (part,)),), "", 3))

    sheets = [page(words(greek)), page(words(latin))]
    assert compose(sheets)[0] == list(reversed(compose(sheets[::-1])[0]))
    alone = [compose([sheet])[0][0].stream for sheet in sheets]
    assert alone == [each.stream for each in compose(sheets)[0]]


SCRIPT = """
import sys
from hashlib import sha256
from pathlib import Path as FilePath
sys.path.insert(0, {tests!r})
import conftest as c
from pnp.export import pdf as write
from pnp.export.pdf import Info, write_pdf
from pnp.model.display import *
from pnp.model.sheet import *

faces = [c.source_sans(f"SourceSansPro-{{kind}}") for kind in ("Bold.ttf", "Regular.ttf", "Regular.otf")]
sky = Gradient(0, 0, 9, 9, (Stop(0, "#ff0000"), Stop(1, "#0000ff")))
box = (("M", 0, 0), ("L", 9, 0), ("L", 9, 9), ("L", 0, 9), ("Z",))
raster = Raster("a", FilePath({picture!r}), 4, 3, "digest")
items = [Text((Run(5, 5, f, 3, "#000000", tuple(c.shaped(w, f) for w in ("Move ", "three"))),), "", 3) for f in faces]
items += [Shape(box, sky, Stroke("#112233", 1)), Group((Shape(box, "#00ff00"),), opacity=0.5)]
items += [Picture(raster, 1, 1, 4, 3)]
face = Face("a/b", 63, 88, Group(tuple(items)), "en")
sheet = Sheet(c.A4, "a 1", "a", "A", "front", (Placement(face, 9, 9, 63, 88),) * 3, (), Rect(9, 9, 63, 88))
print(sha256(write_pdf([sheet, sheet], Info("Same"))).hexdigest())
"""


def test_bytes_are_the_same_on_any_day_and_in_any_folder(tmp_path, png):
    tests, root = Path(__file__).parent, Path(__file__).parents[2]
    path = os.pathsep.join([str(root), str(tests.parent)])
    script = SCRIPT.format(tests=str(tests), picture=str(png("a.png").path))
    found = set()
    for seed, zone, folder in (("0", "UTC", "/"), ("1", "Asia/Tokyo", tmp_path), ("77", "America/New_York", root)):
        changed = {"PYTHONHASHSEED": seed, "TZ": zone, "SOURCE_DATE_EPOCH": seed * 3, "PYTHONPATH": path}
        env = os.environ | changed
        done = subprocess.run([sys.executable, "-c", script], env=env, cwd=folder, capture_output=True, text=True)
        assert done.stderr == ""
        found.add(done.stdout)
    assert len(found) == 1


def test_what_changes_in_a_file_changes_its_id(card, page, rectangle):
    def ids(colour):
        with pikepdf.open(BytesIO(write_pdf([page(card(Shape(rectangle(0, 0, 1, 1), colour)))], INFO))) as pdf:
            return bytes(pdf.trailer.ID[0])

    assert ids("#000000") == ids("#000000") != ids("#000001")
