"""The bytes of a file that is called like a table of text → what else they are in truth: a spreadsheet, a web page."""

import re

from pnp.load.sink import Sink
from pnp.load.tables.packed import NoSpreadsheet, Packed, TooLarge
from pnp.load.tables.sheets import BAD_SPREADSHEET, OLE
from pnp.model.problem import Problem
from pnp.model.regex import regex
from pnp.model.span import Span

DISGUISED = BAD_SPREADSHEET.also("this is a spreadsheet ({kind}), whatever its name")
WEB_PAGE = BAD_SPREADSHEET.also("this is a web page, whatever its name")
_PAGE = regex(rb"(?:\xef\xbb\xbf)?\s*(?:<\?xml[^>]*>\s*)?(?:<!--.*?-->\s*)*<(?:!doctype\s+html|html)\b", re.I | re.S)
_ZIP = b"PK\x03\x04"
_PARTS = {"xl/workbook.xml": "XLSX", "xl/workbook.bin": "XLSB", "index/document.iwa": "Numbers"}
_OF_ODS = b"application/vnd.oasis.opendocument.spreadsheet"  # what stands in its part `mimetype`
_NAMES = {"XLSX": "call it .xlsx", "ODS": "call it .ods"}
_BEGINNING = 4096
_EXPORT = "save the table itself, not the page that shows it: as CSV, .xlsx or .ods"
_SAVE = "open it in a spreadsheet program and save it as CSV, .xlsx or .ods"


def disguised(data: bytes, sink: Sink) -> Problem | None:
    """By its first bytes, which no table has."""
    if _PAGE.match(data[:_BEGINNING]):
        return WEB_PAGE.at(Span(sink.file), hint=_EXPORT)
    kind = "an old .xls file" if data.startswith(OLE) else _packed_kind(data) if data.startswith(_ZIP) else ""
    return DISGUISED.at(Span(sink.file), hint=_NAMES.get(kind, _SAVE), kind=kind) if kind else None


def _packed_kind(data: bytes) -> str:
    try:
        packed = Packed(data)
        if packed.part("mimetype").startswith(_OF_ODS):
            return "ODS"
        return next((kind for name, kind in _PARTS.items() if name in packed.names), "")
    except (NoSpreadsheet, TooLarge):
        return ""
