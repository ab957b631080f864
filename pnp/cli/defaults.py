"""Words and a project's `pnp.toml` → what the options of a command are; what is wrong with either in one line.

Where the command line says nothing, the file does:

```toml
[build]
paper = "letter"
with = ["night"]
draft = true
```

The file may be a stranger's: it sets what is on the sheets and what is reported, and nothing that reaches other
programs, machines or folders, or takes more of this machine.
"""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import partial
from pathlib import Path
from typing import Any, NamedTuple, cast, get_args

import typer
from typer.core import TyperCommand

from pnp.cardtext.suggest import did_you_mean
from pnp.cli.options import SETTABLE
from pnp.cli.terminal import relative_path
from pnp.io.opening import OUTSIDE, OutsideError, is_outside, read_input
from pnp.io.project import find_root
from pnp.model.problem import FileError, UsageError
from pnp.model.regex import regex
from pnp.model.span import Span

OPTION_OUTSIDE = OUTSIDE.also("{name} leads out of the project: {value}")

# The base class of all mistakes in usage; only this descendant of it has a public name in every version of Typer.
UsageMistake = cast(type[Exception], typer.BadParameter.__mro__[1])

FILE = "pnp.toml"
COMMANDS = ("build", "calibrate", "check", "show")  # that have a section in it
_ARGUMENTS = "pnp.arguments"  # the words of the command line
_NOT_THERE = ("help", "project")  # options that decide whether and where it is read

_LARGEST = 1_000_000  # bytes
_HUGE = 1_000_000_000
_ENDLESS = regex("[0-9_]{1000,}")
_PLACE = regex(r" \(at (?:line (\d+), column (\d+)|end of document)\)$")
_SECTION = regex(r"""\s*\[\s*["']?([\w-]+)["']?\s*\]""")
_KEY = regex(r"""\s*["']?([\w-]+)["']?\s*=""")

_ALIKE = 0.72  # of options, whose hyphens are alike anyway
_REWORDED = (
    (re.compile(r"'(--?[a-z-]+|\[?[A-Z]+\]?)'"), r"\1"),
    (re.compile(r"got unexpected extra arguments?(?:\(s\))? \((.*)\)"), r"unexpected argument: \1"),
)


class _PlainValues:
    """Turns words of the command line into texts, paths, or what a parser of ours makes of them."""

    def __init__(self, described: Any) -> None:
        item = next(iter(get_args(described.annotation)), described.annotation)
        self._parse = described.parameter_info.parser or (Path if item is Path else str)

    def coerce(self, value: Any, param: Any, ctx: Any) -> Any:
        if param.multiple or param.nargs == -1:
            return [self._parse(each) for each in value or ()]
        return None if value is None else self._parse(value)


def avoid_pydantic(params: Sequence[Any]) -> None:
    """Keep Typer from importing pydantic to make sure that texts are texts, which takes 40 ms."""
    for param in params:
        param.get_runtime_param = partial(_PlainValues, param.type_descriptor)


