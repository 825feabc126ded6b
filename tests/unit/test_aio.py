import asyncio
import threading

import pytest

from searchapp.aio import AsyncPipeline
from searchapp.errors import PipelineError


class Echo:
    """A pipeline that gives back what it was asked."""

    def search(self, q=None, **options):
        if options.get("fail"):
            raise PipelineError(400, "no")
        return "search", q, options

    def fetch(self, id, **options):
        return "fetch", id, options


@pytest.mark.rule("I6")
def test_search_and_fetch_give_the_answers_of_the_pipeline():
    async def both():
        async with AsyncPipeline(Echo()) as pipeline:
            return await pipeline.search("a", size=1), await pipeline.fetch("b", item_type="gene")

    assert asyncio.run(both()) == (("search", "a", {"size": 1}), ("fetch", "b", {"item_type": "gene"}))


@pytest.mark.rule("I6")
def test_q_may_be_left_out():
    async def search():
        async with AsyncPipeline(Echo()) as pipeline:
            return await pipeline.search()

    assert asyncio.run(search()) == ("search", None, {})


@pytest.mark.rule("I6", "I7")
def test_errors_come_through():
    async def search():
        async with AsyncPipeline(Echo()) as pipeline:
            await pipeline.search("a", fail=True)

    with pytest.raises(PipelineError, match="400 no"):
        asyncio.run(search())


class Waiting:
    """A pipeline whose searches wait until they may go on; it knows its threads."""

    def __init__(self):
        self.go, self.threads = threading.Event(), set()

    def search(self, q=None, **options):
        self.threads.add(threading.current_thread().name)
        self.go.wait(60)
        return q


@pytest.mark.rule("I6")
def test_the_event_loop_goes_on_while_searches_wait():
    waiting = Waiting()

    async def search_and_release():
        async with AsyncPipeline(waiting, workers=2) as pipeline:
            searches = [asyncio.ensure_future(pipeline.search(number)) for number in range(4)]
            while len(waiting.threads) < 2:
                await asyncio.sleep(0.01)
            waiting.go.set()
            return await asyncio.gather(*searches)

    assert asyncio.run(search_and_release()) == [0, 1, 2, 3]
    assert len(waiting.threads) == 2
    assert all(name.startswith("pipeline") for name in waiting.threads)


def test_more_searches_than_may_wait_are_refused_and_places_are_given_back():
    waiting = Waiting()

    async def too_many():
        async with AsyncPipeline(waiting, workers=1, waiting=1) as pipeline:
            searches = [asyncio.ensure_future(pipeline.search(number)) for number in range(2)]
            await asyncio.sleep(0.05)
            with pytest.raises(PipelineError) as caught:
                await pipeline.search(2)
            waiting.go.set()
            await asyncio.gather(*searches)
            return caught.value.code, caught.value.summary, await pipeline.search(3)

    assert asyncio.run(too_many()) == (503, "busy, try again", 3)


def test_a_pipeline_that_was_never_used_or_is_closed_twice_closes():
    pipeline = AsyncPipeline(Echo())
    pipeline.close()
    asyncio.run(pipeline.search("a"))
    pipeline.close()
    pipeline.close()


def test_a_closed_pipeline_starts_again():
    pipeline = AsyncPipeline(Echo())
    assert asyncio.run(pipeline.search("a"))[1] == "a"
    pipeline.close()
    assert asyncio.run(pipeline.search("b"))[1] == "b"
    pipeline.close()
