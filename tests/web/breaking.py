"""A formatter that fails at one document, far behind the first batch."""

from searchapp.formatters.elastic import ElasticFormatter

LAST = 2500


class BreakingFormatter(ElasticFormatter):
    """Fails when it has seen more documents than LAST, and begins to count again."""

    seen = 0

    def transform(self, response, **options):
        self.seen += len(response["hits"]["hits"])
        if self.seen > LAST:
            self.seen = 0
            raise RuntimeError("broken on purpose")
        return super().transform(response, **options)
