"""The goals for the time until an answer, and until the service recovers from a fault. TEST_PATIENCE=1 tests them.

They are half a second after the deadline, two seconds to recover, and one second after the end of a worker. Without
TEST_PATIENCE the tests wait 60 times as long: a busy machine fails none of them, only a request that hangs does.
"""

import os

PATIENCE = float(os.environ.get("TEST_PATIENCE", "60"))
GRACE = 0.5 * PATIENCE
RECOVERY = 2.0 * PATIENCE
WORKER_RECOVERY = 1.0 * PATIENCE
