"""How each source becomes documents."""
