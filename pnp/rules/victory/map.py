"""What the victory map draws: conditions, and for two variables of the track who wins where.

Templates see it as `victory`. What other variables do makes further maps: one for each way in which it differs.
"""

from collections import Counter
from collections.abc import Hashable, Iterator, Mapping, Sequence
from itertools import groupby, product
from math import prod
from typing import TYPE_CHECKING, NamedTuple

from pnp.cardtext.braces import elide_holes
from pnp.model.rules import Sentence, Variable, Victory
from pnp.model.values import Record, Value
from pnp.rules.expressions.errors import EvalError
from pnp.rules.victory.verdicts import NOBODY, States, outcome_of, states_of

if TYPE_CHECKING:
    from pnp.rules.world import World

MOST_CELLS = 40  # across or upwards: what is finer can't be read on a page

OtherValues = tuple[Value, ...]  # a value for each of the variables that are neither across nor upwards
Deciding = tuple[tuple[int, ...], ...]  # rows from the top, of numbers of conditions


class Wording(NamedTuple):
    """The words in titles of maps."""

    yes: str = "yes"
    no: str = "no"
    either: str = "or"


ENGLISH = Wording()


class _Axes(NamedTuple):
    across: Variable
    upwards: Variable
    others: tuple[Variable, ...]


def victory_record(world: "World", wording: Wording = ENGLISH) -> Record | None:
    """Return what templates see as `victory`; None where the game doesn't say who wins. Raises Unavailable."""
    victory = world.game.victory
    if victory is None:
        return None
    states = states_of(world)
    axes = _find_axes(victory)
    outcomes = _list_outcomes(world, victory, states)
    by_id = {outcome.id: outcome for outcome in outcomes}
    counts, conditions = Counter(states.first), list[Record]()
    for n, each in enumerate(victory.conditions.values()):
        say, outcome = _say(world, each.say), by_id[each.outcome]
        conditions.append(_record(id=each.id, number=n + 1, say=say, outcome=outcome, count=counts[n]))
    steps = [
        _record(number=n, say=_say(world, step.say), kind=step.kind, id=step.id)
        for n, step in enumerate(victory.winner.values(), 1)
    ]
    can_draw = states.is_known and states.conditions
    maps, others = _draw_maps(states, axes, by_id, wording) if axes and can_draw else ((), "")
    return _record(
        conditions=tuple(conditions),
        outcomes=outcomes,
        steps=tuple(steps),
        nobody=_say(world, victory.nobody) if victory.nobody else None,
        track=tuple(map(_variable, victory.track.values())),
        states=len(states.first),
        map=maps[0] if maps else None,
        maps=maps,
        others=others,
    )


def _record(**values: Value) -> Record:
    return Record(values, str(values.get("id", "")))


def _find_axes(victory: Victory) -> _Axes | None:
    """Return the axes of the map; None where there is no map, or one that can't be drawn."""
    across, upwards = (victory.track.get(id) for id in victory.map or ("", ""))
    if across is None or upwards is None or across is upwards:
        return None
    if max(len(across.values), len(upwards.values)) > MOST_CELLS or not all(v.values for v in victory.track.values()):
        return None
    others = tuple(variable for variable in victory.track.values() if variable not in (across, upwards))
    return _Axes(across, upwards, others)


def _variable(variable: Variable) -> Record:
    return _record(title=variable.title, start=variable.start, values=variable.values, id=variable.id)


def _list_outcomes(world: "World", victory: Victory, states: States) -> tuple[Record, ...]:
    """List what the conditions lead to. Numbers and letters go by the group, so that modules change few of them."""
    group = world.game.groups.get(victory.outcomes)
    order = [*(group.entries if group else ()), *(each.outcome for each in victory.conditions.values())]
    there = Record({each.outcome: outcome_of(world, each) for each in victory.conditions.values()})
    looks: dict[str, dict[str, Value]] = {}
    letters: list[str] = []  # the first one of a name that no name before it has taken
    for id in dict.fromkeys(order):
        if id in there:
            outcome = there[id]
            said = outcome if isinstance(outcome, Record) else Record({})
            name = str(said.get("name") or outcome)
            free = [letter for letter in name.upper() if letter.isalnum() and letter not in letters]
            letters.append(free[0] if free else str(len(letters) + 1))
            looks[id] = {"number": len(letters), "name": name, "letter": letters[-1]}
            looks[id] |= {look: said.get(look) for look in ("icon", "colour", "pattern")}
    conditions = tuple(victory.conditions.values())
    counts = Counter(conditions[number].outcome for number in states.first if number != NOBODY)
    return tuple(_record(id=id, **looks[id], count=counts[id]) for id in there)


