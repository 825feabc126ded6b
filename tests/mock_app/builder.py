"""Words without a field are looked for as symbols first, and genes can be narrowed to a locus group."""

from searchapp.builders.elastic import ElasticBuilder


class GeneBuilder(ElasticBuilder):
    own_options = frozenset(("group",))

    def default_string_query(self, q, options):
        exact = {"term": {"symbol": {"value": q, "boost": 100}}}
        return {"dis_max": {"queries": [exact, super().default_string_query(q, options)]}}

    def filters(self, options):
        group = options.get("group")
        return [*super().filters(options), *([{"term": {"locus_group": group}}] if group else [])]
