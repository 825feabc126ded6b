import pytest

from searchapp.errors import PipelineError
from searchapp.web.response.stream import Streams, limit_waiting


def write(batches):
    return (b"%d " % batch for batch in batches)


def batches(*values, closed=None):
    try:
        for value in values:
            if isinstance(value, Exception):
                raise value
            yield value
    finally:
        if closed is not None:
            closed.append(True)


def test_the_parts_come_in_order():
    assert b"".join(Streams(1).start(batches(1, 2, 3), write).body("id")) == b"1 2 3 "


def test_the_number_of_streams_at_once_is_limited():
    streams = Streams(2)
    first, _ = streams.start(batches(1), write), streams.start(batches(1), write)
    with pytest.raises(PipelineError, match="429 2 streams are being written"):
        streams.start(batches(1), write)
    first.close()
    streams.start(batches(1), write)


def test_a_stream_that_is_written_or_given_up_frees_its_place_once():
    streams, closed = Streams(1), []
    for _ in range(3):
        stream = streams.start(batches(1, 2, closed=closed), write)
        list(stream.body("id"))
        stream.close()
        stream = streams.start(batches(1, 2, closed=closed), write)
        stream.close()
        stream.close()
    assert len(closed) == 6


def test_a_failure_before_the_first_part_is_an_error_and_frees_its_place():
    streams, closed = Streams(1), []
    for _ in range(3):
        with pytest.raises(PipelineError, match="400 no"):
            streams.start(batches(PipelineError(400, "no"), closed=closed), write)
    assert len(closed) == 3


def test_a_later_failure_cuts_off_the_answer_and_is_logged(caplog):
    streams, closed = Streams(1), []
    stream = streams.start(batches(1, PipelineError(503, "away"), closed=closed), write)
    with pytest.raises(PipelineError, match="away"):
        list(stream.body("abc"))
    assert "the stream of request abc breaks off" in caplog.text
    assert closed == [True]
    streams.start(batches(1), write)


def test_the_wait_for_a_caller_that_reads_nothing_is_limited():
    class Socket:
        def settimeout(self, seconds):
            self.seconds = seconds

    socket = Socket()
    limit_waiting({"gunicorn.socket": socket})
    limit_waiting({})
    assert socket.seconds == 60
