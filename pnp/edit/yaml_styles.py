"""A scalar + a new text → the ways to write it there, the nearest to how it was written first.

They are tried by reading them, so a way may be offered that doesn't hold in its place.
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
    """What may stand instead of `scalar.source`."""
    if scalar.is_block:
        yield from _blocks(scalar, new)
        return
    blank = "" if scalar.source or not scalar.before.strip() else " "
    if scalar.style == "" and (plain := _plain(scalar, new)) is not None:
        yield blank + plain
    if scalar.style != '"':
        single = _quoted(scalar, new, "'", _single)
        if single is not None and (scalar.style or ("\t" not in new and ("'" not in new or '"' in new or "\\" in new))):
            yield blank + single
    double = _quoted(scalar, new, '"', _doubling(scalar))
    if double is not None:
        yield blank + double
    yield blank + _in_double(new)


def spell_new_text(text: str, *, in_flow: bool = False) -> str:
    """A text that stood nowhere before, on one line; `in_flow`: in a list in brackets."""
    is_plain = text and not _NOT_PLAIN.search(text) and "\n" not in text and kind_of_plain(text) == _TEXT
    if is_plain and not (in_flow and _NOT_PLAIN_IN_FLOW.search(text)):
        return text
    return _in_double(text)


def _in_double(new: str) -> str:
    return f'"{_escape(new)}"'


def _escape(text: str) -> str:
    return _ESCAPED.sub(lambda found: _ESCAPES.get(found[0]) or f"\\u{ord(found[0]):04x}", text)


def _doubling(scalar: ScalarSource) -> _Write:
    """With the escapes that are there already."""
    spelled = scalar.spelled if scalar.style == '"' else {}
    return lambda text: "".join([spelled.get(sign) or _escape(sign) for sign in text]) if spelled else _escape(text)


def _single(text: str) -> str:
    return text.replace("'", "''")


def _plain(scalar: ScalarSource, new: str) -> str | None:
    if not new or _NOT_PLAIN.search(new) or (scalar.value.in_flow and _FLOW_SIGN.search(new)):
        return None
    kind = kind_of_plain(new)
    if kind != _TEXT and kind != kind_of_plain(scalar.value.text):
        return None
    return _flowing(scalar, new, str, "")


def _quoted(scalar: ScalarSource, new: str, sign: str, write: _Write) -> str | None:
    if sign == "'" and _ONLY_ESCAPED.search(new):
        return None
    if sign == '"' and not (scalar.breaks_paragraphs and _has_clean_paragraphs(new)):
        # line breaks are escaped, so that all of it is one paragraph
        lines = [*_rewrapper(scalar, sign, write).lines(new)] if _is_wrapped(scalar) else []
        return f'"{_joined(scalar, lines)}"' if lines else f'"{write(new)}"'
    inside = _flowing(scalar, new, write, sign)
    return None if inside is None else f"{sign}{inside}{sign}"


def kind_of_plain(text: str) -> str:
    """What YAML takes a plain scalar for."""
    if text == "":
        return "null"
    resolvers = yaml.SafeLoader.yaml_implicit_resolvers
    for tag, pattern in [*resolvers.get(text[0], ()), *resolvers.get(None, ())]:
        if pattern.match(text):
            kind = str(tag).rpartition(":")[2]
            return "number" if kind in ("int", "float") else kind
    return "number" if re.fullmatch(r"[-+]?(?:0o[0-7]+|[0-9.]+(?:[eE][-+]?[0-9]+)?)", text) else _TEXT


def _is_wrapped(scalar: ScalarSource) -> bool:
    return not scalar.is_first_line_only and not scalar.is_block


def _rewrapper(scalar: ScalarSource, sign: str, write: _Write) -> Rewrapper:
    room = LineRoom(scalar.width - scalar.column - len(sign), scalar.width - len(_lead(scalar)))
    former = scalar.former
    if sign != scalar.style:
        former = [line._replace(raw=write(line.text)) for line in former]
    return Rewrapper(former, room, write)


def _lead(scalar: ScalarSource) -> str:
    """The blanks before lines behind its first one."""
    return next((line.lead for line in scalar.former[1:] if line.lead), " " * (max(scalar.value.indent, 0) + 2))


def _has_clean_paragraphs(text: str) -> bool:
    """Line breaks can stand as empty lines: no blanks beside them, none at an end."""
    return "\n" not in text or not re.search(r"[ \t]\n|\n[ \t]|\A\n|\n\Z", text)


def _flowing(scalar: ScalarSource, new: str, write: _Write, sign: str) -> str | None:
    """What stands between the quotes, if there are any: on one line or, where it stood on several, wrapped."""
    if not _is_wrapped(scalar):
        return None if "\n" in new else write(new)
    if not _has_clean_paragraphs(new):
        return None
    rewrapper = _rewrapper(scalar, sign, write)
    parts: list[str] = []
    for paragraph in new.split("\n"):
        lines = [*rewrapper.lines(paragraph)]
        parts.append(_joined(scalar, lines, is_start=not parts))
    # folding needs one more empty line between paragraphs than the text has line breaks
    text = parts[0]
    breaks = 0
    for part in parts[1:]:
        breaks += 1
        if part:
            text += scalar.newline * (breaks + 1) + part
            breaks = 0
    return text


def _joined(scalar: ScalarSource, lines: list[FormerLine], *, is_start: bool = True) -> str:
    lead = _lead(scalar)
    said = [("" if is_start and not number else line.lead or lead) + line.raw for number, line in enumerate(lines)]
    return scalar.newline.join(said)


def _blocks(scalar: ScalarSource, new: str) -> Iterator[str]:
    block = BlockSource.of(scalar)
    if block is None:
        return
    body = _literal(block, new) if block.sign == "|" else _folded(scalar, block, new)
    digit = block.digit
    if not digit and _INDICATED.match(new):
        digit = str(block.indent - max(scalar.value.indent, 0))
    newline = scalar.newline
    if len(digit) < 2 and (new or block.chomping != "+") and (block.chomping == "+" or not new.endswith("\n")):
        is_open = bool(block.body) and not block.body.endswith(("\n", "\r"))
        said = newline.join(body) + ("" if is_open or not body else newline)
        yield f"{block.sign}{digit}{block.chomping}{block.comment}{newline}{said}{block.tail}"
    ending = newline if scalar.source.endswith(("\n", "\r")) else ""
    yield f"{_in_double(new)}{block.comment}{ending}{block.tail}"


def _literal(block: BlockSource, new: str) -> list[str]:
    lines = new.split("\n") if new else []
    return [" " * block.indent + line if line else "" for line in lines]


def _folded(scalar: ScalarSource, block: BlockSource, new: str) -> list[str]:
    """Lines that begin with a blank aren't folded, and line breaks beside them stand for themselves."""
    room = scalar.width - block.indent
    rewrapper = Rewrapper(scalar.former, LineRoom(room, room), str)
    found: list[str] = []
    was_blank, breaks = True, 0
    for paragraph in new.split("\n") if new else []:
        if not paragraph:
            breaks += 1
            continue
        is_blank = paragraph[0] in " \t"
        lines = [paragraph] if is_blank else [line.raw for line in rewrapper.lines(paragraph)]
        empty = breaks if not found or was_blank or is_blank else breaks + 1
        found += [""] * empty
        found += [" " * block.indent + line for line in lines]
        was_blank, breaks = is_blank, 0
    return found + [""] * breaks
