"""Sentences of steps, rules and texts → where they don't agree with what is done, asked or filled in beside them; and
zones, steps and markers of a setup that leave a question open at the table."""

import re
from collections import Counter
from collections.abc import Hashable, Iterable, Iterator, Mapping

from pnp.cardtext.braces import find_holes, mask_holes
from pnp.cardtext.marks import bare_words, source_range
from pnp.check import check
from pnp.check._texts import find_same, find_values, formulas_of, list_speakers, name_of, part_of, pieces_of, things_in
from pnp.io.project import Project
from pnp.model.game import Game
from pnp.model.problem import Problem, Severity, code
from pnp.model.regex import regex
from pnp.model.rules import Action, Condition, Expression, Move, Put, Rule, Sentence, Shuffle, Step, Zone
from pnp.model.span import Span

NOTHING_THERE = code("PNP189", Severity.WARNING, says="step {step} says {name}, but does nothing there")
NOT_MOVED = NOTHING_THERE.also("step {step} says {name}, but doesn't move it")
NOTHING_ABOUT = NOTHING_THERE.also("step {step} says {name}, and nothing in it is about that")
NOT_ASKED = code(
    "PNP165", Severity.WARNING, says="the sentence of {item} says {name}, but nothing in it asks about that"
)
FILLED_IN_AGAIN = code("PNP164", Severity.WARNING, says='"{path}" fills in {{{figure}}} {count} times')
SAID_AGAIN = FILLED_IN_AGAIN.also("the sentence of {item} fills in {{{figure}}} {count} times")

_FEW = 3  # a longer text may well say a name twice
_WORD = regex(r"[^\W\d][\w-]*")

_Part = tuple[int, int]  # from which character of a bare text to which


@check(NOTHING_THERE)
def steps(game: Game, project: Project) -> Iterator[Problem]:
    zones: dict[str, Zone] = {each.item.id: each.item for each in things_in(game, "setup.zones")}
    for step in (each.item for each in things_in(game, "setup.steps")):
        yield from _check_places(step, zones)
        moves = [action.what for action in step.actions if isinstance(action, Move)]
        moved = {name.id for what in moves if what and not isinstance(what, Expression) for name in what}
        for component in game.components.values() if moved else ():
            named = pieces_of(game, component)
            names: dict[str, set[str]] = {}  # of a component with one of these pieces: what its pieces are called → ids
            for piece in named if not moved.isdisjoint(piece.id for piece in named) else ():
                names.setdefault(name_of(piece), set()).add(piece.id)
            for name, place in _find_names(step.say, names):
                if moved.isdisjoint(names[name]):
                    hint = f"it moves {', '.join(sorted(moved))}"
                    yield NOT_MOVED.at(_place(step.say, place), step=step.id, name=name, hint=hint)
        yield from _check_entries(step, game, zones)


def _check_places(step: Step, zones: Mapping[str, Zone]) -> Iterator[Problem]:
    touched = [id for action in step.actions for id in _zones(action)]
    if not touched or not all(id in zones for id in touched):
        return
    here = {zones[id].title for id in touched}
    on_the_table = {zone.title for zone in zones.values() if zone.at or zone.face or zone.per}
    for name, place in _find_names(step.say, on_the_table):
        if name not in here:
            hint = f"it is about {' and '.join(dict.fromkeys(touched))}"
            yield NOTHING_THERE.at(_place(step.say, place), step=step.id, name=name, hint=hint)


def _zones(action: object) -> tuple[str, ...]:
    if isinstance(action, Move):
        return action.source, action.target
    return (action.zone,) if isinstance(action, Shuffle) else ()


