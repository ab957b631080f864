"""`pnp translate`: catalogues begun, kept up to date, counted; their mistakes, and sheets made by them."""

import json
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from inn_game import PO, at, fill, printed
from running import REPOSITORY, Run, found
from tiny_game import change, write


def test_begin_fill_build(inn: Path, run: Run) -> None:
    done = run("translate", "init", "inn", "--lang", "de")
    assert done == (0, f"{PO}: 83 texts to say in German (de), 64 of them filled in\n", "")
    text = (inn / PO).read_text(encoding="utf-8")
    assert """
#. rule of dishes/broth, Broth
#. body, 32 × 16 mm: room for about 245 characters
#. glossary: guest = Gast, Gäste
#: card_data/inn/dishes.yaml:5
msgctxt "dishes.broth.rule"
msgid "**Serve:** Take 2 [coin] for each guest."
msgstr ""
""" in re.sub("about 2[0-9]{2} ", "about 245 ", text)
    assert 'msgid "Soups"\nmsgstr "Suppen"' in text
    assert f"{inn}" not in text and f"{REPOSITORY}" not in text
    fill(inn / PO)
    change(inn, PO, "för each guest", "je Gast")
    assert run("check", "inn", "--lang", "de", "--strict") == (0, "inn: no problems\n", "")
    done = run("build", "inn", "--lang", "de")
    assert (done.code, done.err) == (0, "")
    pages = printed(inn / "output/inn/de/inn-low-a4.pdf")
    assert "Bröth" in pages and "Suppen" in pages and "Cösts 3 cöins." in pages and "Version 1" in pages
    assert "Broth" not in pages


def test_a_catalogue_is_never_begun_twice(german: Path, run: Run) -> None:
    before = german.read_bytes()
    done = run("translate", "init", "inn", "--lang", "de")
    assert done == (2, "", f"pnp: {PO} is there already: pnp translate update inn --lang de\n")
    assert german.read_bytes() == before


@pytest.mark.parametrize(
    ("words", "message"),
    [
        ("init inn", "say which language: --lang de"),
        ("init inn --lang xx", "there is no language xx: name it by its tag, like de, pt-BR or zh-Hant"),
        ("init inn --lang ../x", "there is no language ../x: name it by its tag, like de, pt-BR or zh-Hant"),
        ("init inn --lang en", "en is the language that inn is written in"),
        ("init inn --lang en-XA", "en-XA is made from the source: it needs no catalogue"),
        (
            "init starter --lang de",
            "starter comes with pnp and belongs to all projects: pnp new makes a copy of your own",
        ),
        ("update inn", "inn has no catalogues: pnp translate init inn --lang de begins one"),
        ("status inn", "inn has no catalogues: pnp translate init inn --lang de begins one"),
        (
            "update inn --lang fr",
            "inn has no catalogue for fr; there is none: pnp translate init inn --lang fr begins it",
        ),
        ("status inn --lang fr", "inn has no catalogue for fr: pnp translate init inn --lang fr"),
    ],
)
def test_what_cannot_be_had(words: str, message: str, inn: Path, run: Run) -> None:
    assert run("translate", *words.split()) == (2, "", f"pnp: {message}\n")


def test_update_twice_is_update_once(german: Path, run: Run) -> None:
    assert run("translate", "update", "inn").out == f"{PO}: nothing to change\n"
    change(german.parents[3], PO, 'msgctxt "dishes.tart.name"', '# Is it sweet?\nmsgctxt "dishes.tart.name"')
    run("translate", "update", "inn")
    once = german.read_bytes()
    assert b"# Is it sweet?\n#. name of dishes/tart\n" in once
    assert run("translate", "update", "inn", "--lang", "de") == (0, f"{PO}: nothing to change\n", "")
    assert german.read_bytes() == once


def test_update_after_the_game_has_changed(german: Path, run: Run) -> None:
    root = german.parents[3]
    change(root, "card_data/inn/dishes.yaml", "name: Broth", "name: Clear broth")
    change(root, "card_data/inn/dishes.yaml", "[Salt helps., Stir well.]", "[Wait., Salt helps.]")
    change(root, "layouts/inn/dish.xml.j2", "Costs {{ count }} coins.", "It costs {{ count }} coins.")
    assert run("translate", "update", "inn").out == f"{PO}: 1 new, 2 texts changed, 1 gone\n"
    text = german.read_text(encoding="utf-8")
    assert '#, fuzzy\n#| msgid "Broth"\nmsgctxt "dishes.broth.name"\nmsgid "Clear broth"\nmsgstr "Bröth"\n' in text
    assert 'msgctxt "dishes.broth.hints.1"\nmsgid "Salt helps."\nmsgstr "Salt helps."\n' in text
    assert '#~ msgctxt "dishes.broth.hints.1"\n#~ msgid "Stir well."\n#~ msgstr "Stir well."\n' in text
    assert '#| msgid_plural "Costs {count} coins."\nmsgctxt "dish.xml.j2"' in text
    once = german.read_bytes()
    assert run("translate", "update", "inn").out == f"{PO}: nothing to change\n"
    assert german.read_bytes() == once
    assert [line.partition(" [")[0] for line in found(run)] == [
        f"{at(german, 'dishes.broth.name')}: warning PNP611 dishes.broth.name: “Clear broth” is fuzzy, and not used",
        f"{at(german, 'dishes.broth.hints.0')}: warning PNP612 dishes.broth.hints.0: “Wait.” is not translated",
        f"{at(german, 'dish.xml.j2')}: warning PNP611 dish.xml.j2: “It costs {{count}} coins.” is fuzzy, and not used",
    ]


