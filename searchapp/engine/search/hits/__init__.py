"""The hits of a response: their sources, fields and explanations."""
