"""Catalogues as Python programs use them: read and compiled by Babel, loaded by Python's own gettext."""

import io
from gettext import GNUTranslations

from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po


def compiled(po: bytes) -> GNUTranslations:
    """Compile a file. Raises for whatever is wrong with it."""
    catalogue, mo = read_po(io.BytesIO(po), abort_invalid=True), io.BytesIO()
    assert [str(error) for _, errors in catalogue.check() for error in errors] == []
    write_mo(mo, catalogue)
    return GNUTranslations(io.BytesIO(mo.getvalue()))
