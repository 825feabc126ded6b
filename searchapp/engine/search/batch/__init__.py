"""Many searches at once."""
