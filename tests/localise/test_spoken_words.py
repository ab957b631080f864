"""The words that pnp prints, by language."""

import re
from functools import cache
from pathlib import Path

import pytest
import yaml

from pnp.localise import languages as words
from pnp.localise.languages import Words, find_tag, guess_language
from pnp.model.language import Said
from pnp.model.options import FLIPS, INKS, MARKS, SIDES
from pnp.model.problem import FileError
from pnp.model.span import Span

FOLDER = Path(words.__file__).parents[1] / "data" / "words"


def test_a_language_without_words_speaks_english() -> None:
    assert Words("calibrate", "xx-YY").say("print") == Words("calibrate", "en").say("print") == "Print"


def test_a_language_says_what_it_can_and_the_rest_is_english(monkeypatch: pytest.MonkeyPatch) -> None:
    known = {"en": {"a": {"one": "1", "two": "2"}}, "de": {"a": {"one": "eins"}}, "de-CH": {"a": {"two": "zwöi"}}}
    monkeypatch.setattr(words, "_read_words", lambda tag: known.get(tag, {}))
    said = Words("a", "de-CH")
    assert (said.say("one"), said.say("two")) == ("eins", "zwöi")


def test_names_in_braces_are_filled_in(monkeypatch: pytest.MonkeyPatch) -> None:
    known = {
        "en": {"a": {"sheets": {"one": "{count} sheet", "other": "{count} sheets"}, "print-on": "on {paper}, {x}"}}
    }
    monkeypatch.setattr(words, "_read_words", lambda tag: known.get(tag, {}))
    said = Words("a", "en")
    assert [said.say("sheets", count=count) for count in (0, 1, 2)] == ["0 sheets", "1 sheet", "2 sheets"]
    assert dict(said.all(paper="a4")) == {"print_on": "on a4, {x}"}


