"""Metadata for the tests of builders: fields and sources that are simply given."""


class KnownFields:
    """Counts how often it was asked; `fresh` are the fields it gives when something fresher is wanted."""

    def __init__(self, fields, sources=None, fresh=None):
        self.known, self.notes, self.fresh = fields, sources or {}, fresh
        self.asked = []

    def fields(self, item_type=None, max_age=None):
        self.asked.append((item_type, max_age))
        return self.known if max_age is None or self.fresh is None else self.fresh

    def sources(self, item_type=None):
        self.asked.append(item_type)
        return self.notes


FIELDS = {
    "symbol": {"type": "keyword", "index": True},
    "name": {"type": "text", "index": True},
    "name.raw": {"type": "keyword", "index": True, "normalizer": "folded"},
    "summary": {"type": "text", "index": True},
    "xref": {"type": "object", "index": True},
    "xref.mim": {"type": "keyword", "index": True},
    "exon": {"type": "nested", "index": True},
    "taxid": {"type": "long", "index": True},
    "hidden": {"type": "keyword", "index": True, "doc_values": False},
}