def _say(world: "World", sentence: Sentence) -> str:
    """Say a sentence; what only a finished table would fill in is left open."""
    try:
        return world.evaluator.say(sentence, world.names)
    except EvalError:
        return elide_holes(sentence.other)


def _draw_maps(
    states: States, axes: _Axes, outcomes: Mapping[str, Record], wording: Wording
) -> tuple[tuple[Record, ...], str]:
    """Return the maps, that of the start first; and what is true of all others, which their titles needn't say."""
    alike: dict[Deciding, list[OtherValues]] = {}
    steps, step = {}, 1
    for variable in reversed(states.variables):
        steps[variable.id] = step
        step *= len(variable.values)
    for places in product(*(range(len(variable.values)) for variable in axes.others)):
        # who wins where with one choice of the other variables
        base = sum(steps[variable.id] * n for variable, n in zip(axes.others, places, strict=True))
        choice = tuple(variable.values[n] for variable, n in zip(axes.others, places, strict=True))
        rows = [base + y * steps[axes.upwards.id] for y in reversed(range(len(axes.upwards.values)))]
        columns = [x * steps[axes.across.id] for x in range(len(axes.across.values))]
        grid = tuple(tuple(states.first[row + column] for column in columns) for row in rows)
        alike.setdefault(grid, []).append(choice)
    start = tuple(_start(variable) for variable in axes.others)
    groups = sorted(alike.items(), key=lambda group: start not in group[1])
    rest = [choice for _, choices in groups[1:] for choice in choices]
    shared = [n for n, _ in enumerate(axes.others) if len({choice[n] for choice in rest}) == 1]
    maps = []
    for number, (grid, choices) in enumerate(groups):
        said = [n for n, _ in enumerate(axes.others) if not number or n not in shared]
        fewer = list(dict.fromkeys(tuple(choice[n] for n in said) for choice in choices))
        title = _title(fewer, [axes.others[n] for n in said], wording) if len(groups) > 1 else ""
        maps.append(_draw_map(grid, title, states, axes, outcomes))
    others = [_describe_values(axes.others[n], [groups[1][1][0][n]], wording) for n in shared]
    return tuple(maps), " · ".join(others)


def _start(variable: Variable) -> Value:
    return variable.start if variable.start in variable.values else variable.values[0]


def _draw_map(grid: Deciding, title: str, states: States, axes: _Axes, outcomes: Mapping[str, Record]) -> Record:
    who = [outcomes[condition.outcome] for condition in states.conditions]
    kinds = [[who[number].id if number != NOBODY else "" for number in row] for row in grid]
    across, upwards = axes.across.values, axes.upwards.values
    at = (across.index(_start(axes.across)), len(grid) - 1 - upwards.index(_start(axes.upwards)))

    def cell(x: int, y: int, number: int) -> Record:
        outcome, is_start = who[number] if number != NOBODY else None, (x, y) == at
        place = {"x": x, "y": y, "across": across[x], "upwards": upwards[-1 - y]}
        return _record(**place, outcome=outcome, condition=number + 1, is_start=is_start)

    there = tuple(
        _record(outcome=outcomes[str(each.kind)], x=each.x, y=each.y, side=each.side, count=len(each.cells))
        for each in regions(kinds, at)
        if each.kind
    )
    return _record(
        title=title,
        across=_variable(axes.across),
        upwards=_variable(axes.upwards),
        rows=tuple(tuple(cell(x, y, number) for x, number in enumerate(row)) for y, row in enumerate(grid)),
        regions=there,
        borders=tuple(Record(line._asdict()) for line in borders(kinds)),
    )


