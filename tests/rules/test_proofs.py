"""Which sets of modules are looked at, that they prove what all sets would, and what is said where they don't."""

from pathlib import Path
from random import Random

import pytest
from legal_sets import legal_sets
from small_game import FILES, load_small, rule, write_small

from pnp.cli.commands.check import code_filter
from pnp.model.game import Game
from pnp.model.problem import Problem, Severity, has_errors
from pnp.problems.causes import without_caused
from pnp.rules.examining import examine
from pnp.rules.expressions.evaluator import Evaluator
from pnp.rules.influences import Influences
from pnp.rules.module_sets import Choices, covering

SMALL = FILES["game.yaml"]
TWO_DECKS = FILES["setup.yaml"].replace("  hands:", "  leaders: {title: L, starts: leader_cards, face: up}\n  hands:")


def written(root: Path, rules: str, modules: str, **files: str) -> Game:
    game = SMALL[: SMALL.index("modules:")] + "modules:\n" + modules
    for name, text in files.items():
        (root / "card_data" / "small").mkdir(parents=True, exist_ok=True)
        (root / "card_data" / "small" / f"{name}.yaml").write_text(text, encoding="utf-8")
    write_small(root, rules, game=game)
    return load_small(root)


def looked_at(game: Game) -> list[tuple[str, ...]]:
    return covering(Choices(game), Influences(game, Evaluator()).units(), [])


def adding(n: int, **said: str) -> str:
    """A module of its own file of heroes."""
    more = "".join(f", {key}: {value}" for key, value in said.items())
    return f"  m{n}: {{title: M, add: {{heroes: m{n}.yaml}}{more}}}\n"


def hero(n: int, power: int = 1) -> str:
    return f"- {{id: hero-{n}, faction: [air], power: {power}}}\n"


def test_ten_modules_that_have_nothing_to_do_with_each_other_are_eleven_sets(tmp_path: Path) -> None:
    components = "".join(
        f"  m{n}: {{title: M, components: {{deck-{n}: {{title: D, size: poker}}}}, rules: r{n}.yaml}}\n"
        for n in range(10)
    )
    files = {f"r{n}": rule(f"count: deck_{n}\nis: 1", f"rule-{n}") for n in range(10)}
    game = written(tmp_path, rule("count: heroes\nis: 5"), components, **files)
    assert looked_at(game) == [(), *((f"m{n}",) for n in range(10))]
    assert examine(game) == []


def test_modules_that_change_the_same_pieces_are_combined(tmp_path: Path) -> None:
    files = {f"m{n}": hero(n) for n in range(4)}
    game = written(tmp_path, rule("count: heroes\nat-most: 7"), "".join(map(adding, range(4))), **files)
    assert len(looked_at(game)) == 16
    (found,) = examine(game)
    assert found.message.startswith("it: at most 7 expected, 8 found")
    assert found.message.endswith("(with m0, m1, m2)")


def test_ten_modules_of_which_any_three_break_a_rule(tmp_path: Path) -> None:
    files = {f"m{n}": hero(n) for n in range(10)}
    game = written(tmp_path, rule("count: heroes\nat-most: 7"), "".join(map(adding, range(10))), **files)
    (found,) = examine(game)
    assert found.message.endswith("(with m0, m1, m2)")


def test_what_is_not_proved_is_said(tmp_path: Path) -> None:
    """13 modules make 8,192 sets of one deck; three of them would break the rule."""
    files = {f"m{n}": hero(n) for n in range(13)}
    modules = "".join(map(adding, range(13)))
    game = written(tmp_path, rule("count: heroes\nat-most: 17"), modules, **files)
    rules = [problem for problem in examine(game) if "rule it" in problem.message]
    assert [str(each) for each in rules] == [
        "card_data/small/rules.yaml:1:7: warning PNP520 rule it, the setup of hands, pile: of the 8,192 sets of"
        " m0, m1, m10, m11, m12, m2, m3, m4, m5, m6, m7, m8, m9 only 92 are looked at"
        " (not-with says which can't be combined)"
    ]


