"""A wall → plots of whatever its pieces say: how many of each, figures by kind, lengths and sizes of texts, ink."""

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Sequence
from io import BytesIO
from typing import Any

from pnp.model.length import MM_PER_POINT
from pnp.proof.pictures import Pictures
from pnp.proof.wall import Values, Wall

_KINDS = range(2, 21)  # different values that a plot can show
_BINS = 12
_FEWEST = 6  # pieces of a component, or texts of a field, that are worth a plot
_SIZES = 24  # bars of type sizes: as many as the page shows
_INKED = 400  # faces whose ink is measured
_SMALL = 64  # pixels across, in which it is

Bars = list[dict[str, Any]]


def statistics(wall: Wall) -> Values:
    """Return plots, whose bars have a label, a value, and a query that finds their pieces."""
    counts = Counter[str]()
    for each in wall.pieces.values():
        counts[each["component"]] += each["copies"]
    titles = {each["id"]: each["title"] for each in wall.components}
    bars = [_bar(titles[id], count, f"component:{id}") for id, count in counts.items()]
    plots = [_plot("Pieces", "all copies, by component", bars)]
    for component in wall.components:
        pieces = [each for each in wall.pieces.values() if each["component"] == component["id"]]
        if len(pieces) >= _FEWEST:
            plots += _component_plots(component, pieces)
    sizes = [
        text[5] / MM_PER_POINT
        for piece in wall.pieces.values()
        for leaf in piece["leaves"]
        for side in (leaf["front"], leaf["back"])
        for text in (side["texts"] if side else ())
    ]
    plots += [_plot("Type size", *_by_size(sizes))] if sizes else []
    return {"plots": plots}


def _plot(title: str, about: str, bars: Bars) -> Values:
    return {"title": title, "about": about, "bars": bars}


def _bar(label: str, value: float, query: str = "") -> dict[str, Any]:
    return {"label": label, "value": round(value, 2), "query": query}


def _component_plots(component: Values, pieces: Sequence[Values]) -> Iterator[Values]:
    title, where = component["title"], f"component:{component['id']}"
    kinds: dict[str, list[list[str]]] = {}
    figures: dict[str, list[float | None]] = {}
    for name, type in ((each["name"], each["type"]) for each in component["fields"]):
        values = [piece["fields"].get(name) for piece in pieces]
        if figure := _figures(values):
            figures[name] = figure
        elif kind := _kinds(values):
            kinds[name] = kind
        elif type == "text" and len(lengths := [len(each) for each in values if isinstance(each, str)]) >= _FEWEST:
            yield _plot(f"{title}: length of {name}", "characters", _histogram(lengths))
    for name, kind in kinds.items():
        counted = Counter(value for each in kind for value in each)
        yield _plot(
            f"{title} by {name}", "pieces", [_bar(v, n, f"{where} {name}={_quote(v)}") for v, n in counted.items()]
        )
    for name, figure in figures.items():
        known = [value for value in figure if value is not None]
        if len(set(known)) < len(known):  # otherwise it numbers them
            counts = sorted(Counter(known).items())
            bars = [_bar(f"{value:g}", count, f"{where} {name}={value:g}") for value, count in counts]
            yield _plot(f"{title} by {name}", "pieces", bars if len(counts) <= 20 else _histogram(known))
            # for example moves per faction
            for trait, traits_of in kinds.items():
                sums: defaultdict[str, float] = defaultdict(float)
                for traits, number in zip(traits_of, figure, strict=True):
                    for value in traits:
                        sums[value] += number or 0
                if len(sums) <= 8:
                    bars = [_bar(value, total, f"{where} {trait}={_quote(value)}") for value, total in sums.items()]
                    yield _plot(f"{title}: {name} by {trait}", "all together", bars)


def _figures(values: Iterable[Any]) -> list[float | None] | None:
    """Return a field's numbers; None where it isn't a field of numbers."""
    found = [each if isinstance(each, int | float) and not isinstance(each, bool) else None for each in values]
    given = list(values)
    is_all = all(number is not None or value is None for number, value in zip(found, given, strict=True))
    return found if is_all and len({each for each in found if each is not None}) > 1 else None


def _kinds(values: Sequence[Any]) -> list[list[str]] | None:
    """Return each piece's values of a field that has few different ones; None for other fields."""
    listed = [each if isinstance(each, list) else [] if each is None else [each] for each in values]
    if any(isinstance(item, dict | list) for each in listed for item in each):
        return None
    texts = [[("yes" if item else "no") if isinstance(item, bool) else str(item) for item in each] for each in listed]
    different = {item for each in texts for item in each}
    times = sum(map(len, texts))
    return texts if len(different) in _KINDS and len(different) * 2 <= times and max(map(len, different)) < 40 else None


def _quote(value: str) -> str:
    return f'"{value}"' if " " in value else value


def _histogram(values: Sequence[float]) -> Bars:
    """Return bars of equal ranges, in steps of a round number."""
    low, high = min(values), max(values)
    fine = (0.25, 0.5) if any(value % 1 for value in values) else ()
    step = next(s for s in (*fine, 1, 2, 5, 10, 20, 50, 100, 200, 500, 1000, 1e9) if (high - low) / s <= _BINS)
    first = int(low // step)
    counted = Counter(int(value // step) for value in values)
    return [
        _bar(f"{n * step:g}" if step <= 1 else f"{n * step:g}–{(n + 1) * step - 1:g}", counted[n])
        for n in range(first, max(counted) + 1)
    ]


def _by_size(sizes: Sequence[float]) -> tuple[str, Bars]:
    """Count sizes to the nearest half point, or where that is too many bars the nearest point, or coarser."""
    names = {0.5: "half point", 1: "point", 5: "5 points", 50: "50 points"}
    step = next((each for each in names if len({round(size / each) for size in sizes}) <= _SIZES), 50)
    counted = Counter(round(size / step) for size in sizes)
    bars = [_bar(f"{number * step:g} pt", count) for number, count in sorted(counted.items())]
    return f"texts, to the nearest {names[step]}", bars


def ink(wall: Wall, pictures: Pictures) -> Values:
    """Return plots of how dark fronts are: by component, and the darkest pieces."""
    from PIL import Image, ImageStat

    shares: defaultdict[str, list[float]] = defaultdict(list)
    darkest: list[tuple[float, str, str]] = []
    for piece in list(wall.pieces.values())[:_INKED]:
        front = piece["leaves"][0]["front"] if piece["leaves"] else None
        png = pictures.picture(front["digest"], _SMALL) if front else None
        if png is None:
            continue
        with Image.open(BytesIO(png)) as image:
            paper = Image.new("RGBA", image.size, "#ffffff")
            share = 100 * (
                1 - ImageStat.Stat(Image.alpha_composite(paper, image.convert("RGBA")).convert("L")).mean[0] / 255
            )
        shares[piece["component"]].append(share)
        darkest.append((share, piece["name"], piece["id"]))
    titles = {each["id"]: each["title"] for each in wall.components}
    by_kind = [_bar(titles[id], sum(each) / len(each), f"component:{id}") for id, each in shares.items()]
    most = [_bar(name, share, name) for share, name, _ in sorted(darkest, reverse=True)[:10]]
    about = "per cent of the face, on average" + (f", of the first {_INKED}" if len(wall.pieces) > _INKED else "")
    return {"plots": [_plot("Ink", about, by_kind), _plot("Most ink", "per cent of the face", most)]}
