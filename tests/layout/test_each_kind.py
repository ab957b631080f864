"""One mistake of each kind that the room knows, with the line that users see.

Names of thousands of letters that nobody meant are said at once, shortened, with no guess what they might mean.
"""

from io import BytesIO
from time import perf_counter
from typing import Any, NamedTuple

import pytest
from desk import Desk
from PIL import Image

from pnp.diagnostics.codes import read_explanation
from pnp.model.problem import declared_codes

CARD = "layouts/night/card.xml.j2"
GAME = "card_data/night/game.yaml"
DATA = "card_data/night/creatures.yaml"
OF_ART = (*range(250, 290), *range(320, 330))  # tested with the art


class Mistake(NamedTuple):
    source: str
    line: str
    options: dict[str, Any] = {}  # noqa: RUF012 (nobody changes it)


MISTAKES = {
    "PNP200": Mistake(
        "<face>\n{% endif %}</face>",
        f"{CARD}:2:1: error PNP200 creatures/fox: this {{% endif %}} ends nothing (delete it) [{DATA}:1:3]",
    ),
    "PNP201": Mistake(
        "<face>\n{{ piece.powr }}</face>",
        f'{CARD}:2:1: error PNP201 creatures/fox: "fox" has no powr (did you mean power?) [{DATA}:1:3]',
    ),
    "PNP202": Mistake(
        '<face>\n{% include "fraem.j2" %}</face>',
        f"{CARD}:2:1: error PNP202 creatures/fox: template fraem.j2 is not there (did you mean frame.j2?) [{DATA}:1:3]",
    ),
    "PNP203": Mistake(
        '<face>\n  <text of="abilty"/></face>',
        f'{CARD}:2:3: error PNP203 creatures/fox: of="abilty": there is no field abilty (did you mean ability?)'
        f" [{DATA}:1:3]",
    ),
    "PNP204": Mistake(
        "<face>\n  <txt/></face>",
        f"{CARD}:2:3: error PNP204 creatures/fox: <txt> is no element of the layout language (did you mean text?)"
        f" [{DATA}:1:3]",
    ),
    "PNP205": Mistake(
        '<face>\n  <text syle="title">a</text></face>',
        f"{CARD}:2:3: error PNP205 creatures/fox: <text> has no attribute syle (did you mean style?) [{DATA}:1:3]",
    ),
    "PNP206": Mistake(
        '<face>\n  <row gap="2 mn"/></face>',
        f'{CARD}:2:3: error PNP206 creatures/fox: <row gap>: "2 mn" is no length'
        f" (lengths look like 63, 63mm, 2.5in, 6.5pt or 50%) [{DATA}:1:3]",
    ),
    "PNP207": Mistake(
        '<face>\n  <row fill="fxo" w="9" h="9"/></face>',
        f"{CARD}:2:3: error PNP207 creatures/fox: there is no colour fxo (did you mean fox?) [{DATA}:1:3]",
    ),
    "PNP208": Mistake(
        "<face>\n  <row>Attack</row></face>",
        f'{CARD}:2:3: error PNP208 creatures/fox: text "Attack" stands directly in <row> (put it in a <text>)'
        f" [{DATA}:1:3]",
    ),
    "PNP209": Mistake(
        '<face>\n  <text style="tnyi">a</text></face>',
        f"{CARD}:2:3: error PNP209 creatures/fox: there is no style tnyi (did you mean tiny?) [{DATA}:1:3]",
    ),
    "PNP210": Mistake(
        '<face>\n  <row w="5"><icon name="coin" size="4"/><icon name="coin" size="4"/></row></face>',
        f"{CARD}:2:3: error PNP210 creatures/fox: <row> is 3 mm too wide for its box [{DATA}:1:3]",
    ),
    "PNP211": Mistake(
        "<face>{% if page.number == 1 %}<flow h='4'><p>a</p><p>b</p></flow>{% endif %}</face>",
        f"{CARD}:1:1: error PNP211 creatures/fox: the <flow> of the first page is not on all pages [{DATA}:1:3]",
    ),
    "PNP212": Mistake(
        "<face>\n  <flow w='20' h='4'><p>" + "some words " * 60 + "</p></flow></face>",
        f"{CARD}:2:3: warning PNP212 creatures/fox: the <flow> takes 60 pages, with 3% of each to fill"
        f" (give its box more height) [{DATA}:1:3]",
    ),
    "PNP290": Mistake(
        '<face>\n  <text of="ability"/></face>',
        f"{DATA}:7:12: error PNP290 creatures/fox: there is no icon coyn (did you mean coin?) [{CARD}:2:3]",
        {"fields": {"ability": "Pay [coyn]."}},
    ),
    "PNP291": Mistake(
        '<face>\n  <image href="art/fxo.svg"/></face>',
        f"{CARD}:2:3: error PNP291 creatures/fox: there is no picture art/fxo.svg (did you mean fox.svg?) [{DATA}:1:3]",
    ),
    "PNP292": Mistake(
        '<face>\n  <image href="art/dot.png"/></face>',
        f"{CARD}:2:3: warning PNP292 creatures/fox: art/dot.png has 6 dpi as printed at 40.0 × 40.0 mm (300 or more)"
        f" [{DATA}:1:3]",
    ),
    "PNP335": Mistake(
        '<face>\n  <image href="art/fox.svg" mask="art/dot.png" w="5"/></face>',
        f"{CARD}:2:3: error PNP335 creatures/fox: art/dot.png can't cut a picture: it is a bitmap, and the picture is"
        f" none (use an SVG as mask) [{DATA}:1:3]",
    ),
    "PNP336": Mistake(
        '<face>\n  <image href="art/fox.svg" recolour="red: fox" w="5"/></face>',
        f"{CARD}:2:3: warning PNP336 creatures/fox: art/fox.svg has nothing in #ff0000 (it has #000000) [{DATA}:1:3]",
    ),
    "PNP293": Mistake(
        '<face>\n  <qr of="ability"/></face>',
        f"{DATA}:7:12: error PNP293 creatures/fox: a QR code holds 412 bytes at level M, the text has 900 [{CARD}:2:3]",
        {"fields": {"ability": "a" * 900}},
    ),
    "PNP294": Mistake(
        '<face>\n  <qr size="8">https://example.org/a</qr></face>',
        f"{CARD}:2:3: warning PNP294 creatures/fox: the modules of a QR code are 0.24 mm, so cameras may not read it"
        f' (size="10.9" or more) [{DATA}:1:3]',
    ),
    "PNP295": Mistake(
        '<face>\n  <qr fill="#ffffff" ground="#202020">owl</qr></face>',
        f"{CARD}:2:3: warning PNP295 creatures/fox: the QR code's #ffffff is not dark enough on #202020 [{DATA}:1:3]",
    ),
    "PNP300": Mistake(
        '<face>\n  <text font="titel">a</text></face>',
        f"{CARD}:2:3: error PNP300 creatures/fox: there is no font titel (did you mean title?) [{DATA}:1:3]",
    ),
    "PNP301": Mistake(
        '<face>\n  <text of="name"/></face>',
        f"{DATA}:2:9: error PNP301 creatures/fox: no font has '🦊' (U+1F98A) of \"name\" [{CARD}:2:3]",
        {"fields": {"name": "Fox 🦊"}},
    ),
    "PNP302": Mistake(
        '<face>\n  <text of="name"/><text of="ability"/></face>',
        f"{GAME}:23:12: warning PNP302 creatures/fox: Noto Sans CJK JP, which sets letters of text, has no bold and no"
        " italic: they print without (add bold: to it in fonts/fonts.yaml, or name a family there that has it)",
        {"fields": {"name": "**狐**と狸", "ability": "**犬** *猫*"}},
    ),
    "PNP310": Mistake(
        '<face>\n  <text of="name" w="9" h="4"/></face>',
        f'{DATA}:2:9: error PNP310 creatures/fox: "name" is 3.91 mm too wide for the one line that its box holds,'
        f" at its smallest size, 6.5 pt [{CARD}:2:3]",
    ),
    "PNP350": Mistake(
        '<face>\n  <text of="name" x="1" y="3"/></face>',
        f'{DATA}:2:9: warning PNP350 creatures/fox: text "name" is 1 mm from the cut: 2 mm are to be left [{CARD}:2:3]',
        {"safe": 2},
    ),
}


