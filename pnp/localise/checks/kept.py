"""Checks of what a translation has in common with its source: icons, marks, figures in braces, numbers."""

import re
import unicodedata
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence

from pnp.cardtext.braces import drop_wording, find_holes, has_braces, lone_brace, mask_holes
from pnp.cardtext.icons import find_half_icons, find_icons, icon_names, mask_icons, write_tag
from pnp.cardtext.marks import MARKS, count_emphasis, find_lone_marks
from pnp.localise.checks import About, TranslationPair, check, milder
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
            span = pair.span.of(half.start, half.start + len(half.text))
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
            span = pair.span.of(lone.start, lone.end)
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
        if (at := lone_brace(pair.said)) is not None and all(lone_brace(source) is None for source in pair.sources):
            brace = pair.said[at]
            partner = "}" if brace == "{" else "{"
            yield pair.concerned(LONE_BRACE.at(pair.span.of(at, at + 1), brace=brace, partner=partner))
        elif said not in wanted:
            surplus = sorted(said - wanted[-1])
            span = _place_of(surplus, there, pair)
            lacks = _in_braces([] if pair.is_of_few else sorted(wanted[-1] - said))
            has = _in_braces(surplus)
            if lacks and has:
                yield pair.concerned(OTHER_PLACEHOLDERS.at(span, lacking=lacks, surplus=has))
            elif lacks:
                yield pair.concerned(PLACEHOLDERS.at(span, lacking=lacks))
            elif has:
                yield pair.concerned(MORE_PLACEHOLDERS.at(span, surplus=has))


@check(NUMBERS)
def numbers(about: About) -> Iterator[Problem]:
    ours, theirs = _Numerals(about.speeches(about.language).words), _Numerals(about.speeches("").words)
    in_words = about.speeches("").words
    for pair in about.pairs:
        there = _find_numbers(pair.said)
        said, wanted = _count(there), [_count(_find_numbers(source)) for source in pair.sources]
        if said in wanted or (pair.is_of_few and said <= wanted[-1]):
            yield from _compare_words(pair, ours, theirs)
            continue
        expected = wanted[-1]
        lacks, has = tuple((expected - said).elements()), tuple((said - expected).elements())
        span = _place_of(has, there, pair)
        if [each.lstrip(_MINUS) for each in lacks] == [each.lstrip(_MINUS) for each in has]:
            yield milder(pair.concerned(OTHER_SIGNS.at(span, surplus=has, lacking=lacks, hint="a minus is −")))
        elif lacks and has:
            yield pair.concerned(OTHER_NUMBERS.at(span, lacking=lacks, surplus=has))
        elif lacks:
            yield pair.concerned(NUMBERS.at(span, lacking=lacks))
        elif not all(  # numbers that the source says in words, each before what counts things, as in 1つ or 2枚
            re.match(f"[{_UNPARTED}]", _mask(pair.said)[end:])
            and number.isdecimal()
            and (word := in_words.get(int(number)))
            and re.search(rf"(?<!\w){re.escape(word)}(?!\w)", _mask(pair.source), re.IGNORECASE)
            for number, _, end in there
            if number in has
        ):
            yield milder(pair.concerned(MORE_NUMBERS.at(span, surplus=has)))


def _count(there: _Places) -> Counter[str]:
    return Counter([name for name, _, _ in there]) if there else _NONE


def _place_of(surplus: Sequence[str], there: _Places, pair: TranslationPair) -> Span:
    """Return the place of the first surplus thing, the last of its name; without any, the whole translation."""
    places = [(start, end) for name, start, end in there if surplus and name == surplus[0]]
    return pair.span.of(*places[-1]) if places else pair.span


def _in_braces(names: Sequence[str]) -> tuple[str, ...]:
    return tuple([f"{{{name}}}" for name in names])


class _Numerals:
    """A language's words for numbers from two on."""

    def __init__(self, words: Mapping[int, str]) -> None:
        self._values = {word.casefold(): value for value, word in words.items() if value > 1}
        longest_first = sorted(self._values, key=lambda word: (-len(word), word))
        words_in_turn = "|".join(map(re.escape, longest_first))
        self._pattern = re.compile(rf"(?<!\w)(?:{words_in_turn})(?!\w)", re.IGNORECASE) if words_in_turn else None

    def find(self, text: str) -> dict[int, re.Match[str]]:
        """Return by number the last word for it."""
        if self._pattern is None:
            return {}
        return {self._values[word[0].casefold()]: word for word in self._pattern.finditer(_mask(text))}


def _compare_words(pair: TranslationPair, ours: _Numerals, theirs: _Numerals) -> Iterator[Problem]:
    """Compare numbers in words, if each of the two has one that the other hasn't: one may well be left out."""
    if not (said := ours.find(pair.said)):
        return
    wanted = theirs.find(pair.source)
    digits = {int(number) for number, _, _ in _find_numbers(pair.source) if number.isdecimal() and len(number) < 3}
    surplus = [word for value, word in said.items() if value not in wanted and value not in digits]
    lacking = [word[0] for value, word in wanted.items() if value not in said]
    if surplus and lacking:
        has = tuple([word[0] for word in surplus])
        problem = OTHER_WORDS.at(pair.span.of(*surplus[0].span()), surplus=has, lacking=tuple(lacking))
        yield milder(pair.concerned(problem))


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