def _check_entries(step: Step, game: Game, zones: Mapping[str, Zone]) -> Iterator[Problem]:
    """Report entries that a step names, but that neither what it moves nor the zones that it touches are about."""
    moves = [action for action in step.actions if isinstance(action, Move)]
    touched = [zones[id] for move in moves for id in _zones(move) if id in zones]
    asked = [move.what for move in moves] + [each for zone in touched for each in (zone.starts, zone.per)] + [step.when]
    formulas = " ".join(each.text for each in asked if isinstance(each, Expression))
    places = {zone.title for zone in zones.values()}
    for group in game.groups.values():
        names = {name_of(entry): entry.id for entry in group.entries.values()}
        for name, place in _find_names(step.say, names.keys() - places) if moves else ():
            if group.id.replace("-", "_") not in formulas and names[name] not in formulas:
                hint = f"it moves from {moves[0].source} to {moves[0].target}"
                yield NOTHING_ABOUT.at(_place(step.say, place), step=step.id, name=name, hint=hint)


def _find_names(sentence: Sentence, names: Iterable[str]) -> Iterator[tuple[str, _Part]]:
    """Yield names that stand in a sentence as words of their own, none within another, each once: Old Owl isn't Owl."""
    longest_first = sorted(filter(None, names), key=lambda name: (-len(name), name))
    if not longest_first:
        return
    pattern = rf"(?<!\w)(?:{'|'.join(map(re.escape, longest_first))})(?!\w)"
    found: dict[str, _Part] = {}
    for match in re.finditer(pattern, bare_words(mask_holes(sentence.other))):
        found.setdefault(match[0], match.span())
    yield from found.items()


def _place(sentence: Sentence, place: _Part) -> Span:
    return part_of(sentence, *source_range(mask_holes(sentence.other), *place))


@check(NOT_ASKED)
def rules(game: Game, project: Project) -> Iterator[Problem]:
    pieces = _name_components(game)
    zones = [each.item for each in things_in(game, "setup.zones")]
    on_table = _drop_repeated([(zone.title, zone.id) for zone in zones if zone.at or zone.face or zone.per])
    named = [on_table, *_name_entries(game)]
    kinds = [{name: id for names in named for name, id in names.items() if name not in pieces}, pieces]
    for section in ("rules", "victory.rules", "victory.conditions"):
        for item in (each.item for each in things_in(game, section)):
            if isinstance(item, Rule | Condition):
                asked = {word.replace("_", "-") for each in formulas_of(item) for word in _WORD.findall(each.text)}
                for bound in item.bounds if isinstance(item, Rule) else ():
                    asked.update(bound.expected if isinstance(bound.expected, Mapping) else ())
                if isinstance(item, Condition):
                    asked.add(item.outcome)
                for names in kinds:
                    here = asked.intersection(names.values())
                    said = dict(_find_names(item.say, names)) if here else {}
                    if here.isdisjoint(names[name] for name in said):  # else it compares what it asks about
                        for name, place in said.items():
                            hint = f"it asks about {', '.join(sorted(here))}"
                            yield NOT_ASKED.at(_place(item.say, place), item=item.id, name=name, hint=hint)


def _name_entries(game: Game) -> Iterator[Mapping[str, str]]:
    """Yield for each group names of entries with their ids; only entries referred to, where pieces refer to some."""
    referred = {(found.field.to, found.value) for found in find_values(game, "reference")}
    of_pieces = {group for group, _ in referred}
    for group in game.groups.values():
        entries = [e for e in group.entries.values() if group.id not in of_pieces or (group.id, e.id) in referred]
        called = [(entry.fields.get(field), entry.id) for entry in entries for field in ("name", "short")]
        yield _drop_repeated([(name, id) for name, id in called if isinstance(name, str)])


def _name_components(game: Game) -> Mapping[str, str]:
    """Return titles of components, and the forms of the terms that have them, with the ids as rules write them."""
    names: list[tuple[str, str]] = []
    for component in game.components.values():
        said = {component.title}
        for term in game.glossary:
            if component.title.casefold() in {form.casefold() for form in term.all_forms}:
                said |= set(term.all_forms)
        names += [(name, component.id) for name in said]
    return _drop_repeated(names)


def _drop_repeated(names: list[tuple[str, str]]) -> Mapping[str, str]:
    counts = Counter(name for name, _ in set(names))
    return {name: id for name, id in names if name and counts[name] == 1}


