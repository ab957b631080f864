"""Translations beside each other: one source is said in one way, and two sources aren't said in the same."""

import re
from collections.abc import Iterator

from pnp.localise.checks import check
from pnp.localise.checks._pairs import About, TranslationPair, quote
from pnp.model.problem import Problem, Severity, code

TWO_TRANSLATIONS = code(
    "PNP623 one source, two translations",
    """The same source is translated in two ways: in the same field of two pieces, or anywhere in the game where it is
    more than one word, or the name of something. A single word may be two in another language. Where that is meant of
    others, too, for the one is about something else, a comment says so: `# pnp: ignore PNP623`.

    Bad:  `Take a coin.` as `Nimm eine Münze.` on one card and as `Nehmt eine Münze.` on another
    Good: `Nimm eine Münze.` on both""",
    Severity.WARNING,
    says="{source} is {said} here and {other} in {context}",
    varies=("other", "context"),
)
TWO_SOURCES = code(
    "PNP624 two sources, one translation",
    """Two different sources are translated in the same way in the same field of two pieces: mostly one was copied, or
    the translations have slipped by one entry. Where that is meant, a comment says so: `# pnp: ignore PNP624`.

    Bad:  `Toll Fox` and `Gate Badger` both as `Zollfuchs`
    Good: `Zollfuchs` and `Tordachs`""",
    Severity.WARNING,
    says="{said} is said for {source} here, for {other} there",
    varies=("other",),
)

_TITLE = re.compile(r"(?:game|component|module|table|zone|track|selection):(?:.*\.)?title")
_OWN = "pnp."  # words of pnp's own are of no game


@check(TWO_TRANSLATIONS)
def one_source_one_translation(about: About) -> Iterator[Problem]:
    first: dict[tuple[str, str], TranslationPair] = {}
    for pair in about.pairs:
        if pair.entry.plural or pair.entry.context.startswith(_OWN):
            continue
        is_name, is_long = _is_name(pair), len(pair.source.split()) > 1
        kin = [f".{pair.family}"] if pair.family else []
        others = "any" if is_name or is_long else "name"  # that it is compared with, besides its own kin
        earlier = [each for kind in (*kin, others) if (each := first.get((kind, pair.source)))]
        if other := next((each for each in earlier if each.said != pair.said), None):
            problem = TWO_TRANSLATIONS.at(
                pair.span,
                source=quote(pair.source),
                said=quote(pair.said),
                other=quote(other.said),
                context=other.entry.context,
                origin=other.span,
            )
            yield pair.concerned(problem)
        for kind in (*kin, "any", *(["name"] if is_name else [])):
            first.setdefault((kind, pair.source), pair)


def _is_name(pair: TranslationPair) -> bool:
    message = pair.message
    return message is not None and (message.path == "name" or bool(_TITLE.fullmatch(message.context)))


@check(TWO_SOURCES)
def one_translation_one_source(about: About) -> Iterator[Problem]:
    first: dict[tuple[str, str], TranslationPair] = {}
    for pair in about.pairs:
        if pair.family and not pair.entry.plural:
            earlier = first.setdefault((pair.family, pair.said.casefold()), pair)
            if earlier.source.casefold() != pair.source.casefold():
                said, source, other = quote(pair.said), quote(pair.source), quote(earlier.source)
                problem = TWO_SOURCES.at(pair.span, said=said, source=source, other=other, origin=earlier.span)
                yield pair.concerned(problem)
