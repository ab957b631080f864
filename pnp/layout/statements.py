"""A template that can't be read, or fails → which statement or name is wrong, in its author's words.

Jinja says where it gave up, which for a block that is never ended is the end of the file. Here the blocks are counted
again, and the one that was left open is told at its own line.
"""

import re
from collections.abc import Callable, Collection, Iterator, Mapping
from functools import partial
from types import FrameType
from typing import Any, NamedTuple

from jinja2 import TemplateSyntaxError, UndefinedError
from jinja2.debug import get_template_locals
from jinja2.utils import internal_code

from pnp.cardtext.suggest import did_you_mean
from pnp.layout.context import PLACED
from pnp.layout.element import read_hints
from pnp.layout.sandbox import NAMES, NUMBERS, TEMPLATE_RUN, TEMPLATE_SYNTAX, NotThere
from pnp.model.problem import Finding, find
from pnp.model.values import Record, Unavailable

NEVER_ENDED = TEMPLATE_SYNTAX.also("the {statement} here is never ended")
NOT_ENDED_YET = TEMPLATE_SYNTAX.also("the {statement} here isn't ended before the {end} in line {line}")
ENDS_NOTHING = TEMPLATE_SYNTAX.also("this {end} ends nothing")
STANDS_NOWHERE = TEMPLATE_SYNTAX.also("this {name} stands in no {block}")
UNKNOWN_STATEMENT = TEMPLATE_SYNTAX.also("there is no statement {name}")
NEVER_CLOSED = TEMPLATE_SYNTAX.also("the {opening} here has no {closing}")
OPEN_QUOTE = TEMPLATE_SYNTAX.also("a quote in {statement} is never closed")
COMPARED = TEMPLATE_SYNTAX.also("a single = compares nothing")
NO_FILTER = TEMPLATE_SYNTAX.also("there is no {kind} {name}")
SOMETHING_WRONG = TEMPLATE_SYNTAX.also("{wrong} can't stand in {statement}")
SOMETHING_MISSING = TEMPLATE_SYNTAX.also("something is missing in {statement}")
NO_NAME = TEMPLATE_RUN.also("there is nothing called {name}", once=True)
NOT_OF_OWNER = TEMPLATE_RUN.also('"{owner}" has no {name}', varies=("owner",), once=True)
NOT_AMONG = TEMPLATE_RUN.also("there is no {name}", once=True)
NOTHING_THERE = TEMPLATE_RUN.also("{name} is nothing")
LEFT_OUT = TEMPLATE_RUN.also('{name} is nothing: "{owner}" leaves it out', varies=("owner",))
TEMPLATE_FAILS = TEMPLATE_RUN.also("the template fails: {error}")

_ENDED = ("for", "if", "macro", "call", "filter", "block", "with", "set", "trans", "autoescape", "raw")
_ALONE = ("include", "import", "from", "extends", "do")
_MIDDLE = {"else": ("if", "for"), "elif": ("if",), "pluralize": ("trans",)}
_CLOSING = {"{%": "%}", "{{": "}}", "{#": "#}"}
_OPENING = re.compile(r"\{[%{#]")
_INSIDE = r"""(?:[^{}%"'\n]|\n|%(?!\})|"[^"\n]*"|'[^'\n]*'|\{(?![%{#])|\}(?!\}))"""
_WHOLE = {
    "{%": re.compile(rf"\{{%(?:{_INSIDE}|\}}\}})*?%\}}"),
    "{{": re.compile(rf"\{{\{{{_INSIDE}*?\}}\}}"),
    "{#": re.compile(r"\{#.*?#\}", re.DOTALL),
}
_RAW_END = re.compile(r"\{%[-+]?\s*endraw\s*[-+]?%\}")
_SAID = re.compile(r"No (filter|test) named '([^']*)'")
_OF_BLOCKS = re.compile("unknown tag|Unexpected end of template")
_GOT = re.compile(r"(?:, got|unexpected(?: char)?) ['\"](.+?)['\"](?:,| at |$)")
_LONGEST = 60  # characters of a statement that are shown


class Statement(NamedTuple):
    """A `{% … %}` of a template."""

    name: str
    at: int  # where in the source it begins
    text: str
    leads: int  # blanks before it, where it begins its line; else -1


_Wrong = tuple[int, Finding]  # where in the source, and what


