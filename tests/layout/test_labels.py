"""Labels of templates: `{% trans %}` in the edition's language, escaped, counted, found without being rendered."""

from pathlib import Path

import pytest
from jinja2 import TemplateSyntaxError
from markupsafe import Markup

from pnp.layout.filters import labels_in
from pnp.layout.sandbox import LayoutEnvironment, make_environment
from pnp.layout.templates import LayoutLoader
from pnp.model.language import Said
from pnp.model.span import Span


class German:
    """Says what it is given."""

    language = "de"

    def __init__(self, **said: tuple[str, ...]) -> None:
        self.said = said
        self.asked: list[tuple[str, str, str]] = []

    def find(self, context: str, source: str, plural: str = "") -> Said | None:
        self.asked.append((context, source, plural))
        forms = self.said.get(source)
        return Said(forms, Span("de.po", 1)) if forms else None

    def form(self, count: int) -> int:
        return int(count != 1)

    def place_of(self, text: str) -> Span | None:
        return None


def environment(folder: Path, german: German | None = None, **templates: str) -> LayoutEnvironment:
    for name, text in templates.items():
        (folder / f"{name}.j2").write_text(text, encoding="utf-8")
    return make_environment(LayoutLoader([folder], Path.as_posix), stamped=False, translation=german)


def rendered(folder: Path, text: str, german: German | None = None, **values: object) -> str:
    return environment(folder, german, card=text).get_template("card.j2").render(values)


def test_without_a_translation_it_is_what_the_template_says(tmp_path: Path) -> None:
    assert rendered(tmp_path, "{% trans %}Price{% endtrans %}") == "Price"


def test_with_one_it_is_what_that_says(tmp_path: Path) -> None:
    german = German(Price=("Preis",))
    assert (
        rendered(tmp_path, "{% trans %}Price{% endtrans %}: {% trans %}Power{% endtrans %}", german) == "Preis: Power"
    )
    assert german.asked == [("card.j2", "Price", ""), ("card.j2", "Power", "")]


PLURAL = "{% trans count=n %}{{ count }} card{% pluralize %}{{ count }} cards{% endtrans %}"


@pytest.mark.parametrize(("count", "said"), [(1, "1 card"), (2, "2 cards"), (0, "0 cards")])
def test_counts(count: int, said: str, tmp_path: Path) -> None:
    assert rendered(tmp_path, PLURAL, n=count) == said
    german = German(**{"{count} card": ("eine Karte", "{count} Karten")})
    expected = "eine Karte" if count == 1 else f"{count} Karten"
    assert rendered(tmp_path, PLURAL, german, n=count) == expected


def test_everything_is_escaped(tmp_path: Path) -> None:
    text = "{% trans who=who %}A &amp; {{ who }} 100%{% endtrans %}"
    assert rendered(tmp_path, text, who="<b>") == "A &amp; &lt;b&gt; 100%"
    assert rendered(tmp_path, text, who=Markup("<b/>")) == "A &amp; <b/> 100%"
    german = German(**{"A & {who} 100%": ('<{who}> " & {{who}} {x}',)})
    assert rendered(tmp_path, text, german, who="<") == "&lt;&lt;&gt; &#34; &amp; {&lt;} {x}"


def test_a_backslash_before_a_brace_prints_the_brace(tmp_path: Path) -> None:
    german = German(**{"Of {who}": (r"\{who} {who}",)})
    assert rendered(tmp_path, "{% trans who=who %}Of {{ who }}{% endtrans %}", german, who="A") == "{who} A"


def test_a_translation_cannot_run_anything(tmp_path: Path) -> None:
    german = German(Price=("{{ piece }} {% set x = 1 %} %(x)s {0} {x.__class__} {x:>99999999}",))
    expected = "{{ piece }} {% set x = 1 %} %(x)s {0} {x.__class__} {x:&gt;99999999}"
    assert rendered(tmp_path, "{% trans %}Price{% endtrans %}", german) == expected


def test_blanks_of_the_template_collapse(tmp_path: Path) -> None:
    german = German(**{"Costs a lot": ("Kostet viel",)})
    assert rendered(tmp_path, "{% trans %}\n  Costs\n  a lot\n{% endtrans %}", german) == "Kostet viel"


def test_an_element_cannot_stand_in_it(tmp_path: Path) -> None:
    with pytest.raises(TemplateSyntaxError, match="an element can't stand in"):
        rendered(tmp_path, "{% trans %}Costs <br/> a lot{% endtrans %}")


def test_labels_are_found_where_they_are_written(tmp_path: Path) -> None:
    environment(
        tmp_path,
        card='{% trans %}Price{% endtrans %}\n{% import "marks.j2" as marks %}{{ marks.m() }}{% include "x-" ~ y %}',
        marks=f"{{% macro m() %}}\n{PLURAL}{{% endmacro %}}",
        other='{% trans "short" %}Power{% endtrans %}',
        broken="{% trans %}",
    )
    found = list(labels_in(LayoutLoader([tmp_path], Path.as_posix), ["card.j2", "none.j2"], [tmp_path]))
    assert [(label.context, label.text, label.plural, label.span.line) for label in found] == [
        ("card.j2", "Price", "", 1),
        ("marks.j2", "{count} card", "{count} cards", 2),
        ("other.j2:short", "Power", "", 1),
    ]
    assert found[0].span.file == (tmp_path / "card.j2").as_posix()
