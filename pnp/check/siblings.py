"""Texts and pieces → those that differ from their like where they should be the same, or say the same where not."""

from collections.abc import Hashable, Iterator, Mapping

from pnp.cardtext.icons import ICON_CHARACTER, icon_names
from pnp.cardtext.marks import bare_words
from pnp.check import check
from pnp.check._texts import (
    NAMES,
    SPEAKING,
    FieldValue,
    Owned,
    all_components,
    find_same,
    list_owned,
    list_speakers,
    name_of,
    noun,
    printed_texts,
    sentences,
    things_in,
)
from pnp.io.project import Project
from pnp.model.game import Game, Piece
from pnp.model.problem import Problem, Severity, code
from pnp.model.regex import regex
from pnp.model.rules import Expression, Rule, Zone
from pnp.model.values import Poison, Value

NO_STOP = code("PNP153", Severity.WARNING, says='"{path}" has no full stop, unlike {stopping} others', varies=("path",))
WRITTEN_DIFFERENTLY = code(
    "PNP145",
    Severity.WARNING,
    says='"{path}" differs from the same text of {usual} in capitals, marks or punctuation',
    varies=("path",),
)
SAYS_THE_SAME = code("PNP144", Severity.WARNING, says="{piece} says the same as {first} in everything")
SAYS_THE_SAME_BUT = SAYS_THE_SAME.also("{piece} says the same as {first} in everything but the {names}")

_LEAST = 4
_SHARE = 0.75
_STOPS = tuple(".!?…:;。！？।؟")
_AFTER = f" \n\t)]”“’»」\"'*{ICON_CHARACTER}"  # what may stand behind a full stop
_NUMBER = regex(r"(?<=\.)\d+(?=\.|$)")
_WORD = regex(rf"[\w{ICON_CHARACTER}+−-]+")


@check(NO_STOP)
def stops(game: Game, project: Project) -> Iterator[Problem]:
    siblings: dict[tuple[str, str], list[FieldValue]] = {}
    for found in printed_texts(game):
        if found.subject:
            siblings.setdefault(_family(found), []).append(found)
    for section, found in sentences(game):
        siblings.setdefault((section, "say"), []).append(found)
    for family in siblings.values():
        if len(family) <= _LEAST:
            continue
        lacking = [each for each in family if not bare_words(each.value).rstrip(_AFTER).endswith(_STOPS)]
        stopping = len(family) - len(lacking)
        lacking = [found for found in lacking if len(bare_words(found.value).split()) > (2 if found.subject else 1)]
        if stopping >= max(_LEAST, _SHARE * (stopping + len(lacking))):
            for found in lacking:
                end = len(found.value.rstrip())
                yield found.wrong(NO_STOP, found.part(end - 1, end), stopping=stopping)


def _family(found: FieldValue) -> tuple[str, str]:
    """Return what is the same for a field of all pieces; of lists within lists, only for the items beside this one."""
    numbers = list(_NUMBER.finditer(found.path))
    owner = found.subject if len(numbers) > 1 else found.subject.partition("/")[0]
    start, end = numbers[-1].span() if numbers else (0, 0)
    return owner, f"{found.path[:start]}*{found.path[end:]}" if numbers else found.path


@check(WRITTEN_DIFFERENTLY)
def find_other_wordings(game: Game, project: Project) -> Iterator[Problem]:
    alike: dict[tuple[str, ...], dict[str, list[FieldValue]]] = {}
    for found in printed_texts(game):
        if found.subject and found.field.name not in NAMES:
            words = _WORD.findall(bare_words(found.value).casefold())
            if len(words) >= 3:
                icons = icon_names(found.value)  # which of them stand in it counts, however it is written
                key = found.subject.partition("/")[0], found.field.name, " ".join(words), *icons
                alike.setdefault(key, {}).setdefault(found.value.strip(), []).append(found)
    for spellings in alike.values():
        (usual, *_), *others = sorted(spellings.values(), key=len, reverse=True)
        for found in (each for other in others for each in other):
            hint = "write both in the same way"
            yield found.wrong(WRITTEN_DIFFERENTLY, usual=usual.subject, hint=hint, origin=usual.span)


