"""
The sentence of a rule or a condition names a place or an entry of a group that its expressions don't ask about, though
they ask about some place or entry; or a kind of pieces, while they ask about others: one of both was changed, and the
other wasn't. What pieces of a kind are called, its title says, and the glossary's term with that title among its forms.

Bad:  `say: 53 cards are in the Nest.` with `table: zones.burrow`
Good: `say: 53 cards are in the Burrow.` with `table: zones.burrow`
"""

import re
from collections.abc import Iterator, Mapping

from pnp.check._formulas import formulas_of
from pnp.check._owned import Owned, owned
from pnp.check._texts import bare
from pnp.check._values import find_values
from pnp.check.sentences_of_steps import said
from pnp.model.game import Game
from pnp.model.holes import filled
from pnp.model.problem import Problem, Severity, code
from pnp.model.project import Project
from pnp.model.rules import Condition, Rule

CODE = code("PNP165", "rule that says otherwise than it asks", __doc__, Severity.WARNING)

_WORD = re.compile(r"[^\W\d][\w-]*")


def check(game: Game, project: Project) -> Iterator[Problem]:
    parts = dict(owned(game))
    pieces = _pieces(game)
    named = [_places(parts), *_entries(game)]
    kinds = [{name: id for names in named for name, id in names.items() if name not in pieces}, pieces]
    for section in ("rules", "victory.rules", "victory.conditions"):
        for item in (each.item for each in parts.get(section, ())):
            if isinstance(item, Rule | Condition):
                yield from _about(item, kinds)


def _about(item: Rule | Condition, kinds: list[Mapping[str, str]]) -> Iterator[Problem]:
    text = bare(filled(item.say.other, lambda _: " "))
    asked = {word.replace("_", "-") for each in formulas_of(item) for word in _WORD.findall(each.text)}
    for bound in item.bounds if isinstance(item, Rule) else ():
        asked.update(bound.expected if isinstance(bound.expected, Mapping) else ())
    if isinstance(item, Condition):
        asked.add(item.outcome)
    for names in kinds:
        here = asked.intersection(names.values())
        for name in said(text, names) if here else ():
            if names[name] not in here:
                message = f"the sentence of {item.id} says {name}, but nothing in it asks about that"
                yield CODE.at(item.say.span, message, hint=f"it asks about {', '.join(sorted(here))}")


def _places(parts: Mapping[str, list[Owned]]) -> Mapping[str, str]:
    """Zones on the table: title → id; none that two have."""
    zones = [each.item for each in parts.get("setup.zones", ())]
    return _unique([(zone.title, zone.id) for zone in zones if zone.at or zone.face or zone.per])


def _entries(game: Game) -> Iterator[Mapping[str, str]]:
    """Of each group: what an entry is called, in full or in short → its id.

    Where pieces refer to the group, only entries that one refers to: another has perhaps lost its id.
    """
    referred = {(found.field.to, found.value) for found in find_values(game, "reference")}
    of_pieces = {group for group, _ in referred}
    for group in game.groups.values():
        entries = [e for e in group.entries.values() if group.id not in of_pieces or (group.id, e.id) in referred]
        called = [(entry.fields.get(field), entry.id) for entry in entries for field in ("name", "short")]
        yield _unique([(name, id) for name, id in called if isinstance(name, str)])


def _pieces(game: Game) -> Mapping[str, str]:
    """Of each component: its title, and the forms of the term that has it, with the id as rules write it."""
    names: list[tuple[str, str]] = []
    for component in game.components.values():
        said = {component.title}
        for term in game.glossary:
            if component.title.casefold() in {form.casefold() for form in term.all_forms}:
                said |= set(term.all_forms)
        names += [(name, component.id) for name in said]
    return _unique(names)


def _unique(names: list[tuple[str, str]]) -> Mapping[str, str]:
    ids: dict[str, set[str]] = {}
    for name, id in names:
        ids.setdefault(name, set()).add(id)
    return {name: next(iter(those)) for name, those in ids.items() if name and len(those) == 1}
