"""What counts as use of an icon, a picture, a field: each way of naming one by itself.

And of a component that isn't printed: a rule, a setup, a selection or a text that names it.
"""

from pathlib import Path

import pytest
from tiny_game import write

from pnp.build.loading import load_game
from pnp.check.unused import components, find_unset_fields, find_unused_fields, icons, pictures
from pnp.io.project import Project

GAME = """\
title: Small
version: "1"
languages: [en]
icons: {{coin: art/coin.svg}}
components:
  cards:
    title: Cards
    size: poker
    front: card.xml.j2
    data: cards.yaml
    fields: {{{fields}}}
modules: {{more: {{title: More, add: {{cards: more.yaml}}}}}}
"""
OWLS = """\
title: Small
version: "1"
languages: [en]
{define}
components:
  owl-tokens: {{title: Owls, data: owls.yaml, fields: {{call: {{type: text, translatable: true}}}}}}
  cards: {{title: Cards, size: tile, front: card.xml.j2, data: cards.yaml, fields: {{{fields}}}}}
modules: {{night: {{title: Night, rules: night-rules.yaml}}}}
"""


def unused(
    root: Path,
    template: str = "<face/>",
    fields: str = "rule: text",
    data: str = "- {id: one}",
    more: str = "- {id: two}",
    **files: str,
) -> list[str]:
    write(root, "card_data/small/game.yaml", GAME.format(fields=fields))
    write(root, "card_data/small/cards.yaml", data)
    write(root, "card_data/small/more.yaml", more)
    write(root, "card_data/small/art/coin.svg", "<svg/>")
    write(root, "card_data/small/art/beasts/owl.png", "")
    write(root, "layouts/small/card.xml.j2", template)
    for name, text in files.items():
        write(root, name, text)
    project = Project(root, root)
    game, problems = load_game(project, "small")
    assert problems == []
    assert game is not None
    checks = (icons, pictures, find_unused_fields, find_unset_fields)
    return sorted(problem.code for check in checks for problem in check(game, project))


def test_what_nothing_names_is_unused(tmp_path: Path) -> None:
    assert unused(tmp_path) == ["PNP140", "PNP141", "PNP142", "PNP143"]


@pytest.mark.parametrize(
    "template",
    [
        '<face><icon name="coin"/></face>',
        "<face><text>Take 1 [coin].</text></face>",
        '<face><icon name="{{ "coin" if piece.id else "" }}"/></face>',
        "{% set icons = {'a': 'coin'} %}<face/>",
        '<face><icon name="co{{ piece.id }}"/></face>',
        "<face><text>Take 1 [{{ piece.id }}in].</text></face>",
        "<face>{% set name = 'c' ~ piece.id %}<icon name=\"{{ 'coin-' ~ 1 }}{{ name }}\"/>[coin]</face>",
    ],
)
def test_templates_use_icons(tmp_path: Path, template: str) -> None:
    assert "PNP140" not in unused(tmp_path, template)


@pytest.mark.parametrize(
    "data",
    [
        "- {id: one, rule: 'Take [coin].'}",
        r"- {id: one, rule: 'Take \\[coin].'}",
        "- {id: coin}",
        "- {id: one, rule: coin}",
    ],
)
def test_data_uses_icons(tmp_path: Path, data: str) -> None:
    """A template may make the icon's name of an id or a text."""
    assert "PNP140" not in unused(tmp_path, data=data)
    assert "PNP140" not in unused(tmp_path, more=data)


def test_a_comment_is_no_use(tmp_path: Path) -> None:
    assert "PNP140" in unused(tmp_path, '<face>{# "coin" rule art/beasts/owl.png #}</face>')
    assert "PNP140" in unused(tmp_path, data='- {id: one, rule: "Take \\\\[coin]."}')


@pytest.mark.parametrize(
    "template",
    [
        '<face><image href="art/beasts/owl.png"/></face>',
        '<face><image href="art/beasts/{{ piece.id }}.png"/></face>',
        '<face><image href="art/{{ piece.kind }}/{{ piece.id }}.png"/></face>',
        "<face>{% set file = 'art/beasts/' ~ piece.id ~ '.png' %}<image href=\"{{ file }}\"/></face>",
        '<face><image href="art/beasts/{{ "owl" if piece.id == "x" else "elk" }}.png"/></face>',
        '<face><image href="art/beasts/{{ "elk" if piece.id else "owl" }}.png"/></face>',
        '<face><image href="art/beasts/{% if piece.id %}owl{% else %}elk{% endif %}.png"/></face>',
    ],
)
def test_templates_use_pictures(tmp_path: Path, template: str) -> None:
    assert "PNP141" not in unused(tmp_path, template)


