"""How often checks of prose are wrong: warnings of innocent sentences are counted, and mistakes that are missed."""

from collections.abc import Iterable
from functools import cache
from pathlib import Path

from pnp.build.loading import load_game
from pnp.check import check_game
from pnp.io.project import Project
from pnp.localise.catalogue import Catalogue, Catalogues
from pnp.localise.checks import About, check_catalogue
from pnp.localise.edition import speeches
from pnp.localise.languages import ENGLISH, plurals_of
from pnp.localise.po import Entry
from pnp.model.game import Game

HERE = Path(__file__).parent / "innocent"
SHIPPED = Path(__file__).parents[2]
GAME = """\
title: Small
version: "1"
languages: [en]
groups:
  factions:
    entries:
      tribes: {name: Hill Tribes}
      undead: {name: Undead}
components:
  leaders: {title: Leaders, size: poker, data: leaders.yaml, fields: {name: {type: text, translatable: true}}}
  heroes:
    title: Heroes
    size: poker
    data: heroes.yaml
    fields: {name: {type: text, translatable: true}, faction: {type: reference, to: factions}}
  texts: {title: Texts, size: poker, data: texts.yaml, fields: {says: {type: text, translatable: true}}}
"""
SETUP = """\
players: [2]
zones:
  pile: {title: Pile, starts: heroes}
  harbor: {title: Harbor, face: down}
  tavern: {title: Tavern, face: up}
  wilderness: {title: Wilderness, face: down}
  graveyard: {title: Graveyard, face: up}
steps:
  - {id: all, say: Lay all of them on the Harbor., do: [{move: all, from: pile, to: harbor}]}
"""
HEROES = "".join(f"- {{id: h{n}, name: Name {n}, faction: {id}}}\n" for n, id in enumerate(("tribes", "undead") * 2))


def read_lines(name: str) -> list[str]:
    return (HERE / name).read_text(encoding="utf-8").splitlines()


def make_game(root: Path, texts: Iterable[str] = ("Go.",)) -> tuple[Game, Project]:
    folder = root / "card_data" / "small"
    folder.mkdir(parents=True)
    files = {
        "game.yaml": GAME,
        "setup.yaml": SETUP,
        "heroes.yaml": HEROES,
        "leaders.yaml": "- {id: one, name: Cleo}\n- {id: two, name: Dora}\n",
        "texts.yaml": "".join(f'- {{id: t{n}, says: "{text}"}}\n' for n, text in enumerate(texts)),
        **{name: (HERE / name).read_text(encoding="utf-8") for name in ("glossary.yaml", "rules.yaml")},
    }
    for name, text in files.items():
        (folder / name).write_text(text, encoding="utf-8")
    project = Project(root, root)
    game, problems = load_game(project, "small")
    assert game is not None and not problems, problems
    return game, project


@cache
def load_shipped(name: str) -> Game:
    game, _ = load_game(Project(SHIPPED, SHIPPED), name)
    assert game is not None
    return game


def codes_of(game: Game, line: str) -> list[str]:
    """Return the codes that a line gets, `source = translation`, alone in a German catalogue; without full stops."""
    source, _, said = line.partition(" = ")
    entry = Entry("c", source, (said,))
    catalogue = Catalogue("de.po", "de", plurals_of("de") or ENGLISH, None, (entry,))
    spoken = speeches(game, Catalogues("de", [catalogue]))
    return [each.code for each in check_catalogue(About(catalogue, {}, game.glossary, spoken))]


def test_english_sentences(tmp_path: Path) -> None:
    """One of a hundred is told: a "hero" of the people, where the glossary writes Hero."""
    game, project = make_game(tmp_path, read_lines("en.txt"))
    told = [each for each in check_game(game, project) if each.code in ("PNP160", "PNP165")]
    assert [each.code for each in told] == ["PNP160"], told


def test_german_sentences(tmp_path: Path) -> None:
    game, _ = make_game(tmp_path)
    assert {line: codes for line in read_lines("de.txt") if (codes := codes_of(game, line))} == {}


def codes_of_shipped(line: str) -> list[str]:
    name, _, said = line.partition(": ")
    return codes_of(load_shipped(name), said)


def test_free_translations() -> None:
    """Two of forty-seven are told: one says an icon once that the source has twice, one "as many" for "1 for each"."""
    assert [code for line in read_lines("free.txt") for code in codes_of_shipped(line)] == ["PNP615", "PNP618"]


def test_wrong_translations(tmp_path: Path) -> None:
    """Of forty, three are missed: a verb, an adverb and a sentence left out, and nothing in their place."""
    game, _ = make_game(tmp_path)
    assert [line.partition(" = ")[0] for line in read_lines("wrong.txt") if not codes_of(game, line)] == [
        "Copy the ability of 1 Hero.",
        "Draw 1 card at random from another hand.",
        "Play a Hero. Then bury another Hero.",
    ]


def test_wrong_translations_of_shipped_texts() -> None:
    """Of twenty-four, one is missed: it says the same words in another order."""
    missed = [line for line in read_lines("wrong-shipped.txt") if not codes_of_shipped(line)]
    assert len(missed) == 1, missed
