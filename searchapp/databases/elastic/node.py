"""An HTTP connection pool to one Elasticsearch node, whose timeout covers everything that a request waits for."""

import time
from typing import Any

from elastic_transport import ApiResponseMeta, ConnectionTimeout, HttpHeaders, TransportApiResponse, Urllib3HttpNode
from elastic_transport import ConnectionError as Unreachable
from elastic_transport.client_utils import DEFAULT
from urllib3 import HTTPResponse, Timeout
from urllib3.exceptions import ConnectTimeoutError, EmptyPoolError, HTTPError, NewConnectionError, ReadTimeoutError

POOL_WAIT = 2.0
CHUNK = 65536


class PoolBusy(Unreachable):
    """All connections to the node are in use."""


class DeadlineNode(Urllib3HttpNode):
    """Unlike its parent, it counts the wait for a connection and each part of a slow answer into one timeout."""

    def perform_request(  # type: ignore[override]
        self,
        method: str,
        target: str,
        body: bytes | None = None,
        headers: HttpHeaders | None = None,
        request_timeout: Any = DEFAULT,
    ) -> TransportApiResponse:
        start = time.monotonic()
        timeout = self.config.request_timeout if request_timeout is DEFAULT else request_timeout
        try:
            response = self.pool.urlopen(
                method,
                self.path_prefix + target,
                body=body,
                headers={**self._headers, **(headers or {})},
                retries=False,
                timeout=Timeout(total=timeout),
                pool_timeout=POOL_WAIT if timeout is None else min(POOL_WAIT, timeout),  # type: ignore[arg-type]
                preload_content=False,
            )
            data = read(response, None if timeout is None else start + timeout)
        except EmptyPoolError as error:
            raise PoolBusy(str(error), errors=(error,)) from error
        except NewConnectionError as error:
            raise Unreachable(str(error), errors=(error,)) from error
        except (ConnectTimeoutError, ReadTimeoutError, TimeoutError) as error:
            raise ConnectionTimeout("no answer in time", errors=(error,)) from error
        except (HTTPError, OSError) as error:
            raise Unreachable(str(error), errors=(error,)) from error
        return TransportApiResponse(self.meta_of(response, time.monotonic() - start), data)

    def meta_of(self, response: Any, duration: float) -> ApiResponseMeta:
        return ApiResponseMeta(response.status, "1.1", HttpHeaders(response.headers), duration, self.config)


def read(response: Any, end: float | None) -> bytes:
    """The whole body; TimeoutError when it is not there at `end`, and the connection is not used again."""
    assert isinstance(response, HTTPResponse)
    parts = []
    try:
        while part := read_part(response, end):
            parts.append(part)
    except BaseException:
        response.close()
        raise
    finally:
        response.release_conn()
    return b"".join(parts)


def read_part(response: HTTPResponse, end: float | None) -> bytes:
    """What arrives next, empty at the end."""
    if end is not None:
        left = end - time.monotonic()
        if left <= 0:
            raise TimeoutError
        connection = response.connection
        if connection is not None and connection.sock is not None:
            connection.sock.settimeout(left)
    return response.read1(CHUNK)
