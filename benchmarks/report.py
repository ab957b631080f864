"""Measured costs → the printed table, the ratios in docs/performance.md, and whether the targets are met."""

from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import NamedTuple

from contestants import RIVALS, ROOT, version_of
from many_rules import Judged
from measure import Cost

PAGE = ROOT / "docs" / "performance.md"
BEGIN, END = "<!-- made by make bench: begin -->", "<!-- made by make bench: end -->"

FEW, BASE, MANY, HUGE = 77, 770, 7700, 77_000
GAME = "hidden-leaders"  # is built beside a deck of FEW cards
MOST_TIMES = {"rl_raw": 2.0, "weasyprint": 1 / 15, "protograf": 1 / 40}  # pnp's time ÷ the rival's
MOST_GROWTH = {MANY: 10.5, HUGE: 100.0}  # × pnp's time for BASE cards
MOST_GAME = 0.6  # the time of the whole game ÷ WeasyPrint's for FEW cards
MOST_CHECK = 0.5  # pnp check's time ÷ pnp build's


class Result(NamedTuple):
    """All runs of one contestant with one deck; of the times, the best counts."""

    costs: tuple[Cost, ...] = ()
    failure: str = ""

    @property
    def best(self) -> Cost:
        return min(self.costs)


class Target(NamedTuple):
    says: str
    measured: str
    met: bool | None  # None: not measured


Results = Mapping[tuple[str, int], Result]
Growth = Mapping[int, float]  # cards → pnp's time, in whatever unit; empty where it wasn't measured


def ratio(value: float) -> str:
    """Two digits that count."""
    return f"{value:.0f}" if value >= 10 else f"{value:.2g}"


def by_rival(results: Results, rival: str, n: int) -> Cost | None:
    """Return pnp's costs ÷ the rival's; None where one of them has none."""
    ours, theirs = results.get(("pnp", n), Result()), results.get((rival, n), Result())
    if not (ours.costs and theirs.costs):
        return None
    return Cost(*(a / b for a, b in zip(ours.best, theirs.best, strict=True)))


def table(results: Results, growth: Growth, checked: float | None) -> Iterator[str]:
    """Yield what the terminal shows: seconds, and pnp's time as a part of each rival's."""
    yield f"{'cards':>6}  {'':<15}{'wall s':>9}{'cpu s':>9}{'MB':>8}{'PDF kB':>9}{'runs':>6}{'pnp ÷ it':>10}"
    for (name, n), result in sorted(results.items(), key=lambda item: item[0][1]):
        if result.failure:
            yield f"{n:>6}  {name:<15}  not run: {result.failure}"
            continue
        wall, cpu, memory, size = result.best
        quotient = by_rival(results, name, n) if name in RIVALS else None
        last = f"{ratio(quotient.wall):>10}" if quotient else ""
        yield f"{n:>6}  {name:<15}{wall:>9.3f}{cpu:>9.3f}{memory:>8.0f}{size:>9.0f}{len(result.costs):>6}{last}"
    for n in MOST_GROWTH:
        if n in growth:
            yield f"{n:>6}  pnp takes {growth[n] / growth[BASE]:.2f} × its time for {BASE} cards"
    if checked:
        yield f"pnp check {GAME}, one hero edited, takes {checked:.2f} × the time of pnp build"


def targets(results: Results, growth: Growth, checked: float | None, rules: Sequence[Judged]) -> Iterator[Target]:
    for rival, most in MOST_TIMES.items():
        title = RIVALS[rival][0]
        says = f"at most {most:g} × {title}" if most >= 1 else f"at least {1 / most:.0f} × faster than {title}"
        quotient = by_rival(results, rival, BASE)
        if not quotient:
            yield Target(f"{BASE} cards: {says}", "not measured", None)
            continue
        value = quotient.wall
        measured = f"{ratio(value)} ×" if most >= 1 else f"{ratio(1 / value)} × faster"
        yield Target(f"{BASE} cards: {says}", measured, value <= most)
    yield whole_game(results)
    yield Target(
        f"pnp check of Hidden Leaders, one Hero edited, at most {MOST_CHECK:g} × pnp build",
        f"{checked:.2f} ×" if checked else "not measured",
        checked <= MOST_CHECK if checked else None,
    )
    for n, most in MOST_GROWTH.items():
        times = growth[n] / growth[BASE] if n in growth else None
        yield Target(
            f"{n:,} cards: at most {most:g} × the time of {BASE}",
            f"{ratio(times)} ×" if times else "not measured",
            times <= most if times else None,
        )
    for each in rules:
        says = f"{each.what}: judged in at most {each.most:g} × {each.beside}"
        yield Target(says, f"{each.ratio:.2g} ×", each.ratio <= each.most)


def whole_game(results: Results) -> Target:
    """Cover, rules, board and all cards, against WeasyPrint's plain deck of as many cards."""
    says = f"all of Hidden Leaders at most {MOST_GAME:g} × WeasyPrint's {FEW} cards"
    ours, theirs = (results.get((who, FEW), Result()) for who in (GAME, "weasyprint"))
    if not (ours.costs and theirs.costs):
        return Target(says, "not measured", None)
    value = ours.best.wall / theirs.best.wall
    return Target(says, f"{ratio(value)} ×", value <= MOST_GAME)


def markdown(
    results: Results,
    growth: Growth,
    checked: float | None,
    rules: Sequence[Judged],
    runs: Sequence[Target],
    counts: Sequence[int],
) -> Iterator[str]:
    """Yield the part of docs/performance.md between the markers."""
    last = counts[-1]
    columns = [f"time, {n} cards" for n in counts]
    columns += [f"{what}, {last} cards" for what in ("processor", "memory", "PDF")]
    yield f"| pnp ÷ | {' | '.join(columns)} |"
    yield "|---|" + "--:|" * len(columns)
    for name, (title, _) in RIVALS.items():
        called = f"{title} {version_of(name)}".strip()
        failure = next((r.failure for (who, _), r in results.items() if who == name and r.failure), "")
        if failure:
            yield f"| {called} | not run: {failure} |" + " |" * (len(columns) - 1)
            continue
        quotients = [by_rival(results, name, n) for n in counts]
        end = quotients[-1]
        cells = [q.wall if q else None for q in quotients] + ([end.cpu, end.memory, end.size] if end else [None] * 3)
        yield f"| {called} | " + " | ".join(ratio(c) if c else "-" for c in cells) + " |"
    yield ""
    yield "| target | measured | met |"
    yield "|---|--:|---|"
    for target in (*targets(results, growth, checked, rules), *runs):
        met = {True: "yes", False: "**no**", None: "-"}[target.met]
        yield f"| {target.says} | {target.measured} | {met} |"


def write_page(lines: Iterator[str], page: Path = PAGE) -> None:
    """Replace what stands between the markers."""
    text = page.read_text(encoding="utf-8")
    before, begin, rest = text.partition(BEGIN)
    _, end, after = rest.partition(END)
    if not (begin and end):
        raise SystemExit(f"{page.relative_to(ROOT)} lacks the lines {BEGIN} and {END}")
    page.write_text(f"{before}{BEGIN}\n\n" + "\n".join(lines) + f"\n\n{END}{after}", encoding="utf-8")
