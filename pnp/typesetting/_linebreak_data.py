"""Line breaking in Unicode 16.0.0, made by tests/layout/make_linebreak_data.py."""

from pathlib import Path
from zlib import decompress

from pnp.io.opening import read_input

STATES = 193
BLOCK = 128
KEEP, BREAK, MUST, IF_NO_CLOSING, IF_DIGIT, IF_WIDE, IF_NO_NUMBER, IF_NO_VIRAMA = range(8)

# classes that the conditional actions look for behind the character in question
MARKS = bytes([1, 34])
CLOSING = bytes([3, 4, 5, 6, 7, 8, 13, 14, 16, 18, 19, 20, 22, 33, 38, 42, 51, 55])
DIGIT = bytes([17])
INFIX = bytes([14])
WIDE = bytes([24, 39, 40, 41, 42, 43, 46, 47, 48, 49, 50, 51, 52, 53, 55, 57])
VIRAMA = bytes([32])

_DATA = decompress(read_input(Path(__file__).parents[1] / "data" / "line-breaks.bin", 1_000_000))

ROWS = _DATA[:11387]  # one a state: the action on entering it, then the next state for each class
CLASSES = _DATA[11387:]  # the block that each run of BLOCK code points uses, then the blocks
INDEX_SIZE = 8704
