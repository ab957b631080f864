"""Leaves to place, paper and printer → sheets: the whole way. Millimetres only; no PDF, no fonts."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import partial
from math import ceil
from typing import NamedTuple

from pnp.impose.cut_marks import mark_style, outside
from pnp.impose.filled_sheets import BleedChoice, FilledSheet, Stack, choose, fill, fill_tiles, tiling
from pnp.impose.patterns import Bleed, Pattern, best_fold, best_grid
from pnp.impose.plans import plan_work, smaller
from pnp.impose.press import NO_BACKS, Captions, Job, Press, Typeset, nothing_left, room_for, room_on, too_large
from pnp.impose.sides import SheetDrawer, count_sides
from pnp.impose.slug import RULER, Slug, lay_out_slug
from pnp.model.game import Format
from pnp.model.length import mm
from pnp.model.problem import Problem, Severity, code
from pnp.model.sheet import USUAL_MARGIN, Leaf, Printout, Sheet
from pnp.model.span import Span

LEFT_OUT = code("PNP402", Severity.NOTE, says="{component} leaves no room on {paper} for: {lacks}", varies=("lacks",))
BLEED_CHOSEN = code("PNP404", Severity.NOTE, says="{component}: {what}", varies=("what",))
SKIPPED_TOO_MANY = code("PNP405", says="--skip {skip}: a sheet of {component} has {places}")
FEWER_FOR_PRINTER = code("PNP407", Severity.NOTE, says="{component}: {size} a sheet instead of {without} for {printer}")
WIDE_MARGINS = code(
    "PNP409", Severity.NOTE, says="margins of {margin} take {sheets} sheets instead of {usual} with {least}"
)


class Imposed(NamedTuple):
    """Sheets, the problems of what could not be placed, and the work that is left."""

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
    """Place leaves on sheets, component after component, those that are only read before those that are cut.

    So plain paper and card stock are two runs of pages. `before` pages of the file come in front. A component that
    can't fit has no sheets but a problem at `spans[component]`.
    """
    sides = press.options.sides
    if sides == "fronts":
        faces: list[Leaf] = []  # those of a double-sided piece both, to be glued together or not
        for leaf in leaves:
            faces.append(leaf)
            if leaf.format.is_double_sided and leaf.back:
                faces.append(leaf._replace(front=leaf.back, is_reverse=True))
        leaves = faces
    leaves = sorted(leaves, key=lambda leaf: leaf.format.is_cut)
    if press.printer and not any(leaf.back for leaf in leaves):  # what a printer does to backs takes no room then
        press = press._replace(printer=press.printer._replace(offset_x=0.0, offset_y=0.0, rotate=0.0))
    stacks, problems = stack_up(leaves, press, spans)
    shared = _put_together(stacks, press)
    if press.margin > USUAL_MARGIN and stacks:
        usual = press._replace(margin=USUAL_MARGIN)
        with_usual = _put_together(stack_up(leaves, usual, spans)[0], usual)
        needed, fewer = (sum(len(stack.sheets) for stack in way) for way in (shared, with_usual))
        if needed > fewer:
            span, about = spans[leaves[0].component], (f"printer {press.printer.name}",) if press.printer else ()
            margin, least = mm(press.margin), mm(USUAL_MARGIN)
            wide = WIDE_MARGINS.at(span, margin=margin, sheets=needed, usual=fewer, least=least)
            problems.append(wide._replace(about=about))
    filled = [sheet for stack in shared for sheet in stack.sheets]
    if sides == "backs":
        filled = [sheet for sheet in filled if any(leaf.back for leaf in sheet.leaves)]
    job = Job(press, captions, typeset, count_sides(filled, sides, before), before)
    slugs = _lay_out_slugs(filled, job)
    problems += _report_missing(filled, slugs, press, spans)
    said = {stack.component: stack.said for stack in stacks}
    return Imposed(tuple(SheetDrawer(job).draw(filled, slugs)), problems, plan_work(filled, press, said, before))


def _put_together(stacks: Sequence[Stack], press: Press) -> Sequence[Stack]:
    if len(stacks) < 2:
        return stacks
    from pnp.impose.sharing import put_together

    return put_together(stacks, press)


def _lay_out_slugs(sheets: list[FilledSheet], job: Job) -> list[Slug]:
    """Lay out the slug of each sheet; the ruler comes on the first to cut, or else to read, that has room."""
    found: list[Slug] = []
    known: dict[tuple[Pattern, str], Slug] = {}
    ruled, component = False, ""
    only_pages = all(sheet.is_page for sheet in sheets)
    for sheet in sheets:
        first, component = sheet.component != component, sheet.component
        ruler = first and not ruled and (only_pages or not sheet.is_page)
        if ruler or sheet.tile:
            slug = lay_out_slug(sheet, job, ruled=ruler)
            ruled = ruled or slug.ruler is not None
        else:
            key = sheet.pattern, sheet.title
            slug = known.get(key) or lay_out_slug(sheet, job, ruled=False)
            known[key] = slug
        found.append(slug)
    return found


def _report_missing(
    sheets: list[FilledSheet], slugs: list[Slug], press: Press, spans: Mapping[str, Span]
) -> Iterator[Problem]:
    """Yield one note for each component; the ruler is missing only where it is on no sheet at all."""
    ruled = any(slug.ruler for slug in slugs)
    missing: dict[str, dict[str, float]] = {}
    places = {sheet.component: spans[(sheet.components or (sheet.component,))[0]] for sheet in sheets}
    for sheet, slug in zip(sheets, slugs, strict=True):
        lacks = {thing: lack for thing, lack in slug.missing.items() if not (ruled and thing == RULER)}
        missing[sheet.component] = missing.get(sheet.component, {}) | lacks
    for component, lacks in missing.items():
        if not lacks:
            continue
        only_marks = all(thing.startswith("cut marks") for thing in lacks)
        hint = "--marks lines needs none" if only_marks else "larger paper or smaller pieces leave more"
        said = ", ".join(f"{thing} ({mm(ceil(lack * 10) / 10)} missing)" for thing, lack in lacks.items())
        yield LEFT_OUT.at(places[component], component=component, paper=press.paper.name, lacks=said, hint=hint)


def stack_up(leaves: Iterable[Leaf], press: Press, spans: Mapping[str, Span]) -> tuple[list[Stack], list[Problem]]:
    """Fill sheets with each component, in the order they come."""
    sides, times = press.options.sides, press.options.copies
    components: dict[str, list[Leaf]] = {}
    for leaf in leaves:
        if leaf.copies > 0 and times > 0:
            components.setdefault(leaf.component, []).extend([leaf] * ((1 if leaf.copy else leaf.copies) * times))
    backs = any(leaf.back for pieces in components.values() for leaf in pieces)
    pages = sum(not leaf.format.is_cut for pieces in components.values() for leaf in pieces)
    for component in components:
        if problem := nothing_left(press, spans[component]):
            return [], [problem]
        if sides != "fronts" and not backs and not (sides == "duplex" and pages > 1):
            ids, others = list(components), len(components) - 3
            names = f"{', '.join(ids[:3])} and {others} more" if others > 0 else ", ".join(ids)
            hint = "--sides fronts prints them as they are; back: beside a front: in game.yaml gives a component backs"
            has = "has" if len(ids) == 1 else "have"
            return [], [NO_BACKS.at(spans[component], sides=sides, components=names, has=has, hint=hint)]
    stacks: list[Stack] = []
    problems: list[Problem] = []
    skip = press.options.skip
    for component, pieces in components.items():
        is_cut = pieces[0].format.is_cut or len(components) == 1
        found, refused = _stack_component(pieces, press, skip if is_cut else 0, spans[component])
        stacks += found
        problems += refused
        skip = 0 if is_cut else skip
    return stacks, problems


def _stack_component(pieces: list[Leaf], press: Press, skip: int, span: Span) -> tuple[list[Stack], list[Problem]]:
    """Fill one stack, or two of folded sheets: one for pieces with backs and one for those without."""
    component, title, format = pieces[0].component, pieces[0].title, pieces[0].format
    kinds = [pieces]
    if press.options.sides == "fold":
        kinds = [kind for kind in ([p for p in pieces if p.back], [p for p in pieces if not p.back]) if kind]
    stacks: list[Stack] = []
    problems: list[Problem] = []
    for kind in kinds:
        skipped = 0 if stacks else skip
        folded = press.options.sides == "fold" and kind[0].back is not None
        # sheets with backs stay upright in a file of fronts, too, so that a file of backs alone goes with it
        upright = press.options.sides == "duplex" or any(leaf.back for leaf in kind)
        chosen = place(format, press, skipped + len(kind), folded=folded, upright=upright)
        is_too_large = not chosen.pattern and not folded
        bare = partial(room_on, press=press._replace(printer=None))
        tiled = None  # pages to glue, for what doesn't fit on one even without bleed
        if press.tile and is_too_large and not best_grid(format, press.paper, bare):
            beside = outside(mark_style(press.options.marks, format))
            room = partial(room_on, press=press)
            tiled = tiling(format, press.paper, room, press.options.bleed, beside, upright=upright)
        if tiled and not skipped:
            pages = fill_tiles(tiled, kind)
            problems += smaller(component, format, len(kind), len(pages), press, span, upright=upright)
            said = tiled.bleed_said if press.options.bleed != "no" else ""
            if said and tiled.bleed < format.bleed:
                problems.append(BLEED_CHOSEN.at(span, component=component, what=said))
            stacks.append(Stack(component, title, format, pages, "tiles", said=said))
            continue
        size = 1 if tiled else chosen.pattern.size if chosen.pattern else 0
        if skipped >= size > 0:
            hint = f"--skip {size - 1} at most" if size > 1 else "leave it out"
            places = f"{size} places" if size > 1 else "1 place"
            problems.append(SKIPPED_TOO_MANY.at(span, skip=skipped, component=component, places=places, hint=hint))
            continue
        if chosen.pattern is None:
            problems.append(too_large(component, format, press, span, folded=folded))
            continue
        if chosen.short:
            problems.append(BLEED_CHOSEN.at(span, component=component, what=chosen.said))
        if press.printer and len(kind) > size:  # does its profile cost places that these pieces would have taken?
            plain = press._replace(printer=None)
            without = place(format, plain, len(kind), folded=folded, upright=upright).pattern
            if without and without.size > size:
                name, most = press.profile, without.size
                fewer = FEWER_FOR_PRINTER.at(span, component=component, size=size, without=most, printer=name)
                problems.append(fewer)
        start = sum(len(stack.sheets) for stack in stacks)
        filled = fill(chosen.pattern, [*[None] * skipped, *kind], kind[0], start)
        if not folded and not (chosen.bleed.size and not chosen.bleed.shared):
            problems += smaller(component, format, len(kind), ceil(len(kind) / size), press, span, upright=upright)
        way = "fold" if folded else "plain"
        stacks.append(Stack(component, title, format, filled, way, chosen.bleed, chosen.said))
    return stacks, problems


def place(format: Format, press: Press, wanted: int, *, folded: bool, upright: bool) -> BleedChoice:
    """Choose the pattern for sheets of so many pieces of one format."""

    def placing(bleed: Bleed) -> Pattern | None:
        room = partial(room_for, format, bleed.size, press=press)
        if folded:
            return best_fold(format, press.paper, room, bleed, wanted=wanted)
        return best_grid(format, press.paper, room, bleed, upright=upright, wanted=wanted)

    return choose(format, press.options.bleed, placing)
