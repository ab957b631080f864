"""A session → a web application, whose pages are notified of every change."""

import asyncio
import contextlib
import json
from collections.abc import AsyncIterator, Awaitable, Callable, Mapping
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from functools import partial
from hashlib import blake2b
from pathlib import Path
from time import monotonic
from typing import Any, TypeVar

from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import Response, StreamingResponse
from starlette.routing import Route

from pnp.build.printing import impose, press_of
from pnp.build.watching import GameWatcher
from pnp.impose.press import read_papers
from pnp.io.opening import read_input
from pnp.model.options import MARKS, SIDES
from pnp.model.problem import PnpError, UsageError
from pnp.model.sheet import Sheet
from pnp.proof.details import piece_details, piece_in_language, text_help, translation_progress, translations
from pnp.proof.pictures import Pictures, preview
from pnp.proof.request_guard import App
from pnp.proof.session import EditionChoice, ProofedEdition, ProofSession
from pnp.proof.shown_rules import rules_values
from pnp.proof.statistics import ink, statistics
from pnp.proof.text_editing import SaveRequest, TextEditor, digest_of_file
from pnp.proof.wall import Values, Wall

_BEAT = 20.0  # seconds after which something is sent, so that a page that has gone is noticed
_WAITING = 100  # events for a page that doesn't read them


class Listeners:
    """The pages that listen for events, of one event loop."""

    def __init__(self) -> None:
        self._queues: set[asyncio.Queue[str | None]] = set()

    def tell(self, kind: str, **values: Any) -> None:
        """Send an event; a page that has stopped reading misses it, but sees all when it asks for the wall."""
        event = f"event: {kind}\ndata: {json.dumps(values)}\n\n"
        for queue in self._queues:
            if queue.qsize() < _WAITING:
                queue.put_nowait(event)

    def close(self) -> None:
        for queue in self._queues:
            queue.put_nowait(None)

    async def listen(self, first: str = "") -> AsyncIterator[str]:
        """Yield server-sent events, until the page goes or all is closed."""
        queue: asyncio.Queue[str | None] = asyncio.Queue()
        self._queues.add(queue)
        try:
            yield f"retry: 1000\n\n{first}"
            while True:
                try:
                    event = await asyncio.wait_for(queue.get(), _BEAT)
                except TimeoutError:
                    event = ": still here\n\n"
                if event is None:
                    return
                yield event
        finally:
            self._queues.discard(queue)


T = TypeVar("T")
Query = Mapping[str, str]
Answer = Callable[[EditionChoice, Query], Values]
_PAGE = Path(__file__).parent / "page"
_TYPES = {".html": "text/html", ".js": "text/javascript", ".css": "text/css", ".svg": "image/svg+xml"}
_THREADS = 4  # that work: one watches files, one checks, one draws, one answers
_PAUSE = 0.3  # seconds without another change, after which all is checked
_LONGEST = 2.0  # seconds that this is put off
_LARGEST = 1 << 20  # bytes of a file of the page
_FOR_EVER = {"Cache-Control": "private, max-age=31536000, immutable"}
_NEVER = {"Cache-Control": "no-store"}


