"""The HTTP side: requests in, responses out."""
