"""What counts as use of a component that isn't printed: a rule, a setup, a selection or a text that names it."""

from pathlib import Path

import pytest
from tiny_game import write

from pnp.check import unused
from pnp.load import load_game
from pnp.model.project import Project

GAME = """\
title: Small
version: "1"
languages: [en]
{define}
components:
  owl-tokens: {{title: Owls, data: owls.yaml, fields: {{call: {{type: text, translatable: true}}}}}}
  cards: {{title: Cards, size: tile, front: card.xml.j2, data: cards.yaml, fields: {{{fields}}}}}
modules: {{night: {{title: Night, rules: night-rules.yaml}}}}
"""


def unused_components(root: Path, define: str = "", fields: str = "", template: str = "<face/>", **files: str) -> bool:
    write(root, "card_data/small/game.yaml", GAME.format(define=define, fields=fields))
    write(root, "layouts/small/card.xml.j2", template)
    for name in ("owls", "cards"):
        write(root, f"card_data/small/{name}.yaml", f"- {{id: {name}}}")
    for name, text in {"night_rules": "[]", **files}.items():
        write(root, f"card_data/small/{name.replace('_', '-')}.yaml", text)
    project = Project(root, root)
    game, problems = load_game(project, "small")
    assert (game is not None, problems) == (True, [])
    assert game is not None
    return [problem.code for problem in unused.check(game, project)] == ["PNP118"]


def test_what_nothing_names_is_unused(tmp_path: Path) -> None:
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
