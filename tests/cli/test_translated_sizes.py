"""What grew in pages by being translated, or had to become smaller, is told; sizes are measured once."""

import json
from pathlib import Path

import pytest
from running import Run
from tiny_game import change, write

from pnp.build.drawing import FaceResult, PieceDrawer
from pnp.model.display import Face

PO = "card_data/tale/locale/de.po"
FILES = {
    "card_data/tale/game.yaml": """\
title: Tale
version: "1"
languages: [en]
components:
  rules:
    title: Rules
    size: 60 x 40
    front: rules.xml.j2
    data: booklet.yaml
    fields:
      paragraphs: {type: list, of: text, translatable: true}
  cards:
    title: Cards
    size: 40 x 60
    front: card.xml.j2
    data: cards.yaml
    fields:
      name: {type: text, translatable: true}
      aid: {type: list, of: text, translatable: true}
""",
    "card_data/tale/booklet.yaml": """\
- id: rules
  paragraphs:
    - Begin anew whenever you like.
    - Nobody wins this game unless somebody loses it.
""",
    "card_data/tale/cards.yaml": "- {id: fox, name: Fox, aid: [Walk., Run away.]}\n- {id: hen, name: Hen}\n",
    "layouts/tale/rules.xml.j2": """\
<face><flow x="5" y="5" w="50" h="30">{% for each in piece.paragraphs %}<p of="paragraphs.{{ loop.index0 }}"/>
{% endfor %}</flow></face>
""",
    "layouts/tale/card.xml.j2": """\
<face><text of="name" x="4" y="4" w="32" h="6"/>
{% if piece.aid %}<column x="4" y="20" w="32" h="12">
{% for each in piece.aid %}<text of="aid.{{ loop.index0 }}"/>{% endfor %}</column>{% endif %}</face>
""",
    "layouts/tale/style.yaml": "styles: {body: {size: 10pt, min: 6pt}}\n",
}


@pytest.fixture
def tale(tmp_path: Path, run: Run, monkeypatch: pytest.MonkeyPatch) -> Path:
    for path, text in FILES.items():
        write(tmp_path, path, text)
    monkeypatch.chdir(tmp_path)
    assert run("translate", "init", "tale", "--lang", "de").code == 0
    for source, text in (("Begin anew whenever you like.", "Fangt neu an, wann ihr wollt."), ("Fox", "Fuchs")):
        say(tmp_path, source, text)
    return tmp_path


def say(root: Path, source: str, text: str) -> None:
    change(root, PO, f'msgid "{source}"\nmsgstr ""', f'msgid "{source}"\nmsgstr "{text}"')


def problems_of(run: Run, code: str) -> list[str]:
    return [line for line in run("check", "tale", "--lang", "de").facts if f" {code} " in line]


def test_more_pages_are_told_at_the_text_that_grew_most(tale: Path, run: Run) -> None:
    assert problems_of(run, "PNP627") == []
    say(tale, "Nobody wins this game unless somebody loses it.", "Niemand gewinnt. " * 11 + "Aus.")
    (line,) = problems_of(run, "PNP627")
    assert line == (
        f"{PO}:{line_of(tale, 'rules.rules.paragraphs.1')} PNP627 piece=rules/rules pages='2 pages' before=1 "
        "language='en; the last has 3 lines' ~origin=card_data/tale/booklet.yaml:4:7"
    )
    assert "(paragraphs.1 grew most, by 144 characters)" in run("check", "tale", "--lang", "de").err
    status = run("translate", "status", "tale").out
    assert "\nrules/rules: 2 pages, in the source 1\n" in status
    assert json.loads(run("translate", "status", "tale", "--json").out)[0]["pages"] == {
        "rules/rules": {"source": 1, "translated": 2}
    }
    assert run("build", "tale", "--lang", "de", "--only", "rules").code == 0
    change(tale, PO, 'msgctxt "rules.rules.paragraphs.1"', '# pnp: ignore PNP627\nmsgctxt "rules.rules.paragraphs.1"')
    assert problems_of(run, "PNP627") == [] == problems_of(run, "PNP092")
    assert "PNP092" not in run("check", "tale").err


def test_smaller_texts_are_one_note_for_a_component(tale: Path, run: Run) -> None:
    assert problems_of(run, "PNP628") == []
    change(tale, PO, 'msgstr "Fuchs"', 'msgstr "Der rote Fuchs im grauen Feld"')
    say(tale, "Hen", "Das sehr große braune Huhn des Bauern")
    (line,) = problems_of(run, "PNP628")
    start = f"{PO}:{line_of(tale, 'cards.hen.name')} PNP628 component=cards count=2 language=en texts='hen.name "
    assert line.startswith(start)
    shown = run("check", "tale", "--lang", "de").err
    assert ", fox.name " in shown and " (10 pt)\n" in shown
    assert "\ntexts smaller than in the source: cards 2 (down to " in run("translate", "status", "tale").out
    (smaller, _) = json.loads(run("translate", "status", "tale", "--json").out)[0]["smaller"]
    assert (smaller["piece"], smaller["field"], smaller["source"]) == ("cards/hen", "name", 10.0)
    assert 6 <= smaller["printed"] < 10


def test_a_box_that_is_too_small_names_its_longest_translation(tale: Path, run: Run) -> None:
    say(tale, "Run away.", "Lauf, so schnell du kannst, weit fort von hier, und komm nie wieder hierher zurück.")
    (line,) = problems_of(run, "PNP210")
    assert line.startswith(f"{PO}:{line_of(tale, 'cards.fox.aid.1')} PNP210 tag=column over=")
    assert line.endswith(" ~about=cards/fox ~origin=layouts/tale/card.xml.j2:2:19")
    assert "“Lauf, so schnell du kannst, w…”" in run("check", "tale", "--lang", "de").err


def test_sizes_are_measured_once(tale: Path, run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    drawn: list[str] = []
    ordinary = PieceDrawer._finish

    def noted(self: PieceDrawer, face: Face) -> FaceResult:
        drawn.append(f"{face.label} {face.language}")
        return ordinary(self, face)

    monkeypatch.setattr(PieceDrawer, "_finish", noted)
    run("translate", "status", "tale")
    every = [f"{piece} {language}" for language in ("en", "de") for piece in ("rules/rules", "cards/fox", "cards/hen")]
    assert sorted(drawn) == sorted(every)
    drawn.clear()
    run("check", "tale", "--lang", "de")
    assert drawn == []
    say(tale, "Hen", "Huhn")
    run("check", "tale", "--lang", "de")
    run("build", "tale", "--lang", "de")
    assert drawn == ["cards/hen de"]
    change(tale, "card_data/tale/cards.yaml", "Hen", "Old hen")
    run("translate", "status", "tale")
    assert sorted(drawn[1:]) == ["cards/hen de", "cards/hen en"]


def line_of(root: Path, context: str) -> int:
    lines = (root / PO).read_text(encoding="utf-8").splitlines()
    start = lines.index(f'msgctxt "{context}"')
    return next(n for n, line in enumerate(lines[start:], start + 1) if line.startswith("msgstr"))
