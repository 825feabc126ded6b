"""The aggregations that go from documents to their nested objects and back."""
