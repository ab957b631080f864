"""A player's file, read with all kinds of rules."""

from functools import partial
from pathlib import Path

from pnp.build.loading import load_game
from pnp.io.project import Project
from pnp.load import examples_file
from pnp.model.game import Game


def read_user_file(
    project: Project, path: Path, game: Game | str = "", modules: tuple[str, ...] = ()
) -> examples_file.ReadFile:
    return examples_file.read_user_file(project, path, partial(load_game, project), game, modules)
