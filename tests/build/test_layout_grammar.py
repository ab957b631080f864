"""The grammar of layouts that editors read: what pnp lays out it accepts, and no names that pnp doesn't know."""

import re
from pathlib import Path

import pytest
from lxml import etree

from pnp.build.editor_files import layout_grammar, layout_snippets
from pnp.build.laying_out import lay_out
from pnp.build.loading import read_game
from pnp.build.preparing import load, localise
from pnp.build.results import SILENT
from pnp.layout import faces
from pnp.layout.elements import all_kinds
from pnp.load import find_project, load_style
from pnp.model.options import Options

REPOSITORY = Path(__file__).parents[2]


def starter_grammar() -> bytes:
    project = find_project(REPOSITORY)
    game, _ = read_game(project, "starter")
    assert game is not None
    return layout_grammar(game, load_style(project, "starter")[0])


def grammar() -> etree.RelaxNG:
    return etree.RelaxNG(etree.fromstring(starter_grammar()))


def wrong(xml: str | bytes) -> str:
    """Return the grammar's complaint."""
    checked = grammar()
    checked.validate(etree.fromstring(xml))
    return "; ".join(dict.fromkeys(error.message for error in checked.error_log))


def test_all_that_a_game_renders(monkeypatch: pytest.MonkeyPatch) -> None:
    rendered: dict[str, None] = {}
    read = faces.read_tags

    def reading(xml: str, *others: object) -> object:
        rendered[xml] = None
        return read(xml, *others)  # type: ignore[arg-type]

    monkeypatch.setattr(faces, "read_tags", reading)
    options = Options("starter", jobs=1, cache=False)
    prepared = localise(load(find_project(REPOSITORY), options), options)
    assert prepared is not None
    lay_out(prepared, None, SILENT)
    checked = grammar()
    assert len(rendered) > 20
    assert [xml for xml in rendered if not checked.validate(etree.fromstring(xml))] == []


def test_all_examples_of_the_docs() -> None:
    page = (REPOSITORY / "docs" / "layout-language.md").read_text(encoding="utf-8")
    examples = re.findall(r"^```xml [\dx.]+.*?\n(.*?)^```", page, re.DOTALL | re.MULTILINE)
    checked, refused = grammar(), []
    whole = [example for example in examples if "{{" not in example and "{%" not in example]
    assert len(whole) > 5
    for example in whole:
        xml = example if example.lstrip().startswith("<face") else f"<face>{example}</face>"
        if not checked.validate(etree.fromstring(xml)):
            refused.append((example, checked.error_log.last_error))
    assert refused == []


@pytest.mark.parametrize(
    ("xml", "said"),
    [
        ("<face><txt/></face>", "element txt"),
        ('<face><text syle="title"/></face>', "attribute syle"),
        ('<face><rect of="name"/></face>', "attribute of"),
        ("<face><text><rect/></text></face>", "element rect"),
        ("<face><defs><rect/></defs></face>", "element rect"),
        ("<page/>", "Expecting element face, got page"),
    ],
)
def test_names_that_nobody_knows(xml: str, said: str) -> None:
    assert said in wrong(xml)


@pytest.mark.parametrize(
    "xml",
    [
        '<face>{% for x in y %}<text style="{{ style }}" of="name">{{ a }}<br/>b</text>{% endfor %}</face>',
        '<face><rect width="1" height="2" fill="none"/><icon name="{{ piece.icon }}" width="3"/></face>',
        '<face><defs><linearGradient id="a" x2="1"><stop offset="0"/></linearGradient></defs></face>',
    ],
)
def test_jinja_between_and_inside(xml: str) -> None:
    assert wrong(xml) == ""


def test_every_element_is_in_it_with_what_it_knows() -> None:
    said = starter_grammar().decode()
    for tag, kind in all_kinds().items():
        (body,) = re.findall(rf'<element name="{tag}">(.*?)</element>', said, re.DOTALL)
        assert {f"{name}.attribute" for name in kind.attributes} <= set(re.findall('ref name="([^"]*)"', body))


def test_it_offers_the_games_own_names() -> None:
    said = starter_grammar().decode()
    offered = (
        ("of", "name"),
        ("of", "ability"),
        ("of", "season"),
        ("name", "coin"),
        ("style", "title"),
        ("fill", "ink"),
    )
    for attribute, value in offered:
        (choice,) = re.findall(rf'<attribute name="{attribute}">(.*?)</attribute>', said, re.DOTALL)
        assert f"<value>{value}</value>" in choice and "<text />" in choice


def test_snippets_are_elements_with_their_attributes() -> None:
    for name, snippet in layout_snippets().items():
        if any("{%" in line for line in snippet["body"]):
            assert snippet["body"][-1].startswith(("{% end", "$0")), name
            continue
        body = re.sub(r"\$\{\d:(\w+)\}|\$\d", lambda match: match[1] or "", "".join(snippet["body"]))
        assert wrong(body if name == "face" else f"<face>{body}</face>") == "", name
        assert body.startswith(f"<{name}")
