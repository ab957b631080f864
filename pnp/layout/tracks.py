"""Column specifications of grids and tables → widths: `"20 1fr auto"`, `"30%"`, or a number of equal columns."""

from collections.abc import Callable
from typing import NamedTuple

from pnp.layout.attributes import Attributes
from pnp.model.length import parse_length


class Track(NamedTuple):
    fixed: float | None = None  # mm
    share: float = 0.0  # of what the others leave
    percent: float = 0.0


AUTO = Track()


def read_tracks(own: Attributes, name: str, default: str) -> tuple[Track, ...]:
    text = own.get(name, default).strip()
    if text.isascii() and text.isdigit() and len(text) <= 3 and int(text) > 0:
        return (Track(share=1.0),) * int(text)
    tracks: list[Track] = []
    for word in text.split():
        share = _number(word[:-2]) if word.endswith("fr") else None
        percent = _number(word[:-1]) if word.endswith("%") else None
        length = parse_length(word)
        if word == "auto":
            tracks.append(AUTO)
        elif share:
            tracks.append(Track(share=share))
        elif percent:
            tracks.append(Track(percent=percent))
        elif length is not None and length > 0:
            tracks.append(Track(fixed=length))
        else:
            own.bad(name, f'"{word}" is no width', 'widths look like 20, 30%, 1fr or auto: columns="20 1fr auto"')
    return tuple(tracks) or (Track(share=1.0),)


def resolve(tracks: tuple[Track, ...], room: float, wanted: Callable[[int], float]) -> list[float]:
    """Widths of the tracks in `room` (gaps already taken off); `wanted(i)` is what an auto track's content asks for."""
    sizes = [
        track.fixed
        if track.fixed is not None
        else track.percent / 100 * room
        if track.percent
        else 0.0
        if track.share
        else wanted(i)
        for i, track in enumerate(tracks)
    ]
    autos = [i for i, track in enumerate(tracks) if track == AUTO]
    over = sum(sizes) - room
    if over > 0 and autos:  # auto tracks give way, each by its part
        all_autos = sum(sizes[i] for i in autos) or 1.0
        for i in autos:
            sizes[i] = max(sizes[i] * (1 - over / all_autos), 0.1)
    shares = sum(track.share for track in tracks)
    left = max(room - sum(sizes), 0.0)
    for i, track in enumerate(tracks):
        if track.share:
            sizes[i] = max(left * track.share / shares, 0.1)
    return sizes


def _number(text: str) -> float | None:
    try:
        value = float(text)
    except ValueError:
        return None
    return value if 0 < value < 1e4 else None
