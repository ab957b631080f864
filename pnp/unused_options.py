"""Options on a command line that change nothing in what was asked for → a note, so that nobody looks for their effect.

Only what was typed counts: what pnp.toml says is meant for all builds of a project, whatever each of them prints.
"""

from collections.abc import Iterator, Sequence

from pnp.model.game import Edition
from pnp.model.problem import Problem, Severity, code
from pnp.model.sheet import Leaf
from pnp.request import Request

NO_EFFECT = code(
    "PNP460",
    "option that changes nothing",
    """
An option was given that does nothing beside the others: paper and marks for pictures, dots per inch for sheets, the
edge to turn over where one side is printed. What is written is right; perhaps something else was meant. Options in
pnp.toml are never spoken of, since they are meant for all builds.

bad:  pnp build mygame --format png --marks lines
good: pnp build mygame --format png
""",
    Severity.NOTE,
)

NO_BLEED = code(
    "PNP461",
    "bleed wanted where none is declared",
    """
`--bleed yes` prints all the bleed that components declare, and nothing that is printed declares any. A component gets
one by `bleed:` beside its size, and by templates that draw their grounds as far beyond the cut.

bad:  size: poker              # with --bleed yes
good: {size: poker, bleed: 3mm}
""",
    Severity.NOTE,
)

FOR_SHEETS = (
    *("paper", "printer", "sides", "flip", "marks", "marked", "safe", "together", "copies", "skip"),
    "instructions",
)


def unused_options(
    request: Request, edition: Edition, leaves: Sequence[Leaf], *, tells_setup: bool
) -> Iterator[Problem]:
    """At most one note of each kind. `tells_setup`: a template that was laid out looked at the setup."""
    if not leaves:
        return
    reasons: dict[str, list[str]] = {}
    for option, reason in _idle(request, leaves, tells_setup=tells_setup):
        if option in request.given:
            reasons.setdefault(reason, []).append(_as_typed(request, option))
    if reasons:
        said = "; ".join(f"{', '.join(options)} ({reason})" for reason, options in reasons.items())
        yield NO_EFFECT.at(edition.game.span, f"without effect here: {said}")
    if "bleed" in request.given and request.bleed == "yes":
        yield from _without_bleed(edition, leaves)


def _idle(request: Request, leaves: Sequence[Leaf], *, tells_setup: bool) -> Iterator[tuple[str, str]]:
    """Each option that does nothing, and why."""
    if request.format == "png":
        yield from ((option, "pictures lie on no sheet") for option in FOR_SHEETS)
    else:
        yield "dpi", "only pictures have pixels"
        yield from _idle_on_sheets(request, leaves)
    if not tells_setup:
        yield "players", "nothing that is printed tells the setup"


def _idle_on_sheets(request: Request, leaves: Sequence[Leaf]) -> Iterator[tuple[str, str]]:
    sides = request.sides
    if sides in ("fronts", "fold"):
        yield "flip", f"--sides {sides} prints one side of the paper"
    if request.marks == "none":
        yield "marked", "--marks none has none"
    elif sides in ("fronts", "backs") and request.marked in (sides, "both"):
        yield "marked", f"--sides {sides} prints no others"
    components = {leaf.component for leaf in leaves}
    if len(components) == 1:
        yield "together", f"only {components.pop()} is printed"


def _without_bleed(edition: Edition, leaves: Sequence[Leaf]) -> Iterator[Problem]:
    """Named is the first component that is cut: a sheet to read needs none."""
    if any(leaf.format.bleed for leaf in leaves):
        return
    named = next((leaf.component for leaf in leaves if leaf.format.is_cut), leaves[0].component)
    others = len({leaf.component for leaf in leaves}) > 1
    said = f"--bleed yes: {named} declares no bleed{', nor does anything else that is printed' if others else ''}"
    yield NO_BLEED.at(edition.components[named].span, said, hint="like bleed: 3mm beside its size")


def _as_typed(request: Request, option: str) -> str:
    return f"--no-{option}" if getattr(request, option) is False else f"--{option}"
