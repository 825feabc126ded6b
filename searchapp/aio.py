"""The asynchronous variants: they run the pipeline in a bounded pool of threads, outside the event loop."""

import asyncio
import threading
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from typing import Any

from .errors import ErrorKind, PipelineError
from .pipeline import Pipeline

WORKERS = 8
MAX_WAITING = 256


class AsyncPipeline:
    """Returns the answers of a pipeline. More than `workers + waiting` queries at once raise a 503.

    The threads start with the first query and stop with `close()` or at the end of `async with`.
    """

    def __init__(self, pipeline: Pipeline, workers: int = WORKERS, waiting: int = MAX_WAITING):
        self.pipeline = pipeline
        self.workers = workers
        self._places = threading.BoundedSemaphore(workers + waiting)
        self._pool: ThreadPoolExecutor | None = None

    async def search(self, q: Any = None, **options: Any) -> Any:
        """The answer of `Pipeline.search`."""
        return await self._run(partial(self.pipeline.search, q, **options))

    async def fetch(self, id: Any, **options: Any) -> Any:
        """The answer of `Pipeline.fetch`."""
        return await self._run(partial(self.pipeline.fetch, id, **options))

    async def _run(self, call: Callable[[], Any]) -> Any:
        if not self._places.acquire(blocking=False):
            raise PipelineError.of(ErrorKind.BUSY)
        if self._pool is None:
            self._pool = ThreadPoolExecutor(self.workers, thread_name_prefix="pipeline")
        future = self._pool.submit(call)
        future.add_done_callback(lambda _: self._places.release())
        return await asyncio.wrap_future(future)

    def close(self) -> None:
        """Wait for the running queries, then stop the threads."""
        pool, self._pool = self._pool, None
        if pool:
            pool.shutdown()

    async def __aenter__(self) -> "AsyncPipeline":
        return self

    async def __aexit__(self, *_: Any) -> None:
        await asyncio.get_running_loop().run_in_executor(None, self.close)
