"""What a game is made of → sentences, rules and titles that two things have: one was copied, and not changed."""

from collections.abc import Hashable, Iterator, Mapping

from pnp.check import check
from pnp.check._owned import SPEAKING, Owned, noun, owned, same, speaking
from pnp.check._texts import name_of
from pnp.files.project import Project
from pnp.model.game import Game
from pnp.model.problem import Problem, Severity, code
from pnp.model.rules import Bound, Expression, Rule, Zone

SAID_TWICE = code(
    "PNP180 sentence said twice",
    """Two rules, steps, conditions or examples say the same sentence. Mostly one was copied as a start for the other
and its sentence not changed: then the setup is read out wrongly, or a broken rule tells what isn't broken.

Bad:  `- {id: foxes, say: There are 40 foxes., …}` and `- {id: keepers, say: There are 40 foxes., …}`
Good: `- {id: keepers, say: There are five keepers., …}`""",
    Severity.WARNING,
    says="{kind} {item} says the same as {first}",
)
ASKED_TWICE = code(
    "PNP181 rule that asks the same as another",
    """Two rules of a game ask the same, under two ids: one of them was copied as a start for another and not changed,
and what it should have asked nobody asks.

Bad:  `- {id: keeper-names, unique: name, of: foxes}` beside `- {id: fox-names, unique: name, of: foxes}`
Good: `- {id: keeper-names, unique: name, of: keepers}`""",
    Severity.WARNING,
    says="rule {rule} asks the same as {first}",
)
TITLE_TWICE = code(
    "PNP182 title given twice",
    """Two things of a kind have the same title: components, modules, zones on the table, tables, markers. Nobody can
tell them apart on the sheets, and mostly one was copied and not changed. A zone that pieces are only taken from may be
called like another. A zone that is called like an entry of a group would be taken for it.

Bad:  `red: {title: Red marker, …}` and `green: {title: Red marker, …}`
Good: `green: {title: Green marker, …}`""",
    Severity.WARNING,
    says='{kind} {item} is called "{title}", like {first}',
)
CALLED_LIKE_ENTRY = TITLE_TWICE.also('zone {zone} is called "{title}", like {entry} of {group}')

_TITLED = ("components", "selections", "setup.zones", "setup.tables", "victory.track")
_HINT = "copied, and not changed?"


@check(SAID_TWICE)
def sentences(game: Game, project: Project) -> Iterator[Problem]:
    parts: dict[str, list[Owned]] = {}  # of rules, of the setup …
    for section, thing in speaking(game):
        parts.setdefault(section.partition(".")[0], []).append(thing)
    for things in parts.values():
        for first, item in same(game, things, lambda item: (item.say.other, item.say.one)):
            kind, span, origin = SPEAKING[type(item)], item.say.span, first.say.span
            yield SAID_TWICE.at(span, kind=kind, item=item.id, first=first.id, hint=_HINT, origin=origin)


@check(ASKED_TWICE)
def rules(game: Game, project: Project) -> Iterator[Problem]:
    for section, things in owned(game):
        if section in ("rules", "victory.rules"):
            for first, rule in same(game, things, _asked):
                yield ASKED_TWICE.at(rule.span, rule=rule.id, first=first.id, hint=_HINT, origin=first.span)


def _asked(rule: Rule) -> Hashable:
    parts = (rule.subject, rule.of, rule.where, rule.by, rule.per, *(each for _, each in sorted(rule.own.items())))
    return (rule.kind, *map(_text, parts), *map(_bound, rule.bounds))


def _bound(bound: Bound) -> Hashable:
    said = bound.expected
    figures = tuple(sorted((k, _text(v)) for k, v in said.items())) if isinstance(said, Mapping) else _text(said)
    return bound.relation, figures


def _text(expression: Expression | None) -> str:
    return " ".join(expression.text.split()) if expression else ""


@check(TITLE_TWICE)
def titles(game: Game, project: Project) -> Iterator[Problem]:
    kinds = [(noun(section), things) for section, things in owned(game) if section in _TITLED]
    kinds.append(("module", [Owned(None, module) for module in game.modules.values()]))
    for kind, things in kinds:
        seen = [each for each in things if not (isinstance(each.item, Zone) and _is_a_start(each.item))]
        for first, item in same(game, seen, lambda item: item.title):
            title, origin = item.title, first.span
            yield TITLE_TWICE.at(
                item.span, kind=kind, item=item.id, title=title, first=first.id, hint=_HINT, origin=origin
            )
    yield from _like_entries(game)


def _like_entries(game: Game) -> Iterator[Problem]:
    """Zones with the names of factions, seasons and the like; one that is `per` the group has them for its parts."""
    entries = {name_of(entry): entry for group in game.groups.values() for entry in group.entries.values()}
    entries.pop("", None)
    for section, things in owned(game):
        for zone in (each.item for each in things if section == "setup.zones"):
            entry = entries.get(zone.title)
            if entry and entry.component not in (zone.per.text if zone.per else ""):
                title, group, origin = zone.title, entry.component, entry.span
                yield CALLED_LIKE_ENTRY.at(
                    zone.span, zone=zone.id, title=title, entry=entry.id, group=group, origin=origin
                )


def _is_a_start(zone: Zone) -> bool:
    """No place on the table."""
    return zone.starts is not None and not (zone.at or zone.face or zone.away)
