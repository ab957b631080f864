"""What a game declares or has → what nothing makes use of: components, fields, pieces, definitions, zones, markers."""

from collections.abc import Iterator, Mapping
from typing import Any

from pnp.check import check
from pnp.check._owned import added, noun, part
from pnp.check._texts import find_values
from pnp.check._usage import Usage, all_components, entries_of, mentioned, pieces_of, usage_of
from pnp.io.project import Project
from pnp.model.game import EntryGroup, Game, Piece
from pnp.model.problem import Problem, Severity, code
from pnp.model.regex import regex
from pnp.model.rules import Definition, Variable, Zone
from pnp.model.values import Field

UNUSED_COMPONENT = code("PNP118", Severity.WARNING, says="{component} is neither printed nor referred to")
FIELD_NEVER_SET = code("PNP142", Severity.WARNING, says='no {thing} of {owner} has a "{field}"')
UNUSED_FIELD = code("PNP143", Severity.WARNING, says='"{path}" of {owner} is in no template and no rule')
UNUSED_PIECE = code(
    "PNP163", Severity.WARNING, says="nothing refers to {piece}, and {component} aren’t printed by themselves"
)
UNUSED_PART = code("PNP186", Severity.WARNING, says="{kind} {item} is used by nothing")

_ALL = regex(r"\bpiece\s*(?:\||\.\s*(?:items|values|keys)\b)|\bin\s+piece\s*[-%]")  # a template that prints all


@check(UNUSED_COMPONENT, needs_all=True)
def components(game: Game, project: Project) -> Iterator[Problem]:
    used = {to for fields in _declared(game) for to in _targets(fields)}
    for component in game.components.values():
        printed = component.front or component.back
        if not printed and component.id not in used and not _is_named(component.id, game, project):
            hint = "a component that prints has a front"
            yield UNUSED_COMPONENT.at(component.span, component=component.id, hint=hint)


def _is_named(component: str, game: Game, project: Project) -> bool:
    """In expressions, a `-` of its id written `_`, also beside a module: `with.night.cards`."""
    name = component.replace("-", "_")
    beside = (f"with.{module.replace('-', '_')}.{name}" for module in game.modules)
    return name in usage_of(game, project).names or any(each in mentioned(game) for each in (name, *beside))


def _declared(game: Game) -> Iterator[Mapping[str, Field]]:
    """Of pieces, of finished tables, and of what players put together; with modules' own."""
    own = (*game.groups.values(), *game.components.values(), *game.selections.values())
    yield from (each.fields for each in (*own, *added(game, "components"), *added(game, "selections")))
    if game.victory:
        yield from (game.victory.player, game.victory.table)
    for section in ("victory.player", "victory.table"):
        yield from ({field.id: field} for field in added(game, section))


def _targets(fields: Mapping[str, Field]) -> Iterator[str]:
    for field in fields.values():
        yield field.to
        if field.of:
            yield from _targets({"": field.of})
        yield from _targets(field.fields)


@check(FIELD_NEVER_SET, needs_all=True)
def unset_fields(game: Game, project: Project) -> Iterator[Problem]:
    for component in all_components(game):
        yield from _unset(component.id, component.fields, pieces_of(game, component), "piece")
    for group in game.groups.values():
        yield from _unset(group.id, _own(group), entries_of(game, group.id), "entry")


def _own(group: EntryGroup) -> Mapping[str, Field]:
    """The fields that it says itself."""
    return {name: field for name, field in group.fields.items() if field.span != group.span}


def _unset(owner: str, fields: Mapping[str, Field], pieces: list[Piece], thing: str) -> Iterator[Problem]:
    filled = {path for piece in pieces for path in piece.places}
    for name, field in fields.items() if pieces else ():
        if name not in filled:
            yield FIELD_NEVER_SET.at(field.span, thing=thing, owner=owner, field=name)


@check(UNUSED_FIELD, needs_all=True)
def unused_fields(game: Game, project: Project) -> Iterator[Problem]:
    uses = usage_of(game, project)
    if not uses.known or _ALL.search(uses.templates):
        return
    owners = [(component.id, component.fields) for component in all_components(game)]
    for owner, fields in (*owners, *((group.id, _own(group)) for group in game.groups.values())):
        for path, field in _unused(fields, uses):
            yield UNUSED_FIELD.at(field.span, path=path, owner=owner)


def _unused(fields: Mapping[str, Field], uses: Usage, prefix: str = "") -> Iterator[tuple[str, Field]]:
    """Of a record that nothing uses, only the record itself."""
    for name, field in fields.items():
        if name not in uses.names and name not in uses.words:
            yield prefix + name, field
        else:
            inner = field.of.fields if field.of else field.fields
            yield from _unused(inner, uses, f"{prefix}{name}.")


@check(UNUSED_PIECE, needs_all=True)
def pieces(game: Game, project: Project) -> Iterator[Problem]:
    referred: dict[str, set[str]] = {}
    for found in find_values(game, "reference"):
        referred.setdefault(found.field.to, set()).add(found.value)
    uses = usage_of(game, project)
    for component in all_components(game) if uses.known else ():
        named = referred.get(component.id, set())
        ids = {piece.id for piece in component.pieces}
        if component.front or named.isdisjoint(ids) or component.id in uses.names:
            continue
        for piece in component.pieces:
            if piece.id not in named and piece.id not in uses.words:
                yield UNUSED_PIECE.at(piece.span_of("id"), piece=piece.id, component=component.id, subject=piece.label)


@check(UNUSED_PART, needs_all=True)
def parts(game: Game, project: Project) -> Iterator[Problem]:
    for section in ("define", "setup.zones", "victory.define", "victory.track"):
        for _, item in part(game, section):
            drawn = section == "define" and item.id in usage_of(game, project).names
            if not (drawn or _is_used(item, mentioned(game))):
                yield UNUSED_PART.at(item.span, kind=noun(section), item=item.id)


def _is_used(item: Any, names: frozenset[str]) -> bool:
    name = item.id.replace("-", "_")
    if isinstance(item, Definition):
        return name in names or any(each.startswith(f"{name}.") for each in names)
    if isinstance(item, Variable):
        return name in names or f"track.{name}" in names
    if isinstance(item, Zone) and (item.at or item.per or (item.starts and (item.face or item.away))):
        return True  # a place of its own
    return f"zones.{name}" in names
