"""Files of a game's folder → mutants: the same files with one line dropped, said twice, or changed.

What a line is changed to depends only on the line and its file: numbers go up or down by one, yes becomes no,
everything else becomes what stands under the same key elsewhere in the file; of lists and mappings in brackets one item
is dropped, said twice or changed.
"""

import re
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import NamedTuple

WAYS = ("drop", "twice", "change")
_KEYED = re.compile(r"^(?P<lead>\s*(?:- )?)(?P<key>[\w.-]+): ?(?P<value>.*)$")
_PAIR = re.compile(r'(?<![\w"\'])(?P<key>[\w.-]+): (?P<value>"[^"]*"|\[[^\][]*\]|[^\s,{}\[\]][^,{}\[\]]*)')
_NUMBER = re.compile(r"(?<![\w.-])-?\d+(?![\w.-])")
_YES_OR_NO = {"true": "false", "false": "true"}


class Mutant(NamedTuple):
    """One line of a file, and what stands there instead."""

    file: str
    line: int
    kind: str
    way: str
    before: str
    after: str | None

    def text(self, whole: str) -> str:
        lines = whole.splitlines(keepends=True)
        here = lines[self.line - 1]
        instead = {"drop": "", "twice": here * 2, "change": f"{self.after}\n"}[self.way]
        return "".join([*lines[: self.line - 1], instead, *lines[self.line :]])

    def __str__(self) -> str:
        said = f"{self.before.strip()} → {(self.after or '').strip()}" if self.way == "change" else self.before.strip()
        return f"{self.file}:{self.line} {self.way}: {said}"


def mutants_of(folder: Path) -> Iterator[Mutant]:
    """Yield the mutants of all files of a folder, in order."""
    for path in sorted((*folder.rglob("*.yaml"), *folder.rglob("*.csv"))):
        name = path.relative_to(folder.parent).as_posix()
        yield from _table_mutants(path, name) if path.suffix == ".csv" else _file_mutants(path, name)


def _table_mutants(path: Path, name: str) -> Iterator[Mutant]:
    """Yield the mutants of each row; one cell of it is changed."""
    rows = path.read_text(encoding="utf-8").splitlines()
    columns = [list(dict.fromkeys(cells)) for cells in zip(*(row.split(",") for row in rows[1:]), strict=True)]
    for number, row in enumerate(rows[1:], 2):
        chance, cells = Random(f"{name}:{number}"), row.split(",")
        at = chance.choice([n for n, cell in enumerate(cells) if cell and len(columns[n]) > 1])
        others = [other for other in columns[at] if other != cells[at]]
        cells[at] = _number(cells[at], chance) or chance.choice(others)
        for way in WAYS:
            yield Mutant(name, number, "pieces", way, row, ",".join(cells) if way == "change" else None)


def _file_mutants(path: Path, name: str) -> Iterator[Mutant]:
    text = path.read_text(encoding="utf-8")
    known = _values(text)
    kind = _kind(path)
    for number, line in enumerate(text.splitlines(), 1):
        if kind != "pieces" and line == "modules:" and path.name == "game.yaml":
            kind = "modules"
        if not line.strip() or line.lstrip().startswith("#"):
            continue
        for way in WAYS:
            after = _changed(line, known, Random(f"{name}:{number}")) if way == "change" else None
            if way != "change" or (after is not None and after != line):
                yield Mutant(name, number, kind, way, line, after)


def _kind(path: Path) -> str:
    stem = path.stem
    if stem == "game":
        return "structure"
    if stem in ("setup", "victory", "examples", "selections"):
        return stem
    return "rules" if stem in ("rules", "totals") or stem.endswith("-rules") else "pieces"


def _values(text: str) -> dict[str, list[str]]:
    """Return all values that stand under each key."""
    found: dict[str, dict[str, None]] = {}
    for line in text.splitlines():
        keyed = _KEYED.match(line)
        if keyed and keyed["value"] and keyed["value"][0] not in "{[|":
            found.setdefault(keyed["key"], {})[keyed["value"]] = None
        elif keyed or line.lstrip().startswith("- {"):
            for pair in _PAIR.finditer(line):
                found.setdefault(pair["key"], {})[pair["value"].strip()] = None
    return {key: list(values) for key, values in found.items()}


def _changed(line: str, known: dict[str, list[str]], chance: Random) -> str | None:
    keyed = _KEYED.match(line)
    if keyed and not keyed["value"]:
        return None
    if keyed and keyed["value"][0] not in "{[|":
        after = _scalar(keyed["key"], keyed["value"], known, chance)
        return None if after is None else f"{keyed['lead']}{keyed['key']}: {after}"
    inside = _innermost(line, chance)
    if inside is None:
        return _number(line, chance)
    start, end = inside
    after = _items(line[start:end], keyed["key"] if keyed else "", known, chance)
    return None if after is None else line[:start] + after + line[end:]


def _scalar(key: str, value: str, known: dict[str, list[str]], chance: Random) -> str | None:
    if value in _YES_OR_NO:
        return _YES_OR_NO[value]
    numbers = _NUMBER.findall(value)
    others = [other for other in known.get(key, []) if other != value]
    if numbers and (not others or key not in ("say", "name", "title", "story", "epithet", "ability")):
        return _number(value, chance)
    return chance.choice(others) if others else None


def _number(text: str, chance: Random) -> str | None:
    """One of its numbers is one more or one less."""
    found = list(_NUMBER.finditer(text))
    if not found:
        return None
    number = chance.choice(found)
    return text[: number.start()] + str(int(number[0]) + chance.choice((1, -1))) + text[number.end() :]


def _innermost(line: str, chance: Random) -> tuple[int, int] | None:
    """Return the start and end of the inside of one of the brackets that hold something."""
    opened, found = [], []
    for place, sign in enumerate(line):
        if sign in "[{":
            opened.append(place)
        elif sign in "]}" and opened:
            start = opened.pop()
            if line[start + 1 : place].strip():
                found.append((start + 1, place))
    if not found and "," in line and not _KEYED.match(line):  # a list that goes on over several lines
        return len(line) - len(line.lstrip()), len(line.rstrip("]} "))
    return chance.choice(found) if found else None


def _items(inside: str, key: str, known: dict[str, list[str]], chance: Random) -> str | None:
    """One of the items is dropped, said twice, or changed."""
    items = _split(inside)
    at = chance.randrange(len(items))
    way = chance.choice(WAYS)
    if way == "drop":
        items[at : at + 1] = []
    elif way == "twice":
        items.insert(at, items[at])
    else:
        pair = re.match(r"(\s*)([\w.-]+): (.*)$", items[at])
        if pair:
            after = _scalar(pair[2], pair[3], known, chance)
            items[at] = f"{pair[1]}{pair[2]}: {after}" if after is not None else items[at]
        else:
            items[at] = _item(items[at], items, chance)
    return ",".join(items)


def _item(item: str, items: list[str], chance: Random) -> str:
    changed = _number(item, chance) or _YES_OR_NO.get(item.strip())
    others = [other for other in items if other.strip() != item.strip()]
    return changed or (chance.choice(others) if others else item)


def _split(inside: str) -> list[str]:
    """At the commas that stand in no brackets and no quotes."""
    items, depth, quoted = [""], 0, ""
    for sign in inside:
        if quoted:
            quoted = "" if sign == quoted else quoted
        elif sign in "\"'":
            quoted = sign
        depth += (sign in "[{(") - (sign in "]})")
        if sign == "," and not depth and not quoted:
            items.append("")
        else:
            items[-1] += sign
    return [item for item in items if item.strip()]
