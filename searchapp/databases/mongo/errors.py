"""Turns failures of pymongo into PipelineErrors, by their class or by the code of the server."""

import logging

from bson.errors import BSONError
from pymongo import errors as mongo

from ...errors import ErrorKind, PipelineError, QueryTextError
from ..shared.deadline import too_late

log = logging.getLogger(__name__)

BY_CLASS: tuple[tuple[type[Exception] | tuple[type[Exception], ...], ErrorKind], ...] = (
    (mongo.WaitQueueTimeoutError, ErrorKind.OVERLOADED),
    (mongo.ConfigurationError, ErrorKind.REFUSED),
    (mongo.ServerSelectionTimeoutError, ErrorKind.UNAVAILABLE),
    (mongo.ConnectionFailure, ErrorKind.UNAVAILABLE),
)
TOO_LARGE = PipelineError(400, "the query is too large for MongoDB, send fewer words or terms")
BY_CODE: dict[int, ErrorKind | PipelineError] = {
    11: ErrorKind.REFUSED,  # UserNotFound
    13: ErrorKind.REFUSED,  # Unauthorized
    18: ErrorKind.REFUSED,  # AuthenticationFailed
    8000: ErrorKind.REFUSED,  # the same on Atlas
    26: ErrorKind.NOT_LOADED,  # NamespaceNotFound
    73: ErrorKind.NOT_LOADED,  # InvalidNamespace
    24: ErrorKind.OVERLOADED,  # LockTimeout
    46: ErrorKind.OVERLOADED,  # LockBusy
    112: ErrorKind.OVERLOADED,  # WriteConflict
    146: ErrorKind.OVERLOADED,  # ExceededMemoryLimit
    202: ErrorKind.OVERLOADED,  # NetworkInterfaceExceededTimeLimit
    292: ErrorKind.OVERLOADED,  # QueryExceededMemoryLimitNoDiskUseAllowed
    462: ErrorKind.OVERLOADED,  # IngressRequestRateLimitExceeded
    6: ErrorKind.UNAVAILABLE,  # HostUnreachable
    7: ErrorKind.UNAVAILABLE,  # HostNotFound
    43: ErrorKind.UNAVAILABLE,  # CursorNotFound
    89: ErrorKind.UNAVAILABLE,  # NetworkTimeout
    91: ErrorKind.UNAVAILABLE,  # ShutdownInProgress
    189: ErrorKind.UNAVAILABLE,  # PrimarySteppedDown
    9001: ErrorKind.UNAVAILABLE,  # SocketException
    10107: ErrorKind.UNAVAILABLE,  # NotWritablePrimary
    11600: ErrorKind.UNAVAILABLE,  # InterruptedAtShutdown
    11602: ErrorKind.UNAVAILABLE,  # InterruptedDueToReplStateChange
    13435: ErrorKind.UNAVAILABLE,  # NotPrimaryNoSecondaryOk
    13436: ErrorKind.UNAVAILABLE,  # NotPrimaryOrSecondary
    2: PipelineError(400, "the query was refused by MongoDB"),  # BadValue
    9: PipelineError(400, "the query was refused by MongoDB"),  # FailedToParse
    15: PipelineError(400, "the query is nested too deep for MongoDB, use fewer parentheses"),  # Overflow, of levels
    31249: PipelineError(400, "_source names both a field and a field inside it, name one of them"),
    51091: PipelineError(400, "q has a regular expression that MongoDB cannot read"),
    10334: TOO_LARGE,
    17280: TOO_LARGE,
}
TOO_LATE = (50, 262)
"""MaxTimeMSExpired, ExceededTimeLimit."""
UNWRITABLE = (BSONError, UnicodeEncodeError, OverflowError)


def can_retry(error: mongo.AutoReconnect) -> bool:
    """Whether a failed read is tried again: not after the deadline, and not without a server."""
    return not isinstance(error, mongo.NetworkTimeout | mongo.ServerSelectionTimeoutError | mongo.WaitQueueTimeoutError)


def pipeline_error(error: Exception, timeout: float) -> PipelineError:
    """The error that callers get; what the server said is only in the log."""
    answer = answer_to(error, timeout)
    found = PipelineError.of(answer) if isinstance(answer, ErrorKind) else answer.copy()
    if found.code >= 500:
        log.warning("MongoDB failed: %s", error)
    return found


def answer_to(error: Exception, timeout: float) -> ErrorKind | PipelineError:
    """The kind of error for a failure, or a PipelineError with a text of its own."""
    if isinstance(error, mongo.DocumentTooLarge):
        return BY_CODE[10334]
    if isinstance(error, UNWRITABLE):
        return QueryTextError("it has a character or a number that MongoDB does not accept")
    for kind, answer in BY_CLASS[:3]:
        if isinstance(error, kind):
            return answer
    code = getattr(error, "code", None)
    if code in TOO_LATE or isinstance(error, mongo.NetworkTimeout) or getattr(error, "timeout", False):
        return too_late(timeout)
    if code in BY_CODE:
        return BY_CODE[code]
    return next((answer for kind, answer in BY_CLASS if isinstance(error, kind)), ErrorKind.INTERNAL)
