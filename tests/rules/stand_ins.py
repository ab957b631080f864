"""The games of tests/rules/games, copies of them with something wrong, and what the data part of `pnp check` says."""

from collections.abc import Iterable, Iterator
from pathlib import Path
from shutil import copytree

from legal_sets import legal_sets

from pnp.build.loading import load_game
from pnp.check import check_game
from pnp.diagnostics.report import drop_consequences
from pnp.io.project import Project
from pnp.model.problem import PnpError, Problem, Severity
from pnp.rules.examining import examine

GAMES = Path(__file__).parent / "games"
DATA = GAMES / "card_data"
NAMES = tuple(sorted(path.name for path in DATA.iterdir()))

Sets = Iterable[tuple[str, ...]]


def checked(root: Path, game_id: str, sets: Sets | None = None) -> list[Problem]:
    """Loading, what only the whole game shows, and rules: for these sets of modules, or for all there are."""
    project = Project(root, root)
    try:
        game, problems = load_game(project, game_id)
    except PnpError as error:
        return [Problem("", Severity.ERROR, None, str(error))]
    if game is None or problems:
        return problems
    problems = check_game(game, project)
    if sets is not None:
        sets = [each for each in legal_sets(game) if each in sets]
    return drop_consequences([*problems, *examine(game, sets)])


def wrong(problems: Iterable[Problem]) -> Iterator[Problem]:
    """Not the notes."""
    return (problem for problem in problems if problem.severity is not Severity.NOTE)


class Copy:
    """All games in a folder of their own, where one file at a time says something else."""

    def __init__(self, folder: Path) -> None:
        self.root = Path(copytree(GAMES, folder / "games"))

    def with_text(self, file: str, text: str, game_id: str, sets: Sets | None = None) -> list[Problem]:
        """What is said with this text in the file, whose name begins with its game's."""
        path = self.root / "card_data" / file
        before = path.read_text(encoding="utf-8")
        path.write_text(text, encoding="utf-8")
        try:
            return checked(self.root, game_id, sets)
        finally:
            path.write_text(before, encoding="utf-8")

    def with_change(self, file: str, old: str, new: str, game_id: str, sets: Sets | None = None) -> list[Problem]:
        """The same with one thing instead of another, which must be there once."""
        text = (self.root / "card_data" / file).read_text(encoding="utf-8")
        assert text.count(old) == 1, f"{file} has {text.count(old)} times: {old}"
        return self.with_text(file, text.replace(old, new), game_id, sets)
