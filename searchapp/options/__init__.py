"""The options of a request: declared once, read everywhere."""
