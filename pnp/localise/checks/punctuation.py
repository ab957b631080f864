"""Checks of blanks, stops, quotes and hidden characters, between the words of a translation and behind them."""

from collections.abc import Iterator

from pnp.cardtext.braces import mask_holes
from pnp.cardtext.icons import ICON_CHARACTER, extract_icons
from pnp.cardtext.orthography import misplaced_blanks, quotes_of
from pnp.localise.catalogue import CONTROL
from pnp.localise.checks import About, check, quote, words_in
from pnp.model.problem import Problem, Severity, code
from pnp.model.regex import regex
from pnp.model.span import Span

BLANKS = code("PNP620", Severity.WARNING, says="{what}: {around}")
BLANK_BEFORE_MARK = BLANKS.also("has a blank before {mark}: {around}")
ENDING = code("PNP621", Severity.WARNING, says="ends {how}, the source {otherwise}: {end}")
QUOTES = code("PNP622", Severity.WARNING, says="has a straight quote: {around}")
FOREIGN_QUOTE = QUOTES.also("has the quote {mark} of other languages: {around}")
TURNED_QUOTE = QUOTES.also("has {mark} where a quote opens: {around}")

_STOP = r"[.,](?![\w.,])"  # no ".5", no "..."
_BEFORE_STOP = regex(rf"(?<=[^\s.])[ \u00a0\u202f]+(?={_STOP})")
_BEFORE_MARK = regex(rf"(?<=[^\s.])[ \u00a0\u202f]+(?={_STOP}|[;:!?](?![\w()-]))")
_WITH_BLANKS = ("fr", "br")  # before their marks, and within their quotes

_STOPS = ".!?:…"
_BEHIND = f" \n\t)]）”“’‘»«›‹」』\"'*{ICON_CHARACTER}\u200f\u200e"
_STOP_OF = {
    **dict.fromkeys("。।．։۔", "."),
    **dict.fromkeys("؟？", "?"),
    **dict.fromkeys("！", "!"),
    **dict.fromkeys("：", ":"),
}
_WITHOUT_STOPS = ("th", "lo", "km", "my")

_QUOTE = regex(r"""["'“”„‟«»‹›‘‚「」『』]""")
_INCHES = regex(r"""\d["']""")


@check(BLANKS)
def blanks(about: About) -> Iterator[Problem]:
    before = _BEFORE_STOP if about.language.partition("-")[0] in _WITH_BLANKS else _BEFORE_MARK
    for pair in about.pairs:
        if (found := before.search(mask_holes(pair.said))) and not any(
            map(before.search, map(mask_holes, pair.sources))
        ):
            mark, around = pair.said[found.end()], quote(pair.said, *found.span())
            yield pair.concerned(BLANK_BEFORE_MARK.at(pair.span.of(*found.span()), mark=mark, around=around))
        if ours := list(misplaced_blanks(mask_holes(pair.said), line_ends=True)):
            theirs = {
                each.says for source in pair.sources for each in misplaced_blanks(mask_holes(source), line_ends=True)
            }
            for what, start, end in ours:
                if what not in theirs:
                    around = quote(pair.said, start, end)
                    yield pair.concerned(BLANKS.at(pair.span.of(start, end), what=what, around=around))


@check(ENDING)
def endings(about: About) -> Iterator[Problem]:
    if about.language.partition("-")[0] in _WITHOUT_STOPS:
        return
    is_greek = about.language.partition("-")[0] == "el"  # whose question mark looks like a semicolon
    for pair in about.pairs:
        if pair.said[-1:] == pair.source[-1:] == ".":
            continue
        text = f"{pair.said[:-1]}?" if is_greek and pair.said.endswith((";", "\u037e")) else pair.said
        said, wanted = _end(text), [_end(source) for source in pair.sources]
        if said not in wanted:
            last = len(words_in(pair.said).rstrip(_BEHIND))
            span = pair.place_of_words(last - 1, last) if last else pair.span
            end = quote(pair.said, max(0, len(pair.said) - 12))
            how, otherwise = (f"with {stop}" if stop else "without a stop" for stop in (said, wanted[-1]))
            yield pair.concerned(ENDING.at(span, how=how, otherwise=otherwise, end=end))


