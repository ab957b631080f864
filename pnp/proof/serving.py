"""A session → a web application for one browser on this machine, or several, which hears of every change."""

import asyncio
import contextlib
import json
from collections.abc import AsyncIterator, Awaitable, Callable, Mapping
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from hashlib import blake2b
from pathlib import Path
from time import monotonic
from typing import TYPE_CHECKING, Any, TypeVar

from pnp.build.printing import impose, press_of
from pnp.build.watching import GameWatcher
from pnp.impose.press import known_papers
from pnp.model.options import MARKS, SIDES
from pnp.model.problem import PnpError, UsageError
from pnp.model.sheet import Sheet
from pnp.proof.addresses import digest_of_file
from pnp.proof.bundling import page_file
from pnp.proof.details import about_text, detail, in_language, progress, translations
from pnp.proof.guarding import App, PageGuard
from pnp.proof.mended import AskedSave, Mender
from pnp.proof.pictures import Pictures, preview
from pnp.proof.session import EditionChoice, ProofedEdition, ProofSession
from pnp.proof.statistics import ink, statistics
from pnp.proof.told_rules import told_rules
from pnp.proof.wall import Values, Wall

if TYPE_CHECKING:
    from starlette.requests import Request
    from starlette.responses import Response

_BEAT = 20.0  # seconds after which something is said, so that who has gone is noticed
_WAITING = 100  # news for a page that doesn't read them


class Listeners:
    """Of one event loop."""

    def __init__(self) -> None:
        self._queues: set[asyncio.Queue[str | None]] = set()

    def tell(self, kind: str, **values: Any) -> None:
        """A page that has stopped reading misses it; its next look at the game shows what is."""
        said = f"event: {kind}\ndata: {json.dumps(values)}\n\n"
        for queue in self._queues:
            if queue.qsize() < _WAITING:
                queue.put_nowait(said)

    def close(self) -> None:
        for queue in self._queues:
            queue.put_nowait(None)

    async def listen(self, first: str = "") -> AsyncIterator[str]:
        """As server-sent events, until the page goes or all is closed."""
        queue: asyncio.Queue[str | None] = asyncio.Queue()
        self._queues.add(queue)
        try:
            yield f"retry: 1000\n\n{first}"
            while True:
                try:
                    said = await asyncio.wait_for(queue.get(), _BEAT)
                except TimeoutError:
                    said = ": still here\n\n"
                if said is None:
                    return
                yield said
        finally:
            self._queues.discard(queue)


T = TypeVar("T")
Answer = Callable[[EditionChoice, Mapping[str, str]], dict[str, Any]]
_PAGE = Path(__file__).parent / "page"
_TYPES = {".html": "text/html", ".js": "text/javascript", ".css": "text/css", ".svg": "image/svg+xml"}
_THREADS = 4  # that work: one watches files, one checks, one draws, one answers
_PAUSE = 0.3  # seconds without another change, after which all is checked
_LONGEST = 2.0  # seconds that this is put off
_FOR_EVER = {"Cache-Control": "private, max-age=31536000, immutable"}
_NEVER = {"Cache-Control": "no-store"}


