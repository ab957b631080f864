"""reportlab's canvas by its public API: forms for frames, icons and art; words wrapped here, their widths kept."""

import sys

from common import (
    ART,
    ART_VB,
    BADGE_DY,
    BADGE_PT,
    BADGE_R,
    BADGES,
    BAND,
    FACTIONS,
    FONTS,
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
from reportlab.pdfbase import pdfmetrics
from reportlab.pdfbase.ttfonts import TTFont
from reportlab.pdfgen import canvas

MM = 72 / 25.4
PT = TEXT[3]


def define_frame(c, name, dark, light):
    c.beginForm(name, 0, 0, W * MM, H * MM)
    c.scale(MM, MM)
    c.setLineWidth(0.8)
    c.setStrokeColor(dark)
    c.setFillColor(light)
    x, y, w, h, r = FRAME
    c.roundRect(x, H - y - h, w, h, r, fill=1)
    c.setFillColor(dark)
    x, y, w, h = BAND
    c.rect(x, H - y - h, w, h, stroke=0, fill=1)
    for x, y in BADGES:
        c.circle(x, H - y, BADGE_R, stroke=0, fill=1)
    c.endForm()


def define_icon(c, name, points):
    k = PT / ICON_VB
    c.beginForm(name, 0, 0, PT, PT)
    c.setFillColor(ICON_COLOUR)
    path = c.beginPath()
    path.moveTo(points[0][0] * k, (ICON_VB - points[0][1]) * k)
    for x, y in points[1:]:
        path.lineTo(x * k, (ICON_VB - y) * k)
    path.close()
    c.drawPath(path, stroke=0, fill=1)
    c.endForm()


def define_art(c, k):
    s = ART[2] * MM / ART_VB
    c.beginForm(f"art{k}", 0, 0, ART[2] * MM, ART[2] * MM)
    for fill, operations in art(k):
        c.setFillColor(fill)
        path = c.beginPath()
        draw = {"M": path.moveTo, "L": path.lineTo, "C": path.curveTo}
        for op, numbers in operations:
            draw[op](*(v * s if i % 2 == 0 else (ART_VB - v) * s for i, v in enumerate(numbers)))
        path.close()
        c.drawPath(path, stroke=0, fill=1)
    c.endForm()


def define_marks(c):
    c.beginForm("marks", 0, 0, PAGE_W * MM, PAGE_H * MM)
    c.setLineWidth(0.25)
    c.lines([(a * MM, (PAGE_H - b) * MM, x * MM, (PAGE_H - y) * MM) for a, b, x, y in crop_marks()])
    c.endForm()


def form_at(c, name, x, y):
    c.saveState()
    c.translate(x, y)
    c.doForm(name)
    c.restoreState()


class Rules:
    """Wraps the rules into lines and draws them, a run of one font at a time."""

    def __init__(self, c):
        self.c = c
        self.widths = {}
        self.space = pdfmetrics.stringWidth(" ", "body", PT)

    def measure(self, token):
        width = self.widths.get(token)
        if width is None:
            kind, word, tail = token
            font = "bold" if kind == "b" else "body"
            width = PT if kind == "i" else pdfmetrics.stringWidth(word, font, PT)
            width = self.widths[token] = width + pdfmetrics.stringWidth(tail, "body", PT)
        return width

    def lines(self, rules):
        line, used = [], 0
        for token in tokens(rules):
            width = self.measure(token)
            if line and used + width > TEXT[2] * MM:
                yield line
                line, used = [], 0
            line.append(token)
            used += width + self.space
        yield line

    def write(self, font, text, x, y):
        self.c.setFont(font, PT)
        self.c.drawString(x, y, text)

    def draw_line(self, line, x, y):
        run, run_x = [], x
        for token in line:
            kind, word, tail = token
            if kind == "t":
                if not run:
                    run_x = x
                run.append(word)
            else:
                if run:
                    self.write("body", " ".join(run), run_x, y)
                    run.clear()
                if kind == "b":
                    self.write("bold", word, x, y)
                else:
                    form_at(self.c, word, x, y - 1)
                if tail:
                    self.write("body", tail, x + self.measure(token) - pdfmetrics.stringWidth(tail, "body", PT), y)
            x += self.measure(token) + self.space
        if run:
            self.write("body", " ".join(run), run_x, y)

    def draw(self, rules, x, y):
        for line in self.lines(rules):
            y -= TEXT[4]
            self.draw_line(line, x, y)


def draw_card(c, rules, card, x, y):
    form_at(c, card["faction"], x, y - H * MM)
    form_at(c, f"art{card['art']}", x + ART[0] * MM, y - (ART[1] + ART[2]) * MM)
    middle = x + W / 2 * MM
    c.setFillColorRGB(1, 1, 1)
    c.setFont("title", TITLE_PT)
    c.drawCentredString(middle, y - TITLE_Y * MM, card["name"])
    c.setFont("bold", BADGE_PT)
    for (cx, cy), key in zip(BADGES, ("move", "marker"), strict=True):
        c.drawCentredString(x + cx * MM, y - (cy + BADGE_DY) * MM, str(card[key]))
    c.setFillColorRGB(0, 0, 0)
    c.setFont("body", ID_PT)
    c.drawCentredString(middle, y - ID_Y * MM, card["id"])
    rules.draw(card["rules"], x + TEXT[0] * MM, y - TEXT[1] * MM)


def main(n, out):
    cards = load_yaml(n)
    c = canvas.Canvas(out, (PAGE_W * MM, PAGE_H * MM), pageCompression=1, invariant=1)
    for name, path in FONTS.items():
        pdfmetrics.registerFont(TTFont(name, path))
    for faction, (dark, light) in FACTIONS.items():
        define_frame(c, faction, dark, light)
    for name, points in ICONS.items():
        define_icon(c, name, points)
    for k in range(N_ART):
        define_art(c, k)
    define_marks(c)
    rules = Rules(c)
    last = 0
    for i, page, x, y in cells(n):
        if page != last:
            c.doForm("marks")
            c.showPage()
            last = page
        draw_card(c, rules, cards[i], x * MM, (PAGE_H - y) * MM)
    c.doForm("marks")
    c.showPage()
    c.save()


main(int(sys.argv[1]), sys.argv[2])
