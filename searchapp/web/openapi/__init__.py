"""The API specification."""