class ProofServer:
    """Answers what the page asks; `app` is the application without its guard."""

    def __init__(self, session: ProofSession, *, read_only: bool = False, poll: bool = False) -> None:
        self.session = session
        self.listeners = Listeners()
        self.pictures = Pictures(session.find)
        self.read_only = read_only
        self._mender = Mender(session)
        self._poll = poll
        self._seen: dict[Path, str] = {}  # what files said when they were last heard to have changed
        self._stop = asyncio.Event()
        self._settling: asyncio.Task[None] | None = None
        self._unsettled_since = 0.0
        self._files = {path.name: page_file(path) for path in _PAGE.iterdir() if path.suffix in _TYPES}

    def app(self) -> App:
        from starlette.applications import Starlette
        from starlette.routing import Route

        session = self.session
        routes = [
            Route("/", self.page),
            Route("/page/{name}", self.page),
            Route("/events", self.events),
            Route("/face/{digest}.png", self.face),
            Route("/api/wall", self.wall),
            Route("/api/piece", self.piece),
            Route("/api/translate", self._answering(lambda choice, _: translations(session, choice))),
            Route("/api/progress", self._answering(lambda choice, _: progress(session, choice))),
            Route("/api/text", self._answering(lambda choice, query: _about_text(session, choice, query))),
            Route("/api/statistics", self._answering(lambda choice, _: statistics(_wall_of(session.edition(choice))))),
            Route("/api/ink", self._answering(lambda choice, _: ink(_wall_of(session.edition(choice)), self.pictures))),
            Route("/api/rules", self._answering(lambda choice, _: told_rules(session.edition(choice)))),
            Route("/api/sheets", self._answering(lambda choice, query: _sheets(session, choice, query))),
            Route("/api/language", self._answering(lambda choice, query: _in_language(session, choice, query))),
            Route("/api/preview", self.preview, methods=["POST"]),
            Route("/api/save", self.save, methods=["POST"]),
            Route("/api/undo", self.undo, methods=["POST"]),
            Route("/api/redo", self.redo, methods=["POST"]),
        ]
        application: App = Starlette(routes=routes, lifespan=self._lifespan, exception_handlers={PnpError: _refused})
        return application

    @contextlib.asynccontextmanager
    async def _lifespan(self, _: object) -> AsyncIterator[None]:
        # each thread has memory of its own that it gives back to nobody
        asyncio.get_running_loop().set_default_executor(ThreadPoolExecutor(_THREADS))
        project, options = self.session.project, self.session.options
        watcher = await _aside(lambda: GameWatcher(project, options.game, options.overlay, poll=self._poll))
        watching = asyncio.create_task(self._watch(watcher))
        try:
            yield
        finally:
            self.stop()
            watching.cancel()
            with contextlib.suppress(asyncio.CancelledError):
                await watching

    async def _watch(self, watcher: GameWatcher) -> None:
        while changes := await _aside(lambda: watcher.wait(self._stop)):
            await self._changed(set(changes))

    def stop(self) -> None:
        """Pages that listen are let go."""
        self._stop.set()
        self.listeners.close()

    async def page(self, request: "Request") -> "Response":
        from starlette.responses import Response

        name = request.path_params.get("name", "index.html")
        if name not in self._files:
            return Response("there is no such page", 404)
        return Response(self._files[name], media_type=_TYPES[Path(name).suffix], headers=_NEVER)

    async def wall(self, request: "Request") -> "Response":
        """What has changed since a revision, of one edition; all of it where the page knows nothing yet."""
        since = _number(request.query_params.get("since", ""), -1)
        return _json(await _aside(lambda: self._wall(choice_of(request.query_params, self.session.choice), since)))

    def _wall(self, choice: EditionChoice, since: int) -> dict[str, Any]:
        known = self.session.edition(choice)
        revision, wall = known.revision, known.wall
        told: dict[str, Any] = {
            "revision": revision,
            "broken": known.broken,
            "unread": known.is_unread,
            "readOnly": self.read_only,
        }
        if wall is None:
            return told
        pieces = {label: piece for label, piece in wall.pieces.items() if known.changed_at[label] > since}
        told |= {"about": wall.about, "pieces": pieces, "problems": wall.problems, "settled": known.is_settled}
        if known.order_at > since:
            told |= {"components": wall.components, "order": wall.order}
        return told

    async def piece(self, request: "Request") -> "Response":
        label, choice = request.query_params.get("label", ""), choice_of(request.query_params, self.session.choice)
        found = await _aside(lambda: detail(self.session, choice, label))
        return _json(found) if found else _json({"refused": f"there is no piece {label}"}, 404)

    def _answering(self, work: Answer) -> "Callable[[Request], Awaitable[Response]]":
        """A route that tells something of an edition."""

        async def answer(request: "Request") -> "Response":
            query = request.query_params
            return _json(await _aside(lambda: work(choice_of(query, self.session.choice), query)))

        return answer

    async def preview(self, request: "Request") -> "Response":
        asked = AskedSave.of(await _said(request))
        if asked is None or not asked.label:
            return _json({"refused": "that is no text of a piece"}, 400)
        choice = choice_of(request.query_params, self.session.choice)
        return _json(await _aside(lambda: preview(self.session, choice, asked.label, asked.path, asked.new)))

    async def save(self, request: "Request") -> "Response":
        asked = AskedSave.of(await _said(request))
        if asked is None:
            return _json({"refused": "that is no text"}, 400)
        choice, page = choice_of(request.query_params, self.session.choice), request.query_params.get("page", "")[:64]
        return await self._mended(lambda: self._mender.save(choice, page, asked))

    async def undo(self, request: "Request") -> "Response":
        page = request.query_params.get("page", "")[:64]
        return await self._mended(lambda: self._mender.undo(page))

    async def redo(self, request: "Request") -> "Response":
        page = request.query_params.get("page", "")[:64]
        return await self._mended(lambda: self._mender.redo(page))

    async def _mended(self, work: Callable[[], dict[str, Any]]) -> "Response":
        """Whoever looks sees it before the files are heard to have changed."""
        if self.read_only:
            return _json({"refused": "this page is for looking alone: pnp proof was started with --read-only"}, 403)
        done = await _aside(work)
        if "saved" in done:
            await self._changed({self.session.project.root / done["saved"]})
        return _json(done)

    async def face(self, request: "Request") -> "Response":
        from starlette.responses import Response

        width = _number(request.query_params.get("w", ""), 400)
        png = await _aside(lambda: self.pictures.picture(request.path_params["digest"], width))
        if png is None:
            return Response("nothing looks like that any more", 404, headers=_NEVER)
        return Response(png, media_type="image/png", headers=_FOR_EVER)

    async def events(self, request: "Request") -> "Response":
        from starlette.responses import StreamingResponse

        first = f"event: changed\ndata: {json.dumps({'revision': self.session.revision})}\n\n"
        return StreamingResponse(self.listeners.listen(first), media_type="text/event-stream", headers=_NEVER)

    async def _changed(self, paths: set[Path]) -> None:
        """What differs at once is shown; all is checked as soon as nothing more comes."""
        seen = {path: digest_of_file(self.session.project, str(path)) for path in paths}
        if all(self._seen.get(path) == digest for path, digest in seen.items()):  # by whoever saved it here
            return
        self._seen = seen
        await self._tell_after(self.session.refresh)
        if self._settling and not self._settling.done():
            self._settling.cancel()
        else:
            self._unsettled_since = monotonic()
        self._settling = asyncio.create_task(self._settle())

    async def _settle(self) -> None:
        await asyncio.sleep(min(_PAUSE, max(self._unsettled_since + _LONGEST - monotonic(), 0.0)))
        await self._tell_after(self.session.settle)

    async def _tell_after(self, work: Callable[[], int]) -> None:
        """Whatever goes wrong, the next change is heard of, too."""
        try:
            self.listeners.tell("changed", revision=await _aside(work))
        except PnpError as error:
            self.listeners.tell("failed", message=str(error))
        except Exception as error:
            said = " ".join(f"{type(error).__name__}: {error}".split())[:200]
            self.listeners.tell("failed", message=f"internal error: {said}")


