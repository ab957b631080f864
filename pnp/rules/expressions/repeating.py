"""What is asked about for each item of a list: lists made once instead of each time, and looked into by a hash.

`cards|where(it.id in cards|map(partner))` makes the list of partners once. What comes out is the same, with its
problems.
"""

from collections.abc import Iterable
from typing import Any

from jinja2 import nodes

from pnp.model.rules import Definition
from pnp.model.values import Record
from pnp.rules.expressions.compiler import Closure
from pnp.rules.expressions.functions import FORMS
from pnp.rules.expressions.lookups import IT
from pnp.rules.expressions.names import Names
from pnp.rules.expressions.values import Work, holds, key

_KEEPING = ("where", "sort", "unique")  # forms that yield items of the list that they are about
SHORTEST = 16  # lists shorter than that are looked through


def free_names(node: nodes.Node) -> frozenset[str]:
    """All that it may look up around it; `it` only where that isn't an item of a list within."""
    if isinstance(node, nodes.Name):
        return frozenset((node.name,))
    if isinstance(node, nodes.Filter) and node.name in FORMS:
        about = frozenset().union(*(free_names(each) - {IT} for each in node.args))
        named = frozenset().union(*(free_names(each.value) - {each.key} for each in node.kwargs))
        return about | named | (free_names(node.node) if node.node else frozenset())
    return frozenset().union(*map(free_names, node.iter_child_nodes()))


def made_once(node: nodes.Node, made: Closure) -> Closure:
    """The same, but not made anew where all that it looks up is what it was the last time."""
    if not isinstance(node, nodes.Filter | nodes.Call | nodes.BinExpr):
        return made
    root, strict, loose = _chain(node)
    own_of: tuple[Any, frozenset[str]] = ((), frozenset())  # a list, and the names that all of its items have
    before: tuple[list[str], list[Any], Any] | None = None

    def run(names: Names) -> Any:
        nonlocal before, own_of
        items: Any = names.find(root) if root else None
        if items is not own_of[0]:
            are_records = type(items) is tuple and all(type(item) is Record for item in items)
            kinds = {tuple(item._values) for item in items} if are_records else set()
            own_of = items, frozenset.intersection(*map(frozenset, kinds)) if kinds else frozenset()
        free = sorted(strict | (loose - own_of[1]))
        seen = around(names, free)
        if any(type(value) is Definition for value in seen):
            return made(names)
        if before is None or before[0] != free or any(a is not b for a, b in zip(before[1], seen, strict=True)):
            before = free, seen, made(names)
        return before[2]

    return run


def _chain(node: nodes.Expr) -> tuple[str, frozenset[str], frozenset[str]]:
    """Of filters, one after the other: the list that they begin with, what is looked up around it, and what is asked of
    its items, who mostly have it."""
    levels: list[nodes.Filter] = []
    root: Any = node
    while isinstance(root, nodes.Filter):
        levels.append(root)
        root = root.node
    if not levels or not isinstance(root, nodes.Name):
        return "", free_names(node), frozenset()
    strict, loose, are_its_items = {root.name}, set[str](), True
    for level in reversed(levels):
        asked = frozenset().union(*map(free_names, level.args))
        if are_its_items and level.name in FORMS:
            loose |= asked - {IT}
        else:
            strict |= asked - ({IT} if level.name in FORMS else set())
        strict |= frozenset().union(*(free_names(each.value) - {each.key} for each in level.kwargs))
        are_its_items = are_its_items and level.name in _KEEPING
    return root.name, frozenset(strict), frozenset(loose)


def around(names: Names, free: Iterable[str]) -> list[Any]:
    """What these names are in a scope."""
    return [names.the_item() if name == IT else names.find(name) for name in free]


class Members:
    """Whether things are in a list: one that is asked for the second time is hashed."""

    def __init__(self, work: Work) -> None:
        self._work = work
        self._list: Any = None
        self._keys: frozenset[Any] | None = None
        self._has_pieces = False
        self._unknown: str | None = None  # the first text that is the id of nothing

    def has(self, item: Any, items: Any) -> bool:
        """`item in items`; raises Bad as that does."""
        if type(items) is not tuple or len(items) < SHORTEST:
            return holds(items, item, self._work)
        if items is not self._list:
            self._list, self._keys = items, None
            return holds(items, item, self._work)
        if self._keys is None:
            self._work.spend(len(items) // 8)
            self._keys = frozenset([key(each, self._work) for each in items])
            self._has_pieces = any(isinstance(each, Record) for each in items)
            self._unknown = first_unknown(items, self._work)
        if key(item, self._work) in self._keys:
            return True
        if isinstance(item, str):
            may_be_bad = self._has_pieces and first_unknown((item,), self._work) is not None
        else:
            may_be_bad = isinstance(item, Record) and self._unknown is not None
        return may_be_bad and holds(items, item, self._work)


def first_unknown(items: Iterable[Any], work: Work) -> str | None:
    """The first text that is the id of nothing."""
    if work.ids is None:
        return None
    return next((each for each in items if isinstance(each, str) and each not in work.ids), None)
