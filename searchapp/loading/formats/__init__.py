"""The formats of files: detects them, and reads the documents."""
