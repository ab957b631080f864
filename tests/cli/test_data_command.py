"""`pnp data`: which components are written where, and what keeps them from it."""

from pathlib import Path

import pytest
from running import Run
from tiny_game import change, write

LEFT_OUT = "pnp: without 1 piece of modules that aren't chosen: --with more\n"


def test_a_file_a_component(tiny: Path, run: Run) -> None:
    assert run("data", "tiny") == (0, "output/tiny/data/cards.csv\n", LEFT_OUT)
    assert (tiny / "output/tiny/data/cards.csv").read_text() == (
        "id,copies,name,rule\none,2,First,Take a [dot].\ntwo,1,Second,\n"
    )


def test_elsewhere(tiny: Path, run: Run) -> None:
    assert run("data", "tiny", "cards", "--as", "yaml", "--out", "tables") == (0, "tables/cards.yaml\n", LEFT_OUT)
    assert (tiny / "tables/cards.yaml").read_text() == (tiny / "card_data/tiny/cards.yaml").read_text()


def test_one_that_no_table_can_hold_keeps_no_other_from_being_written(tiny: Path, run: Run) -> None:
    change(
        tiny,
        "card_data/tiny/game.yaml",
        "  coins:\n",
        "  notes: {data: notes.yaml, fields: {words: {type: list, of: text}}}\n  coins:\n",
    )
    write(tiny, "card_data/tiny/notes.yaml", '- id: a\n  words: [x, "1; 2"]\n- id: b\n  words: ["1; 2"]\n')
    written = run("data", "tiny")
    assert (written.code, written.out) == (1, "output/tiny/data/cards.csv\n")
    assert written.facts == [
        "card_data/tiny/notes.yaml:2:10 PNP060 path=words found='a list with the item \"1; 2\"' "
        "~also=card_data/tiny/notes.yaml:4:10"
    ]
    left_out, count = written.notices
    assert (f"{left_out}\n", count[:14]) == (LEFT_OUT, "pnp: 1 error: ")


def test_what_modules_bring(tiny: Path, run: Run) -> None:
    whole = "id,copies,name,rule\none,2,First,Take a [dot].\ntwo,1,Second,\n"
    for module, written in (("more", f"{whole}three,1,Third,\n"), ("less", whole.replace("two,1,Second,\n", ""))):
        said = run("data", "tiny", "--with", module)
        assert said == (0, "output/tiny/data/cards.csv\n", "" if module == "more" else LEFT_OUT)
        assert (tiny / "output/tiny/data/cards.csv").read_text() == written
    assert run("data", "tiny", "--with", "mare") == (2, "", "pnp: tiny has no module mare (did you mean more?)\n")


GERMAN = """\
msgid ""
msgstr "Content-Type: text/plain; charset=UTF-8\\nLanguage: de\\n"
"Plural-Forms: nplurals=2; plural=(n != 1);\\n"

msgctxt "cards.one.name"
msgid "First"
msgstr "Erste"

msgctxt "cards.three.name"
msgid "Third"
msgstr "Dritte"
"""


@pytest.mark.parametrize(("words", "third"), [((), ""), (("--with", "more"), "three,1,Dritte,\n")])
def test_in_another_language(words: tuple[str, ...], third: str, tiny: Path, run: Run) -> None:
    """What isn't translated stays as it is."""
    change(tiny, "card_data/tiny/game.yaml", "languages: [en]", "languages: [en, de]")
    change(tiny, "card_data/tiny/game.yaml", "name: {type: text, ", "name: {type: text, translatable: true, ")
    write(tiny, "card_data/tiny/locale/de.po", GERMAN)
    done = run("data", "tiny", "--lang", "de", *words)
    assert (done.code, done.out) == (0, "output/tiny/data/cards.de.csv\n"), done.err
    assert (tiny / "output/tiny/data/cards.de.csv").read_text() == (
        f"id,copies,name,rule\none,2,Erste,Take a [dot].\ntwo,1,Second,\n{third}"
    )


def test_a_language_that_is_not_there_or_can_not_be_read(tiny: Path, run: Run) -> None:
    refused = run("data", "tiny", "--lang", "de")
    assert (refused.code, refused.err.partition(":")[0]) == (2, "pnp")
    change(tiny, "card_data/tiny/game.yaml", "languages: [en]", "languages: [en, de]")
    write(tiny, "card_data/tiny/locale/de.po", "msgid 1\n")
    refused = run("data", "tiny", "--lang", "de")
    assert refused.code == 1
    assert "card_data/tiny/locale/de.po:1" in refused.err
    assert not (tiny / "output").exists()


def test_nothing_is_written_of_what_can_not_be_read(tiny: Path, run: Run) -> None:
    change(tiny, "card_data/tiny/cards.yaml", "name: Second", "word: Second")
    failed = run("data", "tiny")
    assert (failed.code, failed.out) == (1, "")
    assert failed.err.splitlines()[-1] == "pnp: 2 errors: nothing written (pnp explain CODE says more)"
    assert not (tiny / "output").exists()


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["tiny", "card"], 'tiny has no component "card" (did you mean cards?)'),
        (["tiny", "coins"], "coins has no pieces with fields of their own"),
        (["tiny", "--as", "csw"], 'there is no --as "csw" (did you mean csv?)'),
        (["tine"], 'there is no game "tine" (did you mean tiny?)'),
    ],
)
def test_what_is_not_there(words: list[str], said: str, tiny: Path, run: Run) -> None:
    assert run("data", *words) == (2, "", f"pnp: {said}\n")


def test_pieces_that_only_modules_have(tiny: Path, run: Run) -> None:
    change(tiny, "card_data/tiny/game.yaml", "    data: cards.yaml\n", "")
    change(tiny, "card_data/tiny/game.yaml", ", drop: {cards: [two]}}", "}")
    refused = "pnp: tiny has no pieces with fields of their own (modules have: --with more)\n"
    assert run("data", "tiny") == (2, "", refused)
    assert run("data", "tiny", "--with", "more").code == 0
