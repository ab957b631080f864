"""A long session opens its fonts again and again, and keeps each once."""

from changing import change

from pnp.io.project import Project
from pnp.model.display import DrawnFace, FontFace
from pnp.proof.session import ProofSession


def test_each_font_is_kept_once(session: ProofSession, project: Project) -> None:
    fonts: list[FontFace] = []  # held, so that none has the identity of another
    name = "The Smith"
    for number in range(3):
        known = session.edition(session.choice)
        assert known.wall
        for shown in known.wall.faces.values():
            assert isinstance(shown.face, DrawnFace)
            fonts += [each for each in shown.face.parts.values() if isinstance(each, FontFace)]
        change(project, "guests.yaml", name, name := f"Smith {number}")
        session.refresh()
        session.settle()
    assert len({id(font) for font in fonts}) == len({font.name for font in fonts}) > 0
