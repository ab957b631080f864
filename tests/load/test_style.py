"""style.yaml: layers, likeness, palettes, and their mistakes."""

import re
from dataclasses import fields
from pathlib import Path

import pytest
from facts import list_facts

from pnp.io.project import Project
from pnp.load import load_style
from pnp.load.style import TYPE_STYLE
from pnp.model.length import MM_PER_POINT
from pnp.model.span import Span
from pnp.model.style import Style, TypeStyle

DOCS = Path(__file__).parents[2] / "docs" / "layout-language.md"
GOOD = Path(__file__).parent / "projects" / "good"
SHARED, OWN = "layouts/shared/style.yaml", "layouts/owls/style.yaml"


def load_it(root: Path, shared: str = "", own: str = "") -> tuple[Style, list[str]]:
    for name, text in ((SHARED, shared), (OWN, own)):
        if text:
            (root / name).parent.mkdir(parents=True, exist_ok=True)
            (root / name).write_text(text, encoding="utf-8")
    style, problems = load_style(Project(root, root), "owls")
    return style, list_facts(problems)


def test_keys_are_the_fields_of_a_type_style() -> None:
    said = {f.name for f in fields(TypeStyle)} - {"name", "span", "font_span"}
    assert {key.name for key in TYPE_STYLE.keys} - {"like"} == said


def test_without_files_there_are_defaults(tmp_path: Path) -> None:
    style, problems = load_it(tmp_path)
    assert problems == []
    said = DOCS.read_text(encoding="utf-8").partition("Built in are ")[2].partition(".")[0]
    assert set(re.findall("`([a-z0-9]+)`", said)) == style.styles.keys()
    assert style.styles["body"].size == pytest.approx(9 * MM_PER_POINT)
    assert style.palettes == {ink: {"ink": "#000000", "paper": "#ffffff"} for ink in ("low", "full")}
    assert style.styles["body"] == TypeStyle("body", style.styles["body"].span)


def test_a_games_style_lies_over_the_shared_one() -> None:
    style, problems = load_style(Project(GOOD, GOOD), "night-market")
    assert problems == []
    rule = style.styles["rule"]
    assert (rule.fill, rule.align, rule.hyphens) == ("accent", "justify", True)
    assert rule.size == pytest.approx(6.5 * MM_PER_POINT)
    assert (rule.before, rule.after, rule.tracking) == (1, 12.7, 0.05)
    assert rule.span == Span("layouts/night-market/style.yaml", 5, 3)
    assert style.palettes["low"] == {"ink": "#000000", "paper": "#ffffff", "spring": "#111111", "accent": "#222222"}
    assert style.palettes["full"]["accent"] == "#8a2be2"


def test_a_style_that_nothing_uses_is_misspelt(tmp_path: Path) -> None:
    message = f'{OWN}:2:3 PNP128 style="bdoy" ~meant=body'
    bdoy = "styles:\n  bdoy: {size: 8pt}\n"
    assert load_it(tmp_path, own=bdoy)[1] == [message]
    assert load_it(tmp_path, own=bdoy.replace("bdoy", '"bdoy"'))[1] == [message]
    assert load_it(tmp_path, own=f"{bdoy}  name: {{like: bdoy}}\n")[1] == [], "another is like it"
    assert load_it(tmp_path, own=f"{bdoy}  body: {{size: 9pt}}\n")[1] == [], "body is said, too"
    assert load_it(tmp_path, own="styles: {level: {size: 8pt}, rune: {size: 8pt}}\n")[1] == [], "no slip of the pen"


@pytest.mark.parametrize(
    ("file", "text"),
    [("layouts/owls/card.xml.j2", '<text style="bdoy"/>'), ("card_data/owls/cards.csv", "id,style\none,bdoy\n")],
)
def test_a_style_that_templates_or_data_name_is_meant(tmp_path: Path, file: str, text: str) -> None:
    (tmp_path / file).parent.mkdir(parents=True)
    (tmp_path / file).write_text(text)
    assert load_it(tmp_path, own="styles: {bdoy: {size: 8pt}}\n")[1] == []


def test_a_style_that_cannot_be_read_is_not_missed(tmp_path: Path) -> None:
    bdoy = "styles: {bdoy: {size: 8pt}"
    for number, (shared, own) in enumerate([("", f"{bdoy}, body: 3}}\n"), ("styles: [\n", f"{bdoy}}}\n")]):
        (problem,) = load_it(tmp_path / str(number), shared, own)[1]
        assert "PNP128" not in problem


def test_like_takes_over_all_that_is_not_said(tmp_path: Path) -> None:
    style, problems = load_it(tmp_path, own="styles:\n  a: {like: b, bold: true}\n  b: {size: 20pt, italic: true}\n")
    assert problems == []
    a = style.styles["a"]
    assert (a.bold, a.italic, a.size) == (True, True, pytest.approx(20 * MM_PER_POINT))
    assert not style.styles["b"].bold


