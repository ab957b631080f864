"""Of which games nothing was wrong → not judged again, as long as all that they are made of is the same.

Known are a game with nothing wrong in its data and rules, one about which there was nothing to say at all, and one that
was quiet in each edition.
"""

from pnp.build.cache import user_cache
from pnp.build.inputs import EditionInputs
from pnp.io.digests import digest_of

_RIGHT = b"right"


class Passed:
    """What is known of one game as it was asked for."""

    def __init__(self, inputs: EditionInputs, *, wanted: bool) -> None:
        """`wanted`: whether anything is to be remembered."""
        self._inputs, self._cache = inputs, user_cache("passed", wanted=wanted)

    def has_game(self) -> bool:
        """Is nothing wrong with its data and its rules?"""
        return self._is_kept(self._inputs.key)

    def was_quiet(self) -> bool:
        """Was there nothing to say about all of it, not counting what is ignored?"""
        return self._is_kept(self._quiet)

    def was_quiet_in_each(self) -> bool:
        """Was there nothing to say about any edition of it? All of them are made of the same files."""
        return self._is_kept(self._inputs.key_of_all_languages)

    @property
    def _quiet(self) -> bytes:
        return digest_of(self._inputs.key, "quiet")

    def _is_kept(self, digest: bytes) -> bool:
        return self._cache.is_wanted and self._cache.read(digest.hex()) == _RIGHT

    def keep(self, *, game: bool = False, quiet: bool = False, quiet_in_each: bool = False) -> None:
        """Keep what turned out to be right."""
        right = [self._inputs.key] if game else []
        right += [self._quiet] if quiet else []
        right += [self._inputs.key_of_all_languages] if quiet_in_each else []
        for digest in right if self._cache.is_wanted else ():
            self._cache.write(digest.hex(), _RIGHT)
