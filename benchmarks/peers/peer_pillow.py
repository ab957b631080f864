"""Pillow: sheets of 300 dots an inch, saved as one PDF of JPEGs. Art, icons and frames are drawn once and pasted."""

import sys

from common import (
    ART,
    ART_VB,
    BADGE_DY,
    BADGE_PT,
    BADGE_R,
    BADGES,
    BAND,
    COLS,
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
    ROWS,
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
from PIL import Image, ImageDraw, ImageFont

DPI = 300
MM, PT = DPI / 25.4, DPI / 72
FINER = 4  # times, for shapes: Pillow draws them without smooth edges
STEPS = 12  # into which a curve is cut


def px(*mm):
    return tuple(round(v * MM) for v in mm)


def shrunk(w, h, draw, ground=None):
    """Return a picture of so many dots, drawn finer."""
    mode, fill = ("RGB", ground) if ground else ("RGBA", (0, 0, 0, 0))
    image = Image.new(mode, (w * FINER, h * FINER), fill)
    draw(ImageDraw.Draw(image))
    return image.resize((w, h), Image.Resampling.BOX)


def curve(*control):
    """Points of a cubic Bézier curve, without its first."""
    for i in range(1, STEPS + 1):
        t, u = i / STEPS, 1 - i / STEPS
        weights = (u**3, 3 * u * u * t, 3 * u * t * t, t**3)
        yield tuple(sum(w * p[axis] for w, p in zip(weights, control, strict=True)) for axis in (0, 1))


def outline(operations):
    points = []
    for _, numbers in operations:
        pairs = list(zip(numbers[::2], numbers[1::2], strict=True))
        points += pairs if len(pairs) == 1 else curve(points[-1], *pairs)
    return points


def illustration(k):
    side = round(ART[2] * MM)

    def draw(d):
        for fill, operations in art(k):
            d.polygon([(x * side * FINER / ART_VB, y * side * FINER / ART_VB) for x, y in outline(operations)], fill)

    return shrunk(side, side, draw)


def icon(points):
    side = round(TEXT[3] * PT)
    k = side * FINER / ICON_VB
    return shrunk(side, side, lambda d: d.polygon([(x * k, y * k) for x, y in points], ICON_COLOUR))


def frame(dark, light):
    def draw(d):
        k = MM * FINER
        x, y, w, h, r = FRAME
        box = ((x - 0.4) * k, (y - 0.4) * k, (x + w + 0.4) * k, (y + h + 0.4) * k)
        d.rounded_rectangle(box, (r + 0.4) * k, light, dark, round(0.8 * k))
        x, y, w, h = BAND
        d.rectangle((x * k, y * k, (x + w) * k, (y + h) * k), dark)
        for cx, cy in BADGES:
            d.circle((cx * k, cy * k), BADGE_R * k, dark)

    return shrunk(*px(W, H), draw, "white")


class Sheets:
    def __init__(self):
        sizes = {"body": TEXT[3], "bold": TEXT[3], "title": TITLE_PT, "number": BADGE_PT, "id": ID_PT}
        files = {"number": "bold", "id": "body"}
        self.fonts = {n: ImageFont.truetype(FONTS[files.get(n, n)], pt * PT) for n, pt in sizes.items()}
        self.frames = {f: frame(*colours) for f, colours in FACTIONS.items()}
        self.arts = [illustration(k) for k in range(N_ART)]
        self.icons = {name: icon(points) for name, points in ICONS.items()}
        self.widths = {}

    def measure(self, font, word):
        width = self.widths.get((font, word))
        if width is None:
            width = self.widths[font, word] = self.fonts[font].getlength(word)
        return width

    def card(self, sheet, d, card, x, y):
        sheet.paste(self.frames[card["faction"]], px(x, y))
        picture = self.arts[card["art"]]
        sheet.paste(picture, px(x + ART[0], y + ART[1]), picture)

        def centred(font, text, mx, baseline, fill):
            d.text(((x + mx) * MM, (y + baseline) * MM), text, fill, self.fonts[font], "ms")

        centred("title", card["name"], W / 2, TITLE_Y, "white")
        for (cx, cy), key in zip(BADGES, ("move", "marker"), strict=True):
            centred("number", str(card[key]), cx, cy + BADGE_DY, "white")
        centred("id", card["id"], W / 2, ID_Y, "black")
        self.rules(sheet, d, card["rules"], (x + TEXT[0]) * MM, (y + TEXT[1]) * MM)

    def rules(self, sheet, d, rules, left, y):
        used, space, run, run_x = 0, self.measure("body", " "), [], 0
        y += TEXT[4] * PT

        def flush():
            if run:
                d.text((left + run_x, y), " ".join(run), "black", self.fonts["body"], "ls")
                run.clear()

        for kind, word, tail in tokens(rules):
            width = TEXT[3] * PT if kind == "i" else self.measure("bold" if kind == "b" else "body", word)
            tail_width = self.measure("body", tail) if tail else 0
            if used and used + width + tail_width > TEXT[2] * MM:
                flush()
                used = 0
                y += TEXT[4] * PT
            if kind == "t":
                if not run:
                    run_x = used
                run.append(word)
            else:
                flush()
                if kind == "b":
                    d.text((left + used, y), word, "black", self.fonts["bold"], "ls")
                else:
                    picture = self.icons[word]
                    sheet.paste(picture, (round(left + used), round(y + PT) - picture.height), picture)
                if tail:
                    d.text((left + used + width, y), tail, "black", self.fonts["body"], "ls")
            used += width + tail_width + space
        flush()

    def pages(self, cards):
        places = list(cells(len(cards)))
        for first in range(0, len(cards), COLS * ROWS):
            sheet = Image.new("RGB", px(PAGE_W, PAGE_H), "white")
            d = ImageDraw.Draw(sheet)
            for i, _, x, y in places[first : first + COLS * ROWS]:
                self.card(sheet, d, cards[i], x, y)
            for a, b, x, y in crop_marks():
                d.line(px(a, b, x, y), "black", 1)
            yield sheet


def main(n, out):
    pages = Sheets().pages(load_yaml(n))
    next(pages).save(out, "PDF", resolution=DPI, save_all=True, append_images=pages)


main(int(sys.argv[1]), sys.argv[2])
