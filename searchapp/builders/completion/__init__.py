"""Completion of a typed text: by values of documents, by names of fields, by values of one field."""
