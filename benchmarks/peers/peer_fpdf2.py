"""fpdf2: SVG through image(), which parses it once; words wrapped here, their widths kept."""

import sys

from common import (
    ART,
    BADGE_DY,
    BADGE_PT,
    BADGE_R,
    BADGES,
    BAND,
    DATA,
    FACTIONS,
    FONTS,
    FRAME,
    ID_PT,
    ID_Y,
    TEXT,
    TITLE_PT,
    TITLE_Y,
    W,
    cells,
    crop_marks,
    load_yaml,
    tokens,
)
from fpdf import FPDF

PT = TEXT[3]
K = 25.4 / 72
FONT_OF = {"b": "bold", "t": "body"}


class Deck(FPDF):
    def __init__(self):
        super().__init__(unit="mm", format="A4")
        self.set_auto_page_break(False)
        for name, path in FONTS.items():
            self.add_font(name, fname=path)
        self.widths = {}

    def measure(self, font, word):
        width = self.widths.get((font, word))
        if width is None:
            self.set_font(font, size=PT)
            width = self.widths[font, word] = self.get_string_width(word)
        return width

    def write_at(self, font, pt, text, x, y):
        self.set_font(font, size=pt)
        self.text(x, y, text)

    def centred(self, font, pt, text, x, y):
        self.set_font(font, size=pt)
        self.text(x - self.get_string_width(text) / 2, y, text)

    def svg(self, kind, name, x, y, size):
        self.image(str(DATA / kind / f"{name}.svg"), x, y, size, size)

    def start_page(self):
        self.add_page()
        self.set_draw_color(0)
        self.set_line_width(0.09)
        for mark in crop_marks():
            self.line(*mark)

    def shapes(self, card, x, y):
        dark, light = FACTIONS[card["faction"]]
        self.set_draw_color(dark)
        self.set_fill_color(light)
        self.set_line_width(0.8)
        left, top, w, h, r = FRAME
        self.rect(x + left, y + top, w, h, style="DF", round_corners=True, corner_radius=r)
        self.set_fill_color(dark)
        self.rect(x + BAND[0], y + BAND[1], BAND[2], BAND[3], style="F")
        self.svg("art", f"{card['art']:02d}", x + ART[0], y + ART[1], ART[2])
        for cx, cy in BADGES:
            self.circle(x + cx, y + cy, BADGE_R, style="F")

    def labels(self, card, x, y):
        self.set_text_color(255)
        self.centred("title", TITLE_PT, card["name"], x + W / 2, y + TITLE_Y)
        for (cx, cy), key in zip(BADGES, ("move", "marker"), strict=True):
            self.centred("bold", BADGE_PT, str(card[key]), x + cx, y + cy + BADGE_DY)
        self.set_text_color(0)
        self.centred("body", ID_PT, card["id"], x + W / 2, y + ID_Y)

    def rules(self, rules, x, y):
        used, space, run, run_x = 0, self.measure("body", " "), [], 0
        y += TEXT[4] * K

        def flush():
            if run:
                self.write_at("body", PT, " ".join(run), x + run_x, y)
                run.clear()

        for kind, word, tail in tokens(rules):
            width = PT * K if kind == "i" else self.measure(FONT_OF[kind], word)
            tail_width = self.measure("body", tail) if tail else 0
            if used and used + width + tail_width > TEXT[2]:
                flush()
                used = 0
                y += TEXT[4] * K
            if kind == "t":
                if not run:
                    run_x = used
                run.append(word)
            else:
                flush()
                if kind == "b":
                    self.write_at("bold", PT, word, x + used, y)
                else:
                    self.svg("icons", word, x + used, y - PT * K + 0.35, PT * K)
                if tail:
                    self.write_at("body", PT, tail, x + used + width, y)
            used += width + tail_width + space
        flush()


def main(n, out):
    cards = load_yaml(n)
    deck = Deck()
    last = -1
    for i, page, x, y in cells(n):
        if page != last:
            deck.start_page()
            last = page
        deck.shapes(cards[i], x, y)
        deck.labels(cards[i], x, y)
        deck.rules(cards[i]["rules"], x + TEXT[0], y + TEXT[1])
    deck.output(out)


main(int(sys.argv[1]), sys.argv[2])
