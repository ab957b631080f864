"""What `check` and `build` say of a translation: each mistake at its line, whatever was done to the file."""

import random
import re
import shutil
from pathlib import Path

import pytest
from facts import read_facts
from inn_game import PO, at, fill
from reading import text_of
from running import REPOSITORY, Run, german_problems
from tiny_game import change, write


def test_problems_of_a_translation_stand_at_its_line(german: Path, run: Run) -> None:
    root = german.parents[3]
    change(root, PO, 'msgstr "Bröth"', 'msgstr "Bröth ' + "und nöch viel mehr davon " * 9 + '"')
    change(root, PO, 'msgstr "Salt helps."', 'msgstr "Salt [salt] helps 𝄞."')
    change(root, PO, 'msgstr "Cakes"', 'msgstr "Kuchen' + " und Törtchen" * 8 + '"')
    errors = [str(each) for each in read_facts(run("check", "inn", "--lang", "de").err) if each.severity == "error"]
    cake, name, hint = (
        at(german, context) for context in ("courses.cake.name", "dishes.broth.name", "dishes.broth.hints.0")
    )
    small = "over='N mm' size='6 pt'"
    broth = "~about=dishes/broth ~origin=card_data/inn/dishes.yaml"
    assert [re.sub(r"\d+\.\d+ mm", "N mm", line) for line in errors] == [
        f"{cake} PNP310 named='\"Kuchen und Törtchen und Törtc…\"' {small} ~about=dishes/tart "
        "~origin=layouts/inn/dish.xml.j2:3:3",
        f'{name} PNP310 named="name" {small} {broth}:2:9',
        f"{hint} PNP290 name=salt {broth}:6:11",
        f"{hint} PNP301 character=''𝄞'' number=1D11E named=\"hints.0\" {broth}:6:11",
    ]


def test_what_pnp_says_itself_must_fit_too(german: Path, run: Run) -> None:
    text = german.read_text(encoding="utf-8")
    start = text.index('msgctxt "pnp.instructions.actual"')
    text = text[:start] + re.sub('msgstr ".*"', 'msgstr "' + "Wirklich " * 40 + 'größ"', text[start:], count=1)
    german.write_text(text, encoding="utf-8")
    done = run("build", "inn", "--lang", "de")
    assert done.code == 1
    (told,) = [each for each in read_facts(done.err) if each.code == "PNP310"]
    assert told.place == at(german, "pnp.instructions.actual")
    assert (told.severity, told.about, told.values["named"][:9]) == ("error", "instructions/instructions", '"Wirklich')


def test_a_comment_ignores_a_problem(german: Path, run: Run) -> None:
    root = german.parents[3]
    change(root, PO, 'msgstr "Tart"', 'msgstr "Tart "')
    assert len(german_problems(run)) == 1
    change(root, PO, 'msgctxt "dishes.tart.name"', '# pnp: ignore PNP620\nmsgctxt "dishes.tart.name"')
    assert german_problems(run) == []
    assert run("translate", "update", "inn").code == 0
    assert german_problems(run) == []


def test_a_comment_in_the_template_ignores_it_for_translations_too(german: Path, run: Run) -> None:
    root = german.parents[3]
    change(root, PO, 'msgstr "Bröth"', 'msgstr "Bröth ' + "und nöch viel mehr davon " * 9 + 'hier"')
    assert [line.split()[1] for line in german_problems(run)] == ["PNP310"]
    change(root, "layouts/inn/dish.xml.j2", 'h="8"/>', 'h="8"/>{# pnp: ignore PNP310 #}')
    about = [(each.severity, each.code, each.about) for each in read_facts(run("check", "inn", "--lang", "de").err)]
    assert about == [("note", "PNP310", "ignored: dishes/broth"), ("note", "PNP628", "")]


def test_what_is_missing_is_printed_as_it_is_and_said(german: Path, run: Run) -> None:
    change(german.parents[3], PO, 'msgstr "Bröth"', 'msgstr ""')
    done = run("build", "inn", "--lang", "de")
    assert done.code == 0
    missing = f"{at(german, 'dishes.broth.name')} PNP612 context=dishes.broth.name text=Broth"
    assert any(line.startswith(missing) for line in done.facts)
    assert "Broth" in text_of(german.parents[3] / "output/inn/de/inn-low-a4.pdf")
    assert run("check", "inn", "--lang", "de", "--strict").code == 1


def test_blanks_are_not_printed_for_a_text(german: Path, run: Run) -> None:
    change(german.parents[3], PO, 'msgstr "Bröth"', 'msgstr " "')
    (told,) = german_problems(run)
    assert told.startswith(f"{at(german, 'dishes.broth.name')} PNP612 context=dishes.broth.name text=Broth")
    assert run("build", "inn", "--lang", "de").code == 0
    assert "Broth" in text_of(german.parents[3] / "output/inn/de/inn-low-a4.pdf")


@pytest.mark.parametrize("name", ["deutsch", "ca@valencia"])
def test_a_catalogue_called_otherwise(name: str, inn: Path, run: Run) -> None:
    write(inn, f"card_data/inn/locale/{name}.po", "")
    checked = run("check", "inn")
    assert (checked.code, checked.out) == (0, "inn: 1 warning\n")
    assert checked.lines == [f'card_data/inn/locale/{name}.po PNP107 name="{name}"']
    assert "pt-BR.po" in checked.err


