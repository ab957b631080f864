"""Texts with figures of the data, from the files to the sheet: filled in once, in each language, looked at again."""

from pathlib import Path

import pytest
from facts import facts
from reading import text_of
from tiny_game import change, write, write_tiny

from pnp.build.edition_checks import check_each, check_one
from pnp.build.pipeline import build
from pnp.build.playing import set_up_game
from pnp.build.translating import begin_catalogue, update_catalogues
from pnp.io.project import Project
from pnp.load import find_project
from pnp.model.options import Options

SETUP = """\
players: [2, 3]
zones:
  pile: {title: Pile, starts: cards, face: down}
  shown: {title: Shown, face: up}
steps:
  - {id: show, say: "Show {count}.", do: [{shuffle: pile}, {move: 1, from: pile, to: shown}]}
"""
GERMAN = """\
msgid ""
msgstr ""
"Content-Type: text/plain; charset=utf-8\\n"
"Language: de\\n"
"Plural-Forms: nplurals=2; plural=(n != 1);\\n"

msgctxt "cards.one.rule"
msgid "Show {dealt.show|word}, keep {zones.pile}. [dot]"
msgstr ""
"Zeigt \\"{dealt.show|word('eine')|capital}\\", "
"behaltet {zones.pile}. [dot]"
"""
PO = "card_data/tiny/locale/de.po"


@pytest.fixture
def project(tmp_path: Path) -> Project:
    write_tiny(tmp_path)
    change(tmp_path, "card_data/tiny/game.yaml", "rule: text", "rule: {type: text, translatable: true}")
    change(tmp_path, "card_data/tiny/cards.yaml", "Take a [dot].", "Show {dealt.show|word}, keep {zones.pile}. [dot]")
    write(tmp_path, "card_data/tiny/setup.yaml", SETUP)
    write(tmp_path, PO, GERMAN)
    return find_project(tmp_path)


def sheet(project: Project, **asked: object) -> str:
    made = build(project, Options("tiny", **asked), project.output)  # type: ignore[arg-type]
    assert not [each for each in made.problems if each.severity == "error"], made.problems
    return " ".join(text_of(made.files[0]).split())


def wrong(project: Project, **asked: object) -> list[str]:
    return [facts(each) for each in check_one(project, Options("tiny", **asked)) if each.severity == "error"]  # type: ignore[arg-type]


def test_a_sheet_prints_the_figures(project: Project) -> None:
    assert "Show one, keep 2." in sheet(project)


def test_a_language_prints_them_in_its_own_words(project: Project) -> None:
    printed = sheet(project, language="de")
    assert 'Zeigt "Eine", behaltet' in printed
    assert "2." in printed


def test_another_setup_prints_other_figures(project: Project) -> None:
    assert "Show one" in sheet(project)
    change(project.root, "card_data/tiny/setup.yaml", "move: 1", "move: 2")
    assert "Show two, keep 1." in sheet(project)


def test_a_face_is_looked_at_again_when_its_figure_is_another(project: Project) -> None:
    long = "  rule: >-\n    {'o' if zones.pile > 1 else range(1, 900)|join}\n"
    short = "  rule: Show {dealt.show|word}, keep {zones.pile}. [dot]\n"
    change(project.root, "card_data/tiny/cards.yaml", short, long)
    assert wrong(project) == []
    change(project.root, "card_data/tiny/setup.yaml", "move: 1", "move: 2")
    assert len(wrong(project)) == 1


def test_a_mistake_of_a_translation_is_told_at_its_place(project: Project) -> None:
    change(project.root, PO, "behaltet {zones.pile}", "behaltet {zones.pile|form('Karte')}")
    assert wrong(project, language="de") == [f"{PO}:11:23 PNP631 forms=1 ending='' language=de wanted=2"]


def test_each_mistake_of_a_translation_is_told_in_its_language(project: Project) -> None:
    change(project.root, PO, "behaltet {zones.pile}", "behaltet {zones.pile|form('Karte')}")
    change(project.root, PO, "{dealt.show|word('eine')|capital}", "{dealt.show|word(1)|form('Eine')}")
    found = wrong(project, language="de")
    assert ["language=de wanted=2" in each for each in found] == [True, True]


def test_a_hole_that_only_a_module_breaks_is_found(project: Project) -> None:
    change(project.root, "card_data/tiny/cards.yaml", "keep {zones.pile}", "keep {2 // (zones.pile - 3)}")
    found = [str(each) for each in check_each(project, Options("tiny", thorough=True)) if each.severity == "error"]
    assert len(found) == 1
    assert "cards.yaml:4:39" in found[0]
    assert "(with more)" in found[0]


def test_a_template_asks_the_data(project: Project) -> None:
    change(
        project.root, "layouts/tiny/coin.xml.j2", "</face>", '<text w="9" h="9">D{{ data("zones.pile") }}</text></face>'
    )
    assert "D2" in sheet(project)
    change(project.root, "card_data/tiny/setup.yaml", "move: 1", "move: 2")
    assert "D1" in sheet(project)


