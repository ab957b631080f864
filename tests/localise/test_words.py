"""The words that pnp prints, by language."""

import re
from pathlib import Path

import pytest
import yaml

from pnp.localise import languages as words
from pnp.localise.languages import Words, meant, tag_called
from pnp.model.language import Said
from pnp.model.span import Span

FOLDER = Path(words.__file__).parents[1] / "data" / "words"


def test_a_language_without_words_speaks_english() -> None:
    assert Words("calibrate", "xx-YY").say("print") == Words("calibrate", "en").say("print") == "Print"


def test_a_language_says_what_it_can_and_the_rest_is_english(monkeypatch: pytest.MonkeyPatch) -> None:
    known = {"en": {"a": {"one": "1", "two": "2"}}, "de": {"a": {"one": "eins"}}, "de-CH": {"a": {"two": "zwöi"}}}
    monkeypatch.setattr(words, "_file", lambda tag: known.get(tag, {}))
    said = Words("a", "de-CH")
    assert (said.say("one"), said.say("two")) == ("eins", "zwöi")


def test_names_in_braces_are_filled_in(monkeypatch: pytest.MonkeyPatch) -> None:
    known = {
        "en": {"a": {"sheets": {"one": "{count} sheet", "other": "{count} sheets"}, "print-on": "on {paper}, {x}"}}
    }
    monkeypatch.setattr(words, "_file", lambda tag: known.get(tag, {}))
    said = Words("a", "en")
    assert [said.say("sheets", count=count) for count in (0, 1, 2)] == ["0 sheets", "1 sheet", "2 sheets"]
    assert dict(said.all(paper="a4")) == {"print_on": "on a4, {x}"}


def test_a_backslash_before_a_brace_prints_the_brace(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(words, "_file", lambda tag: {"a": {"how": r"write \{count} or \\{count}"}})
    assert Words("a", "en").say("how", count=3) == r"write {count} or \\3"


@pytest.mark.parametrize("file", sorted(FOLDER.glob("*.yaml")), ids=lambda file: file.stem)
def test_no_language_says_what_english_does_not(file: Path) -> None:
    english = yaml.safe_load((FOLDER / "en.yaml").read_text(encoding="utf-8"))
    for section, said in yaml.safe_load(file.read_text(encoding="utf-8")).items():
        assert said.keys() <= english[section].keys()


@pytest.mark.parametrize("language", words.with_own_words())
def test_a_language_says_all_that_english_says_with_the_same_names_in_braces(language: str) -> None:
    english, said = [
        yaml.load((FOLDER / f"{each}.yaml").read_text("utf-8"), yaml.BaseLoader) for each in ("en", language)
    ]
    assert _names(said) == _names(english)


def _names(sections: dict[str, dict[str, object]]) -> dict[tuple[str, str], set[str]]:
    texts = {(section, name): said for section, all in sections.items() for name, said in all.items()}
    return {key: set(re.findall(r"\{[a-z]\w*\}|\*\*", str(said))) for key, said in texts.items()}


def test_the_languages_that_pnp_speaks() -> None:
    assert words.with_own_words() == ("de", "fr")


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
    monkeypatch.setattr(words, "_file", lambda tag: known.get(tag, {}))
    said = Words("a", "de", Catalogue())
    assert [said.say("sheets", count=count) for count in (1, 2, 5)] == ["ein Blatt", "zwei Blatt", "5 Blätter"]
    assert dict(said.all()) == {"title": "Titel", "x": "Iks", "y": "Y"}


def test_nothing_but_names_is_filled_in(monkeypatch: pytest.MonkeyPatch) -> None:
    text = "{n:>99999999} {n.__class__} {n[0]} {} {{n}} {n}"
    monkeypatch.setattr(words, "_file", lambda tag: {"a": {"x": text}} if tag == "en" else {})
    assert Words("a", "en").say("x", n=1) == "{n:>99999999} {n.__class__} {n[0]} {} {1} 1"


@pytest.mark.parametrize(
    ("said", "tag"),
    [("italian", "it"), ("Italiano", "it"), ("DE", "de"), ("pt_br", "pt-BR"), ("Brazilian Portuguese", ""), ("it", "")],
)
def test_what_somebody_may_have_meant(said: str, tag: str) -> None:
    assert meant(said, ["en", "de", "it", "pt-BR"]) == tag


def test_a_language_by_its_english_name() -> None:
    names = ("Italian", "brazilian portuguese", "klingonish", "")
    assert [tag_called(name) for name in names] == ["it", "pt-BR", "", ""]
