"""The configuration of the service while it is timed: genes of the size of the design, and those of the sample."""

import runpy
from pathlib import Path

gene = runpy.run_path(str(Path(__file__).parents[1] / "examples" / "config.py"))["ITEM_TYPES"]["gene"]

ITEM_TYPES = {"gene": gene, "sample": gene}
