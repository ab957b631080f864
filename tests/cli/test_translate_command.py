"""`pnp translate`: catalogues begun, kept up to date, counted; their mistakes, and sheets made by them."""

import json
import random
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from inn_game import fill, write_inn
from running import REPOSITORY, Run
from tiny_game import change, write

PO = "card_data/inn/locale/de.po"


@pytest.fixture
def inn(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(write_inn(tmp_path))
    return tmp_path


@pytest.fixture
def german(inn: Path, run: Run) -> Path:
    """The catalogue, complete and right."""
    assert run("translate", "init", "inn", "--lang", "de").code == 0
    fill(inn / PO)
    change(inn, PO, "för each guest", "je Gast")
    return inn / PO


def found(run: Run, *words: str) -> list[str]:
    """The lines of problems."""
    return [line for line in run("check", "inn", "--lang", "de", *words).err.splitlines() if "PNP" in line]


def at(german: Path, context: str) -> str:
    """The place of a context's translation, as messages name it."""
    lines = german.read_text(encoding="utf-8").splitlines()
    start = lines.index(f'msgctxt "{context}"')
    number = next(n for n, line in enumerate(lines[start:], start + 1) if line.startswith("msgstr"))
    return f"{PO}:{number}"


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


def printed(file: Path) -> str:
    done = subprocess.run(["pdftotext", "-raw", str(file), "-"], capture_output=True, text=True, check=True)
    return done.stdout


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
    assert done.err.startswith("card_data/inn/dishes.yaml:1:3: error PNP032")
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


def test_problems_of_a_translation_stand_at_its_line(german: Path, run: Run) -> None:
    root = german.parents[3]
    change(root, PO, 'msgstr "Bröth"', 'msgstr "Bröth ' + "und nöch viel mehr davon " * 9 + '"')
    change(root, PO, 'msgstr "Salt helps."', 'msgstr "Salt [salt] helps ☃."')
    change(root, PO, 'msgstr "Cakes"', 'msgstr "Kuchen' + " und Törtchen" * 8 + '"')
    errors = [line for line in found(run) if " error " in line]
    cake, name, hint = (
        at(german, context) for context in ("courses.cake.name", "dishes.broth.name", "dishes.broth.hints.0")
    )
    small = "is N mm too high at its smallest size, 6 pt"
    assert [re.sub(r"\d+\.\d+ mm", "N mm", line) for line in errors] == [
        f'{cake}: error PNP310 dishes/tart: "Kuchen und Törtchen und Törtc…" {small} [layouts/inn/dish.xml.j2:3:3]',
        f'{name}: error PNP310 dishes/broth: "name" {small} [card_data/inn/dishes.yaml:2:9]',
        f"{hint}: error PNP290 dishes/broth: there is no icon salt (there are: coin) [card_data/inn/dishes.yaml:6:11]",
        f"{hint}: error PNP301 dishes/broth: no font has '☃' (U+2603) of \"hints.0\" [card_data/inn/dishes.yaml:6:11]",
    ]


def test_what_pnp_says_itself_must_fit_too(german: Path, run: Run) -> None:
    text = german.read_text(encoding="utf-8")
    start = text.index('msgctxt "pnp.instructions.actual"')
    text = text[:start] + re.sub('msgstr ".*"', 'msgstr "' + "Wirklich " * 40 + 'größ"', text[start:], count=1)
    german.write_text(text, encoding="utf-8")
    done = run("build", "inn", "--lang", "de")
    assert done.code == 1
    assert f"{at(german, 'pnp.instructions.actual')}: error PNP310 instructions/instructions: “" in (
        done.err.replace('"', "“")
    )


def test_a_comment_ignores_a_problem(german: Path, run: Run) -> None:
    root = german.parents[3]
    change(root, PO, 'msgstr "Tart"', 'msgstr "Tart "')
    assert len(found(run)) == 1
    change(root, PO, 'msgctxt "dishes.tart.name"', '# pnp: ignore PNP620\nmsgctxt "dishes.tart.name"')
    assert found(run) == []
    assert run("translate", "update", "inn").code == 0
    assert found(run) == []


def test_a_comment_in_the_template_ignores_it_for_translations_too(german: Path, run: Run) -> None:
    root = german.parents[3]
    change(root, PO, 'msgstr "Bröth"', 'msgstr "Bröth ' + "und nöch viel mehr davon " * 9 + 'hier"')
    assert [line.split()[2] for line in found(run)] == ["PNP310"]
    change(root, "layouts/inn/dish.xml.j2", 'h="8"/>', 'h="8"/>{# pnp: ignore PNP310 #}')
    assert [line.split(": ", 1)[1].split(" ")[:3] for line in found(run)] == [["note", "PNP310", "ignored:"]]


def test_what_is_missing_is_printed_as_it_is_and_said(german: Path, run: Run) -> None:
    change(german.parents[3], PO, 'msgstr "Bröth"', 'msgstr ""')
    done = run("build", "inn", "--lang", "de")
    assert done.code == 0
    assert f"{at(german, 'dishes.broth.name')}: warning PNP612 dishes.broth.name: “Broth” is not translated" in done.err
    assert "Broth" in printed(german.parents[3] / "output/inn/de/inn-low-a4.pdf")
    assert run("check", "inn", "--lang", "de", "--strict").code == 1


def test_a_listed_language_needs_its_catalogue(inn: Path, run: Run) -> None:
    change(inn, "card_data/inn/game.yaml", "languages: [en]", "languages: [en, fr]")
    assert "error PNP105 language fr has no catalogue locale/fr.po (pnp translate init inn --lang fr begins it)" in (
        run("check", "inn").err
    )
    assert run("translate", "init", "inn", "--lang", "fr").code == 0
    assert run("check", "inn").code == 0


def test_comments_in_catalogues_are_needed_in_their_language(german: Path, run: Run) -> None:
    root = german.parents[3]
    change(root, PO, 'msgctxt "dishes.tart.name"', '# pnp: ignore PNP620\nmsgctxt "dishes.tart.name"')
    assert [line.partition(" (")[0] for line in run("check", "inn").err.splitlines() if "PNP" in line] == [
        f"{PO}:87:15: warning PNP092 there is no PNP620 in line {at(german, 'dishes.tart.name').rpartition(':')[2]}"
    ]
    change(root, PO, 'msgstr "Tart"', 'msgstr "Tart "')
    assert run("check", "inn").err == run("check", "inn", "--lang", "de").err == ""


def test_a_link_out_of_the_folder_is_not_followed(inn: Path, run: Run) -> None:
    (inn / "secret.po").write_text("secret\n")
    write(inn, PO, "")
    (inn / PO).unlink()
    (inn / PO).symlink_to(inn / "secret.po")
    message = "locale/de.po leads out of inn's folder"
    for words in ("build inn --lang de", "translate update inn", "translate init inn --lang de", "check inn --lang de"):
        assert run(*words.split()) == (3, "", f"pnp: {message}\n")


EXPANSION = {
    "card_data/cellar/game.yaml": """\
title: The Cellar
version: "1"
for: inn
languages: [en]
modules:
  wine: {title: Wine, add: {dishes: wine.yaml}}
""",
    "card_data/cellar/wine.yaml": "- {id: claret, name: Claret of old, course: soup, price: 5}\n",
}


def test_an_expansion_has_a_catalogue_of_its_own(german: Path, run: Run) -> None:
    root = german.parents[3]
    for name, text in EXPANSION.items():
        write(root, name, text)
    assert run("translate", "init", "cellar", "--lang", "de").out == (
        "card_data/cellar/locale/de.po: 3 texts to say in German (de)\n"
    )
    fill(root / "card_data/cellar/locale/de.po")
    assert run("check", "cellar", "--lang", "de", "--strict") == (0, "cellar: no problems\n", "")
    assert run("build", "inn", "--with", "wine", "--lang", "de").code == 0
    pages = printed(root / "output/inn/de/inn-low-a4-wine.pdf")
    assert "Claret öf öld" in pages and "Bröth" in pages and "Suppen" in pages
    assert run("build", "cellar", "--lang", "de") == (
        *(0, "output/cellar/de/cellar-low-a4.pdf: 2 pages on 2 sheets, 1 piece, 4 cuts\n"),
        "",
    )
    assert "Claret öf öld" in printed(root / "output/cellar/de/cellar-low-a4.pdf")


def test_setups_are_told_in_the_language(german: Path, run: Run) -> None:
    assert "Serve öne dish." in run("setup", "inn", "--lang", "de", "--players", "1").out
    assert "Serve 2 dishes." in run("setup", "inn", "--lang", "de", "--players", "2").out


ENTRY = re.compile(r'(?:^#[^~\n].*\n)*^msgctxt "([^"]+)"\nmsgid "([^"]+)"\nmsgstr "([^"\n]+)"\n\n?', re.MULTILINE)


@pytest.mark.parametrize("seed", [1, 2, 3])
def test_forty_entries_deleted_damaged_or_shifted_are_all_reported(seed: int, tmp_path: Path, run: Run) -> None:
    """Of the starter's, each by the name of its context, or at its line."""
    for part in ("card_data/starter", "layouts/starter"):
        shutil.copytree(REPOSITORY / part, tmp_path / part)
    assert run("translate", "init", "starter", "--lang", "de", "--project", str(tmp_path)).code == 0
    file = tmp_path / "card_data/starter/locale/de.po"
    fill(file)
    assert run("check", "starter", "--lang", "de", "--strict", "--project", str(tmp_path)).code == 0
    text = file.read_text(encoding="utf-8")
    chance = random.Random(seed)
    of_pieces = [match for match in ENTRY.finditer(text) if match[1].count(".") > 1 and match[1][:4] != "pnp."]
    long = [match for match in of_pieces if len(match[2]) > 12]
    chosen = sorted(chance.sample(long, 40), key=lambda match: -match.start())
    others = [match for match in long if match not in chosen]
    contexts = []
    for match in chosen:
        contexts.append(match[1])
        text = text[: match.start()] + _spoilt(match, others, chance) + text[match.end() :]
    file.write_text(text, encoding="utf-8")
    done = run("check", "starter", "--lang", "de", "--strict", "--project", str(tmp_path))
    assert done.code == 1
    lines = text.splitlines()
    for context in contexts:
        where = lines.index(f'msgctxt "{context}"') + 1 if f'msgctxt "{context}"' in lines else 0
        at_lines = [f"de.po:{number}{end}" for number in range(where - 3, where + 4) for end in ":]"] if where else []
        said = [line for line in done.err.splitlines() if context in line or any(at in line for at in at_lines)]
        assert said, f"nobody speaks of {context}: {lines[where - 4 : where + 4]}"


def _spoilt(match: re.Match[str], others: list[re.Match[str]], chance: random.Random) -> str:
    whole, context, source, said = match[0], match[1], match[2], match[3]
    kin = [other for other in others if _kin(other[1]) == _kin(context)]
    ways = [
        "",  # deleted
        whole.replace(f'msgstr "{said}"', 'msgstr ""'),
        whole.replace(f'msgctxt "{context}"', f'msgctxt "{context}x"'),
        whole.replace(f'msgid "{source}"', f'msgid "Nearly {source}"'),
        whole.replace(f'msgstr "{said}"', f'msgstr "{said} '),
        whole.replace(f'msgstr "{said}"', f'mgstr "{said}"'),
        whole.replace(f'msgstr "{said}"', f'msgstr "{said}  7 "'),
        whole.replace(f'msgstr "{said}"', f'msgstr "\u202e{said}"'),
        whole.replace(f'msgctxt "{context}"', f'#, fuzzy\nmsgctxt "{context}"'),
        whole + "\n" + whole,
        *([whole.replace(f'msgstr "{said}"', f'msgstr "{kin[-1][3]}"')] * 3 if kin else []),  # another piece's
    ]
    return chance.choice(ways)


def _kin(context: str) -> str:
    component, *path = context.split(".")
    return f"{component} {re.sub('[0-9]+', '*', '.'.join(path[1:]))}"


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
