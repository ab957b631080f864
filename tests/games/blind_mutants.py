"""A game's files → mutants: one value changed by somebody who hasn't read its rules.

What a value becomes depends only on the value, its kind and the drawing: a number goes up or down by one or changes its
sign, yes becomes no, a reference becomes another one of the same key, neighbours of a list change places, one item is
dropped or said twice; in an expression an operator or a number changes; in a text a number, a word for a number, an
icon, a name in braces or one of the game's own terms.
"""

import re
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import NamedTuple

import yaml
from babel.messages.pofile import read_po
from yaml.nodes import MappingNode, Node, ScalarNode, SequenceNode

WEIGHTS = {"data": 62, "game": 12, "rules": 34, "setup": 30, "victory": 22, "texts": 22, "german": 18}
EXPRESSIONS = ("when", "count", "where", "of", "each", "require", "sum", "unique", "covers", "by", "table", "only")
EXPRESSIONS += ("most", "fewest", "ends", "is", "at-least", "at-most", "read", "so-that", "per")
NUMBER_WORDS = (
    ("one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve"),
    ("eins", "zwei", "drei", "vier", "fünf", "sechs", "sieben", "acht", "neun", "zehn", "elf", "zwölf"),
)
_DIGITS = re.compile(r"(?<![\w.#{\[])\d+(?![\w.%])")
_ICON = re.compile(r"\[[a-z][\w-]*\]")
_HOLE = re.compile(r"\{[^{}]+\}")
_OPERATORS = {
    ">=": (">", "<="), "<=": ("<", ">="), "==": ("!=",), " > ": (" >= ",), " < ": (" <= ",),
    " - ": (" + ",), " + ": (" - ",), " and ": (" or ",), " or ": (" and ",),
}  # fmt: skip


class Mutant(NamedTuple):
    """One change of one file."""

    file: str
    line: int
    kind: str  # of WEIGHTS
    way: str
    before: str
    after: str
    text: str  # of the whole file
    said: tuple[str, str] = ("", "")  # a text to translate: what it was, and what it is

    def __repr__(self) -> str:
        """Not with its text, which would fill a screen for each."""
        return str(self)

    def __str__(self) -> str:
        return f"{self.file}:{self.line} {self.way}: {_short(self.before)} → {_short(self.after)}"


def _short(text: str) -> str:
    text = " ".join(text.split())
    return text if len(text) <= 90 else text[:42] + " … " + text[-42:]


class Place(NamedTuple):
    """A value of a YAML file, and under which key it stands; that of lists is the key of the list."""

    node: Node
    key: str
    owner: Node | None


class File:
    """One file's text and values."""

    def __init__(self, folder: Path, path: Path) -> None:
        self.name = path.relative_to(folder).as_posix()
        self.text = path.read_text(encoding="utf-8")
        root = yaml.compose(self.text, yaml.SafeLoader)
        assert root is not None
        self.places = list(_places(root, "", None))
        self.by_key: dict[str, list[str]] = {}
        for place in self.places:
            if isinstance(place.node, ScalarNode):
                self.by_key.setdefault(place.key, []).append(self.raw(place.node))

    def raw(self, node: Node) -> str:
        text = self.text[node.start_mark.index : node.end_mark.index]
        return text.rstrip() if isinstance(node, ScalarNode) and node.style in ("|", ">") else text

    @property
    def kind(self) -> str:
        stem = Path(self.name).stem
        if stem in ("rules", "setup", "victory", "game"):
            return stem
        if stem == "examples":
            return "victory"
        return "texts" if stem in ("rulebook", "glossary", "notes", "cover", "board") else "data"

    def mutant(self, start: int, end: int, after: str, way: str, said: tuple[str, str] = ("", "")) -> Mutant:
        before = self.text[start:end]
        text = self.text[:start] + after + self.text[end:]
        return Mutant(self.name, self.text.count("\n", 0, start) + 1, self.kind, way, before, after, text, said)


def _places(node: Node, key: str, owner: Node | None) -> Iterator[Place]:
    yield Place(node, key, owner)
    if isinstance(node, MappingNode):
        for name, value in node.value:
            yield from _places(value, name.value, node)
    elif isinstance(node, SequenceNode):
        for value in node.value:
            yield from _places(value, key, node)


