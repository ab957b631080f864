"""`<qr>`: as large as asked, with its light edge, dark on light, of the text as it prints."""

import pytest
from desk import Desk, boxes

from pnp.layout.elements.shapes import dark_path, qr_code
from pnp.model.display import Group, Item, Path, Shape


def _shapes(items: tuple[Item, ...]) -> list[tuple[Path, object]]:
    found: list[tuple[Path, object]] = []
    for item in items:
        if isinstance(item, Group):
            found += _shapes(item.items)
        elif isinstance(item, Shape):
            found.append((item.path, item.fill))
    return found


def _expected(text: str, side: float, level: str = "M", quiet: float = 4) -> Path:
    code = qr_code(text, level)
    assert code is not None
    module = side / (len(code) + 2 * quiet)
    return dark_path(code, module, quiet * module, quiet * module)


def _rounded(path: Path) -> list[tuple[object, ...]]:
    return [(kind, *(round(value, 6) for value in values)) for kind, *values in path]


@pytest.mark.parametrize(
    ("attributes", "level", "quiet"),
    [("", "M", 4), ('level="H"', "H", 4), ('quiet="0"', "M", 0), ('level="L"', "L", 4)],
)
def test_a_code_in_its_light_edge(desk: Desk, attributes: str, level: str, quiet: float) -> None:
    laid = desk.face(f'<qr x="3" y="2" size="20" {attributes}>https://example.org</qr>')
    assert not laid.lines
    (ground, white), (dark, ink) = _shapes((laid.faces[0].content,))
    assert (white, ink) == ("#ffffff", "#000000")
    assert boxes(laid.faces[0])[0] == "3 2 20 20"
    assert _rounded(ground)[:3] == [("M", 0, 0), ("L", 20, 0), ("L", 20, 20)]
    assert _rounded(dark) == _rounded(_expected("https://example.org", 20, level, quiet))


def test_what_it_says_is_what_a_text_would_print(desk: Desk) -> None:
    laid = desk.lay_out('<face><qr of="ability" size="20"/></face>', fields={"ability": r"**owl** \[x] R&D"})
    assert not laid.lines
    assert _rounded(_shapes((laid.faces[0].content,))[1][0]) == _rounded(_expected("owl [x] R&D", 20))


def test_without_a_size_modules_of_half_a_millimetre(desk: Desk) -> None:
    laid = desk.face('<row w="60" h="40" align="start"><qr>owl</qr></row>')
    assert boxes(laid.faces[0])[0] == "0 0 14.5 14.5"  # 21 modules and four on either side


def test_it_is_as_large_as_its_box_lets_it_be(desk: Desk) -> None:
    laid = desk.face('<qr x="2" y="2" w="30" h="20">owl</qr>')
    assert boxes(laid.faces[0])[0] == "7 2 20 20"


def test_no_ground_on_what_is_light_already(desk: Desk) -> None:
    laid = desk.face('<qr size="20" ground="none" fill="fox">owl</qr>')
    assert not laid.lines
    ((_, fill),) = _shapes((laid.faces[0].content,))
    assert fill == "#c24a1a"


def test_a_field_left_out_draws_nothing(desk: Desk) -> None:
    laid = desk.lay_out('<face><qr of="ability"/></face>', fields={"ability": None})
    assert not laid.lines
    assert not _shapes((laid.faces[0].content,))


def test_a_code_of_nothing_is_told(desk: Desk) -> None:
    (line,) = desk.face("<qr/>").lines
    assert "PNP206 tag=qr name=of what='is missing'" in line


def test_a_code_larger_than_its_box_is_told(desk: Desk) -> None:
    laid = desk.face('<qr w="20" h="22" size="25">owl</qr>')
    assert laid.mistakes == [
        "PNP210 tag=qr over='5 mm' how=wide",
        "PNP210 tag=qr over='3 mm' how=high",
    ]


def test_a_draft_marks_where_a_text_is_too_long(desk: Desk) -> None:
    laid = desk.face(f'<qr size="20">{"x" * 500}</qr>', draft=True)
    assert [problem.code for problem in laid.problems] == ["PNP293"]
    assert _shapes((laid.faces[0].content,))
