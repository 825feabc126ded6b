"""Whether traces are wanted: the standard variables of OpenTelemetry say so, and its libraries are there."""

import logging
import os
from functools import cache
from importlib.util import find_spec

log = logging.getLogger(__name__)

VARIABLES = ("OTEL_TRACES_EXPORTER", "OTEL_EXPORTER_OTLP_TRACES_ENDPOINT", "OTEL_EXPORTER_OTLP_ENDPOINT")
"""One of these variables must be set: without them, OpenTelemetry would send traces to a default address."""


@cache
def traces_wanted() -> bool:
    """Whether this process records traces; a warning if they are wanted and cannot be recorded."""
    asked = next((name for name in VARIABLES if os.environ.get(name)), None)
    is_off = os.environ.get("OTEL_SDK_DISABLED", "").lower() == "true" or os.environ.get(VARIABLES[0]) == "none"
    if asked is None or is_off:
        return False
    if find_spec("opentelemetry") is None or find_spec("opentelemetry.sdk") is None:
        log.warning("%s is set, but no traces are sent: pip install 'searchapp[tracing]'", asked)
        return False
    return True
