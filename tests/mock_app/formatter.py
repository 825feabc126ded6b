"""Each gene can say its symbol and its name in one label."""

from searchapp.formatters.elastic import ElasticFormatter


class GeneFormatter(ElasticFormatter):
    own_options = frozenset(("labels",))

    def steps(self, options):
        return (labelled, *super().steps(options)) if options.get("labels") else super().steps(options)


def labelled(document):
    return {**document, "label": f"{document.get('symbol')}: {document.get('name')}"}
