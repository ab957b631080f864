"""A file that was built → how much ink it takes: the mean darkness of its pages, by component and of all."""

from pathlib import Path

from pnp.model.opening import read_input
from pnp.model.sheet import Sheet

_LARGEST = 1 << 31  # bytes of a file that we have just written


def ink_coverage(file: Path, sheets: tuple[Sheet, ...], pages: int) -> dict[str, float]:
    """Per cent of the paper, `all` and each component by its id; the pages before the sheets are instructions."""
    from pnp.emit.darkness import page_darkness

    darkness = list(page_darkness(read_input(file, _LARGEST)))
    found: dict[str, list[float]] = {"all": darkness}
    for dark, sheet in zip(darkness[pages - len(sheets) :], sheets, strict=True):
        for component in dict.fromkeys(place.face.label.partition("/")[0] for place in sheet.placements):
            found.setdefault(component, []).append(dark)
    return {name: round(100 * sum(values) / len(values), 2) for name, values in found.items() if values}
