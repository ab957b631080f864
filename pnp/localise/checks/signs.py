"""Checks of what a translation has in common with its source, icons, marks, figures in braces and numbers; and of
blanks, stops, quotes and hidden characters, between the words of a translation and behind them."""

import re
import unicodedata
from collections import Counter
from collections.abc import Iterator, Sequence

from pnp.cardtext.braces import drop_wording, find_holes, find_lone_brace, has_braces, mask_holes
from pnp.cardtext.icons import (
    ICON_CHARACTER,
    extract_icons,
    find_half_icons,
    find_icons,
    icon_names,
    mask_icons,
    write_tag,
)
from pnp.cardtext.marks import MARKS, count_emphasis, find_lone_marks
from pnp.cardtext.orthography import misplaced_blanks, quotes_of
from pnp.localise.catalogue import CONTROL
from pnp.localise.checks import About, TranslationPair, check, milder, quote, words_in
from pnp.model.language import Speech
from pnp.model.problem import Problem, Severity, code
from pnp.model.regex import regex
from pnp.model.span import Span

ICONS = code("PNP615", says="lacks {lacking}")
OTHER_ICONS = ICONS.also("lacks {lacking} and has {surplus}, which the source hasn’t")
MORE_ICONS = ICONS.also("has {surplus}, which the source hasn’t")
HALF_ICON = ICONS.also("the bracket of {half} isn’t {lacks}")
EMPHASIS = code("PNP616", Severity.WARNING, says="has {stretches}, the source has {wanted}")
LONE_MARK = EMPHASIS.also("has {mark} without its partner")
PLACEHOLDERS = code("PNP617", says="lacks {lacking}")
OTHER_PLACEHOLDERS = PLACEHOLDERS.also("lacks {lacking} and has {surplus}, which the source hasn’t")
MORE_PLACEHOLDERS = PLACEHOLDERS.also("has {surplus}, which the source hasn’t")
LONE_BRACE = PLACEHOLDERS.also('has "{brace}" without "{partner}"')
NUMBERS = code("PNP618", says="lacks {lacking}")
OTHER_NUMBERS = NUMBERS.also("lacks {lacking} and has {surplus}, which the source hasn’t")
MORE_NUMBERS = NUMBERS.also("has {surplus}, which the source hasn’t")
OTHER_SIGNS = NUMBERS.also("writes {surplus}, the source {lacking}")
OTHER_WORDS = NUMBERS.also("says {surplus}, the source {lacking}")

# A sign stands behind a blank; also behind a letter, where words are written without blanks between them.
_UNPARTED = "\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff\u2e80-\u9fff\uf900-\ufaff\uff66-\uff9f\U00020000-\U0003ffff"
_SIGN = rf"(?<![^\W{_UNPARTED}])(?<![.,–-])[-−–+]"
_NUMBER = regex(rf"(?:{_SIGN})?\d+(?:[.,’\u00a0\u202f]\d+)*")
_DIGIT = regex(r"\d")
_PARTING = regex(r"[.,’\u00a0\u202f]")
_MINUS = "-−–"
_NONE: Counter[str] = Counter()

_Places = Sequence[tuple[str, int, int]]  # of what stands in a text: a name, where it begins and where it ends


@check(ICONS)
def icons(about: About) -> Iterator[Problem]:
    for pair in about.pairs:
        text = mask_holes(pair.said)
        named = [icon_names(mask_holes(each)) for each in pair.sources]
        if icon_names(text) in named:
            continue
        there = [(icon.name, icon.start, icon.end) for icon in find_icons(text)]
        said, wanted = _count(there), list(map(Counter, named))
        if said in wanted:
            continue
        lacking, surplus = (list((a - b).elements()) for a, b in ((wanted[-1], said), (said, wanted[-1])))
        for half in list(find_half_icons(text, lacking)):
            lacking.remove(half.name)
            span = pair.span.slice(half.start, half.start + len(half.text))
            yield pair.concerned(HALF_ICON.at(span, half=half.text, lacks=half.lacks, hint=write_tag(half.name)))
        span = _place_of(surplus, there, pair)
        lacks, has = list[str](), list[str]()
        for name, n in Counter(lacking).items():
            there_are = wanted[-1][name]
            lacks.append(f"{n} of {there_are} {write_tag(name)}" if there_are > 1 else write_tag(name))
        for name, n in Counter(surplus).items():
            has.append((f"{n} more " if wanted[-1][name] else f"{n} " if n > 1 else "") + write_tag(name))
        if lacks and has:
            yield pair.concerned(OTHER_ICONS.at(span, lacking=tuple(lacks), surplus=tuple(has)))
        elif lacks:
            yield pair.concerned(ICONS.at(span, lacking=tuple(lacks)))
        elif has:
            yield milder(pair.concerned(MORE_ICONS.at(span, surplus=tuple(has))))


