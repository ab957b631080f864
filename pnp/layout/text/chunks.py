"""Bits of a text and the places where lines may end → chunks that stay together on a line."""

from pnp.layout.text.tailored import Breaks
from pnp.model.marks import Bit

# A chunk of one style is (text, bold, italic, whether a line must end after it), any other (bits, must end): what
# words are kept under, for they repeat all over a game, and plain tuples are quick to make and to look up.
Chunk = tuple[str, bool, bool, bool] | tuple[tuple[Bit, ...], bool]


def chunks_of(bits: tuple[Bit, ...], whole: str, breaks: Breaks) -> list[Chunk]:
    """The bits cut at the places where a line may end."""
    chunks: list[Chunk] = []
    if not bits:
        return chunks
    length = len(whole)
    index, bit_end = 0, len(bits[0].text)
    _, bold, italic, icon = bit = bits[0]
    start = 0
    for end, mandatory in breaks:
        must_end = mandatory and end < length
        while bit_end <= start:
            index += 1
            _, bold, italic, icon = bit = bits[index]
            bit_end += len(bit.text)
        if end <= bit_end and not icon:
            chunks.append((whole[start:end], bold, italic, must_end))
        else:
            chunk = [bit._replace(text=whole[start : min(end, bit_end)])]
            while bit_end < end:
                index += 1
                _, bold, italic, icon = bit = bits[index]
                chunk.append(bit._replace(text=whole[bit_end : min(end, bit_end + len(bit.text))]))
                bit_end += len(bit.text)
            chunks.append((tuple(chunk), must_end))
        start = end
    return chunks


def split_bits(bits: tuple[Bit, ...], at: int) -> tuple[tuple[Bit, ...], tuple[Bit, ...]]:
    """The first `at` characters, and the others."""
    for i, bit in enumerate(bits):
        if at < len(bit.text):
            if not at:
                return bits[:i], bits[i:]
            return (*bits[:i], bit._replace(text=bit.text[:at])), (bit._replace(text=bit.text[at:]), *bits[i + 1 :])
        at -= len(bit.text)
    return bits, ()
