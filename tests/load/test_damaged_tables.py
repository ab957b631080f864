"""Files of every kind, changed by chance: each is read, or ends in one line."""

import random
from io import BytesIO
from pathlib import Path
from zipfile import ZIP_DEFLATED, ZipFile

import pytest
from spreadsheets import ods, xlsx

from pnp.load.table_files import parse_table
from pnp.model.problem import LimitError, Problem
from pnp.model.values import Unreadable

SAVED = Path(__file__).parent / "libreoffice"
ROWS = [["id", "name", "power"], ["owl", 'The "Owl"\nx', 3], ["elk", "=1/0", None]]
WHOLE = {
    "cards.xlsx": [(SAVED / "cards.xlsx").read_bytes(), xlsx(Cards=ROWS)],
    "cards.ods": [(SAVED / "cards.ods").read_bytes(), ods(Cards=ROWS)],
    "cards.json": [b'[{"id": "owl", "n": [1, {"a": "\\u00e4"}]}, {"id": "elk", "p": -1.5e3}]'],
    "cards.csv": ['id;name;p\nowl;"a;b\nc";1,5\nelk;\u00e4;2\n'.encode()],
}


def change_bytes(data: bytes, chance: random.Random) -> bytes:
    changed = bytearray(data)
    for _ in range(chance.choice((1, 3, 20))):
        at, other = chance.randrange(len(changed) + 1), chance.randrange(len(changed) + 1)
        instead = (b"", chance.randbytes(3), changed[other : other + 30])[chance.randrange(3)]
        changed[at : at + chance.choice((0, 1, 20))] = instead
    return bytes(changed)


def change_part(data: bytes, chance: random.Random) -> bytes:
    """Change one part of a packed file, whose sums are right again."""
    out = BytesIO()
    with ZipFile(BytesIO(data)) as old, ZipFile(out, "w", ZIP_DEFLATED) as new:
        chosen = chance.choice([name for name in old.namelist() if name.endswith((".xml", ".rels"))])
        for name in old.namelist():
            new.writestr(name, change_bytes(old.read(name), chance) if name == chosen else old.read(name))
    return out.getvalue()


@pytest.mark.parametrize("name", WHOLE)
def test_each_is_read_or_ends_in_one_line(name: str) -> None:
    ends = {"read": 0, "told": 0}
    for seed in range(80):
        chance = random.Random(seed)
        damage = change_part if name.endswith((".xlsx", ".ods")) and seed % 4 else change_bytes
        content = damage(chance.choice(WHOLE[name]), chance)
        problems: list[Problem] = []
        try:
            opened = parse_table(content, name, "", problems)
        except Unreadable:
            opened = None
            assert len(problems) == 1, f"seed {seed}: {problems}"
        except LimitError:
            opened = None
        ends["told" if opened is None else "read"] += 1
    assert all(ends.values()), ends
