"""libyaml's messages about bad YAML → problems that an author can act on."""

import re

import yaml

from pnp.load.sink import BREAK, shown
from pnp.model.problem import Code, Problem, code
from pnp.model.regex import regex
from pnp.model.span import Span

SYNTAX = code("PNP013", says="{libyaml}")
BAD_START = SYNTAX.also("a text can't start with {sign}")
NO_ANCHOR = SYNTAX.also("no anchor is called {name}", once=True)
BEHIND_CLOSING = SYNTAX.also("text behind the closing {sign}")
TEXT_ENDS = SYNTAX.also("in {brackets}, a text ends at {sign}")
ITEM_AMONG_KEYS = SYNTAX.also("a list item among keys")
NOT_IN_LIST = SYNTAX.also("this line does not fit into the list above")
DOES_NOT_FIT = SYNTAX.also("this line does not fit to the ones above")
TOO_DEEP = SYNTAX.also("this line begins further right than the one above")
MISALIGNED = SYNTAX.also("this line begins {where} than line {line}, which belongs beside it", varies=("line",))
NO_BLANK = SYNTAX.also("no blank behind the {sign}")
NEVER_CLOSED = SYNTAX.also("the {sign} opened here is never closed")
TAB = code("PNP014", says="a tab where YAML wants spaces")
SEVERAL_DOCUMENTS = code("PNP015", says="a second document starts here")

QUOTE_IT = "put the whole text in quotes"

# libyaml's words → ours, and a hint; the first that fits its context or problem is taken.
_PLAIN: tuple[tuple[str, Code, str], ...] = tuple(
    (words, SYNTAX.also(says), hint)
    for words, says, hint in (
        ("mapping values are not allowed", "a colon where no key can be", "a text with a colon in it needs quotes"),
        (
            "could not find expected ':'",
            "a key without a colon after it",
            "write key: value, or begin it further right if a text goes on",
        ),
        ("found unknown escape character", "an unknown escape after a backslash", "write \\\\ for a backslash"),
        ("did not find expected hexadecimal number", "an escape that names no character", ""),
        ("found invalid Unicode character escape", "an escape that names no character", ""),
        ("sequence entries are not allowed", "a list item where none can be", "start it on a line of its own"),
        ("did not find expected <document start>", "text behind the end of the data", QUOTE_IT),
        ("did not find expected node content", "a value is missing before this", "or there is a comma too many"),
        ("found undefined tag handle", 'a text that starts with "!" needs quotes', ""),
        ("found duplicate anchor", "this anchor's name is taken", "give each anchor a name of its own"),
        ("did not find expected comment or line break", "text behind | or >", "start it on the next line"),
    )
)
# Its words → the sign that is never closed, and a hint.
_OPEN: tuple[tuple[str, str, str], ...] = (
    ("did not find expected ',' or ']'", "[", "or an item lacks its comma"),
    ("did not find expected ',' or '}'", "{", "or an entry lacks its comma"),
    ("found unexpected end of stream", "quote", ""),
    ("found unexpected document indicator", "quote", ""),
)
_CLOSING = ("]", "}", '"', "'")
_KEY = regex(r"(\s*(?:- +)*)([\w-]+):")
_TEXT = regex(r"\s*(?:- +)*(?:[\w-]+:\s+)?(?P<quote>[\"'])")
_AT_ITS_BEGINNING = "could not find expected ':'"  # there the key says more than the place at which libyaml gave up


def explain_error(file: str, whole: str, error: yaml.MarkedYAMLError) -> Problem:
    context, said = str(error.context or ""), str(error.problem or "")
    mark = error.problem_mark or error.context_mark
    line, column = (mark.line, mark.column) if mark else (0, 0)
    lines = BREAK.split(whole)
    text = lines[line] if line < len(lines) else ""
    here = Span(file, line + 1, column + 1)
    opening = error.context_mark
    begun = Span(file, opening.line + 1, opening.column + 1) if opening else here
    scanned = begun.column - 1 if "scanning" in context and begun.line == here.line else column
    if found := _find_cause(said, lines[: line + 1], scanned, file):
        return found
    return _explain(context, said, text[:column], text[column:], here, begun)


