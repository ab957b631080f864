"""Read out how to set up a game.

Shows the steps of setup.yaml for your number of players, and what lies where at the end. Errors are reported
instead. With --seed, pieces are dealt at random and named.
"""

import shutil
from collections import Counter
from collections.abc import Iterable, Iterator
from textwrap import wrap
from typing import TYPE_CHECKING, Annotated, Any

import typer

from pnp.cardtext.icons import ICON_CHARACTER, restore_icons
from pnp.cardtext.marks import printed_text, read_marks
from pnp.cli import options as cli
from pnp.io.project import Project
from pnp.model.game import Edition, Piece
from pnp.model.regex import regex
from pnp.model.values import value_text

if not cli.IS_COMPLETING:
    from pnp.build.playing import set_up_game
    from pnp.cli.report import print_problems, problems_json, refusal
    from pnp.cli.terminal import complain, print_json, say
    from pnp.localise.languages import Words

if TYPE_CHECKING:
    from pnp.build.playing import GameSetup
    from pnp.rules.setup.searching import GuideStep, GuideZone, SetupGuide

WIDEST = 88  # columns of a terminal

_COUNTED = regex(rf"(?<![\d.,])(\d+(?:[.,]\d+)?)\s(?={ICON_CHARACTER})")


def command(
    ctx: typer.Context,
    game: cli.GameArgument,
    players: cli.PlayersOption = 0,
    modules: cli.WithOption = None,
    seed: Annotated[
        int, cli.whole_number("--seed", 0, 99999, "Deal named pieces; the same number deals the same pieces", unset=-1)
    ] = -1,
    overlay: cli.OverlayOption = None,
    language: cli.LanguageOption = "",
    project: cli.ProjectOption = None,
    json: cli.JsonOption = False,
) -> None:
    at = cli.open_project(project)
    read = set_up_game(at, cli.make_options(ctx), seed if seed >= 0 else None)
    if json:
        print_json(_as_json(at, read, seed))
    else:
        print_problems(at, read.problems)
    if read.told is None or read.edition is None:
        if not json:
            complain(refusal(read.problems, "nothing told", draft_helps=False))
        raise typer.Exit(1)
    if not json:
        say("\n".join(_as_lines(read.edition, read.told, seed)))


def _as_lines(edition: Edition, setup: "SetupGuide", seed: int) -> Iterator[str]:
    width = max(40, min(WIDEST, shutil.get_terminal_size((WIDEST, 24)).columns))
    words = Words("setup", edition.language, edition.translation)
    parts = [edition.game.title, words.say("players", count=setup.players, players=setup.players)]
    if edition.modules:
        titles = ", ".join(edition.game.modules[id].title for id in edition.modules)
        parts.append(words.say("with-modules", modules=titles))
    if seed >= 0:
        parts.append(words.say("seed", seed=seed))
    yield " · ".join(parts)
    zones = {zone.zone.id: zone for zone in setup.zones}
    for number, step in enumerate(setup.steps, 1):
        yield ""
        yield from _hang(_plain(step.text), f"{number:>3}  ", width)
        if seed >= 0:
            for what, pieces in _visible_pieces(step, zones, words):
                yield from _hang(f"{what}: {_names(pieces)}", "       ", width, "         ")
    yield from _zone_lines(setup, seed >= 0, width, words)
    yes, no = words.say("said-yes"), words.say("said-no")
    figures = [(title, value_text(value, yes, no)) for _, title, value in setup.tables]
    if figures:
        yield ""
        yield words.say("with-players", count=setup.players, players=setup.players)
        names = min(max(len(name) for name, _ in figures), width - 12)
        for name, value in figures:
            yield f"  {name:<{names}}  {value}".rstrip()


def _visible_pieces(
    step: "GuideStep", zones: "dict[str, GuideZone]", words: "Words"
) -> Iterator[tuple[str, tuple[Piece, ...]]]:
    """Yield the pieces of a step that can be seen: those face up, and each player's own."""
    for moved in step.done.moved:
        target = zones[moved.move.target]
        for key, pieces in moved.given:
            if pieces and target.is_of_players:
                yield f"{words.say('player', number=key)}, {target.zone.title}", pieces
            elif pieces and target.zone.face == "up":
                yield target.zone.title + (f" {key}" if key else ""), pieces


