"""How soon an answer must be there, and a fault be over, by the goals: TEST_PATIENCE=1 holds the tests to them.

They are half a second after the deadline, two seconds to recover, and one second after the end of a worker. Without
TEST_PATIENCE the tests wait 60 times as long, so that a busy machine fails none and only what hangs is noticed.
"""

import os

PATIENCE = float(os.environ.get("TEST_PATIENCE", "60"))
GRACE = 0.5 * PATIENCE
RECOVERY = 2.0 * PATIENCE
WORKER_RECOVERY = 1.0 * PATIENCE
