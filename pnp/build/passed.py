"""Of which games nothing was wrong → not judged again, as long as all that they are made of is the same.

Known are a game with nothing wrong in its data and rules, one about which there was nothing to say at all, and one that
was quiet in each edition.
"""

from pnp.edition.inputs import EditionInputs
from pnp.engine.cache import user_cache
from pnp.engine.verdicts import Verdicts
from pnp.files.digests import digest_of
from pnp.files.project import Project
from pnp.model.game import Game


class Passed:
    """What is known of one game as it was asked for."""

    def __init__(self, project: Project, game: Game, inputs: EditionInputs, *, wanted: bool) -> None:
        """`wanted`: whether anything is to be remembered."""
        self._inputs = inputs
        self._right = Verdicts(user_cache("passed", wanted=wanted), digest_of(f"{project.root} {game.id}").hex())

    def has_game(self) -> bool:
        """Is nothing wrong with its data and its rules?"""
        return self._inputs.key in self._right

    def was_quiet(self) -> bool:
        """Was there nothing to say about all of it, not counting what is ignored?"""
        return self._quiet in self._right

    def was_quiet_in_each(self) -> bool:
        """Was there nothing to say about any edition of it? All of them are made of the same files."""
        return self._inputs.key_of_all_languages in self._right

    @property
    def _quiet(self) -> bytes:
        return digest_of(self._inputs.key, "quiet")

    def keep(self, *, game: bool = False, quiet: bool = False, quiet_in_each: bool = False) -> None:
        """What turned out to be right."""
        right = [self._inputs.key] if game else []
        right += [self._quiet] if quiet else []
        self._right.keep(right + ([self._inputs.key_of_all_languages] if quiet_in_each else []))
