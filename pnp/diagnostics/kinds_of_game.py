"""What a game's `checks:` says of kinds of warnings → those that are told of it, some of them as errors.

Comments (`ignores.py`) ignore a problem at its place, wherever that counts; this counts for a kind of warning in the
whole game. Errors stay what they are.
"""

from collections.abc import Iterable, Iterator, Sequence

from pnp.cardtext.suggest import did_you_mean
from pnp.diagnostics.codes import all_codes, code_ids, is_code
from pnp.model.game import KindSetting
from pnp.model.problem import Problem, Severity, code

UNKNOWN_KIND = code("PNP080", says="there is no code {name}")
NO_WARNING = code("PNP081", says="{name} is an error, which can't be ignored for a whole game")
BOTH_WAYS = code("PNP082", says="{name} is both to be ignored and an error")


def as_set(problems: Iterable[Problem], settings: Sequence[KindSetting]) -> list[Problem]:
    """Without warnings that the game ignores, and with those as errors that are errors to it."""
    kept: list[Problem] = []
    for problem in problems:
        about = [each for each in settings if is_code(each.code) and problem.code.startswith(each.code)]
        setting = max(about, key=lambda each: len(each.code), default=None)  # that says most closely what it is about
        if setting is None or problem.severity is not Severity.WARNING:
            kept.append(problem)
        elif not setting.ignores:
            kept.append(problem._replace(severity=Severity.ERROR))
    return kept


def wrong_settings(settings: Sequence[KindSetting]) -> Iterator[Problem]:
    """Of codes that there aren't, that can't be ignored, or that are to be both."""
    for number, each in enumerate(settings):
        if not is_code(each.code):
            hint = did_you_mean(each.code, code_ids()) or "pnp explain lists all"
            yield UNKNOWN_KIND.at(each.span, name=each.code, hint=hint)
            continue
        meant = [known.severity for id, known in all_codes().items() if id.startswith(each.code)]
        if each.ignores and all(severity is Severity.ERROR for severity in meant):
            hint = f"a comment can, at one place: # pnp: ignore {each.code}"
            yield NO_WARNING.at(each.span, name=each.code, hint=hint)
        before = (other for other in settings[:number] if other.code == each.code and other.ignores != each.ignores)
        if other := next(before, None):
            yield BOTH_WAYS.at(each.span, name=each.code, hint="delete one", origin=other.span)
