"""Settings: declared once, read from files and the environment, checked at start."""
