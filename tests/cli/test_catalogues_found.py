"""Catalogues as other tools call them, and languages that stand in for others."""

import json
from pathlib import Path

import pytest
from inn_game import PO, at
from running import Run
from tiny_game import change


@pytest.mark.parametrize(
    ("name", "language"),
    [("pt_BR.po", "pt-BR"), ("zh_Hant.po", "zh-Hant"), ("sr@latin.po", "sr-Latn"), ("IT/LC_MESSAGES/inn.po", "it")],
)
def test_a_catalogue_is_found_however_it_is_called(name: str, language: str, inn: Path, run: Run) -> None:
    assert run("translate", "init", "inn", "--lang", language).code == 0
    file = inn / f"card_data/inn/locale/{name}"
    file.parent.mkdir(parents=True, exist_ok=True)
    (inn / f"card_data/inn/locale/{language}.po").rename(file)
    before = file.read_bytes()
    shown = file.relative_to(inn).as_posix()
    assert run("translate", "update", "inn").out == f"{shown}: nothing to change\n"
    assert run("translate", "status", "inn").out.splitlines()[0].endswith(f" of {shown}")
    assert run("build", "inn", "--lang", language, "--only", "dishes", "--draft").code == 0
    assert run("check", "inn").code == 0
    message = f"{shown} is there already: pnp translate update inn --lang {language}"
    assert run("translate", "init", "inn", "--lang", language) == (2, "", f"pnp: {message}\n")
    assert file.read_bytes() == before


def test_two_catalogues_of_one_language(german: Path, run: Run) -> None:
    twin = german.with_name("DE.po")
    if twin.exists():
        pytest.skip("the file system takes them for one")
    twin.write_bytes(german.read_bytes())
    other = PO.replace("de.po", "DE.po")
    problem = f"{other} PNP626 other={PO} language=de ~origin={PO}"
    for words in ("check inn", "build inn --lang de", "translate update inn"):
        done = run(*words.split())
        assert (done.code, done.facts) == (1, [problem])
    assert run("translate", "status", "inn").code == 1
    twin.unlink()
    assert run("check", "inn").code == 0


def test_a_regional_language_is_said_by_its_parent(german: Path, run: Run) -> None:
    swiss = german.with_name("de_CH.po")
    text = german.read_text(encoding="utf-8").replace('"Language: de\\n"', '"Language: de_CH\\n"')
    swiss.write_text(text.replace('msgstr "Bröth"', 'msgstr ""'), encoding="utf-8")
    done = run("translate", "status", "inn", "--lang", "de-CH")
    assert "\n1 text is printed in German (de)\n" in f"{done.out}\n", done
    assert json.loads(run("translate", "status", "inn", "--lang", "de-CH", "--json").out)[0]["inherited"] == 1
    assert "PNP612" not in run("check", "inn", "--lang", "de-CH").err
    change(german.parents[3], PO, "2 [coin] je Gast", "3 [coin] je Gast")
    assert "PNP618" not in run("check", "inn", "--lang", "de-CH").err  # its own says it rightly
    change(german.parents[3], PO, 'msgstr "Bröth"', 'msgstr "Bröth 3"')
    warning = f"{at(german, 'dishes.broth.name')}:15 PNP618 surplus=3 ~about=dishes.broth.name"
    assert any(line.startswith(warning) for line in run("check", "inn", "--lang", "de-CH").facts)


def test_what_is_as_in_the_source_is_not_translated(german: Path, run: Run) -> None:
    change(german.parents[3], PO, 'msgstr "Bröth"', 'msgstr "Broth"')
    done = run("translate", "status", "inn", "--lang", "de").out.splitlines()
    assert done[1].split()[:5] == ["texts", "translated", "as", "in", "source"]
    dishes = next(line for line in done if line.startswith("  dishes"))
    assert int(dishes.split()[3]) >= 1
    before = json.loads(run("translate", "status", "inn", "--json").out)[0]
    with (german.parents[1] / "glossary.yaml").open("a", encoding="utf-8") as glossary:
        glossary.write("- {term: Broth, de: [Broth]}\n")
    after = json.loads(run("translate", "status", "inn", "--json").out)[0]
    assert (after["copied"], after["translated"]) == (before["copied"] - 1, before["translated"] + 1)
