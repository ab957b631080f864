"""What laying out a piece runs into because data is wrong says nothing new: the piece's own, or what its face shows."""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

from pnp.model.game import Component, Edition
from pnp.model.patch import SETUP, VICTORY
from pnp.model.problem import Problem, Severity
from pnp.model.reads import Read
from pnp.model.values import Field

_MEANT = re.compile(
    r"""([\w-]+)["']?(?: \(with [^)]*\))? \(did you mean ([\w-]+)\?\)$"""
)  # what isn't there, and what may be meant
_VALUE = re.compile(r'"[^"]*" (?:must be|can\'t be) ')
_ASKED = "data("  # a template that asks for an answer; it can depend on anything that is wrong
_DECLARING = "PNP110"  # codes below it are those of files as such


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
    from pnp.layout.attributes import BAD_ATTRIBUTE, UNKNOWN_COLOUR
    from pnp.layout.faces import BAD_XML
    from pnp.layout.overfull import TOO_LARGE
    from pnp.layout.templates import TEMPLATE_RUN

    errors = [problem for problem in earlier if problem.severity is Severity.ERROR]
    failing = {each.id for each in (TEMPLATE_RUN, BAD_XML, BAD_ATTRIBUTE, UNKNOWN_COLOUR, TOO_LARGE)}
    subjects = {problem.subject for problem in errors if problem.subject}
    echoes = {(code, subject) for code in failing for subject in subjects}
    for said, echo in ((icons.CODE, UNKNOWN_ICON), (art.CODE, MISSING_PICTURE)):
        echoes |= {(echo.id, problem.subject) for problem in earlier if problem.code == said.id and problem.subject}
    nowhere = {each.message.rpartition(": ")[2] for each in errors if each.code == references.CODE.id}
    wrong = _Wrong(edition, errors)
    return [
        problem
        for problem in found
        if (problem.code, problem.subject) not in echoes
        and not (problem.code == UNKNOWN_ICON.id and edition.game.is_lost("icons"))
        and not (problem.code == TEMPLATE_RUN.id and _missed(problem) in nowhere)
        and not (problem.code == TEMPLATE_RUN.id and errors and _ASKED in problem.message)
        and not (problem.code in failing and wrong.lines)
        and not (problem.code in failing and wrong.is_shown(problem.subject, reads.get(problem.subject, ())))
        and problem.subject.partition("/")[0] not in wrong.declared
    ]


def each_once(problems: Sequence[Problem]) -> list[Problem]:
    """In their order, and what several miss under the same name once: mostly one thing has lost its name.

    That nothing uses that thing isn't said then.
    """
    meant = {missed[1] for problem in problems if (missed := _nowhere(problem))}
    alike: dict[object, list[Problem]] = {}
    for problem in problems:
        alike.setdefault(_nowhere(problem) or problem, []).append(problem)
    told = []
    for first, *others in alike.values():
        if first.severity is Severity.WARNING and meant.intersection(first.message.split()):
            continue
        told.append(first._replace(message=f"{first.message}, and {len(others)} more like this") if others else first)
    return told


def _nowhere(problem: Problem) -> tuple[str, str] | None:
    """What isn't there, and what may be meant; None where the problem is another."""
    if found := _MEANT.search(f"{problem.message} ({problem.hint})" if problem.hint else problem.message):
        return found[1], found[2]
    if _VALUE.match(problem.message):  # an alias is read wherever it stands
        return f"{problem.code} {problem.span}", ""
    _, names, what = problem.message.partition(" names nothing in ")
    return (what, "") if names else None


def _missed(problem: Problem) -> str:
    """The entry that a template asks for in vain: "there is no owl (did you mean …)"."""
    before, _, what = problem.message.partition("there is no ")
    return what.split()[0] if what else before


class _Wrong:
    """What a face can't rely on: what couldn't be read, and what stands in files with errors.

    `lines`: of game.yaml, where it is wrong, which any template may show; `declared`: components that stand there.
    """

    def __init__(self, edition: Edition, errors: Sequence[Problem]) -> None:
        self._edition = edition
        self._places = {problem.span for problem in errors}
        self._files = {problem.span.file for problem in errors}
        self._known: dict[str, bool] = {}
        file = edition.game.span.file
        here = [each.span for each in errors if each.span.file == file and each.code < _DECLARING]
        self.lines = [span.line for span in here if span != edition.game.span]  # there, a version may be missing
        self.declared = {id for id, each in edition.components.items() if each.span.file == file and self._is_in(each)}

    def is_shown(self, label: str, reads: Iterable[Read]) -> bool:
        """By the faces of this piece."""
        component = self._edition.components.get(label.partition("/")[0])
        referred = set(_targets(component.fields.values())) if component else set()
        read = {path[0] if len(path) == 1 else f"pieces.{path[1]}" for path in reads}
        return any(map(self._is_wrong, read)) or any(map(self._lacks, referred))

    def _is_in(self, component: Component) -> bool:
        """Whether an error stands where the component is declared: from its line to the next one's."""
        game, line = self._edition.game, component.span.line
        things: list[Any] = [
            *game.components.values(),
            *game.groups.values(),
            *game.modules.values(),
            *game.icons.values(),
        ]
        after = min((each.span.line for each in things if each.span.line > line), default=line + 1)
        return any(line <= each < after for each in self.lines)

    def _is_wrong(self, section: str) -> bool:
        if section not in self._known:
            self._known[section] = self._edition.game.may_have(section) or self._has_errors(section)
        return self._known[section]

    def _lacks(self, component: str) -> bool:
        """All of its pieces, or one."""
        game, section = self._edition.game, f"pieces.{component}"
        return game.may_have(section) or any(each.startswith(f"{section}/") for each in game.unread)

    def _has_errors(self, section: str) -> bool:
        name, _, id = section.partition(".")
        game = self._edition.game
        if name == "pieces" and (component := game.components.get(id)):
            files = {piece.file for piece in (*component.pieces, *self._changed(section))} - {component.span.file}
            return component.span in self._places or not files.isdisjoint(self._files)
        parts: tuple[str, ...] = SETUP if name == "setup" else VICTORY if name == "victory" else ()
        told = getattr(game, name) if parts else None
        if told is None:
            return False
        items = [item for part in parts for item in getattr(told, part).values()]
        items += [item for part in parts for item in self._changed(f"{name}.{part}")]
        return not self._files.isdisjoint([told.span.file, *(item.span.file for item in items)])

    def _changed(self, section: str) -> Iterator[Any]:
        """By any module."""
        for module in self._edition.game.patches:
            change = module.change(section)
            yield from (*change.add, *change.replace)


def _targets(fields: Iterable[Field]) -> Iterator[str]:
    """What they refer to."""
    for field in fields:
        yield field.to
        yield from _targets([*field.fields.values(), *([field.of] if field.of else [])])