def test_a_definition_stands_between_a_rule_and_a_module(tmp_path: Path) -> None:
    files = {
        "m0": hero(0),
        "victory": "track: {red: {title: Red, from: 1, to: 2}}\ndefine: {all_heroes: heroes, many: all_heroes|count}\n",
    }
    rules = rule("require: many <= 6") + rule("require: many <= 6 and 'm2' in modules or 'm2' not in modules", "other")
    game = written(tmp_path, rules, adding(0) + "  m1: {title: M}\n  m2: {title: M}\n", **files)
    influences = Influences(game, Evaluator())
    assert influences.rule("it") == {"m0"}
    assert influences.rule("other") == {"m0", "m2"}
    assert ("m0", "m2") in looked_at(game)
    assert ("m0", "m1") not in looked_at(game)


def test_references_lead_to_other_modules_pieces(tmp_path: Path) -> None:
    air = "  m0: {title: M, groups: {factions: {void: {name: Void}}}}\n"
    game = written(tmp_path, rule("each: faction|count == 1\nof: heroes"), air + "  m1: {title: M}\n")
    assert Influences(game, Evaluator()).rule("it") == {"m0"}


def test_parts_of_a_setup(tmp_path: Path) -> None:
    files = {
        "setup": TWO_DECKS,
        "m0": hero(0),
        "one": "add: {steps: [{id: one, say: One., do: [{shuffle: leaders}]}]}\n",
        "two": "add: {steps: [{id: two, say: Two., do: [{shuffle: pile}]}]}\n",
        "red": "replace: {tables: {hand: {title: Hand, rows: {2: 1, 3: 1, 4: 1}}}}\n",
    }
    modules = adding(0) + "".join(f"  {id}: {{title: M, setup: {id}.yaml}}\n" for id in ("one", "two", "red"))
    game = written(tmp_path, rule("require: zones.leaders == 3"), modules, **files)
    influences = Influences(game, Evaluator())
    assert influences.rule("it") == {"one"}
    assert {unit.what: set(unit.modules) for unit in influences.units() if "setup" in unit.what} == {
        "the setup of hands, pile": {"m0", "two", "red"},
        "the setup of leaders": {"one"},
    }


def test_an_unproved_game_fails_only_a_strict_check(tmp_path: Path) -> None:
    files = {f"m{n}": hero(n) for n in range(13)}
    game = written(tmp_path, rule("count: heroes\nat-most: 18"), "".join(map(adding, range(13))), **files)
    problems = examine(game)
    assert {(each.code, each.severity) for each in problems} == {("PNP520", Severity.WARNING)}
    assert not has_errors(code_filter(None, None, strict=False).of(problems))
    assert has_errors(code_filter(None, None, strict=True).of(problems))


def mistakes(problems: list[Problem]) -> set[tuple[str, str, str]]:
    """Without the figures, and with which modules they show."""
    return {(each.code, str(each.span), each.message.split(":")[0]) for each in problems}


FORMS = (
    "count: {of}\nat-most: {n}",
    "count: {of}\nwhere: power > {m}\nat-most: {n}",
    "require: zones.{zone} <= {n}",
    "require: tables.{table} + {of}|count < {n}",
    "require: many < {n}",
    "require: not ('{module}' in modules and {of}|count > {n})",
    "count: heroes\nby: faction\nat-most: {n}",
    "require: states|where(red > {m})|count < {n} + 3",
)