class ProofServer:
    """Answers the page's requests; `app` is the application without its guard."""

    def __init__(self, session: ProofSession, *, read_only: bool = False, poll: bool = False) -> None:
        self.session = session
        self.listeners = Listeners()
        self.pictures = Pictures(session.find)
        self.read_only = read_only
        self._editor = TextEditor(session)
        self._poll = poll
        self._seen: dict[Path, str] = {}  # digests of the files that changed last
        self._stop = asyncio.Event()
        self._settling: asyncio.Task[None] | None = None
        self._unsettled_since = 0.0
        self._files = {path.name: read_input(path, _LARGEST) for path in _PAGE.iterdir() if path.suffix in _TYPES}

    def app(self) -> App:
        session = self.session

        def wall_of(choice: EditionChoice) -> Wall:
            if (wall := session.edition(choice).wall) is None:
                raise PnpError("the game can't be read")
            return wall

        def help_with_text(choice: EditionChoice, query: Query) -> Values:
            return text_help(session, choice, *(query.get(name, "") for name in ("source", "label", "path")))

        def in_language(choice: EditionChoice, query: Query) -> Values:
            found = piece_in_language(session, choice, query.get("of", ""), query.get("label", ""))
            return found or {"refused": "it can't be had in this language"}

        def sheets(choice: EditionChoice, query: Query) -> Values:
            usual = {"paper": session.options.paper, "sides": session.options.sides, "marks": session.options.marks}
            wanted = {name: query.get(name, value) for name, value in usual.items()}
            return {**impose_sheets(session, session.edition(choice), **wanted), "paper": wanted["paper"]}

        routes = [
            Route("/", self.page),
            Route("/page/{name}", self.page),
            Route("/events", self.events),
            Route("/face/{digest}.png", self.face),
            Route("/api/wall", self._edition_route(self.wall)),
            Route("/api/piece", self.piece),
            Route("/api/translate", self._edition_route(lambda choice, _: translations(session, choice))),
            Route("/api/progress", self._edition_route(lambda choice, _: translation_progress(session, choice))),
            Route("/api/text", self._edition_route(help_with_text)),
            Route("/api/statistics", self._edition_route(lambda choice, _: statistics(wall_of(choice)))),
            Route("/api/ink", self._edition_route(lambda choice, _: ink(wall_of(choice), self.pictures))),
            Route("/api/rules", self._edition_route(lambda choice, _: rules_values(session.edition(choice)))),
            Route("/api/sheets", self._edition_route(sheets)),
            Route("/api/language", self._edition_route(in_language)),
            Route("/api/preview", self.preview, methods=["POST"]),
            Route("/api/save", self.save, methods=["POST"]),
            Route("/api/undo", partial(self.reverse, self._editor.undo), methods=["POST"]),
            Route("/api/redo", partial(self.reverse, self._editor.redo), methods=["POST"]),
        ]
        application: App = Starlette(routes=routes, lifespan=self._lifespan, exception_handlers={PnpError: _refuse})
        return application

    @contextlib.asynccontextmanager
    async def _lifespan(self, _: object) -> AsyncIterator[None]:
        # few threads: each has memory of its own that it never gives back
        asyncio.get_running_loop().set_default_executor(ThreadPoolExecutor(_THREADS))
        project, options = self.session.project, self.session.options
        watcher = await _in_thread(lambda: GameWatcher(project, options.game, options.overlay, poll=self._poll))
        watching = asyncio.create_task(self._watch(watcher))
        try:
            yield
        finally:
            self.stop()
            watching.cancel()
            with contextlib.suppress(asyncio.CancelledError):
                await watching

    async def _watch(self, watcher: GameWatcher) -> None:
        while changes := await _in_thread(lambda: watcher.wait(self._stop)):
            await self._changed(set(changes))

    def stop(self) -> None:
        """Stop watching, and let go the pages that listen."""
        self._stop.set()
        self.listeners.close()

    async def page(self, request: Request) -> Response:
        name = request.path_params.get("name", "index.html")
        if name not in self._files:
            return Response("there is no such page", 404)
        return Response(self._files[name], media_type=_TYPES[Path(name).suffix], headers=_NEVER)

    def wall(self, choice: EditionChoice, query: Query) -> Values:
        """Return what has changed in an edition since a revision, or all of it."""
        known, since = self.session.edition(choice), _number(query.get("since", ""), -1)
        revision, wall = known.revision, known.wall
        values: dict[str, Any] = {"revision": revision, "broken": known.broken, "unread": known.is_unread}
        values["readOnly"] = self.read_only
        if wall is None:
            return values
        pieces = {label: piece for label, piece in wall.pieces.items() if known.changed_at[label] > since}
        values |= {"about": wall.about, "pieces": pieces, "problems": wall.problems, "settled": known.is_settled}
        if known.order_at > since:
            values |= {"components": wall.components, "order": wall.order}
        return values

    async def piece(self, request: Request) -> Response:
        label, choice = request.query_params.get("label", ""), choice_of(request.query_params, self.session.choice)
        found = await _in_thread(lambda: piece_details(self.session, choice, label))
        return _json(found) if found else _json({"refused": f"there is no piece {label}"}, 404)

    def _edition_route(self, work: Answer) -> Callable[[Request], Awaitable[Response]]:
        """Return a route that answers something of an edition."""

        async def answer(request: Request) -> Response:
            query = request.query_params
            return _json(await _in_thread(lambda: work(choice_of(query, self.session.choice), query)))

        return answer

    async def preview(self, request: Request) -> Response:
        if (wanted := SaveRequest.parse(await _read_json(request))) is None or not wanted.label:
            return _json({"refused": "that is no text of a piece"}, 400)
        choice = choice_of(request.query_params, self.session.choice)
        return _json(await _in_thread(lambda: preview(self.session, choice, wanted.label, wanted.path, wanted.new)))

    async def save(self, request: Request) -> Response:
        if (wanted := SaveRequest.parse(await _read_json(request))) is None:
            return _json({"refused": "that is no text"}, 400)
        choice = choice_of(request.query_params, self.session.choice)
        return await self._edit(lambda: self._editor.save(choice, _page_of(request), wanted))

    async def reverse(self, work: Callable[[str], dict[str, Any]], request: Request) -> Response:
        return await self._edit(lambda: work(_page_of(request)))

    async def _edit(self, work: Callable[[], dict[str, Any]]) -> Response:
        """Edit a file, and show the change before the watcher notices it."""
        if self.read_only:
            return _json({"refused": "this page is for looking alone: pnp proof was started with --read-only"}, 403)
        done = await _in_thread(work)
        if "saved" in done:
            await self._changed({self.session.project.root / done["saved"]})
        return _json(done)

    async def face(self, request: Request) -> Response:
        width = _number(request.query_params.get("w", ""), 400)
        png = await _in_thread(lambda: self.pictures.picture(request.path_params["digest"], width))
        if png is None:
            return Response("nothing looks like that any more", 404, headers=_NEVER)
        return Response(png, media_type="image/png", headers=_FOR_EVER)

    async def events(self, request: Request) -> Response:
        first = f"event: changed\ndata: {json.dumps({'revision': self.session.revision})}\n\n"
        return StreamingResponse(self.listeners.listen(first), media_type="text/event-stream", headers=_NEVER)

    async def _changed(self, paths: set[Path]) -> None:
        """Show at once what differs; check all as soon as no other changes follow."""
        seen = {path: digest_of_file(self.session.project, str(path)) for path in paths}
        if all(self._seen.get(path) == digest for path, digest in seen.items()):  # saved and shown by a page
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
        """Tell the pages of a new revision, or of what went wrong: the next change is shown all the same."""
        try:
            self.listeners.tell("changed", revision=await _in_thread(work))
        except PnpError as error:
            self.listeners.tell("failed", message=str(error))
        except Exception as error:
            text = " ".join(f"{type(error).__name__}: {error}".split())[:200]
            self.listeners.tell("failed", message=f"internal error: {text}")