def test_a_catalogue_that_cannot_be_read_is_left_alone(german: Path, run: Run) -> None:
    text = german.read_text(encoding="utf-8").replace('msgstr "Bröth"', 'msgstr "Bröth')
    german.write_text(text, encoding="utf-8")
    done = run("translate", "update", "inn")
    assert (done.code, done.out) == (1, "")
    broken = f"{at(german, 'dishes.broth.name')}:8: error PNP600 the closing quote is missing"
    assert done.err == f"{broken}\npnp: {PO} is left as it is: make it right first\n"
    assert german.read_text(encoding="utf-8") == text
    assert run("build", "inn", "--lang", "de").code == 1
    assert run("translate", "status", "inn").code == 1


def test_a_game_that_cannot_be_read_makes_nothing_vanish(german: Path, run: Run) -> None:
    root, before = german.parents[3], german.read_bytes()
    change(root, "card_data/inn/dishes.yaml", "name: Broth", "nam: Broth")
    done = run("translate", "update", "inn")
    assert done.code == 1
    assert done.err.startswith("card_data/inn/dishes.yaml:2:3: error PNP030")
    assert done.err.splitlines()[-1] == f"pnp: {PO} is left as it is: make it right first"
    assert german.read_bytes() == before
    done = run("translate", "init", "inn", "--lang", "fr")
    assert done.code == 1
    assert done.err.endswith("pnp: card_data/inn/locale/fr.po is not begun: some of the game can't be read\n")
    assert not (root / "card_data/inn/locale/fr.po").exists()


def test_only_notes_put_in_order(german: Path, run: Run) -> None:
    change(german.parents[3], "card_data/inn/dishes.yaml", "- id: broth", "\n- id: broth")
    assert run("translate", "update", "inn").out == f"{PO}: only notes and lines put in order\n"


def test_status(german: Path, run: Run) -> None:
    change(german.parents[3], PO, 'msgstr "Bröth"', 'msgstr ""')
    change(german.parents[3], PO, 'msgstr "Tart"', 'msgstr "Tart "')
    change(german.parents[3], PO, 'msgctxt "dishes.roast.name"', '#, fuzzy\nmsgctxt "dishes.roast.name"')
    done = run("translate", "status", "inn", "--lang", "de")
    assert (done.code, done.err) == (0, "")
    assert done.out.splitlines()[:5] == [
        f"German (de): 97.5 % of {PO}",
        "             texts  translated  fuzzy  missing  problems",
        "  game           2           2      0        0         0",
        "  courses        2           2      0        0         0",
        "  dishes         9           7      1        1         1",
    ]
    assert done.out.splitlines()[-1] == "pnp check inn --lang de says more"
    as_json = json.loads(run("translate", "status", "inn", "--json").out)
    dishes = {"texts": 9, "translated": 7, "fuzzy": 1, "missing": 1, "problems": 1}
    assert as_json[0]["parts"]["dishes"] == dishes
    assert {name: as_json[0][name] for name in ("language", "file", "texts", "fuzzy", "missing")} == {
        "language": "de",
        "file": PO,
        "texts": 83,
        "fuzzy": 1,
        "missing": 1,
    }
    assert json.loads(run("translate", "status", "starter", "--project", str(REPOSITORY), "--json").out) == []


def test_a_link_out_of_the_folder_is_not_followed(inn: Path, run: Run) -> None:
    (inn / "secret.po").write_text("secret\n")
    write(inn, PO, "")
    (inn / PO).unlink()
    (inn / PO).symlink_to(inn / "secret.po")
    message = "locale/de.po leads out of inn's folder"
    for words in ("build inn --lang de", "translate update inn", "translate init inn --lang de", "check inn --lang de"):
        assert run(*words.split()) == (3, "", f"pnp: {message}\n")


@pytest.mark.skipif(not shutil.which("msgfmt"), reason="needs gettext")
@pytest.mark.parametrize("language", ["de", "pl", "ja", "ar"])
def test_other_tools_take_the_files(language: str, inn: Path, run: Run) -> None:
    file = inn / f"card_data/inn/locale/{language}.po"
    assert run("translate", "init", "inn", "--lang", language).code == 0
    fill(file)
    change(inn, "card_data/inn/dishes.yaml", "name: Broth", "name: Clear broth")
    change(inn, "card_data/inn/dishes.yaml", ", Stir well.", "")
    assert run("translate", "update", "inn").code == 0
    done = subprocess.run(["msgfmt", "--check", "-o", "/dev/null", str(file)], capture_output=True, text=True)
    assert (done.returncode, done.stderr) == (0, "")
    wanted = ("accelerators", "escapes", "newlines", "numbers", "printf", "pythonbraceformat", "xmltags", "urls")
    command = [sys.executable, "-m", "translate.filters.pofilter", str(file), "--progress=none"]
    done = subprocess.run([*command, *(f"--test={each}" for each in wanted)], capture_output=True, text=True)
    assert (done.returncode, [line for line in done.stdout.splitlines() if "(pofilter)" in line]) == (0, []), (
        done.stderr
    )
