"""`pnp check GAME` looks at each ink, module and language; where one is asked for, at that edition alone."""

from pathlib import Path

import pytest
from facts import read_facts
from running import Run
from tiny_game import change, write

from pnp.build import drawn_pieces

CARD = "layouts/tiny/card.xml.j2"
MISSPELT_ICON = (
    "card_data/tiny/more.yaml:2:15 PNP290 name=dott ~about=cards/three{} ~meant=dot "
    "~origin=layouts/tiny/card.xml.j2:2:3"
)
OF_MODULE = MISSPELT_ICON.format(" ~when=' (--with more)'")


def in_full_ink(root: Path, xml: str) -> None:
    change(root, CARD, "<face>", f'<face>{{% if ink == "full" %}}{xml}{{% endif %}}')


def test_what_a_module_brings(tiny: Path, run: Run) -> None:
    change(tiny, "card_data/tiny/more.yaml", "Third", "Third [dott]")
    shown = run("check", "tiny")
    assert shown.code == 1
    assert shown.lines == [OF_MODULE]


def test_the_other_ink(tiny: Path, run: Run) -> None:
    in_full_ink(tiny, "{{ pieces.name }}")
    shown = run("check", "tiny")
    assert shown.code == 1
    (told,) = read_facts(shown.err)
    assert (told.code, told.values, told.when, told.meant) == ("PNP201", {"name": "pieces"}, " (--ink full)", "piece")


def test_the_other_language(inn: Path, german: Path, run: Run) -> None:
    assert run("check", "inn").err == ""
    text = german.read_text(encoding="utf-8")
    german.write_text(text.replace("[coin]", "[coinn]", 1), encoding="utf-8")
    shown = run("check", "inn")
    assert "locale/de.po" in shown.err
    assert "--lang" not in shown.err, "the file says so"


def test_what_all_editions_have_is_said_once(tiny: Path, run: Run) -> None:
    change(tiny, CARD, 'x="4" y="4"', 'x="1" y="4"')
    change(tiny, "card_data/tiny/cards.yaml", "First", "First [dott]")
    shown = run("check", "tiny")
    assert shown.out == "tiny: 1 error, 2 warnings\n"
    assert "--" not in shown.err.replace("card_data/tiny/more.yaml", "")[: shown.err.index("more.yaml")]


@pytest.mark.parametrize("asked", [("--ink", "low"), ("--ink", "full"), ("--with", "less")])
def test_one_that_is_asked_for(asked: tuple[str, str], tiny: Path, run: Run) -> None:
    change(tiny, "card_data/tiny/more.yaml", "Third", "Third [dott]")
    assert run("check", "tiny", *asked) == (0, "tiny: no problems\n", "")
    assert run("check", "tiny", "--with", "more").facts[0] == MISSPELT_ICON.format("")


def test_a_language_is_checked_with_its_modules(tiny: Path, run: Run) -> None:
    change(tiny, "card_data/tiny/more.yaml", "Third", "Third [dott]")
    assert run("check", "tiny", "--lang", "en").facts[0] == OF_MODULE


def test_the_projects_own_choice_is_not_asked_for(tiny: Path, run: Run) -> None:
    """It is only what is looked at first."""
    write(tiny, "pnp.toml", '[check]\nink = "full"\n')
    in_full_ink(tiny, '<icon name="ring" x="9" y="9" size="5"/>')
    change(tiny, "card_data/tiny/more.yaml", "Third", "Third [dott]")
    shown = run("check", "tiny")
    assert "card.xml.j2" in shown.err and "(--ink low)" not in shown.err
    assert "(--with more)" in shown.err


def test_an_overlay_is_seen_in_each(tiny: Path, run: Run) -> None:
    write(tiny, "mine.yaml", "add: {cards: mine/cards.yaml}\n")
    write(tiny, "mine/cards.yaml", "- {id: mine, name: Mine}\n")
    in_full_ink(tiny, '{% if piece.id == "mine" %}{{ pieces.name }}{% endif %}')
    assert "(--ink full)" in run("check", "tiny", "--overlay", "mine.yaml").err
    assert run("check", "tiny").err == ""


def test_where_nothing_was_wrong_nothing_is_laid_out_again(
    tiny: Path, run: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PNP_CACHE", str(tiny / "cache"))
    laid_out: list[str] = []
    ordinary = drawn_pieces.draw_all
    monkeypatch.setattr(
        drawn_pieces,
        "draw_all",
        lambda *given, **how: (laid_out.append(given[0].edition.ink), ordinary(*given, **how))[1],
    )
    assert run("check", "tiny").code == 0
    assert len(laid_out) > 4
    laid_out.clear()
    assert run("check", "tiny").out == "tiny: no problems\n"
    assert laid_out == []
    change(tiny, "card_data/tiny/more.yaml", "Third", "Third [dott]")
    assert OF_MODULE in run("check", "tiny").facts
    assert OF_MODULE in run("check", "tiny").facts
