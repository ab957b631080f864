"""`data: https://…` → the file that `pnp fetch` keeps of it in the game's folder. Nothing is asked of the network.

`fetched/index.json` says which file is of which address, and what was in it: an address stays with its file when
others come and go.
"""

import json
from collections.abc import Mapping
from hashlib import sha256
from pathlib import Path
from typing import NamedTuple

from pnp.files.inside import is_file, path_inside
from pnp.files.opening import read_input
from pnp.files.project import FETCHED
from pnp.load import limits
from pnp.load.files import lost
from pnp.load.sink import shown
from pnp.model.problem import Problem, Severity, code
from pnp.model.span import Span
from pnp.model.values import Poison

NOT_FETCHED = code(
    "PNP061 address that wasn't fetched",
    """`data:` names the address of a published table. `pnp fetch GAME` alone asks the network: it keeps the table in
the folder `fetched` beside game.yaml, which every other command reads, and shows what has changed. Until it has been
asked for the first time there is nothing to read.

Bad:  `data: https://docs.google.com/…/pub?output=csv`, and no folder `fetched`
Good: the same after `pnp fetch mygame`""",
    says="{address} hasn't been fetched yet",
    once=True,
)
NO_INDEX = NOT_FETCHED.also("fetched/index.json can't be read", once=True)
OTHERWISE = code(
    "PNP062 fetched file that was changed",
    """What was fetched from an address has been changed here since: the next `pnp fetch` writes over it. Change it
where it comes from; or name the file, not the address, and it is yours.

Bad:  a new row in `fetched/cards.csv` below `data: https://…`
Good: the row in the spreadsheet, and `pnp fetch mygame`; or `data: cards.csv` with the file moved there""",
    Severity.WARNING,
    says="{file} isn't as it was fetched",
)
NO_ADDRESS = code(
    "PNP067 address that can't be fetched",
    """`data:` names an address that `pnp fetch` can't ask: its host is missing or can't be read, its port isn't a
number, or it has a user name, a blank or a control character. Copy the address from your browser, which writes a blank
as `%20`. Everybody who has the game could read a user name or a password in it.

Bad:  `data: https://docs.google.com:port/cards.csv`
Good: `data: https://docs.google.com/cards.csv`""",
    says="{address} {fault}",
    once=True,
)
INDEX = "index.json"
_SCHEMES = ("http://", "https://")
_LARGEST = 1_000_000  # bytes of the index


class Kept(NamedTuple):
    """What there is of an address: a file's name in the folder, and the digest of what was fetched."""

    file: str
    digest: str


def is_address(name: str) -> bool:
    return name[:8].casefold().startswith(_SCHEMES)


def address_fault(address: str) -> str:
    """Return why an address can't be fetched, as a sentence goes on after the address; "" if nothing is wrong."""
    from urllib.parse import urlsplit

    if " " in address or not address.isprintable():
        return "has a blank or a control character"
    try:
        parts = urlsplit(address)
        host = parts.hostname or ""
        host.encode("idna")
    except ValueError:
        return "has a host that can't be read"
    if parts.scheme not in ("http", "https"):
        return "isn't an http or https address"
    if not host:
        return "has no host"
    if "@" in parts.netloc:
        return "has a user name, which everybody who has the game could read"
    try:
        is_port = parts.port != 0
    except ValueError:
        is_port = False
    return "" if is_port else "has a port that isn't a number from 1 to 65535"


def without_sheet(address: str) -> tuple[str, str]:
    """`https://…/cards.xlsx#Cards` → the address that is asked for, and the name of a sheet."""
    bare, _, sheet = address.partition("#")
    return bare, sheet


def digest_of(data: bytes) -> str:
    return sha256(data).hexdigest()


def read_index(folder: Path) -> dict[str, Kept] | None:
    """Address → what is kept of it, of a game's folder; None where the file says something else."""
    path = path_inside(folder, f"{FETCHED}/{INDEX}")
    if path is None or not is_file(path):
        return {} if path is not None else None
    try:
        said = json.loads(read_input(path, _LARGEST)[:_LARGEST])
        return {str(address): Kept(str(kept["file"]), str(kept["digest"])) for address, kept in said.items()}
    except (OSError, ValueError, AttributeError, TypeError, KeyError, RecursionError):
        return None


def index_text(kept: Mapping[str, Kept]) -> str:
    said = {address: {"file": each.file, "digest": each.digest} for address, each in sorted(kept.items())}
    return json.dumps(said, indent=2) + "\n"


def address_problem(address: str, span: Span) -> Problem | None:
    """Return what is wrong with an address that a game's file names."""
    fault = address_fault(address)
    return (
        NO_ADDRESS.at(span, hint="like https://example.org/cards.csv", address=shown(address), fault=fault)
        if fault
        else None
    )


def fetched_file(folder: Path, address: str, span: Span, problems: list[Problem]) -> Path | Poison:
    """The file of an address without a sheet's name."""
    if problem := address_problem(address, span):
        return lost(problem, problems)
    hint = f"pnp fetch {folder.name}"
    index = read_index(folder)
    if index is None:
        return lost(NO_INDEX.at(span, hint=f"delete it, then {hint}"), problems)
    kept = index.get(address)
    path = path_inside(folder, f"{FETCHED}/{kept.file}") if kept else None
    if kept is None or path is None or not is_file(path):
        return lost(NOT_FETCHED.at(span, hint=hint, address=shown(address)), problems)
    if digest_of(read_input(path, limits.FILE_BYTES)) != kept.digest:
        file = f"{FETCHED}/{kept.file}"
        problems.append(OTHERWISE.at(span, hint=f"{hint} writes over it", file=file))
    return path
