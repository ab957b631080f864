"""`pnp translate`: catalogues begun, kept up to date, counted; their mistakes, and sheets made by them."""

import json
import os
import re
import subprocess
import sys
from collections.abc import Callable
from itertools import cycle
from pathlib import Path

import pytest
from compiled import compiled
from inn_game import PO, at, fill
from reading import text_of
from running import REPOSITORY, Run, german_problems
from system_programs import System
from tiny_game import change, write


def test_begin_fill_build(inn: Path, run: Run) -> None:
    done = run("translate", "init", "inn", "--lang", "de")
    assert done == (0, f"{PO}: 114 texts to say in German (de), 95 of them filled in\n", "")
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
    pages = text_of(inn / "output/inn/de/inn-low-a4.pdf")
    assert "Bröth" in pages and "Suppen" in pages and "Cösts 3 cöins." in pages and "Version 1" in pages
    assert "Broth" not in pages


def test_what_a_template_says_twice_is_translated_once(tiny: Path, run: Run) -> None:
    label = '<text x="4" y="{}" w="12" h="4">{{% trans %}}coin{{% endtrans %}}</text>'
    change(tiny, "layouts/tiny/coin.xml.j2", "</face>", f"{label.format(2)}{label.format(14)}</face>")
    assert run("translate", "init", "tiny", "--lang", "de").code == 0
    assert (tiny / "card_data/tiny/locale/de.po").read_text(encoding="utf-8").count('msgid "coin"') == 1
    assert run("translate", "update", "tiny", "--lang", "de").code == 0


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
        (
            "status inn --lang fr_FR",
            "inn has no catalogue for fr_FR; there is none: pnp translate init inn --lang fr-FR begins it",
        ),
        ("init inn --lang DE", "there is no language DE: did you mean de?"),
        ("init inn --lang italian", "there is no language italian: did you mean it?"),
        ("init inn --lang pt_br", "there is no language pt_br: did you mean pt-BR?"),
        (
            "check inn --lang fr_FR",
            "inn is not available in fr_FR: its languages are en; pnp translate init inn --lang fr-FR begins it",
        ),
        ("check inn --lang EN", "inn is not available in EN: its languages are en; did you mean en?"),
        ("build inn --lang en_US", "inn is not available in en_US: its languages are en; did you mean en?"),
        ("check inn --lang en-xa", "inn is not available in en-xa: its languages are en; did you mean en-XA?"),
    ],
)
def test_what_cannot_be_had(words: str, message: str, inn: Path, run: Run) -> None:
    group = () if words.startswith(("check", "build")) else ("translate",)
    assert run(*group, *words.split()) == (2, "", f"pnp: {message}\n")


def test_update_twice_is_update_once(german: Path, run: Run) -> None:
    assert run("translate", "update", "inn").out == f"{PO}: nothing to change\n"
    change(german.parents[3], PO, 'msgctxt "dishes.tart.name"', '# Is it sweet?\nmsgctxt "dishes.tart.name"')
    once = german.read_bytes()
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
    assert [line.partition(" ~origin")[0] for line in german_problems(run)] == [
        f"{at(german, 'dishes.broth.name')} PNP611 context=dishes.broth.name text='Clear broth'",
        f"{at(german, 'dishes.broth.hints.0')} PNP612 context=dishes.broth.hints.0 text=Wait.",
        f"{at(german, 'dish.xml.j2')} PNP611 context=dish.xml.j2 text='It costs {{count}} coins.'",
    ]


def test_a_catalogue_that_cannot_be_read_is_left_alone(german: Path, run: Run) -> None:
    text = german.read_text(encoding="utf-8").replace('msgstr "Bröth"', 'msgstr "Bröth')
    german.write_text(text, encoding="utf-8")
    done = run("translate", "update", "inn")
    assert (done.code, done.out) == (1, "")
    assert done.facts == [f"{at(german, 'dishes.broth.name')}:8 PNP600"]
    assert [line.startswith(f"pnp: {PO} ") for line in done.notices] == [True]
    assert german.read_text(encoding="utf-8") == text
    assert run("build", "inn", "--lang", "de").code == 1
    assert run("translate", "status", "inn").code == 1


