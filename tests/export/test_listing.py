"""Listings are what people review when a layout changes: one of everything, as text."""

from listing import listing

from pnp.model.display import Drawing, Gradient, Group, Picture, Shape, Stop, Stroke
from pnp.model.sheet import Placement, Rect


def test_a_face_with_one_of_everything(card, line, png, rectangle, golden):
    sky = Gradient(0, 0, 0, 30, (Stop(0, "#3366ff"), Stop(1, "#ffffff")))
    sun = Gradient(30, 15, 30, 15, (Stop(0.25, "#ffff00"), Stop(1, "#ff8800")), 12.345, (2, 0, 0, 1, 0, 0))
    shield = Drawing("shield", 10, 10, (Shape(rectangle(0, 0, 10, 10), "#00aa00"),))
    leaf = (("M", 0, 0), ("C", 1, 2, 3.333333, 4, 5, 6), ("L", -0.001, 8), ("Z",))
    face = card(
        Shape(rectangle(0, 0, 63, 88), "#ffffff", Stroke("#000000", 0.3)),
        Shape(rectangle(0, 0, 63, 30), sky, fill_opacity=0.5),
        Shape(leaf, sun, evenodd=True),
        Shape((("M", 5, 5), ("L", 58, 5)), None, Stroke("#123456", 0.25, 1, 2, 4, (1, 0.5), 0.25), stroke_opacity=0.9),
        Group((line("Move “three”", 4, 40), line("far", gap=0.123, tracking=0.05)), (1, 0, 0, 1, 2, 3)),
        Group((Group((), (0, 1, -1, 0, 10, 20)),), clip=rectangle(1, 1, 8, 8), opacity=0.75),
        Picture(png("red.png"), 30, 30, 8, 6),
        Picture(shield, 40, 40, 5, 5),
    )
    golden("face", listing(face).replace("SourceSansPro-Regular.otf", "SourceSansPro-Regular.ttf"))


def test_a_sheet_names_its_faces_and_shows_its_furniture(card, page, line, rectangle, golden):
    one, tile = card(label="heroes/one back"), card(label="tiles/a", w=25.4, h=25.4)
    placements = (Placement(one, 10.5, 16.5, 63, 88), Placement(tile, 80, 16.5, 25.4, 25.4, 270))
    marks = (Shape(rectangle(0, 5, 3, 0.15), "#000000"),)
    sheet = page(label="heroes 1 back", placements=placements, furniture=marks, bleed=Rect(7, 17, 69, 94))
    golden("sheet", listing(sheet))