def test_a_template_that_asks_what_cannot_be_said(project: Project) -> None:
    change(project.root, "layouts/tiny/coin.xml.j2", "</face>", '<text>{{ data("zones.pil") }}</text></face>')
    (found,) = wrong(project)
    assert "layouts/tiny/coin.xml.j2:1:" in found
    assert "zones.pil" in found and "~meant=pile" in found


POLISH = GERMAN.replace("Language: de", "Language: pl").replace(
    "nplurals=2; plural=(n != 1);",
    "nplurals=3; plural=(n==1 ? 0 : n%10>=2 && n%10<=4 && (n%100<12 || n%100>14) ? 1 : 2);",
)


def test_a_language_with_three_forms_and_words_of_its_own(project: Project) -> None:
    po = POLISH[: POLISH.index('"Zeigt')] + (
        "\"{dealt.show|word} {dealt.show|form('karta', 'karty', 'kart')}\"\n"
        "\" {zones.pile|word} {zones.pile|form('karta', 'karty', 'kart')} [dot]\"\n\n"
        'msgctxt "pnp.numbers.2"\nmsgid "two"\nmsgstr "dwie"\n'
    )
    write(project.root, PO.replace("de.po", "pl.po"), po)
    printed = sheet(project, language="pl")
    assert "1 karta dwie karty" in printed


def test_translators_are_offered_number_words_where_a_text_asks_for_them(project: Project) -> None:
    assert "pnp.numbers.2" in begin_catalogue(project, "tiny", "fr").file.read_text(encoding="utf-8")
    change(project.root, "card_data/tiny/cards.yaml", "{dealt.show|word}", "{dealt.show}")
    assert "pnp.numbers.2" not in begin_catalogue(project, "tiny", "it").file.read_text(encoding="utf-8")


def test_number_words_are_asked_for_where_only_a_translation_says_them(project: Project) -> None:
    change(project.root, "card_data/tiny/cards.yaml", "{dealt.show|word}", "{dealt.show}")
    path = begin_catalogue(project, "tiny", "it").file
    it = "card_data/tiny/locale/it.po"
    source = 'msgid "Show {dealt.show}, keep {zones.pile}. [dot]"\nmsgstr "'
    change(project.root, it, source, source + "Mostra {dealt.show|word}, tieni {zones.pile|word}. [dot]")
    lacking = [facts(each) for each in check_one(project, Options("tiny", language="it")) if each.code == "PNP610"]
    assert lacking == [f"{it} PNP610 texts=21 ~about=pnp"]
    assert [done.changes and done.changes.new for done in update_catalogues(project, "tiny", "it")] == [21]
    assert [done.is_changed for done in update_catalogues(project, "tiny", "it")] == [False]
    for number, word in {"one": "uno", "two": "due"}.items():
        change(project.root, it, f'msgid "{number}"\nmsgstr ""', f'msgid "{number}"\nmsgstr "{word}"')
    assert 'msgctxt "pnp.numbers.2"' in path.read_text(encoding="utf-8")
    assert "PNP614" not in {each.code for each in check_one(project, Options("tiny", language="it"))}
    printed = sheet(project, language="it")
    assert "Mostra uno, tieni" in printed and "due." in printed


@pytest.mark.parametrize("language", ["en-XA", "ar-XB"])
def test_made_up_languages_leave_figures_whole(project: Project, language: str) -> None:
    change(project.root, "card_data/tiny/cards.yaml", "{zones.pile}", "{zones.pile|form('card', 'cards')}")
    assert "PNP" not in str(build(project, Options("tiny", language=language, draft=True), project.output).problems)


def test_a_step_is_told_with_the_language_own_forms(project: Project) -> None:
    entry = """
msgctxt "step:show.say"
msgid "Show {count}."
msgstr "Zeigt {count|word('eine')} {count|form('Karte', 'Karten')}."
"""
    write(project.root, PO, GERMAN + entry)
    change(project.root, PO, "'Karten')}.", "'Karten', '')}.")
    assert wrong(project, language="de") == [f"{PO}:15:43 PNP631 forms=3 ending=s language=de wanted=2"]
    change(project.root, PO, "'Karten', '')}.", "'Karten')}.")
    spoken = set_up_game(project, Options("tiny", players=2, language="de"))
    assert spoken.told is not None
    assert [step.text for step in spoken.told.steps] == ["Zeigt eine Karte."]


def test_what_is_told_of_another_module_is_told_in_the_language_of_the_text(project: Project) -> None:
    """Whichever module is chosen itself."""
    game = "card_data/tiny/game.yaml"
    change(project.root, game, "name: {type: text, required: true}", "name: {type: text, translatable: true}")
    change(project.root, "card_data/tiny/cards.yaml", "Show {dealt.show|word}", "Show {with.more.cards|last}")
    change(project.root, PO, "Show {dealt.show|word}", "Show {with.more.cards|last}")
    change(project.root, PO, "{dealt.show|word('eine')|capital}", "{with.more.cards|last}")
    third = '\nmsgctxt "cards.three.name"\nmsgid "Third"\nmsgstr "Drei"\n'
    write(project.root, PO, (project.root / PO).read_text(encoding="utf-8") + third)
    for modules in ((), ("more",), ("less",)):
        assert 'Zeigt "Drei"' in sheet(project, language="de", modules=modules)