class Mutations:
    """All that can be drawn from the files of a game's folder."""

    def __init__(self, folder: Path, language: str = "de") -> None:
        paths = [each for each in sorted(folder.rglob("*.yaml")) if "schema" not in each.parts]
        self.files = [File(folder, path) for path in paths]
        catalogue = folder / "locale" / f"{language}.po"
        self.catalogue = catalogue.relative_to(folder).as_posix()
        self.po = catalogue.read_text(encoding="utf-8")
        with catalogue.open("rb") as file:
            entries = list(read_po(file))
        self.sources = {text for each in entries for text in _texts(each.id) if text}
        glossary = yaml.safe_load((folder / "glossary.yaml").read_text(encoding="utf-8"))
        self.terms = tuple(sorted({each["term"] for each in glossary}))
        self.said_terms = tuple(sorted({form for each in glossary for form in each.get(language, ())}))

    def draw(self, count: int, seed: int) -> list[Mutant]:
        """In the order of files and lines; by WEIGHTS from each kind."""
        chance, found = Random(seed), dict[tuple[str, str], Mutant]()
        kinds = list(WEIGHTS)
        while len(found) < count:
            kind = chance.choices(kinds, [WEIGHTS[each] for each in kinds])[0]
            mutant = self._german(chance) if kind == "german" else self._make_mutant(kind, chance)
            if mutant is not None and mutant.after != mutant.before:
                found.setdefault((mutant.file, mutant.text), mutant)
        return sorted(found.values(), key=lambda each: (each.file, each.line, each.way, each.after))

    def _make_mutant(self, kind: str, chance: Random) -> Mutant | None:
        files = [each for each in self.files if each.kind == kind]
        file = chance.choices(files, [len(each.places) for each in files])[0]
        place = chance.choice(file.places)
        if isinstance(place.node, ScalarNode):
            return self._scalar(file, place, chance)
        return _listed(file, place.node, chance)

    def _scalar(self, file: File, place: Place, chance: Random) -> Mutant | None:
        node = place.node
        assert isinstance(node, ScalarNode)
        raw, start = file.raw(node), node.start_mark.index
        if place.key == "id":
            return None  # the name of a thing is nobody's mistake by itself
        if node.value in ("true", "false"):
            return file.mutant(start, start + len(raw), "false" if node.value == "true" else "true", "yes or no")
        if re.fullmatch(r"-?\d+", raw):
            return file.mutant(start, start + len(raw), _number(raw, chance), "number")
        if node.value in self.sources or place.key == "say":
            return self._prose(file, place, raw, chance)
        if place.key in EXPRESSIONS or (isinstance(place.owner, MappingNode) and re.search(r"[=<>|(]", raw)):
            return _expression(file, start, raw, chance)
        others = sorted({each for each in file.by_key[place.key] if each != raw})
        return file.mutant(start, start + len(raw), chance.choice(others), "another value") if others else None

    def _prose(self, file: File, place: Place, raw: str, chance: Random) -> Mutant | None:
        start = place.node.start_mark.index
        found = list(_in_text(raw, self.terms, NUMBER_WORDS[0], chance))
        if not found:
            return None
        way, at, end, after = chance.choice(found)
        mutant = file.mutant(start + at, start + end, after, way)
        changed = yaml.compose(mutant.text, yaml.SafeLoader)
        number = next(n for n, each in enumerate(file.places) if each is place)
        now = next((each.node.value for n, each in enumerate(_places(changed, "", None)) if n == number), "")
        return mutant._replace(said=(place.node.value.strip(), now.strip()))

    def _german(self, chance: Random) -> Mutant | None:
        blocks = list(re.finditer(r'^msgstr(?:\[\d\])? (?P<said>".*"(?:\n".*")*)', self.po, re.MULTILINE))
        block = chance.choice(blocks[1:])
        found = list(_in_text(block["said"], self.said_terms, NUMBER_WORDS[1], chance))
        if not found:
            return None
        way, at, end, after = chance.choice(found)
        start = block.start("said")
        before = self.po[start + at : start + end]
        text = self.po[: start + at] + after + self.po[start + end :]
        line = self.po.count("\n", 0, start + at) + 1
        return Mutant(self.catalogue, line, "german", way, before, after, text)

    def retranslated(self, mutant: Mutant) -> str:
        """Return the catalogue with what a translator would add: an entry for the changed text, in the words of the
        other."""
        old, new = mutant.said
        if not old or old == new:
            return self.po
        entries = re.split(r"\n\n+", self.po.strip("\n"))
        more = [each for each in entries[1:] if _source(each) == old]
        told = "".join(f"\n{_replace_source(each, new)}\n" for each in more)
        return self.po.rstrip("\n") + "\n" + told


def _texts(id: object) -> tuple[str, ...]:
    return tuple(map(str, id)) if isinstance(id, tuple) else (str(id),)


def _source(entry: str) -> str:
    found = re.search(r'^msgid (".*"(?:\n".*")*)', entry, re.MULTILINE)
    return "".join(map(_unquoted, found[1].split("\n"))) if found else ""


def _unquoted(line: str) -> str:
    return re.sub(r"\\(.)", lambda sign: {"n": "\n", "t": "\t"}.get(sign[1], sign[1]), line.strip()[1:-1])


def _replace_source(entry: str, text: str) -> str:
    quoted = '"' + text.replace("\\", "\\\\").replace('"', '\\"').replace("\n", "\\n") + '"'
    return re.sub(r'^msgid ".*"(?:\n".*")*', lambda _: f"msgid {quoted}", entry, flags=re.MULTILINE)


