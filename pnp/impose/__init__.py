"""Leaves to place, paper and printer → sheets. Millimetres only; no PDF, no fonts.

`grid`, `tiles` and `pouring` place the pieces, `marks`, `strips` and `furniture` what stands around them, `sides` puts
both together; here is the whole way.
"""

from collections.abc import Iterable, Iterator, Mapping
from functools import partial
from math import ceil
from typing import NamedTuple

from pnp.impose import refuse
from pnp.impose.bleeds import BleedChoice, choose
from pnp.impose.furniture import RULER, Furniture, furnish
from pnp.impose.grid import best_fold, best_grid
from pnp.impose.marks import drawn_as, outside
from pnp.impose.pattern import Bleed, Pattern
from pnp.impose.plans import plan, smaller, wide_margins
from pnp.impose.press import Captions, Job, Press, Typeset, described, printable, room_for, room_on, without_backs
from pnp.impose.sheetful import Sheetful, Stack, fill, fill_tiles
from pnp.impose.sides import SheetDrawer, count_sides
from pnp.impose.tiles import Tiling, tiling
from pnp.impose.together import put_together
from pnp.model.game import Format
from pnp.model.problem import Problem
from pnp.model.sheet import USUAL_MARGIN, Leaf, Printout, Sheet
from pnp.model.span import Span


class Imposed(NamedTuple):
    """Sheets, what could not be placed, and the work that is left."""

    sheets: tuple[Sheet, ...]
    problems: list[Problem]
    printout: Printout


def impose(
    leaves: Iterable[Leaf],
    press: Press,
    captions: Captions,
    typeset: Typeset,
    spans: Mapping[str, Span],
    before: int = 0,
) -> Imposed:
    """Sheets component after component, those that are only read before those that are cut: plain paper and card stock
    are two runs of pages. `before` pages of the file come in front.

    A component that can't fit has no sheets but a problem at `spans[component]`.
    """
    if press.options.sides == "fronts":
        leaves = [face for leaf in leaves for face in _faces(leaf)]
    leaves = sorted(leaves, key=lambda leaf: leaf.format.is_cut)
    if not any(leaf.back for leaf in leaves):
        press = without_backs(press)
    stacks, problems = stack_up(leaves, press, spans)
    problems += _margins(leaves, stacks, press, spans)
    sheetfuls = [
        sheetful for stack in put_together(stacks, press) for sheetful in stack.sheetfuls if _printed(sheetful, press)
    ]
    job = Job(press, captions, typeset, count_sides(sheetfuls, press.options.sides, before), before)
    furnished = _furnished(sheetfuls, job)
    sheets = tuple(SheetDrawer(job).draw(sheetfuls, furnished))
    said = {stack.component: stack.said for stack in stacks}
    printout = plan(sheetfuls, press, said, before)
    return Imposed(sheets, [*problems, *_left_out(sheetfuls, furnished, press, spans)], printout)


def _faces(leaf: Leaf) -> Iterator[Leaf]:
    """What is cut out where only fronts are printed: of a double-sided piece each face, to be glued together or not."""
    yield leaf
    if leaf.format.is_double_sided and leaf.back:
        yield leaf._replace(front=leaf.back, is_reverse=True)


def _margins(leaves: list[Leaf], stacks: list[Stack], press: Press, spans: Mapping[str, Span]) -> Iterator[Problem]:
    """A note where a printer's margins take more sheets than usual ones would."""
    if press.margin <= USUAL_MARGIN or not stacks:
        return
    usual = press._replace(margin=USUAL_MARGIN)
    ways = ((stack_up(leaves, usual, spans)[0], usual), (stacks, press))
    with_usual, with_these = (sum(len(stack.sheetfuls) for stack in put_together(*way)) for way in ways)
    if with_these > with_usual:
        yield wide_margins(with_these, with_usual, press, spans[leaves[0].component])


