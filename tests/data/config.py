"""The sample application and a third, hand-made collection whose values are awkward on purpose."""

import runpy
from pathlib import Path

from searchapp import federated
from searchapp.relaxing import query_runner

# a busy machine changes no answer
federated.RELAX_SECONDS = query_runner.MAX_SECONDS = query_runner.MAX_SECONDS_OF_LIST = 10.0
query_runner.MAX_CPU_SECONDS = query_runner.MAX_CPU_SECONDS_OF_SCANS = 10.0

SAMPLE = runpy.run_path(str(Path(__file__).parents[2] / "examples" / "config.py"))
globals().update({name: value for name, value in SAMPLE.items() if name.isupper()})
del SAMPLE

ITEM_TYPES = globals()["ITEM_TYPES"] | {
    "edge": {
        "default_scopes": ["_id", "code"],
        "id_patterns": [(r"code=(?P<term>.+)", ["code"])],
        "excluded_keys": ["secret"],
        "field_notes": {"label": "What people call it"},
    }
}
METADATA_ITEM_TYPE_KEYS = ["item_type", "biothing_type"]
