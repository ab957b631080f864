"""Pixels are unpacked a few at a time: small pieces, and nothing lost."""

import random
import zlib

import pytest

from pnp.io import picture_data
from pnp.io.picture_data import InflateError, inflate

RANDOM = random.Random(1)
MIXED = bytes(RANDOM.choices(b"\0\0\0\1\2\xff", k=300_000))
SAMPLES = [b"", b"abc", bytes(3_000_000), RANDOM.randbytes(100_000), MIXED]
ALL = 1 << 30


@pytest.mark.parametrize("data", SAMPLES, ids=lambda data: str(len(data)))
@pytest.mark.parametrize("cut", [1, 1000, ALL])
def test_unpacked_as_it_was(data: bytes, cut: int) -> None:
    whole = zlib.compress(data[:5000] if cut == 1 else data)
    parts = [whole[start : start + cut] for start in range(0, len(whole), cut)]
    pieces = list(inflate(parts, ALL))
    assert b"".join(pieces) == zlib.decompress(whole)
    assert max(map(len, pieces), default=0) <= picture_data._PIECE


@pytest.mark.parametrize("most", [1, 70_000, 1_234_567])
def test_no_more_than_is_asked_for(most: int) -> None:
    assert sum(map(len, inflate([zlib.compress(bytes(50_000_000))], most))) == most


def test_what_follows_the_end_is_not_looked_at() -> None:
    assert b"".join(inflate([zlib.compress(b"all"), b"no such thing"], ALL)) == b"all"


@pytest.mark.parametrize("parts", [[b"no such thing"], [zlib.compress(b"all")[:-4], b"\0\0\0\0"]], ids=["other", "sum"])
def test_what_cannot_be_unpacked(parts: list[bytes]) -> None:
    with pytest.raises(InflateError):
        list(inflate(parts, ALL))
