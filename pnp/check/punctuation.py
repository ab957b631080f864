"""Texts that readers see → blanks, stars, brackets, quotes, dashes and dots that typesetters would fix."""

import re
from collections.abc import Collection, Iterator, Mapping

from pnp.cardtext.icons import ICON_CHARACTER, colour_tags, find_icons, mask_icons, write_tag
from pnp.cardtext.marks import find_lone_marks, has_simple_marks, mask_escapes, quote_excerpt
from pnp.cardtext.orthography import misplaced_blanks, quotes_of
from pnp.check import check
from pnp.check._texts import FieldValue, printed_texts, texts_with_marks
from pnp.io.project import Project
from pnp.model.game import Game
from pnp.model.problem import Code, Problem, Severity, code
from pnp.model.regex import regex

MISPLACED_BLANK = code("PNP150", Severity.WARNING, says='"{path}" {wrong}: {excerpt}', varies=("path",))
LONE_MARK = code("PNP151", Severity.WARNING, says='"{path}" {wrong}: {excerpt}', varies=("path",))
STRAIGHT_QUOTE = code("PNP152", Severity.WARNING, says='"{path}" has a straight quote: {excerpt}', varies=("path",))
HYPHEN = code("PNP154", Severity.WARNING, says='"{path}" has a hyphen: {excerpt}', varies=("path",))
THREE_DOTS = code("PNP155", Severity.WARNING, says='"{path}" has {dots}: {excerpt}', varies=("path",))

_BRACKETS = {"]": "["}
_MOST_WORDS = 3  # of a bracket that may be meant as an icon, and isn't an aside
_ALONE = regex(r"(?:(?:^|\s)\w{1,3}\)|[:;]-?[()])$")  # a) 1) iv) and smiling faces need no partner
_STRAIGHT = regex(r"""(?<!\d)["']""")
_MINUS = rf"(?<=\d )-(?= \d)|(?<![\w\-)\]{ICON_CHARACTER}])-(?=\d)"
_HYPHEN = regex(rf"(?P<minus>{_MINUS})|(?P<dash>(?<=\S )-(?= )|(?<!-)-{{2,3}}(?!-))")
_DOTS = regex(r"\.{3,}")


@check(MISPLACED_BLANK)
def blanks(game: Game, project: Project) -> Iterator[Problem]:
    for found in printed_texts(game):
        for says, start, end in misplaced_blanks(found.value):
            yield _problem(MISPLACED_BLANK, found, start, end, wrong=says)


def _problem(code: Code, found: FieldValue, start: int, end: int, hint: str = "", **said: str) -> Problem:
    """Return a mistake in these characters, shown with what stands around them."""
    return found.wrong(code, found.part(start, end), **said, excerpt=quote_excerpt(found.value, start, end), hint=hint)


_LoneMark = tuple[str, int, int, str]  # what is wrong, from where to where in the text, a hint


@check(LONE_MARK)
def marks(game: Game, project: Project) -> Iterator[Problem]:
    quotes = quotes_of(game.languages[0])
    of_prose = {")": "("} | ({quotes.closes: quotes.opens} if quotes.opens != quotes.closes else {})
    prose = re.compile(f"[{re.escape(''.join((*of_prose, *of_prose.values())))}]")
    for found in texts_with_marks(game):
        if has_simple_marks(found.value) and not (found.field.translatable and prose.search(found.value)):
            continue
        pairs = _BRACKETS | (of_prose if found.field.translatable else {})
        for wrong, start, end, hint in _find_lone_marks(found.value, game.icons, pairs):
            yield _problem(LONE_MARK, found, start, end, hint, wrong=wrong)


def _find_lone_marks(text: str, icons: Collection[str], pairs: Mapping[str, str]) -> list[_LoneMark]:
    text = mask_escapes(text)  # bold and italic by themselves are printed as they are
    found = [(lone.wrong, lone.start, lone.end, lone.mark.hint) for lone in find_lone_marks(text)]
    return [*found, *_find_wrong_icons(text, icons)] or list(_find_unpaired(mask_icons(text), pairs))


def _find_wrong_icons(text: str, icons: Collection[str]) -> Iterator[_LoneMark]:
    """Yield brackets that print as they stand, but look like an icon's."""
    for said, start, end in find_icons(text, any_name=True):
        words = re.split(r"[\s_]+", said.strip().casefold())
        name = "-".join(words)
        if said.startswith("/") and start not in colour_tags(text):
            hint = _hint_of_end(said[1:], text, start, icons)
            yield f"closes {text[start:end]}, which nothing opens", start, end, hint
        if said == name:
            continue
        named = [word for word in words if word in icons] if len(words) <= _MOST_WORDS else []
        if name in icons or named:
            hint = f"the icon is {write_tag(name if name in icons else named[0])}"
            if name not in icons and len(named) == len(words):
                hint = f"write {' '.join(map(write_tag, words))}"
            yield f"has {text[start:end]}, which is no icon", start, end, hint


def _hint_of_end(name: str, text: str, at: int, icons: Collection[str]) -> str:
    """Return what to write for the end of a colour at this place, which doesn't begin."""
    if name != name.casefold():
        return f"names of colours are in small letters: {write_tag(name.casefold())}"
    tags, inside = find_icons(text[:at], any_name=True), colour_tags(text)
    others = [tag for tag, start, _ in tags if start not in inside and tag not in icons and tag[:1] != "/"]
    if others and others[-1]:
        return f"{write_tag(others[-1])} ends with {write_tag('/' + others[-1])}"
    return f"write {write_tag(name)} where it begins"


def _find_unpaired(text: str, pairs: Mapping[str, str]) -> Iterator[_LoneMark]:
    """Yield parentheses, brackets and the language's own quotes that have no partner."""
    for closing, opening in pairs.items():
        opened: list[int] = []
        for at, letter in enumerate(text) if opening in text or closing in text else ():
            if letter == opening:
                opened.append(at)
            elif letter == closing and opened:
                opened.pop()
            elif letter == closing and not _ALONE.search(text, max(0, at - 5), at + 1):
                yield f"has {closing} without {opening}", at, at + 1, ""
        for at in opened:
            if not _ALONE.search(text, max(0, at - 2), at + 1):
                yield f"has {opening} without {closing}", at, at + 1, ""


@check(STRAIGHT_QUOTE)
def quotes(game: Game, project: Project) -> Iterator[Problem]:
    right = quotes_of(game.languages[0])
    for found in printed_texts(game):
        text = found.value
        if ('"' in text or "'" in text) and (match := _STRAIGHT.search(text)):
            apostrophe, quoted = f"the apostrophe is {right.apostrophe}", f"like {right.opens}this{right.closes}"
            yield _problem(STRAIGHT_QUOTE, found, *match.span(), apostrophe if match[0] == "'" else quoted)


@check(HYPHEN)
def dashes(game: Game, project: Project) -> Iterator[Problem]:
    for found in printed_texts(game):
        text = found.value
        if "-" in text and (match := _HYPHEN.search(mask_icons(text))):
            yield _problem(HYPHEN, found, *match.span(), "a minus is −" if match["minus"] else "a dash is –")


@check(THREE_DOTS)
def dots(game: Game, project: Project) -> Iterator[Problem]:
    for found in printed_texts(game):
        if "..." in found.value and (match := _DOTS.search(found.value)):
            yield _problem(THREE_DOTS, found, *match.span(), "an ellipsis is …", dots=match[0][:5])
