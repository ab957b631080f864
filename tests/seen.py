"""A face in pixels, a letter to a square millimetre."""

from io import BytesIO

from PIL import Image

from pnp.export.rasteriser import face_png

NAMES = {
    "_": (255, 255, 255),
    "K": (0, 0, 0),
    "R": (255, 0, 0),
    "G": (0, 255, 0),
    "B": (0, 0, 255),
    "r": (255, 128, 128),  # red, half as strong
    "v": (128, 0, 128),  # half red, half blue
}


def letter(pixel):
    close = [name for name, colour in NAMES.items() if max(abs(a - b) for a, b in zip(pixel, colour, strict=True)) < 4]
    return close[0] if close else "?"


PER_MM = 10


class Seen:
    """A face in pixels, looked at in the middle of each square millimetre."""

    def __init__(self, face):
        self.image = Image.open(BytesIO(face_png(face, 254)))
        self.rows = ["".join(letter(self.at(x, y)) for x in range(round(face.w))) for y in range(round(face.h))]

    def at(self, x, y):
        return self.image.getpixel((x * PER_MM + PER_MM // 2, y * PER_MM + PER_MM // 2))

    def crop(self, left, top, right, bottom):
        return self.image.crop((left * PER_MM, top * PER_MM, right * PER_MM, bottom * PER_MM))
