"""Printer profiles by name ⇄ `printers.yaml` in the user's configuration folder; `MEASURES` says what one holds."""

from collections.abc import Mapping
from pathlib import Path
from typing import Any, NamedTuple

import yaml
from yaml.nodes import MappingNode, ScalarNode

from pnp.cardtext.suggest import did_you_mean
from pnp.io.opening import read_input
from pnp.io.user_folders import user_folder
from pnp.io.writing import write_atomically
from pnp.load.yaml_nodes import Source, compose
from pnp.model.length import parse_length
from pnp.model.problem import FileError, UsageError
from pnp.model.sheet import Printer
from pnp.model.values import attempt

_HEADER = """\
# Printers, as `pnp printer add` keeps them: what backs are moved by (offset, in millimetres) and turned by (rotate, in
# degrees clockwise) so that they lie under their fronts, what pages are scaled by, and the margin that stays white.
"""
_LARGEST_FILE = 1_000_000
LONGEST_NAME = 24


class Measure(NamedTuple):
    """A value of a profile: its bounds, and how it is written."""

    name: str
    low: float
    high: float
    unit: str  # "mm", "°" or "%"
    says: str

    def parse(self, text: str) -> float:
        """Parse a value. Raises ValueError with what is wrong, to go behind the value's name."""
        text = text.strip()
        number = parse_length(text) if self.unit == "mm" and len(text) <= 40 else None
        if self.unit != "mm" and len(text) <= 40:
            number = parse_length(text.removesuffix("%" if self.unit == "%" else "°") + "mm")
            is_percent = self.unit == "%" and text.endswith("%")
            number = number / 100 if is_percent and number is not None else number
        if number is None:
            kinds = {"mm": "a length like 0.5mm", "°": "an angle like 0.2", "%": "a scale like 1.003 or 100.3%"}
            raise ValueError(f"must be {kinds[self.unit]}, not {text[:40] or 'empty'}")
        if not self.low <= number <= self.high:
            raise ValueError(f"is out of range: {text[:40]} ({self.written(self.low)} to {self.written(self.high)})")
        return round(number, 4) + 0.0  # so that no number in the file needs an exponent

    def written(self, value: float) -> str:
        number = f"{round(value * (100 if self.unit == '%' else 1), 4) + 0.0:g}"
        return number + {"mm": " mm", "%": " %"}.get(self.unit, self.unit)


MEASURES = {
    measure.name: measure
    for measure in (
        Measure("offset-x", -10, 10, "mm", "backs are moved to the right by this"),
        Measure("offset-y", -10, 10, "mm", "backs are moved down by this"),
        Measure("rotate", -2, 2, "°", "backs are turned clockwise by this"),
        Measure("scale-x", 0.97, 1.03, "%", "pages are printed this wide"),
        Measure("scale-y", 0.97, 1.03, "%", "pages are printed this high"),
        Measure("margin", 0, 25, "mm", "the printer leaves this white on all sides"),
    )
}


def measured(printer: Printer) -> dict[str, float]:
    """Return a profile's values by their names on the command line and in the file."""
    return {name: getattr(printer, name.replace("-", "_")) for name in MEASURES}


def as_options(printer: Printer) -> str:
    """Return the options that make this profile: `office --offset-x 0.5 …`; what is as usual is left out."""
    usual = measured(Printer(""))
    said = [f"--{name} {value:g}" for name, value in measured(printer).items() if value != usual[name]]
    return " ".join([printer.name, *said])


def in_words(printer: Printer) -> str:
    """Describe a profile: `offset 0.5, -0.25 mm · rotate 0.1° · scale 100.3 %, 100 % · margin 5 mm`."""
    said = {name: MEASURES[name].written(value) for name, value in measured(printer).items()}
    return (
        f"offset {said['offset-x'].removesuffix(' mm')}, {said['offset-y']} · rotate {said['rotate']} · "
        f"scale {said['scale-x']}, {said['scale-y']} · margin {said['margin']}"
    )


def own_folder() -> Path:
    """Return the folder of the user's settings. Raises FileError."""
    try:
        return user_folder("config")
    except RuntimeError:
        raise FileError("there is no home folder to keep settings in: name one with PNP_CONFIG") from None


