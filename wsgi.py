"""The application for a WSGI server: `gunicorn wsgi:app`."""

from searchapp import create_app

app = create_app()
