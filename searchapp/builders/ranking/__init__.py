"""Ranking: what names a document, what else it is called and what describes it decide the order of hits."""
