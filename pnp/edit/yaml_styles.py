"""A scalar + a new text → the ways to write it there, the nearest to how it was written first.

Each is tried by reading the file again, so a way may be offered that doesn't hold in its place.
"""

import re
from collections.abc import Callable, Iterator

import yaml

from pnp.edit.yaml_source import BlockSource, FormerLine, LineRoom, Rewrapper, ScalarSource

_NOT_PLAIN = re.compile(r"^[-?:](?:\s|$)|^[,\[\]{}#&*!|>'\"%@`]|:(?:\s|$)|\s#|[\t\x85\u2028\u2029\ufeff]|^\s|\s$")
_NOT_PLAIN_IN_FLOW = re.compile(r"[,\[\]{}:?]|^-")  # also what only some parsers take for signs
_FLOW_SIGN = re.compile(r"[,\[\]{}?]")  # ? is one for PyYAML's own parser, not for libyaml
_ESCAPED = re.compile('["\\\\\n\r\t\x85\u2028\u2029\ufeff]')
_ESCAPES = {'"': '\\"', "\\": "\\\\", "\n": "\\n", "\t": "\\t"}
_ONLY_ESCAPED = re.compile("[\x85\u2028\u2029\ufeff]")
_INDICATED = re.compile(r"\n*[ \t]")  # a block's first line has blanks of its own
_TEXT = "str"
_Write = Callable[[str], str]


def spellings(scalar: ScalarSource, new: str) -> Iterator[str]:
    """Yield what may stand instead of `scalar.source`."""
    if scalar.is_block:
        yield from _spell_block(scalar, new)
        return
    blank = "" if scalar.source or not scalar.before.strip() else " "
    if (
        scalar.style == ""
        and new
        and not _NOT_PLAIN.search(new)
        and not (scalar.value.in_flow and _FLOW_SIGN.search(new))
    ):
        is_kind = kind_of_plain(new) in (_TEXT, kind_of_plain(scalar.value.text))
        if is_kind and (plain := _wrap(scalar, new, str, "")) is not None:
            yield blank + plain
    if scalar.style != '"' and not _ONLY_ESCAPED.search(new):
        single = _wrap(scalar, new, lambda text: text.replace("'", "''"), "'")
        if single is not None and (scalar.style or ("\t" not in new and ("'" not in new or '"' in new or "\\" in new))):
            yield f"{blank}'{single}'"
    spelled = scalar.spelled if scalar.style == '"' else {}  # escapes that are there already

    def write(text: str) -> str:
        return "".join([spelled.get(sign) or _escape(sign) for sign in text]) if spelled else _escape(text)

    if scalar.breaks_paragraphs and _has_clean_paragraphs(new):
        double = _wrap(scalar, new, write, '"')
        if double is not None:
            yield f'{blank}"{double}"'
    else:  # line breaks are escaped, so that all of it is one paragraph
        lines = [] if scalar.is_first_line_only else [*_rewrapper(scalar, '"', write).lines(new)]
        yield f'{blank}"{_join(scalar, lines) if lines else write(new)}"'
    yield f'{blank}"{_escape(new)}"'


def spell_new_text(text: str, *, in_flow: bool = False) -> str:
    """Spell a text that stood nowhere before on one line; `in_flow`: in a list in brackets."""
    is_plain = text and not _NOT_PLAIN.search(text) and "\n" not in text and kind_of_plain(text) == _TEXT
    return text if is_plain and not (in_flow and _NOT_PLAIN_IN_FLOW.search(text)) else f'"{_escape(text)}"'


def _escape(text: str) -> str:
    return _ESCAPED.sub(lambda found: _ESCAPES.get(found[0]) or f"\\u{ord(found[0]):04x}", text)


def kind_of_plain(text: str) -> str:
    """Return what YAML takes a plain scalar for."""
    if text == "":
        return "null"
    resolvers = yaml.SafeLoader.yaml_implicit_resolvers
    for tag, pattern in [*resolvers.get(text[0], ()), *resolvers.get(None, ())]:
        if pattern.match(text):
            kind = str(tag).rpartition(":")[2]
            return "number" if kind in ("int", "float") else kind
    return "number" if re.fullmatch(r"[-+]?(?:0o[0-7]+|[0-9.]+(?:[eE][-+]?[0-9]+)?)", text) else _TEXT


