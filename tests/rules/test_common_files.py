"""What stands outside of an expansion's modules is judged with any of them, and never without."""

from pathlib import Path

from facts import facts
from small_game import FILES, rule, write_small

from pnp.build.loading import load_game
from pnp.io.project import Project
from pnp.model.problem import Problem
from pnp.rules.examining import examine

EXPANSION = """\
title: More
version: "1"
languages: [en]
for: small
modules:
"""
ELF = "- {id: elf, faction: [air], power: 4}\n"


def examined(root: Path, modules: str, rules: str, base: str = FILES["game.yaml"], **files: str) -> list[Problem]:
    write_small(root, rule("count: factions\nis: 3"), game=base)
    folder = root / "card_data" / "more"
    folder.mkdir()
    (folder / "game.yaml").write_text(EXPANSION.replace("modules:\n", f"modules:\n{modules}" if modules else ""))
    (folder / "rules.yaml").write_text(rules)
    (folder / "elf.yaml").write_text(ELF)
    game, problems = load_game(Project(root, root), "more")
    assert game is not None and problems == []
    return examine(game)


ELVES = "  elves: {title: Elves, not-with: [moon], add: {heroes: elf.yaml}}\n"


def test_not_with_the_game_alone_nor_its_modules(tmp_path: Path) -> None:
    """Without the elves there are five heroes, or six with the moon."""
    assert examined(tmp_path, ELVES, rule("count: heroes\nwhere: id == 'elf'\nis: 1", "elves")) == []


def test_with_any_of_its_own(tmp_path: Path) -> None:
    """The sun has no say in the rule; the elves have."""
    modules = ELVES + "  orcs: {title: Orcs, not-with: [moon]}\n"
    (found,) = examined(tmp_path, modules, rule("count: heroes\nis: 6", "six"))
    assert facts(found) == (
        "card_data/small/heroes.yaml PNP510 rule=six found='5 (eel, carp, imp and 1 more)' wanted=6 "
        "~when=' (with orcs)' ~origin=card_data/more/rules.yaml:1:7"
    )


def test_with_modules_of_the_game_and_one_of_its_own(tmp_path: Path) -> None:
    modules = "  orcs: {title: Orcs}\n"
    (found,) = examined(tmp_path, modules, rule("count: heroes\nis: 5", "five"))
    assert found.when == (" (with moon, orcs)",)


def test_without_modules_where_it_has_none(tmp_path: Path) -> None:
    (found,) = examined(tmp_path, "", rule("count: heroes\nwhere: power < 3\nis: 9", "nine"))
    assert " PNP510 rule=nine found='2 (carp, imp)' wanted=9" in facts(found)