def _end(text: str) -> str:
    last = words_in(text).rstrip(_BEHIND)[-1:]
    plain = _STOP_OF.get(last, last)
    return plain if plain in _STOPS else ""


@check(QUOTES)
def quotes(about: About) -> Iterator[Problem]:
    own = quotes_of(about.language)
    gap = "\u00a0" if about.language.partition("-")[0] in _WITH_BLANKS else ""
    like = f"like {own.opens}{gap}this{gap}{own.closes}"
    for pair in about.pairs:
        text = words_in(pair.said)
        for match in _QUOTE.finditer(text):
            mark, at = match[0], match.start()
            opens = text[at + 1 : at + 2].isalnum() and not text[:at][-1:].strip()
            is_turned = mark == own.closes != own.opens and mark not in own.inner and opens
            if not is_turned and (mark in own.marks or _INCHES.fullmatch(text, max(0, at - 1), match.end())):
                continue
            is_apostrophe = mark == "'" and text[:at][-1:].isalpha()
            hint = f"the apostrophe is {own.apostrophe}" if is_apostrophe else like
            _, icons = extract_icons(mask_holes(pair.said))
            span, around = pair.place_of_words(*match.span()), quote(text, *match.span(), icons)
            if is_turned:
                yield pair.concerned(TURNED_QUOTE.at(span, mark=mark, around=around, hint=like))
            elif mark in "\"'":
                yield pair.concerned(QUOTES.at(span, around=around, hint=hint))
            else:
                yield pair.concerned(FOREIGN_QUOTE.at(span, mark=mark, around=around, hint=like))
            break


CONTROL_CHARACTER = code("PNP605", says="has the control character U+{number:04X}: {around}")
IN_CONTEXT = CONTROL_CHARACTER.also("the context {context} has U+{number:04X}, which nobody sees")
TURNED = code("PNP606", says="has U+{number:04X}, an override of the direction")
NOT_ENDED = TURNED.also("has U+{number:04X}, an embedding without its end of the direction")

_OVERRIDES = "\u202d\u202e"
_OPENS = {"\u202a": "\u202c", "\u202b": "\u202c", "\u2066": "\u2069", "\u2067": "\u2069", "\u2068": "\u2069"}
_CLOSES = "\u202c\u2069"
_TURNING = regex("[\u202a-\u202e\u2066-\u2069]")


@check(CONTROL_CHARACTER)
def control_characters(about: About) -> Iterator[Problem]:
    for entry in about.catalogue.entries:
        at = next((at for at, each in enumerate(entry.context) if not each.isprintable()), None)
        if at is not None and not entry.obsolete and entry.context not in about.contexts:
            span, hint = Span(about.catalogue.file, entry.line).of(at, at + 1), "contexts are left as they are"
            yield IN_CONTEXT.at(span, context=entry.context, number=ord(entry.context[at]), hint=hint)
    for pair in about.pairs:
        for match in CONTROL.finditer(pair.said):
            around = quote(pair.said[: match.start()] + "·" + pair.said[match.end() :], *match.span())
            span = pair.span.of(*match.span())
            yield pair.concerned(CONTROL_CHARACTER.at(span, number=ord(match[0]), around=around))


@check(TURNED)
def directions(about: About) -> Iterator[Problem]:
    for pair in about.pairs:
        if not _TURNING.search(pair.said) or (at := _find_turn(pair.said)) is None:
            continue
        wrong = pair.said[at]
        if not any(wrong in source for source in pair.sources):
            span, number = pair.span.of(at, at + 1), ord(wrong)
            if wrong in _OVERRIDES:
                yield pair.concerned(TURNED.at(span, number=number, hint="delete it"))
            else:
                yield pair.concerned(NOT_ENDED.at(span, number=number, hint="delete it"))


def _find_turn(text: str) -> int | None:
    """Return the index of a character that turns what follows without an end, or None."""
    opened: list[int] = []
    for at, character in enumerate(text):
        if character in _OVERRIDES:
            return at
        if character in _OPENS:
            opened.append(at)
        elif character in _CLOSES:
            if not opened or _OPENS[text[opened[-1]]] != character:
                return at
            opened.pop()
    return opened[-1] if opened else None
