from types import SimpleNamespace

import pytest

from searchapp.server.memory import CHECK_SECONDS, Memory, resident

MB = 2**20


@pytest.fixture
def memory():
    memory = Memory()
    if memory.trim is None:
        pytest.skip("the C library is not glibc")
    memory.keep()
    return memory


def test_memory_that_is_free_between_blocks_in_use_is_given_back(memory, monkeypatch):
    now = 1000.0
    monkeypatch.setattr("searchapp.server.memory.time", SimpleNamespace(monotonic=lambda: now))
    memory.give_back()
    before = resident()
    blocks = [b"x" * (100_000 + number) for number in range(1000)]
    some = blocks[::10]
    del blocks
    kept = resident() - before
    memory.give_back()
    assert resident() - before > kept - MB  # not twice in a period
    now += CHECK_SECONDS
    memory.give_back()
    assert resident() - before < kept - 50 * MB
    assert len(some) == 100