@pytest.mark.parametrize(
    "href",
    [
        "art/beasts/elk.png",
        "art/beasts/{{ 'elk' if piece.id else 'eel' }}.png",
        "art/beasts/{{ piece.id }}.svg",
        "art/birds/{{ piece.id }}.png",
    ],
)
def test_other_pictures_are_no_use(tmp_path: Path, href: str) -> None:
    assert "PNP141" in unused(tmp_path, f'<face><image href="{href}"/></face>')


def test_pieces_use_pictures(tmp_path: Path) -> None:
    assert "PNP141" not in unused(tmp_path, data="- {id: one, rule: art/beasts/owl.png}")
    assert "PNP141" not in unused(tmp_path, fields="rule: picture", data="- {id: one, rule: art/beasts/owl.png}")


@pytest.mark.parametrize(
    "template",
    [
        '<face><text of="rule"/></face>',
        "<face><text>{{ piece.rule }}</text></face>",
        '<face>{% if piece["rule"] %}<rect/>{% endif %}</face>',
        "<face>{% for key, value in piece.items() %}{{ value }}{% endfor %}</face>",
        "<face>{% for key in piece %}{{ piece[key] }}{% endfor %}</face>",
        '{% extends "base.xml.j2" %}',
        '<face>{% include "base.xml.j2" %}</face>',
    ],
)
def test_templates_use_fields(tmp_path: Path, template: str) -> None:
    found = unused(tmp_path, template, **{"layouts/base.xml.j2": '<face><text of="rule"/></face>'})
    assert "PNP143" not in found


def test_an_element_or_an_attribute_of_that_name_is_no_use(tmp_path: Path) -> None:
    assert "PNP143" in unused(tmp_path, '<face><rule rule="no" x="1"/></face>')


def test_a_file_beside_the_pieces_uses_fields(tmp_path: Path) -> None:
    project = tmp_path / "card_data" / "small"
    assert "PNP143" not in unused(tmp_path, **{"card_data/small/notes.yaml": "where: rule == 'x'"})
    (project / "notes.yaml").unlink()
    assert "PNP143" in unused(tmp_path, data="- {id: one, rule: rule}")


@pytest.mark.parametrize(
    "template", ['<face>{% include "none.xml.j2" %}</face>', "<face>{% include piece.id %}</face>"]
)
def test_nothing_is_called_unused_where_a_template_is_unknown(tmp_path: Path, template: str) -> None:
    assert unused(tmp_path, template) == ["PNP142"]


def test_a_field_is_set_by_any_piece_of_any_module(tmp_path: Path) -> None:
    assert "PNP142" not in unused(tmp_path, data="- {id: one, rule: x}")
    assert "PNP142" not in unused(tmp_path, more="- {id: two, rule: x}")
    assert "PNP142" in unused(tmp_path, fields="rule: {type: text, default: x}")


def unused_components(root: Path, define: str = "", fields: str = "", template: str = "<face/>", **files: str) -> bool:
    write(root, "card_data/small/game.yaml", OWLS.format(define=define, fields=fields))
    write(root, "layouts/small/card.xml.j2", template)
    for name in ("owls", "cards"):
        write(root, f"card_data/small/{name}.yaml", f"- {{id: {name}}}")
    for name, text in {"night_rules": "[]", **files}.items():
        write(root, f"card_data/small/{name.replace('_', '-')}.yaml", text)
    project = Project(root, root)
    game, problems = load_game(project, "small")
    assert (game is not None, problems) == (True, [])
    assert game is not None
    return [problem.code for problem in components(game, project)] == ["PNP118"]


def test_a_component_that_nothing_names_is_unused(tmp_path: Path) -> None:
    assert unused_components(tmp_path, rules="- {id: cards, say: Cards., count: cards, is: 1}")


@pytest.mark.parametrize(
    "files",
    [
        {"rules": "- {id: some, say: Some., count: owl_tokens, is: 1}"},
        {"rules": "- {id: some, say: Some., require: with.night.owl_tokens|count == 1}"},
        {"rules": "- {id: some, say: 'There are {owl_tokens|count}.', count: cards, is: 1}"},
        {"night_rules": "- {id: some, say: Some., require: owl_tokens|count == 1}"},
        {"setup": "players: [2]\nzones: {bag: {title: Bag, starts: owl_tokens, away: true}}\nsteps: []"},
        {"selections": "nest: {title: Nest, fields: {owls: {type: list, of: {type: reference, to: owl-tokens}}}}"},
        {"cards": "- {id: one, say: '{owl_tokens|count} owls'}"},
        {"define": "define: {owls: owl_tokens|count}"},
        {"template": '<face><text>{{ data("owl_tokens|count") }}</text></face>'},
        {"fields": "owl: {type: reference, to: owl-tokens}"},
    ],
    ids=str,
)
def test_what_names_a_component_uses_it(tmp_path: Path, files: dict[str, str]) -> None:
    fields = "say: {type: text, translatable: true}"
    assert not unused_components(tmp_path, **{"fields": fields, **files})