def test_a_game_that_cannot_be_read_makes_nothing_vanish(german: Path, run: Run) -> None:
    root, before = german.parents[3], german.read_bytes()
    change(root, "card_data/inn/dishes.yaml", "name: Broth", "nam: Broth")
    done = run("translate", "update", "inn")
    assert done.code == 1
    assert done.facts[0].startswith("card_data/inn/dishes.yaml:2:3 PNP030 ")
    assert done.notices[-1].startswith(f"pnp: {PO} ")
    assert german.read_bytes() == before
    done = run("translate", "init", "inn", "--lang", "fr")
    assert done.code == 1
    assert done.notices[-1].startswith("pnp: card_data/inn/locale/fr.po ")
    assert not (root / "card_data/inn/locale/fr.po").exists()


def test_only_notes_put_in_order(german: Path, run: Run) -> None:
    change(german.parents[3], "card_data/inn/dishes.yaml", "- id: broth", "\n- id: broth")
    assert run("translate", "update", "inn").out == f"{PO}: only notes and lines put in order\n"


def test_what_is_meant_is_no_problem(german: Path, run: Run) -> None:
    change(german.parents[3], PO, 'msgstr "Tart"', 'msgstr "Tart "')
    assert run("translate", "status", "inn").out.splitlines()[4].split()[-1] == "1"
    change(german.parents[3], PO, 'msgctxt "dishes.tart.name"', '# pnp: ignore PNP6\nmsgctxt "dishes.tart.name"')
    assert run("translate", "status", "inn").out.splitlines()[4].split()[-1] == "0"


def test_status_counts_what_the_game_wants_to_know(german: Path, run: Run) -> None:
    root = german.parents[3]
    change(root, PO, 'msgstr "Tart"', 'msgstr "Tart "')
    (said,) = german_problems(run)
    code = said.split()[1]
    game = (root / "card_data/inn/game.yaml").read_text(encoding="utf-8")

    def counted(checks: str) -> tuple[int, str, str]:
        """Return the exit code, the number of problems of dishes, and the reported result of pnp check."""
        write(root, "card_data/inn/game.yaml", f"{game}checks: {checks}\n")
        done = run("translate", "status", "inn")
        last = done.out.splitlines()[-1].removeprefix("pnp check inn --lang de ")
        return done.code, done.out.splitlines()[4].split()[-1], last

    assert counted("{}") == (0, "1", "says more")
    assert counted(f"{{ignore: [{code}]}}") == (0, "0", "looks at how it is printed, too")
    assert counted(f"{{error: [{code}]}}") == (1, "1", "says more")


def test_an_untouched_catalogue_counts_as_nothing(inn: Path, run: Run) -> None:
    """Although pnp's own texts come filled in."""
    run("translate", "init", "inn", "--lang", "fr")
    lines = run("translate", "status", "inn", "--lang", "fr").out.splitlines()
    assert lines[0].startswith("French (fr): 0 % of ")
    total = next(number for number, line in enumerate(lines) if line.split()[0] == "all")
    assert int(lines[total].split()[1]) > 10 and lines[total].split()[2] == "0"
    part, texts, translated = lines[total + 1].split()[:3]
    assert part == "pnp" and texts == translated != "0"
    (as_json,) = json.loads(run("translate", "status", "inn", "--json").out)
    own = [part["texts"] for name, part in as_json["parts"].items() if name != "pnp"]
    assert as_json["texts"] == sum(own) and as_json["translated"] == 0