def _title(choices: Sequence[OtherValues], variables: Sequence[Variable], wording: Wording) -> str:
    """Say for which values of the other variables a map holds: `Moon 2`, `Moon 1 or Allies: no`."""
    left = set(choices)
    said: list[str] = []
    for place, variable in enumerate(variables):
        count = Counter(choice[place] for choice in choices)
        others = prod(len(each.values) for each in variables) // len(variable.values)
        whole = [value for value in variable.values if count[value] == others]
        if whole:
            said.append(_describe_values(variable, whole, wording))
            left -= {choice for choice in left if choice[place] in whole}
    for choice in [choice for choice in choices if choice in left]:
        pairs = zip(variables, choice, strict=True)
        said.append(", ".join(_describe_values(variable, [value], wording) for variable, value in pairs))
    return f" {wording.either} ".join(said[:3]) + (" …" if len(said) > 3 else "")


def _describe_values(variable: Variable, values: Sequence[Value], wording: Wording) -> str:
    if len(values) == 1 and isinstance(values[0], bool):
        return f"{variable.title}: {wording.yes if values[0] else wording.no}"
    whole = [value for value in values if isinstance(value, int)]
    if 2 < len(whole) == len(values) and whole == list(range(whole[0], whole[-1] + 1)):
        return f"{variable.title} {values[0]}–{values[-1]}"
    return f"{variable.title} {', '.join(map(str, values))}"


Kinds = Sequence[Sequence[Hashable]]  # rows of columns
CellPlace = tuple[int, int]  # column, row


class Region(NamedTuple):
    """Neighbouring cells of one kind. A mark of `side` cells by as many has its middle at x, y, in cells."""

    kind: Hashable
    cells: frozenset[CellPlace]
    x: float
    y: float
    side: int


class Border(NamedTuple):
    """A line between two regions, or around all of them, in cells."""

    x1: int
    y1: int
    x2: int
    y2: int


def regions(grid: Kinds, kept: CellPlace | None = None) -> list[Region]:
    """Return regions in reading order. No mark stands where a cell is kept free, if there is room elsewhere."""
    left = {(x, y) for y, row in enumerate(grid) for x in range(len(row))}
    found = []
    for y, row in enumerate(grid):
        for x, kind in enumerate(row):
            if (x, y) in left:
                together, waiting = set[CellPlace](), [(x, y)]
                while waiting:
                    across, down = cell = waiting.pop()
                    if cell in left and grid[down][across] == kind:
                        left.discard(cell)
                        together.add(cell)
                        waiting += [(across - 1, down), (across + 1, down), (across, down - 1), (across, down + 1)]
                cells = frozenset(together)
                found.append(Region(kind, cells, *_roomiest(cells - {kept} or cells)))
    return found


def _roomiest(cells: frozenset[CellPlace]) -> tuple[float, float, int]:
    """Return the middle and side of the largest square inside; of several, of the one nearest to the middle."""
    sides: dict[CellPlace, int] = {}  # of the largest square whose last cell this is
    for x, y in sorted(cells):
        sides[x, y] = 1 + min(sides.get((x - 1, y), 0), sides.get((x, y - 1), 0), sides.get((x - 1, y - 1), 0))
    side = max(sides.values())
    middle_x = sum(x + 0.5 for x, _ in cells) / len(cells)
    middle_y = sum(y + 0.5 for _, y in cells) / len(cells)
    middles = [(x + 1 - side / 2, y + 1 - side / 2) for (x, y), size in sides.items() if size == side]
    best = min(middles, key=lambda at: (round((at[0] - middle_x) ** 2 + (at[1] - middle_y) ** 2, 6), at))
    return *best, side


def borders(grid: Kinds) -> list[Border]:
    """Return the lines between one kind and another, or nothing, as few and long as possible."""
    width = max((len(row) for row in grid), default=0)
    level = [[grid[y][x] if 0 <= y < len(grid) else None for x in range(width)] for y in range(-1, len(grid) + 1)]
    lines = [Border(x1, y, x2, y) for y in range(len(grid) + 1) for x1, x2 in _runs(level[y], level[y + 1])]
    upright = [[row[x] if 0 <= x < width else None for row in grid] for x in range(-1, width + 1)]
    return lines + [Border(x, y1, x, y2) for x in range(width + 1) for y1, y2 in _runs(upright[x], upright[x + 1])]


def _runs(one: Sequence[Hashable], other: Sequence[Hashable]) -> Iterator[tuple[int, int]]:
    """Yield from where to where the two differ."""
    end = 0
    for are_alike, pairs in groupby(zip(one, other, strict=True), lambda pair: pair[0] == pair[1]):
        start, end = end, end + len(list(pairs))
        if not are_alike:
            yield start, end
