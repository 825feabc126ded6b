"""Sort keys of a body, their columns in an index, and the values of these."""
