"""An edition's setup → what templates see as `setup`: steps, zones, markers and tables, in records."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from re import compile as pattern
from typing import TYPE_CHECKING

from pnp.model.game import Edition
from pnp.model.values import Record, Value
from pnp.setup_table import TOP, Drawing, draw_table
from pnp.setups import told_setups
from pnp.words import Words

if TYPE_CHECKING:
    from pnp.rules.setup import Told, ToldZone

_NUMBER = pattern(r"\d+(?:\.\d+)?")

_WRAPS = 28  # characters of a table’s title that takes a second line


def setup_record(edition: Edition, players: int) -> Record:
    """What templates see as `setup`; with 0 players for all numbers together."""
    setup = edition.game.setup
    assert setup is not None
    numbers = (players,) if players else setup.players
    told = told_setups(edition, numbers)
    words = Words("setup", edition.language, edition.translation)
    steps = tuple(_steps(told, words))
    filled: dict[str, list[int]] = {}
    for step in steps:
        for zone in step["into"]:  # type: ignore[union-attr]
            filled.setdefault(str(zone), []).append(step["number"])  # type: ignore[arg-type]
    zones, tables, markers = _zones(edition, told, filled), tuple(_tables(edition, told)), tuple(_markers(told))
    said = [f"{step['only']}{step['text']}" for step in steps]
    rows = len(markers) + sum(1 + (len(str(table["title"])) > _WRAPS) for table in tables) + (len(tables) > 0)
    drawing = draw_table(_on_the_table(list(zones)), said, rows)
    return Record(
        {
            "players": players or None,
            "numbers": setup.players,
            "seats": max(numbers),
            "title": edition.game.title,
            "about": words.say("players", count=max(numbers), players=span_of(numbers)),
            "text": words.all(players=span_of(numbers)),
            "steps": steps,
            "zones": drawing.zones,
            "markers": markers,
            "tables": tables,
            "drawn": _drawn(drawing),
        }
    )


def span_of(numbers: Iterable[int]) -> str:
    """2, 3, 4, 6 → "2–4, 6"."""
    runs: list[list[int]] = []
    for number in sorted(numbers):
        if runs and number == runs[-1][-1] + 1:
            runs[-1].append(number)
        else:
            runs.append([number])
    return ", ".join(f"{run[0]}" if len(run) == 1 else f"{run[0]}–{run[-1]}" for run in runs)


def _drawn(drawing: Drawing) -> Record:
    """Measures of the sheet: the table, and the type below it, which is smaller where there is much to say."""
    size = drawing.size
    return Record(
        {
            "top": TOP,
            "high": drawing.high,
            "edge": drawing.edge,
            "size": f"{size:g}pt",
            "figures": f"{min(9.5, size):g}pt",
            "small": size < 9.5,
        }
    )


def _steps(told: "Sequence[Told]", words: Words) -> Iterator[Record]:
    """All that are done for some number of players, in their order."""
    texts: dict[str, dict[int, str]] = {}
    into: dict[str, dict[str, None]] = {}
    for each in told:
        for step in each.steps:
            texts.setdefault(step.id, {})[each.players] = step.text
            into.setdefault(step.id, {}).update(dict.fromkeys(step.into))
    for number, id in enumerate(_in_order(told, texts), 1):
        said = texts[id]
        only = words.say("only", players=span_of(said)) if len(said) < len(told) else ""
        text = together(said)
        yield Record({"number": number, "id": id, "text": text, "only": only, "into": tuple(into[id])}, id)


def _in_order(told: "Sequence[Told]", ids: Iterable[str]) -> list[str]:
    """A step that is only done with some numbers stands where it is done there."""
    order: list[str] = []
    for each in told:
        place = 0
        for step in each.steps:
            if step.id in order:
                place = order.index(step.id) + 1
            else:
                order.insert(place, step.id)
                place += 1
    return order


def together(texts: Mapping[int, str]) -> str:
    """One text of several: "63", "58", "53" → "53–63"; where more than figures differs, one after another."""
    different = list(dict.fromkeys(texts.values()))
    if len(different) == 1:
        return different[0]
    if len({_NUMBER.sub("0", text) for text in different}) == 1:
        columns = zip(*(_NUMBER.findall(text) for text in different), strict=True)
        ranges = iter([_range(column) for column in columns])
        return _NUMBER.sub(lambda _: next(ranges), different[0])
    said = []
    for text in different:
        said.append(f"**{span_of(n for n, other in texts.items() if other == text)}:** {text}")
    return " ".join(said)


def _range(figures: Iterable[str]) -> str:
    ordered = sorted(set(figures), key=float)
    return ordered[0] if len(ordered) == 1 else f"{ordered[0]}–{ordered[-1]}"


def _zones(edition: Edition, told: "Sequence[Told]", filled: Mapping[str, Sequence[int]]) -> Iterator[dict[str, Value]]:
    """Those on the table, or before the players, once all is done; an empty one only where it has its place there."""
    for id, states in _by_zone(told).items():
        zone, largest = states[0].zone, states[-1]
        figures = [count for state in states for count in state.each]
        if zone.away or (not any(figures) and not zone.at):
            continue
        values: dict[str, Value] = {
            "id": id,
            "title": zone.title,
            "kind": "players" if largest.is_of_players else "parts" if zone.per else "one",
            "parts": tuple(_parts(states)),
            "count": _range(map(str, figures or [0])),
            "most": max(figures, default=0),
            "abreast": _abreast(largest, figures),
            "face": zone.face,
            "at": zone.at,
            "steps": tuple(filled.get(id, ())),
            **_format(edition, states),
        }
        yield values


def _on_the_table(zones: list[dict[str, Value]]) -> list[dict[str, Value]]:
    """Those without a place of their own lie in the middle, side by side."""
    homeless = [zone for zone in zones if not zone["at"] and zone["kind"] != "players"]
    for number, zone in enumerate(homeless):
        zone["at"] = (100 * (number + 0.5) / len(homeless), 50.0)
    return zones


def _abreast(zone: "ToldZone", figures: Sequence[int]) -> int:
    """How many are drawn beside each other: parts, or few pieces face up; a pile is one."""
    if zone.zone.per:
        return len(zone.piles)
    few = max(figures, default=0)
    return few if zone.zone.face == "up" and 1 < few <= 4 and len(set(figures)) == 1 else 1


def _parts(states: "Sequence[ToldZone]") -> Iterator[Record]:
    """Each with what lies in it, with any number of players that has it."""
    for place, (key, _) in enumerate(states[-1].piles):
        figures = [state.each[place] for state in states if place < len(state.each)]
        yield Record({"id": key, "count": _range(map(str, figures)), "most": max(figures)}, key)


def _format(edition: Edition, states: "Sequence[ToldZone]") -> dict[str, Value]:
    """Size and outline of the first piece that lies there."""
    for state in states:
        for _, pile in state.piles:
            if pile.pieces:
                format = edition.readable[pile.pieces[0].component].format
                return {"w": format.w, "h": format.h, "outline": str(format.outline)}
    return {"w": 0.0, "h": 0.0, "outline": ""}


def _by_zone(told: "Sequence[Told]") -> "dict[str, list[ToldZone]]":
    found: dict[str, list[ToldZone]] = {}
    for each in told:
        for state in each.zones:
            found.setdefault(state.zone.id, []).append(state)
    return found


def _markers(told: "Sequence[Told]") -> Iterator[Record]:
    spaces: dict[str, dict[int, str]] = {}
    titles: dict[str, str] = {}
    for each in told:
        for id, title, value in each.markers:
            titles[id] = title
            spaces.setdefault(id, {})[each.players] = shown(value)
    for id, said in spaces.items():
        yield Record({"id": id, "title": titles[id], "space": together(said)}, id)


def _tables(edition: Edition, told: "Sequence[Told]") -> Iterator[Record]:
    """Those of the game, and how much lies where, as far as it depends on the number of players."""
    setup = edition.game.setup
    known = []
    for table in setup.tables.values() if setup else ():
        known.append([shown(value) for value in table.rows.values()])
        yield _row(table.id, table.title, table.rows, known[-1])
    for id, states in _by_zone(told).items():
        zone = states[0].zone
        counts = [_range(map(str, state.each)) for state in states]
        if not zone.away and len(set(counts)) > 1 and counts not in known:
            yield _row(id, zone.title, [each.players for each in told], counts)


def _row(id: str, title: str, columns: Iterable[int], values: Iterable[str]) -> Record:
    cells = tuple(Record({"players": n, "value": value}) for n, value in zip(columns, values, strict=True))
    return Record({"id": id, "title": title, "rows": cells}, id)


def shown(value: Value) -> str:
    if isinstance(value, tuple):
        return ", ".join(map(shown, value))
    if isinstance(value, float):
        return f"{value:g}"
    return "" if value is None else "–" if value is False else "✓" if value is True else str(value)
