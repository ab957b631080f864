"""`pnp setup`: how a game is set up, step by step, with the figures for so many players; in lines, or JSON."""

import shutil
from collections import Counter
from collections.abc import Iterable, Iterator
from textwrap import wrap
from typing import TYPE_CHECKING, Annotated, Any

import typer

from pnp.cardtext.icons import ICON_CHARACTER, restore_icons
from pnp.cardtext.marks import printed_text, read_marks
from pnp.cli import options as cli
from pnp.cli.options import whole
from pnp.io.project import Project
from pnp.model.game import Edition, Piece
from pnp.model.regex import regex
from pnp.model.values import value_text

if TYPE_CHECKING:
    from pnp.build.playing import GameSetup
    from pnp.localise.languages import Words
    from pnp.rules.setup import ToldSetup, ToldStep, ToldZone

EXAMPLES = (
    "pnp setup mygame --players 4",
    "pnp setup mygame --players 2 --with night --seed 7",
    "pnp setup mygame --players 3 --json",
)

WIDEST = 88  # columns of a terminal

_COUNTED = regex(rf"(?<![\d.,])(\d+(?:[.,]\d+)?)\s(?={ICON_CHARACTER})")


def command(
    ctx: typer.Context,
    game: cli.GameArgument,
    players: cli.PlayersOption = 0,
    modules: cli.WithOption = None,
    seed: Annotated[
        int, whole("--seed", 0, 99999, "Deal named pieces; the same number deals the same pieces", unset=-1)
    ] = -1,
    overlay: cli.OverlayOption = None,
    language: cli.LanguageOption = "",
    project: cli.ProjectOption = None,
    json: cli.JsonOption = False,
) -> None:
    """Read out how to set up a game.

    Shows the steps of setup.yaml for your number of players, and what lies where at the end. Errors are reported
    instead. With --seed, pieces are dealt at random and named.
    """
    from pnp.build.playing import set_up_game
    from pnp.cli.report import complain, print_json, print_problems, refusal, say

    where = cli.the_project(project)
    read = set_up_game(where, cli.options_of(ctx), seed if seed >= 0 else None)
    if json:
        print_json(_as_json(where, read, seed))
    else:
        print_problems(where, read.problems)
    if read.told is None or read.edition is None:
        if not json:
            complain(refusal(read.problems, "nothing told", draft_helps=False))
        raise typer.Exit(1)
    if not json:
        say("\n".join(_in_lines(read.edition, read.told, seed)))


def _in_lines(edition: Edition, told: "ToldSetup", seed: int) -> Iterator[str]:
    from pnp.localise.languages import Words

    width = max(40, min(WIDEST, shutil.get_terminal_size((WIDEST, 24)).columns))
    words = Words("setup", edition.language, edition.translation)
    parts = [edition.game.title, words.say("players", count=told.players, players=told.players)]
    if edition.modules:
        titles = ", ".join(edition.game.modules[id].title for id in edition.modules)
        parts.append(words.say("with-modules", modules=titles))
    if seed >= 0:
        parts.append(words.say("seed", seed=seed))
    yield " · ".join(parts)
    zones = {zone.zone.id: zone for zone in told.zones}
    for number, step in enumerate(told.steps, 1):
        yield ""
        yield from _hung(_plain(step.text), f"{number:>3}  ", width)
        if seed >= 0:
            for what, pieces in _given(step, zones, words):
                yield from _hung(f"{what}: {_names(pieces)}", "       ", width, "         ")
    yield from _table(told, seed >= 0, width, words)
    yes, no = words.say("said-yes"), words.say("said-no")
    figures = [(title, value_text(value, yes, no)) for _, title, value in told.tables]
    if figures:
        yield ""
        yield words.say("with-players", count=told.players, players=told.players)
        names = min(max(len(name) for name, _ in figures), width - 12)
        for name, value in figures:
            yield f"  {name:<{names}}  {value}".rstrip()


def _given(step: "ToldStep", zones: "dict[str, ToldZone]", words: "Words") -> Iterator[tuple[str, tuple[Piece, ...]]]:
    """What is to be seen of a step's pieces: those face up, and each player's, for whoever plays alone."""
    for moved in step.done.moved:
        target = zones[moved.move.target]
        for key, pieces in moved.given:
            if pieces and target.is_of_players:
                yield f"{words.say('player', number=key)}, {target.zone.title}", pieces
            elif pieces and target.zone.face == "up":
                yield target.zone.title + (f" {key}" if key else ""), pieces


