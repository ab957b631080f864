"""One who knows what is new → all pages that are open, each of which listens."""

import asyncio
import json
from collections.abc import AsyncIterator
from typing import Any

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
