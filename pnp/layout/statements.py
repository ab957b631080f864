"""A template that can't be read → which of its statements is wrong, in the words of whoever writes templates.

Jinja says where it gave up, which for a block that is never ended is the end of the file. Here the blocks are counted
again, and the one that was left open is told at its own line.
"""

import re
from collections.abc import Collection, Iterator
from typing import NamedTuple

from jinja2 import TemplateSyntaxError

from pnp.cardtext.suggest import did_you_mean
from pnp.layout.loader import TEMPLATE_SYNTAX
from pnp.model.finding import Finding, find

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

_ENDED = ("for", "if", "macro", "call", "filter", "block", "with", "set", "trans", "autoescape", "raw")
_ALONE = ("include", "import", "from", "extends", "do")
_MIDDLE = {"else": ("if", "for"), "elif": ("if",), "pluralize": ("trans",)}
_ELSEWHERE = {"elseif": "elif", "elsif": "elif", "foreach": "for", "loop": "for", "endloop": "endfor", "fi": "endif"}
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
_OTHERWISE = {  # signs of other languages → what templates say for them
    "&": "write and",
    "!": "write not, or !=",
    "?": "write {{ one if it is so else another }}",
    "$": "names are written as they are",
    ";": "nothing stands between statements",
    "then": "it needs no word there",
    "of": "write {% for each in list %}",
}
_COMPLETE = {
    "for": "like {% for each in piece.steps %}",
    "if": "like {% if piece.power %}",
    "elif": "like {% elif piece.power %}",
    "set": "like {% set lines = 3 %}",
    "macro": "like {% macro badge(x, y) %}",
    "import": 'like {% import "marks.xml.j2" as marks %}',
}
_LONGEST = 60  # characters of a statement that are shown


class Statement(NamedTuple):
    """A `{% … %}` of a template."""

    name: str
    at: int  # where in the source it begins
    text: str
    leads: int  # blanks before it, where it begins its line; else -1


class _WrongStatement(NamedTuple):
    """A finding, and where in the source."""

    at: int
    finding: Finding


def what_is_wrong(source: str, error: TemplateSyntaxError, shown: str, filters: Collection[str]) -> Finding:
    """`shown` is how messages name the template, `filters` are those that there are."""
    wrong = next(_delimiters(source, error), None)
    if wrong is None and _OF_BLOCKS.search(error.message or ""):
        wrong = _block(source)
    wrong = wrong or _word(source, error, filters)
    line, column = source.count("\n", 0, wrong.at) + 1, wrong.at - source.rfind("\n", 0, wrong.at)
    return wrong.finding._replace(origin=f"{shown}:{line}:{column}")


def _delimiters(source: str, error: TemplateSyntaxError) -> Iterator[_WrongStatement]:
    """The first brace that nothing closes, if it stands before what Jinja stumbled over."""
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
            if statement.count('"') % 2 or statement.count("'") % 2:
                yield _WrongStatement(begin, find(OPEN_QUOTE, statement=_shortened(statement)))
            return
        hint = f"write {closing} where it ends"
        # up to the first tag or brace
        first = re.split(r"[<%}]", line[2:], maxsplit=1)[0].rstrip()
        yield _WrongStatement(
            begin, find(NEVER_CLOSED, hint=hint, opening=_shortened(opening + first), closing=closing)
        )
        return


def _line_end(source: str, line: int) -> int:
    end = -1
    for _ in range(line):
        end = source.find("\n", end + 1)
        if end < 0:
            return len(source)
    return end


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


def _block(source: str) -> _WrongStatement | None:
    """The first statement that there isn't, or whose block isn't ended where another ends."""
    blocks: list[Statement] = []
    crooked: list[Statement] = []  # of blocks whose ends stand at another depth: perhaps another's
    for each in _statements(source):
        if each.name in _MIDDLE:
            if not blocks or blocks[-1].name not in _MIDDLE[each.name]:
                return _middle(source, each, blocks)
        elif each.name.startswith("end") and each.name[3:] in _ENDED:
            if not any(block.name == each.name[3:] for block in blocks):
                hint = (
                    "delete it" if not blocks else f"{_end_of(blocks[-1])} would end the {_shortened(blocks[-1].text)}"
                )
                return _WrongStatement(
                    each.at, find(ENDS_NOTHING, hint=hint, word=each.name, end=_shortened(each.text))
                )
            block = blocks.pop()
            if block.name != each.name[3:]:
                return _unended(source, block, each)
            if -1 not in (block.leads, each.leads) and block.leads != each.leads:
                crooked.append(block)
        elif each.name in _ENDED:
            # {% set x = 3 %} needs no end
            is_short = each.name == "set" and "=" in re.sub(r"[=!<>]=", "", each.text)
            if not is_short:
                blocks.append(each)
        elif each.name not in _ALONE:
            return _unknown(each)
    if blocks:
        inner = next((each for each in crooked if each.name == blocks[-1].name and each.at > blocks[-1].at), blocks[-1])
        hint = f"write {_end_of(inner)} where it ends"
        return _WrongStatement(inner.at, find(NEVER_ENDED, hint=hint, statement=_shortened(inner.text)))
    return None


