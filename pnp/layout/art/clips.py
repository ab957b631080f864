"""Several paths → one whose inside, under the nonzero rule, is the inside of them all."""

from collections.abc import Iterator, Sequence

from pnp.model.display import Path, Segment

_STEPS = 8  # a curve's points when only the sense of turning matters


def union(paths: Sequence[Path]) -> Path:
    """All paths turned the same way round, so that overlaps don't cancel each other."""
    if len(paths) == 1:
        return paths[0]
    return tuple(segment for path in paths for segment in (path if _area(path) >= 0 else turned_round(path)))


def turned_round(path: Path) -> Path:
    """The same subpaths, each drawn from its end to its start."""
    turned: list[Segment] = []
    for subpath in _subpaths(path):
        closed = subpath[-1][0] == "Z"
        points = [segment for segment in subpath if segment[0] != "Z"]
        turned.append(("M", *_end(points[-1])))
        for before, segment in zip(points[-2::-1], points[:0:-1], strict=True):
            x, y = _end(before)
            if segment[0] == "C":
                _, x1, y1, x2, y2, _, _ = segment
                turned.append(("C", x2, y2, x1, y1, x, y))
            else:
                turned.append(("L", x, y))
        if closed:
            turned.append(("Z",))
    return tuple(turned)


def count_subpaths(path: Path) -> int:
    return sum(1 for _ in _subpaths(path))


def _subpaths(path: Path) -> Iterator[list[Segment]]:
    current: list[Segment] = []
    for segment in path:
        if segment[0] == "M" and current:
            yield current
            current = []
        current.append(segment)
    if current:
        yield current


def _end(segment: Segment) -> tuple[float, float]:
    if segment[0] == "Z":
        raise AssertionError("a subpath ends with Z, and nothing follows it")
    return (segment[5], segment[6]) if segment[0] == "C" else (segment[1], segment[2])


def _area(path: Path) -> float:
    """Signed: positive where the path turns clockwise with y downwards."""
    total = 0.0
    for subpath in _subpaths(path):
        points = list(_points(subpath))
        total += sum(x0 * y1 - x1 * y0 for (x0, y0), (x1, y1) in zip(points, points[1:] + points[:1], strict=True))
    return total / 2


def _points(subpath: Sequence[Segment]) -> Iterator[tuple[float, float]]:
    x = y = 0.0
    for segment in subpath:
        if segment[0] == "Z":
            continue
        if segment[0] == "C":
            _, x1, y1, x2, y2, x3, y3 = segment
            for step in range(1, _STEPS):
                t = step / _STEPS
                u = 1 - t
                a, b, c, d = u * u * u, 3 * u * u * t, 3 * u * t * t, t * t * t
                yield a * x + b * x1 + c * x2 + d * x3, a * y + b * y1 + c * y2 + d * y3
        x, y = _end(segment)
        yield x, y
