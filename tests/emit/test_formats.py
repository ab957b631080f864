"""Output formats declare themselves: what the command line offers is what stands in the folder."""

from pathlib import Path

from pnp.emit import formats
from pnp.emit.formats import FORMATS


def test_each_file_is_a_format() -> None:
    files = {file.stem for file in Path(formats.__file__).parent.glob("*.py")} - {"__init__"}
    assert set(FORMATS) == files >= {"pdf", "png"}
    assert all(each.help and each.name == name for name, each in FORMATS.items())


def test_some_take_sheets_and_some_faces() -> None:
    assert FORMATS["pdf"].takes_sheets and not FORMATS["png"].takes_sheets
    assert "dpi" in FORMATS["png"].options and not FORMATS["pdf"].options
