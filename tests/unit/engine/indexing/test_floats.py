import random
from struct import pack, unpack

from searchapp.engine import Engine

EDGES = [0.0, -0.0, 5.0, 0.1, 1 / 3, 5e-324, 1e-5, 1e22, 1e23, 999999999999999.0, 1e15, -1.7976931348623157e308]


def test_floats_of_any_number_of_digits_are_indexed_exactly(tmp_path):
    draw = random.Random(7)
    few = [float(f"{draw.random():.{draw.randint(1, 15)}g}") * 10 ** draw.randint(-4, 14) for _ in range(500)]
    any_bits = [unpack("d", pack("Q", draw.getrandbits(62)))[0] for _ in range(500)]
    values = [*EDGES, *few, *any_bits, *(draw.random() for _ in range(500))]
    engine = Engine(tmp_path)
    with engine.builder("n", {"properties": {"n": {"type": "double"}, "word": {"type": "keyword"}}}) as builder:
        for number, value in enumerate(values):
            builder.add({"_id": str(number), "n": value if number % 2 else [value, value], "word": "\0é"})
    body = {"size": len(values), "sort": ["n"], "query": {"term": {"word": "\0é"}}}
    found = engine.search("n", body)["hits"]["hits"]
    assert sorted(values) == [hit["sort"][0] for hit in found]
