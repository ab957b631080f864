"""What laying out a piece runs into because data is wrong says nothing new: the piece's own, or what its face shows."""

from collections.abc import Iterable, Iterator, Mapping, Sequence

from pnp.model.game import Edition
from pnp.model.patch import SETUP, VICTORY
from pnp.model.problem import Problem, Severity
from pnp.model.reads import Read
from pnp.model.values import Field

_NOWHERE = " names nothing in "


def without_echoes(
    found: Sequence[Problem], earlier: Sequence[Problem], reads: Mapping[str, Iterable[Read]], edition: Edition
) -> list[Problem]:
    """The problems of laying out, without those that an earlier one explains.

    `reads`: what faces show of other pieces, of the setup and the victory, by the labels of their pieces.
    """
    if not found:
        return []
    from pnp.check import art, icons, references
    from pnp.layout.artwork import MISSING_PICTURE, UNKNOWN_ICON
    from pnp.layout.attributes import BAD_ATTRIBUTE
    from pnp.layout.faces import BAD_XML
    from pnp.layout.overfull import TOO_LARGE
    from pnp.layout.templates import TEMPLATE_RUN

    errors = [problem for problem in earlier if problem.severity is Severity.ERROR]
    echoes = {(TEMPLATE_RUN.id, problem.subject) for problem in errors if problem.subject}
    for said, echo in ((icons.CODE, UNKNOWN_ICON), (art.CODE, MISSING_PICTURE)):
        echoes |= {(echo.id, problem.subject) for problem in earlier if problem.code == said.id and problem.subject}
    nowhere = {each.message.rpartition(": ")[2] for each in errors if each.code == references.CODE.id}
    shown = {each.id for each in (TEMPLATE_RUN, BAD_XML, BAD_ATTRIBUTE, TOO_LARGE)}
    wrong = _Wrong(edition, errors)
    return [
        problem
        for problem in found
        if (problem.code, problem.subject) not in echoes
        and not (problem.code == TEMPLATE_RUN.id and _missed(problem) in nowhere)
        and not (problem.code in shown and wrong.is_shown(problem.subject, reads.get(problem.subject, ())))
    ]


def each_once(problems: Sequence[Problem]) -> list[Problem]:
    """In their order, and what several name that isn't there once: mostly one thing has lost its name."""
    named: dict[tuple[str, str], list[Problem]] = {}
    for problem in problems:
        what = problem.message.partition(_NOWHERE)[2]
        named.setdefault((problem.code, what or str(problem)), []).append(problem)
    told = []
    for first, *others in named.values():
        do = "does" if len(others) == 1 else "do"
        told.append(first._replace(message=f"{first.message}; so {do} {len(others)} more") if others else first)
    return told


def _missed(problem: Problem) -> str:
    """The entry that a template asks for in vain: "there is no owl (did you mean …)"."""
    before, _, what = problem.message.partition("there is no ")
    return what.split()[0] if what else before


class _Wrong:
    """What a face can't rely on: what couldn't be read, and what stands in files with errors."""

    def __init__(self, edition: Edition, errors: Sequence[Problem]) -> None:
        self._edition = edition
        self._places = {problem.span for problem in errors}
        self._files = {problem.span.file for problem in errors}
        self._known: dict[str, bool] = {}

    def is_shown(self, label: str, reads: Iterable[Read]) -> bool:
        """By the faces of this piece."""
        component = self._edition.components.get(label.partition("/")[0])
        referred = set(_targets(component.fields.values())) if component else set()
        read = {path[0] if len(path) == 1 else f"pieces.{path[1]}" for path in reads}
        return any(map(self._is_wrong, read)) or any(self._edition.game.may_have(f"pieces.{to}") for to in referred)

    def _is_wrong(self, section: str) -> bool:
        if section not in self._known:
            self._known[section] = self._edition.game.may_have(section) or self._has_errors(section)
        return self._known[section]

    def _has_errors(self, section: str) -> bool:
        name, _, id = section.partition(".")
        game = self._edition.game
        if name == "pieces" and (component := game.components.get(id)):
            files = {piece.file for piece in component.pieces} - {component.span.file}
            return component.span in self._places or not files.isdisjoint(self._files)
        parts: tuple[str, ...] = SETUP if name == "setup" else VICTORY if name == "victory" else ()
        told = getattr(game, name) if parts else None
        if told is None:
            return False
        items = [item for part in parts for item in getattr(told, part).values()]
        return not self._files.isdisjoint([told.span.file, *(item.span.file for item in items)])


def _targets(fields: Iterable[Field]) -> Iterator[str]:
    """What they refer to."""
    for field in fields:
        yield field.to
        yield from _targets([*field.fields.values(), *([field.of] if field.of else [])])