def _printed(sheetful: Sheetful, press: Press) -> bool:
    """A file of backs alone has no sheets without any."""
    return press.options.sides != "backs" or any(leaf and leaf.back for leaves in sheetful.held for leaf in leaves)


def _furnished(sheetfuls: list[Sheetful], job: Job) -> list[Furniture]:
    """One for each. The first sheet of a component that has room for the ruler gets it; sheets to read have none where
    there are others, which go through the printer in another run."""
    found: list[Furniture] = []
    known: dict[tuple[Pattern, str], Furniture] = {}
    ruled, component = False, ""
    only_pages = all(sheetful.is_page for sheetful in sheetfuls)
    for sheetful in sheetfuls:
        first, component = sheetful.component != component, sheetful.component
        ruler = first and not ruled and (only_pages or not sheetful.is_page)
        if ruler or sheetful.tile:
            furniture = furnish(sheetful, job, ruled=ruler)
            ruled = ruled or furniture.ruler is not None
        else:
            key = sheetful.pattern, sheetful.title
            furniture = known.get(key) or furnish(sheetful, job, ruled=False)
            known[key] = furniture
        found.append(furniture)
    return found


def _left_out(
    sheetfuls: list[Sheetful], furnished: list[Furniture], press: Press, spans: Mapping[str, Span]
) -> Iterable[Problem]:
    """One note for each component; the ruler is missing only where it is on no sheet at all."""
    ruled = any(furniture.ruler for furniture in furnished)
    missing: dict[str, dict[str, float]] = {}
    places = {sheetful.component: spans[(sheetful.components or (sheetful.component,))[0]] for sheetful in sheetfuls}
    for sheetful, furniture in zip(sheetfuls, furnished, strict=True):
        lacks = {thing: lack for thing, lack in furniture.missing.items() if not (ruled and thing == RULER)}
        missing[sheetful.component] = missing.get(sheetful.component, {}) | lacks
    for component, lacks in missing.items():
        if lacks:
            yield refuse.left_out(component, lacks, press, places[component])


def stack_up(leaves: Iterable[Leaf], press: Press, spans: Mapping[str, Span]) -> tuple[list[Stack], list[Problem]]:
    """Components in the order they come."""
    components = _by_component(leaves, press.options.copies)
    if not components:
        return [], []
    backs = any(leaf.back for pieces in components.values() for leaf in pieces)
    pages = sum(not leaf.format.is_cut for pieces in components.values() for leaf in pieces)
    for component in components:
        if problem := refuse.nothing_left(press, spans[component]):
            return [], [problem]
        if press.options.sides != "fronts" and not backs and not (press.options.sides == "duplex" and pages > 1):
            return [], [refuse.no_backs(list(components), press.options.sides, spans[component])]
    stacks: list[Stack] = []
    problems: list[Problem] = []
    skip = press.options.skip
    for component, pieces in components.items():
        is_cut = pieces[0].format.is_cut or len(components) == 1
        found, refused = _stacks_of(pieces, press, skip if is_cut else 0, spans[component])
        stacks += found
        problems += refused
        skip = 0 if is_cut else skip
    return stacks, problems


