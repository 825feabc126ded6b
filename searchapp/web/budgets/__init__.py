"""Who may ask how much: keys, and limits per key and per address. Nothing of it runs unless a setting asks for it."""
