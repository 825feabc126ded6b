"""The embedded engine as a database of the service."""
