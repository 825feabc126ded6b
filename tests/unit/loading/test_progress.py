import io

from searchapp.loading import progress
from searchapp.loading.progress import Progress


class Terminal(io.StringIO):
    def isatty(self):
        return True


def test_without_a_terminal_the_end_is_a_line():
    output = io.StringIO()
    with Progress("loading a.csv", 1000, output) as shown:
        for _ in range(1200):
            shown.step(lambda: 10)
    assert output.getvalue().startswith("loading a.csv: 1,200 documents, ")
    assert output.getvalue().count("\n") == 1


def test_every_few_seconds_there_is_a_line(monkeypatch):
    monkeypatch.setattr(progress, "SECONDS_PER_MESSAGE", -1)
    output = io.StringIO()
    with Progress("loading", 1000, output) as shown:
        for position in range(1000):
            shown.step(lambda: position)  # noqa: B023
    assert output.getvalue().splitlines()[:2] == ["loading: 500 documents, 49 %", "loading: 1,000 documents, 99 %"]


def test_without_a_size_there_is_no_share(monkeypatch):
    monkeypatch.setattr(progress, "SECONDS_PER_MESSAGE", -1)
    output = io.StringIO()
    with Progress("loading", None, output) as shown:
        for _ in range(500):
            shown.step(lambda: 0)
    assert output.getvalue().splitlines()[0] == "loading: 500 documents"


def test_on_a_terminal_there_is_a_bar_that_ends_full():
    output = Terminal()
    with Progress("loading", 1000, output) as shown:
        for position in range(1000):
            shown.step(lambda: position)  # noqa: B023
    assert "100%" in output.getvalue()


def test_after_a_failure_nothing_is_said_of_an_end():
    output = io.StringIO()
    try:
        with Progress("loading", 1000, output):
            raise ValueError
    except ValueError:
        pass
    assert output.getvalue() == ""
