"""Pixels are packed and unpacked a few at a time: small pieces, nothing lost, and the same bytes however they came."""

import random
import zlib

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pnp.files import deflate
from pnp.files.deflate import DeflatedWrongly, RunPacker, unpacked

RANDOM = random.Random(1)
MIXED = bytes(RANDOM.choices(b"\0\0\0\1\2\xff", k=300_000))
SAMPLES = [b"", b"abc", bytes(3_000_000), RANDOM.randbytes(100_000), MIXED]
ALL = 1 << 30


def packed(*parts: bytes) -> bytes:
    packer = RunPacker()
    for part in parts:
        packer.add(part)
    return packer.finished()


@pytest.mark.parametrize("data", SAMPLES, ids=lambda data: str(len(data)))
def test_other_libraries_pack_runs_into_the_same_bytes(data: bytes) -> None:
    packing = zlib.compressobj(1, zlib.DEFLATED, 15, 9, zlib.Z_RLE)
    assert packed(data) == packing.compress(data) + packing.flush()


@given(parts=st.lists(st.binary(max_size=500).map(lambda some: some * 40), max_size=6))
def test_in_parts_as_at_once(parts: list[bytes]) -> None:
    whole = b"".join(parts)
    assert packed(*parts) == packed(whole)
    assert zlib.decompress(packed(*parts)) == whole


@pytest.mark.parametrize("data", SAMPLES, ids=lambda data: str(len(data)))
@pytest.mark.parametrize("cut", [1, 1000, ALL])
def test_unpacked_as_it_was(data: bytes, cut: int) -> None:
    whole = zlib.compress(data[:5000] if cut == 1 else data)
    parts = [whole[start : start + cut] for start in range(0, len(whole), cut)]
    pieces = list(unpacked(parts, ALL))
    assert b"".join(pieces) == zlib.decompress(whole)
    assert max(map(len, pieces), default=0) <= deflate._PIECE


@pytest.mark.parametrize("most", [1, 70_000, 1_234_567])
def test_no_more_than_is_asked_for(most: int) -> None:
    assert sum(map(len, unpacked([zlib.compress(bytes(50_000_000))], most))) == most


def test_what_follows_the_end_is_not_looked_at() -> None:
    assert b"".join(unpacked([zlib.compress(b"all"), b"no such thing"], ALL)) == b"all"


@pytest.mark.parametrize("parts", [[b"no such thing"], [zlib.compress(b"all")[:-4], b"\0\0\0\0"]], ids=["other", "sum"])
def test_what_cannot_be_unpacked(parts: list[bytes]) -> None:
    with pytest.raises(DeflatedWrongly):
        list(unpacked(parts, ALL))
