"""What libyaml says about bad YAML → what an author can act on."""

import re
from typing import NamedTuple

import yaml

from pnp.load.files import Source
from pnp.load.sink import shown
from pnp.model.problem import Code, Problem, code
from pnp.model.span import Span

SYNTAX = code(
    "PNP013",
    "YAML cannot be read",
    """
The file breaks YAML's rules at this place, so nothing of it could be read. Most often a text wants quotes: one that
starts with `[`, `*`, `&`, `!`, `%`, `@` or a backtick, or that has a colon and a space in it.

Bad:  `ability: [coin] Gain one.`    `ability: **Flip** it.`    `name: Night: the owl`
Good: `ability: "[coin] Gain one."`  `ability: "**Flip** it."`  `name: "Night: the owl"`
""",
)
TAB = code(
    "PNP014",
    "tab in the indentation",
    """
YAML indents with spaces; a tab has no width that everybody agrees on. Set the editor to insert spaces for the tab key.
""",
)
SEVERAL_DOCUMENTS = code(
    "PNP015",
    "several documents in one file",
    """
A line `---` starts another document in the same file. Each file here is one document: delete the line, or
split the file.
""",
)

QUOTE_IT = "put the whole text in quotes"


class _Plain(NamedTuple):
    message: str
    hint: str = ""


# libyaml's words → ours; the first that fits its context and problem is taken.
_PLAIN: tuple[tuple[str, _Plain], ...] = (
    ("mapping values are not allowed", _Plain("a colon where no key can be", "a text with a colon in it needs quotes")),
    ("could not find expected ':'", _Plain("a key without a colon after it", "write key: value")),
    ("did not find expected ',' or ']'", _Plain("the [ opened here is never closed", "or an item lacks its comma")),
    ("did not find expected ',' or '}'", _Plain("the { opened here is never closed", "or an entry lacks its comma")),
    ("found unexpected end of stream", _Plain("the quote opened here is never closed")),
    ("found unexpected document indicator", _Plain("the quote opened here is never closed")),
    ("found unknown escape character", _Plain("an unknown escape after a backslash", "write \\\\ for a backslash")),
    ("did not find expected hexadecimal number", _Plain("an escape that names no character")),
    ("found invalid Unicode character escape", _Plain("an escape that names no character")),
    (
        "block sequence entries are not allowed",
        _Plain("a list item where none can be", "start it on a line of its own"),
    ),
    (
        "did not find expected '-' indicator",
        _Plain("this line does not fit into the list above", "check its indentation"),
    ),
    ("did not find expected <document start>", _Plain("text behind the end of the data", QUOTE_IT)),
    ("did not find expected node content", _Plain("a value is missing before this", "or there is a comma too many")),
    ("found undefined tag handle", _Plain('a text that starts with "!" needs quotes')),
    ("found duplicate anchor", _Plain("this anchor's name is taken", "give each anchor a name of its own")),
    ("did not find expected comment or line break", _Plain("text behind | or >", "start it on the next line")),
)
# Here the place where it opened says more than the one at which libyaml gave up.
_OPENED = ("never closed", "without a colon", "can't start with")


def explain_error(source: Source, error: yaml.MarkedYAMLError) -> Problem:
    context, said = str(error.context or ""), str(error.problem or "")
    mark = error.problem_mark or error.context_mark
    line, column = (mark.line, mark.column) if mark else (0, 0)
    lines = re.split("\r\n?|[\n\x85\u2028\u2029]", source.text)
    text = lines[line] if line < len(lines) else ""
    kind, plain = _explain(context, said, text[:column], text[column:])
    opening = error.context_mark
    if opening and any(words in plain.message for words in _OPENED):
        line, column = opening.line, opening.column
    return kind.at(Span(source.name, line + 1, column + 1), plain.message, hint=plain.hint)


def _explain(context: str, said: str, before: str, after: str) -> tuple[Code, _Plain]:
    if "document in the stream" in context or "another document" in said:
        return SEVERAL_DOCUMENTS, _Plain("a second document starts here", "delete the line ---, or split the file")
    if after.startswith("\t") or "tab character" in said:
        return TAB, _Plain("a tab where YAML wants spaces", "indent with spaces")
    if "cannot start any token" in said:
        return SYNTAX, _Plain(f"a text can't start with {after[:1]}", QUOTE_IT)
    if "scanning an alias" in context:
        return SYNTAX, _Plain("a text can't start with *", QUOTE_IT)
    if "scanning an anchor" in context:
        return SYNTAX, _Plain("a text can't start with &", QUOTE_IT)
    if "undefined alias" in said:
        name = re.match(r"\*([\w-]*)", after)
        return SYNTAX, _Plain(
            f"no anchor is called {shown(name[1] if name else '')}", "a text that starts with * needs quotes"
        )
    if "did not find expected key" in said:
        return SYNTAX, _no_key(before, after)
    if "did not find expected ','" in said and (found := _in_flow(said, before, after)):
        return SYNTAX, found
    for words, plain in _PLAIN:
        if words in said or words in context:
            return SYNTAX, plain
    return SYNTAX, _Plain(f"{said or 'unreadable YAML'}{f' {context}' if context else ''}")


def _in_flow(said: str, before: str, after: str) -> _Plain | None:
    """What stands in a list or mapping on one line, where neither a comma nor the end follows; None where it's open."""
    last = before.rstrip()[-1:]
    if last in ("]", "}", '"', "'") and after[:1].strip():
        return _Plain(f"text behind the closing {last}", QUOTE_IT)
    if after[:1] in ("[", "{") and last and last not in "[{,:":
        return _Plain(f"in {'braces' if '}' in said else 'brackets'}, a text ends at {after[0]}", QUOTE_IT)
    return None


def _no_key(before: str, after: str) -> _Plain:
    if before.rstrip()[-1:] in ("]", "}", '"', "'"):
        return _Plain(f"text behind the closing {before.rstrip()[-1]}", QUOTE_IT)
    if after.startswith("- "):
        return _Plain("a list item among keys", "check the indentation")
    return _Plain("this line does not fit to the ones above", "check its indentation")
