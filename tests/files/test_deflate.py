"""Pixels are packed and unpacked in the same way whether or not the faster library is there."""

import random
import sys
import zlib

import pytest

from pnp.files.deflate import DeflatedWrongly, Inflater, packed_runs

RANDOM = random.Random(1)
SAMPLES = [b"", b"abc", bytes(100_000), RANDOM.randbytes(100_000), bytes(RANDOM.choices(b"\0\0\0\1\2\xff", k=300_000))]


@pytest.fixture(params=["zlib_ng", "zlib"])
def by(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> str:
    if request.param == "zlib":
        monkeypatch.setitem(sys.modules, "zlib_ng", None)
    return request.param


@pytest.mark.usefixtures("by")
@pytest.mark.parametrize("data", SAMPLES, ids=lambda data: str(len(data)))
def test_what_is_packed_is_the_same_for_both(data: bytes) -> None:
    packing = zlib.compressobj(1, zlib.DEFLATED, 15, 9, zlib.Z_RLE)
    assert packed_runs(data) == packing.compress(data) + packing.flush()


def test_it_comes_out_part_after_part(by: str) -> None:
    data = SAMPLES[-1]
    unpacking, found, rest = Inflater(), b"", packed_runs(data)
    assert type(unpacking._unpacking).__module__.startswith(by)
    while rest and not unpacking.is_done:
        part = unpacking.inflated(rest, 70_000)
        assert len(part) <= 70_000
        found, rest = found + part, unpacking.left
    assert found == data
    assert unpacking.is_done


@pytest.mark.usefixtures("by")
def test_what_cannot_be_unpacked() -> None:
    with pytest.raises(DeflatedWrongly):
        Inflater().inflated(b"no such thing", 10)