def explain_syntax(source: str, error: TemplateSyntaxError, shown: str, filters: Collection[str]) -> Finding:
    """`shown` is how messages name the template, `filters` are those that there are."""
    wrong = _delimiter(source, error)
    if wrong is None and _OF_BLOCKS.search(error.message or ""):
        wrong = _block(source)
    at, finding = wrong or _word(source, error, filters)
    line, column = source.count("\n", 0, at) + 1, at - source.rfind("\n", 0, at)
    return finding._replace(origin=f"{shown}:{line}:{column}")


def _delimiter(source: str, error: TemplateSyntaxError) -> _Wrong | None:
    """Return the first brace that nothing closes, if it stands before what Jinja stumbled over."""
    at, last = 0, _line_end(source, error.lineno)
    while found := _OPENING.search(source, at, last):
        opening, begin = found[0], found.start()
        if whole := _WHOLE[opening].match(source, begin):
            at = whole.end()
            if re.match(r"\{%[-+]?\s*raw\b", whole[0]):
                end = _RAW_END.search(source, at)
                at = end.end() if end else len(source)
            continue
        line = source[begin:].partition("\n")[0]
        following = _OPENING.search(line, len(opening))
        line, closing = line[: following.start() if following else len(line)], _CLOSING[opening]
        if closing in line and opening != "{#":
            statement = line[: line.index(closing) + len(closing)]
            is_open = statement.count('"') % 2 or statement.count("'") % 2
            return (begin, find(OPEN_QUOTE, statement=_shortened(statement))) if is_open else None
        hint = f"write {closing} where it ends"
        first = _shortened(opening + re.split(r"[<%}]", line[2:], maxsplit=1)[0].rstrip())
        return begin, find(NEVER_CLOSED, hint=hint, opening=first, closing=closing)
    return None


def _line_end(source: str, line: int) -> int:
    return len("\n".join(source.split("\n")[:line]))


def _statements(source: str) -> Iterator[Statement]:
    at = 0
    while found := _OPENING.search(source, at):
        whole = _WHOLE[found[0]].match(source, found.start())
        at = whole.end() if whole else found.end()
        named = re.match(r"\{%[-+]?\s*(\w+)", whole[0]) if whole else None
        if whole and named:
            before = source[source.rfind("\n", 0, whole.start()) + 1 : whole.start()]
            yield Statement(named[1], whole.start(), whole[0], len(before) if not before.strip() else -1)
            if named[1] == "raw":
                end = _RAW_END.search(source, at)
                at = end.start() if end else len(source)


def _block(source: str) -> _Wrong | None:
    """Return the first statement that there isn't, or whose block isn't ended where another ends."""
    blocks: list[Statement] = []
    crooked: list[Statement] = []  # of blocks whose ends stand at another depth: perhaps another's
    for each in _statements(source):
        if each.name in _MIDDLE:
            if not blocks or blocks[-1].name not in _MIDDLE[each.name]:
                # an {% else %} that belongs to no {% if %}, or to one within which another block is still open
                of = _MIDDLE[each.name]
                if any(block.name in of for block in blocks):
                    return _unended(source, blocks[-1], each)
                hint, wanted = "delete it, or begin one before it", f"{{% {of[0]} %}}"
                return each.at, find(STANDS_NOWHERE, hint=hint, name=_shortened(each.text), block=wanted)
        elif each.name.startswith("end") and each.name[3:] in _ENDED:
            if not any(block.name == each.name[3:] for block in blocks):
                hint = "delete it"
                if blocks:
                    hint = f"{_end_of(blocks[-1])} would end the {_shortened(blocks[-1].text)}"
                return each.at, find(ENDS_NOTHING, hint=hint, word=each.name, end=_shortened(each.text))
            block = blocks.pop()
            if block.name != each.name[3:]:
                return _unended(source, block, each)
            if -1 not in (block.leads, each.leads) and block.leads != each.leads:
                crooked.append(block)
        elif each.name in _ENDED:
            # {% set x = 3 %} needs no end
            if each.name != "set" or "=" not in re.sub(r"[=!<>]=", "", each.text):
                blocks.append(each)
        elif each.name not in _ALONE:
            return _unknown(each)
    if blocks:
        inner = next((each for each in crooked if each.name == blocks[-1].name and each.at > blocks[-1].at), blocks[-1])
        hint = f"write {_end_of(inner)} where it ends"
        return inner.at, find(NEVER_ENDED, hint=hint, statement=_shortened(inner.text))
    return None


