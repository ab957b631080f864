"""A game of cards with texts, in which one check looks for its mistakes."""

from pathlib import Path

from facts import read_facts
from tiny_game import write

from pnp.build.loading import load_game
from pnp.check import Check
from pnp.io.project import Project
from pnp.model.problem import Problem

GAME = """\
title: Small
version: "1"
languages: [{language}]
icons: {{coin: art/coin.svg}}
components:
  cards:
    title: Cards
    size: poker
    data: cards.yaml
    fields:
      name: {{type: text, translatable: true}}
      rule: {{type: text, translatable: true}}
      steps: {{type: list, of: text, translatable: true}}
      hidden: text
"""


def problems_of(root: Path, check: Check, *cards: str, language: str = "en", glossary: str = "") -> list[Problem]:
    write(root, "card_data/small/game.yaml", GAME.format(language=language))
    entries = [f"- {{id: c{n}, {card}}}\n" for n, card in enumerate(cards)]
    write(root, "card_data/small/cards.yaml", "".join(entries))
    if glossary:
        write(root, "card_data/small/glossary.yaml", glossary)
    project = Project(root, root)
    game, problems = load_game(project, "small")
    assert problems == []
    assert game is not None
    return list(check(game, project))


def facts_of(root: Path, check: Check, *cards: str, language: str = "en", glossary: str = "") -> list[str]:
    """Return the facts of what is wrong, without their places."""
    found = problems_of(root, check, *cards, language=language, glossary=glossary)
    return [str(each._replace(place="", origin="")) for each in read_facts(found)]