@check(EMPHASIS)
def emphasis(about: About) -> Iterator[Problem]:
    for pair in about.pairs:
        text, sources = mask_holes(pair.said), [mask_holes(source) for source in pair.sources]
        said, wanted = count_emphasis(text), [count_emphasis(source) for source in sources]
        lone = next(find_lone_marks(text), None)
        if lone and not any(any(find_lone_marks(source)) for source in sources):
            span = pair.span.slice(lone.start, lone.end)
            yield pair.concerned(LONE_MARK.at(span, mark=lone.mark.called, hint=lone.mark.hint))
        elif said not in wanted:
            for name in dict.fromkeys((*(mark.name for mark in MARKS), *wanted[-1], *said)):
                if (have := said[name]) != (want := wanted[-1][name]):
                    stretches = f"{have or 'no'} {name} {'part' if have in (0, 1) else 'parts'}"
                    yield pair.concerned(EMPHASIS.at(pair.span, stretches=stretches, wanted=str(want or "none")))


@check(PLACEHOLDERS)
def placeholders(about: About) -> Iterator[Problem]:
    for pair in about.pairs:
        if not any(has_braces(text) for text in (pair.said, *pair.sources)):
            continue
        there = [(drop_wording(hole.text), hole.start - 1, hole.end + 1) for hole in find_holes(pair.said)]
        said = {name for name, _, _ in there}
        wanted = [{drop_wording(hole.text) for hole in find_holes(source)} for source in pair.sources]
        at = None if any(find_lone_brace(source) is not None for source in pair.sources) else find_lone_brace(pair.said)
        if at is not None:
            brace = pair.said[at]
            partner = "}" if brace == "{" else "{"
            yield pair.concerned(LONE_BRACE.at(pair.span.slice(at, at + 1), brace=brace, partner=partner))
        elif said not in wanted:
            surplus = sorted(said - wanted[-1])
            span = _place_of(surplus, there, pair)
            lacks = () if pair.is_of_few else tuple([f"{{{name}}}" for name in sorted(wanted[-1] - said)])
            has = tuple([f"{{{name}}}" for name in surplus])
            if lacks and has:
                yield pair.concerned(OTHER_PLACEHOLDERS.at(span, lacking=lacks, surplus=has))
            elif lacks:
                yield pair.concerned(PLACEHOLDERS.at(span, lacking=lacks))
            elif has:
                yield pair.concerned(MORE_PLACEHOLDERS.at(span, surplus=has))


@check(NUMBERS)
def numbers(about: About) -> Iterator[Problem]:
    """Compare numbers; one in digits is as good as one in words, and an article says one."""
    ours, theirs = _Numerals(about.speeches(about.language)), _Numerals(about.speeches(""))
    for pair in about.pairs:
        there = _find_numbers(pair.said)
        said, wanted = _count(there), [_count(_find_numbers(source)) for source in pair.sources]
        if said in wanted or (pair.is_of_few and said <= wanted[-1]):
            yield from _compare_words(pair, ours, theirs)
            continue
        expected = wanted[-1]
        lacks = tuple([each for each in (expected - said).elements() if not ours.say(pair.said, each)])
        has = tuple([each for each in (said - expected).elements() if not theirs.say(pair.source, each)])
        span = _place_of(has, there, pair)
        if not lacks and not has:
            yield from _compare_words(pair, ours, theirs)
        elif [each.lstrip(_MINUS) for each in lacks] == [each.lstrip(_MINUS) for each in has]:
            yield milder(pair.concerned(OTHER_SIGNS.at(span, surplus=has, lacking=lacks, hint="a minus is −")))
        elif lacks and has:
            yield pair.concerned(OTHER_NUMBERS.at(span, lacking=lacks, surplus=has))
        elif lacks:
            yield pair.concerned(NUMBERS.at(span, lacking=lacks))
        else:
            yield milder(pair.concerned(MORE_NUMBERS.at(span, surplus=has)))


def _count(there: _Places) -> Counter[str]:
    return Counter([name for name, _, _ in there]) if there else _NONE


def _place_of(surplus: Sequence[str], there: _Places, pair: TranslationPair) -> Span:
    """Return the place of the first surplus thing, the last of its name; without any, the whole translation."""
    places = [(start, end) for name, start, end in there if surplus and name == surplus[0]]
    return pair.span.slice(*places[-1]) if places else pair.span


_OTHER_WORDS = {  # for numbers, besides those that one counts with
    "de": {1: r"ein(?:e[nmrs]?|mal|s|zig\w*)?", 2: r"beide[nmrs]?|doppelt\w*|zweite[nmrs]?"},
    "en": {1: "an?|another|once|single", 2: "both|double|second|twice"},
    "es": {1: "un[ao]?", 2: "amb[ao]s|doble"},
    "fr": {1: "une?", 2: "double"},
    "it": {1: "un[ao]?", 2: "entramb[ei]"},
    "nl": {1: "een|één", 2: "beide"},
    "pt": {1: "uma?", 2: "duas|amb[ao]s"},
}
_INFLECTED = {"de": "(?:e[nr]|mal)?"}


