"""
A translation ends otherwise than its source: with a full stop where that has none, without one, with a question mark.
Languages without full stops, like Thai, are excused.

Bad:  `msgstr "Nimm eine Münze"` for `Take a coin.`
Good: `msgstr "Nimm eine Münze."`
"""

from collections.abc import Iterator

from pnp.localise.checks._pairs import About, bare, problem, quote
from pnp.model.problem import Problem, Severity, code

CODE = code("PNP621", "end of a translation", __doc__, Severity.WARNING)

_STOPS = ".!?:…"
_BEHIND = " \n\t)]）”“’‘»«›‹」』\"'*\ufffc\u200f\u200e"
_STOP_OF = {
    **dict.fromkeys("。।．։۔", "."),
    **dict.fromkeys("؟？", "?"),
    **dict.fromkeys("！", "!"),
    **dict.fromkeys("：", ":"),
}
_NONE = ("th", "lo", "km", "my")


def check(about: About) -> Iterator[Problem]:
    if about.language.partition("-")[0] in _NONE:
        return
    is_greek = about.language.partition("-")[0] == "el"  # whose question mark looks like a semicolon
    for pair in about.pairs:
        if pair.said[-1:] == pair.source[-1:] == ".":
            continue
        text = f"{pair.said[:-1]}?" if is_greek and pair.said.endswith((";", "\u037e")) else pair.said
        said, wanted = _end(text), [_end(source) for source in pair.sources]
        if said not in wanted:
            end = quote(pair.said, max(0, len(pair.said) - 12))
            yield problem(CODE, pair, f"ends {_named(said)}, the source {_named(wanted[-1])}: {end}")


def _end(text: str) -> str:
    last = bare(text).rstrip(_BEHIND)[-1:]
    plain = _STOP_OF.get(last, last)
    return plain if plain in _STOPS else ""


def _named(stop: str) -> str:
    return f"with {stop}" if stop else "without a stop"