def choice_of(query: Mapping[str, str], usual: EditionChoice) -> EditionChoice:
    """What a page asks about: what it doesn't say is as `usual`."""
    modules = tuple(sorted(filter(None, query["with"].split(",")))) if "with" in query else usual.modules
    return EditionChoice(query.get("lang", usual.language), query.get("ink", usual.ink), modules)


def guarded_app(server: ProofServer, host: str, port: int, token: str, once: str = "") -> PageGuard:
    return PageGuard(server.app(), host, port, token, once)


async def _aside(work: Callable[[], T]) -> T:
    """In a thread, so that others are answered meanwhile."""
    return await asyncio.get_running_loop().run_in_executor(None, work)


def _json(values: Any, status: int = 200) -> "Response":
    from starlette.responses import Response

    said = json.dumps(values, ensure_ascii=False, separators=(",", ":")).encode(errors="replace")
    return Response(said, status, media_type="application/json", headers=_NEVER)


def _about_text(session: ProofSession, choice: EditionChoice, query: Mapping[str, str]) -> dict[str, Any]:
    return about_text(session, choice, *(query.get(name, "") for name in ("source", "label", "path")))


def _in_language(session: ProofSession, choice: EditionChoice, query: Mapping[str, str]) -> dict[str, Any]:
    found = in_language(session, choice, query.get("of", ""), query.get("label", ""))
    return found or {"refused": "it can't be had in this language"}


def _sheets(session: ProofSession, choice: EditionChoice, query: Mapping[str, str]) -> dict[str, Any]:
    usual = {"paper": session.options.paper, "sides": session.options.sides, "marks": session.options.marks}
    asked = {name: query.get(name, value) for name, value in usual.items()}
    return {**sheets(session, session.edition(choice), **asked), "paper": asked["paper"]}


def _wall_of(known: ProofedEdition) -> Wall:
    """Raises PnpError where there is none."""
    if known.wall is None:
        raise PnpError("the game can't be read")
    return known.wall


async def _said(request: "Request") -> Any:
    """None where it is no JSON."""
    try:
        return json.loads(await request.body())
    except (ValueError, RecursionError):
        return None


async def _refused(_: "Request", error: Exception) -> "Response":
    return _json({"refused": str(error)}, 409)


def _number(text: str, default: int) -> int:
    return int(text) if text.isascii() and text.isdecimal() and len(text) < 10 else default


def sheets(session: ProofSession, known: ProofedEdition, paper: str, sides: str, marks: str) -> Values:
    """Placed anew for each paper. Raises UsageError, LimitError."""
    result = known.result
    if sides not in SIDES or marks not in MARKS:
        raise UsageError("there is no such way to print")
    if result is None or result.prepared is None:
        return {"sheets": [], "papers": [], "refused": "there is nothing to print yet"}
    options = replace(result.prepared.options, paper=paper, sides=sides, marks=marks, draft=True)
    asked = result._replace(prepared=replace(result.prepared, options=options))
    placed = impose(asked, press_of(options))
    shown: dict[str, Sheet] = {}
    told = []
    for number, sheet in enumerate((*placed.before, *placed.sheets), 1):
        digest = _digest(session.revision, options.paper, sides, marks, known.options, number)
        shown[digest] = sheet
        told.append(
            {"digest": digest, "w": sheet.paper.w, "h": sheet.paper.h, "label": sheet.label, "title": sheet.title}
        )
    session.show(shown)
    return {
        "sheets": told,
        "papers": list(known_papers()),
        "sides": list(SIDES),
        "marks": list(MARKS),
        "pages": placed.pages,
        "leaves": placed.papers,
    }


def _digest(*asked: object) -> str:
    """Of what a sheet comes from: the same question in the same revision has the same answer."""
    return blake2b(repr(asked).encode(), digest_size=12).hexdigest()
