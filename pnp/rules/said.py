"""A game's rules, selections and victory → the names that their expressions and sentences mention."""

from collections.abc import Iterable, Iterator
from functools import cached_property

from pnp.model.rules import Definition, Expression, Rule, Selection, Sentence, Victory
from pnp.rules.at_home import expressions
from pnp.rules.beside import WITH
from pnp.rules.changed import Changed
from pnp.rules.expressions import Evaluator
from pnp.rules.expressions.mentions import MODULES, Path


class Said:
    """Of a game with all its modules."""

    def __init__(self, changed: Changed, evaluator: Evaluator) -> None:
        self._changed, self._evaluator = changed, evaluator

    def spoken(self, sentence: Sentence) -> Iterator[Expression]:
        """What a sentence has in braces."""
        yield from self._evaluator.spoken(sentence)

    def in_rule(self, rule: Rule) -> Iterator[Expression]:
        yield from expressions(rule)
        yield from self.spoken(rule.say)

    def in_selection(self, selection: Selection) -> Iterator[Expression]:
        yield from (definition.expression for definition in selection.define.values())
        yield from selection.copies.values()
        for rule in selection.rules.values():
            yield from self.in_rule(rule)

    def in_victory(self, victory: Victory) -> Iterator[Expression]:
        sentences: list[Sentence] = [victory.nobody] if victory.nobody else []
        yield from [victory.ends] if victory.ends else []
        for rule in self._changed.everywhere("victory.rules"):
            yield from expressions(rule)
            sentences.append(rule.say)
        for section in ("track", "define", "conditions", "winner"):
            for each in self._changed.everywhere(f"victory.{section}"):
                said = (getattr(each, name, None) for name in ("read", "expression", "when", "value"))
                yield from (one for one in said if isinstance(one, Expression))
                sentences += [each.say] if hasattr(each, "say") else []
        for sentence in sentences:
            yield from self.spoken(sentence)

    def paths(self, said: Iterable[Expression]) -> set[Path]:
        """What expressions name, by way of definitions, too."""
        todo, found = list(said), set[Path]()
        while todo:
            new = {_beside(path) for path in self._evaluator.mentions(todo.pop())} - found
            found |= new
            names = {path[0] for path in new}
            todo += [each.expression for name in names for each in self._definitions.get(name, ())]
        return found

    @cached_property
    def _definitions(self) -> dict[str, list[Definition]]:
        found: dict[str, list[Definition]] = {}
        for definition in (*self._changed.everywhere("define"), *self._changed.everywhere("victory.define")):
            found.setdefault(definition.id, []).append(definition)
        return found


def _beside(path: Path) -> Path:
    """`with.night.tables.hand` → `tables.hand`: which figure that is depends on who has a say in this one."""
    if path[0] != WITH:
        return path
    return path[2:] if "".join(path[2:3]) else (MODULES,)