@pytest.mark.parametrize("code", MISTAKES)
def test_each_kind_of_mistake_is_one_line_at_its_place(desk: Desk, code: str) -> None:
    data = BytesIO()
    Image.new("RGB", (10, 10)).save(data, "PNG")
    desk.file("card_data/night/art/dot.png", data.getvalue())
    desk.template("<g/>", "frame.j2")
    mistake = MISTAKES[code]
    assert desk.lay_out(mistake.source, **mistake.options).lines == [mistake.line]


def _list_codes() -> dict[str, str]:
    """Codes of templates, text and the safe area, and what `pnp explain` says of them."""
    return {
        id: read_explanation(id).text
        for id in declared_codes()
        if 200 <= int(id[3:]) < 360 and int(id[3:]) not in OF_ART
    }


def test_there_is_a_mistake_of_each_kind() -> None:
    assert sorted(_list_codes()) == sorted(MISTAKES)


@pytest.mark.parametrize("code", MISTAKES)
def test_each_kind_says_what_would_be_right(code: str) -> None:
    doc = _list_codes()[code]
    assert "\nBad:  " in doc
    assert "\nGood: " in doc


NAME = "x" * 16_000


@pytest.mark.parametrize(
    "xml",
    [
        f"<{NAME}/>",
        f'<text of="{NAME}"/>',
        f'<rect {NAME}="1" x="1" y="1" width="5" height="5"/>',
        f"{{{{ {NAME} }}}}",
        f"{{{{ piece.{NAME} }}}}",
        f'<icon name="{NAME}" x="1" y="1" size="5"/>',
        f'<rect x="1" y="1" width="5" height="5" fill="{NAME}"/>',
        f'<text x="1" y="1" style="{NAME}">a</text>',
        f'<image href="{NAME}" x="1" y="1" w="5"/>',
        f"{{% include '{NAME}' %}}",
    ],
)
def test_a_name_without_end(desk: Desk, xml: str) -> None:
    desk.face("<text>warm</text>")
    began = perf_counter()
    lines = desk.face(xml).lines
    assert perf_counter() - began < 3
    assert lines
    assert all(len(line) < 500 for line in lines), [line[:900] for line in lines]
    assert not any("did you mean" in line for line in lines)
