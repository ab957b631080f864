"""protograf: a Deck of a data list, S() per faction, T() templates, rules as HTML text with icons, image() for art."""

import sys
from pathlib import Path

from common import (
    ART,
    BADGE_DY,
    BADGE_PT,
    BADGE_R,
    BADGES,
    BAND,
    DATA,
    FACTIONS,
    FRAME,
    ID_PT,
    ID_Y,
    MX,
    MY,
    TEXT,
    TITLE_PT,
    TITLE_Y,
    H,
    W,
    load_yaml,
    tokens,
)
from protograf import Card, Create, Data, Deck, S, Save, T, circle, group, image, rectangle, text

# icons by a path relative to the working folder, which is the one above
WRAP = {"b": "<b>{}</b>", "i": f'<img src="data/icons/{{}}.svg" width="{TEXT[3]}" height="{TEXT[3]}"/>', "t": "{}"}


def html(rules):
    return " ".join(WRAP[kind].format(word) + tail for kind, word, tail in tokens(rules))


def frame(dark, light):
    x, y, w, h, r = FRAME
    return group(
        rectangle(x=x, y=y, width=w, height=h, rounding=r, fill=light, stroke=dark, stroke_width=2.27),
        rectangle(x=BAND[0], y=BAND[1], width=BAND[2], height=BAND[3], fill_stroke=dark),
        *(circle(cx=cx, cy=cy, radius=BADGE_R, fill_stroke=dark) for cx, cy in BADGES),
    )


def label(field, x, y, size, font="DejaVu Sans", **look):
    Card("*", text(text=T("{{ %s }}" % field), x=x, y=y, font_name=font, font_size=size, align="centre", **look))  # noqa: UP031


def main(n, out):
    sys.argv = sys.argv[:1]  # Create() parses the command line, too
    cards = [dict(c, html=html(c["rules"]), svg=str(DATA / "art" / f"{c['art']:02d}.svg")) for c in load_yaml(n)]
    margins = {"margin_left": MX, "margin_right": MX, "margin_top": MY, "margin_bottom": MY}
    Create(filename=out.name, paper="A4", units="mm", **margins)
    Data(source=cards)
    Deck(width=W, height=H, rows=3, cols=3, grid_marks=True, grid_marks_length=6, fill=None, stroke=None)
    for faction, (dark, light) in FACTIONS.items():
        Card("*", S(f"{{{{ faction == '{faction}' }}}}", frame(dark, light)))
    Card("*", image(T("{{ svg }}"), x=ART[0], y=ART[1], width=ART[2], height=ART[2]))
    label("name", W / 2, TITLE_Y, TITLE_PT, "DejaVu Serif Bold", stroke="white")
    for (cx, cy), field in zip(BADGES, ("move", "marker"), strict=True):
        label(field, cx, cy + BADGE_DY, BADGE_PT, stroke="white")
    label("id", W / 2, ID_Y, ID_PT)
    box = {"x": TEXT[0], "y": TEXT[1], "width": TEXT[2], "height": 24}
    Card("*", text(text=T("{{ html }}"), html=True, font_name="DejaVu Sans", font_size=TEXT[3], align="left", **box))
    Save(directory=str(out.parent))


main(int(sys.argv[1]), Path(sys.argv[2]).resolve())
