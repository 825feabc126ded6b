"""Caches of what clients send: bounded in bytes, not in entries."""

import pytest

from searchapp.querystring.byte_cache import ENTRY_BYTES, ByteCache, byte_cached
from searchapp.querystring.parser import parse


def test_values_of_more_bytes_than_the_bound_push_the_oldest_out():
    cache = ByteCache(10 * ENTRY_BYTES * 10)
    for number in range(1000):
        cache.put(number, "value", 9 * ENTRY_BYTES)
    assert len(cache) == 10
    assert cache.bytes == cache.max_bytes
    assert (cache.get(989), cache.get(990)) == (None, "value")


def test_the_value_that_was_used_last_stays():
    cache = ByteCache(10 * ENTRY_BYTES)
    for number in range(10):
        cache.put(number, "value", 0)
    cache.get(0)
    cache.put("new", "value", 0)
    assert (cache.get(0), cache.get(1)) == ("value", None)


def test_a_value_of_a_large_part_of_the_cache_is_not_kept():
    cache = ByteCache(100 * ENTRY_BYTES)
    cache.put("small", "value", 0)
    cache.put("large", "value", 50 * ENTRY_BYTES)
    assert (cache.get("small"), cache.get("large")) == ("value", None)


def test_a_key_that_is_put_again_counts_once():
    cache = ByteCache(100 * ENTRY_BYTES)
    for _ in range(5):
        cache.put("key", "value", ENTRY_BYTES)
    assert cache.bytes == 2 * ENTRY_BYTES


def test_a_function_is_called_once_for_equal_arguments():
    calls = []

    @byte_cached(100_000, lambda text, more=1: len(text))
    def doubled(text, more=1):
        calls.append(text)
        return text * 2

    assert [doubled("a"), doubled("a"), doubled("b")] == ["aa", "aa", "bb"]
    assert calls == ["a", "b"]


@pytest.mark.slow
def test_trees_of_long_texts_are_bounded():
    for number in range(25):
        parse(f"{number} " + "(a b) OR " * 1000 + "c")
    assert 0 < parse.cache.bytes <= parse.cache.max_bytes


def test_one_value_above_the_bound_is_kept_alone_where_that_is_wanted():
    cache = ByteCache(10 * ENTRY_BYTES, largest=float("inf"))
    cache.put("small", "value", 0)
    cache.put("large", "value", 50 * ENTRY_BYTES)
    assert (cache.get("small"), cache.get("large")) == (None, "value")
