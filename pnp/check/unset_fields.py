"""
A field is declared, but no piece says anything under it: game.yaml promises what the data doesn't keep. Either it is
left over, or the pieces lack it. That all have its default is no use of a field, either.

Bad:  `fields: {name: text, motto: text}` where no piece has a `motto`
Good: `fields: {name: text}`
"""

from collections.abc import Iterable, Iterator, Mapping

from pnp.check._uses import all_components, entries_of, pieces_of
from pnp.model.game import Game, Piece
from pnp.model.problem import Problem, Severity, code
from pnp.model.project import Project
from pnp.model.values import Field

CODE = code("PNP142", "field that no piece has", __doc__, Severity.WARNING)
OF_WHOLE = True


def check(game: Game, project: Project) -> Iterator[Problem]:
    for component in all_components(game):
        yield from _unset(component.id, component.fields, pieces_of(game, component), "piece")
    for group in game.groups.values():
        own = {name: field for name, field in group.fields.items() if field.span != group.span}
        yield from _unset(group.id, own, entries_of(game, group.id), "entry")


def _unset(owner: str, fields: Mapping[str, Field], pieces: Iterable[Piece], what: str) -> Iterator[Problem]:
    left = list(fields)
    count = 0
    for piece in pieces if left else ():
        left = [name for name in left if name not in piece.places]
        count += 1
    for name in left if count else ():
        yield CODE.at(fields[name].span, f'no {what} of {owner} has a "{name}"')
