"""How soon an answer has to be there and a fault forgotten, with patience for a machine that does other things too.

TEST_PATIENCE=1 holds the tests to the goals themselves: half a second after the deadline, two seconds to recover, one
after the end of a worker.
"""

import os

PATIENCE = float(os.environ.get("TEST_PATIENCE", "4"))
GRACE = 0.5 * PATIENCE
RECOVERY = 2.0 * PATIENCE
WORKER_RECOVERY = 1.0 * PATIENCE
