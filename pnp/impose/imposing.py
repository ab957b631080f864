"""Leaves and settings → sheets with everything at its millimetre, and what could not be placed."""

from collections.abc import Iterable, Mapping

from pnp.impose.furniture import RULER, Furniture, furnish
from pnp.impose.refuse import left_out
from pnp.impose.settings import Captions, Job, Settings, Typeset
from pnp.impose.sides import sheets_of
from pnp.impose.stacks import stack_up
from pnp.model.problem import Problem
from pnp.model.sheet import Leaf, Sheet
from pnp.model.span import Span


def impose(
    leaves: Iterable[Leaf], settings: Settings, captions: Captions, typeset: Typeset, spans: Mapping[str, Span]
) -> tuple[tuple[Sheet, ...], list[Problem]]:
    """Sheets component after component. One that can't fit has no sheets but a problem at `spans[component]`."""
    stacks, duplex, problems = stack_up(leaves, settings, spans)
    sides = 2 if duplex else 1
    job = Job(settings, captions, typeset, sides * sum(len(stack.sheetfuls) for stack in stacks), duplex)
    furnished: list[Furniture] = []
    for stack in stacks:
        furnished.append(furnish(stack, job, ruled=not any(done.ruler for done in furnished)))
    ruled = any(done.ruler for done in furnished)
    sheets: list[Sheet] = []
    for stack, furniture in zip(stacks, furnished, strict=True):
        sheets += sheets_of(stack, furniture, job, len(sheets) + 1)
        if missing := {thing: lack for thing, lack in furniture.missing.items() if not (ruled and thing == RULER)}:
            problems.append(left_out(stack.component, missing, settings, spans[stack.component]))
    return tuple(sheets), problems
