"""Game + language, ink and modules → the edition that is printed."""

from pnp.localise.edition import make_edition

__all__ = ["make_edition"]