class _Numerals:
    """A language's words for numbers."""

    def __init__(self, speech: Speech) -> None:
        language = speech.language.partition("-")[0]
        self._values = {word.casefold(): value for value, word in speech.words.items() if value > 1}
        self._ends = _INFLECTED.get(language, "")
        self._others = _OTHER_WORDS.get(language, {})
        longest_first = sorted(self._values, key=lambda word: (-len(word), word))
        words_in_turn = "|".join(map(re.escape, longest_first))
        self._pattern = re.compile(rf"(?<!\w)({words_in_turn}){self._ends}(?!\w)", re.I) if words_in_turn else None
        self._one = speech.words.get(1, "")

    def find(self, text: str) -> dict[int, re.Match[str]]:
        """Return by number from two on the last word for it."""
        if self._pattern is None:
            return {}
        return {self._values[word[1].casefold()]: word for word in self._pattern.finditer(_mask(text))}

    def say(self, text: str, number: str) -> bool:
        """Check that a text has a word for a number, written in digits."""
        if not number.isdecimal():
            return False
        value = int(number)
        words = [self._others.get(value, ""), re.escape(self._one) if value == 1 else ""]
        any_of = "|".join(filter(None, words))
        return value in self.find(text) or bool(any_of and re.search(rf"(?<!\w)(?:{any_of})(?!\w)", _mask(text), re.I))


def _compare_words(pair: TranslationPair, ours: _Numerals, theirs: _Numerals) -> Iterator[Problem]:
    """Compare numbers in words, if each of the two has one that the other hasn't: one may well be left out."""
    if not (said := ours.find(pair.said)):
        return
    wanted = theirs.find(pair.source)
    surplus = [word for value, word in said.items() if value not in wanted and value not in _digits(pair.source)]
    lacking = [word[0] for value, word in wanted.items() if value not in said and value not in _digits(pair.said)]
    if surplus and lacking:
        has = tuple([word[0] for word in surplus])
        problem = OTHER_WORDS.at(pair.span.slice(*surplus[0].span()), surplus=has, lacking=tuple(lacking))
        yield milder(pair.concerned(problem))


def _digits(text: str) -> set[int]:
    return {int(number) for number, _, _ in _find_numbers(text) if number.isdecimal() and len(number) < 3}


def _find_numbers(text: str) -> _Places:
    """Return the numbers of a text, in European digits, whatever they are written in."""
    found: list[tuple[str, int, int]] = []
    for match in _NUMBER.finditer(_mask(text)) if _DIGIT.search(text) else ():
        number = match[0]
        if not number.isascii():
            number = "".join([str(unicodedata.digit(each)) if each.isdecimal() else each for each in number])
        found.append((_PARTING.sub("", number) if len(number) > 2 else number, *match.span()))
    return found


def _mask(text: str) -> str:
    """Mask names of icons and what stands in braces, which say nothing in any language; the length stays."""
    return mask_icons(mask_holes(text))


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
        sources = [mask_holes(source) for source in pair.sources]
        if (found := before.search(mask_holes(pair.said))) and not any(map(before.search, sources)):
            mark, around = pair.said[found.end()], quote(pair.said, *found.span())
            yield pair.concerned(BLANK_BEFORE_MARK.at(pair.span.slice(*found.span()), mark=mark, around=around))
        if ours := list(misplaced_blanks(mask_holes(pair.said), line_ends=True)):
            theirs = {each.says for source in sources for each in misplaced_blanks(source, line_ends=True)}
            for what, start, end in ours:
                if what not in theirs:
                    around = quote(pair.said, start, end)
                    yield pair.concerned(BLANKS.at(pair.span.slice(start, end), what=what, around=around))


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
            span, hint = Span(about.catalogue.file, entry.line).slice(at, at + 1), "contexts are left as they are"
            yield IN_CONTEXT.at(span, context=entry.context, number=ord(entry.context[at]), hint=hint)
    for pair in about.pairs:
        for match in CONTROL.finditer(pair.said):
            around = quote(pair.said[: match.start()] + "·" + pair.said[match.end() :], *match.span())
            span = pair.span.slice(*match.span())
            yield pair.concerned(CONTROL_CHARACTER.at(span, number=ord(match[0]), around=around))


@check(TURNED)
def directions(about: About) -> Iterator[Problem]:
    for pair in about.pairs:
        if not _TURNING.search(pair.said) or (at := _find_turn(pair.said)) is None:
            continue
        wrong = pair.said[at]
        if not any(wrong in source for source in pair.sources):
            span, number = pair.span.slice(at, at + 1), ord(wrong)
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
