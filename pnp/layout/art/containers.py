"""A picture file's bytes → what kind it is, whether it is whole, and its late EXIF data, without decoding a pixel."""

import re
import struct
import zlib
from collections.abc import Iterable
from typing import NamedTuple

_PNG = b"\x89PNG\r\n\x1a\n"
_JPEG = b"\xff\xd8\xff"
_MARKER = re.compile(rb"\xff+([^\x00\xff])")
_RESTARTS = range(0xD0, 0xD8)
_END, _SCAN, _ALONE = 0xD9, 0xDA, 0x01
MAX_PIXELS = 40_000_000
_CHANNELS = {2: 3, 4: 2, 6: 4}  # of a pixel, by the kind of colours
_ADAM7 = ((0, 0, 8, 8), (4, 0, 8, 8), (0, 4, 4, 8), (2, 0, 4, 4), (0, 2, 2, 4), (1, 0, 2, 2), (0, 1, 1, 2))
_AT_A_TIME = 1 << 20
_OTHERS = (  # how files begin that are often taken for pictures
    (b"GIF8", "GIF"),
    (b"BM", "BMP"),
    (b"II*\0", "TIFF"),
    (b"MM\0*", "TIFF"),
    (b"%PDF", "PDF"),
    (b"%!PS", "PostScript"),
    (b"8BPS", "a Photoshop file"),
    (b"<svg", "SVG"),
    (b"<?xml", "XML"),
    (b"<!DOCTYPE html", "a web page"),
    (b"<html", "a web page"),
    (b"version https://git-lfs", "a Git LFS pointer"),
)


class Container(NamedTuple):
    kind: str  # "PNG", "JPEG", "WebP", what else it is, or ""
    damage: str = ""  # what is wrong with it as a whole
    bits: int = 8  # a channel
    exif: bytes = b""  # of a PNG, wherever it stands


def read_container(data: bytes) -> Container:
    if data.startswith(_PNG):
        return _read_png(data)
    if data.startswith(_JPEG):
        return Container("JPEG", "" if _is_whole_jpeg(data) else "ends too early")
    if data.startswith(b"RIFF") and data[8:12] == b"WEBP":
        length = int.from_bytes(data[4:8], "little") + 8
        return Container("WebP", "ends too early" if length > len(data) else "")
    if data[4:8] == b"ftyp":
        return Container(
            "HEIC" if data[8:12] in (b"heic", b"heix", b"mif1") else "AVIF" if data[8:11] == b"avi" else ""
        )
    if not data:
        return Container("empty")
    return Container(next((kind for magic, kind in _OTHERS if data.startswith(magic)), ""))


def _read_png(data: bytes) -> Container:
    """Chunk after chunk: each whole, with the right checksum, until the end chunk."""
    at, exif = len(_PNG), b""
    bits = data[24] if len(data) > 24 else 8
    packed: list[memoryview] = []
    while at + 12 <= len(data):
        length, kind = struct.unpack_from(">I4s", data, at)
        end = at + 12 + length
        if end > len(data):
            break
        content = memoryview(data)[at + 4 : end - 4]
        if zlib.crc32(content) != int.from_bytes(data[end - 4 : end], "big"):
            return Container("PNG", "a checksum is wrong", bits, exif)
        if kind == b"eXIf":
            exif = bytes(content[4:])
        if kind == b"IDAT":
            packed.append(content[4:])
        if kind == b"IEND":
            return Container("PNG", "" if _has_all_rows(data, packed) else "its pixels are damaged", bits, exif)
        at = end
    return Container("PNG", "ends too early", bits, exif)


def _has_all_rows(data: bytes, packed: Iterable[memoryview]) -> bool:
    """Whether unpacking yields as many bytes as the size in the header asks for; no more than that is unpacked."""
    if len(data) < 29:
        return True  # which is for whoever reads the header to say
    wide, high, bits, colours, interlaced = *struct.unpack_from(">IIBB", data, 16), data[28]
    if wide * high > MAX_PIXELS:
        return True  # refused for that
    depth = bits * _CHANNELS.get(colours, 1)
    passes = _ADAM7 if interlaced else ((0, 0, 1, 1),)
    left = 0
    for x, y, across, down in passes:
        columns, rows = -(-(wide - x) // across), -(-(high - y) // down)
        left += rows * (1 + -(-columns * depth // 8)) if columns > 0 and rows > 0 else 0
    unpacking = zlib.decompressobj()
    try:
        for part in packed:
            rest: bytes | memoryview = part
            while rest and left > 0 and not unpacking.eof:
                left -= len(unpacking.decompress(rest, _AT_A_TIME))
                rest = unpacking.unconsumed_tail
    except zlib.error:
        return False
    return left <= 0


def _is_whole_jpeg(data: bytes) -> bool:
    """Marker after marker to the end of the image. A thumbnail's own end, inside a segment, is passed over."""
    at, in_scan = 2, False
    while match := _MARKER.search(data, at) if in_scan else _MARKER.match(data, at):
        marker = match[1][0]
        at = match.end()
        if marker == _END:
            return True
        if marker in _RESTARTS or marker == _ALONE:
            continue
        if at + 2 > len(data):
            return False
        at += int.from_bytes(data[at : at + 2], "big")
        in_scan = marker == _SCAN
    return False