@pytest.fixture
def esperanto(inn: Path, run: Run) -> Path:
    """Start a catalogue in a language that pnp doesn't speak."""
    assert run("translate", "init", "inn", "--lang", "eo").code == 0
    return inn / "card_data/inn/locale/eo.po"


def reported_problems(run: Run) -> list[str]:
    """Return the facts of the reported problems of the catalogue, without the folder and origins."""
    lines = run("check", "inn", "--lang", "eo", "--all-warnings").lines
    return [line.partition("locale/")[2].partition(" ~origin")[0] for line in lines]


def test_a_catalogue_just_begun_is_told_in_few_lines(esperanto: Path, run: Run) -> None:
    lines = reported_problems(run)
    assert [re.sub(r"^eo\.po:\d+ ", "", line) for line in lines] == [
        "PNP612 texts='game: 2'",
        "PNP612 texts='courses: 2'",
        "PNP612 texts='dishes: 9'",
        "PNP612 context=module:feast.title text='The feast'",
        "PNP612 texts='setup: 4'",
        "PNP612 context=rule:prices.say text='Every dish has a price.'",
        "PNP612 context=dish.xml.j2 text='Costs {count} coins.'",
        "PNP612 texts='pnp: 94'",
    ]
    number = int(re.split("[: ]", lines[2])[1])
    assert esperanto.read_text(encoding="utf-8").splitlines()[number - 3] == 'msgctxt "component:dishes.title"'


def test_what_is_ignored_is_not_counted(esperanto: Path, run: Run) -> None:
    before = reported_problems(run)
    first = 'msgctxt "component:dishes.title"'
    text = esperanto.read_text(encoding="utf-8")
    esperanto.write_text(text.replace(first, f"# pnp: ignore PNP612\n{first}"), encoding="utf-8")
    now = reported_problems(run)
    assert (before[2].partition(" ")[2], now[2].partition(" ")[2]) == (
        "PNP612 texts='dishes: 9'",
        "PNP612 texts='dishes: 8'",
    )
    assert len(now) == len(before)


def test_very_many_fuzzy_or_missing_ones(esperanto: Path, run: Run) -> None:
    fill(esperanto)
    text = esperanto.read_text(encoding="utf-8")
    esperanto.write_text(text.replace("msgctxt", "#, fuzzy\nmsgctxt"), encoding="utf-8")
    assert [line for line in reported_problems(run) if "dishes" in line] == ["eo.po:52 PNP611 texts='dishes: 9'"]
    esperanto.write_text(text[: text.index("#. ")], encoding="utf-8")
    assert [line for line in reported_problems(run) if "dishes" in line] == ["eo.po PNP610 texts='dishes: 9'"]


def test_a_listed_language_needs_its_catalogue(inn: Path, run: Run) -> None:
    change(inn, "card_data/inn/game.yaml", "languages: [en]", "languages: [en, fr]")
    said = "card_data/inn/game.yaml:3:17 PNP105 language=fr file=locale/fr.po"
    assert said in run("check", "inn").facts
    built = run("build", "inn")
    assert built.code == 0, "others can be printed"
    assert said in built.facts
    assert run("build", "inn", "--lang", "fr") == (
        2, "", "pnp: inn is not available in fr: its languages are en; pnp translate init inn --lang fr begins it\n"
    )  # fmt: skip
    assert run("translate", "init", "inn", "--lang", "fr").code == 0
    assert run("check", "inn").code == 0


def test_comments_in_catalogues_are_needed_in_their_language(german: Path, run: Run) -> None:
    root = german.parents[3]
    change(root, PO, 'msgctxt "dishes.tart.name"', '# pnp: ignore PNP620\nmsgctxt "dishes.tart.name"')
    assert run("check", "inn", "--lang", "de").err == "", "an edition can't know"
    needed = at(german, "dishes.tart.name").rpartition(":")[2]
    assert run("check", "inn").lines == [f"{PO}:87:15 PNP092 ignored=PNP620 where='in line {needed}'"]
    change(root, PO, 'msgstr "Tart"', 'msgstr "Tart "')
    assert run("check", "inn").err == run("check", "inn", "--lang", "de").err == ""


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
    pages = text_of(root / "output/inn/de/inn-low-a4-wine.pdf")
    assert "Claret öf öld" in pages and "Bröth" in pages and "Suppen" in pages
    assert run("build", "cellar", "--lang", "de") == (
        *(0, "output/cellar/de/cellar-low-a4.pdf: 2 pages on 2 sheets, 1 piece, 4 cuts\n"),
        "",
    )
    assert "Claret öf öld" in text_of(root / "output/cellar/de/cellar-low-a4.pdf")


def test_setups_are_told_in_the_language(german: Path, run: Run) -> None:
    assert "Serve öne dish." in run("setup", "inn", "--lang", "de", "--players", "1").out
    assert "Serve 2 dishes." in run("setup", "inn", "--lang", "de", "--players", "2").out


ENTRY = re.compile(r'(?:^#[^~\n].*\n)*^msgctxt "([^"]+)"\nmsgid "([^"]+)"\nmsgstr "([^"\n]+)"\n\n?', re.MULTILINE)


@pytest.mark.nightly
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
