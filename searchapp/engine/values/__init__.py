"""Values as Java and Elasticsearch read and write them: dates, numbers."""
