"""The `defs` of a face → its gradients by id."""

from collections.abc import Mapping
from typing import TYPE_CHECKING

from pnp.layout.art.gradients import Source, is_gradient, read_gradient, read_stop
from pnp.layout.art.values import ArtError
from pnp.layout.attributes import Attributes
from pnp.layout.element import UNKNOWN_ELEMENT, Element, Finding

if TYPE_CHECKING:
    from pnp.layout.engine import Layouter


def read_defs(lay: "Layouter", defs: tuple[Element, ...]) -> tuple[Mapping[str, Source], list[Finding]]:
    """Gradients with stops; nothing else is defined in a face (Jinja's macros serve for the rest)."""
    gradients: dict[str, Source] = {}
    findings: list[Finding] = []
    for element in defs:
        own = Attributes(lay, element)
        if not is_gradient(element.tag):
            own.find(
                UNKNOWN_ELEMENT, f"<{element.tag}> can't stand in <defs>", "only gradients do; macros serve for shapes"
            )
        elif "id" not in own:
            own.bad("id", "is missing")
        else:
            try:
                stops = [read_stop(Attributes(lay, stop).values, lay.palette) for stop in element.children]
                gradients[own.get("id")] = read_gradient(element.tag, own.values, stops)
            except ArtError as error:
                own.bad(error.attribute, error.message, error.hint)
        findings += own.findings
    return gradients, findings