def _find_cause(said: str, lines: list[str], column: int, file: str) -> Problem | None:
    """Find a mistake in a line above the last, or in its beginning, which YAML only notices at the column."""
    line, number = lines[-1], len(lines)
    if (closed := _TEXT.fullmatch(line[:column])) and (opened := _find_open_quote(lines[:-1], closed["quote"])):
        hint = f"put a {closed['quote']} at its end"
        return NEVER_CLOSED.at(Span(file, *opened), hint=hint, sign=closed["quote"])
    above = next((each for each in reversed(lines[:-1]) if each.strip() and not each.lstrip().startswith("#")), "")
    key = _KEY.match(line)
    if "mapping values" in said and key and key.end() - 1 == column and len(key[1]) > _depth(above):
        hint = f"begin it where {_find_key(above)} begins" if _find_key(above) else "check its indentation"
        return TOO_DEEP.at(Span(file, number, len(key[1]) + 1), hint=hint)
    if "did not find expected key" in said and (found := _find_misaligned(lines, file)):
        return found
    if (
        "did not find expected key" in said
        and not line[:column].strip()
        and not re.match("(?:- |-?[\\w-]+:)", line[column:])
    ):
        hint = f"begin it at column {_depth(above) + 1}, as the line above"
        return DOES_NOT_FIT.at(Span(file, number, column + 1), hint=hint)
    if "'-' indicator" in said:
        # what stands in a list, and is neither an item nor goes on with the last one
        here = Span(file, number, column + 1)
        line, before = lines[-1], lines[-1][:column].rstrip()
        if dashed := re.match(r"\s*-(\w+):", line):
            return NO_BLANK.at(here, hint=f"write - {dashed[1]}:", sign="-")
        if before[-1:] in _CLOSING:
            return BEHIND_CLOSING.at(here, hint=_hint_at_quotes(before, line[column:]), sign=before[-1])
        if line[column:].startswith("- "):
            items = [len(each) - len(each.lstrip()) for each in lines[:-1] if each.lstrip().startswith("- ")]
            place = next((indent for indent in reversed(items) if indent < column), 0)
            return NOT_IN_LIST.at(here, hint=f"begin it at column {place + 1}")
        where = f"where {_find_key(above)} begins" if _find_key(above) else f"at column {_depth(above) + 1}"
        return NOT_IN_LIST.at(here, hint=f"begin it {where}, or with - if it is the next of the list")
    if _AT_ITS_BEGINNING in said:
        glued = [n for n in range(max(0, number - 3), number) if re.match(r"\s*(?:- +)?[\w-]+:[^\s:]", lines[n])]
        if glued:
            at = lines[glued[0]].index(":")
            return NO_BLANK.at(Span(file, glued[0] + 1, at + 1), hint="write key: value", sign=":")
    return None


def _find_misaligned(lines: list[str], file: str) -> Problem | None:
    """Find two lines with keys that belong beside each other and don't begin at one column."""
    depth = _depth(lines[-1])
    keyed = [n for n, line in enumerate(lines, 1) if _KEY.match(line) and not line.lstrip().startswith("#")]
    if not _KEY.match(lines[-1]):
        return None
    outer = next((n for n in reversed(keyed[:-1]) if _depth(lines[n - 1]) < depth), 0)
    first = next((n for n in keyed if n > outer), 0)
    if not outer or first == len(lines) or (its := _depth(lines[first - 1])) <= depth:
        return None
    usual = depth - _depth(lines[outer - 1]) == 2  # blanks, as most write
    blamed, other, where, column = (
        (first, len(lines), "further right", depth) if usual else (len(lines), first, "further left", its)
    )
    span = Span(file, blamed, _depth(lines[blamed - 1]) + 1)
    return MISALIGNED.at(span, hint=f"begin it at column {column + 1}", where=where, line=other)


