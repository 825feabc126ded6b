"""Responses of a database, for the tests of formatters."""


def hit(id, source=None, score=1.0, **more):
    return {"_index": "gene_1", "_id": id, "_score": score, "_source": source or {}, **more}


def response(*hits, total=None, **more):
    return {
        "took": 3,
        "timed_out": False,
        "_shards": {"total": 1, "successful": 1, "skipped": 0, "failed": 0},
        "hits": {
            "total": len(hits) if total is None else total,
            "max_score": max((hit["_score"] for hit in hits), default=None),
            "hits": list(hits),
        },
        **more,
    }