@check(SAYS_THE_SAME)
def copies(game: Game, project: Project) -> Iterator[Problem]:
    for component in all_components(game):
        texts = [f.name for f in component.fields.values() if f.translatable and f.name not in NAMES]
        kept = [name for name in component.fields if name not in NAMES]
        first: dict[tuple[Value, ...], Piece] = {}
        for piece in component.pieces if texts else ():
            if not any(piece.fields.get(name) for name in texts):
                continue
            says = tuple([None if piece.fields.get(name) == "" else piece.fields.get(name) for name in kept])
            other = first.setdefault(says, piece)
            if other is not piece:
                span, names = piece.span_of("id"), [n for n in NAMES if piece.fields.get(n) != other.fields.get(n)]
                but, hint = " and the ".join(names), f"copies: {other.copies + piece.copies} in {other.id}"
                if names:
                    problem = SAYS_THE_SAME_BUT.at(span, piece=piece.id, first=other.id, names=but, hint=_HINT)
                else:
                    problem = SAYS_THE_SAME.at(span, piece=piece.id, first=other.id, hint=hint)
                # of what both have in common, something may be different that couldn't be read
                cause = next((value.problem for value in says if isinstance(value, Poison)), None)
                yield problem._replace(origin=other.span_of("id"), subject=piece.label, cause=cause)


SAID_TWICE = code("PNP180", Severity.WARNING, says="{kind} {item} says the same as {first}")
ASKED_TWICE = code("PNP181", Severity.WARNING, says="rule {rule} asks the same as {first}")
TITLE_TWICE = code("PNP182", Severity.WARNING, says='{kind} {item} is called "{title}", like {first}')
CALLED_LIKE_ENTRY = TITLE_TWICE.also('zone {zone} is called "{title}", like {entry} of {group}')

_TITLED = ("components", "selections", "setup.zones", "setup.tables", "victory.track")
_HINT = "copied, and not changed?"


@check(SAID_TWICE)
def find_repeated_sentences(game: Game, project: Project) -> Iterator[Problem]:
    parts: dict[str, list[Owned]] = {}  # of rules, of the setup …
    for section, thing in list_speakers(game):
        parts.setdefault(section.partition(".")[0], []).append(thing)
    for things in parts.values():
        for first, item in find_same(game, things, lambda item: (item.say.other, item.say.one)):
            kind, span, origin = SPEAKING[type(item)], item.say.span, first.say.span
            yield SAID_TWICE.at(span, kind=kind, item=item.id, first=first.id, hint=_HINT, origin=origin)


@check(ASKED_TWICE)
def rules(game: Game, project: Project) -> Iterator[Problem]:
    for section in ("rules", "victory.rules"):
        for first, rule in find_same(game, things_in(game, section), _key):
            yield ASKED_TWICE.at(rule.span, rule=rule.id, first=first.id, hint=_HINT, origin=first.span)


def _key(rule: Rule) -> Hashable:
    """Return what is the same for rules that ask the same."""

    def text(expression: Expression | None) -> str:
        return " ".join(expression.text.split()) if expression else ""

    parts = (rule.subject, rule.of, rule.where, rule.by, rule.per, *(each for _, each in sorted(rule.own.items())))
    bounds = [
        (relation, tuple(sorted((k, text(v)) for k, v in said.items())) if isinstance(said, Mapping) else text(said))
        for relation, said, _ in rule.bounds
    ]
    return (rule.kind, *map(text, parts), *bounds)


@check(TITLE_TWICE)
def titles(game: Game, project: Project) -> Iterator[Problem]:
    def is_start(zone: Zone) -> bool:  # no place on the table
        return zone.starts is not None and not (zone.at or zone.face or zone.away)

    kinds = [(noun(section), things) for section, things in list_owned(game) if section in _TITLED]
    kinds.append(("module", [Owned(None, module) for module in game.modules.values()]))
    for kind, things in kinds:
        seen = [each for each in things if not (isinstance(each.item, Zone) and is_start(each.item))]
        for first, item in find_same(game, seen, lambda item: item.title):
            span, title, origin = item.span, item.title, first.span
            yield TITLE_TWICE.at(span, kind=kind, item=item.id, title=title, first=first.id, hint=_HINT, origin=origin)
    # zones may be named like entries of groups, or have them as their parts (`per`)
    entries = {name_of(entry): entry for group in game.groups.values() for entry in group.entries.values()}
    entries.pop("", None)
    for zone in (each.item for each in things_in(game, "setup.zones")):
        entry = entries.get(zone.title)
        if entry and entry.component not in (zone.per.text if zone.per else ""):
            title, group, origin = zone.title, entry.component, entry.span
            yield CALLED_LIKE_ENTRY.at(zone.span, zone=zone.id, title=title, entry=entry.id, group=group, origin=origin)
