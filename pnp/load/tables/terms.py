"""What game.yaml says of a component's tables: `columns`, `other-columns`, `id: auto`; what comes of reading one."""

from collections.abc import Collection, Mapping
from typing import NamedTuple

from yaml.nodes import Node

from pnp.model.problem import Problem
from pnp.model.span import Span
from pnp.model.values import Field


class TableTerms(NamedTuple):
    headings: Mapping[str, str] = {}  # path of a field → the heading of its column
    spans: Mapping[str, Span] = {}  # of these, in game.yaml
    ignores_others: bool = False
    has_auto_ids: bool = False
    combined: Collection[str] = ()  # fields that `matrix:` says for pieces that the table doesn't
    lost: Mapping[str, Problem] = {}  # paths of fields whose heading no table has


NO_TERMS = TableTerms()


class TableNodes(NamedTuple):
    """Pieces as nodes, and what of them can't be read."""

    root: Node
    lost: Mapping[str, Problem]  # paths of fields, for what is wrong with their columns
    rows: Mapping[int, Problem]  # numbers of pieces, whose cells may all stand in the wrong columns


def field_at(fields: Mapping[str, Field], path: str) -> Field | None:
    """The declared one that a path leads to."""
    field, inner = None, fields
    for part in path.split("."):
        field = inner.get(part)
        inner = field.fields if field else {}
    return field
