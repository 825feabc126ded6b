"""What Elasticsearch and the embedded engine share."""
