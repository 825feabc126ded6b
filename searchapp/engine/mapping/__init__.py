"""Mappings: fields, dynamic fields, index settings, and the tantivy schema of a mapping."""
