"""Options that several commands share."""

from collections.abc import Callable, Collection, Iterable, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from pnp.cardtext.suggest import did_you_mean
from pnp.cli import completing
from pnp.model.options import FLIPS, INKS, MARKED, MARKS, SIDES
from pnp.model.problem import FileError, UsageError

if TYPE_CHECKING:
    from pnp.io.project import Project
    from pnp.model.options import Options

# What pnp.toml may set. Every other option is accepted on the command line alone, and so is a new one until it is named
# here: the file may be a stranger's, who must not reach other programs, machines or folders, or take more of this one.
SETTABLE = frozenset(
    (
        *("all", "all-warnings", "bleed", "cache", "copies", "dpi", "draft", "flip", "format", "ignore", "ink"),
        *("instructions", "json", "lang", "marked", "marks", "only", "out", "overlay", "paper", "pieces", "players"),
        *("printer", "safe", "select", "sides", "skip", "strict", "text", "together", "where", "with"),
    )
)


def choice(option: str, choices: Collection[str], help: str, *, show_default: bool = True) -> Any:
    """Return an option with few values: named in the help, completed and checked."""

    def checked(value: str) -> str:
        if value not in choices:
            raise UsageError(f'there is no {option} "{value}" ({did_you_mean(value, choices)})')
        return value

    def matching(incomplete: str) -> list[str]:
        return [each for each in choices if each.startswith(incomplete)]

    return typer.Option(
        option,
        metavar="|".join(choices),
        help=help,
        callback=checked,
        autocompletion=matching,
        show_default=show_default,
    )


def whole(option: str, least: int, most: int, help: str, *, unset: int | None = None) -> Any:
    """Return an option that is a number of things; its bounds stand in the help. `unset` is a default outside of
    them, which the help doesn't show."""

    def parsed(value: str | int) -> int:
        if isinstance(value, int) and value == unset:
            return value
        text = str(value)
        if not (text.isascii() and text.isdecimal() and len(text) < 6 and least <= int(text) <= most):
            raise UsageError(f"{option} is a whole number from {least} to {most}, not {text}")
        return int(text)

    return typer.Option(
        option, metavar="N", parser=parsed, help=f"{help} ({least}–{most}).", show_default=unset is None
    )


def _executor(value: str) -> str:
    """Raises UsageError for what names nobody who draws."""
    if value != "here":
        from pnp.build.executors import parse_address

        parse_address(value)
    return value


def option(name: str, metavar: str, help: str, completion: Callable[..., list[str]] | None = None) -> Any:
    """An option that takes a value."""
    return typer.Option(name, metavar=metavar, help=help, autocompletion=completion)


def argument(metavar: str, help: str, completion: Callable[..., list[str]] | None = None) -> Any:
    return typer.Argument(metavar=metavar, help=help, autocompletion=completion)


