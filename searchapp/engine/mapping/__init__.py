"""Mappings: fields, dynamic fields, the schema of tantivy."""
