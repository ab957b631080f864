"""Columns or rows of grids and tables, as written → sizes: `"20 1fr auto"`, `"30%"`, or a number of equal ones."""

from collections.abc import Callable
from typing import NamedTuple

from pnp.layout.attributes import Attributes
from pnp.layout.element import LEAST
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
        track = _track(word)
        if track is None:
            own.bad(name, f'"{word}" is no size', f'sizes look like 20, 30%, 1fr or auto: {name}="20 1fr auto"')
        tracks.append(track or AUTO)
    return tuple(tracks) or (Track(share=1.0),)


def resolve(tracks: tuple[Track, ...], room: float, wanted: Callable[[int], float]) -> list[float]:
    """Sizes of the tracks in `room` (gaps already taken off); `wanted(i)` is what an auto track's content asks for."""
    sizes = [_size(track, room, i, wanted) for i, track in enumerate(tracks)]
    autos = [i for i, track in enumerate(tracks) if track == AUTO]
    over = sum(sizes) - room
    if over > 0 and autos:  # auto tracks give way, each by its part
        all_autos = sum(sizes[i] for i in autos) or 1.0
        for i in autos:
            sizes[i] = max(sizes[i] * (1 - over / all_autos), LEAST)
    shares = sum(track.share for track in tracks)
    left = max(room - sum(sizes), 0.0)
    for i, track in enumerate(tracks):
        if track.share:
            sizes[i] = max(left * track.share / shares, LEAST)
    return sizes


def _size(track: Track, room: float, i: int, wanted: Callable[[int], float]) -> float:
    """Of a track by itself; 0 where it only takes what others leave."""
    if track.fixed is not None:
        return track.fixed
    if track.percent:
        return track.percent / 100 * room
    return 0.0 if track.share else wanted(i)


def _track(word: str) -> Track | None:
    if word == "auto":
        return AUTO
    if word.endswith("fr"):
        share = _number(word[:-2])
        return Track(share=share) if share else None
    if word.endswith("%"):
        percent = _number(word[:-1])
        return Track(percent=percent) if percent else None
    length = parse_length(word)
    return Track(fixed=length) if length is not None and 0 < length < 1e5 else None


def _number(text: str) -> float | None:
    try:
        value = float(text)
    except ValueError:
        return None
    return value if 0 < value < 1e4 else None
