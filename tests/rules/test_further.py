"""What a module changes more where another one is chosen, too: `when-with`."""

from pathlib import Path

from facts import facts
from small_game import FILES, load_small, messages, rule, write_small

from pnp.model.game import Game
from pnp.model.patch import apply_modules

SMALL = FILES["game.yaml"][: FILES["game.yaml"].index("modules:")] + "modules:\n"
TWO = """\
  orcs:
    title: Orcs
    add: {heroes: orc.yaml}
    when-with:
      elves: {drop: {heroes: [elf]}, add: {heroes: half.yaml}, rules: both.yaml}
  elves: {title: Elves, add: {heroes: elf.yaml}}
"""
PIECES = {
    "orc": "- {id: orc, faction: [fire], power: 4}\n",
    "elf": "- {id: elf, faction: [air], power: 4}\n",
    "half": "- {id: half-elf, faction: [air, fire], power: 4}\n",
    "both": "plus: {eight: 2}\n",
}
EIGHT = rule("count: heroes\nis: 5", "eight")


def small(root: Path, modules: str = TWO, rules: str = EIGHT, **files: str) -> Game:
    write_small(root, rules, game=SMALL + modules, **PIECES, **files)
    return load_small(root)


def heroes(game: Game, *modules: str) -> set[str]:
    whole = apply_modules(game, [game.modules[id] for id in modules])
    return {piece.id for piece in whole.components["heroes"].pieces} - {"eel", "carp", "imp", "fan"}


def test_it_is_applied_after_both_where_both_are_chosen(tmp_path: Path) -> None:
    game = small(tmp_path)
    assert heroes(game, "orcs") == {"orc"}
    assert heroes(game, "elves") == {"elf"}
    assert heroes(game, "elves", "orcs") == {"orc", "half-elf"}


def test_what_is_wrong_with_both_is_found(tmp_path: Path) -> None:
    plus = "  orcs: {title: O, when-with: {elves: {rules: both.yaml}}}\n  elves: {title: E}\n"
    write_small(tmp_path, EIGHT, game=SMALL + plus, **PIECES)
    from pnp.rules.examining import examine

    (found,) = examine(load_small(tmp_path))
    assert " PNP510 rule=eight found='5 (eel, carp, imp and 1 more)' wanted=7" in facts(found)
    assert found.when == (" (with elves, orcs)",)


def test_an_example_in_its_files_is_worked_with_both(tmp_path: Path) -> None:
    text = TWO.replace("rules: both.yaml", "rules: both.yaml, examples: told.yaml")
    game = small(tmp_path, text, told="- {id: told, say: Told., given: {a: 1}, expect: {a + heroes|count: 8}}\n")
    (example,) = game.patches[1].change("examples").add
    assert example.modules == ("elves", "orcs")


def test_pieces_that_it_means_by_what_holds_for_them(tmp_path: Path) -> None:
    from pnp.build.loading import load_game
    from pnp.io.project import Project

    text = TWO.replace("drop: {heroes: [elf]}", 'drop: {heroes: {where: "power == 4"}}')
    write_small(tmp_path, EIGHT, game=SMALL + text, **PIECES)
    game, problems = load_game(Project(tmp_path, tmp_path), "small")
    assert game is not None and problems == []
    assert heroes(game, "elves", "orcs") == set()
    assert heroes(game, "orcs") == {"orc"}


def test_the_order_of_two_further_patches_steps_is_proved(tmp_path: Path) -> None:
    def steps(id: str, zone: str, what: str) -> str:
        step = f"{{id: {id}, after: deal, say: S., do: [{{move: {what}, from: pile, to: {zone}}}]}}"
        return f"add: {{zones: {{{zone}: {{title: {zone}, away: true}}}}, steps: [{step}]}}\n"

    modules = "".join(
        f"  {id}: {{title: {id.title()}, when-with: {{elves: {{setup: {id}.yaml}}}}}}\n" for id in ("orcs", "trolls")
    )
    files = {"orcs": steps("one", "pit", "1"), "trolls": steps("two", "box", "all")}
    found = messages(
        tmp_path, EIGHT, [("elves", "orcs", "trolls")], game=SMALL + modules + "  elves: {title: Elves}\n", **files
    )
    assert any(" PNP561 first=one second=two " in each for each in found), found