def test_a_style_shrinks_as_far_as_the_one_it_is_like(tmp_path: Path) -> None:
    own = "styles:\n  body: {size: 9mm, min: 5mm}\n  a: {like: body}\n  b: {like: body, size: 20mm}\n  c: {size: 8mm}"
    style, problems = load_it(tmp_path, own=own + "\n  d: {like: c, size: 20mm}")
    assert problems == []
    assert [style.styles[name].min for name in "abcd"] == [5, 5, 8, 20]


def test_a_style_that_cannot_shrink_as_the_one_it_is_like_is_told(tmp_path: Path) -> None:
    own = "styles:\n  body: {size: 9pt, min: 7pt}\n  a: {like: body, size: 6pt}\n  b: {like: body, size: 6pt, min: 6pt}"
    style, problems = load_it(tmp_path, own=own)
    assert [str(problem).partition(".yaml:")[2] for problem in problems] == [
        "3:25 PNP276 name=a size='6 pt' like=body min='7 pt'"
    ]
    assert style.styles["a"].min == style.styles["a"].size == pytest.approx(6 * MM_PER_POINT)


def test_left_and_right_are_start_and_end(tmp_path: Path) -> None:
    style, problems = load_it(tmp_path, own="styles:\n  a: {align: left}\n  b: {align: right}\n  c: {align: justify}")
    assert problems == []
    assert [style.styles[name].align for name in "abc"] == ["start", "end", "justify"]


def test_sizes_of_different_files_are_reconciled(tmp_path: Path) -> None:
    style, problems = load_it(tmp_path, "styles: {a: {size: 9mm, min: 7mm}}", "styles: {a: {size: 6mm}}")
    assert problems == []
    assert (style.styles["a"].size, style.styles["a"].min) == (6, 6)


@pytest.mark.parametrize(
    ("text", "line"),
    [
        ("stiles: {}", '1:1 PNP030 key="stiles" ~meant=styles'),
        ("palettes: {lo: {}}", '1:12 PNP030 key="lo" ~meant=low'),
        ("styles: {a: {sise: 9pt}}", '1:14 PNP030 key="sise" ~meant=size'),
        ("styles: {a: {size: big}}", '1:20 PNP025 path=styles.a.size found="big"'),
        ("styles: {a: {size: 11}}",
         "1:20 PNP027 path=styles.a.size size='11 mm' points=31 ~meant='11pt? else say 11mm'"),
        ("styles: {a: {size: 1pt}}", '1:20 PNP021 path=styles.a.size value=1pt'),
        ("styles: {a: {align: centre}}", '1:21 PNP022 path=styles.a.align value="centre" ~meant=center'),
        ("styles: {a: {leading: 9}}", '1:23 PNP021 path=styles.a.leading value=9'),
        ("styles: {a: {bold: yes}}", '1:20 PNP020 path=styles.a.bold wanted=\'true or false\' found="yes"'),
        ("styles: {a: {fill: inc}}", '1:20 PNP120 name="inc" ~meant=ink'),
        ("styles: {a: {like: bodi}}", '1:20 PNP122 name="bodi" ~meant=body'),
        ("checks: {contrast: 30}", '1:20 PNP021 path=checks.contrast value=30'),
        ("checks: {smallest: small}", '1:20 PNP025 path=checks.smallest found="small"'),
        ("checks: {contarst: 3}", '1:10 PNP030 key="contarst" ~meant=contrast'),
        ("styles: {a: {like: a}}", "1:20 PNP122 circle='a → a'"),
        ("styles:\n  a: {like: b}\n  b: {like: a}", "3:13 PNP122 circle='a → b → a'"),
        ("styles: {a: {size: 8pt, min: 9pt}}", "1:30 PNP123 min='9 pt' size='8 pt'"),
        ("palettes: {low: {x: '#12'}, full: {x: '#123'}}", '1:21 PNP120 path=palettes.low.x value="#12"'),
        ("palettes: {low: {x: '#123'}}", '1:18 PNP121 name=x ink=low other=full'),
    ],
)  # fmt: skip
def test_mistakes(tmp_path: Path, text: str, line: str) -> None:
    style, problems = load_it(tmp_path, own=text)
    lines = [problem for problem in problems if "PNP121" not in problem or "PNP121" in line]
    assert lines == [f"{OWN}:{line}"]
    assert style.palettes["low"].keys() == style.palettes["full"].keys()
    assert "body" in style.styles


def test_colours_may_stand_in_styles(tmp_path: Path) -> None:
    style, problems = load_it(tmp_path, own='styles: {a: {fill: "#AbCdEf"}}')
    assert (style.styles["a"].fill, problems) == ("#AbCdEf", [])


def test_what_faces_are_held_to(tmp_path: Path) -> None:
    style, _ = load_it(tmp_path / "a")
    assert (style.contrast, style.smallest) == (None, 5 * MM_PER_POINT)
    shared = "checks: {contrast: 7, smallest: 6pt}"
    style, problems = load_it(tmp_path / "b", shared, "checks: {smallest: 1.5mm}")
    assert (style.contrast, style.smallest, problems) == (7, 1.5, [])
