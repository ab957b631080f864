"""Game + language, ink, modules → the edition that is printed; and catalogues, which hold its languages."""

from pnp.localise.edition import make_edition, translation_of

__all__ = ["make_edition", "translation_of"]