def _find_open_quote(lines: list[str], quote: str) -> tuple[int, int] | None:
    """Return the line and column of the last text that begins with this quote and doesn't end in its line."""
    for number in range(len(lines), 0, -1):
        line = lines[number - 1]
        if quote not in line:
            continue
        found = _TEXT.match(line)
        is_open = found and found["quote"] == quote and not re.search(rf"{quote}\s*(?:#.*)?$", line[found.end() :])
        return (number, found.end()) if found and is_open else None
    return None


def _depth(line: str) -> int:
    """Return where the key of a line begins."""
    found = re.match(r"\s*(?:- +)*", line)
    return found.end() if found else 0


def _find_key(line: str) -> str:
    found = _KEY.match(line)
    return found[2] if found else ""


def _explain(context: str, said: str, before: str, after: str, here: Span, begun: Span) -> Problem:
    """Explain why YAML can't be read any further than `here`, while what was `begun` isn't over."""
    if "document in the stream" in context or "another document" in said:
        return SEVERAL_DOCUMENTS.at(here, hint="delete the line ---, or split the file")
    if after.startswith("\t") or "tab character" in said:
        return TAB.at(here, hint="indent with spaces")
    if "cannot start any token" in said:
        return BAD_START.at(begun, hint=QUOTE_IT, sign=after[:1])
    if "scanning an alias" in context:
        return BAD_START.at(begun, hint=QUOTE_IT, sign="*")
    if "scanning an anchor" in context:
        return BAD_START.at(begun, hint=QUOTE_IT, sign="&")
    if "undefined alias" in said:
        name = re.match(r"\*([\w-]*)", after)
        return NO_ANCHOR.at(here, hint="a text that starts with * needs quotes", name=shown(name[1] if name else ""))
    if "did not find expected key" in said:
        if before.rstrip()[-1:] in _CLOSING:
            return BEHIND_CLOSING.at(here, hint=_hint_at_quotes(before, after), sign=before.rstrip()[-1])
        if after.startswith("- "):
            return ITEM_AMONG_KEYS.at(here, hint="check the indentation")
        return DOES_NOT_FIT.at(here, hint="check its indentation")
    if "did not find expected ','" in said and (found := _explain_flow(said, before, after, here)):
        return found
    for words, sign, hint in _OPEN:
        if words in said or words in context:
            return NEVER_CLOSED.at(begun, hint=hint, sign=sign)
    for words, sentence, hint in _PLAIN:
        if words in said or words in context:
            return sentence.at(begun if words == _AT_ITS_BEGINNING else here, hint=hint)
    return SYNTAX.at(here, libyaml=f"{said or 'unreadable YAML'}{f' {context}' if context else ''}")


def _explain_flow(said: str, before: str, after: str, here: Span) -> Problem | None:
    """Explain a list or mapping on one line where neither a comma nor the end follows; None if it is left open."""
    last = before.rstrip()[-1:]
    if last in ("]", "}", '"', "'") and after[:1].strip():
        return BEHIND_CLOSING.at(here, hint=_hint_at_quotes(before, after), sign=last)
    if after[:1] in ("[", "{") and last and last not in "[{,:":
        brackets = "braces" if "}" in said else "brackets"
        return TEXT_ENDS.at(here, hint=QUOTE_IT, brackets=brackets, sign=after[0])
    return None


def _hint_at_quotes(before: str, after: str) -> str:
    """Return what to write where a text goes on behind its closing quote or bracket."""
    quote = before[-1:]
    if quote not in ("'", '"') or not after[:1].strip():
        return QUOTE_IT
    return """write '' for ', or put the text between two \"""" if quote == "'" else 'write \\" for " within the text'
