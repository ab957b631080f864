"""Leaves and settings → sheets with everything at its millimetre, and what could not be placed."""

from collections.abc import Iterable, Iterator, Mapping
from typing import NamedTuple

from pnp.impose.furniture import RULER, Furniture, furnish
from pnp.impose.pattern import Pattern
from pnp.impose.plans import plan
from pnp.impose.printers import without_backs
from pnp.impose.refuse import left_out
from pnp.impose.savings import wide_margins
from pnp.impose.settings import Captions, Job, Settings, Typeset
from pnp.impose.sheetful import Sheetful, Stack
from pnp.impose.sides import Drawer, count_sides
from pnp.impose.stacks import stack_up
from pnp.impose.together import put_together
from pnp.model.plan import Printout
from pnp.model.problem import Problem
from pnp.model.sheet import USUAL_MARGIN, Leaf, Sheet
from pnp.model.span import Span


class Imposed(NamedTuple):
    """Sheets, what could not be placed, and the work that is left."""

    sheets: tuple[Sheet, ...]
    problems: list[Problem]
    printout: Printout


def impose(
    leaves: Iterable[Leaf],
    settings: Settings,
    captions: Captions,
    typeset: Typeset,
    spans: Mapping[str, Span],
    before: int = 0,
) -> Imposed:
    """Sheets component after component, those that are only read before those that are cut: plain paper and card stock
    are two runs of pages. `before` pages of the file come in front.

    A component that can't fit has no sheets but a problem at `spans[component]`.
    """
    if settings.sides == "fronts":
        leaves = [face for leaf in leaves for face in _faces(leaf)]
    leaves = sorted(leaves, key=lambda leaf: leaf.format.is_cut)
    if not any(leaf.back for leaf in leaves):
        settings = without_backs(settings)
    stacks, problems = stack_up(leaves, settings, spans)
    problems += _margins(leaves, stacks, settings, spans)
    sheetfuls = [
        sheetful
        for stack in put_together(stacks, settings)
        for sheetful in stack.sheetfuls
        if _printed(sheetful, settings)
    ]
    job = Job(settings, captions, typeset, count_sides(sheetfuls, settings.sides, before), before)
    furnished = _furnished(sheetfuls, job)
    sheets = tuple(Drawer(job).draw(sheetfuls, furnished))
    said = {stack.component: stack.said for stack in stacks}
    printout = plan(sheetfuls, settings, said, before)
    return Imposed(sheets, [*problems, *_left_out(sheetfuls, furnished, settings, spans)], printout)


def _faces(leaf: Leaf) -> Iterator[Leaf]:
    """What is cut out where only fronts are printed: of a double-sided piece each face, to be glued together or not."""
    yield leaf
    if leaf.format.is_double_sided and leaf.back:
        yield leaf._replace(front=leaf.back)


def _margins(
    leaves: list[Leaf], stacks: list[Stack], settings: Settings, spans: Mapping[str, Span]
) -> Iterator[Problem]:
    """A note where a printer's margins take more sheets than usual ones would."""
    if settings.white <= USUAL_MARGIN or not stacks:
        return
    usual, _ = stack_up(leaves, settings._replace(margin=USUAL_MARGIN), spans)
    with_usual, with_these = (
        sum(len(stack.sheetfuls) for stack in put_together(some, chosen))
        for some, chosen in ((usual, settings._replace(margin=USUAL_MARGIN)), (stacks, settings))
    )
    if with_these > with_usual:
        yield wide_margins(with_these, with_usual, settings, spans[leaves[0].component])


def _printed(sheetful: Sheetful, settings: Settings) -> bool:
    """A file of backs alone has no sheets without any."""
    return settings.sides != "backs" or any(leaf and leaf.back for leaves in sheetful.held for leaf in leaves)


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
    sheetfuls: list[Sheetful], furnished: list[Furniture], settings: Settings, spans: Mapping[str, Span]
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
            yield left_out(component, lacks, settings, places[component])
