"""The sample application on a file of SQLite, `collections.db` in the instance folder.

SEARCHAPP_CONFIG=examples/sqlite.py searchapp demo
SEARCHAPP_CONFIG=examples/sqlite.py searchapp serve
"""

import runpy
from pathlib import Path

globals().update(runpy.run_path(str(Path(__file__).with_name("config.py"))))

BACKEND = "sql"