class Drawn:
    """A random game with random modules; the same for the same seed."""

    def __init__(self, seed: int, rules: int = 5) -> None:
        self._random = Random(seed)
        self.ids = [f"m{n}" for n in range(self._random.randint(3, 5))]
        self.files = {
            "setup": TWO_DECKS.replace("zones:", "  few: {title: Few, rows: {2: 1, 3: 2, 4: 1}}\nzones:"),
            "victory": "track: {red: {title: Red, from: 1, to: 4}}\ndefine: {many: leader_cards|count}\nconditions:\n"
            "  - {id: low, say: Low., when: red < 3}\n  - {id: high, say: High., when: red >= 3}\n",
        }
        self.modules = "".join(map(self._module, self.ids))
        self.rules = "".join(rule(self._form(), f"rule-{n}") for n in range(rules))

    def _form(self) -> str:
        return self._random.choice(FORMS).format(
            of=self._random.choice(("heroes", "leader_cards")),
            n=self._random.randint(4, 8),
            m=self._random.randint(1, 4),
            zone=self._random.choice(("pile", "leaders", "hands")),
            table=self._random.choice(("hand", "few")),
            module=self._random.choice(self.ids),
        )

    def _module(self, id: str) -> str:
        what = [self._random.choice(keys) for keys in self._random.sample(self.WHAT, 2)]
        said = ["title: M", *(getattr(self, f"_{each}")(id) for each in what)]
        earlier = self.ids[: self.ids.index(id)]
        if earlier and self._random.random() < 0.3:
            said.append(f"needs: [{self._random.choice(earlier)}]")
        elif earlier and self._random.random() < 0.3:
            said.append(f"not-with: [{self._random.choice(earlier)}]")
        return f"  {id}: {{{', '.join(said)}}}\n"

    WHAT = (("heroes", "leaders"), ("table", "step"), ("rule",), ("victory",), ("drop",))  # one key each

    def _file(self, name: str, text: str) -> str:
        self.files[name] = text
        return f"{name}.yaml"

    def _heroes(self, id: str) -> str:
        return f"add: {{heroes: {self._file(f'{id}-heroes', hero(int(id[1:]), self._random.randint(1, 5)))}}}"

    def _leaders(self, id: str) -> str:
        text = f"- {{id: leader-{id}, number: 9, factions: [air]}}\n"
        added = f"add: {{leader-cards: {self._file(f'{id}-leaders', text)}}}"
        return self._random.choice((added, f"groups: {{factions: {{f{id}: {{name: F}}}}}}"))

    def _rule(self, id: str) -> str:
        added = rule(self._form(), f"own-{id}")
        return f"rules: {self._file(f'{id}-rules', added)}"

    def _table(self, id: str) -> str:
        rows = f"{{2: {self._random.randint(0, 2)}, 3: 1, 4: 1}}"
        text = f"replace: {{tables: {{few: {{title: F, rows: {rows}}}}}}}\n"
        return f"setup: {self._file(f'{id}-setup', text)}"

    def _step(self, id: str) -> str:
        zone = self._random.choice(("pile", "leaders"))
        other = {"pile": "hands", "leaders": "box"}[zone]
        act = self._random.choice((f"{{shuffle: {zone}}}", f"{{move: 1, from: {zone}, to: {other}}}"))
        zones = "zones: {box: {title: Box, away: true}}, " if other == "box" else ""
        return f"setup: {self._file(f'{id}-setup', f'add: {{{zones}steps: [{{id: s-{id}, say: S., do: [{act}]}}]}}')}"

    def _victory(self, id: str) -> str:
        red = self._random.randint(1, 4)
        text = f"replace: {{define: {{many: heroes|count + {red}}}}}\n"
        return f"victory: {self._file(f'{id}-victory', text)}"

    def _drop(self, id: str) -> str:
        return f"drop: {{{self._random.choice(('heroes: [imp]', 'leader-cards: [cas]'))}}}"


@pytest.mark.parametrize("seed", range(120))
def test_fewer_sets_find_what_all_sets_find(tmp_path: Path, seed: int) -> None:
    made = Drawn(seed)
    game = written(tmp_path, made.rules, made.modules, **made.files)
    assert mistakes(without_caused(examine(game))) == mistakes(without_caused(examine(game, legal_sets(game))))
