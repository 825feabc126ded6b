"""Groups of the types of fields, by the names of Elasticsearch."""

CONTAINERS = ("object", "nested")
INTEGER_TYPES = ("long", "integer", "short", "byte", "unsigned_long")
NUMBER_TYPES = (*INTEGER_TYPES, "double", "float", "half_float", "scaled_float")
DATE_TYPES = ("date", "date_nanos")
TEXT_TYPES = ("keyword", "text")
"""The types of texts in collections made by `searchapp load`."""
