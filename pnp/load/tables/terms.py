"""What game.yaml says of a component's tables: `columns`, `other-columns`, `id: auto`."""

from collections.abc import Mapping
from typing import NamedTuple

from pnp.model.problem import Problem
from pnp.model.span import Span


class TableTerms(NamedTuple):
    headings: Mapping[str, str] = {}  # path of a field → the heading of its column
    spans: Mapping[str, Span] = {}  # of these, in game.yaml
    ignores_others: bool = False
    has_auto_ids: bool = False
    lost: Mapping[str, Problem] = {}  # paths of fields whose heading no table has


NO_TERMS = TableTerms()