class Command(TyperCommand):
    """A command whose options may have other defaults in the project; its arguments are shown by their metavars."""

    _file: "_File | None" = None

    def parse_args(self, ctx: Any, args: list[str]) -> list[str]:
        params: list[Any] = self.get_params(ctx)
        avoid_pydantic(params)
        if ctx.resilient_parsing:
            return super().parse_args(ctx, args)
        try:
            given, _, _ = self.make_parser(ctx).parse_args(args=list(args))
        except UsageMistake as error:
            error.ctx = ctx  # type: ignore[attr-defined]
            raise
        for param in params:
            if param.type_descriptor.is_path and given.get(param.name or "") == "":
                raise UsageError(f"{param.opts[0]} names nothing")
        if ctx.info_name in COMMANDS:
            ctx.meta[_ARGUMENTS] = list(args)
            try:
                self._file = _read(given.get("project"))
                ctx.default_map = dict(self._defaults(ctx, self._file)) if self._file else None
            except (UsageError, FileError):
                if not given.get("help"):  # which is given in any case
                    raise
        return super().parse_args(ctx, args)

    def make_parser(self, ctx: Any) -> Any:
        """Let any flag be taken back: --no-draft where the project says draft = true."""
        parser = super().make_parser(ctx)
        for name, param in self._options(ctx).items():
            if ctx.info_name in COMMANDS and param.is_flag and not param.secondary_opts:
                parser.add_option(param, [f"--no-{name}"], dest=param.name, action="store_const", const=False)
        return parser

    def invoke(self, ctx: Any) -> Any:
        """Report a mistake that only the command can find in a value of the file at that value's line, too."""
        try:
            return super().invoke(ctx)
        except UsageError as error:
            if self._file:
                for name, param in self._options(ctx).items():
                    is_of_file = getattr(ctx.get_parameter_source(param.name), "name", "") == "DEFAULT_MAP"
                    if is_of_file and _is_about(error, ctx.default_map[param.name]):
                        raise self._file.wrong(ctx.info_name, name, str(error)) from None
            raise

    def collect_usage_pieces(self, ctx: Any) -> list[str]:
        """Name arguments as their metavars do, whose brackets show what can be left out."""
        return ["[OPTIONS]", *[param.metavar for param in self._arguments()]]

    def format_options(self, ctx: Any, formatter: Any) -> None:
        """Explain arguments without Python's names of their types."""
        for param in self._arguments():
            param.display_type_rich = lambda ctx: None
        super().format_options(ctx, formatter)

    def _arguments(self) -> list[Any]:
        return [param for param in self.params if param.param_type_name == "argument"]

    def _options(self, ctx: Any) -> dict[str, Any]:
        """Return options by their names without hyphens."""
        options = {
            param.opts[0].removeprefix("--"): param for param in self.get_params(ctx) if param.opts[0][:2] == "--"
        }
        return {name: param for name, param in options.items() if name not in _NOT_THERE}

    def _defaults(self, ctx: Any, file: "_File") -> Iterator[tuple[str, Any]]:
        """Yield the values for this command. Raises UsageError for mistakes in its section or in sections' names."""
        for section, values in file.values.items():
            if not isinstance(values, dict):
                raise file.wrong("", section, f"{section} stands in no section", f"write it below [{ctx.info_name}]")
            if section not in COMMANDS:
                raise file.wrong(section, "", f"there is no section [{section}]", did_you_mean(section, COMMANDS))
        options = self._options(ctx)
        for name, value in file.values.get(ctx.info_name, {}).items():
            if name not in options:
                hint = did_you_mean(name, SETTABLE.intersection(options)) or f"see pnp {ctx.info_name} --help"
                raise file.wrong(ctx.info_name, name, f"pnp {ctx.info_name} has no option {name}", hint)
            if name not in SETTABLE:
                message = f"{name} is accepted on the command line only, not in {FILE}"
                raise file.wrong(ctx.info_name, name, message, f"delete the line, and type --{name}")
            yield options[name].name, self._checked(ctx, file, name, options[name], value)

    def _checked(self, ctx: Any, file: "_File", name: str, param: Any, value: Any) -> Any:
        wanted, is_wanted, example = _describe_value(param, value)
        if not is_wanted:
            message = f"{name} must be {wanted}, not {_show_value(value)}"
            raise file.wrong(ctx.info_name, name, message, f"like {name} = {example}")
        if param.multiple and isinstance(value, str):
            value = [value]
        if param.type_descriptor.is_path:
            if not value:
                raise file.wrong(ctx.info_name, name, f"{name} names nothing")
            path, root = file.path.parent / value, file.path.parent
            if is_outside(path, root):  # the file may be a stranger's
                span = Span(relative_path(file.path), file.line(ctx.info_name, name), 1)
                shown, hint = _show_value(value), f"who wants that says --{name}"
                raise UsageError(str(OPTION_OUTSIDE.at(span, name=name, value=shown, hint=hint)))
            value = str(path)
        try:
            param.process_value(ctx, value)
        except UsageError as error:
            raise file.wrong(ctx.info_name, name, str(error)) from None
        except UsageMistake as error:
            raise file.wrong(ctx.info_name, name, usage_line(error)) from None
        return value


def parse_again(ctx: Any) -> Mapping[str, Any]:
    """Return a command's parameters as the project's file is by now. Raises UsageError, FileError."""
    try:
        params: Mapping[str, Any] = ctx.command.make_context(ctx.info_name, ctx.meta[_ARGUMENTS], ctx.parent).params
    except UsageMistake as error:
        raise UsageError(usage_line(error)) from None
    return params


class _File(NamedTuple):
    """A project's settings, and where each is written."""

    path: Path
    text: str
    values: Mapping[str, Any]

    def wrong(self, section: str, key: str, message: str, hint: str = "") -> UsageError:
        place = f"{relative_path(self.path)}:{self.line(section, key)}"
        return UsageError(f"{place}: {message}" + (f" ({hint})" if hint else ""))

    def line(self, section: str, key: str) -> int:
        """Return the line of a key, or 1 if it is written in an unusual way: TOML's reader knows no lines."""
        here, best = "", 1
        for number, line in enumerate(self.text.splitlines(), 1):
            if found := _SECTION.match(line):
                here = found[1]
                best = number if here == section else best
            elif (found := _KEY.match(line)) and here == section and found[1] == key:
                return number
        return best