def _page_of(request: Request) -> str:
    return request.query_params.get("page", "")[:64]


def choice_of(query: Query, usual: EditionChoice) -> EditionChoice:
    """Return the edition of a request, by default the usual one."""
    modules = tuple(sorted(filter(None, query["with"].split(",")))) if "with" in query else usual.modules
    return EditionChoice(query.get("lang", usual.language), query.get("ink", usual.ink), modules)


async def _in_thread(work: Callable[[], T]) -> T:
    """Do work in a thread, so that other requests are answered meanwhile."""
    return await asyncio.get_running_loop().run_in_executor(None, work)


def _json(values: Any, status: int = 200) -> Response:
    data = json.dumps(values, ensure_ascii=False, separators=(",", ":")).encode(errors="replace")
    return Response(data, status, media_type="application/json", headers=_NEVER)


async def _read_json(request: Request) -> Any:
    """Return the JSON that a page sent, or None."""
    try:
        return json.loads(await request.body())
    except (ValueError, RecursionError):
        return None


async def _refuse(_: Request, error: Exception) -> Response:
    return _json({"refused": str(error)}, 409)


def _number(text: str, default: int) -> int:
    return int(text) if text.isascii() and text.isdecimal() and len(text) < 10 else default


def impose_sheets(session: ProofSession, known: ProofedEdition, paper: str, sides: str, marks: str) -> Values:
    """Place an edition's faces on sheets for a paper. Raises UsageError, LimitError."""
    result = known.result
    if sides not in SIDES or marks not in MARKS:
        raise UsageError("there is no such way to print")
    if result is None or result.prepared is None:
        return {"sheets": [], "papers": [], "refused": "there is nothing to print yet"}
    options = replace(result.prepared.options, paper=paper, sides=sides, marks=marks, draft=True)
    placed = impose(result._replace(prepared=replace(result.prepared, options=options)), press_of(options))
    shown: dict[str, Sheet] = {}
    found = []
    for number, sheet in enumerate((*placed.before, *placed.sheets), 1):
        # the same request in the same revision has the same answer
        source = session.revision, options.paper, sides, marks, known.options, number
        digest = blake2b(repr(source).encode(), digest_size=12).hexdigest()
        shown[digest] = sheet
        size = {"w": sheet.paper.w, "h": sheet.paper.h}
        found.append({"digest": digest, **size, "label": sheet.label, "title": sheet.title})
    session.show(shown)
    ways = {"papers": list(read_papers()), "sides": list(SIDES), "marks": list(MARKS)}
    return {"sheets": found, **ways, "pages": placed.pages, "leaves": placed.papers}
