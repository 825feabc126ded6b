"""The configuration of the peer, BioThings 1.2.2, over the same index."""

import os

ES_HOST = os.environ["BENCH_ES"]
ES_INDICES = {None: os.environ["BENCH_INDEX"], "gene": os.environ["BENCH_INDEX"]}
