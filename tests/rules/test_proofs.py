"""Which sets of modules are judged, what is remembered from one to the next, and what is said where some are left."""

from collections import Counter
from pathlib import Path
from random import Random
from time import process_time
from typing import Any

import pytest
from facts import list_facts
from legal_sets import legal_sets
from nightly import every
from small_game import FILES, load_small, rule, write_small

from pnp.cli.commands.check import filter_codes
from pnp.model.game import Game
from pnp.model.problem import Problem, Severity, has_errors
from pnp.rules.circumstances import sets_to_judge
from pnp.rules.examining import examine
from pnp.rules.remembering import JudgedBefore

SMALL = FILES["game.yaml"]
TWO_DECKS = FILES["setup.yaml"].replace("  hands:", "  leaders: {title: L, starts: leader_cards, face: up}\n  hands:")


def written(root: Path, rules: str, modules: str, **files: str) -> Game:
    game = SMALL[: SMALL.index("modules:")] + "modules:\n" + modules
    for name, text in files.items():
        (root / "card_data" / "small").mkdir(parents=True, exist_ok=True)
        (root / "card_data" / "small" / f"{name}.yaml").write_text(text, encoding="utf-8")
    write_small(root, rules, game=game)
    return load_small(root)


def adding(n: int, **said: str) -> str:
    """Return a module with its own file of heroes."""
    more = "".join(f", {key}: {value}" for key, value in said.items())
    return f"  m{n}: {{title: M, add: {{heroes: m{n}.yaml}}{more}}}\n"


def hero(n: int, power: int = 1) -> str:
    return f"- {{id: hero-{n}, faction: [air], power: {power}}}\n"


def decks(count: int) -> tuple[str, dict[str, str]]:
    """So many modules, each with a deck and a rule of its own."""
    modules = "".join(
        f"  m{n}: {{title: M, components: {{deck-{n}: {{title: D, size: poker}}}}, rules: r{n}.yaml}}\n"
        for n in range(count)
    )
    return modules, {f"r{n}": rule(f"count: deck_{n}\nis: 1", f"rule-{n}") for n in range(count)}


@pytest.fixture
def judged(monkeypatch: pytest.MonkeyPatch) -> Counter[Any]:
    """How often each thing is judged, and not remembered."""
    times: Counter[Any] = Counter()
    remembered = JudgedBefore._look_up

    def count(self: JudgedBefore, key: Any, examine: Any) -> list[Problem]:
        def counted() -> list[Problem]:
            times[key[0]] += 1
            found: list[Problem] = examine()
            return found

        return remembered(self, key, counted)

    monkeypatch.setattr(JudgedBefore, "_look_up", count)
    return times


def test_all_sets_of_eight_modules_are_judged(tmp_path: Path, judged: Counter[Any]) -> None:
    modules, files = decks(8)
    game = written(tmp_path, rule("count: heroes\nis: 5"), modules, **files)
    assert sets_to_judge(game, []).sets == legal_sets(game)
    assert len(legal_sets(game)) == 256
    assert examine(game) == []
    assert judged["it"] == judged["rule-0"] == judged["setup"] == 1


@pytest.mark.parametrize(
    ("count", "there"), [(9, "512"), (10, "1,024"), (13, "'more than 4,096'"), (30, "'more than 4,096'")]
)
def test_of_more_than_256_sets_the_smallest_are_judged(tmp_path: Path, count: int, there: str) -> None:
    modules, files = decks(count)
    game = written(tmp_path, rule("count: heroes\nis: 5"), modules, **files)
    before = process_time()
    assert list_facts(examine(game)) == [f"card_data/small/game.yaml:1:1 PNP520 count=256 how_many={there}"]
    assert process_time() - before < 10


@pytest.mark.parametrize("count", [9, 10])
def test_modules_that_change_the_same_pieces_are_judged_in_time(tmp_path: Path, count: int) -> None:
    files = {f"m{n}": hero(n) for n in range(count)}
    game = written(tmp_path, rule("count: heroes\nat-most: 99"), "".join(map(adding, range(count))), **files)
    before = process_time()
    assert [each.code for each in examine(game)] == ["PNP520"]
    assert process_time() - before < 10


def test_sets_come_by_their_size_with_what_modules_need(tmp_path: Path) -> None:
    modules = adding(0) + adding(1, needs="[m0]") + adding(2, **{"not-with": "[m1]"}) + adding(4)
    game = written(tmp_path, rule("count: heroes\nis: 5"), modules, **{f"m{n}": hero(n) for n in (0, 1, 2, 4)})
    assert legal_sets(game) == [
        (),
        ("m0",),
        ("m2",),
        ("m4",),
        ("m0", "m1"),
        ("m0", "m2"),
        ("m0", "m4"),
        ("m2", "m4"),
        ("m0", "m1", "m4"),
        ("m0", "m2", "m4"),
    ]


