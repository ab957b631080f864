"""What somebody is to look through elsewhere → its files: a page to mail, contact sheets to print."""

from pathlib import Path

from pnp.files.project import Project
from pnp.files.writing import shown, write_atomically
from pnp.impose.press import find_paper
from pnp.model.options import Options
from pnp.model.problem import UsageError
from pnp.proof.handout import handout
from pnp.proof.session import ProofSession

_SUFFIXES = {"--html": (".html", ".htm"), "--pdf": (".pdf",)}


def hand_out(project: Project, options: Options, html: Path | None, pdf: Path | None) -> list[Path]:
    """The files written. Raises UsageError, FileError, LimitError, PnpError."""
    _check("--html", html)
    _check("--pdf", pdf)
    paper = find_paper(options.paper)
    given = handout(ProofSession(project, options))
    found = []
    if html:
        from pnp.proof.mailed import mailed_page

        _write(html, mailed_page(given))
        found.append(html)
    if pdf:
        from pnp.proof.contact_sheets import contact_sheets

        _write(pdf, contact_sheets(project, given, paper))
        found.append(pdf)
    return found


def _write(file: Path, data: bytes) -> None:
    """Where the user says, be that a link."""
    target = file.absolute()
    write_atomically(target, data, target.parent)


def _check(option: str, file: Path | None) -> None:
    """So that nobody's data is written over by a slip of the hand."""
    if file is not None and file.suffix.lower() not in _SUFFIXES[option]:
        raise UsageError(f"{option} writes a file that ends in {_SUFFIXES[option][0]}, not {shown(file)}", str(file))
