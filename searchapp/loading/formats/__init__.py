"""The formats of files: what a file is, and the documents in it."""
