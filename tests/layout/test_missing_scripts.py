"""Letters of fonts that aren't installed: one line for each font, whatever the texts consist of."""

from dataclasses import replace

import pytest
from desk import Desk
from facts import Fact, fact

from pnp.diagnostics.report import list_problems


@pytest.fixture
def bare_desk(desk: Desk, monkeypatch: pytest.MonkeyPatch) -> Desk:
    """Provide a desk without East Asian fonts."""
    absent = {name: "cjk" for name in desk.fonts.families if "CJK" in name}
    monkeypatch.setattr("pnp.io.installing.extra_command", lambda extra: f"add {extra}")
    families = {name: family for name, family in desk.fonts.families.items() if name not in absent}
    monkeypatch.setattr(desk, "fonts", replace(desk.fonts, families=families, absent=absent))
    return desk


def list_missing(desk: Desk, language: str, *texts: str) -> list[tuple[Fact, str]]:
    """Return what is reported as facts, each with its hint."""
    laid = desk.face("".join(f"<text>{text}</text>" for text in texts), language=language)
    return [(fact(problem), problem.hint) for problem in list_problems(laid.problems)]


@pytest.mark.parametrize(
    ("language", "texts", "script"),
    [
        ("en", ("森", "森の精", "カード、「１枚」：引く。"), "Japanese"),
        ("ja", ("森", "１枚。"), "Japanese"),
        ("en", ("森", "森。"), "Chinese"),
        ("zh", ("森", "森。"), "Chinese"),
        ("ko", ("여우", "여우。"), "Korean"),
    ],
)
def test_a_missing_font_is_one_line(bare_desk: Desk, language: str, texts: tuple[str, ...], script: str) -> None:
    ((missing, hint),) = list_missing(bare_desk, language, *texts)
    first = texts[0][0]
    assert (missing.values["script"], missing.values["number"]) == (script, f"{ord(first):04X}")
    assert "add cjk" in hint and "Noto Sans CJK " in hint


def test_fonts_of_two_languages_are_two_lines(bare_desk: Desk) -> None:
    found = [missing.values["script"] for missing, _ in list_missing(bare_desk, "zh", "森", "の")]
    assert found == ["Chinese", "Japanese"]


def test_a_wide_sign_alone_says_how_to_get_it(bare_desk: Desk) -> None:
    ((missing, hint),) = list_missing(bare_desk, "en", "OK：")
    assert (missing.code, missing.values["number"], missing.values["named"]) == ("PNP301", "FF1A", '"OK："')
    assert "add cjk" in hint and "Noto Sans CJK " in hint
