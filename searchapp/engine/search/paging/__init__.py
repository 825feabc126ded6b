"""Pages of hits: scrolls, snapshots, and the hits after sort values."""
