"""
A field is filled in, but no template prints it, and no rule, setup or other file of the game mentions it: what the
pieces say there reaches nobody.

Bad:  `fields: {flavour: text}` and a template without `of="flavour"`
Good: the same with `<text of="flavour" …/>`, or without the field
"""

import re
from collections.abc import Iterator, Mapping

from pnp.check._uses import Uses, all_components, uses_of
from pnp.model.game import Game
from pnp.model.problem import Problem, Severity, code
from pnp.model.project import Project
from pnp.model.values import Field

CODE = code("PNP143", "field that nothing uses", __doc__, Severity.WARNING)
OF_WHOLE = True

_ALL = re.compile(
    r"\bpiece\s*(?:\||\.\s*(?:items|values|keys)\b)|\bin\s+piece\s*[-%]"
)  # a template that prints them all


def check(game: Game, project: Project) -> Iterator[Problem]:
    uses = uses_of(game, project)
    if not uses.known or _ALL.search(uses.templates):
        return
    for component in all_components(game):
        for path, field in _unused(component.fields, uses):
            yield CODE.at(field.span, f'"{path}" of {component.id} is in no template and no rule')
    for group in game.groups.values():
        own = {name: field for name, field in group.fields.items() if field.span != group.span}
        for path, field in _unused(own, uses):
            yield CODE.at(field.span, f'"{path}" of {group.id} is in no template and no rule')


def _unused(fields: Mapping[str, Field], uses: Uses, prefix: str = "") -> Iterator[tuple[str, Field]]:
    """Of a record that nothing uses, only the record itself."""
    for name, field in fields.items():
        if name not in uses.names and name not in uses.words:
            yield prefix + name, field
        else:
            inner = field.of.fields if field.of else field.fields
            yield from _unused(inner, uses, f"{prefix}{name}.")
