"""The keys collapse, fields and docvalue_fields, the aggregation top_hits, and inner hits."""