def test_status(german: Path, run: Run) -> None:
    change(german.parents[3], PO, 'msgstr "Bröth"', 'msgstr ""')
    change(german.parents[3], PO, 'msgstr "Tart"', 'msgstr "Tart "')
    change(german.parents[3], PO, 'msgctxt "dishes.roast.name"', '#, fuzzy\nmsgctxt "dishes.roast.name"')
    done = run("translate", "status", "inn", "--lang", "de")
    assert (done.code, done.err) == (0, "")
    assert done.out.splitlines()[:5] == [
        f"German (de): 40 % of {PO}",
        "             texts  translated  as in source  fuzzy  missing  problems in texts",
        "  game           2           1             1      0        0                  0",
        "  courses        2           1             1      0        0                  0",
        "  dishes         9           4             3      1        1                  1",
    ]
    assert done.out.splitlines()[-2].startswith("10 texts are as in the source")
    assert done.out.splitlines()[-1] == "pnp check inn --lang de says more"
    as_json = json.loads(run("translate", "status", "inn", "--json").out)
    dishes = {"texts": 9, "translated": 4, "copied": 3, "inherited": 0, "fuzzy": 1, "missing": 1, "problems": 1}
    assert as_json[0]["parts"]["dishes"] == dishes
    assert {name: as_json[0][name] for name in ("language", "file", "texts", "fuzzy", "missing")} == {
        "language": "de",
        "file": PO,
        "texts": 20,
        "fuzzy": 1,
        "missing": 1,
    }
    assert json.loads(run("translate", "status", "starter", "--project", str(REPOSITORY), "--json").out) == []


@pytest.mark.parametrize("words", ["translate update", "translate status", "check", "build", "setup"])
def test_another_way_to_write_a_language(words: str, german: Path, run: Run) -> None:
    done = run(*words.split(), "inn", "--lang", "de_DE")
    assert (done.code, done.out) == (2, "") and done.err.endswith("did you mean de?\n")


def test_a_link_out_of_the_folder_is_not_followed(inn: Path, run: Run) -> None:
    (inn / "secret.po").write_text("secret\n")
    write(inn, PO, "")
    (inn / PO).unlink()
    (inn / PO).symlink_to(inn / "secret.po")
    message = "locale/de.po leads out of inn's folder"
    for words in ("build inn --lang de", "translate update inn", "translate init inn --lang de", "check inn --lang de"):
        assert run(*words.split()) == (3, "", f"pnp: {message}\n")


def a_folder(file: Path) -> None:
    file.mkdir()


def a_pipe(file: Path) -> None:
    os.mkfifo(file)


def a_loose_link(file: Path) -> None:
    file.symlink_to(file.with_name("gone.po"))


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="needs named pipes")
@pytest.mark.parametrize(
    ("make", "is_what"),
    [(a_folder, "a folder itself, not a catalogue"), (a_pipe, "not a file"), (a_loose_link, "a link to nothing")],
)
def test_what_is_no_file_is_no_catalogue(make: Callable[[Path], None], is_what: str, german: Path, run: Run) -> None:
    german.unlink()
    make(german)
    message = f"pnp: locale/de.po in inn's folder is {is_what}\n"
    for words in ("check inn", "build inn", "translate update inn", "translate init inn", "translate status inn"):
        assert run(*words.split(), "--lang", "de") == (3, "", message)
    for words in ("translate update inn", "translate status inn"):
        assert run(*words.split()) == (3, "", message)
    checked = run("check", "inn")
    assert (checked.code, checked.out) == (1, "inn: 1 error\n")
    reason = message.removeprefix("pnp: ").rstrip()
    assert checked.lines == [f"card_data/inn/game.yaml:1:1 PNP134 reason='{reason}'"]
    change(german.parents[3], "card_data/inn/game.yaml", "languages: [en]", "languages: [en, de]")
    assert "PNP105" in run("check", "inn").err
    assert run("build", "inn").code == 0


FALSE_ALARMS = (
    "doublequoting",  # „so“ is right in German
    "puncspacing",  # a hyphen behind an icon, stars beside a comma
    "sentencecount",  # one sentence may be two
    "startcaps",  # nouns
    "startpunc",  # a name in braces may stand elsewhere
    "unchanged",  # names of people
)
OF_NO_LANGUAGE = ("endpunc", "simplecaps")  # what tests fill in is as in English
OF_CHANGED_GAMES = ("hassuggestion", "isfuzzy", "untranslated")


