"""The fonts that a display list names, drawings included."""

from collections.abc import Iterator

from pnp.model.display import Drawing, FontFace, Group, Item, Picture, Text


def fonts_of(items: tuple[Item, ...]) -> Iterator[FontFace]:
    for item in items:
        if isinstance(item, Group):
            yield from fonts_of(item.items)
        elif isinstance(item, Text):
            yield from (run.font for run in item.runs)
        elif isinstance(item, Picture) and isinstance(item.art, Drawing):
            yield from (*item.art.fonts, *fonts_of(item.art.items))
