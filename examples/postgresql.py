"""The sample application on PostgreSQL; who fills the database may create tables, who serves needs only SELECT.

SEARCHAPP_CONFIG=examples/postgresql.py searchapp demo
SEARCHAPP_CONFIG=examples/postgresql.py searchapp serve
"""

import os
import runpy
from pathlib import Path

globals().update(runpy.run_path(str(Path(__file__).with_name("config.py"))))

BACKEND = "sql"
SQL_URL = os.environ.get("DATABASE_URL", "postgresql+psycopg://localhost/searchapp")