def _middle(source: str, each: Statement, blocks: list[Statement]) -> _WrongStatement:
    """An {% else %} that belongs to no {% if %}, or to one within which another block is still open."""
    of = _MIDDLE[each.name]
    if any(block.name in of for block in blocks):
        return _unended(source, blocks[-1], each)
    wanted = f"{{% {of[0]} %}}"
    said = find(STANDS_NOWHERE, hint="delete it, or begin one before it", name=_shortened(each.text), block=wanted)
    return _WrongStatement(each.at, said)


def _unended(source: str, block: Statement, before: Statement) -> _WrongStatement:
    line = source.count("\n", 0, before.at) + 1
    hint = f"write {_end_of(block)} where it ends"
    end = _shortened(before.text)
    return _WrongStatement(
        block.at, find(NOT_ENDED_YET, hint=hint, statement=_shortened(block.text), end=end, line=str(line))
    )


def _unknown(each: Statement) -> _WrongStatement:
    known = [*_ENDED, *_ALONE, *_MIDDLE, *(f"end{name}" for name in _ENDED)]
    two = re.match(r"\{%[-+]?\s*(end|else)\s+(\w+)", each.text)
    if two and (joined := {"else if": "elif"}.get(f"{two[1]} {two[2]}", two[1] + two[2])) in known:
        hint = f"write {{% {joined} %}}"
    elif each.name in _ELSEWHERE:
        hint = f"write {{% {_ELSEWHERE[each.name]} %}}"
    else:
        hint = did_you_mean(each.name, known)
    return _WrongStatement(each.at, find(UNKNOWN_STATEMENT, hint=hint, word=each.name, name=each.name))


def _word(source: str, error: TemplateSyntaxError, filters: Collection[str]) -> _WrongStatement:
    """What stands where nothing of its kind can stand."""
    said = error.message or ""
    named = _SAID.search(said) or _GOT.search(said)
    got = named[named.re.groups] if named else ""
    begin, text = _statement_in(source, error.lineno, got)
    if unknown := no_such_filter(said, filters):
        return _WrongStatement(begin, unknown)
    if re.match(r"\{%[-+]?\s*else\s+if\b", text):
        return _unknown(Statement("else if", begin, text, 0))
    if not text:
        return _WrongStatement(begin, find(TEMPLATE_SYNTAX, what=said))
    if got == "=" and re.match(r"\{%[-+]?\s*(?:if|elif)\b|\{\{", text):
        return _WrongStatement(begin, find(COMPARED, hint="write == to compare"))
    shown = _shortened(text)
    if got and not got.startswith("end of"):
        hint = _OTHERWISE.get(got, "")
        return _WrongStatement(begin, find(SOMETHING_WRONG, hint=hint, wrong=got, statement=shown))
    name = re.match(r"\{%[-+]?\s*(\w+)", text)
    hint = _COMPLETE.get(name[1], "") if name else ""
    return _WrongStatement(begin, find(SOMETHING_MISSING, hint=hint, statement=shown))


def no_such_filter(said: str, filters: Collection[str]) -> Finding | None:
    """What Jinja says of a filter or a test that there isn't; None where it says something else."""
    named = _SAID.search(said)
    if named is None:
        return None
    kind, name = named.groups()
    hint = did_you_mean(name, filters) if kind == "filter" else ""
    return find(NO_FILTER, hint=hint, word=name, kind=kind, name=name)


def _statement_in(source: str, line: int, word: str) -> tuple[int, str]:
    """Where the first statement begins that has the word in this line, else the first one there; and all its text."""
    end = _line_end(source, line)
    start = source.rfind("\n", 0, end) + 1
    around = []
    for found in _OPENING.finditer(source, 0, end):
        whole = _WHOLE[found[0]].match(source, found.start())
        if whole and whole.end() > start:
            around.append((found.start(), whole[0]))
    named = [each for each in around if word and word in each[1].split()[2:]]
    named += [each for each in around if word and word in each[1]]
    return next(iter([*named, *around]), (start, ""))


def _end_of(block: Statement) -> str:
    return f"{{% end{block.name} %}}"


def _shortened(text: str) -> str:
    """In one line."""
    text = " ".join(text.split())
    return text if len(text) <= _LONGEST else f"{text[: _LONGEST - 4]}… {text[-2:]}"
