"""What search bodies of Elasticsearch may hold, but none that this package writes."""
