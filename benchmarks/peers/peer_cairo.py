"""Cairo and Pango, on which Squib stands: by their bindings: recorded surfaces, a layout for each kind of text."""

import math
import sys

import cairocffi as cairo
from common import (
    ART,
    ART_VB,
    BADGE_DY,
    BADGE_PT,
    BADGE_R,
    BADGES,
    BAND,
    FACTIONS,
    FRAME,
    ICON_COLOUR,
    ICON_VB,
    ICONS,
    ID_PT,
    ID_Y,
    N_ART,
    PAGE_H,
    PAGE_W,
    TEXT,
    TITLE_PT,
    TITLE_Y,
    H,
    W,
    art,
    cells,
    crop_marks,
    load_yaml,
    tokens,
)
from pangocairocffi import create_layout, show_layout
from pangocffi import Alignment, Attribute, AttrList, FontDescription, Rectangle, Weight
from pangocffi import units_from_double as units

MM = 72 / 25.4
PT = TEXT[3]
QUARTER = math.pi / 2
HOLDER = "\ufffc"  # stands for an icon in a layout's text


def rgb(colour):
    return tuple(int(colour[i : i + 2], 16) / 255 for i in (1, 3, 5))


def recorded(w, h, draw):
    """Return what is painted often: it becomes a form of the PDF."""
    surface = cairo.RecordingSurface(cairo.CONTENT_COLOR_ALPHA, (0, 0, w, h))
    draw(cairo.Context(surface))
    return surface


def frame(dark, light):
    def draw(c):
        x, y, w, h, r = FRAME
        for cx, cy, turn in (
            (x + w - r, y + r, -1),
            (x + w - r, y + h - r, 0),
            (x + r, y + h - r, 1),
            (x + r, y + r, 2),
        ):
            c.arc(cx, cy, r, turn * QUARTER, (turn + 1) * QUARTER)
        c.close_path()
        c.set_source_rgb(*rgb(light))
        c.fill_preserve()
        c.set_source_rgb(*rgb(dark))
        c.set_line_width(0.8)
        c.stroke()
        c.rectangle(*BAND)
        c.fill()
        for cx, cy in BADGES:
            c.arc(cx, cy, BADGE_R, 0, 4 * QUARTER)
            c.fill()

    return draw


def illustration(k):
    def draw(c):
        c.scale(ART[2] / ART_VB)
        for fill, operations in art(k):
            does = {"M": c.move_to, "L": c.line_to, "C": c.curve_to}
            for op, numbers in operations:
                does[op](*numbers)
            c.close_path()
            c.set_source_rgb(*rgb(fill))
            c.fill()

    return draw


def icon(points):
    def draw(c):
        c.scale(PT / ICON_VB)
        for x, y in points:
            c.line_to(x, y)
        c.close_path()
        c.set_source_rgb(*rgb(ICON_COLOUR))
        c.fill()

    return draw


def marks(c):
    c.set_line_width(0.09)
    for a, b, x, y in crop_marks():
        c.move_to(a, b)
        c.line_to(x, y)
    c.stroke()


class Sheets:
    def __init__(self, out):
        self.surface = cairo.PDFSurface(out, PAGE_W * MM, PAGE_H * MM)
        self.c = cairo.Context(self.surface)
        self.frames = {f: recorded(W, H, frame(*colours)) for f, colours in FACTIONS.items()}
        self.arts = [recorded(ART[2], ART[2], illustration(k)) for k in range(N_ART)]
        self.icons = {name: recorded(PT, PT, icon(points)) for name, points in ICONS.items()}
        self.marks = recorded(PAGE_W, PAGE_H, marks)
        self.title = self.layout("DejaVu Serif", TITLE_PT, BAND[2] * MM, bold=True)
        self.number = self.layout("DejaVu Sans", BADGE_PT, 10 * MM, bold=True)
        self.id = self.layout("DejaVu Sans", ID_PT, W * MM)
        self.rules = self.layout("DejaVu Sans", PT, TEXT[2] * MM, centred=False)
        self.rules.text = "x"
        self.rules.spacing = units(TEXT[4]) - self.rules.get_size()[1]
        self.shape = Rectangle(width=units(PT), height=units(PT), x=0, y=units(1 - PT))

    def layout(self, family, pt, width, bold=False, centred=True):
        font = FontDescription()
        font.family = family
        font.set_absolute_size(units(pt))
        font.weight = Weight.BOLD if bold else Weight.NORMAL
        layout = create_layout(self.c)
        layout.font_description = font
        layout.width = units(width)
        layout.alignment = Alignment.CENTER if centred else Alignment.LEFT
        return layout

    def paint(self, form, x, y, scale=MM):
        c = self.c
        c.save()
        c.translate(x, y)
        c.scale(scale)
        c.set_source_surface(form)
        c.paint()
        c.restore()

    def write(self, layout, text, x, baseline):
        layout.text = text
        self.c.move_to(x, baseline - layout.get_baseline() / 1024)
        show_layout(self.c, layout)

    def write_rules(self, rules, x, y):
        text, attributes, icons = bytearray(), AttrList(), {}
        for kind, word, tail in tokens(rules):
            start = len(text)
            text += (HOLDER if kind == "i" else word).encode()
            if kind == "i":
                icons[start] = self.icons[word]
                attributes.insert(Attribute.from_shape(self.shape, self.shape, start, len(text)))
            elif kind == "b":
                attributes.insert(Attribute.from_weight(Weight.BOLD, start, len(text)))
            text += f"{tail} ".encode()
        layout = self.rules
        layout.text = text.decode().rstrip()
        layout.attributes = attributes
        top = y + TEXT[4] - layout.get_baseline() / 1024
        self.c.move_to(x, top)
        show_layout(self.c, layout)
        run = layout.get_iter()
        while icons:
            form = icons.pop(run.get_index(), None)
            if form:
                box = run.get_run_extents()[1]
                self.paint(form, x + box.x / 1024, top + run.get_baseline() / 1024 + 1 - PT, 1)
            if not run.next_run():
                break

    def card(self, card, x, y):
        self.paint(self.frames[card["faction"]], x, y)
        self.paint(self.arts[card["art"]], x + ART[0] * MM, y + ART[1] * MM)
        self.c.set_source_rgb(1, 1, 1)
        self.write(self.title, card["name"], x + BAND[0] * MM, y + TITLE_Y * MM)
        for (cx, cy), key in zip(BADGES, ("move", "marker"), strict=True):
            self.write(self.number, str(card[key]), x + (cx - 5) * MM, y + (cy + BADGE_DY) * MM)
        self.c.set_source_rgb(0, 0, 0)
        self.write(self.id, card["id"], x, y + ID_Y * MM)
        self.write_rules(card["rules"], x + TEXT[0] * MM, y + TEXT[1] * MM)

    def end_page(self):
        self.paint(self.marks, 0, 0)
        self.c.show_page()


def main(n, out):
    cards = load_yaml(n)
    sheets = Sheets(out)
    last = 0
    for i, page, x, y in cells(n):
        if page != last:
            sheets.end_page()
            last = page
        sheets.card(cards[i], x * MM, y * MM)
    sheets.end_page()
    sheets.surface.finish()


main(int(sys.argv[1]), sys.argv[2])
