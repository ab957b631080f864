"""`pnp check --lang`: what a game's rules say of themselves is said in that language; what pnp says stays English."""

import re
from pathlib import Path

import pytest
from running import Run
from tiny_game import change, write

HEADER = r"""msgid ""
msgstr ""
"Language: de\n"
"Content-Type: text/plain; charset=UTF-8\n"
"Plural-Forms: nplurals=2; plural=(n != 1);\n"
"""
RULES = "- {id: many, say: There are 99 cards., count: cards, is: 99}\n"
SAID = """
msgctxt "rule:many.say"
msgid "There are 99 cards."
msgstr "Es gibt 99 Karten."

msgctxt "rule:night.say"
msgid "At night there are {1 + 1} cards."
msgstr "Nachts gibt es {1 + 1} Karten."
"""


@pytest.fixture
def german(tiny: Path) -> Path:
    change(tiny, "card_data/tiny/game.yaml", "languages: [en]", "languages: [en, de]")
    change(tiny, "card_data/tiny/game.yaml", "modules:\n", "modules:\n  night: {title: Night, rules: night.yaml}\n")
    write(tiny, "card_data/tiny/rules.yaml", RULES)
    night = '- {id: night, say: "At night there are {1 + 1} cards.", count: cards, is: 98}\n'
    write(tiny, "card_data/tiny/night.yaml", night)
    write(tiny, "card_data/tiny/locale/de.po", HEADER + SAID)
    return tiny


def hints(run: Run, *words: str) -> set[str]:
    lines = run("check", "tiny", "--select", "PNP510", *words).err.splitlines()
    return {found[1] for line in lines if (found := re.search(r"\(([^()]*)\)(?: \[[^]]*\])?(?:, also at .*)?$", line))}


def test_hints_are_the_sentences_of_the_language(german: Path, run: Run) -> None:
    assert hints(run, "--lang", "de") == {"Es gibt 99 Karten.", "Nachts gibt es 2 Karten."}
    assert hints(run, "--lang", "de", "--with", "night") == {"Es gibt 99 Karten.", "Nachts gibt es 2 Karten."}


def test_without_a_language_they_are_those_of_the_data(german: Path, run: Run) -> None:
    assert hints(run, "--with", "night") == {"There are 99 cards.", "At night there are 2 cards."}
