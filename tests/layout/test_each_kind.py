"""One mistake of each kind that the room knows, with the line that users see.

Names of thousands of letters that nobody meant are said at once, shortened, with no guess what they might mean.
"""

from io import BytesIO
from time import perf_counter
from typing import Any, NamedTuple

import pytest
from desk import Desk
from PIL import Image

from pnp.cardtext.suggest import DID_YOU_MEAN
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
        f"{CARD}:2:1 PNP200 end='{{% endif %}}' ~about=creatures/fox ~origin={DATA}:1:3",
    ),
    "PNP201": Mistake(
        "<face>\n{{ piece.powr }}</face>",
        f"{CARD}:2:1 PNP201 owner=fox name=powr ~about=creatures/fox ~meant=power ~origin={DATA}:1:3",
    ),
    "PNP202": Mistake(
        '<face>\n{% include "fraem.j2" %}</face>',
        f"{CARD}:2:1 PNP202 name=fraem.j2 ~about=creatures/fox ~meant=frame.j2 ~origin={DATA}:1:3",
    ),
    "PNP203": Mistake(
        '<face>\n  <text of="abilty"/></face>',
        f"{CARD}:2:3 PNP203 path=abilty key=abilty ~about=creatures/fox ~meant=ability ~origin={DATA}:1:3",
    ),
    "PNP204": Mistake(
        "<face>\n  <txt/></face>",
        f"{CARD}:2:3 PNP204 tag=txt ~about=creatures/fox ~meant=text ~origin={DATA}:1:3",
    ),
    "PNP205": Mistake(
        '<face>\n  <text syle="title">a</text></face>',
        f"{CARD}:2:3 PNP205 tag=text name=syle ~about=creatures/fox ~meant=style ~origin={DATA}:1:3",
    ),
    "PNP206": Mistake(
        '<face>\n  <row gap="2 mn"/></face>',
        (f"{CARD}:2:3 PNP206 tag=row name=gap what='\"2 mn\" is no length' ~about=creatures/fox ~origin={DATA}:1:3"),
    ),
    "PNP207": Mistake(
        '<face>\n  <row fill="fxo" w="9" h="9"/></face>',
        f"{CARD}:2:3 PNP207 name=fxo ~about=creatures/fox ~meant=fox ~origin={DATA}:1:3",
    ),
    "PNP208": Mistake(
        "<face>\n  <row>Attack</row></face>",
        f"{CARD}:2:3 PNP208 text=Attack tag=row ~about=creatures/fox ~origin={DATA}:1:3",
    ),
    "PNP209": Mistake(
        '<face>\n  <text style="tnyi">a</text></face>',
        f"{CARD}:2:3 PNP209 name=tnyi ~about=creatures/fox ~meant=tiny ~origin={DATA}:1:3",
    ),
    "PNP210": Mistake(
        '<face>\n  <row w="5"><icon name="coin" size="4"/><icon name="coin" size="4"/></row></face>',
        f"{CARD}:2:3 PNP210 tag=row over='3 mm' how=wide ~about=creatures/fox ~origin={DATA}:1:3",
    ),
    "PNP211": Mistake(
        "<face>{% if page.number == 1 %}<flow h='4'><p>a</p><p>b</p></flow>{% endif %}</face>",
        f"{CARD}:1:1 PNP211 ~about=creatures/fox ~origin={DATA}:1:3",
    ),
    "PNP212": Mistake(
        "<face>\n  <flow w='20' h='4'><p>" + "some words " * 60 + "</p></flow></face>",
        f"{CARD}:2:3 PNP212 count=60 share=3% ~about=creatures/fox ~origin={DATA}:1:3",
    ),
    "PNP290": Mistake(
        '<face>\n  <text of="ability"/></face>',
        f"{DATA}:7:12 PNP290 name=coyn ~about=creatures/fox ~meant=coin ~origin={CARD}:2:3",
        {"fields": {"ability": "Pay [coyn]."}},
    ),
    "PNP291": Mistake(
        '<face>\n  <image href="art/fxo.svg"/></face>',
        f"{CARD}:2:3 PNP291 href=art/fxo.svg ~about=creatures/fox ~meant=fox.svg ~origin={DATA}:1:3",
    ),
    "PNP292": Mistake(
        '<face>\n  <image href="art/dot.png"/></face>',
        f"{CARD}:2:3 PNP292 name=art/dot.png dpi=6 w=40.0 h=40.0 ~about=creatures/fox ~origin={DATA}:1:3",
    ),
    "PNP335": Mistake(
        '<face>\n  <image href="art/fox.svg" mask="art/dot.png" w="5"/></face>',
        (
            f"{CARD}:2:3 PNP335 name=art/dot.png why='it is a bitmap, and the picture is none' "
            f"~about=creatures/fox ~origin={DATA}:1:3"
        ),
    ),
    "PNP336": Mistake(
        '<face>\n  <image href="art/fox.svg" recolour="red: fox" w="5"/></face>',
        f"{CARD}:2:3 PNP336 name=art/fox.svg colour=#ff0000 ~about=creatures/fox ~origin={DATA}:1:3",
    ),
    "PNP293": Mistake(
        '<face>\n  <qr of="ability"/></face>',
        f"{DATA}:7:12 PNP293 most=412 level=M bytes=900 ~about=creatures/fox ~origin={CARD}:2:3",
        {"fields": {"ability": "a" * 900}},
    ),
    "PNP294": Mistake(
        '<face>\n  <qr size="8">https://example.org/a</qr></face>',
        f"{CARD}:2:3 PNP294 module='0.24 mm' ~about=creatures/fox ~origin={DATA}:1:3",
    ),
    "PNP295": Mistake(
        '<face>\n  <qr fill="#ffffff" ground="#202020">owl</qr></face>',
        f"{CARD}:2:3 PNP295 fill=#ffffff ground=#202020 ~about=creatures/fox ~origin={DATA}:1:3",
    ),
    "PNP300": Mistake(
        '<face>\n  <text font="titel">a</text></face>',
        f"{CARD}:2:3 PNP300 name=titel ~about=creatures/fox ~meant=title ~origin={DATA}:1:3",
    ),
    "PNP301": Mistake(
        '<face>\n  <text of="name"/></face>',
        f"{DATA}:2:9 PNP301 character=''🦊'' number=1F98A named=\"name\" ~about=creatures/fox ~origin={CARD}:2:3",
        {"fields": {"name": "Fox 🦊"}},
    ),
    "PNP302": Mistake(
        '<face>\n  <text of="name"/><text of="ability"/></face>',
        (f"{GAME}:23:12 PNP302 family='Noto Sans CJK JP' name=text cuts='bold and no italic' ~about=creatures/fox"),
        {"fields": {"name": "**狐**と狸", "ability": "**犬** *猫*"}},
    ),
    "PNP310": Mistake(
        '<face>\n  <text of="name" w="9" h="4"/></face>',
        f"{DATA}:2:9 PNP310 named=\"name\" over='3.91 mm' size='6.5 pt' ~about=creatures/fox ~origin={CARD}:2:3",
    ),
    "PNP350": Mistake(
        '<face>\n  <text of="name" x="1" y="3"/></face>',
        (f"{DATA}:2:9 PNP350 kind=text part=\"name\" near='1 mm' safe='2 mm' ~about=creatures/fox ~origin={CARD}:2:3"),
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
    lines = list(map(str, desk.face(xml).problems))
    assert perf_counter() - began < 3
    assert lines
    assert all(len(line) < 500 for line in lines), [line[:900] for line in lines]
    assert not any(DID_YOU_MEAN in line for line in lines)