def _zone_lines(setup: "SetupGuide", is_dealt: bool, width: int, words: "Words") -> Iterator[str]:
    """Yield what lies where at the end of the setup."""
    there = [zone for zone in setup.zones if zone.total or zone.zone.at]
    groups = (
        ("on-table", [zone for zone in there if not zone.is_of_players and not zone.zone.away]),
        ("each-player", [zone for zone in there if zone.is_of_players]),
        ("out-of-game", [zone for zone in there if zone.zone.away]),
    )
    for title, zones in groups:
        rows = []
        for zone in zones:
            count = str(zone.each[0]) if len(set(zone.each)) == 1 else ", ".join(map(str, zone.each))
            how = [words.say(f"face-{zone.zone.face}")] if zone.zone.face else []
            if len(zone.piles) > 1 and not zone.is_of_players:
                how.insert(0, words.say("on-each", parts=len(zone.piles)))
            rows.append((zone.zone.title, count, ", ".join(how)))
        if title == "on-table":
            yes, no = words.say("said-yes"), words.say("said-no")
            rows += [(name, value_text(value, yes, no), "") for _, name, value in setup.markers]
        if rows:
            yield ""
            yield words.say(title)
            names = min(max(len(name) for name, _, _ in rows), width - 24)
            counts = min(max(len(count) for _, count, _ in rows), 16)
            for name, count, lying in rows:
                yield f"  {name:<{names}}  {count:>{counts}}  {lying}".rstrip()
    if is_dealt:
        own = [zone for zone in setup.zones if zone.is_of_players and zone.total]
        for player in range(setup.players if own else 0):
            yield ""
            yield words.say("player", number=player + 1)
            for zone in own:
                pieces = zone.piles[player][1].pieces
                held = _names(pieces) if pieces else words.say("nothing")
                yield from _hang(f"{zone.zone.title}: {held}", "  ", width, "    ")


def _hang(text: str, first: str, width: int, then: str = "") -> Iterator[str]:
    """Yield a text in lines, the further ones below the text of the first."""
    lines = [line for part in text.splitlines() or [""] for line in wrap(part, width - len(first)) or [""]]
    for number, line in enumerate(lines):
        yield ((then or " " * len(first)) if number else first) + line


def _names(pieces: Iterable[Piece]) -> str:
    """Return "Fox, 2 × Owl"."""
    found = [(piece, piece.fields.get("name")) for piece in pieces]
    counts = Counter(_plain(name) if isinstance(name, str) and name else piece.id for piece, name in found)
    return ", ".join(name if count == 1 else f"{count} × {name}" for name, count in counts.items())


def _plain(text: str) -> str:
    """Return a text without marks of bold and italic type; icons become their names, as in "2 × coin"."""
    counted = _COUNTED.sub(lambda found: f"{found[1]} {'' if found[1] == '1' else '× '}", printed_text(text))
    return restore_icons(counted, [bit.icon for bit in read_marks(text) if bit.icon])


def _as_json(project: Project, read: "GameSetup", seed: int) -> dict[str, Any]:
    edition, setup, is_dealt = read.edition, read.told, seed >= 0
    steps, zones = [], []
    for number, step in enumerate(setup.steps if setup else (), 1):
        moves = []
        for moved in step.done.moved:
            for key, pieces in moved.given:
                move: dict[str, Any] = {"from": moved.move.source, "to": moved.move.target, "count": len(pieces)}
                move |= {"part": key} if key else {}
                move |= {"pieces": [piece.label for piece in pieces]} if is_dealt else {}
                moves.append(move)
        steps.append({"number": number, "id": step.id, "text": step.text, "moves": moves})
    for zone in setup.zones if setup else ():
        parts = []
        for key, pile in zone.piles:
            there = pile.pieces if is_dealt else pile.certain_pieces  # those that certainly lie there
            parts.append({"part": key, "count": len(pile.pieces), "pieces": [piece.label for piece in there]})
        about = {"id": zone.zone.id, "title": zone.zone.title, "count": zone.total, "face": zone.zone.face or None}
        zones.append(about | {"away": zone.zone.away, "players": zone.is_of_players, "parts": parts})
    return {
        "game": edition.game.id if edition else "",
        "title": edition.game.title if edition else "",
        "modules": list(edition.modules) if edition else [],
        "players": setup.players if setup else None,
        "seed": seed if is_dealt else None,
        "steps": steps,
        "zones": zones,
        "markers": {id: value for id, _, value in setup.markers} if setup else {},
        "tables": [{"id": id, "title": title, "value": value} for id, title, value in setup.tables] if setup else [],
        "problems": problems_json(project, read.problems),
    }