def _unended(source: str, block: Statement, before: Statement) -> _Wrong:
    line = str(source.count("\n", 0, before.at) + 1)
    hint, statement, end = f"write {_end_of(block)} where it ends", _shortened(block.text), _shortened(before.text)
    return block.at, find(NOT_ENDED_YET, hint=hint, statement=statement, end=end, line=line)


def _unknown(each: Statement) -> _Wrong:
    known = [*_ENDED, *_ALONE, *_MIDDLE, *(f"end{name}" for name in _ENDED)]
    two = re.match(r"\{%[-+]?\s*(end|else)\s+(\w+)", each.text)
    if two and (joined := {"else if": "elif"}.get(f"{two[1]} {two[2]}", two[1] + two[2])) in known:
        hint = f"write {{% {joined} %}}"
    elif named := read_hints("statements").get(each.name):
        hint = f"write {{% {named} %}}"
    else:
        hint = did_you_mean(each.name, known)
    return each.at, find(UNKNOWN_STATEMENT, hint=hint, word=each.name, name=each.name)


def _word(source: str, error: TemplateSyntaxError, filters: Collection[str]) -> _Wrong:
    """Explain what stands where nothing of its kind can stand."""
    said = error.message or ""
    named = _SAID.search(said) or _GOT.search(said)
    got = named[named.re.groups] if named else ""
    # the first statement with the word in this line, or the first there
    end = _line_end(source, error.lineno)
    start = source.rfind("\n", 0, end) + 1
    around = []
    for opening in _OPENING.finditer(source, 0, end):
        whole = _WHOLE[opening[0]].match(source, opening.start())
        if whole and whole.end() > start:
            around.append((opening.start(), whole[0]))
    nearest = [each for each in around if got and got in each[1].split()[2:]]
    nearest += [each for each in around if got and got in each[1]]
    begin, text = next(iter([*nearest, *around]), (start, ""))
    if unknown := no_such_filter(said, filters):
        return begin, unknown
    if re.match(r"\{%[-+]?\s*else\s+if\b", text):
        return _unknown(Statement("else if", begin, text, 0))
    if not text:
        return begin, find(TEMPLATE_SYNTAX, what=said)
    if got == "=" and re.match(r"\{%[-+]?\s*(?:if|elif)\b|\{\{", text):
        return begin, find(COMPARED, hint="write == to compare")
    shown = _shortened(text)
    if got and not got.startswith("end of"):
        return begin, find(SOMETHING_WRONG, hint=read_hints("signs").get(got, ""), wrong=got, statement=shown)
    name = re.match(r"\{%[-+]?\s*(\w+)", text)
    hint = read_hints("complete").get(name[1], "") if name else ""
    return begin, find(SOMETHING_MISSING, hint=hint, statement=shown)


def no_such_filter(said: str, filters: Collection[str]) -> Finding | None:
    """Explain a filter or a test that doesn't exist; None where Jinja says something else."""
    named = _SAID.search(said)
    if named is None:
        return None
    kind, name = named.groups()
    hint = did_you_mean(name, filters) if kind == "filter" else ""
    return find(NO_FILTER, hint=hint, word=name, kind=kind, name=name)


def _end_of(block: Statement) -> str:
    return f"{{% end{block.name} %}}"


def _shortened(text: str) -> str:
    """Shorten a text, and put it in one line."""
    text = " ".join(text.split())
    return text if len(text) <= _LONGEST else f"{text[: _LONGEST - 4]}… {text[-2:]}"


_OWNERS = ("piece", "game", "component")  # that a template names before what they have
_CHAIN = re.compile(r"\b([a-zA-Z_]\w*)((?:\.[a-zA-Z_]\w*)+)")
_NOTHING = re.compile(r"\bNoneType\b|^None has no|^'None' has no")
_SET = re.compile(r"\{%[-+]?\s*set\b")
_GIVEN = re.compile(r"\{%[-+]?\s*(?:(?:set|for)\s+([\w\s,]+?)\s*(?:=|\bin\b|%\})|macro\s+(\w+)|[^%]*?\bas\s+(\w+))")


