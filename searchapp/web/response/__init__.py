"""Writing a response: formats, headers, streams, errors."""