def _in_text(
    raw: str, terms: tuple[str, ...], words: tuple[str, ...], chance: Random
) -> Iterator[tuple[str, int, int, str]]:
    """Each way to change a text: its name, from where to where, and what stands there then."""
    for found in _DIGITS.finditer(raw):
        yield "number in a text", *found.span(), _number(found[0], chance)
    for found in re.finditer(rf"\b(?:{'|'.join(words)})\b", raw):
        at = words.index(found[0])
        yield "word for a number", *found.span(), words[min(at + 1, 11) if at == 0 or chance.random() < 0.5 else at - 1]
    for form, way in ((_ICON, "icon"), (_HOLE, "name in braces")):
        seen = sorted(set(form.findall(raw)))
        for found in form.finditer(raw):
            others = [each for each in seen if each != found[0]]
            if others:
                yield way, *found.span(), chance.choice(others)
    named = [each for each in terms if re.search(rf"\b{re.escape(each)}\b", raw)]
    for term in named:
        found = re.search(rf"\b{re.escape(term)}\b", raw)
        assert found
        alike = [each for each in terms if each != term and each[0].isupper() == term[0].isupper()]
        yield "term", *found.span(), chance.choice(alike)


def _number(raw: str, chance: Random) -> str:
    number = int(raw)
    ways = [number + 1, number - 1, *([-number] if raw.startswith("-") else [])]
    return str(chance.choice(ways))


def _expression(file: File, start: int, raw: str, chance: Random) -> Mutant | None:
    ways: list[tuple[int, int, str, str]] = []
    for sign, others in _OPERATORS.items():
        found = re.finditer(sign.replace("+", r"\+"), raw)
        ways += [(*each.span(), chance.choice(others), "operator") for each in found]
    numbers = re.finditer(r"(?<![\w.-])\d+(?![\w.])", raw)
    ways += [(*each.span(), _number(each[0], chance), "number") for each in numbers]
    for form in (r"'[\w-]+'", r"\b(?:red|green)\b", r"\b[a-z_]+\.[a-z_]+\b"):
        seen = sorted({each for others in file.by_key.values() for text in others for each in re.findall(form, text)})
        for found in re.finditer(form, raw):
            if others := [each for each in seen if each != found[0]]:
                ways.append((*found.span(), chance.choice(others), "another name"))
    if not ways:
        return None
    at, end, after, way = chance.choice(ways)
    return file.mutant(start + at, start + end, after, way)


def _listed(file: File, node: Node, chance: Random) -> Mutant | None:
    """One item or key less, one twice, or two that change places."""
    is_list = isinstance(node, SequenceNode)
    assert isinstance(node, SequenceNode | MappingNode)
    spans = [_span(file, node, n) for n in range(len(node.value))]
    if not spans or (not is_list and len(spans) < 2):
        return None
    n = chance.randrange(len(spans))
    start, end = spans[n]
    way = chance.choice(["dropped", "twice", "places changed"] if is_list else ["dropped", "values changed"])
    if way == "dropped":
        return file.mutant(start, end, "", way)
    if way == "twice":
        between = ", " if node.flow_style and n == len(spans) - 1 else ""
        return file.mutant(start, end, file.text[start:end] + between + file.text[start:end], way)
    if n + 1 == len(spans):
        return None
    if is_list:
        other = spans[n + 1]
        if node.flow_style:
            (a, b), (c, d) = ((node.value[k].start_mark.index, node.value[k].end_mark.index) for k in (n, n + 1))
            return file.mutant(a, d, file.text[c:d] + file.text[b:c] + file.text[a:b], way)
        return file.mutant(start, other[1], file.text[slice(*other)] + file.text[start:end], way)
    (_, one), (_, two) = node.value[n], node.value[n + 1]
    if not (isinstance(one, ScalarNode) and isinstance(two, ScalarNode)):
        return None
    a, b, c, d = one.start_mark.index, one.end_mark.index, two.start_mark.index, two.end_mark.index
    return file.mutant(a, d, file.text[c:d] + file.text[b:c] + file.text[a:b], way)


def _span(file: File, node: SequenceNode | MappingNode, n: int) -> tuple[int, int]:
    """Return the span of an item with what separates it from the next: in brackets up to it, otherwise whole lines."""
    first = [each if isinstance(node, SequenceNode) else each[0] for each in node.value]
    last = [each if isinstance(node, SequenceNode) else each[1] for each in node.value]
    start, end = first[n].start_mark.index, last[n].end_mark.index
    if node.flow_style:
        return start, first[n + 1].start_mark.index if n + 1 < len(first) else end
    start = file.text.rfind("\n", 0, start) + 1
    stop = first[n + 1].start_mark.index if n + 1 < len(first) else node.end_mark.index
    stop = file.text.rfind("\n", 0, stop) + 1 if stop < len(file.text) else stop
    return start, max(stop, start)