def filtered(file: Path, language: str, *without: str) -> list[str]:
    """Return the lines that translate-toolkit's filters report, except for some filters."""
    command = [sys.executable, "-m", "translate.filters.pofilter", str(file), "--progress=none"]
    options = [f"--language={language}", *(f"--excludefilter={each}" for each in without)]
    done = subprocess.run([*command, *options], capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    return [line for line in done.stdout.splitlines() if "(pofilter)" in line]


TRIED = ("de", "pl", "ja", "ar")


@pytest.fixture
def updated(inn: Path, run: Run) -> dict[str, Path]:
    """Catalogues that were complete before the game changed."""
    files = {language: inn / f"card_data/inn/locale/{language}.po" for language in TRIED}
    for language, file in files.items():
        assert run("translate", "init", "inn", "--lang", language).code == 0
        fill(file)
    change(inn, "card_data/inn/dishes.yaml", "name: Broth", "name: Clear broth")
    change(inn, "card_data/inn/dishes.yaml", ", Stir well.", "")
    assert run("translate", "update", "inn").code == 0
    return files


@pytest.mark.parametrize("language", TRIED)
def test_other_tools_take_the_files(language: str, updated: dict[str, Path]) -> None:
    loaded = compiled(updated[language].read_bytes())
    one, other = "Costs {count} coin.", "Costs {count} coins."
    said = {loaded.npgettext("dish.xml.j2", one, other, count) for count in range(200)}
    assert said == ({"Cösts {count} cöin."} if language == "ja" else {"Cösts {count} cöin.", "Cösts {count} cöins."})
    assert filtered(updated[language], language, *FALSE_ALARMS, *OF_NO_LANGUAGE, *OF_CHANGED_GAMES) == []


@pytest.mark.system("gettext")
def test_msgfmt_takes_the_files(updated: dict[str, Path], system: System) -> None:
    for language, file in updated.items():
        assert system("msgfmt", "--check", "-o", "/dev/null", str(file)).stderr == b"", language


@pytest.mark.parametrize("file", sorted(REPOSITORY.glob("card_data/*/locale/*.po")), ids=lambda file: file.stem)
def test_catalogues_that_come_with_pnp_pass_the_filters(file: Path, tmp_path: Path) -> None:
    """What stands in braces, with brackets and dots of its own, is some word: pnp looks at that itself."""
    plain, words = tmp_path / file.name, cycle(("lorem", "ipsum", "dolor"))
    text = re.sub(r"\{[^{}]*\}", lambda _: next(words), file.read_text(encoding="utf-8"))
    plain.write_text(text, encoding="utf-8")
    assert filtered(plain, file.stem, *FALSE_ALARMS) == []


def test_the_filters_find_something(german: Path, run: Run) -> None:
    change(german.parents[3], PO, 'msgstr[1] "Serve {count} dishes."', 'msgstr[1] "Serve 2 dishes"')
    lines = filtered(german, "de", *FALSE_ALARMS)
    assert {line.partition(":")[0] for line in lines} == {
        "# (pofilter) brackets",
        "# (pofilter) endpunc",
        "# (pofilter) pythonbraceformat",
    }


def test_init_says_in_which_languages_pnps_own_words_come(inn: Path, run: Run) -> None:
    only = "; pnp’s own among them come filled in for German and French only\n"
    assert run("translate", "init", "inn", "--lang", "ja").out.endswith(f"in Japanese (ja){only}")
    assert run("translate", "init", "inn", "--lang", "fr").out.endswith(" of them filled in\n")


def test_room_is_counted_in_wide_letters_where_a_language_has_them(inn: Path, run: Run) -> None:
    rooms = []
    for language in ("fr", "ja"):
        run("translate", "init", "inn", "--lang", language)
        text = (inn / PO).with_name(f"{language}.po").read_text(encoding="utf-8")
        rooms.append([int(each) for each in re.findall(r"room for about (\d+) characters", text)])
    latin, wide = map(sum, rooms)
    assert 0.3 * latin < wide < 0.6 * latin