def _read(project: str | None) -> _File | None:
    """Return the settings of a project, or of the one above the current folder. Raises FileError, UsageError."""
    try:
        root = Path(project) if project else find_root(Path.cwd())
    except FileNotFoundError:
        raise FileError("the folder you are in is gone") from None
    path = root / FILE
    try:
        data = read_input(path, _LARGEST, root)
    except OutsideError:
        raise FileError(str(OUTSIDE.at(Span(relative_path(path))))) from None
    except (FileNotFoundError, NotADirectoryError):
        return None
    except OSError as error:
        raise FileError(f"{relative_path(path)}: can't be read: {error.strerror}") from None
    if len(data) > _LARGEST:
        raise FileError(f"{relative_path(path)}: has more than a megabyte, which are no settings")
    import tomllib

    try:
        text = data.decode("utf-8-sig")
        return _File(path, text, tomllib.loads(text))
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
        raise UsageError(f"{relative_path(path)}:{line}: is not UTF-8") from None
    except (tomllib.TOMLDecodeError, RecursionError) as error:
        message = str(error)
        place = _PLACE.search(message)
        where = f"{place[1]}:{place[2]}" if place and place[1] else str(text.count("\n") + 1)
        message = _PLACE.sub("", message)
        raise UsageError(f"{relative_path(path)}:{where}: {message[:1].lower()}{message[1:]}") from None
    except ValueError:  # Python refuses to read numbers as long as that
        found = _ENDLESS.search(text)
        line = text.count("\n", 0, found.start() if found else 0) + 1
        raise UsageError(f"{relative_path(path)}:{line}: a number of thousands of digits") from None


def _describe_value(param: Any, value: Any) -> tuple[str, bool, str]:
    """Return what an option's value is in TOML: in words, whether this is one, an example."""
    if param.is_flag:
        return "true or false", isinstance(value, bool), "true"
    if param.multiple:
        items = value if isinstance(value, list) else [value]
        return "a text or a list of texts", all(isinstance(item, str) for item in items), '["a", "b"]'
    if isinstance(param.default, int):
        return "a whole number", type(value) is int and abs(value) < _HUGE, "1"
    return "a text", isinstance(value, str), '"…"'


def _show_value(value: Any) -> str:
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, int) and abs(value) >= _HUGE * _HUGE:
        return "a huge number"
    if isinstance(value, int | float):
        return f"{value}"
    if isinstance(value, str):
        return f'"{value[:40]}"'
    return "a list" if isinstance(value, list) else "a table" if isinstance(value, dict) else "a date"


def _is_about(error: UsageError, value: Any) -> bool:
    """Return whether an error names the value, or one of several."""
    values: Sequence[Any] = value if isinstance(value, list) else [value]
    named = [name.strip() for each in values if isinstance(each, str) for name in (each, *each.split(","))]
    return not set(named).isdisjoint(error.named)


def usage_line(error: Any) -> str:
    """Return `no such option: --papre (did you mean --paper?)`."""
    if hasattr(error, "possibilities"):
        options = [name for option in error.ctx.command.get_params(error.ctx) for name in option.opts if name[0] == "-"]
        return f"no such option: {error.option_name}{_in_brackets(did_you_mean(error.option_name, options, _ALIKE))}"
    line = " ".join(error.format_message().split()).rstrip(".")
    line = line[:1].lower() + line[1:]
    for pattern, better in _REWORDED:
        line = pattern.sub(better, line)
    if line.endswith("requires an argument"):
        options = [param for param in error.ctx.command.get_params(error.ctx) if error.option_name in param.opts]
        values = [item.value for param in options for item in param.shell_complete(error.ctx, "")]
        if 0 < len(values) <= 12:
            return f"{line} (there are: {', '.join(values)})"
    return line + _in_brackets(f"see {error.ctx.command_path} --help" if error.ctx else "")


def no_such_command(name: str, commands: Iterable[str], path: str = "pnp") -> UsageError:
    """Return the error for a name that isn't among the commands of `pnp`, or of a group such as `pnp printer`."""
    command = f"{path} {name}".removeprefix("pnp ")
    hint = did_you_mean(name, commands) or f"{path} --help lists them"
    return UsageError(f"no such command: {command}{_in_brackets(hint)}")


def _in_brackets(hint: str) -> str:
    return f" ({hint})" if hint else ""
