"""The current request itself. Flask's `request` is a proxy that looks it up at each access, in a microsecond."""

from collections.abc import Callable
from typing import Any, cast

from flask import Request, request

current_request: Callable[[], Request] = cast(Any, request)._get_current_object
"""Returns the current request, as Werkzeug documents it. RuntimeError outside of a request."""
