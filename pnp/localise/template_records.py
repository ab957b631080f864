"""An edition → what templates see as `setup`: steps, zones, markers and tables, in records; and as `victory`."""

from collections.abc import Iterable, Iterator, Mapping, Sequence

from pnp.cardtext.icons import extract_icons, restore_icons
from pnp.cardtext.marks import make_bold
from pnp.cardtext.orthography import number_ranges
from pnp.localise.languages import Words
from pnp.model.game import Edition
from pnp.model.regex import regex
from pnp.model.values import Record, Value, value_text
from pnp.rules.setup.searching import GuideZone, SetupGuide, write_guide
from pnp.rules.victory.map import Wording, victory_record
from pnp.rules.world import World

_NUMBER = regex(r"\d+(?:\.\d+)?")


def setup_record(edition: Edition, world: World, players: int) -> Record:
    """Return what templates see as `setup`; with 0 players for all numbers together."""
    setup = edition.game.setup
    assert setup is not None
    numbers = (players,) if players else setup.players
    told = [write_guide(world, number) for number in numbers]
    words = Words("setup", edition.language, edition.translation)
    steps = tuple(_steps(told, words))
    filled: dict[str, list[int]] = {}
    for step in steps:
        for zone in step["into"]:  # type: ignore[union-attr]
            filled.setdefault(str(zone), []).append(step["number"])  # type: ignore[arg-type]
    return Record(
        {
            "players": players or None,
            "numbers": setup.players,
            "seats": max(numbers),
            "title": edition.game.title,
            "about": words.say("players", count=max(numbers), players=number_ranges(numbers)),
            "text": words.all(players=number_ranges(numbers)),
            "steps": steps,
            "zones": tuple(_zones(edition, told, filled)),
            "markers": tuple(_markers(told)),
            "tables": tuple(_tables(edition, told)),
        }
    )


def _steps(told: Sequence[SetupGuide], words: Words) -> Iterator[Record]:
    """Yield all steps that are done for some number of players, in their order."""
    texts: dict[str, dict[int, str]] = {}
    into: dict[str, dict[str, None]] = {}
    for each in told:
        for step in each.steps:
            texts.setdefault(step.id, {})[each.players] = step.text
            into.setdefault(step.id, {}).update(dict.fromkeys(step.into))
    order: list[str] = []  # a step that is only done with some numbers stands where it is done there
    for each in told:
        place = 0
        for step in each.steps:
            if step.id not in order:
                order.insert(place, step.id)
            place = order.index(step.id) + 1
    for number, id in enumerate(order, 1):
        said = texts[id]
        only = words.say("only", players=number_ranges(said)) if len(said) < len(told) else ""
        yield Record({"number": number, "id": id, "text": join_texts(said), "only": only, "into": tuple(into[id])}, id)


def join_texts(texts: Mapping[int, str]) -> str:
    """Make one text of several: "63", "58", "53" → "53–63"; where more than figures differs, one after another."""
    different = list(dict.fromkeys(texts.values()))
    if len(different) == 1:
        return different[0]
    apart = [extract_icons(text) for text in different]
    if len({(_NUMBER.sub("0", words), icons) for words, icons in apart}) == 1:
        columns = zip(*(_NUMBER.findall(words) for words, _ in apart), strict=True)
        ranges = iter([_range(column) for column in columns])
        words, icons = apart[0]
        return restore_icons(_NUMBER.sub(lambda _: next(ranges), words), icons)
    numbers = {text: number_ranges(n for n, other in texts.items() if other == text) for text in different}
    return " ".join(f"{make_bold(f'{numbers[text]}:')} {text}" for text in different)


def _range(figures: Iterable[str]) -> str:
    ordered = sorted(set(figures), key=float)
    return ordered[0] if len(ordered) == 1 else f"{ordered[0]}–{ordered[-1]}"


def _zones(edition: Edition, told: Sequence[SetupGuide], filled: Mapping[str, Sequence[int]]) -> Iterator[Record]:
    """Yield zones on the table, or before the players, once all is done; empty ones only with a place there."""
    for id, states in _by_zone(told).items():
        zone, largest = states[0].zone, states[-1]
        figures = [count for state in states for count in state.each]
        if zone.away or (not any(figures) and not zone.at):
            continue
        parts: list[Record] = []  # each with what lies in it, with any number of players that has it
        for place, (key, _) in enumerate(largest.piles):
            counts = [state.each[place] for state in states if place < len(state.each)]
            parts.append(Record({"id": key, "count": _range(map(str, counts)), "most": max(counts)}, key))
        # drawn beside each other are parts, or few pieces face up; a pile is one
        most = max(figures, default=0)
        is_open = zone.face == "up" and 1 < most <= 4 and len(set(figures)) == 1
        # size and outline are those of the first piece that lies there
        pieces = (pile.pieces[0] for state in states for _, pile in state.piles if pile.pieces)
        first = next(pieces, None)
        format = edition.readable[first.component].format if first else None
        values: dict[str, Value] = {
            "id": id,
            "title": zone.title,
            "kind": "players" if largest.is_of_players else "parts" if zone.per else "one",
            "parts": tuple(parts),
            "count": _range(map(str, figures or [0])),
            "most": most,
            "abreast": len(largest.piles) if zone.per else most if is_open else 1,
            "face": zone.face,
            "at": zone.at,
            "steps": tuple(filled.get(id, ())),
            "w": format.w if format else 0.0,
            "h": format.h if format else 0.0,
            "outline": str(format.outline) if format else "",
        }
        yield Record(values, id)


def _by_zone(told: Sequence[SetupGuide]) -> dict[str, list[GuideZone]]:
    found: dict[str, list[GuideZone]] = {}
    for each in told:
        for state in each.zones:
            found.setdefault(state.zone.id, []).append(state)
    return found


def _markers(told: Sequence[SetupGuide]) -> Iterator[Record]:
    spaces: dict[tuple[str, str], dict[int, str]] = {}
    for each in told:
        for id, title, value in each.markers:
            spaces.setdefault((id, title), {})[each.players] = value_text(value, yes="✓", no="–")
    for (id, title), said in spaces.items():
        yield Record({"id": id, "title": title, "space": join_texts(said)}, id)


def _tables(edition: Edition, told: Sequence[SetupGuide]) -> Iterator[Record]:
    """Yield the game's tables, and how much lies where, as far as it depends on the number of players."""
    setup = edition.game.setup
    known = []
    for table in setup.tables.values() if setup else ():
        known.append([value_text(value, yes="✓", no="–") for value in table.rows.values()])
        yield _row(table.id, table.title, table.rows, known[-1])
    for id, states in _by_zone(told).items():
        zone = states[0].zone
        counts = [_range(map(str, state.each)) for state in states]
        if not zone.away and len(set(counts)) > 1 and counts not in known:
            yield _row(id, zone.title, [each.players for each in told], counts)


def _row(id: str, title: str, columns: Iterable[int], values: Iterable[str]) -> Record:
    cells = tuple(Record({"players": n, "value": value}) for n, value in zip(columns, values, strict=True))
    return Record({"id": id, "title": title, "rows": cells}, id)


def victory_sheet(edition: Edition, world: World) -> Record:
    """Return what templates see as `victory`."""
    text = Words("victory", edition.language, edition.translation).all()
    wording = Wording(str(text["said_yes"]), str(text["said_no"]), str(text["either"]))
    record = victory_record(world, wording)
    assert record is not None, "only asked for where there is a victory"
    return Record({**record, "text": text})
