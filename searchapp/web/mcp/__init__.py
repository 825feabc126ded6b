"""The Model Context Protocol: tools with which language models search, look up and read the collections."""