def _table(told: "ToldSetup", is_dealt: bool, width: int, words: "Words") -> Iterator[str]:
    """What lies where when all is done."""
    there = [zone for zone in told.zones if zone.total or zone.zone.at]
    groups = (
        ("on-table", [zone for zone in there if not zone.is_of_players and not zone.zone.away]),
        ("each-player", [zone for zone in there if zone.is_of_players]),
        ("out-of-game", [zone for zone in there if zone.zone.away]),
    )
    for title, zones in groups:
        rows = [(zone.zone.title, _count(zone), _how(zone, words)) for zone in zones]
        if title == "on-table":
            yes, no = words.say("said-yes"), words.say("said-no")
            rows += [(name, value_text(value, yes, no), "") for _, name, value in told.markers]
        if rows:
            yield ""
            yield words.say(title)
            names = min(max(len(name) for name, _, _ in rows), width - 24)
            counts = min(max(len(count) for _, count, _ in rows), 16)
            for name, count, how in rows:
                yield f"  {name:<{names}}  {count:>{counts}}  {how}".rstrip()
    if is_dealt:
        own = [zone for zone in told.zones if zone.is_of_players and zone.total]
        for player in range(told.players if own else 0):
            yield ""
            yield words.say("player", number=player + 1)
            for zone in own:
                pieces = zone.piles[player][1].pieces
                said = _names(pieces) if pieces else words.say("nothing")
                yield from _hung(f"{zone.zone.title}: {said}", "  ", width, "    ")


def _count(zone: "ToldZone") -> str:
    return str(zone.each[0]) if len(set(zone.each)) == 1 else ", ".join(map(str, zone.each))


def _how(zone: "ToldZone", words: "Words") -> str:
    parts = [words.say(f"face-{zone.zone.face}")] if zone.zone.face else []
    if len(zone.piles) > 1 and not zone.is_of_players:
        parts.insert(0, words.say("on-each", parts=len(zone.piles)))
    return ", ".join(parts)


def _hung(text: str, first: str, width: int, then: str = "") -> Iterator[str]:
    """Wrapped, further lines below the first one's text."""
    lines = [line for part in text.splitlines() or [""] for line in wrap(part, width - len(first)) or [""]]
    for number, line in enumerate(lines):
        yield ((then or " " * len(first)) if number else first) + line


def _names(pieces: Iterable[Piece]) -> str:
    counts = Counter(map(_name, pieces))
    return ", ".join(name if count == 1 else f"{count} × {name}" for name, count in counts.items())


def _name(piece: Piece) -> str:
    name = piece.fields.get("name")
    return _plain(name) if isinstance(name, str) and name else piece.id


def _plain(text: str) -> str:
    """Without the marks of bold and italic type; an icon is its name, which has no plural: "2 × coin"."""
    counted = _COUNTED.sub(lambda found: f"{found[1]} {'' if found[1] == '1' else '× '}", printed_text(text))
    return restore_icons(counted, [bit.icon for bit in read_marks(text) if bit.icon])


def _as_json(project: Project, read: "GameSetup", seed: int) -> dict[str, Any]:
    from pnp.cli.report import problems_json

    edition, told = read.edition, read.told
    return {
        "game": edition.game.id if edition else "",
        "title": edition.game.title if edition else "",
        "modules": list(edition.modules) if edition else [],
        "players": told.players if told else None,
        "seed": seed if seed >= 0 else None,
        "steps": [_step_json(number, step, seed >= 0) for number, step in enumerate(told.steps, 1)] if told else [],
        "zones": [_zone_json(zone, seed >= 0) for zone in told.zones] if told else [],
        "markers": {id: value for id, _, value in told.markers} if told else {},
        "tables": [{"id": id, "title": title, "value": value} for id, title, value in told.tables] if told else [],
        "problems": problems_json(project, read.problems),
    }


def _step_json(number: int, step: "ToldStep", is_dealt: bool) -> dict[str, Any]:
    moves = []
    for moved in step.done.moved:
        for key, pieces in moved.given:
            move: dict[str, Any] = {"from": moved.move.source, "to": moved.move.target, "count": len(pieces)}
            if key:
                move["part"] = key
            if is_dealt:
                move["pieces"] = [piece.label for piece in pieces]
            moves.append(move)
    return {"number": number, "id": step.id, "text": step.text, "moves": moves}


def _zone_json(zone: "ToldZone", is_dealt: bool) -> dict[str, Any]:
    """`pieces` are those that certainly lie there: all of them, once they are dealt."""
    parts = []
    for key, pile in zone.piles:
        pieces = pile.pieces if is_dealt else pile.known
        parts.append({"part": key, "count": len(pile.pieces), "pieces": [piece.label for piece in pieces]})
    return {
        "id": zone.zone.id,
        "title": zone.zone.title,
        "count": zone.total,
        "face": zone.zone.face or None,
        "away": zone.zone.away,
        "players": zone.is_of_players,
        "parts": parts,
    }
