"""The gunicorn worker, and `searchapp serve`."""
