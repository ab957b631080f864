"""What Typer says about words it doesn't understand → one line like all our others."""

import re
from collections.abc import Iterable
from typing import Any, cast

import typer

from pnp.model.problem import UsageError
from pnp.model.suggest import did_you_mean

# The base class of all mistakes in usage; only this descendant of it has a public name in every version of Typer.
UsageMistake = cast(type[Exception], typer.BadParameter.__mro__[1])

_ALIKE = 0.72  # of options, whose hyphens are alike anyway
_REWORDED = (
    (re.compile(r"'(--?[a-z-]+|\[?[A-Z]+\]?)'"), r"\1"),
    (re.compile(r"got unexpected extra arguments?(?:\(s\))? \((.*)\)"), r"unexpected argument: \1"),
)


def usage_line(error: Any) -> str:
    """`no such option: --papre (did you mean --paper?)`"""
    if hasattr(error, "possibilities"):
        options = [name for option in error.ctx.command.get_params(error.ctx) for name in option.opts if name[0] == "-"]
        return f"no such option: {error.option_name}{_in_brackets(did_you_mean(error.option_name, options, _ALIKE))}"
    said = " ".join(error.format_message().split()).rstrip(".")
    said = said[:1].lower() + said[1:]
    for pattern, better in _REWORDED:
        said = pattern.sub(better, said)
    return said + _in_brackets(f"see {error.ctx.command_path} --help" if error.ctx else "")


def no_such_command(name: str, commands: Iterable[str], path: str = "pnp") -> UsageError:
    """`path` is what stands before the name: `pnp printer`."""
    group = path.removeprefix("pnp").lstrip()
    said = f"{group} {name}" if group else name
    return UsageError(f"no such command: {said}{_in_brackets(did_you_mean(name, commands))}")


def _in_brackets(hint: str) -> str:
    return f" ({hint})" if hint else ""
