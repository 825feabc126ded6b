"""The queries of one field, for all types of fields: values, existence, ranges, patterns."""