@check(FILLED_IN_AGAIN)
def figures(game: Game, project: Project) -> Iterator[Problem]:
    for item in (thing.item for _, thing in list_speakers(game)):
        for figure, count, span in _find_repeated_figures(item.say):
            yield SAID_AGAIN.at(span, item=item.id, figure=figure, count=count)
    for component in game.components.values():
        for piece in component.pieces:
            for path, phrase in piece.phrases.items():
                again = next(_find_repeated_figures(phrase), None)
                if again and len(list(find_holes(phrase.other))) <= _FEW:
                    figure, count, span = again
                    yield FILLED_IN_AGAIN.at(span, path=path, figure=figure, count=count, subject=piece.label)


def _find_repeated_figures(sentence: Sentence) -> Iterator[tuple[str, int, Span]]:
    """Yield what a sentence fills in more than once, how often, and where for the second time."""
    holes = list(find_holes(sentence.other))
    for text, count in Counter(hole.text for hole in holes).items():
        if count > 1:
            second = [hole for hole in holes if hole.text == text][1]
            yield text, count, part_of(sentence, second.start, second.end)


DONE_TWICE = code("PNP183", Severity.WARNING, says="step {step} does the same twice")
FROM_THE_TOP = code("PNP166", Severity.WARNING, says="step {step} takes from {zone} what lies on top")
SAME_SPOT = code("PNP187", Severity.WARNING, says="zone {zone} is drawn where {first} is, at {x:g}, {y:g}")
NEVER_PUT = code("PNP188", Severity.WARNING, says="no step puts {marker} on its space")


@check(DONE_TWICE)
def find_repeated_actions(game: Game, project: Project) -> Iterator[Problem]:
    for step in _steps(game):
        first: dict[Hashable, Action] = {}
        for action in step.actions:
            if isinstance(action, Shuffle):
                continue
            what = action.to if isinstance(action, Put) else action.what
            said = what.text if isinstance(what, Expression) else tuple([name.id for name in what or ()])
            ends = (action.marker,) if isinstance(action, Put) else (action.source, action.target, action.under)
            key = said, *ends
            other = first.setdefault(key, action)
            if other is not action:
                yield DONE_TWICE.at(action.span, step=step.id, origin=other.span)


def _steps(game: Game) -> list[Step]:
    return [each.item for each in things_in(game, "setup.steps")]


@check(FROM_THE_TOP)
def find_unchosen_moves(game: Game, project: Project) -> Iterator[Problem]:
    zones: list[Zone] = [each.item for each in things_in(game, "setup.zones")]
    held = {zone.id for zone in zones if zone.per and zone.per.text == "players"}
    for step in _steps(game) if held else ():
        shuffled = {action.zone for action in step.actions if isinstance(action, Shuffle)}
        for move in (action for action in step.actions if isinstance(action, Move)):
            # so many, not pieces that are named: those come out of a list
            is_amount = isinstance(move.what, Expression) and "|" not in move.what.text and "[" not in move.what.text
            if is_amount and not move.chosen and move.source in held - shuffled:
                hint = "chosen: true, where its player chooses"
                yield FROM_THE_TOP.at(move.span, step=step.id, zone=move.source, hint=hint)


@check(SAME_SPOT)
def same_spots(game: Game, project: Project) -> Iterator[Problem]:
    zones = [each for each in things_in(game, "setup.zones") if each.item.at]
    for first, zone in find_same(game, zones, lambda item: item.at):
        x, y = zone.at
        yield SAME_SPOT.at(zone.span, zone=zone.id, first=first.id, x=x, y=y, origin=first.span)


@check(NEVER_PUT, needs_all=True)
def unput_markers(game: Game, project: Project) -> Iterator[Problem]:
    track = things_in(game, "victory.track")
    put = {action.marker for step in _steps(game) for action in step.actions if isinstance(action, Put)}
    if not put <= {each.item.id for each in track}:  # one that there isn't is mostly another's name
        return
    for _, marker in track if put else ():
        if marker.start is not None and marker.read is None and marker.id not in put:
            yield NEVER_PUT.at(marker.span, marker=marker.id, hint=f"{{put: {marker.id}, to: …}}")
