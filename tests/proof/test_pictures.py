"""Faces as pictures."""

from io import BytesIO

from PIL import Image

from pnp.proof.pictures import Pictures
from pnp.proof.session import EditionChoice, ProofSession


def digest(session: ProofSession, label: str) -> str:
    wall = session.edition(EditionChoice()).wall
    assert wall is not None
    return str(wall.pieces[label]["leaves"][0]["front"]["digest"])


def test_a_face_is_drawn_at_least_as_wide_as_asked(session: ProofSession) -> None:
    pictures = Pictures(session.find)
    for width in (64, 300):
        png = pictures.picture(digest(session, "guests/smith"), width)
        assert png is not None
        with Image.open(BytesIO(png)) as image:
            assert width <= image.width < width * 1.2
            assert abs(image.width / image.height - 40 / 60) < 0.02


def test_what_is_cut_out_round_has_nothing_around_it(session: ProofSession) -> None:
    png = Pictures(session.find).picture(digest(session, "rooms/red"), 200)
    assert png is not None
    with Image.open(BytesIO(png)) as image:
        assert image.getpixel((0, 0)) == (255, 255, 255, 0)


def test_nobody_gets_a_picture_of_what_is_not_there(session: ProofSession) -> None:
    assert Pictures(session.find).picture("../../etc/passwd", 200) is None


def test_pictures_are_kept_while_there_is_room(session: ProofSession) -> None:
    asked: list[str] = []
    face = session.find(digest(session, "guests/smith"))

    def find(digest: str) -> object:
        asked.append(digest)
        return face

    pictures = Pictures(find, room=1)  # type: ignore[arg-type]
    for name in ("a", "a", "b", "a"):
        assert pictures.picture(name, 100)
    assert asked == ["a", "b", "a"]