def test_a_backslash_before_a_brace_prints_the_brace(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(words, "_read_words", lambda tag: {"a": {"how": r"write \{count} or \\{count}"}})
    assert Words("a", "en").say("how", count=3) == r"write {count} or \\3"


@pytest.mark.parametrize("file", sorted(FOLDER.glob("*.yaml")), ids=lambda file: file.stem)
def test_no_language_says_what_english_does_not_and_each_text_has_the_same_names_in_braces(file: Path) -> None:
    english, said = [yaml.load(each.read_text("utf-8"), yaml.BaseLoader) for each in (FOLDER / "en.yaml", file)]
    assert _names(said).items() <= _names(english).items()


def test_german_and_french_say_all_that_english_says() -> None:
    assert {"de", "fr"} <= {*words.spoken_languages()}


@pytest.mark.parametrize(
    ("section", "names"),
    [
        ("instructions", [f"{name}-{each}" for name in ("marks", "cut-how") for each in MARKS]),
        ("instructions", [f"sides-{each}" for each in SIDES]),
        ("instructions", [f"ink-{each}" for each in INKS]),
        ("instructions", [f"{name}-{each}" for name in ("edge", "like") for each in FLIPS]),
        ("calibrate", [f"{name}-{each}" for name in ("edge", "print-like") for each in FLIPS]),
    ],
)
def test_what_is_looked_up_by_the_value_of_an_option_is_there(section: str, names: list[str]) -> None:
    said = Words(section, "en")
    assert all(said.say(name) for name in names)


PARTIAL = """\
numbers: {3: tres}
instructions: {marks-lines: líneas, sheets: {one: "{count} hoja"}, print: {one: x, other: y}, marks: [a], no-word: hola}
calibrate: nothing
"""


def test_a_language_that_says_a_little_falls_back_on_english(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    _write_words(tmp_path, monkeypatch, "es", PARTIAL)
    said, english = Words("instructions", "es"), Words("instructions", "en")
    assert said.say("sheets", count=1) == "1 sheet"
    assert said.all()["marks_lines"] == "líneas"
    same = said.all().keys() - {"marks_lines"}
    assert {name: said.all()[name] for name in same} == {name: english.all()[name] for name in same}
    assert Words("calibrate", "es").all() == Words("calibrate", "en").all()
    assert Words("numbers", "es").say("3") == "tres"
    assert dict(words.spoken("instructions", "es")) == {"marks-lines": "líneas"}
    assert words.spoken_languages() == ()


def test_what_english_lacks_or_no_file_says_is_one_line(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(FileError, match=r"^pnp/data/words/en.yaml: instructions lacks marks-dots, which pnp prints$"):
        Words("instructions", "en").say("marks-dots")
    _write_words(tmp_path, monkeypatch, "es", "numbers: {3: tres\n")
    with pytest.raises(FileError, match=r"^pnp/data/words/es.yaml: can't be read: .*line 2"):
        Words("numbers", "es")


def _write_words(folder: Path, monkeypatch: pytest.MonkeyPatch, language: str, text: str) -> None:
    (folder / "en.yaml").write_bytes((FOLDER / "en.yaml").read_bytes())
    (folder / f"{language}.yaml").write_text(text, encoding="utf-8")
    monkeypatch.setattr(words, "_WORDS", folder)
    monkeypatch.setattr(words, "_read_words", cache(words._read_words.__wrapped__))


def _names(sections: dict[str, dict[str, object]]) -> dict[tuple[str, str], set[str]]:
    texts = {(section, name): said for section, all in sections.items() for name, said in all.items()}
    return {key: set(re.findall(r"\{[a-z]\w*\}|\*\*", str(said))) for key, said in texts.items()}


class Catalogue:
    """Three forms: for one, two, and more."""

    language = "de"

    def find(self, context: str, source: str, plural: str = "") -> Said | None:
        known = {
            ("pnp.a.title", "Title", ""): ("Titel",),
            ("pnp.a.sheets", "{count} sheet", "{count} sheets"): ("ein Blatt", "zwei Blatt", "{count} Blätter"),
        }
        forms = known.get((context, source, plural))
        return Said(forms, Span("de.po", 1)) if forms else None

    def form(self, count: int) -> int:
        return min(count, 3) - 1

    def place_of(self, text: str) -> Span | None:
        return None


def test_a_catalogue_comes_first(monkeypatch: pytest.MonkeyPatch) -> None:
    english = {"title": "Title", "sheets": {"one": "{count} sheet", "other": "{count} sheets"}, "x": "X", "y": "Y"}
    known = {"en": {"a": english}, "de": {"a": {"title": "Überschrift", "x": "Iks"}}}
    monkeypatch.setattr(words, "_read_words", lambda tag: known.get(tag, {}))
    said = Words("a", "de", Catalogue())
    assert [said.say("sheets", count=count) for count in (1, 2, 5)] == ["ein Blatt", "zwei Blatt", "5 Blätter"]
    assert dict(said.all()) == {"title": "Titel", "x": "Iks", "y": "Y"}


def test_nothing_but_names_is_filled_in(monkeypatch: pytest.MonkeyPatch) -> None:
    text = "{n:>99999999} {n.__class__} {n[0]} {} {{n}} {n}"
    monkeypatch.setattr(words, "_read_words", lambda tag: {"a": {"x": text}} if tag == "en" else {})
    assert Words("a", "en").say("x", n=1) == "{n:>99999999} {n.__class__} {n[0]} {} {1} 1"


@pytest.mark.parametrize(
    ("said", "tag"),
    [("italian", "it"), ("Italiano", "it"), ("DE", "de"), ("pt_br", "pt-BR"), ("Brazilian Portuguese", ""), ("it", "")],
)
def test_what_somebody_may_have_meant(said: str, tag: str) -> None:
    assert guess_language(said, ["en", "de", "it", "pt-BR"]) == tag


def test_a_language_by_its_english_name() -> None:
    names = ("Italian", "brazilian portuguese", "klingonish", "")
    assert [find_tag(name) for name in names] == ["it", "pt-BR", "", ""]
