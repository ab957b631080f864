"""Leaves → stacks: what each component puts on its sheets, piece after piece; what can't fit is refused."""

from collections.abc import Iterable, Iterator, Mapping
from math import ceil

from pnp.impose.bleeds import Choice, choose
from pnp.impose.fold import best_fold
from pnp.impose.grid import best_grid
from pnp.impose.pattern import Bleed, Pattern
from pnp.impose.printers import room_for, room_on
from pnp.impose.refuse import bleed_chosen, fewer_for_printer, no_backs, nothing_left, skipped_too_many, too_large
from pnp.impose.savings import smaller
from pnp.impose.settings import Settings, printable
from pnp.impose.sheetful import Stack, fill, fill_tiles
from pnp.impose.tiles import Tiling, tiling
from pnp.model.game import Format
from pnp.model.problem import Problem
from pnp.model.sheet import Leaf, Paper, Rect
from pnp.model.span import Span


def stack_up(
    leaves: Iterable[Leaf], settings: Settings, spans: Mapping[str, Span]
) -> tuple[list[Stack], list[Problem]]:
    """Components in the order they come."""
    components = _by_component(leaves, settings.copies)
    if not components:
        return [], []
    backs = any(leaf.back for pieces in components.values() for leaf in pieces)
    pages = sum(not leaf.format.is_cut for pieces in components.values() for leaf in pieces)
    for component in components:
        if problem := nothing_left(settings, spans[component]):
            return [], [problem]
        if settings.sides != "fronts" and not backs and not (settings.sides == "duplex" and pages > 1):
            return [], [no_backs(list(components), settings.sides, spans[component])]
    stacks: list[Stack] = []
    problems: list[Problem] = []
    skip = settings.skip
    for component, pieces in components.items():
        is_cut = pieces[0].format.is_cut or len(components) == 1
        found, refused = _stacks_of(pieces, settings, skip if is_cut else 0, spans[component])
        stacks += found
        problems += refused
        skip = 0 if is_cut else skip
    return stacks, problems


def _stacks_of(pieces: list[Leaf], settings: Settings, skip: int, span: Span) -> tuple[list[Stack], list[Problem]]:
    """One stack; where sheets are folded, one for what has a back and one for what has none."""
    component, title, format = pieces[0].component, pieces[0].title, pieces[0].format
    kinds = [pieces]
    if settings.sides == "fold":
        kinds = [kind for kind in ([p for p in pieces if p.back], [p for p in pieces if not p.back]) if kind]
    stacks: list[Stack] = []
    problems: list[Problem] = []
    for kind in kinds:
        skipped = 0 if stacks else skip
        folded = settings.sides == "fold" and kind[0].back is not None
        upright = _upright(kind, settings)
        chosen = place(format, settings, skipped + len(kind), folded=folded, upright=upright)
        tiled = None if chosen.pattern or folded else _tiled(format, settings, upright=upright)
        if tiled and not skipped:
            pages = fill_tiles(tiled, kind)
            problems += smaller(component, format, len(kind), len(pages), settings, span, upright=upright)
            stacks.append(Stack(component, title, format, pages, "tiles"))
            continue
        size = 1 if tiled else chosen.pattern.size if chosen.pattern else 0
        if skipped >= size > 0:
            problems.append(skipped_too_many(component, size, skipped, span))
            continue
        if chosen.pattern is None:
            problems.append(too_large(component, format, settings, span, folded=folded))
            continue
        if chosen.short:
            problems.append(bleed_chosen(component, chosen.said, span))
        if settings.printer:
            problems += _fewer_for_printer(kind, chosen.pattern, settings, span, folded=folded)
        start = sum(len(stack.sheetfuls) for stack in stacks)
        sheetfuls = fill(chosen.pattern, [*[None] * skipped, *kind], kind[0], start)
        if not folded and not (chosen.bleed.size and not chosen.bleed.shared):
            sheets = ceil(len(kind) / chosen.pattern.size)
            problems += smaller(component, format, len(kind), sheets, settings, span, upright=upright)
        way = "fold" if folded else "plain"
        stacks.append(Stack(component, title, format, sheetfuls, way, chosen.bleed, chosen.said))
    return stacks, problems


def place(format: Format, settings: Settings, wanted: int, *, folded: bool, upright: bool) -> Choice:
    """The pattern for sheets of so many pieces of one format."""

    def placing(bleed: Bleed) -> Pattern | None:
        def room(lying: Paper) -> Rect:
            return room_for(format, bleed.size, lying, settings)

        if folded:
            return best_fold(format, settings.paper, room, bleed, wanted=wanted)
        return best_grid(format, settings.paper, room, bleed, upright=upright, wanted=wanted)

    return choose(format, settings.bleed, placing)


def _fewer_for_printer(
    pieces: list[Leaf], pattern: Pattern, settings: Settings, span: Span, *, folded: bool
) -> Iterator[Problem]:
    """A note where the printer's profile costs places that these pieces would have taken."""
    if len(pieces) <= pattern.size:
        return
    leaf, plain = pieces[0], settings._replace(printer=None, margin=settings.white)
    without = place(leaf.format, plain, len(pieces), folded=folded, upright=_upright(pieces, settings)).pattern
    if settings.printer and without and without.size > pattern.size:
        yield fewer_for_printer(leaf.component, pattern.size, without.size, settings.printer, span)


def _tiled(format: Format, settings: Settings, *, upright: bool) -> Tiling | None:
    """Pages to glue, for what doesn't fit on one even without bleed."""

    def room(lying: Paper) -> Rect:
        return room_on(lying, settings)

    if not settings.tile or best_grid(format, settings.paper, lambda lying: printable(lying, settings.white)):
        return None
    return tiling(format, settings.paper, room, upright=upright)


def _upright(pieces: list[Leaf], settings: Settings) -> bool:
    """Sheets with backs stay upright in a file of fronts, too, so that a file of backs alone goes with it."""
    return settings.sides == "duplex" or any(leaf.back for leaf in pieces)


def _by_component(leaves: Iterable[Leaf], times: int) -> dict[str, list[Leaf]]:
    components: dict[str, list[Leaf]] = {}
    for leaf in leaves:
        if leaf.copies > 0 and times > 0:
            components.setdefault(leaf.component, []).extend([leaf] * (leaf.copies * times))
    return components
