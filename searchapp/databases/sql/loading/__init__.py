"""SQL loader: tables written and switched."""
