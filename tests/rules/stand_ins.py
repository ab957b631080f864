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
    """Return the problems of a game as a whole and of its rules, for these or all legal sets of modules."""
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

    def check_text(self, file: str, text: str, game_id: str, sets: Sets | None = None) -> list[Problem]:
        """Return the problems with this text in the file, whose path begins with its game's id."""
        path = self.root / "card_data" / file
        before = path.read_text(encoding="utf-8")
        path.write_text(text, encoding="utf-8")
        try:
            return checked(self.root, game_id, sets)
        finally:
            path.write_text(before, encoding="utf-8")

    def check_change(self, file: str, old: str, new: str, game_id: str, sets: Sets | None = None) -> list[Problem]:
        """Return the problems after one text, which must be there once, is replaced in the file."""
        text = (self.root / "card_data" / file).read_text(encoding="utf-8")
        assert text.count(old) == 1, f"{file} has {text.count(old)} times: {old}"
        return self.check_text(file, text.replace(old, new), game_id, sets)
