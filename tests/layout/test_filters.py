"""Capitals of templates and styles are those of the edition's language."""

from pathlib import Path

import pytest

from pnp.io.project import Project
from pnp.layout.sandbox import make_environment
from pnp.layout.templates import LayoutLoader
from pnp.load import load_fonts
from pnp.typesetting.fonts import FontStore
from pnp.typesetting.paragraph import Paragraphs
from pnp.typesetting.shape import Shaper
from pnp.typesetting.words import Typesetting

REPOSITORY = Path(__file__).parents[2]


def rendered(folder: Path, text: str, language: str, **values: object) -> str:
    (folder / "card.j2").write_text(text, encoding="utf-8")
    loader = LayoutLoader([folder], Path.as_posix)
    return make_environment(loader, stamped=False, language=language).get_template("card.j2").render(values)


@pytest.mark.parametrize(
    ("language", "text", "expected"),
    [
        ("tr", "{{ name|upper }} {{ name.upper() }}", "TEPE İLİ TEPE İLİ"),
        ("en", "{{ name|upper }} {{ name.upper() }}", "TEPE ILI TEPE ILI"),
        ("tr", "{{ 'ISI'|lower }} {{ 'ISI'.lower() }}", "ısı ısı"),
        ("tr", "{{ 'ilk iş'|title }} {{ 'ilk iş'.title() }}", "İlk İş İlk İş"),
        ("tr", "{{ 'iLK iş'|capitalize }} {{ 'iLK iş'.capitalize() }}", "İlk iş İlk iş"),
        ("el", "{{ 'Μάιος'|upper }}", "ΜΑΪΟΣ"),
        ("nl", "{{ 'ijs'|title }}", "IJs"),
        ("tr", "{{ 3|upper }}", "3"),
        ("tr", "{{ ['iki', 'ilk']|map('upper')|join(' ') }}", "İKİ İLK"),
        ("tr", "{% filter upper %}<b id=1>fil &amp; iş</b>{% endfilter %}", "<b id=1>FİL &amp; İŞ</b>"),
        ("en", "{{ 'pay 1 [coin]'|upper }} {{ '[coin] pay'.title() }}", "PAY 1 [coin] [coin] Pay"),
        ("en", "{% filter upper %}<b>a [coin]</b>{% endfilter %}", "<b>A [coin]</b>"),
        ("de", "{{ 3|number }} {{ 1234.5|number }} {{ 2|number(1) }} {{ -4|number }}", "3 1.234,5 2,0 −4"),
        ("en", "{{ 1234.5|number }} {{ [1000, 2]|map('number')|join(' ') }} {{ none|number }}", "1,234.5 1,000 2 "),
    ],
)
def test_filters_and_methods(tmp_path: Path, language: str, text: str, expected: str) -> None:
    assert rendered(tmp_path, text, language, name="tepe ili") == expected


@pytest.mark.parametrize(("language", "expected"), [("tr", "İKİ"), ("en", "IKI"), ("el", "IKI ΑΪ"), ("de", "SS")])
def test_a_style_in_capitals(language: str, expected: str) -> None:
    table, _ = load_fonts(Project(REPOSITORY, REPOSITORY))
    text = {"el": "iki άι", "de": "ß"}.get(language, "iki")
    paragraphs = Paragraphs(Shaper(FontStore(table), language), {}, language)
    words = paragraphs.paragraph(text, Typesetting("text", False, False, 0.0, True, False)).words
    assert "".join(word.text for word in words) == expected