def test_sets_of_worked_examples_are_judged_in_any_case(tmp_path: Path) -> None:
    modules, files = decks(10)
    game = written(tmp_path, rule("count: heroes\nis: 5"), modules, **files)
    named = ("m0", "m2", "m4", "m6", "m8")
    sets = sets_to_judge(game, [named, ("m0", "nothing")]).sets
    assert (len(sets), sets[-1]) == (257, named)


def test_modules_that_change_the_same_pieces_are_combined(tmp_path: Path) -> None:
    files = {f"m{n}": hero(n) for n in range(4)}
    game = written(tmp_path, rule("count: heroes\nat-most: 7"), "".join(map(adding, range(4))), **files)
    (found,) = examine(game)
    assert found.value("rule") == "it"
    assert "8 (hero-0, hero-1, hero-2 and 4 more), the rule says at most 7" in found.message
    assert found.when == (" (with m0, m1, m2)",)


def test_ten_modules_of_which_any_three_break_a_rule(tmp_path: Path) -> None:
    files = {f"m{n}": hero(n) for n in range(10)}
    game = written(tmp_path, rule("count: heroes\nat-most: 7"), "".join(map(adding, range(10))), **files)
    unproved, found = examine(game)
    assert unproved.code == "PNP520"
    assert found.when == (" (with m0, m1, m2)",)


def test_an_unproved_game_fails_only_a_strict_check(tmp_path: Path) -> None:
    modules, files = decks(9)
    problems = examine(written(tmp_path, rule("count: heroes\nis: 5"), modules, **files))
    assert {(each.code, each.severity) for each in problems} == {("PNP520", Severity.WARNING)}
    assert not has_errors(filter_codes(problems, (), (), strict=False))
    assert has_errors(filter_codes(problems, (), (), strict=True))


def test_a_definition_stands_between_a_rule_and_a_module(tmp_path: Path, judged: Counter[Any]) -> None:
    files = {
        "m0": hero(0),
        "victory": "track: {red: {title: Red, from: 1, to: 2}}\ndefine: {all_heroes: heroes, many: all_heroes|count}\n",
    }
    rules = rule("require: many <= 6") + rule("require: many <= 6 and 'm2' in modules or 'm2' not in modules", "other")
    examine(written(tmp_path, rules, adding(0) + "  m1: {title: M}\n  m2: {title: M}\n", **files))
    assert (judged["it"], judged["other"]) == (2, 4)


def test_references_lead_to_other_modules_pieces(tmp_path: Path, judged: Counter[Any]) -> None:
    air = "  m0: {title: M, groups: {factions: {void: {name: Void}}}}\n"
    examine(written(tmp_path, rule("each: faction|count == 1\nof: heroes"), air + "  m1: {title: M}\n"))
    assert judged["it"] == 2


def test_a_rule_about_one_table_is_judged_where_that_is_another(tmp_path: Path, judged: Counter[Any]) -> None:
    files = {
        "one": "add: {tables: {other: {title: Other, rows: {2: 1, 3: 1, 4: 1}}}}\n",
        "red": "replace: {tables: {hand: {title: Hand, rows: {2: 1, 3: 1, 4: 1}}}}\n",
    }
    modules = "".join(f"  {id}: {{title: M, setup: {id}.yaml}}\n" for id in ("one", "red"))
    examine(written(tmp_path, rule("require: tables.hand > 0"), modules, **files))
    assert (judged["it"], judged["setup"]) == (2, 4)


def test_figures_of_another_module_are_judged_with_each_set(tmp_path: Path, judged: Counter[Any]) -> None:
    examine(written(tmp_path, rule("require: with.m0.heroes|count > 4"), adding(0) + "  m1: {title: M}\n", m0=hero(0)))
    assert judged["it"] == 4


def mistakes(problems: list[Problem]) -> set[tuple[str, str, str]]:
    """Return them without the figures, and with which modules they show."""
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


@pytest.mark.parametrize("seed", every(6, range(120)))
def test_what_is_remembered_is_what_would_be_found(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, seed: int) -> None:
    made = Drawn(seed)
    game = written(tmp_path, made.rules, made.modules, **made.files)
    found = examine(game)
    monkeypatch.setattr(JudgedBefore, "_look_up", lambda self, key, anew: anew())
    assert list(map(str, found)) == list(map(str, examine(game)))
