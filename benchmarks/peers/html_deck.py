"""The deck's YAML → HTML by Jinja2."""

from pathlib import Path

from common import DATA, FACTIONS, FONTS, H, W, cells, crop_marks, load_yaml, tokens
from jinja2 import Environment, FileSystemLoader
from markupsafe import Markup

WRAP = {"b": "<b>{}</b>", "i": f'<img src="file://{DATA}/icons/{{}}.svg">', "t": "{}"}


def markup(rules: str) -> Markup:
    return Markup(" ".join(WRAP[kind].format(word) + tail for kind, word, tail in tokens(rules)))


def html(n: int) -> str:
    cards, pages = load_yaml(n), []
    for i, page, x, y in cells(n):
        if page == len(pages):
            pages.append([])
        pages[page].append((x, y, cards[i]))
    env = Environment(loader=FileSystemLoader(Path(__file__).parent), autoescape=True)
    env.filters["markup"] = markup
    return env.get_template("deck.html.j2").render(
        pages=pages, fonts=FONTS, factions=FACTIONS, data=DATA, W=W, H=H, marks=list(crop_marks())
    )