ProjectOption = Annotated[
    Path | None, option("--project", "DIR", "The project's folder (default: the nearest one above with card_data/).")
]
GameArgument = Annotated[str, argument("GAME", "A game's folder name in card_data/.", completing.games)]
OwnGamesArgument = Annotated[str, argument("[GAME]", "A game (default: all games of the project).", completing.games)]
JsonOption = Annotated[bool, typer.Option("--json", help="Print JSON instead of text.")]
AllWarningsOption = Annotated[
    bool,
    typer.Option(
        "--all-warnings", help="Show every problem (default: the first five warnings and 50 errors of each kind)."
    ),
]
LanguageOption = Annotated[
    str, option("--lang", "TAG", "Language of the edition (default: the game's own).", completing.languages)
]
CatalogueOption = Annotated[
    str, option("--lang", "TAG", "Only this language (default: all that have a catalogue).", completing.catalogues)
]
NewLanguageOption = Annotated[
    str, option("--lang", "TAG", "The language's tag: de, pt-BR, zh-Hant.", completing.new_languages)
]
InkOption = Annotated[str, choice("--ink", INKS, "Little ink, full colour, or pure black for laser printers.")]
OnlyOption = Annotated[
    list[str] | None,
    option("--only", "COMPONENT", "Use only this component. Several: a,b or --only a --only b.", completing.components),
]
WithOption = Annotated[
    list[str] | None,
    option("--with", "MODULE", "Add a module of the game. Several: a,b or --with a --with b.", completing.modules),
]
OverlayOption = Annotated[
    Path | None, option("--overlay", "FILE", "Change the game with your own module in this file.")
]
PiecesOption = Annotated[
    list[str] | None,
    option("--pieces", "ID", "Use only these pieces: fox,creatures/owl or 'winter-*'.", completing.pieces),
]
WhereOption = Annotated[
    str, option("--where", "EXPRESSION", "Use only pieces for which this is true: \"season == 'winter'\".")
]
PlayersOption = Annotated[int, whole("--players", 1, 99, "Number of players, for setup sheets", unset=0)]
CacheOption = Annotated[bool, typer.Option("--cache/--no-cache", help="Use the cache in your cache folder.")]
JobsOption = Annotated[int, whole("--jobs", 1, 256, "Number of processes (default: one for each processor)", unset=0)]
ExecutorOption = Annotated[
    str,
    typer.Option(
        "--executor",
        metavar="WHERE",
        callback=_executor,
        help="Draw here or on a dask cluster: dask://HOST:PORT or tls://HOST:PORT. A cluster can run programs as you: "
        "use only one that you trust.",
    ),
]
DpiOption = Annotated[int, whole("--dpi", 20, 1200, "Resolution of pictures, in pixels per inch")]
TextOption = Annotated[bool, typer.Option("--text", help="Keep text as text in SVG files (default: outlines).")]
PaperOption = Annotated[
    str, option("--paper", "NAME|WxH", "Paper name or size: letter, a3, 210x297, 8.5in x 11in.", completing.papers)
]
PrinterOption = Annotated[
    str, option("--printer", "NAME", "Correct for this printer (see pnp printer add).", completing.printers)
]
FlipOption = Annotated[str, choice("--flip", FLIPS, "Edge over which the printer turns the sheet.")]
SidesOption = Annotated[
    str, choice("--sides", SIDES, "Fronts only, backs printed behind them, both beside a fold, or backs only.")
]
MarksOption = Annotated[str, choice("--marks", MARKS, "Kind of cut marks.")]
MarkedOption = Annotated[str, choice("--marked", MARKED, "Sides that get cut marks.")]
SafeOption = Annotated[bool, typer.Option("--safe", help="Draw the safe area as a dashed line.")]
CopiesOption = Annotated[int, whole("--copies", 1, 99, "Number of copies of every piece")]
SkipOption = Annotated[int, whole("--skip", 0, 999, "Number of places to leave empty on the first sheet")]
InstructionsOption = Annotated[
    bool,
    typer.Option("--instructions/--no-instructions", help="Begin with a drawn page on how to print, cut and fold."),
]
OpenOption = Annotated[bool, typer.Option("--open", help="Open the result when it is written.")]
OutOption = Annotated[Path | None, option("--out", "DIR", "Folder to write to (default: the project's output/).")]


def given(ctx: typer.Context) -> frozenset[str]:
    """The options that stand on this command line, without hyphens before them; what pnp.toml says doesn't."""
    named = {param.name: param.opts[0] for param in ctx.command.params if param.opts[0][:2] == "--"}
    sources = ((option, ctx.get_parameter_source(name)) for name, option in named.items() if name)
    return frozenset(option[2:] for option, source in sources if getattr(source, "name", "") == "COMMANDLINE")


def options_of(ctx: typer.Context, params: Mapping[str, Any] | None = None, **others: Any) -> "Options":
    """What a command was told: each of its parameters that `Options` has a field for, and others."""
    from dataclasses import fields

    from pnp.model.options import Options

    told = ctx.params if params is None else params
    named = {field.name for field in fields(Options)} - others.keys()
    parameters = [param for param in ctx.command.params if param.name in named]
    values = {str(param.name): _as_value(param, told[str(param.name)]) for param in parameters}
    return Options(**values, given=given(ctx), **others)


def _as_value(param: Any, value: Any) -> Any:
    if param.multiple:
        return names(param.opts[0], value)
    if param.type_descriptor.is_path:
        return Path(value) if value else None
    return value


def names(option: str, given: Iterable[str] | None) -> tuple[str, ...]:
    """`--only a,b --only c` → a, b, c, each once."""
    found = [name.strip() for words in given or () for name in words.split(",")]
    if "" in found:
        raise UsageError(f"{option} names nothing")
    return tuple(dict.fromkeys(found))


def the_project(named: Path | None) -> "Project":
    from pnp.io.project import find_project

    try:
        return find_project(Path.cwd(), named)
    except FileNotFoundError:
        raise FileError("the folder you are in is gone") from None


def chosen_games(project: "Project", named: str) -> list[str]:
    """The game that was named, or all of the project's own."""
    from pnp.build.loading import own_games

    games = [named] if named else own_games(project)
    if not games:
        has_data = (project.root / "card_data").is_dir()
        missing = "no game here" if has_data else "no card_data/ here or in a folder above"
        raise UsageError(f"there is {missing}: pnp new mygame begins one")
    return games