def printers_file() -> Path:
    return own_folder() / "printers.yaml"


def load_printers() -> dict[str, Printer]:
    """Read all profiles, by name. Raises UsageError where the file is broken, FileError where it can't be read."""
    path = printers_file()
    try:
        data = read_input(path, _LARGEST_FILE)
    except FileNotFoundError:
        return {}
    except OSError as error:
        raise FileError(f"{path.as_posix()}: can't be read: {error.strerror}") from None
    if len(data) > _LARGEST_FILE:
        raise FileError(f"{path.as_posix()}: has more than a megabyte, which is no list of printers")
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
        raise UsageError(f"{path.as_posix()}:{line}: is not UTF-8") from None
    return _parse(path.as_posix(), text)


def find_printer(name: str) -> Printer:
    """Return the profile of that name. Raises UsageError where there is none."""
    printers = load_printers()
    if name not in printers:
        hint = did_you_mean(name, printers) if printers else "there are none yet: pnp calibrate prints how to make one"
        raise UsageError(f'there is no printer "{name}"' + (f" ({hint})" if hint else ""), name)
    return printers[name]


def check_name(name: str) -> str:
    """Return a name that a printer can have. Raises UsageError for others."""
    if not (0 < len(name) <= LONGEST_NAME and all(c.isalnum() or c in "-_." for c in name) and name[0].isalnum()):
        rule = f"up to {LONGEST_NAME} letters, digits, - _ or . like office"
        raise UsageError(f'"{name[:40]}" is no name for a printer: {rule}')
    return name


def add_printer(printer: Printer) -> bool:
    """Save a profile, and return whether it replaced another of that name."""
    printers = load_printers()
    replaces = printer.name in printers
    _save({**printers, printer.name: printer})
    return replaces


def remove_printer(name: str) -> None:
    """Delete a profile. Raises UsageError where there is none of that name."""
    find_printer(name)
    _save({other: printer for other, printer in load_printers().items() if other != name})


def _save(printers: Mapping[str, Printer]) -> None:
    said = {name: measured(printer) for name, printer in sorted(printers.items())}
    body = yaml.safe_dump(said, sort_keys=False, allow_unicode=True) if said else ""
    write_atomically(printers_file(), (_HEADER + body).encode(), own_folder())


def _parse(file: str, text: str) -> dict[str, Printer]:
    problems: list[Any] = []
    if all(line.lstrip().startswith("#") or not line.strip() for line in text.splitlines()):
        return {}
    root = attempt(compose, Source(file, text), problems)
    if problems:
        hint = f" ({problems[0].hint})" if problems[0].hint else ""
        raise UsageError(f"{problems[0].span}: {problems[0].message}{hint}")
    if not isinstance(root, MappingNode):
        raise _wrong(file, root, "printers are listed by name, like office: {offset-x: 0.5}")
    found: dict[str, Printer] = {}
    for key, node in root.value:
        name = str(key.value)
        try:
            check_name(name)
        except UsageError as error:
            raise _wrong(file, key, str(error)) from None
        if name in found:
            raise _wrong(file, key, f"{name} is there twice")
        found[name] = Printer(name, **_values(file, name, node))
    return found


def _values(file: str, name: str, node: Any) -> dict[str, float]:
    if isinstance(node, ScalarNode) and not node.value:
        return {}
    if not isinstance(node, MappingNode):
        raise _wrong(file, node, f"{name} must be a mapping, like {{offset-x: 0.5}}")
    values: dict[str, float] = {}
    for key, value in node.value:
        measure = MEASURES.get(str(key.value))
        if measure is None:
            raise _wrong(file, key, f'{name}: unknown key "{key.value}" ({did_you_mean(str(key.value), MEASURES)})')
        attribute = measure.name.replace("-", "_")
        if attribute in values:
            raise _wrong(file, key, f"{name}: {measure.name} is there twice")
        try:
            values[attribute] = measure.parse(value.value if isinstance(value, ScalarNode) else "a list")
        except ValueError as error:
            raise _wrong(file, value, f"{name}: {measure.name} {error}") from None
    return values


def _wrong(file: str, node: Any, message: str) -> UsageError:
    return UsageError(f"{file}:{node.start_mark.line + 1}:{node.start_mark.column + 1}: {message}")