def _stacks_of(pieces: list[Leaf], press: Press, skip: int, span: Span) -> tuple[list[Stack], list[Problem]]:
    """One stack; where sheets are folded, one for what has a back and one for what has none."""
    component, title, format = pieces[0].component, pieces[0].title, pieces[0].format
    kinds = [pieces]
    if press.options.sides == "fold":
        kinds = [kind for kind in ([p for p in pieces if p.back], [p for p in pieces if not p.back]) if kind]
    stacks: list[Stack] = []
    problems: list[Problem] = []
    for kind in kinds:
        skipped = 0 if stacks else skip
        folded = press.options.sides == "fold" and kind[0].back is not None
        upright = _upright(kind, press)
        chosen = place(format, press, skipped + len(kind), folded=folded, upright=upright)
        tiled = None if chosen.pattern or folded else _tiled(format, press, upright=upright)
        if tiled and not skipped:
            pages = fill_tiles(tiled, kind)
            problems += smaller(component, format, len(kind), len(pages), press, span, upright=upright)
            said = tiled.said if press.options.bleed != "no" else ""
            if said and tiled.bleed < format.bleed:
                problems.append(refuse.BLEED_CHOSEN.at(span, component=component, what=said))
            stacks.append(Stack(component, title, format, pages, "tiles", said=said))
            continue
        size = 1 if tiled else chosen.pattern.size if chosen.pattern else 0
        if skipped >= size > 0:
            problems.append(refuse.skipped_too_many(component, size, skipped, span))
            continue
        if chosen.pattern is None:
            problems.append(refuse.too_large(component, format, press, span, folded=folded))
            continue
        if chosen.short:
            problems.append(refuse.BLEED_CHOSEN.at(span, component=component, what=chosen.said))
        if press.printer:
            problems += _fewer_for_printer(kind, chosen.pattern, press, span, folded=folded)
        start = sum(len(stack.sheetfuls) for stack in stacks)
        sheetfuls = fill(chosen.pattern, [*[None] * skipped, *kind], kind[0], start)
        if not folded and not (chosen.bleed.size and not chosen.bleed.shared):
            sheets = ceil(len(kind) / chosen.pattern.size)
            problems += smaller(component, format, len(kind), sheets, press, span, upright=upright)
        way = "fold" if folded else "plain"
        stacks.append(Stack(component, title, format, sheetfuls, way, chosen.bleed, chosen.said))
    return stacks, problems


def place(format: Format, press: Press, wanted: int, *, folded: bool, upright: bool) -> BleedChoice:
    """The pattern for sheets of so many pieces of one format."""

    def placing(bleed: Bleed) -> Pattern | None:
        room = partial(room_for, format, bleed.size, press=press)
        if folded:
            return best_fold(format, press.paper, room, bleed, wanted=wanted)
        return best_grid(format, press.paper, room, bleed, upright=upright, wanted=wanted)

    return choose(format, press.options.bleed, placing)


def _fewer_for_printer(
    pieces: list[Leaf], pattern: Pattern, press: Press, span: Span, *, folded: bool
) -> Iterator[Problem]:
    """A note where the printer's profile costs places that these pieces would have taken."""
    if len(pieces) <= pattern.size:
        return
    leaf, plain = pieces[0], press._replace(printer=None)
    without = place(leaf.format, plain, len(pieces), folded=folded, upright=_upright(pieces, press)).pattern
    if press.printer and without and without.size > pattern.size:
        size, printer = pattern.size, described(press.printer)
        yield refuse.FEWER_FOR_PRINTER.at(
            span, component=leaf.component, size=size, without=without.size, printer=printer
        )


def _tiled(format: Format, press: Press, *, upright: bool) -> Tiling | None:
    """Pages to glue, for what doesn't fit on one even without bleed."""
    if not press.tile or best_grid(format, press.paper, lambda lying: printable(lying, press.margin)):
        return None
    beside = outside(drawn_as(press.options.marks, format))
    return tiling(
        format, press.paper, lambda lying: room_on(lying, press), press.options.bleed, beside, upright=upright
    )


def _upright(pieces: list[Leaf], press: Press) -> bool:
    """Sheets with backs stay upright in a file of fronts, too, so that a file of backs alone goes with it."""
    return press.options.sides == "duplex" or any(leaf.back for leaf in pieces)


def _by_component(leaves: Iterable[Leaf], times: int) -> dict[str, list[Leaf]]:
    components: dict[str, list[Leaf]] = {}
    for leaf in leaves:
        if leaf.copies > 0 and times > 0:
            components.setdefault(leaf.component, []).extend([leaf] * ((1 if leaf.copy else leaf.copies) * times))
    return components
