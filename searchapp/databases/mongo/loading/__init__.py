"""MongoDB loader: collections written and switched."""
