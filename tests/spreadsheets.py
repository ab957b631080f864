"""`xlsx(Cards=rows)`, `ods(Cards=rows)` → the bytes of a small spreadsheet, as such programs write it."""

import datetime
from collections.abc import Mapping, Sequence
from io import BytesIO
from typing import NamedTuple
from xml.sax.saxutils import escape
from zipfile import ZIP_DEFLATED, ZipFile


class Formula(NamedTuple):
    """With its result, as a spreadsheet program saves it."""

    said: str
    result: str | int | float


Value = str | int | float | bool | datetime.date | Formula | None
Rows = Sequence[Sequence[Value]]
_MAIN = "http://schemas.openxmlformats.org/spreadsheetml/2006/main"
_OFFICE = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"
_PACKAGE = "http://schemas.openxmlformats.org/package/2006"
_TYPES = "application/vnd.openxmlformats-officedocument.spreadsheetml"
_FIRST_DAY = datetime.datetime(1899, 12, 30)


def xlsx(*, merged: str = "", errors: Mapping[str, str] = {}, texts: Sequence[str] = (), **sheets: Rows) -> bytes:
    """Texts with = are formulas without results, as where a program wrote them, but for `errors`. Cells share the
    texts, if given."""
    parts = {
        "[Content_Types].xml": f'<Types xmlns="{_PACKAGE}/content-types"><Default Extension="xml" '
        f'ContentType="{_TYPES}.sheet.main+xml"/><Default Extension="rels" '
        'ContentType="application/vnd.openxmlformats-package.relationships+xml"/></Types>',
        "_rels/.rels": _relations([("officeDocument", "xl/workbook.xml")]),
        "xl/workbook.xml": f'<workbook xmlns="{_MAIN}" xmlns:r="{_OFFICE}"><sheets>'
        + "".join(f'<sheet name="{name}" sheetId="{n}" r:id="r{n}"/>' for n, name in enumerate(sheets, 1))
        + "</sheets></workbook>",
        "xl/_rels/workbook.xml.rels": _relations(
            [
                *(("worksheet", f"worksheets/sheet{n}.xml") for n, _ in enumerate(sheets, 1)),
                *(("styles", "styles.xml"), ("sharedStrings", "sharedStrings.xml")),
            ]
        ),
        "xl/styles.xml": f'<styleSheet xmlns="{_MAIN}"><cellXfs><xf numFmtId="0"/><xf numFmtId="14"/></cellXfs>'
        "</styleSheet>",
    }
    for number, rows in enumerate(sheets.values(), 1):
        parts[f"xl/worksheets/sheet{number}.xml"] = _sheet(rows, merged, errors, texts)
    shared = "".join(f"<si><t>{escape(text)}</t></si>" for text in texts)
    parts["xl/sharedStrings.xml"] = f'<sst xmlns="{_MAIN}">{shared}</sst>'
    return packed(parts)


def ods(**sheets: Rows) -> bytes:
    names = ("office", "table", "text")
    spaces = " ".join(f'xmlns:{name}="urn:oasis:names:tc:opendocument:xmlns:{name}:1.0"' for name in names)
    tables = "".join(
        f'<table:table table:name="{name}">{_ods_rows(rows)}</table:table>' for name, rows in sheets.items()
    )
    return packed({
        "mimetype": "application/vnd.oasis.opendocument.spreadsheet",
        "META-INF/manifest.xml": "<manifest/>",
        "content.xml": f"<office:document-content {spaces}><office:body><office:spreadsheet>{tables}"
        "</office:spreadsheet></office:body></office:document-content>",
    })  # fmt: skip


def _relations(targets: Sequence[tuple[str, str]]) -> str:
    each = (
        f'<Relationship Id="r{n}" Type="{_OFFICE}/{kind}" Target="{to}"/>' for n, (kind, to) in enumerate(targets, 1)
    )
    return f'<Relationships xmlns="{_PACKAGE}/relationships">{"".join(each)}</Relationships>'


def packed(parts: Mapping[str, str]) -> bytes:
    out = BytesIO()
    with ZipFile(out, "w", ZIP_DEFLATED) as file:
        for name, text in parts.items():
            file.writestr(name, text)
    return out.getvalue()


def unpacked(data: bytes) -> dict[str, bytes]:
    with ZipFile(BytesIO(data)) as file:
        return {name: file.read(name) for name in file.namelist()}


def _sheet(rows: Rows, merged: str, errors: Mapping[str, str], texts: Sequence[str]) -> str:
    said = []
    for line, row in enumerate(rows, 1):
        cells = [_cell(value, f"{chr(ord('A') + column)}{line}", errors, texts) for column, value in enumerate(row)]
        said.append(f'<row r="{line}">{"".join(cells)}</row>')
    more = f'<mergeCells><mergeCell ref="{merged}"/></mergeCells>' if merged else ""
    return f'<worksheet xmlns="{_MAIN}"><sheetData>{"".join(said)}</sheetData>{more}</worksheet>'


def _cell(value: Value, place: str, errors: Mapping[str, str], texts: Sequence[str]) -> str:
    if value is None or value == "":
        return ""
    if place in errors:
        return f'<c r="{place}" t="e"><f>1/0</f><v>{errors[place]}</v></c>'
    if isinstance(value, bool):
        return f'<c r="{place}" t="b"><v>{int(value)}</v></c>'
    if isinstance(value, datetime.date):
        moment = value if isinstance(value, datetime.datetime) else datetime.datetime.combine(value, datetime.time())
        return f'<c r="{place}" s="1"><v>{(moment - _FIRST_DAY).total_seconds() / 86400!r}</v></c>'
    if isinstance(value, int | float):
        return f'<c r="{place}"><v>{value!r}</v></c>'
    if isinstance(value, Formula):
        kind = ' t="str"' if isinstance(value.result, str) else ""
        return f'<c r="{place}"{kind}><f>{escape(value.said)}</f><v>{escape(str(value.result))}</v></c>'
    if value.startswith("="):
        return f'<c r="{place}"><f>{escape(value[1:])}</f><v></v></c>'
    if texts:
        return f'<c r="{place}" t="s"><v>{texts.index(value) if value in texts else 0}</v></c>'
    return f'<c r="{place}" t="inlineStr"><is><t xml:space="preserve">{escape(value)}</t></is></c>'


def _ods_rows(rows: Rows) -> str:
    return "".join(f"<table:table-row>{''.join(map(_ods_cell, row))}</table:table-row>" for row in rows)


def _ods_cell(value: Value) -> str:
    if value is None or value == "":
        return "<table:table-cell/>"
    formula = ""
    if isinstance(value, Formula):
        formula, value = f' table:formula="of:={escape(value.said)}"', value.result
    if isinstance(value, int | float):
        said = f'office:value-type="float" office:value="{value!r}"'
    else:
        said = 'office:value-type="string"'
    lines = "".join(f"<text:p>{escape(line)}</text:p>" for line in str(value).split("\n"))
    return f"<table:table-cell {said}{formula}>{lines}</table:table-cell>"