def _rewrapper(scalar: ScalarSource, sign: str, write: _Write) -> Rewrapper:
    room = LineRoom(scalar.width - scalar.column - len(sign), scalar.width - len(_lead(scalar)))
    former = scalar.former
    if sign != scalar.style:
        former = [line._replace(raw=write(line.text)) for line in former]
    return Rewrapper(former, room, write)


def _lead(scalar: ScalarSource) -> str:
    """Return the blanks before the scalar's lines behind the first one."""
    return next((line.lead for line in scalar.former[1:] if line.lead), " " * (max(scalar.value.indent, 0) + 2))


def _has_clean_paragraphs(text: str) -> bool:
    """Check that line breaks can stand as empty lines: no blanks beside them, none at an end."""
    return "\n" not in text or not re.search(r"[ \t]\n|\n[ \t]|\A\n|\n\Z", text)


def _wrap(scalar: ScalarSource, new: str, write: _Write, sign: str) -> str | None:
    """Write a text on one line or, where the scalar stood on several, wrapped; without its quotes."""
    if scalar.is_first_line_only:
        return None if "\n" in new else write(new)
    if not _has_clean_paragraphs(new):
        return None
    rewrapper = _rewrapper(scalar, sign, write)
    # folding needs one more empty line between paragraphs than the text has line breaks
    text, breaks = "", 0
    for number, paragraph in enumerate(new.split("\n")):
        part = _join(scalar, [*rewrapper.lines(paragraph)], is_start=not number)
        breaks += number > 0
        if part:
            text += scalar.newline * (breaks + 1 if breaks else 0) + part
            breaks = 0
    return text


def _join(scalar: ScalarSource, lines: list[FormerLine], *, is_start: bool = True) -> str:
    lead = _lead(scalar)
    return scalar.newline.join(
        [("" if is_start and not number else line.lead or lead) + line.raw for number, line in enumerate(lines)]
    )


def _spell_block(scalar: ScalarSource, new: str) -> Iterator[str]:
    block = BlockSource.parse(scalar)
    if block is None:
        return
    paragraphs, indent = new.split("\n") if new else [], " " * block.indent
    body = [indent + line if line else "" for line in paragraphs]
    if block.sign == ">":
        body = _fold(scalar, paragraphs, indent)
    digit = block.digit
    if not digit and _INDICATED.match(new):
        digit = str(block.indent - max(scalar.value.indent, 0))
    newline = scalar.newline
    if len(digit) < 2 and (new or block.chomping != "+") and (block.chomping == "+" or not new.endswith("\n")):
        is_open = bool(block.body) and not block.body.endswith(("\n", "\r"))
        lines = newline.join(body) + ("" if is_open or not body else newline)
        yield f"{block.sign}{digit}{block.chomping}{block.comment}{newline}{lines}{block.tail}"
    ending = newline if scalar.source.endswith(("\n", "\r")) else ""
    yield f'"{_escape(new)}"{block.comment}{ending}{block.tail}'


def _fold(scalar: ScalarSource, paragraphs: list[str], indent: str) -> list[str]:
    """Wrap paragraphs. One that begins with a blank isn't folded, and line breaks beside it stand for themselves."""
    room = scalar.width - len(indent)
    rewrapper = Rewrapper(scalar.former, LineRoom(room, room), str)
    found: list[str] = []
    was_blank, breaks = True, 0
    for paragraph in paragraphs:
        if not paragraph:
            breaks += 1
            continue
        is_blank = paragraph[0] in " \t"
        lines = [paragraph] if is_blank else [line.raw for line in rewrapper.lines(paragraph)]
        found += [""] * (breaks if not found or was_blank or is_blank else breaks + 1)
        found += [indent + line for line in lines]
        was_blank, breaks = is_blank, 0
    return found + [""] * breaks
