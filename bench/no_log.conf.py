"""deploy/gunicorn.conf.py without the line per request."""

import runpy
from pathlib import Path

globals().update(runpy.run_path(str(Path(__file__).parents[1] / "deploy" / "gunicorn.conf.py")))
accesslog = None