def innermost_place(error: BaseException) -> str:
    """Return the innermost template line that an error passed, or that was interrupted for it, as a stamp."""
    for raised in (error, error.__context__):
        if places := [place for _, place in _template_frames(raised)]:
            return places[-1]
    return ""


def _template_frames(error: BaseException | None) -> Iterator[tuple[FrameType, str]]:
    """Yield the frames of templates that an error passed, each with its place."""
    traceback = error.__traceback__ if error else None
    while traceback is not None:
        frame = traceback.tb_frame
        template = frame.f_globals.get("__jinja_template__")
        if template is not None and frame.f_code not in internal_code:
            yield frame, f"{template.filename}:{template.get_corresponding_lineno(traceback.tb_lineno)}:1"
        traceback = traceback.tb_next


def explain_failure(
    error: Exception, context: Mapping[str, Any], place: str, source: Callable[[str], str], filters: Collection[str]
) -> Finding:
    """Return what failed at a template's place, and what would be right; `source` is that of a template's file."""
    if isinstance(error, Unavailable):
        return find(TEMPLATE_FAILS, origin=place, cause=error.cause, error=str(error))
    file, number, _ = place.rsplit(":", 2)
    text = source(file)
    line = dict(enumerate(text.splitlines(), 1)).get(int(number), "")
    if isinstance(error, NotThere):
        return _missing_name(error.name, error.owner, context, place, text)
    frames = [frame for frame, _ in _template_frames(error)]
    names = {**context, **(get_template_locals(frames[-1].f_locals) if frames else {})}
    if _NOTHING.search(str(error)) and (absent := _absent_value(line, names)):
        name, by = absent
        said = partial(find, hint=f"ask for it first: {{% if {name} %}}", origin=place, word=name, name=name)
        return said(LEFT_OUT, owner=by) if by else said(NOTHING_THERE)
    if unknown := no_such_filter(str(error), filters):  # Jinja waits where it stands in an {% if %}
        return unknown._replace(origin=place)
    if isinstance(error, UndefinedError):
        return find(TEMPLATE_RUN, origin=place, what=str(error))
    return find(TEMPLATE_FAILS, origin=place, error=str(error))


def _missing_name(
    name: str, owner: Mapping[str, Any] | None, context: Mapping[str, Any], place: str, source: str
) -> Finding:
    """Return the finding for a name that isn't in its owner, or that there isn't at all."""

    def names_in(owner: Mapping[str, Any] | None) -> list[str]:
        if owner is None:
            return [*NAMES, *NUMBERS]
        return [*map(str, owner), *(PLACED if owner is context.get("piece") else ())]

    file, number, _ = place.rsplit(":", 2)
    named = re.compile(rf"\b{re.escape(name)}\b")
    before = list(enumerate(source.splitlines()[: int(number)], 1))
    if not (before and named.search(before[-1][1])):  # a `set` above it only passes on what isn't there
        found = (str(at) for at, line in reversed(before) if _SET.search(line) and named.search(line))
        place = f"{file}:{next(found, number)}:1"
    # names that the template sets, counts with, imports or defines
    given = [each for found in _GIVEN.findall(source) for each in re.findall(r"\w+", " ".join(found))]
    hint = did_you_mean(name, [*names_in(owner), *(given if owner is None else [])])
    owners = [each for each in _OWNERS if owner is None and name in names_in(context.get(each, {}))]
    if owners:
        hint = f"did you mean {owners[0]}.{name}?"
    said = partial(find, hint=hint, origin=place, word=name, name=name)
    if isinstance(owner, Record) and owner.id:
        return said(NOT_OF_OWNER, owner=owner.id)
    return said(NO_NAME if owner is None else NOT_AMONG)


def _absent_value(line: str, names: Mapping[str, Any]) -> tuple[str, str] | None:
    """Return the first name in a template's line that leads to nothing, and the id of what leaves it out, or ""."""
    for root, path in _CHAIN.findall(line):
        value: Any = names.get(root)
        name = root
        if value is None and root in names:
            return root, ""
        for part in path[1:].split("."):
            if not isinstance(value, Mapping) or part not in value:
                break
            owner, value = value, value[part]
            name += f".{part}"
            if value is None:
                return name, owner.id if isinstance(owner, Record) else ""
    return None
